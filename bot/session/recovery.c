/* Gaps are added up in one number for the house and one for each platform, stored before any table
 * is told; a table's row says how much of it its journal has. So a table that sleeps on disk is
 * told when it wakes, and no gap is told twice. */
#include "recovery.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "downtime.h"
#include "follow.h"
#include "forgotten.h"
#include "house_log.h"
#include "house_private.h"
#include "room_choices.h"
#include "table_load.h"
#include "week_secrets.h"

enum { SWEEP_IDS = 4096, SWEEP_LOADS = 64 };

static void read_setting(void *context, const struct store_row *row)
{
    struct house *house = context;
    room_choices_read(house->room_choices, row);
    week_secrets_read(house->week_secrets, row);
    forgotten_read(house->forgotten, row);
    if (row->damaged) {
        house->settings_damaged = true;
        house_log("damaged_setting", 0,
                  strncmp(row->key, "room ", 5) == 0
                      ? "of a room: nothing new begins there; `deaddrop check` names it"
                      : "it is as if it were not there; `deaddrop check` names it");
        return;
    }
    if (strcmp(row->key, "house") != 0 || strncmp(row->extra, "away", 4) != 0) {
        return;
    }
    int64_t ms = strtoll(row->text, NULL, 10);
    if (row->extra[4] == '\0') {
        house->downtime_ms = ms;
    } else if (row->extra[4] == '.') {
        link_named(&house->links, row->extra + 5)->downtime_ms = ms;
    }
}

/* Of how long it was away, the tables know at least what they were told. */
static void recall_downtime(struct house *house)
{
    size_t at = 0;
    for (struct table_entry *entry = NULL; (entry = map_next(&house->tables.by_id, &at)) != NULL;) {
        int64_t missing_ms = entry->downtime_ms - downtime_ms(house, entry);
        if (missing_ms > 0 && !entry->damaged) {
            house->downtime_ms += missing_ms;
        }
    }
}

static void read_alive(void *context, const struct store_row *row)
{
    ((struct house *)context)->alive_ms = row->at_ms;
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
    if (house->settings_damaged) {
        recall_downtime(house);
    }
    int64_t wall_ms = clock->now_ms(clock->context);
    house->monotonic_ms = clock->monotonic_ms(clock->context);
    house->skew_ms = wall_ms < house->alive_ms ? house->alive_ms - wall_ms : 0;
    house->now_ms = wall_ms + house->skew_ms;
    downtime_refresh(house);
    downtime_house(house, house->alive_ms == 0 ? 0 : house->now_ms - house->alive_ms);
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
        downtime_house(house, gap_ms); /* a run is due every ALIVE_EVERY_MS: there was none */
    }
}

void recovery_alive(struct house *house)
{
    if (house->down || house->now_ms - house->alive_ms < ALIVE_EVERY_MS) {
        return;
    }
    downtime_house(house, 0);
    house->asked = true;
}

bool recovery_end(struct house *house)
{
    if (!house->ended && !house->down) {
        house->ended = true;
        downtime_house(house, 0);
    }
    return house->down || house->commits_in_flight == 0;
}

/* A table whose room is back, or is lost. */
static void room_of_table(struct house *house, struct table_entry *entry,
                          const struct inbox_item *item, struct commit *commit)
{
    int64_t gap_ms = item->to_ms - item->from_ms;
    entry->held = item->kind == INBOX_UNREACHABLE;
    if (item->kind == INBOX_REACHABLE && item->some && gap_ms > 0 && entry->load != ENTRY_FROZEN) {
        entry->unreachable_ms += gap_ms;
        tables_store(entry, commit->batch);
        house->sweep_id = 1;
    }
    tables_refresh(&house->tables, entry, downtime_ms(house, entry));
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
    if (item->kind == INBOX_REACHABLE && !item->some && gap_ms > 0) {
        item->adapter->downtime_ms += gap_ms;
        downtime_put(commit, item->adapter->name, item->adapter->downtime_ms);
        house->sweep_id = 1;
        downtime_refresh(house);
    }
    commit_submit(&commit);
}

bool recovery_sweep(struct house *house)
{
    if (house->sweep_id == 0 || house->down) {
        return false;
    }
    for (unsigned i = 0; i < SWEEP_IDS && house->loads_in_flight < SWEEP_LOADS; i++) {
        if (house->sweep_id >= house->tables.next_id) {
            house->sweep_id = 0;
            return false;
        }
        struct table_entry *entry = tables_find(&house->tables, house->sweep_id++);
        if (entry == NULL || entry->due_ms == NO_DEADLINE || entry->load == ENTRY_FROZEN ||
            entry->downtime_ms >= downtime_ms(house, entry)) {
            continue;
        }
        if (entry->load == ENTRY_RESIDENT) {
            follow_catch_up(house, entry, house->now_ms);
        } else {
            table_load(house, entry);
        }
    }
    return house->loads_in_flight < SWEEP_LOADS;
}
