/* The end of a row goes into a transaction: together with others, or alone where more follows from
 * it. */
#include "delivered.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "board_row.h"
#include "card_row.h"
#include "cards.h"
#include "cards_close.h"
#include "crash.h"
#include "follow.h"
#include "house_private.h"
#include "lobby.h"
#include "outbox_batch.h"
#include "outbox_delivery_status.h"
#include "print.h"
#include "redaction.h"
#include "team_room_end.h"

/* The end of a room operation and what follows from it are one transaction: until that is on disk
 * it counts as not done, and is repeated. */
static void order_ended(struct house *house, struct inbox_item *item, struct outbox_row *row)
{
    bool event = room_operation_is_event(row->act); /* nothing of the table follows from it */
    struct table_entry *entry = event ? NULL : tables_find(&house->tables, row->table);
    bool done = item->kind == INBOX_DELIVERED;
    if (entry != NULL && entry->load == ENTRY_RESIDENT) {
        follow_catch_up(house, entry, house->now_ms);
    }
    commit_flush(house); /* no collected end may say of this row that it has ended */
    struct commit *commit = commit_new(house);
    row->is_rows = true;
    mail_end(&commit->mail, row);
    commit_item(commit, item);
    CRASH_POINT("outbox.order_ended");
    team_room_ordered(commit, entry, row, done ? item->platform_id : NULL,
                      item->status == SEND_GONE);
    commit_submit(&commit);
    if (entry != NULL) {
        follow_event(house, entry);
    }
}

/* Where a move or one more message follows from it, its end is in the same transaction. */
static bool ends_alone(const struct table_entry *entry, const struct outbox_row *row)
{
    bool posted = row->card != 0 && row->edit_of == NULL;
    return row->proves || posted || row->call || (row->board && row->doubt) ||
           redaction_covers(entry, row) || lobby_is(entry, row);
}

/* What the table has to remember of a message that was delivered, and what follows of it. */
static void note_arrival(struct commit *commit, struct table_entry *entry,
                         const struct outbox_row *row, char *platform_id)
{
    if (entry != NULL && row->board) {
        board_row_arrived(commit, entry, row, platform_id);
    } else if (lobby_is(entry, row)) {
        lobby_arrived(commit, entry, platform_id);
    }
    if (entry != NULL && row->card != 0) {
        card_row_arrived(commit, entry, row, platform_id);
    }
    if (entry != NULL && row->call) {
        cards_called(commit, entry, row->step);
    }
    if (entry != NULL && entry->load == ENTRY_RESIDENT && row->kind != SEND_REDACT) {
        struct sent_message sent;
        outbox_row_sent(row, &sent);
        sent.id = platform_id;
        sent_remember(&entry->resident->sent, &sent);
        lines_sent(entry->resident, row, platform_id);
    }
    if (redaction_covers(entry, row)) {
        redaction_delivered(commit, entry);
    }
    if (entry != NULL && row->proves) {
        follow_direct_channel(commit, entry, row->seat, DIRECT_VERIFIED);
    }
}

void delivered_sent(struct house *house, struct inbox_item *item)
{
    struct outbox_row *row = outbox_flying(&house->outbox, item->row);
    if (row == NULL) {
        return; /* reported twice, or of a row that was given up */
    }
    if (row->order) {
        order_ended(house, item, row);
        return;
    }
    struct table_entry *entry = tables_find(&house->tables, row->table);
    if (entry != NULL && row->proves) {
        /* while the card is on its way: once it stands and has proved nothing yet, another is
         * posted */
        follow_catch_up_downtime(house, entry);
    }
    if (ends_alone(entry, row)) {
        commit_flush(house); /* no collected end may say of this row that it has ended */
    }
    struct commit *alone = ends_alone(entry, row) ? commit_new(house) : NULL;
    struct commit *commit = alone != NULL ? alone : commit_collect(house);
    house->figures.sent++;
    outbox_arrived(row, item->platform_id, item->row_count > 0);
    mail_end(&commit->mail, row);
    commit_item(commit, item);
    bool table_row = entry != NULL && (row->board || row->card != 0);
    house->ends_tables = house->ends_tables || (alone == NULL && table_row);
    note_arrival(commit, entry, row, item->platform_id);
    CRASH_POINT("outbox.sent");
    if (alone != NULL) {
        commit_submit(&alone);
    }
    if (entry != NULL) {
        follow_event(house, entry);
    }
}

