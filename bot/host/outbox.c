/* Lanes: one for each room, one for each person's private way, one for each person's answers. What
 * stands first in a lane is sent; the next one starts when its end is known. */
#include "outbox.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "crash.h"
#include "doc_json.h"
#include "heap.h"
#include "hidden.h"
#include "house_private.h"
#include "outbox_order.h"
#include "parcel.h"
#include "print.h"
#include "show_table.h"
#include "table_load.h"

enum { LANE_KEY_BYTES = 512 };

void outbox_init(struct outbox *outbox, const struct entropy *entropy)
{
    memset(outbox, 0, sizeof *outbox);
    map_init(&outbox->lanes, entropy);
    map_init(&outbox->rows, entropy);
    outbox->next_id = 1;
}

void outbox_deinit(struct outbox *outbox)
{
    size_t at = 0;
    for (struct outbox_row *row = NULL; (row = map_next(&outbox->rows, &at)) != NULL;) {
        outbox_row_free(&row);
    }
    at = 0;
    for (struct lane *lane = NULL; (lane = map_next(&outbox->lanes, &at)) != NULL;) {
        free(lane);
    }
    map_deinit(&outbox->rows);
    map_deinit(&outbox->lanes);
    timers_deinit(&outbox->timers);
}

static void load_ids(void *context, const struct store_row *row)
{
    ((struct house *)context)->outbox.next_id = row->sub;
}

static void load_row(void *context, const struct store_row *stored)
{
    struct house *house = context;
    struct outbox_row *rows = parcel_read(stored);
    for (struct outbox_row *row = rows; row != NULL; row = row->next) {
        struct table_entry *entry = tables_find(&house->tables, row->table);
        if (row->board && entry != NULL) {
            entry->board_wanted = true;
        }
    }
    outbox_admit(house, rows);
}

int outbox_load(struct house *house, struct fault *fault)
{
    const struct store_question ids = {.query = STORE_NEXT_IDS};
    const struct store_question rows = {.query = STORE_OUTBOX_ALL};
    if (store_read_now(house->setup.store, &ids, load_ids, house, fault) != 0) {
        return -1;
    }
    return store_read_now(house->setup.store, &rows, load_row, house, fault);
}

static struct outbox_row *row_new(struct house *house, const struct outbox_message *message)
{
    struct outbox_row *row = heap_take(sizeof *row);
    row->id = house->outbox.next_id++;
    row->kind = message->kind;
    row->table = message->entry == NULL ? 0 : message->entry->id;
    row->step = message->step;
    row->seat = (int16_t)message->seat;
    row->proves = message->proves;
    row->talk = message->talk;
    row->author = (int16_t)message->author;
    row->after = message->after;
    row->room = heap_copy(message->room);
    row->account = heap_copy(message->account);
    row->edit_of = heap_copy(message->edit_of);
    row->answer = message->answer;
    row->created_ms = house->now_ms;
    nonce_make(&house->setup.entropy, row->nonce);
    return row;
}

/* The document as JSON, in the scratch buffer; false when it is too long to be sent at all. */
static bool write_doc(struct house *house, const struct table_entry *entry, const char *room,
                      const struct doc *doc, const char *kind)
{
    struct seat_people seats = {house, entry, house_link_of(house, room)->name};
    const struct doc_json_people people = {house_seat_person, &seats};
    const struct doc_json_head head = {
        kind,
        entry == NULL ? 0 : entry->id,
        entry == NULL ? 0 : entry->number,
    };
    struct buf *json = &house->scratch->json;
    buf_clear(json);
    doc_json_write(doc, &head, &people, json);
    return !json->full;
}

static void row_append(struct commit *commit, struct outbox_row *row)
{
    *commit->rows_end = row;
    commit->rows_end = &row->next;
}

void outbox_put(struct commit *commit, const struct outbox_message *message)
{
    struct house *house = commit->house;
    if (!write_doc(house, message->entry, message->room, message->doc, message->doc_kind)) {
        return;
    }
    struct outbox_row *row = row_new(house, message);
    row->doc = heap_text(house->scratch->json.text, house->scratch->json.len);
    row_append(commit, row);
}

