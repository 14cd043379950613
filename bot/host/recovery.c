/* Gaps are added up in one number for the house and one for each platform, stored before any table
 * is told; a table's row says how much of it its journal has. So a table that sleeps on disk is
 * told when it wakes, and no gap is told twice. */
#include "recovery.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "house_private.h"
#include "stock.h"
#include "table_load.h"
#include "turn.h"

enum { SWEEP_IDS = 4096, SWEEP_LOADS = 64 };

int64_t recovery_away_ms(struct house *house, const struct table_entry *entry)
{
    return house->away_ms + house_link(house, entry->room->adapter)->away_ms + entry->apart_ms;
}

static void read_setting(void *context, const struct store_row *row)
{
    struct house *house = context;
    stock_read(house->stock, row);
    if (strcmp(row->key, "house") != 0 || strncmp(row->extra, "away", 4) != 0) {
        return;
    }
    int64_t ms = strtoll(row->text, NULL, 10);
    if (row->extra[4] == '\0') {
        house->away_ms = ms;
    } else if (row->extra[4] == '.') {
        house_link(house, row->extra + 5)->away_ms = ms;
    }
}

static void read_alive(void *context, const struct store_row *row)
{
    ((struct house *)context)->alive_ms = row->at_ms;
}

static void put_away(struct commit *commit, const char *adapter, int64_t total_ms)
{
    char name[32];
    char value[24];
    snprintf(name, sizeof name, adapter == NULL ? "away" : "away.%s", adapter);
    snprintf(value, sizeof value, "%lld", (long long)total_ms);
    const struct store_row row = {.key = "house", .extra = name, .text = value};
    commit_put(commit, STORE_SETTING, &row);
}

static void put_alive(struct commit *commit, int64_t at_ms)
{
    const struct store_row row = {.at_ms = at_ms};
    commit_put(commit, STORE_ALIVE, &row);
}

/* All timers anew, with what is still to be told of being away. */
static void refresh_all(struct house *house)
{
    size_t at = 0;
    for (struct table_entry *entry = NULL; (entry = map_next(&house->tables.by_id, &at)) != NULL;) {
        tables_refresh(&house->tables, entry, recovery_away_ms(house, entry));
    }
}

/* The house itself was away from its last sign of life until now. */
static void house_was_away(struct house *house, int64_t gap_ms)
{
    struct commit *commit = commit_new(house);
    if (gap_ms > 0) {
        house->away_ms += gap_ms;
        put_away(commit, NULL, house->away_ms);
        house->sweep_id = 1;
        refresh_all(house);
    }
    house->alive_ms = house->now_ms;
    put_alive(commit, house->now_ms);
    commit_submit(&commit);
}

int recovery_start(struct house *house, struct fault *fault)
{
    const struct store_question settings = {.query = STORE_SETTINGS};
    const struct store_question alive = {.query = STORE_ALIVE_LAST};
    const struct clock *clock = &house->setup.clock;
    if (store_read_now(house->setup.store, &settings, read_setting, house, fault) != 0 ||
        store_read_now(house->setup.store, &alive, read_alive, house, fault) != 0) {
        return -1;
    }
    int64_t wall_ms = clock->now_ms(clock->context);
    house->monotonic_ms = clock->monotonic_ms(clock->context);
    house->skew_ms = wall_ms < house->alive_ms ? house->alive_ms - wall_ms : 0;
    house->now_ms = wall_ms + house->skew_ms;
    refresh_all(house);
    house_was_away(house, house->alive_ms == 0 ? 0 : house->now_ms - house->alive_ms);
    return 0;
}

void recovery_clock(struct house *house)
{
    const struct clock *clock = &house->setup.clock;
    int64_t monotonic_ms = clock->monotonic_ms(clock->context);
    int64_t passed_ms = monotonic_ms - house->monotonic_ms;
    int64_t now_ms = clock->now_ms(clock->context) + house->skew_ms;
    house->monotonic_ms = monotonic_ms;
    int64_t back_ms = house->now_ms + passed_ms - now_ms;
    if (back_ms > JUMP_MS) {
        house->skew_ms += back_ms; /* our time goes on as if it had not jumped */
        now_ms += back_ms;
    }
    int64_t gap_ms = now_ms - house->now_ms;
    house->now_ms = gap_ms > 0 ? now_ms : house->now_ms;
    if (gap_ms > JUMP_MS) {
        house_was_away(house, gap_ms); /* a run is due every ALIVE_EVERY_MS: there was none */
    }
}