struct table_entry *delivered_needs(const struct house *house, const struct inbox_item *item)
{
    const struct outbox_row *row = map_get_number(&house->outbox.rows, item->row);
    bool refused = item->kind == INBOX_SEND_FAILED && item->status == SEND_REFUSED;
    if (row != NULL && row->order && room_operation_is_event(row->act)) {
        return NULL;
    }
    if (row != NULL && row->order && row->table != 0) {
        return tables_find(&house->tables, row->table);
    }
    if (row == NULL || row->table == 0 || (!seat_is_person(row->seat) && row->card == 0) ||
        !(refused || (item->kind == INBOX_DELIVERED && row->proves))) {
        return NULL;
    }
    return tables_find(&house->tables, row->table);
}

/* "adapter/account" of who was to read it. */
static void private_place(const struct outbox_row *row, char at[ROOM_KEY_BYTES])
{
    char adapter[ROOM_KEY_BYTES];
    snprintf(adapter, sizeof adapter, "%.*s", (int)strcspn(row->room == NULL ? "" : row->room, "/"),
             row->room == NULL ? "" : row->room);
    print_join(at, ROOM_KEY_BYTES, adapter, "/", row->account == NULL ? "" : row->account);
}

static void send_refused(struct house *house, struct outbox_row *row)
{
    struct table_entry *entry = tables_find(&house->tables, row->table);
    int seat = row->seat;
    bool private = row->kind == SEND_PRIVATE && seat_is_person(seat) && !row->only_edit;
    if (row->card != 0) {
        card_row_refused(house, row);
        outbox_give_up(&house->outbox, row);
        return;
    }
    char at[ROOM_KEY_BYTES];
    private_place(row, at);
    outbox_give_up(&house->outbox, row);
    if (private && entry != NULL && entry->load == ENTRY_RESIDENT) {
        cards_closed(house, entry, seat, at);
        follow_event(house, entry);
    }
}

/* What was addressed is no more: a board is posted anew, anything else has nobody to read it. */
static void send_gone(struct house *house, struct outbox_row *row)
{
    struct table_entry *entry = tables_find(&house->tables, row->table);
    if (row->kind == SEND_EDIT && row->board && entry != NULL) {
        free(entry->board);
        entry->board = NULL;
        outbox_retry(&house->outbox, row, house->now_ms);
        row->tries = 0;
        row->doubt = false;
        return;
    }
    if (row->card != 0) {
        send_refused(house, row); /* an edit is posted anew: it is the way that is gone */
        return;
    }
    if (row->kind == SEND_EDIT) {
        row->kind = SEND_POST;
        outbox_retry(&house->outbox, row, house->now_ms);
        return;
    }
    outbox_give_up(&house->outbox, row);
}

/* The time for an answer is over. */
static void answer_late(struct house *house, struct outbox_row *row)
{
    outbox_answer_late(&house->outbox, row);
    if (row->outbox_batch != NULL) {
        commit_flush(house); /* the collected ends of others in it come before this */
        struct commit *commit = commit_new(house);
        outbox_batch_rewrite(commit->batch, row->outbox_batch);
        commit_submit(&commit);
    }
}

void delivered_failed(struct house *house, struct inbox_item *item)
{
    struct outbox_row *row = outbox_flying(&house->outbox, item->row);
    if (row == NULL) {
        return;
    }
    bool closed = item->status == SEND_GONE || item->status == SEND_REFUSED;
    if (row->order && closed) {
        order_ended(house, item, row);
        return;
    }
    if (row->kind == SEND_ANSWER && closed) {
        answer_late(house, row);
        return;
    }
    switch (item->status) {
    case SEND_NOT_SENT:
    case SEND_AMBIGUOUS:
        row->doubt = row->doubt || (row->card != 0 && item->status == SEND_AMBIGUOUS);
        outbox_retry_later(&house->outbox, row, item->from_ms);
        break;
    case SEND_GONE:
        send_gone(house, row);
        break;
    case SEND_REFUSED:
        send_refused(house, row);
        break;
    }
}
