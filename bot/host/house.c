/* The house: owns everything, decides in which order things get their turn. What was heard goes
 * before what falls due, and nothing is sent before it is on disk. */
#include "house.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "crash.h"
#include "forget.h"
#include "heap.h"
#include "house_log.h"
#include "house_player.h"
#include "house_private.h"
#include "library.h"
#include "log.h"
#include "outage.h"
#include "poison.h"
#include "recovery.h"
#include "settings.h"
#include "stock.h"
#include "table_load.h"
#include "turn.h"
#include "unwanted.h"

static const struct house_limits limits_default = {
    .tables_per_room = 12,
    .tables_per_person = 12,
    .person = {.burst = 30, .per_minute = 90},
    .room = {.burst = 120, .per_minute = 600},
};

void house_log(const char *what, uint64_t table, const char *why)
{
    char event[64] = "house.";
    size_t len = strnlen(what, sizeof event - 7);
    memcpy(event + 6, what, len);
    event[6 + len] = '\0';
    log_event(LEVEL_WARNING, event,
              LOG_FIELDS(log_number("table", (int64_t)table), log_text("why", why)));
}

static void scratch_init(struct scratch *scratch)
{
    buf_init(&scratch->json, SCRATCH_JSON_MAX);
    draw_init(&scratch->draw);
}

static struct house *house_make(const struct house_setup *setup)
{
    struct house *house = heap_take(sizeof *house);
    house->setup = *setup;
    if (setup->library == NULL) {
        house->own_library = library_new();
        house->setup.library = house->own_library;
    }
    house->limits = setup->limits == NULL ? limits_default : *setup->limits;
    house->people = people_new(&setup->entropy);
    house->seen = seen_new(&setup->entropy);
    house->arena = arena_new();
    house->scratch = heap_take(sizeof *house->scratch);
    scratch_init(house->scratch);
    tables_init(&house->tables, &setup->entropy, house->people);
    house->stock = stock_new(house->tables.rooms.key);
    house->tables.resident_max =
        setup->tables_resident_max == 0 ? TABLES_RESIDENT_MAX : setup->tables_resident_max;
    outbox_init(&house->outbox, &setup->entropy);
    return house;
}

static int read_unwanted(struct house *house, struct fault *fault)
{
    house->unwanted =
        unwanted_read(settings_text(house->setup.settings, "bot", "unwanted_words"), fault);
    return house->unwanted == NULL ? -1 : 0;
}

struct house *house_new(const struct house_setup *setup, struct fault *fault)
{
    struct house *house = house_make(setup);
    const struct clock *clock = &house->setup.clock;
    house->now_ms = clock->now_ms(clock->context);
    if (people_load(house->people, setup->store, fault) != 0 ||
        tables_load(&house->tables, setup->store, fault) != 0 || inbox_load(house, fault) != 0 ||
        outbox_load(house, fault) != 0 || recovery_start(house, fault) != 0 ||
        poison_start(house, fault) != 0 || read_unwanted(house, fault) != 0) {
        house_free(&house);
        return NULL;
    }
    return house;
}

/* Items that wait for a table belong to it. */
static void free_waiting(struct house *house)
{
    size_t at = 0;
    for (struct table_entry *entry = NULL; (entry = map_next(&house->tables.by_id, &at)) != NULL;) {
        if (entry->waiting != NULL) {
            inbox_resume(&house->inbox, entry->waiting);
            entry->waiting = NULL;
        }
    }
}

void house_close(struct house *house)
{
    house->closing = true;
    while (store_pending(house->setup.store) > 0) {
        store_poll(house->setup.store);
    }
}

void house_free(struct house **house_r)
{
    struct house *house = *house_r;
    for (unsigned i = 0; i < house->adapter_count; i++) {
        house->adapters[i].def = NULL; /* they may be gone already */
    }
    house_close(house);
    free_waiting(house);
    inbox_deinit(&house->inbox);
    outbox_deinit(&house->outbox);
    tables_deinit(&house->tables);
    people_free(&house->people);
    stock_free(&house->stock);
    seen_free(&house->seen);
    arena_free(&house->arena);
    command_index_free(&house->index);
    buf_deinit(&house->scratch->json);
    draw_deinit(&house->scratch->draw);
    free(house->scratch);
    free(house->pinned_deal);
    library_free(&house->own_library);
    unwanted_free(&house->unwanted);
    free(house);
    *house_r = NULL;
}

