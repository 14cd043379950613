/* The house's test bed. One kit at a time. */
#include "house_kit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <check.h>

#include "doc_json.h"
#include "heap.h"
#include "languages.h"

struct adapter {
    struct house_kit *kit;
};

static struct house_kit *disk_of_kit;
static bool kit_visits; /* the others are read */

static const char *const pinned_seed =
    "0000000000000000000000000000000000000000000000000000000000000000";
static const char *const pinned_deal =
    "{\"leader\":0,\"signals\":{"
    "\"officials\":{\"documents\":{\"kind\":\"word\",\"value\":\"honestly\"},"
    "\"money\":{\"kind\":\"ends_punct\",\"value\":\"?\"}},"
    "\"journalists\":{\"documents\":{\"kind\":\"word\",\"value\":\"coffee\"},"
    "\"money\":{\"kind\":\"first_word\",\"value\":\"well\"}}}}";

static const char *const decrypto_deal =
    "{\"keywords\":{\"white\":[\"COW\",\"TEA\",\"PIANO\",\"WEEKEND\"],"
    "\"black\":[\"WOLF\",\"BREAD\",\"MIRROR\",\"STORM\"]},"
    "\"codes\":{\"white\":[\"314\",\"421\"],\"black\":[\"241\",\"132\"]},\"round\":2}";

static int64_t kit_now(void *context)
{
    const struct house_kit *kit = context;
    return kit->now_ms + kit->wall_ms;
}

static int64_t kit_monotonic(void *context)
{
    return ((const struct house_kit *)context)->now_ms;
}

static int kit_commit(void *db, struct store_batch *const *batches, size_t count,
                      struct fault *fault)
{
    if (disk_of_kit->disk_full) {
        return fault_set(fault, FAULT_FULL, "the disk is full");
    }
    disk_of_kit->commits++;
    return store_sqlite.commit(db, batches, count, fault);
}

static bool kit_asks_others(const struct store_question *question)
{
    return disk_of_kit->all != NULL && !kit_visits &&
           (question->query == STORE_RESULTS_ELSEWHERE ||
            question->query == STORE_PERSONS_ELSEWHERE || question->query == STORE_MET_ELSEWHERE);
}

/* As a database does that has the stores of all parts. */
static int kit_read_others(const struct store_question *question, store_row_fn row, void *context,
                           struct fault *fault)
{
    int done = 0;
    if (disk_of_kit->others_unreadable) {
        return fault_set(fault, FAULT_RETRY, "the disk does not work");
    }
    kit_visits = true;
    for (unsigned part = 0; part < disk_of_kit->parts && done == 0; part++) {
        struct store_question one = *question;
        one.id = part;
        done = part == question->id
                   ? 0
                   : store_read_now(disk_of_kit->all[part].store, &one, row, context, fault);
    }
    kit_visits = false;
    return done;
}

static int kit_read(void *db, const struct store_question *question, store_row_fn row,
                    void *context, struct fault *fault)
{
    bool fails = question->query == STORE_EVENT_SEEN ? disk_of_kit->duplicates_unreadable
                                                     : disk_of_kit->unreadable != FAULT_NONE;
    if (fails) {
        enum fault_code code = disk_of_kit->unreadable;
        return fault_set(fault, code != FAULT_NONE ? code : FAULT_RETRY, "the disk does not work");
    }
    return kit_asks_others(question) ? kit_read_others(question, row, context, fault)
                                     : store_sqlite.read(db, question, row, context, fault);
}

static void keep(char *to, const char *from)
{
    snprintf(to, KIT_ROOM_BYTES, "%s", from == NULL ? "" : from);
}

void house_kit_arrive(struct house_kit *kit, const struct kit_send *send)
{
    char id[KIT_ROOM_BYTES];
    snprintf(id, sizeof id, "p%u", (unsigned)(send - kit->send));
    if (send->edit_of[0] != '\0') {
        keep(id, send->edit_of);
    } else if (kit->answers_have_no_id && send->kind == SEND_ANSWER) {
        id[0] = '\0';
    }
    house_delivered(kit->house, kit->adapter, send->row, id, NULL, 0, NULL);
}

