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

static void keep(char *to, const char *from)
{
    snprintf(to, KIT_ROOM_BYTES, "%s", from == NULL ? "" : from);
}

void house_kit_arrive(struct house_kit *kit, const struct kit_send *send)
{
    char id[KIT_ROOM_BYTES];
    snprintf(id, sizeof id, "p%u", (unsigned)(send - kit->send));
    if (send->kind == SEND_EDIT || send->kind == SEND_HIDE) {
        keep(id, send->edit_of);
    }
    house_sent(kit->house, kit->adapter, send->row, id, NULL, 0, NULL);
}

static void kit_send(struct adapter *adapter, const struct sending *sending)
{
    struct house_kit *kit = adapter->kit;
    ck_assert_uint_lt(kit->send_count, KIT_SENDS_MAX);
    struct kit_send *send = &kit->send[kit->send_count++];
    send->row = sending->row;
    send->kind = sending->kind;
    keep(send->room, sending->room);
    keep(send->account, sending->account);
    keep(send->edit_of, sending->edit_of);
    snprintf(send->nonce, sizeof send->nonce, "%s", sending->nonce);
    send->doc = heap_copy(sending->doc);
    struct arena *arena = arena_new();
    const struct doc *doc = doc_json_read(arena, send->doc, strlen(send->doc));
    ck_assert_ptr_nonnull(doc);
    send->text = heap_copy(doc_plain(doc, 0));
    arena_free(&arena);
    send->tries = sending->tries;
    send->passing = sending->passing;
    send->answer = sending->answer;
    if (kit->fail > 0) {
        kit->fail--;
        house_send_failed(kit->house, adapter, sending->row, kit->fate, kit->retry_ms, "told to");
    } else if (!kit->hold) {
        house_kit_arrive(kit, send);
    }
}

static void kit_caps(const struct adapter *adapter, const char *room, struct room_caps *caps)
{
    (void)room;
    *caps = (struct room_caps){.hears_text = true,
                               .team_rooms = adapter->kit->team_rooms,
                               .silence = adapter->kit->silence,
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
    house_sent(kit->house, kit->adapter, order->row, id, NULL, 0, NULL);
}

static void keep_list(char *to, const char *const *accounts, unsigned count)
{
    to[0] = '\0';
    for (unsigned i = 0; i < count; i++) {
        size_t len = strlen(to);
        snprintf(to + len, KIT_ROOM_BYTES - len, "%s ", accounts[i]);
    }
}

static void kit_order_given(struct adapter *adapter, const struct room_order *given)
{
    struct house_kit *kit = adapter->kit;
    ck_assert_uint_lt(kit->order_count, KIT_ORDERS_MAX);
    struct kit_order *order = &kit->order[kit->order_count++];
    *order = (struct kit_order){
        .row = given->row, .act = given->act, .sends = kit->send_count, .tries = given->tries};
    keep(order->room, given->room);
    keep(order->account, given->account);
    keep(order->name, given->name);
    snprintf(order->nonce, sizeof order->nonce, "%s", given->nonce);
    keep_list(order->members, given->members, given->member_count);
    keep_list(order->silent, given->silent, given->silent_count);
    if (kit->fail_orders > 0) {
        kit->fail_orders--;
        house_send_failed(kit->house, adapter, given->row, kit->fate, kit->retry_ms, "told to");
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

static const struct adapter_def kit_platform = {
    .name = "kit",
    .caps = kit_caps,
    .send = kit_send,
    .order = kit_order_given,
    .stored = kit_stored,
};

void house_kit_reopen(struct house_kit *kit)
{
    struct fault fault;
    const struct house_setup setup = {
        .store = kit->store,
        .clock = {kit_now, kit_monotonic, kit},
        .entropy = entropy_seeded(&kit->dice, kit->dice + 1),
        .catalogue = kit->catalogue,
        .limits = &kit->limits,
        .work = kit->work,
        .tables_resident_max = kit->resident_max,
    };
    kit->house = house_new(&setup, &fault);
    ck_assert_msg(kit->house != NULL, "%s", kit->house == NULL ? fault.text : "");
    house_pin(kit->house, pinned_seed, pinned_deal);
    house_add_adapter(kit->house, &kit_platform, kit->adapter);
}

void house_kit_open(struct house_kit *kit, const char *path)
{
    struct fault fault;
    memset(kit, 0, sizeof *kit);
    disk_of_kit = kit;
    kit->disk = store_sqlite;
    kit->disk.commit = kit_commit;
    kit->now_ms = 1893499200000;
    kit->limits.tables_per_room = 12;
    kit->limits.tables_per_person = 12;
    kit->adapter = heap_take(sizeof *kit->adapter);
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
    house_free(&kit->house);
    store_close(&kit->store);
    catalogue_free(&kit->catalogue);
    free(kit->adapter);
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
                    kit->house->commits_flying == 0 && kit->house->loads_flying == 0 &&
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

static struct heard heard_of(struct house_kit *kit, const char *event_id, const char *account)
{
    struct heard heard = {
        .adapter = "kit",
        .event_id = event_id,
        .room = "den",
        .account = account,
        .name = account,
        .at_ms = kit->now_ms,
        .age_ms = kit->age_ms,
        .reply_seat = SEAT_NONE,
    };
    return heard;
}

bool house_kit_tell(struct house_kit *kit, const char *event_id, const char *account,
                    const char *text)
{
    struct heard heard = heard_of(kit, event_id, account);
    heard.kind = HEARD_TEXT;
    heard.text = text;
    return house_heard(kit->house, kit->adapter, &heard, NULL, 0, kit);
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
    struct heard heard = heard_of(kit, id, account);
    heard.kind = HEARD_TEXT;
    heard.text = text;
    heard.room = room;
    heard.private_room = room[0] == '~';
    ck_assert(house_heard(kit->house, kit->adapter, &heard, NULL, 0, kit));
    house_kit_settle(kit);
}

void house_kit_room(struct house_kit *kit, enum heard_kind kind, const char *room,
                    const char *account, const char *moved_to)
{
    char id[32];
    snprintf(id, sizeof id, "e%u", ++kit->events);
    struct heard heard = heard_of(kit, id, account);
    heard.kind = kind;
    heard.room = room;
    heard.moved_to = moved_to;
    ck_assert(house_heard(kit->house, kit->adapter, &heard, NULL, 0, kit));
    house_kit_settle(kit);
}

unsigned house_kit_orders(const struct house_kit *kit, unsigned first, enum room_act act)
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
    struct heard heard = heard_of(kit, id, account);
    heard.kind = HEARD_PRESS;
    heard.control = control;
    ck_assert(house_heard(kit->house, kit->adapter, &heard, NULL, 0, kit));
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
