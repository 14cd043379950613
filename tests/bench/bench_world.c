/* The house as the program has it, with a platform that costs nothing. */

#include "bench_world.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "bench_act.h"
#include "doc_json.h"
#include "heap.h"
#include "languages.h"
#include "print.h"
#include "row_rules.h"

enum { GAMES_A_GROUP = 8, STEPS_SPREAD = 16 };

struct adapter {
    struct world *world;
};

static int64_t world_now(void *context)
{
    return ((const struct world *)context)->now_ms;
}

static void world_wake(void *context)
{
    sem_post(&((struct world *)context)->woken);
}

/* Messages lie at the platform; or, as those of the playground, in rows that travel with the end of
 * their send. */
static void world_send(struct adapter *adapter, const struct sending *sending)
{
    struct world *world = adapter->world;
    char key[128];
    char id[32];
    if (sending->kind == SEND_EDIT) {
        snprintf(id, sizeof id, "%s", sending->edit_of);
    } else {
        snprintf(id, sizeof id, "%llu", (unsigned long long)++world->messages);
    }
    if (!world->keeps) {
        house_delivered(world->house, adapter, sending->row, id, NULL, 0, NULL);
        return;
    }
    snprintf(key, sizeof key, "m/%s/%s", sending->room, id);
    struct buf value; /* when, about which table, what */
    buf_init(&value, 1 << 20);
    print_to(&value, "%lld %llu %s", (long long)world->now_ms, (unsigned long long)sending->table,
             "");
    doc_json_write(sending->doc, &sending->head, &value);
    const struct adapter_row row = {
        .key = key,
        .value = value.text,
        .len = value.len,
        .order = (int64_t)world->messages,
    };
    house_delivered(world->house, adapter, sending->row, id, &row, 1, NULL);
    buf_deinit(&value);
}

static void world_stored(struct adapter *adapter, void *token, const struct fault *fault)
{
    struct slot *slot = token;
    struct world *world = adapter->world;
    slot->busy = false;
    world->turns += fault == NULL;
    world->failed += fault != NULL;
    if (world->latency_count < BENCH_LATENCIES_MAX) {
        world->latencies[world->latency_count++] = bench_now() - slot->began;
    }
}

static void world_caps(const struct adapter *adapter, const char *room,
                       struct room_capabilities *capabilities)
{
    (void)room;
    *capabilities = (struct room_capabilities){
        .private_reply = true, .buttons = true, .pictures = adapter->world->keeps};
}

static bool world_age(const struct store_row *row, struct row_age *age_r)
{
    char *end = NULL;
    const char *room = strchr(row->extra, '/');
    room = room == NULL ? NULL : strchr(room + 1, '/');
    if (room == NULL) {
        return false;
    }
    age_r->since_ms = strtoll(row->text, &end, 10);
    age_r->table = strtoull(end, NULL, 10);
    age_r->group = (size_t)(room + 1 - row->extra);
    return true;
}

static const struct row_rules world_rows = {.adapter = "bench", .age = world_age};
static const struct row_rules *const world_rules[] = {&world_rows, NULL};

static const struct adapter_def world_platform = {
    .name = "bench",
    .rows = &world_rows,
    .capabilities = world_caps,
    .send = world_send,
    .stored = world_stored,
};

static void world_begin(struct world *world, const char *path, int64_t now_ms,
                        const struct store_keeping *keeping)
{
    static const struct house_limits limits = {.tables_per_room = 64, .tables_per_person = 64};
    struct fault fault;
    sem_init(&world->woken, 0, 0);
    world->now_ms = now_ms;
    world->entropy = entropy_seeded(&world->dice, 1);
    world->latencies = calloc(BENCH_LATENCIES_MAX, sizeof *world->latencies);
    world->adapter = heap_allocate(sizeof *world->adapter);
    world->adapter->world = world;
    world->catalogue = languages_new("en", &fault);
    world->store =
        store_open(store_driver_of(path), path, !world->alone, world_wake, world, &fault);
    if (world->store != NULL && keeping != NULL) {
        store_use(world->store, world_rules);
        store_keep(world->store, keeping);
    }
    const struct house_setup setup = {
        .store = world->store,
        .clock = {world_now, world_now, world},
        .entropy = entropy_system(),
        .catalogue = world->catalogue,
        .limits = &limits,
    };
    world->house = world->store == NULL ? NULL : house_new(&setup, &fault);
    if (world->house == NULL || world->latencies == NULL) {
        fprintf(stderr, "%s\n", fault.text);
        abort();
    }
    house_pin(world->house, bench_seed, bench_deal);
    house_add_adapter(world->house, &world_platform, world->adapter);
}

void world_open(struct world *world, const char *path, int64_t now_ms)
{
    memset(world, 0, sizeof *world);
    world_begin(world, path, now_ms, NULL);
}

void world_open_keeping(struct world *world, const char *path, int64_t now_ms,
                        const struct store_keeping *keeping)
{
    memset(world, 0, sizeof *world);
    world->alone = true;
    world_begin(world, path, now_ms, keeping);
}

void world_close(struct world *world)
{
    world_settle(world);
    while (!house_drain(world->house)) {
        store_poll(world->store);
    }
    house_close(world->house);
    house_free(&world->house);
    store_close(&world->store);
    catalogue_free(&world->catalogue);
    free(world->adapter);
    free(world->latencies);
}

