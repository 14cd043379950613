/* A store in SQL: what a transaction is made of, and the counts that it ends with. */

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "crash.h"
#include "entropy.h"
#include "heap.h"
#include "log.h"
#include "store_beside.h"
#include "store_sql_forget.h"
#include "store_sql_keep.h"
#include "store_sql_rows.h"
#include "store_sql_seal.h"
#include "store_sql_ways.h"

enum {
    STORE_SQL_DAY_MS = 86400000,
    STORE_SQL_LAST = 64 /* rows of adapters whose last write is known */
};

/* The last write of an adapter's row in a transaction; its number counts from 1. */
struct store_last {
    size_t number;
    struct store_text key;
    struct store_text extra;
};

/* What is taken away of somebody must not stay readable in free pages; for the rest that costs too
 * much. */
static int store_sql_put_secure(struct store_sql *store, const struct store_item *item,
                                struct fault *fault)
{
    if (store->ways->secure(store, true, fault) != 0) {
        return -1;
    }
    int done = store_sql_put(store, item, fault);
    if (store->ways->secure(store, false, done == 0 ? fault : NULL) != 0) {
        return -1;
    }
    return done;
}

/* Where the row that is written over is damaged, that is kept: it is set aside, or left. */
static int store_sql_put_aside(struct store_sql *store, const struct store_item *item,
                               struct fault *fault)
{
    struct fault refused = {FAULT_NONE, ""};
    if (store->damaged &&
        (store_sql_move_aside(store, item, fault) < 0 || store->ways->save(store, fault) != 0)) {
        return -1;
    }
    if (store_sql_put(store, item, &refused) == 0) {
        return 0;
    }
    if (store->ways->was_damaged(store, &refused)) {
        if (store->damaged && store->ways->back(store, fault) != 0) {
            return -1;
        }
        if (store_sql_leaves(item->op)) {
            return 0;
        }
        int moved = store_sql_move_aside(store, item, fault);
        if (moved != 0) {
            return moved < 0 ? -1 : store_sql_put(store, item, fault);
        }
    }
    *fault = refused;
    return -1;
}

static int store_sql_write(struct store_sql *store, const struct store_item *item,
                           struct fault *fault)
{
    bool nobody = item->op == STORE_PERSON && item->text.len == 0;
    if (nobody || item->op == STORE_WORDS_FORGET) {
        assert(item->id != 0 || item->sub != 0);
        return store_sql_put_secure(store, item, fault);
    }
    if (item->op == STORE_FORGET) {
        return store_sql_forget(store, item, fault);
    }
    if (store_sql_put_aside(store, item, fault) != 0) {
        return -1;
    }
    if (item->op == STORE_JOURNAL && store->sql->followed(store, item->id, item->sub, fault) != 0) {
        return -1;
    }
    bool lease = item->op >= STORE_LEASE_TAKE && item->op <= STORE_LEASE_GIVE;
    return lease ? store->ways->leased(store, fault) : 0;
}

/* What a transaction has to note of an op. */
static void store_sql_mark(struct store_sql_marks *marks, const struct store_item *item)
{
    if (item->op == STORE_TABLE && item->id > marks->table_last) {
        marks->table_last = item->id;
    }
    if (item->op == STORE_OUTBOX && item->id > marks->outbox_last) {
        marks->outbox_last = item->id;
    }
    if (item->op == STORE_ALIVE) {
        marks->alive_ms = item->at_ms;
    }
}

/* One op, by itself or with others. */
static int store_sql_take(struct store_sql *store, const struct store_item *item, size_t number,
                          struct fault *fault)
{
    int taken = store->ways->gather == NULL ? 0 : store->ways->gather(store, item, number, fault);
    if (taken == 0) {
        return store_sql_write(store, item, fault);
    }
    return taken < 0 ? -1 : 0;
}

/* Once a day the ids of old events are deleted. */
static int store_sql_prune(struct store_sql *store, int64_t now_ms, struct fault *fault)
{
    int64_t day = now_ms / STORE_SQL_DAY_MS - STORE_SQL_EVENT_DAYS;
    if (day <= store->pruned_day) {
        return 0;
    }
    static const char *const events[] = {"event", "event_new"};
    for (size_t i = 0; i < sizeof events / sizeof events[0]; i++) {
        char sql[128];
        snprintf(sql, sizeof sql, "DELETE FROM %s WHERE day < %lld", events[i], (long long)day);
        if (strcmp(events[i], store->ways->lacks) != 0 && store_sql_exec(store, sql, fault) != 0) {
            return -1;
        }
    }
    store->pruned_day = day;
    store->stale = true;
    return 0;
}

static bool store_sql_same(struct store_text one, struct store_text other)
{
    return one.len == other.len && memcmp(one.text, other.text, one.len) == 0;
}

/* Where the last write of an adapter's row is remembered. Two that share a place push each other
 * out, and are written more often. */
static struct store_last *store_sql_place(struct store_last *last, const struct store_item *item)
{
    size_t end = item->extra.len;
    unsigned hash = (unsigned)end;
    for (size_t i = end < 8 ? 0 : end - 8; i < end; i++) {
        hash = hash * 31 + (unsigned char)item->extra.text[i];
    }
    return &last[hash % STORE_SQL_LAST];
}

/* Watermarks are written with each transaction: of those in one transaction the last is enough. */
static void store_sql_find_last(struct store_batch *const *batches, size_t count,
                                struct store_last *last)
{
    size_t number = 0;
    for (size_t i = 0; i < count; i++) {
        size_t items = store_batch_count(batches[i]);
        for (size_t j = 0; j < items; j++) {
            struct store_item item;
            store_batch_item(batches[i], j, &item);
            number++;
            if (item.op == STORE_ADAPTER) {
                *store_sql_place(last, &item) =
                    (struct store_last){.number = number, .key = item.key, .extra = item.extra};
            }
        }
    }
}