uint64_t outbox_put_order(struct commit *commit, const struct outbox_order *order)
{
    const struct outbox_message message = {
        .room = order->room, .account = order->account, .seat = SEAT_NONE};
    struct outbox_row *row = row_new(commit->house, &message);
    row->order = true;
    row->act = order->act;
    row->team = (uint8_t)order->team;
    row->table = order->table;
    row->doc = heap_copy(order->json);
    row_append(commit, row);
    return row->id;
}

void outbox_wait_also(struct commit *commit, uint64_t after, uint64_t then)
{
    const struct outbox *outbox = &commit->house->outbox;
    size_t at = 0;
    for (struct outbox_row *row = NULL; (row = map_next(&outbox->rows, &at)) != NULL;) {
        if (row->after == after && !row->transient) {
            row->then = then;
            commit_parcel(commit, row->parcel);
        }
    }
}

void outbox_put_board(struct commit *commit, struct table_entry *entry)
{
    struct house *house = commit->house;
    struct outbox_message message = {
        .kind = SEND_EDIT,
        .room = entry->room->key,
        .doc_kind = "board",
        .entry = entry,
        .step = entry->resident->table.step,
        .seat = SEAT_CROWD,
    };
    if (entry->phase == TABLE_CLOSED) {
        message.doc = show_board(house, entry);
        message.edit_of = entry->board;
        message.kind = entry->board == NULL ? SEND_POST : SEND_EDIT;
        outbox_put(commit, &message);
        return;
    }
    if (entry->board_wanted) {
        return; /* a row that is not on its way yet will show this too */
    }
    struct outbox_row *row = row_new(house, &message);
    row->board = true;
    entry->board_wanted = true;
    row_append(commit, row);
}

void outbox_wipe_talk(struct commit *commit, uint64_t table)
{
    const struct outbox *outbox = &commit->house->outbox;
    size_t at = 0;
    for (struct outbox_row *row = NULL; (row = map_next(&outbox->rows, &at)) != NULL;) {
        bool flies = row->lane->flying && row->lane->first == row;
        if (row->talk && row->table == table && !flies) {
            row->wiped = true;
            commit_parcel(commit, row->parcel);
        }
    }
}

void outbox_wipe_lines(struct commit *commit, const struct table_entry *entry)
{
    const struct outbox *outbox = &commit->house->outbox;
    size_t at = 0;
    for (struct outbox_row *row = NULL; (row = map_next(&outbox->rows, &at)) != NULL;) {
        bool flies = row->lane->flying && row->lane->first == row;
        if (row->table == entry->id && !row->wiped && !flies && row->tries == 0 &&
            hidden_has(entry, row)) {
            row->wiped = true;
            commit_parcel(commit, row->parcel);
        }
    }
}

void outbox_say_now(struct house *house, const struct outbox_message *message)
{
    if (!write_doc(house, message->entry, message->room, message->doc, message->doc_kind)) {
        return;
    }
    struct outbox_row *row = row_new(house, message);
    row->doc = heap_text(house->scratch->json.text, house->scratch->json.len);
    row->transient = true;
    outbox_admit(house, row);
}

struct lane *outbox_lane(struct outbox *outbox, const struct outbox_row *row)
{
    char key[LANE_KEY_BYTES];
    char name[sizeof((struct adapter_link *)NULL)->name];
    const char *slash = strchr(row->room, '/');
    const char *room = slash == NULL ? row->room : slash + 1;
    size_t len = slash == NULL ? 0 : (size_t)(slash - row->room);
    len = len < sizeof name ? len : sizeof name - 1;
    memcpy(name, row->room, len);
    name[len] = '\0';
    if (row->order && row->act == ROOM_OPEN) {
        snprintf(key, sizeof key, "%s/+%llu.%u", name, (unsigned long long)row->table, row->team);
    } else if (row->transient) {
        /* the others stand still until the store is back, with what they have sent unrecorded */
        print_join(key, sizeof key, name, "/!",
                   row->account != NULL ? row->account
                   : slash == NULL      ? ""
                                        : room);
    } else if (row->account != NULL && row->kind != SEND_RELAY && !row->order) {
        print_join(key, sizeof key, name, row->kind == SEND_ANSWER ? "/?" : "/~", row->account);
    } else {
        print_join(key, sizeof key, name, "/#", room);
    }
    struct lane *lane = map_get(&outbox->lanes, key);
    if (lane == NULL) {
        len = strlen(key);
        lane = heap_take(sizeof *lane + len + 1);
        memcpy(lane->key, key, len + 1);
        map_put(&outbox->lanes, lane->key, lane);
    }
    return lane;
}