const struct house_setup *house_world(const struct house *house)
{
    return &house->setup;
}

struct adapter_link *house_link(struct house *house, const char *name)
{
    for (unsigned i = 0; i < house->adapter_count; i++) {
        if (strcmp(house->adapters[i].name, name) == 0) {
            return &house->adapters[i];
        }
    }
    assert(house->adapter_count < ADAPTERS_MAX);
    struct adapter_link *link = &house->adapters[house->adapter_count++];
    memcpy(link->name, name, strnlen(name, sizeof link->name - 1));
    return link;
}

struct adapter_link *house_link_of(struct house *house, const char *key)
{
    char name[16] = "";
    const char *slash = strchr(key, '/');
    size_t len = slash == NULL ? strlen(key) : (size_t)(slash - key);
    memcpy(name, key, len < sizeof name ? len : sizeof name - 1);
    return house_link(house, name);
}

void house_add_adapter(struct house *house, const struct adapter_def *def, struct adapter *adapter)
{
    struct adapter_link *link = house_link(house, def->name);
    link->def = def;
    link->adapter = adapter;
    outbox_wake(house);
}

const char *house_room_name(struct house *house, const struct room *room)
{
    const struct adapter_link *link = house_link(house, room->adapter);
    const char *name = link->def == NULL || link->def->room_name == NULL
                           ? NULL
                           : link->def->room_name(link->adapter, room->id);
    return name == NULL ? room->id : name;
}

const char *house_prefix(struct house *house, const char *adapter, const char *room)
{
    (void)adapter;
    (void)room;
    return settings_text(house->setup.settings, "bot", "prefix");
}

const char *house_account(const struct house *house, const struct adapter *adapter, uint64_t person)
{
    const struct person *known = people_find(house->people, person);
    for (unsigned i = 0; known != NULL && i < house->adapter_count; i++) {
        if (house->adapters[i].def != NULL && house->adapters[i].adapter == adapter) {
            return person_account(known, house->adapters[i].name);
        }
    }
    return NULL;
}

bool house_plays(const struct house *house, const struct adapter *adapter, const char *room)
{
    bool plays = false;
    for (unsigned i = 0; i < house->adapter_count; i++) {
        char key[ROOM_KEY_BYTES];
        const struct adapter_link *link = &house->adapters[i];
        int len = snprintf(key, sizeof key, "%s/%s", link->name, room);
        bool fits =
            link->def != NULL && link->adapter == adapter && len > 0 && (size_t)len < sizeof key;
        const struct room *known = fits ? tables_room(&house->tables, key) : NULL;
        const struct table_entry *entry = known == NULL ? NULL : known->first;
        for (; entry != NULL && !plays; entry = entry->next_in_room) {
            plays = entry->phase < TABLE_CLOSED;
        }
    }
    return plays;
}

uint64_t house_seat_person(const void *context, int seat, const char **account_r)
{
    const struct seat_people *seats = context;
    if (seats->entry == NULL || seats->entry->resident == NULL || !seat_is_person(seat)) {
        return 0;
    }
    if (table_is_bot(&seats->entry->resident->table, seat)) {
        return 0;
    }
    uint64_t id = seats->entry->resident->table.seat[seat].person;
    const struct person *person = people_find(seats->house->people, id);
    *account_r = person == NULL ? NULL : person_account(person, seats->adapter);
    return id;
}

/* The moment before the first event in a list that still waits for its turn; else until_ms. */
static int64_t before_waiting(const struct inbox_item *item, int64_t until_ms)
{
    while (item != NULL && item->kind != INBOX_HEARD) {
        item = item->next;
    }
    return item != NULL && item->copy.heard.at_ms <= until_ms ? item->copy.heard.at_ms - 1
                                                              : until_ms;
}

/* What is due falls, in its order, but not before what was heard in time; tables that sleep are
 * woken for it. */