/* What is private about a step goes to its adapter when all lines of its table up to that step have
 * left, or after ten minutes. */
static void check_order(const struct house_kit *kit, const struct sending *sending)
{
    const struct map *rows = &kit->house->outbox.rows;
    const struct outbox_row *mine = map_get_number(rows, sending->row);
    size_t at = 0;
    if (sending->kind != SEND_PRIVATE || sending->transient || sending->table == 0 || mine->talk ||
        kit->now_ms + kit->wall_ms - sending->created_ms >= OUTBOX_HOLD_MS) {
        return;
    }
    const struct table_entry *entry = tables_find(&kit->house->tables, sending->table);
    for (struct outbox_row *row = NULL; (row = map_next(rows, &at)) != NULL;) {
        uint32_t since = row->since != 0 ? row->since : row->step;
        bool line = row->table == mine->table && row->account == NULL && !row->board &&
                    !row->order && !row->talk && row->kind != SEND_REDACT && entry != NULL &&
                    strcmp(row->room, entry->room->key) == 0;
        ck_assert_msg(!line || row->state == OUTBOX_JOINED || since > mine->step,
                      "step %u is told in private before its line of step %u", mine->step, since);
    }
}

static void kit_send(struct adapter *adapter, const struct sending *sending)
{
    struct house_kit *kit = adapter->kit;
    check_order(kit, sending);
    ck_assert_uint_lt(kit->send_count, KIT_SENDS_MAX);
    struct kit_send *send = &kit->send[kit->send_count++];
    send->row = sending->row;
    send->kind = sending->kind;
    keep(send->room, sending->room);
    keep(send->account, sending->account);
    keep(send->edit_of, sending->edit_of);
    snprintf(send->nonce, sizeof send->nonce, "%s", sending->nonce);
    ck_assert_ptr_nonnull(sending->doc);
    send->doc = doc_json_text(sending->doc, &sending->head);
    struct doc doc = *sending->doc;
    doc.arena = arena_new();
    send->text = heap_copy(doc_plain(&doc, 0));
    arena_free(&doc.arena);
    send->tries = sending->tries;
    send->transient = sending->transient;
    send->notify = sending->notify;
    send->routine = sending->routine;
    send->only_edit = sending->only_edit;
    send->answer = sending->answer;
    if (kit->closed != NULL && sending->kind == SEND_PRIVATE &&
        strcmp(kit->closed, send->account) == 0) {
        house_send_failed(kit->house, adapter, sending->row, SEND_REFUSED, 0, "closed");
    } else if (kit->fail > 0) {
        kit->fail--;
        house_send_failed(kit->house, adapter, sending->row, kit->status, kit->retry_ms, "told to");
    } else if (!kit->hold) {
        house_kit_arrive(kit, send);
    }
}

static void kit_caps(const struct adapter *adapter, const char *room,
                     struct room_capabilities *capabilities)
{
    (void)room;
    *capabilities = (struct room_capabilities){.private_reply = adapter->kit->private_reply,
                                               .team_rooms = adapter->kit->team_rooms,
                                               .events = true,
                                               .mute = adapter->kit->mute,
                                               .board_ms = adapter->kit->board_ms};
}

/* The room that an opening of this nonce made: a repeated one finds it. */
static void kit_room_of(struct house_kit *kit, const struct kit_order *order,
                        char room[KIT_ROOM_BYTES])
{
    for (unsigned i = 0; i < kit->order_count; i++) {
        const struct kit_order *before = &kit->order[i];
        if (before->act == ROOM_OPEN && strcmp(before->nonce, order->nonce) == 0) {
            snprintf(room, KIT_ROOM_BYTES, "team%u", i);
            return;
        }
    }
}

