/* From the first commit that fails until a probe succeeds. All commits behind the first fail too;
 * each takes its table along. What is said meanwhile is said without the store. */
#include "store_down.h"

#include <assert.h>
#include <stdlib.h>

#include "downtime.h"
#include "house_log.h"
#include "house_private.h"
#include "letters.h"
#include "outbox_delivery_status.h"
#include "show_say.h"
#include "sitting.h"

void store_down_notify(struct house *house, struct room *room)
{
    if (room->notified_down) {
        return;
    }
    room->notified_down = true;
    struct commit *commit = commit_new(house);
    show_say(commit, room->key, MSG_HOUSE_STORE_DOWN, NULL);
    commit_drop(&commit);
}

void store_down_begin(struct house *house, const struct fault *fault)
{
    if (!house->down) {
        house_log("store_down", 0, fault->text);
        house->down = true;
        house->down_ms = house->now_ms;
        house->probe_ms = house->now_ms + PROBE_EVERY_MS;
    }
}

void store_down_drop(struct house *house, struct table_entry *entry)
{
    entry->sitting = 0; /* it is said anew */
    if (entry->load != ENTRY_RESIDENT) {
        return;
    }
    arena_reset(house->arena);
    store_down_notify(house, entry->room);
    if (!entry->stored) {
        tables_remove(&house->tables, entry);
        return;
    }
    entry->stale = true;
    entry->board_wanted = false;
    tables_unload(&house->tables, entry);
    timers_set(&house->tables.timers, &entry->timer, NO_DEADLINE);
}

void store_down_lose(struct house *house, struct inbox_item *item)
{
    struct table_entry *entry = NULL;
    size_t at = 0;
    assert(item != NULL);
    while ((entry = map_next(&house->tables.by_id, &at)) != NULL) {
        struct inbox_item **link = &entry->waiting;
        struct inbox_item *before = NULL;
        while (*link != NULL && *link != item) {
            before = *link;
            link = &(*link)->next;
        }
        if (*link == item) {
            *link = item->next;
            if (entry->waiting_last == item) {
                entry->waiting_last = before;
            }
            house->deferred--;
            recent_events_forget(house->recent_events, item->key);
            inbox_item_free(&item);
            return;
        }
    }
}

/* It is over: what was put off is done, and the rooms that were told are told again. */
static void store_down_end(struct house *house)
{
    house->down = false;
    house_log("store_back", 0, "");
    outbox_record(&house->outbox);
    outbox_resume(&house->outbox);
    letters_again(house);
    sitting_again(house);
    size_t at = 0;
    struct commit *commit = commit_new(house);
    for (struct room *room = NULL; (room = map_next(&house->tables.rooms, &at)) != NULL;) {
        if (room->notified_down) {
            room->notified_down = false;
            arena_reset(house->arena);
            show_say(commit, room->key, MSG_HOUSE_STORE_BACK, NULL);
        }
    }
    commit_submit(&commit);
    downtime_house(house, house->now_ms - house->down_ms);
    at = 0;
    for (struct table_entry *entry = NULL; (entry = map_next(&house->tables.by_id, &at)) != NULL;) {
        if ((entry->stale || entry->unreadable) && entry->load == ENTRY_COLD) {
            entry->unreadable = false;
            timers_set(&house->tables.timers, &entry->timer, house->now_ms); /* look at it anew */
        }
    }
}

static void probed(void *context, const struct fault *fault)
{
    struct house *house = context;
    house->probing = false;
    house->probe_ms = house->now_ms + PROBE_EVERY_MS;
    if (fault == NULL && house->down) {
        store_down_end(house);
    }
}

void store_down_run(struct house *house)
{
    if (!house->down || house->probing || house->now_ms < house->probe_ms) {
        return;
    }
    struct store_batch *batch = store_batch_new();
    const struct store_row alive = {.at_ms = house->now_ms};
    store_put(batch, STORE_ALIVE, &alive);
    house->probing = true;
    store_commit(house->setup.store, &batch, probed, house);
}