void outbox_settle(struct outbox *outbox, struct lane *lane)
{
    if (lane->first == NULL) {
        timers_set(&outbox->timers, &lane->timer, NO_DEADLINE);
        map_remove(&outbox->lanes, lane->key);
        free(lane);
        return;
    }
    timers_set(&outbox->timers, &lane->timer,
               lane->flying ? NO_DEADLINE : lane->first->not_before_ms);
}

/* Is it an edit of a board that stands? */
static bool row_edits(const struct house *house, const struct outbox_row *row)
{
    const struct table_entry *entry = row->board ? tables_find(&house->tables, row->table) : NULL;
    return entry != NULL && entry->board != NULL;
}

/* Edits of boards wait behind all else that is said there, so that no line waits for one; lines
 * keep their order. */
static void lane_add(const struct house *house, struct lane *lane, struct outbox_row *row)
{
    struct outbox_row **link = lane->flying ? &lane->first->next : &lane->first;
    bool edits = row_edits(house, row);
    for (struct outbox_row **at = link; *at != NULL; at = &(*at)->next) {
        link = edits || !row_edits(house, *at) ? &(*at)->next : link;
    }
    row->next = *link;
    *link = row;
}

void outbox_step_back(const struct house *house, struct outbox_row *row)
{
    struct lane *lane = row->lane;
    assert(lane->first == row && !lane->flying);
    if (row_edits(house, row)) {
        lane->first = row->next;
        lane_add(house, lane, row);
    }
}

void outbox_admit(struct house *house, struct outbox_row *rows)
{
    struct outbox *outbox = &house->outbox;
    while (rows != NULL) {
        struct outbox_row *row = rows;
        rows = row->next;
        struct lane *lane = outbox_lane(outbox, row);
        row->lane = lane;
        lane_add(house, lane, row);
        map_put_number(&outbox->rows, row->id, row);
        outbox->count++;
        outbox_settle(outbox, lane);
    }
}

/* The rows that are not on their way, out of the lane. */
static struct outbox_row *lane_take(struct outbox *outbox, struct lane *lane)
{
    struct outbox_row *rows = lane->flying ? lane->first->next : lane->first;
    for (struct outbox_row *row = rows; row != NULL; row = row->next) {
        map_remove_number(&outbox->rows, row->id);
        outbox->count--;
    }
    if (lane->flying) {
        lane->first->next = NULL;
    } else {
        lane->first = NULL;
    }
    outbox_settle(outbox, lane);
    return rows;
}

static void row_readdress(struct commit *commit, struct outbox_row *row, const char *to)
{
    free(row->room);
    row->room = heap_copy(to);
    if (!row->transient) {
        commit_parcel(commit, row->parcel);
    }
}

void outbox_readdress(struct commit *commit, const char *from, const char *to)
{
    struct outbox *outbox = &commit->house->outbox;
    char key[LANE_KEY_BYTES];
    const char *slash = strchr(from, '/');
    int adapter = slash == NULL ? 0 : (int)(slash - from);
    snprintf(key, sizeof key, "%.*s/#%s", adapter, from, slash == NULL ? from : slash + 1);
    struct lane *lane = map_get(&outbox->lanes, key);
    struct outbox_row *rows = lane == NULL ? NULL : lane_take(outbox, lane);
    for (struct outbox_row *row = rows; row != NULL; row = row->next) {
        row_readdress(commit, row, to);
    }
    outbox_admit(commit->house, rows);
    size_t at = 0;
    for (struct outbox_row *row = NULL; (row = map_next(&outbox->rows, &at)) != NULL;) {
        bool flies = row->lane->flying && row->lane->first == row;
        if (!flies && strcmp(row->room, from) == 0) {
            row_readdress(commit, row, to); /* said in private, about a table there */
        }
    }
}