/* Is the same row written once more in this transaction? */
static bool store_sql_is_early(struct store_last *last, const struct store_item *item,
                               size_t number)
{
    const struct store_last *one = item->op == STORE_ADAPTER ? store_sql_place(last, item) : NULL;
    return one != NULL && one->number > number && store_sql_same(one->extra, item->extra) &&
           store_sql_same(one->key, item->key);
}

/* All that stands between BEGIN and COMMIT. */
int store_sql_fill(struct store_sql *store, struct store_batch *const *batches, size_t count,
                   struct fault *fault)
{
    struct store_sql_marks marks = {0};
    struct store_last last[STORE_SQL_LAST] = {{0}};
    size_t number = 0;
    store_sql_find_last(batches, count, last);
    for (size_t i = 0; i < count; i++) {
        size_t items = store_batch_count(batches[i]);
        for (size_t j = 0; j < items; j++) {
            struct store_item item;
            store_batch_item(batches[i], j, &item);
            if (!store_sql_is_early(last, &item, ++number) &&
                store_sql_take(store, &item, number, fault) != 0) {
                return -1;
            }
            store_sql_mark(&marks, &item);
        }
        CRASH_POINT("store.between_batches");
    }
    if (store->ways->gathered != NULL && store->ways->gathered(store, fault) != 0) {
        return -1;
    }
    store_tidy_alive(store->tidy, marks.alive_ms);
    if (marks.alive_ms != 0 && store_sql_prune(store, marks.alive_ms, fault) != 0) {
        return -1;
    }
    char counts[STORE_SQL_SQL_BYTES];
    snprintf(counts, sizeof counts, "%s%s", store_sql_counts, store->ways->fence);
    struct sql_statement *mark = store_sql_statement(store, &store->mark, counts, fault);
    if (mark == NULL) {
        return -1;
    }
    sql_bind_number(mark, 1, store->count.commits + 1);
    sql_bind_number(mark, 2, (int64_t)marks.table_last);
    sql_bind_number(mark, 3, (int64_t)marks.outbox_last);
    sql_bind_number(mark, 4, store->count.lineage);
    sql_bind_number(mark, 5, store->ways->epoch(store));
    store->given = marks;
    return store_sql_step(store, mark, fault) == 0 ? store->ways->ended(store, fault) : -1;
}

/* One more transaction is on disk. */
void store_sql_counted(struct store_sql *store)
{
    struct store_sql_count *count = &store->count;
    int64_t table = (int64_t)store->given.table_last;
    int64_t outbox = (int64_t)store->given.outbox_last;
    count->commits++;
    count->table_last = table > count->table_last ? table : count->table_last;
    count->outbox_last = outbox > count->outbox_last ? outbox : count->outbox_last;
    store_beside_count(store);
}

struct store_sql *store_sql_new(const struct sql_driver *sql, const struct store_sql_ways *ways,
                                const char *path, bool reading)
{
    struct store_sql *store = heap_allocate(sizeof *store);
    store->sql = sql;
    store->ways = ways;
    store->path = heap_copy(path);
    store->reading = reading;
    store->lock = -1;
    for (size_t i = 0; i < 2; i++) {
        buf_init(&store->sealed[i], INT32_MAX);
        buf_init(&store->opened[i], INT32_MAX);
    }
    return store;
}

void store_sql_finalize(struct store_sql *store)
{
    for (size_t op = 0; op <= STORE_ALIVE; op++) {
        for (size_t i = 0; i < STORE_SQL_STEPS; i++) {
            sql_finalize(store->writes[op][i]);
            store->writes[op][i] = NULL;
        }
    }
    for (size_t query = 0; query <= STORE_NEXT_IDS; query++) {
        sql_finalize(store->reads[query]);
        store->reads[query] = NULL;
    }
    struct sql_statement **others[] = {&store->begin, &store->end, &store->mark};
    for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++) {
        sql_finalize(*others[i]);
        *others[i] = NULL;
    }
}

void store_sql_free(struct store_sql *store)
{
    if (store->lock >= 0) {
        close(store->lock);
    }
    store_tidy_free(&store->tidy);
    store_seal_wipe(store);
    for (size_t i = 0; i < 2; i++) {
        buf_deinit(&store->sealed[i]);
        buf_deinit(&store->opened[i]);
    }
    free(store->path);
    free(store);
}

int store_sql_check(void *db, const struct store_damage_listener *listener, struct fault *fault)
{
    return store_sql_find_damage(db, false, listener, fault);
}

void store_sql_use(void *db, const struct row_rules *const *rules)
{
    ((struct store_sql *)db)->rules = rules;
}

/* What is damaged and does not keep us from starting is said; one of the settings may have been the
 * mark that somebody was forgotten. */
void store_sql_open_marks(struct store_sql *store)
{
    int64_t forgot = 0;
    if (store->reading) {
        return;
    }
    int damaged = store_sql_contained(store, NULL);
    store->damaged = damaged != 0;
    if (store->damaged) {
        log_event(LEVEL_ERROR, "store.damaged",
                  LOG_FIELDS(log_text("path", store->path), log_number("rows", damaged),
                             log_text("mend", "all else goes on: `deaddrop check` names them, what "
                                              "each costs and how to mend it")));
    }
    store_sql_number(
        store,
        "SELECT count(*) FROM setting WHERE (scope = 'store' AND name = 'wipe') OR "
        "(scope NOT LIKE 'room %' AND row_sum('setting', scope, name, value) IS DISTINCT FROM "
        "sum)",
        &forgot, NULL);
    store->forgot = forgot > 0;
}
