/* The SQLite driver: which events were handled. Their keys are hashes, so an index of them is hit
 * in a random place by each event, and a page is written for 8 bytes. So new ones are only
 * appended, and known from a set in memory; when there are many, those of one stretch of keys after
 * the other are sorted into the index, so that each touches few pages and none holds up
 * transactions. */

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include <sqlite3.h>

#include "crash.h"
#include "heap.h"
#include "store_sqlite_private.h"

enum {
    STORE_EVENTS_SLOTS_FIRST = 1 << 12,
    STORE_EVENTS_SORT_AT = 50000, /* a megabyte of rows */
    STORE_EVENTS_STRETCHES = 16,
    STORE_EVENTS_STRETCH_BITS = 60 /* each is this wide: together all 64 */
};

/* Open addressing; 0 is an empty slot. Never more than half full. */
struct store_events {
    uint64_t *slots;
    size_t slot_count;
    size_t count;
    uint64_t *noted; /* of the transaction under way */
    size_t noted_count;
    size_t noted_room;
};

struct store_events *store_events_new(void)
{
    struct store_events *events = heap_allocate(sizeof(*events));
    events->slot_count = STORE_EVENTS_SLOTS_FIRST;
    events->slots = heap_allocate(events->slot_count * sizeof(*events->slots));
    return events;
}

void store_events_free(struct store_events **events)
{
    if (*events != NULL) {
        free((*events)->slots);
        free((*events)->noted);
        free(*events);
        *events = NULL;
    }
}

/* The slot where the key is, or would be. */
static size_t store_events_slot(const struct store_events *events, uint64_t key)
{
    size_t slot = (size_t)(key >> 16) & (events->slot_count - 1);
    while (events->slots[slot] != 0 && events->slots[slot] != key) {
        slot = (slot + 1) & (events->slot_count - 1);
    }
    return slot;
}

static void store_events_grow(struct store_events *events)
{
    uint64_t *old = events->slots;
    size_t old_count = events->slot_count;
    events->slot_count *= 2;
    events->slots = heap_allocate(events->slot_count * sizeof(*events->slots));
    for (size_t i = 0; i < old_count; i++) {
        if (old[i] != 0) {
            events->slots[store_events_slot(events, old[i])] = old[i];
        }
    }
    free(old);
}

static void store_events_add(struct store_events *events, uint64_t key)
{
    size_t slot = store_events_slot(events, key);
    if (events->slots[slot] == 0 && key != 0) {
        events->slots[slot] = key;
        events->count++;
    }
    if (events->count * 2 > events->slot_count) {
        store_events_grow(events);
    }
}

bool store_events_have(const struct store_events *events, uint64_t key)
{
    return key != 0 && events->slots[store_events_slot(events, key)] == key;
}

void store_events_note(struct store_events *events, uint64_t key)
{
    if (events->noted_count == events->noted_room) {
        events->noted_room = events->noted_room == 0 ? 64 : events->noted_room * 2;
        events->noted = heap_grow(events->noted, events->noted_room, sizeof(*events->noted));
    }
    events->noted[events->noted_count++] = key;
}

void store_events_settle(struct store_events *events, bool committed)
{
    for (size_t i = 0; committed && i < events->noted_count; i++) {
        store_events_add(events, events->noted[i]);
    }
    events->noted_count = 0;
}

static void store_events_clear(struct store_events *events)
{
    memset(events->slots, 0, events->slot_count * sizeof(*events->slots));
    events->count = 0;
    events->noted_count = 0;
}

int store_events_load(const struct store_sql *sqlite, struct fault *fault)
{
    sqlite3_stmt *rows = NULL;
    store_events_clear(sqlite->events);
    int code = sqlite3_prepare_v2(sqlite->db, "SELECT key FROM event_new", -1, &rows, NULL);
    if (code == SQLITE_OK) {
        code = sqlite3_step(rows);
    }
    for (; code == SQLITE_ROW; code = sqlite3_step(rows)) {
        store_events_add(sqlite->events, (uint64_t)sqlite3_column_int64(rows, 0));
    }
    sqlite3_finalize(rows);
    return code == SQLITE_DONE ? 0 : store_sql_fault(sqlite, code, fault);
}

/* One stretch of those up to sqlite->sorting, or after the last their end. */
static int store_events_sort_one(const struct store_sql *sqlite, unsigned stretch)
{
    char sql[400];
    long long last = (long long)sqlite->sorting;
    if (stretch == STORE_EVENTS_STRETCHES) {
        sqlite3_snprintf(sizeof(sql), sql,
                         "BEGIN IMMEDIATE; DELETE FROM event_new WHERE id <= %lld", last);
    } else {
        /* 15 steps of this width and one less than one more still fit above the least */
        const int64_t width = (int64_t)1 << STORE_EVENTS_STRETCH_BITS;
        int64_t from = INT64_MIN;
        for (unsigned i = 0; i < stretch; i++) {
            from += width;
        }
        int64_t to = from + (width - 1);
        sqlite3_snprintf(sizeof(sql), sql,
                         "BEGIN IMMEDIATE; INSERT OR IGNORE INTO event (day, key, sum) "
                         "SELECT day, key, sum FROM event_new WHERE id <= %lld "
                         "AND key BETWEEN %lld AND %lld ORDER BY day, key",
                         last, (long long)from, (long long)to);
    }
    if (store_sql_exec(sqlite, sql, NULL) != 0) {
        return -1;
    }
    CRASH_POINT("store.events_sorted");
    return store_sql_exec(sqlite, "COMMIT", NULL);
}

/* Whatever became of the transaction, the file knows, and doing it again harms nothing; a full disk
 * is found out by the next event. */
static void store_events_sort_again(struct store_sql *sqlite)
{
    sqlite->sorting = 0;
    if (sqlite3_get_autocommit(sqlite->db) == 0) {
        store_sql_exec(sqlite, "ROLLBACK", NULL);
    }
    sqlite->lost = true;
}

void store_events_sort(struct store_sql *sqlite)
{
    if (sqlite->sorting == 0) {
        if (sqlite->events->count < STORE_EVENTS_SORT_AT ||
            store_sql_number(sqlite, "SELECT max(id) FROM event_new", &sqlite->sorting, NULL) !=
                0) {
            return;
        }
        sqlite->stretch = 0;
    }
    if (store_events_sort_one(sqlite, sqlite->stretch) != 0) {
        store_events_sort_again(sqlite);
        return;
    }
    sqlite->stretch++;
    if (sqlite->stretch > STORE_EVENTS_STRETCHES) {
        sqlite->sorting = 0;
        if (store_events_load(sqlite, NULL) != 0) {
            sqlite->lost = true;
        }
    }
}