/* The number of the slot's room, and of its people. */
static unsigned slot_room(const struct slot *slot)
{
    return slot->world->rooms == 0 ? slot->game : slot->game % slot->world->rooms;
}

/* A copy of what its table is now; NULL while it has none, or it is not in memory. */
static const struct table *slot_table(struct slot *slot)
{
    struct world *world = slot->world;
    char key[ROOM_KEY_BYTES];
    snprintf(key, sizeof key, "bench/r%u", slot_room(slot));
    const struct room *room = tables_room(&world->house->tables, key);
    const struct table_entry *entry = slot->table == 0
                                          ? (room == NULL ? NULL : room->first)
                                          : tables_find(&world->house->tables, slot->table);
    if (entry == NULL || entry->resident == NULL) {
        return NULL;
    }
    slot->table = entry->id;
    return &entry->resident->table;
}

/* Hands something over that happens in the slot's room. */
static bool slot_tell(struct slot *slot, struct inbound *inbound, const char *account)
{
    struct world *world = slot->world;
    char event[32];
    char room[32];
    snprintf(event, sizeof event, "%u.%llu", slot->game, (unsigned long long)++world->events);
    snprintf(room, sizeof room, "r%u", slot_room(slot));
    inbound->adapter = "bench";
    inbound->event_id = event;
    inbound->room = room;
    inbound->account = account;
    inbound->name = account;
    inbound->at_ms = world->now_ms;
    inbound->reply_seat = SEAT_NONE;
    inbound->fresh = true;
    slot->began = bench_now();
    slot->busy = house_enqueue(world->house, world->adapter, inbound, NULL, 0, slot);
    return slot->busy;
}

static void slot_account(const struct slot *slot, unsigned who, char account[32])
{
    snprintf(account, 32, "p%u-%u", slot_room(slot) / GAMES_A_GROUP, who);
}

static bool slot_open(struct slot *slot)
{
    char account[32];
    struct inbound inbound = {.kind = INBOUND_TEXT, .text = "!interceptor full"};
    slot->game = slot->world->games++;
    slot->table = 0;
    slot->joins = 0;
    slot_account(slot, 0, account);
    return slot_tell(slot, &inbound, account);
}

static bool slot_join(struct slot *slot)
{
    char account[32];
    const struct bench_act act = {.action = "join"};
    char control[CONTROL_BYTES];
    struct inbound inbound = {.kind = INBOUND_PRESS, .control = control};
    const struct table_entry *entry = tables_find(&slot->world->house->tables, slot->table);
    bench_act_control(&act, entry == NULL ? CONTROL_NO_TAG : entry->tag, control);
    slot_account(slot, slot->joins++, account);
    return slot_tell(slot, &inbound, account);
}

static bool slot_act(struct slot *slot, const struct table *table)
{
    struct bench_act act;
    struct value_tree args;
    struct value fact[2];
    char text[64];
    char control[CONTROL_BYTES];
    uint64_t dice = 0;
    struct entropy *entropy = &slot->world->entropy;
    entropy->fill(entropy->context, &dice, sizeof dice);
    if (!bench_act_next(table, dice, &act)) {
        return false;
    }
    struct inbound inbound = {.kind = INBOUND_PRESS, .control = control};
    bench_act_control(&act, table->tag, control);
    if (act.say != NULL) {
        value_init(&args, fact, 2, text, sizeof text);
        value_text(&args, "say", act.say, strlen(act.say));
        inbound.kind = INBOUND_FORM;
        inbound.args = &args;
    }
    return slot_tell(slot, &inbound, table->seat[act.seat].name);
}

static bool slot_is_done(const struct slot *slot, const struct table *table)
{
    unsigned max = slot->world->step_max;
    return table->phase >= TABLE_OVER ||
           (max != 0 && table->step >= max + slot->game % STEPS_SPREAD);
}

/* True when it has begun something. */
static bool slot_go(struct slot *slot)
{
    const struct table *table =
        slot->joins == 0 && slot->table == 0 && slot->began == 0 ? NULL : slot_table(slot);
    if (table == NULL || slot_is_done(slot, table)) {
        return slot->world->games < slot->world->games_max && slot_open(slot);
    }
    if (table->phase == TABLE_LOBBY) {
        return slot->joins < 4 && slot_join(slot);
    }
    return slot_act(slot, table);
}

/* Waits until the store has something to say, when nothing else can be done. */
static void world_wait(struct world *world, bool more)
{
    while (!world->alone && !more && store_pending(world->store) > 0 &&
           sem_wait(&world->woken) != 0 && errno == EINTR) {
    }
    while (sem_trywait(&world->woken) == 0) {
    }
}

void world_play(struct world *world, size_t slots, double seconds)
{
    double until = bench_now() + seconds;
    bool more = true;
    while (bench_now() < until && (more || !house_is_idle(world->house))) {
        more = false;
        for (size_t i = 0; i < slots; i++) {
            struct slot *slot = &world->slots[i];
            slot->world = world;
            more = (!slot->busy && slot_go(slot)) || more;
        }
        more = house_run(world->house) || more;
        world_wait(world, more);
    }
}

void world_settle(struct world *world)
{
    bool more = true;
    while (more || !house_is_idle(world->house)) {
        more = house_run(world->house);
        world_wait(world, more);
    }
}