void outbox_discard(struct outbox_row *rows)
{
    while (rows != NULL) {
        struct outbox_row *next = rows->next;
        outbox_row_free(&rows);
        rows = next;
    }
}

void outbox_end(struct house *house, struct outbox_row *row)
{
    struct outbox *outbox = &house->outbox;
    struct lane *lane = row->lane;
    struct table_entry *entry = row->board ? tables_find(&house->tables, row->table) : NULL;
    assert(lane->first == row);
    lane->first = row->next;
    outbox->flying -= lane->flying;
    lane->flying = false;
    if (entry != NULL && row->shown != 0) {
        entry->board_flying = false;
    }
    bool awaited = row->order;
    map_remove_number(&outbox->rows, row->id);
    outbox->count--;
    outbox_row_free(&row);
    outbox_settle(outbox, lane);
    if (awaited) {
        outbox_wake(house); /* somebody may be told now what had to wait for it */
    }
}

void outbox_give_up(struct house *house, struct outbox_row *row)
{
    if (!row->transient) {
        commit_end(outbox_ends(house), row);
    }
    outbox_end(house, row);
}

/* The board as its table stands, as JSON in the scratch buffer, hashed; 0 when it is too long. */
static uint64_t board_hash(struct house *house, const struct table_entry *entry)
{
    const struct buf *json = &house->scratch->json;
    if (!write_doc(house, entry, entry->room->key, show_board(house, entry), "board")) {
        return 0;
    }
    uint64_t hash = map_hash(house->outbox.rows.key, json->text, json->len);
    return hash == 0 ? 1 : hash;
}

void outbox_know_board(struct house *house, struct table_entry *entry)
{
    bool stands = entry->board != NULL && !entry->board_wanted && !entry->board_flying;
    if (stands && entry->board_shown == 0) {
        entry->board_shown = board_hash(house, entry);
    }
}

enum draw { DRAWN, DRAW_LATER, DRAW_NEVER };

/* The board as its table stands on disk. One that would not change is not sent: an edit in which
 * nothing changes would tell the room that somebody did something in private. */
static enum draw draw_board(struct house *house, struct outbox_row *row)
{
    struct table_entry *entry = tables_find(&house->tables, row->table);
    if (entry == NULL || entry->load == ENTRY_FROZEN) {
        return DRAW_NEVER;
    }
    if (entry->load != ENTRY_RESIDENT) {
        table_load(house, entry);
        return DRAW_LATER;
    }
    if (entry->in_flight > 0) {
        return DRAW_LATER;
    }
    arena_reset(house->arena);
    uint64_t hash = board_hash(house, entry);
    bool same = entry->board != NULL && entry->board_shown == hash;
    entry->board_wanted = false;
    if (hash == 0 || (same && row->tries == 0)) {
        return DRAW_NEVER;
    }
    if (strcmp(row->room, entry->room->key) != 0) { /* the table has moved meanwhile */
        free(row->room);
        row->room = heap_copy(entry->room->key);
    }
    row->shown = hash;
    entry->board_shown = 0;
    entry->board_flying = true;
    free(row->doc);
    row->doc = heap_text(house->scratch->json.text, house->scratch->json.len);
    free(row->edit_of);
    row->edit_of = heap_copy(entry->board);
    row->kind = entry->board == NULL ? SEND_POST : SEND_EDIT;
    row->step = entry->resident->table.step;
    return DRAWN;
}

/* Does something else have to be done before? */
static bool row_waits(const struct house *house, const struct outbox_row *row)
{
    const struct map *rows = &house->outbox.rows;
    return row->after != 0 && (map_get_number(rows, row->after) != NULL ||
                               (row->then != 0 && map_get_number(rows, row->then) != NULL));
}

