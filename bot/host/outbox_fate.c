/* What becomes of a send: it arrived, it may have, it did not, it never will. The end of a row is a
 * transaction of its own; where that fails the row stays, marked as arrived, and is never sent
 * again by this process (and by the next one with the same nonce). Only where the adapter's rows in
 * that transaction are the message itself has nothing arrived: it is sent again. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "crash.h"
#include "heap.h"
#include "hidden.h"
#include "house_private.h"
#include "outbox_order.h"
#include "parcel.h"
#include "turn.h"

enum { ENDS_MAX = 512 };

struct commit *outbox_ends(struct house *house)
{
    struct commit **ends = &house->outbox.ends;
    if (*ends != NULL && (*ends)->ended_count >= ENDS_MAX) {
        outbox_flush(house);
    }
    if (*ends == NULL) {
        *ends = commit_new(house);
    }
    return *ends;
}

void outbox_flush(struct house *house)
{
    if (house->outbox.ends != NULL) {
        commit_submit(&house->outbox.ends);
    }
}

/* A new board is remembered where it stands, and is drawn once more when an older drawing of it may
 * have arrived instead. */
static void board_arrived(struct commit *commit, struct table_entry *entry,
                          const struct outbox_row *row, const char *platform_id)
{
    if (entry->board == NULL || strcmp(entry->board, platform_id) != 0) {
        free(entry->board);
        entry->board = heap_copy(platform_id);
        tables_store(entry, commit->batch);
    }
    entry->board_flying = false;
    entry->board_shown = row->tries > 0 ? 0 : row->shown;
    if (row->tries > 0 && entry->load == ENTRY_RESIDENT) {
        outbox_put_board(commit, entry);
    }
}

/* What follows of it is a turn, or one more message: then its end is in the same transaction. */
static bool ends_alone(const struct table_entry *entry, const struct outbox_row *row)
{
    return row->proves || (row->board && row->tries > 0) || hidden_has(entry, row);
}

void outbox_sent(struct house *house, struct inbox_item *item)
{
    struct outbox_row *row = map_get_number(&house->outbox.rows, item->row);
    if (row == NULL || !row->lane->flying || row->arrived) {
        return; /* told twice, or of a row that was given up */
    }
    if (row->order) {
        outbox_order_ended(house, item, row);
        return;
    }
    struct table_entry *entry = tables_find(&house->tables, row->table);
    if (ends_alone(entry, row)) {
        outbox_flush(house); /* no end that is gathered may say of this row that it has ended */
    }
    struct commit *alone = ends_alone(entry, row) ? commit_new(house) : NULL;
    struct commit *commit = alone != NULL ? alone : outbox_ends(house);
    house->figures.sent++;
    row->is_rows = item->row_count > 0;
    free(row->platform_id);
    row->platform_id = heap_copy(item->platform_id);
    commit_end(commit, row);
    commit_item(commit, item);
    if (entry != NULL && row->board) {
        board_arrived(commit, entry, row, item->platform_id);
    }
    if (entry != NULL && entry->load == ENTRY_RESIDENT && row->kind != SEND_HIDE) {
        struct sent_message sent;
        outbox_row_sent(row, &sent);
        sent.id = item->platform_id;
        sent_remember(&entry->resident->sent, &sent);
    }
    if (hidden_has(entry, row)) {
        hidden_arrived(commit, entry);
    }
    if (entry != NULL && row->proves) {
        turn_reach(commit, entry, row->seat, REACH_PROVEN);
    }
    CRASH_POINT("outbox.sent");
    if (alone != NULL) {
        commit_submit(&alone);
    }
    if (entry != NULL) {
        turn_follow(house, entry);
    }
}

struct table_entry *outbox_table_needed(const struct house *house, const struct inbox_item *item)
{
    const struct outbox_row *row = map_get_number(&house->outbox.rows, item->row);
    bool refused = item->kind == INBOX_FAILED && item->fate == SEND_REFUSED;
    if (row != NULL && row->order && row->table != 0) {
        return tables_find(&house->tables, row->table);
    }
    if (row == NULL || row->table == 0 || !seat_is_person(row->seat) ||
        !(refused || (item->kind == INBOX_SENT && row->proves))) {
        return NULL;
    }
    return tables_find(&house->tables, row->table);
}

static void retry_at(struct house *house, struct outbox_row *row, int64_t at_ms)
{
    house->figures.retried++;
    house->outbox.flying -= row->lane->flying;
    row->lane->flying = false;
    row->tries++;
    row->not_before_ms = at_ms;
    outbox_step_back(house, row);
    outbox_settle(&house->outbox, row->lane);
}