void recovery_alive(struct house *house)
{
    if (house->down || house->now_ms - house->alive_ms < ALIVE_EVERY_MS) {
        return;
    }
    house_was_away(house, 0);
    house->asked = true;
}

bool recovery_end(struct house *house)
{
    if (!house->ended && !house->down) {
        house->ended = true;
        house_was_away(house, 0);
    }
    return house->down || house->commits_flying == 0;
}

void recovery_stood_still(struct house *house, int64_t since_ms)
{
    house_was_away(house, house->now_ms - since_ms);
}

/* A table whose room is back, or is lost. */
static void room_of_table(struct house *house, struct table_entry *entry,
                          const struct inbox_item *item, struct commit *commit)
{
    int64_t gap_ms = item->to_ms - item->from_ms;
    entry->held = item->kind == INBOX_LOST;
    if (item->kind == INBOX_AWAY && item->some && gap_ms > 0 && entry->load != ENTRY_FROZEN) {
        entry->apart_ms += gap_ms;
        tables_store(entry, commit->batch);
        house->sweep_id = 1;
    }
    tables_refresh(&house->tables, entry, recovery_away_ms(house, entry));
}

static void rooms_of_item(struct house *house, const struct inbox_item *item, struct commit *commit)
{
    for (size_t i = 0; i < item->row_count; i++) {
        char key[ROOM_KEY_BYTES];
        int len = snprintf(key, sizeof key, "%s/%s", item->adapter->name, item->rows[i].key);
        const struct room *room =
            len < 0 || (size_t)len >= sizeof key ? NULL : tables_room(&house->tables, key);
        struct table_entry *entry = room == NULL ? NULL : room->first;
        for (; entry != NULL; entry = entry->next_in_room) {
            room_of_table(house, entry, item, commit);
        }
    }
}

static void all_rooms(struct house *house, const struct inbox_item *item, struct commit *commit)
{
    size_t at = 0;
    for (struct table_entry *entry = NULL; (entry = map_next(&house->tables.by_id, &at)) != NULL;) {
        if (strcmp(entry->room->adapter, item->adapter->name) == 0) {
            room_of_table(house, entry, item, commit);
        }
    }
}

void recovery_platform(struct house *house, struct inbox_item *item)
{
    struct commit *commit = commit_new(house);
    int64_t gap_ms = item->to_ms - item->from_ms;
    if (item->some) {
        rooms_of_item(house, item, commit);
    } else {
        all_rooms(house, item, commit);
    }
    if (item->kind == INBOX_AWAY && !item->some && gap_ms > 0) {
        item->adapter->away_ms += gap_ms;
        put_away(commit, item->adapter->name, item->adapter->away_ms);
        house->sweep_id = 1;
        refresh_all(house);
    }
    commit_submit(&commit);
}

bool recovery_sweep(struct house *house)
{
    if (house->sweep_id == 0 || house->down) {
        return false;
    }
    for (unsigned i = 0; i < SWEEP_IDS && house->loads_flying < SWEEP_LOADS; i++) {
        if (house->sweep_id >= house->tables.next_id) {
            house->sweep_id = 0;
            return false;
        }
        struct table_entry *entry = tables_find(&house->tables, house->sweep_id++);
        if (entry == NULL || entry->due_ms == NO_DEADLINE || entry->load == ENTRY_FROZEN ||
            entry->away_ms >= recovery_away_ms(house, entry)) {
            continue;
        }
        if (entry->load == ENTRY_RESIDENT) {
            turn_catch_up(house, entry, house->now_ms);
        } else {
            table_load(house, entry);
        }
    }
    return house->loads_flying < SWEEP_LOADS;
}