static void run_deadlines(struct house *house)
{
    struct timer *timer = NULL;
    int64_t until_ms = before_waiting(house->inbox.again, house->now_ms);
    until_ms = before_waiting(house->inbox.first, until_ms);
    while (!house->down && (timer = timers_first(&house->tables.timers)) != NULL &&
           timer->due_ms <= until_ms) {
        struct table_entry *entry = (struct table_entry *)(void *)timer;
        arena_reset(house->arena);
        if (entry->load == ENTRY_RESIDENT) {
            work_begin(house->setup.work, "", entry->id);
            turn_catch_up(house, entry, until_ms);
            house_player_act(house, entry, until_ms);
            work_end(house->setup.work);
            if (timer->due_ms <= until_ms) {
                tables_refresh(&house->tables, entry, recovery_away_ms(house, entry));
            }
        } else {
            table_load(house, entry);
        }
    }
}

bool house_run(struct house *house)
{
    recovery_clock(house);
    store_poll(house->setup.store);
    outage_run(house);
    recovery_alive(house);
    if (house->asked && house->loads_flying == 0) {
        forget_look(house);
    }
    inbox_look(house);
    struct inbox_item *item = NULL;
    int left = HOUSE_TURNS_AT_ONCE;
    while (left-- > 0 && house->commits_flying < COMMITS_FLYING_MAX &&
           (item = inbox_take(&house->inbox)) != NULL) {
        turn_item(house, item);
    }
    run_deadlines(house);
    bool more = recovery_sweep(house) || item != NULL;
    arena_reset(house->arena);
    outbox_run(house);
    outbox_flush(house);
    /* one item may need as many tables as it can mean; they must not push each other out */
    tables_evict(&house->tables, house->parked > 0 || house->inbox.again != NULL ? MEANT_MAX : 0);
    house->more = more || house->inbox.again != NULL || house->inbox.unlooked != NULL;
    return house->more;
}

static int64_t earlier(int64_t one_ms, const struct timer *timer)
{
    return timer != NULL && timer->due_ms < one_ms ? timer->due_ms : one_ms;
}

int64_t house_due_ms(const struct house *house)
{
    int64_t due_ms = house->more ? house->now_ms : house->alive_ms + ALIVE_EVERY_MS;
    if (house->down) {
        int64_t probe_ms = house->probing ? house->now_ms + PROBE_EVERY_MS : house->probe_ms;
        due_ms = probe_ms < due_ms ? probe_ms : due_ms;
    } else {
        due_ms = earlier(due_ms, timers_first(&house->tables.timers));
    }
    due_ms = earlier(due_ms, timers_first(&house->outbox.timers));
    return due_ms - house->skew_ms;
}

static bool lanes_are_stuck(const struct house *house)
{
    const struct timer *timer = timers_first(&house->outbox.timers);
    return timer == NULL || timer->due_ms > house->now_ms;
}

bool house_drain(struct house *house)
{
    house->closing = true;
    bool busy = house_run(house) || house->inbox.count > 0 || house->commits_flying > 0 ||
                house->loads_flying > 0;
    if (busy && !house->down) {
        return false;
    }
    /* what flies may still arrive; what waits for its time cannot be sent now */
    bool sent = lanes_are_stuck(house) && !outbox_flies(&house->outbox);
    if (house->outbox.count > 0 && !sent) {
        return false;
    }
    return recovery_end(house);
}

bool house_is_idle(const struct house *house)
{
    return house->inbox.count == 0 && house->commits_flying == 0 && house->loads_flying == 0 &&
           house->sweep_id == 0 && house->inbox.again == NULL && !outbox_flies(&house->outbox) &&
           lanes_are_stuck(house) && store_pending(house->setup.store) == 0;
}

void house_figures(const struct house *house, struct house_figures *figures)
{
    *figures = house->figures;
    figures->tables = (uint32_t)house->tables.by_id.count;
    figures->resident = house->tables.resident_count;
    figures->queued = (uint32_t)house->inbox.count;
    figures->outbox = (uint32_t)house->outbox.count;
    figures->store_down = house->down;
}

void house_speak(struct house *house, const struct catalogue *catalogue)
{
    house->setup.catalogue = catalogue;
}

void house_pin(struct house *house, const char *seed, const char *deal)
{
    house->pinned_seed[0] = '\0';
    if (seed != NULL && strlen(seed) == (size_t)SEED_BYTES * 2) {
        memcpy(house->pinned_seed, seed, SEED_BYTES * 2 + 1);
    }
    free(house->pinned_deal);
    house->pinned_deal = heap_copy(deal);
}