/* Boards are edited no more often than their platform likes; what changes meanwhile is one edit. */
static bool board_waits(struct house *house, const struct adapter_link *link,
                        struct outbox_row *row)
{
    struct table_entry *entry = row->board ? tables_find(&house->tables, row->table) : NULL;
    struct room_caps caps = {.board_ms = 0};
    if (entry == NULL) {
        return false;
    }
    if (entry->board != NULL && entry->board_due_ms > house->now_ms) {
        row->not_before_ms = entry->board_due_ms;
        return true;
    }
    link->def->caps(link->adapter, entry->room->id, &caps);
    entry->board_due_ms = house->now_ms + caps.board_ms;
    return false;
}

static void row_send(struct house *house, struct adapter_link *link, struct outbox_row *row)
{
    const char *slash = strchr(row->room, '/');
    memcpy(row->given, row->nonce, NONCE_BYTES);
    if (row->board && row->kind == SEND_EDIT) {
        nonce_next(
            row->given); /* its own is kept for a post, where the board turns out to be gone */
    }
    const struct sending sending = {
        .row = row->id,
        .kind = row->kind,
        .room = slash == NULL ? row->room : slash + 1,
        .account = row->account,
        .edit_of = row->edit_of,
        .nonce = row->given,
        .doc = row->doc,
        .answer = row->answer,
        .table = row->table,
        .created_ms = row->created_ms,
        .passing = row->transient,
        .tries = row->tries,
    };
    row->lane->flying = true;
    house->outbox.flying++;
    outbox_settle(&house->outbox, row->lane);
    CRASH_POINT("outbox.before_send");
    if (row->order) {
        outbox_order_give(link, row);
    } else {
        link->def->send(link->adapter, &sending);
    }
    CRASH_POINT("outbox.after_send");
}

/* Tries the first row of a lane. */
static void lane_try(struct house *house, struct lane *lane)
{
    struct outbox_row *row = lane->first;
    struct adapter_link *link = house_link_of(house, row->room);
    if (link->def == NULL || (house->down && !row->transient) || row_waits(house, row)) {
        timers_set(&house->outbox.timers, &lane->timer, NO_DEADLINE); /* until outbox_wake() */
        return;
    }
    bool old = house->now_ms - row->created_ms > OUTBOX_KEEP_MS && !row->board && !row->order;
    bool no_orders = row->order && link->def->order == NULL; /* it cannot do such any more */
    if (old || row->wiped || no_orders) {
        outbox_give_up(house, row);
        return;
    }
    if (board_waits(house, link, row)) {
        outbox_settle(&house->outbox, lane);
        return;
    }
    enum draw draw = row->board ? draw_board(house, row) : DRAWN;
    if (draw == DRAW_LATER) {
        timers_set(&house->outbox.timers, &lane->timer, NO_DEADLINE);
        return;
    }
    if (draw == DRAW_NEVER) {
        outbox_give_up(house, row);
        return;
    }
    row_send(house, link, row);
}

void outbox_run(struct house *house)
{
    struct timers *timers = &house->outbox.timers;
    struct timer *timer = NULL;
    while ((timer = timers_first(timers)) != NULL && timer->due_ms <= house->now_ms) {
        struct lane *lane = (struct lane *)(void *)timer;
        lane_try(house, lane);
    }
}

void outbox_wake(struct house *house)
{
    size_t at = 0;
    for (struct lane *lane = NULL; (lane = map_next(&house->outbox.lanes, &at)) != NULL;) {
        outbox_settle(&house->outbox, lane);
    }
}

void outbox_wake_room(struct house *house, const struct room *room)
{
    char key[LANE_KEY_BYTES];
    snprintf(key, sizeof key, "%s/#%s", room->adapter, room->id);
    struct lane *lane = map_get(&house->outbox.lanes, key);
    if (lane != NULL) {
        outbox_settle(&house->outbox, lane);
    }
}

bool outbox_flies(const struct outbox *outbox)
{
    return outbox->flying > 0;
}