void outbox_ended(struct house *house, uint64_t id, bool stored)
{
    struct outbox_row *row = map_get_number(&house->outbox.rows, id);
    if (row != NULL && (stored || row->transient)) {
        outbox_end(house, row);
    } else if (row != NULL && row->is_rows) {
        row->arrived = false;
        row->noted = false;
        free(row->platform_id);
        row->platform_id = NULL;
        retry_at(house, row, house->now_ms);
    } else if (row != NULL) {
        row->noted = false;
    }
}

void outbox_record(struct house *house)
{
    size_t at = 0;
    for (struct outbox_row *row = NULL; (row = map_next(&house->outbox.rows, &at)) != NULL;) {
        if (row->arrived && !row->transient) {
            commit_end(outbox_ends(house), row);
        }
    }
    outbox_flush(house);
}

static int64_t backoff_ms(const struct outbox_row *row)
{
    unsigned doublings = row->tries < 7 ? row->tries : 7;
    int64_t wait_ms = (int64_t)OUTBOX_BACKOFF_FIRST_MS << doublings;
    return wait_ms < OUTBOX_BACKOFF_MAX_MS ? wait_ms : OUTBOX_BACKOFF_MAX_MS;
}

/* Writes what has changed of a row that is still to be sent. */
static void retry_store(struct house *house, const struct outbox_row *row)
{
    if (row->parcel != NULL) {
        outbox_flush(house); /* the ends of others in it that are gathered come before this */
        struct commit *commit = commit_new(house);
        parcel_settle(commit, row->parcel);
        commit_submit(&commit);
    }
}

/* The time for an answer is over: the same words by the private way that lasts. */
static void answer_later(struct house *house, struct outbox_row *row)
{
    struct lane *lane = row->lane;
    assert(lane->first == row);
    lane->first = row->next;
    house->outbox.flying -= lane->flying;
    lane->flying = false;
    map_remove_number(&house->outbox.rows, row->id);
    house->outbox.count--;
    outbox_settle(&house->outbox, lane);
    row->next = NULL;
    row->kind = SEND_PRIVATE;
    row->answer = NULL;
    row->tries = 0;
    row->not_before_ms = house->now_ms;
    nonce_next(row->nonce);
    retry_store(house, row);
    outbox_admit(house, row);
}

/* What was addressed is no more: a board is posted anew, anything else has nobody to read it. */
static void send_gone(struct house *house, struct outbox_row *row)
{
    struct table_entry *entry = tables_find(&house->tables, row->table);
    if (row->kind == SEND_EDIT && row->board && entry != NULL) {
        free(entry->board);
        entry->board = NULL;
        retry_at(house, row, house->now_ms);
        row->tries = 0;
        return;
    }
    if (row->kind == SEND_EDIT) {
        row->kind = SEND_POST;
        retry_at(house, row, house->now_ms);
        return;
    }
    outbox_give_up(house, row);
}

static void send_refused(struct house *house, struct outbox_row *row)
{
    struct table_entry *entry = tables_find(&house->tables, row->table);
    int seat = row->seat;
    bool private = row->kind == SEND_PRIVATE && seat_is_person(seat);
    outbox_give_up(house, row);
    if (private && entry != NULL) {
        struct commit *commit = commit_new(house);
        turn_reach(commit, entry, seat, REACH_FAILED);
        commit_submit(&commit);
        turn_follow(house, entry);
    }
}

void outbox_failed(struct house *house, struct inbox_item *item)
{
    struct outbox_row *row = map_get_number(&house->outbox.rows, item->row);
    if (row == NULL || !row->lane->flying || row->arrived) {
        return;
    }
    bool closed = item->fate == SEND_GONE || item->fate == SEND_REFUSED;
    if (row->order && closed) {
        outbox_order_ended(house, item, row);
        return;
    }
    if (row->kind == SEND_ANSWER && closed) {
        answer_later(house, row);
        return;
    }
    switch (item->fate) {
    case SEND_LATER:
    case SEND_UNKNOWN: {
        int64_t soon = house->now_ms + backoff_ms(row);
        retry_at(house, row, item->from_ms > house->now_ms ? item->from_ms : soon);
        break;
    }
    case SEND_GONE:
        send_gone(house, row);
        break;
    case SEND_REFUSED:
        send_refused(house, row);
        break;
    }
}