void house_kit_do_order(struct house_kit *kit, const struct kit_order *order)
{
    char id[KIT_ROOM_BYTES] = "";
    if (order->act == ROOM_OPEN) {
        kit_room_of(kit, order, id);
    }
    house_delivered(kit->house, kit->adapter, order->row, id, NULL, 0, NULL);
}

static void keep_list(char *to, const char *const *accounts, unsigned count)
{
    to[0] = '\0';
    for (unsigned i = 0; i < count; i++) {
        size_t len = strlen(to);
        snprintf(to + len, KIT_ROOM_BYTES - len, "%s ", accounts[i]);
    }
}

static void kit_order_given(struct adapter *adapter, const struct room_operation *given)
{
    struct house_kit *kit = adapter->kit;
    ck_assert_uint_lt(kit->order_count, KIT_ORDERS_MAX);
    struct kit_order *order = &kit->order[kit->order_count++];
    *order = (struct kit_order){
        .row = given->row, .act = given->kind, .sends = kit->send_count, .tries = given->tries};
    keep(order->room, given->room);
    keep(order->account, given->account);
    keep(order->name, given->name);
    snprintf(order->nonce, sizeof order->nonce, "%s", given->nonce);
    keep_list(order->members, given->members, given->member_count);
    keep_list(order->silent, given->muted, given->muted_count);
    if (kit->fail_orders > 0) {
        kit->fail_orders--;
        house_send_failed(kit->house, adapter, given->row, kit->status, kit->retry_ms, "told to");
    } else if (!kit->hold_orders) {
        house_kit_do_order(kit, order);
    }
}

static void kit_stored(struct adapter *adapter, void *token, const struct fault *fault)
{
    struct house_kit *kit = adapter->kit;
    ck_assert_ptr_eq(token, kit);
    kit->stored += fault == NULL;
    kit->repeated += fault != NULL && fault->code == FAULT_GONE;
    kit->not_stored += fault != NULL && fault->code != FAULT_GONE;
}

static enum may_read kit_may_read(const struct adapter *adapter, const char *room,
                                  const char *account)
{
    return adapter->kit->may_read == NULL ? MAY_READ_UNKNOWN
                                          : adapter->kit->may_read(room, account);
}

static const char *kit_server(const struct adapter *adapter, const char *room)
{
    return adapter->kit->server == NULL ? "server" : adapter->kit->server(room);
}

static const char *kit_opened_from(const struct adapter *adapter, const char *room)
{
    return adapter->kit->opened_from == NULL ? NULL : adapter->kit->opened_from(room);
}

static void kit_passed(struct adapter *adapter, uint64_t letter, const char *event_id,
                       const char *text)
{
    ck_assert(adapter->kit->passed != NULL);
    adapter->kit->passed(adapter->kit, letter, event_id, text);
}

static const struct adapter_def kit_platform = {
    .name = "kit",
    .capabilities = kit_caps,
    .send = kit_send,
    .operate = kit_order_given,
    .schedule = kit_order_given,
    .stored = kit_stored,
    .may_read = kit_may_read,
    .community = kit_server,
    .opened_from = kit_opened_from,
    .passed = kit_passed,
};

static const struct adapter_def other_platform = {
    .name = "other",
    .capabilities = kit_caps,
    .send = kit_send,
    .operate = kit_order_given,
    .stored = kit_stored,
};

void house_kit_other(struct house_kit *kit)
{
    kit->other = heap_allocate(sizeof *kit->other);
    kit->other->kit = kit;
    house_add_adapter(kit->house, &other_platform, kit->other);
}

void house_kit_reopen(struct house_kit *kit)
{
    struct fault fault;
    const struct house_setup setup = {
        .store = kit->store,
        .clock = {kit_now, kit_monotonic, kit},
        .entropy = entropy_seeded(&kit->dice, kit->dice + 1),
        .catalogue = kit->catalogue,
        .limits = &kit->limits,
        .crash_marker = kit->crash_marker,
        .tables_resident_max = kit->resident_max,
        .part = kit->part,
        .parts = kit->parts,
    };
    kit->house = house_new(&setup, &fault);
    ck_assert_msg(kit->house != NULL, "%s", kit->house == NULL ? fault.text : "");
    house_pin(kit->house, pinned_seed, pinned_deal);
    house_add_adapter(kit->house, &kit_platform, kit->adapter);
    if (kit->other != NULL) {
        house_add_adapter(kit->house, &other_platform, kit->other);
    }
}

void house_kit_open(struct house_kit *kit, const char *path)
{
    struct fault fault;
    memset(kit, 0, sizeof *kit);
    disk_of_kit = kit;
    kit->disk = store_sqlite;
    kit->disk.commit = kit_commit;
    kit->disk.read = kit_read;
    kit->now_ms = 1893499200000;
    kit->limits.tables_per_room = 12;
    kit->limits.tables_per_person = 12;
    kit->adapter = heap_allocate(sizeof *kit->adapter);
    kit->adapter->kit = kit;
    kit->catalogue = languages_new("en", &fault);
    ck_assert_ptr_nonnull(kit->catalogue);
    kit->store =
        store_open(&kit->disk, path == NULL ? ":memory:" : path, false, NULL, NULL, &fault);
    ck_assert_ptr_nonnull(kit->store);
    house_kit_reopen(kit);
    house_kit_settle(kit);
}

void house_kit_close(struct house_kit *kit)
{
    kit->disk_full = false;
    kit->unreadable = FAULT_NONE;
    kit->duplicates_unreadable = false;
    house_free(&kit->house);
    store_close(&kit->store);
    catalogue_free(&kit->catalogue);
    free(kit->adapter);
    free(kit->other);
    house_kit_forget(kit);
}

void house_kit_forget(struct house_kit *kit)
{
    for (unsigned i = 0; i < kit->send_count; i++) {
        free(kit->send[i].doc);
        free(kit->send[i].text);
    }
    kit->send_count = 0;
}

void house_kit_restart(struct house_kit *kit)
{
    house_free(&kit->house);
    house_kit_reopen(kit);
}

void house_kit_settle(struct house_kit *kit)
{
    for (int i = 0; i < 20000; i++) {
        bool more = house_run(kit->house);
        bool held = (kit->hold || kit->hold_orders) && kit->house->inbox.count == 0 &&
                    kit->house->commits_in_flight == 0 && kit->house->loads_in_flight == 0 &&
                    kit->house->sweep_id == 0;
        if (!more && (held || house_is_idle(kit->house))) {
            return;
        }
    }
    ck_abort_msg("the house does not come to rest");
}

void house_kit_pass(struct house_kit *kit, int64_t ms)
{
    int64_t until_ms = kit->now_ms + ms;
    while (kit->now_ms < until_ms) {
        int64_t due_ms = house_due_ms(kit->house) - kit->wall_ms;
        due_ms = due_ms <= kit->now_ms ? kit->now_ms + 1 : due_ms;
        kit->now_ms = due_ms < until_ms ? due_ms : until_ms;
        house_kit_settle(kit);
    }
}

static struct inbound inbound_of(struct house_kit *kit, const char *event_id, const char *account)
{
    struct inbound inbound = {
        .adapter = "kit",
        .event_id = event_id,
        .room = "den",
        .account = account,
        .name = account,
        .at_ms = kit->now_ms,
        .age_ms = kit->age_ms,
        .reply_seat = SEAT_NONE,
    };
    return inbound;
}

bool house_kit_tell(struct house_kit *kit, const char *event_id, const char *account,
                    const char *text)
{
    struct inbound inbound = inbound_of(kit, event_id, account);
    inbound.kind = INBOUND_TEXT;
    inbound.text = text;
    return house_enqueue(kit->house, kit->adapter, &inbound, NULL, 0, kit);
}

void house_kit_says(struct house_kit *kit, const char *account, const char *text)
{
    char id[32];
    snprintf(id, sizeof id, "e%u", ++kit->events);
    ck_assert(house_kit_tell(kit, id, account, text));
    house_kit_settle(kit);
}

void house_kit_says_in(struct house_kit *kit, const char *room, const char *account,
                       const char *text)
{
    char id[32];
    snprintf(id, sizeof id, "e%u", ++kit->events);
    struct inbound inbound = inbound_of(kit, id, account);
    inbound.kind = INBOUND_TEXT;
    inbound.text = text;
    inbound.room = room;
    inbound.private_room = room[0] == '~';
    ck_assert(house_enqueue(kit->house, kit->adapter, &inbound, NULL, 0, kit));
    house_kit_settle(kit);
}

void house_kit_room(struct house_kit *kit, enum inbound_kind kind, const char *room,
                    const char *account, const char *moved_to)
{
    char id[32];
    snprintf(id, sizeof id, "e%u", ++kit->events);
    struct inbound inbound = inbound_of(kit, id, account);
    inbound.kind = kind;
    inbound.room = room;
    inbound.moved_to = moved_to;
    ck_assert(house_enqueue(kit->house, kit->adapter, &inbound, NULL, 0, kit));
    house_kit_settle(kit);
}

void house_kit_hears(struct house_kit *kit, struct adapter *adapter, const char *account,
                     const struct inbound *inbound)
{
    char id[32];
    struct inbound told = *inbound;
    snprintf(id, sizeof id, "e%u", ++kit->events);
    told.adapter = adapter == kit->other ? "other" : "kit";
    told.event_id = id;
    told.account = account;
    told.name = account;
    told.at_ms = kit->now_ms;
    told.reply_seat = SEAT_NONE;
    ck_assert(house_enqueue(kit->house, adapter, &told, NULL, 0, kit));
    house_kit_settle(kit);
}

unsigned house_kit_orders(const struct house_kit *kit, unsigned first, enum room_operation_kind act)
{
    unsigned count = 0;
    for (unsigned i = first; i < kit->order_count; i++) {
        count += kit->order[i].act == act;
    }
    return count;
}

void house_kit_start_decrypto(struct house_kit *kit, unsigned count)
{
    static const char *const names[] = {"Ana", "Ben", "Cy", "Dee", "Eva", "Fin"};
    house_pin(kit->house, pinned_seed, decrypto_deal);
    house_kit_says(kit, "Ana", "!decrypto");
    for (unsigned i = 0; i < count; i++) {
        house_kit_says(kit, names[i], "!join");
    }
    house_kit_says(kit, "Ana", "!start");
    ck_assert_int_eq(house_kit_table(kit)->phase, TABLE_PLAYING);
}

void house_kit_press(struct house_kit *kit, const char *account, const char *control)
{
    char id[32];
    snprintf(id, sizeof id, "e%u", ++kit->events);
    struct inbound inbound = inbound_of(kit, id, account);
    inbound.kind = INBOUND_PRESS;
    inbound.control = control;
    ck_assert(house_enqueue(kit->house, kit->adapter, &inbound, NULL, 0, kit));
    house_kit_settle(kit);
}

void house_kit_start(struct house_kit *kit)
{
    static const char *const names[] = {"Ana", "Ben", "Cy", "Dee"};
    house_kit_says(kit, "Ana", "!interceptor");
    for (int i = 0; i < 4; i++) {
        house_kit_says(kit, names[i], "!join");
    }
    house_kit_says(kit, "Ana", "!start");
    ck_assert_int_eq(house_kit_table(kit)->phase, TABLE_PLAYING);
}

bool house_kit_has(const struct kit_send *send, const char *text)
{
    return strstr(send->text, text) != NULL || strstr(send->doc, text) != NULL;
}

unsigned house_kit_count(const struct house_kit *kit, unsigned first, const char *text)
{
    unsigned count = 0;
    for (unsigned i = first; i < kit->send_count; i++) {
        count += house_kit_has(&kit->send[i], text);
    }
    return count;
}

struct table_entry *house_kit_table(const struct house_kit *kit)
{
    const struct room *room = tables_room(&kit->house->tables, "kit/den");
    return room == NULL ? NULL : room->first;
}
