/* The SQLite driver: transactions and queries. Opening and faults are in store_sqlite_open.c.
 *
 * A COMMIT that ends with an I/O error has an unknown outcome: its frames may or may not be read
 * again after a crash. Then the connection is closed, opened anew and asked: each transaction
 * counts itself in the row `mark`. Nothing is written before the answer is known. Where nobody
 * answers, the transactions are called failed; should they be there after all, the program begins
 * anew (exit 75).
 */

#include <assert.h>
#include <string.h>
#include <sysexits.h>
#include <unistd.h>

#include <sqlite3.h>

#include "crash.h"
#include "hash.h"
#include "log.h"
#include "metrics.h"
#include "store_sqlite_forget.h"
#include "store_sqlite_keep.h"
#include "store_sqlite_private.h"
#include "store_sqlite_rows.h"
#include "store_sqlite_seal.h"

enum {
    STORE_SQLITE_DAY_MS = 86400000,
    STORE_SQLITE_LAST = 64,              /* rows of adapters whose last write is known */
    STORE_SQLITE_CHECKPOINT_QUIET = 512, /* pages of the log: 2 MB when nothing waits */
    STORE_SQLITE_CHECKPOINT_BUSY = 4096  /* 16 MB when something does */
};

/* Counts one transaction, where no statement is at hand. */
#define STORE_SQLITE_COUNT_ONE                                                             \
    "UPDATE mark SET commits = commits + 1, sum = row_sum('mark', commits + 1, alive_ms, " \
    "table_last, outbox_last, lineage)"

struct store_asker {
    enum store_query query;
    store_row_fn row;
    void *context;
};

/* The last write of an adapter's row in a transaction; its number counts from 1. */
struct store_last {
    size_t number;
    struct store_text key;
    struct store_text extra;
};

/* What is taken away of somebody must not stay readable in free pages; for the rest that costs too
 * much. */
static int store_sqlite_put_secure(struct store_sqlite *sqlite, const struct store_item *item,
                                   struct fault *fault)
{
    if (store_sqlite_exec(sqlite, "PRAGMA secure_delete = ON", fault) != 0) {
        return -1;
    }
    int done = store_sqlite_put(sqlite, item, fault);
    if (store_sqlite_exec(sqlite, "PRAGMA secure_delete = FAST", done == 0 ? fault : NULL) != 0) {
        return -1;
    }
    return done;
}

/* Where the row that is written over is damaged, that is kept: it is set aside, or left. */
static int store_sqlite_put_aside(struct store_sqlite *sqlite, const struct store_item *item,
                                  struct fault *fault)
{
    struct fault refused = {FAULT_NONE, ""};
    if (sqlite->damaged && store_sqlite_move_aside(sqlite, item, fault) < 0) {
        return -1;
    }
    if (store_sqlite_put(sqlite, item, &refused) == 0) {
        return 0;
    }
    if (refused.code == FAULT_BROKEN && sqlite3_errcode(sqlite->db) == SQLITE_ERROR) {
        if (store_sqlite_leaves(item->op)) {
            return 0;
        }
        int moved = store_sqlite_move_aside(sqlite, item, fault);
        if (moved != 0) {
            return moved < 0 ? -1 : store_sqlite_put(sqlite, item, fault);
        }
    }
    *fault = refused;
    return -1;
}

static int store_sqlite_write(struct store_sqlite *sqlite, const struct store_item *item,
                              struct store_sqlite_marks *marks, struct fault *fault)
{
    bool nobody = item->op == STORE_PERSON && item->text.len == 0;
    if (nobody || item->op == STORE_WORDS_FORGET) {
        assert(item->id != 0 || item->sub != 0);
        return store_sqlite_put_secure(sqlite, item, fault);
    }
    if (item->op == STORE_FORGET) {
        return store_sqlite_forget(sqlite, item, fault);
    }
    if (store_sqlite_put_aside(sqlite, item, fault) != 0) {
        return -1;
    }
    if (item->op == STORE_JOURNAL && sqlite3_changes(sqlite->db) == 0) {
        return fault_set(fault, FAULT_BROKEN,
                         "table %llu: journal line %llu does not follow the last one",
                         (unsigned long long)item->id, (unsigned long long)item->sub);
    }
    if (item->op == STORE_TABLE && item->id > marks->table_last) {
        marks->table_last = item->id;
    }
    if (item->op == STORE_OUTBOX && item->id > marks->outbox_last) {
        marks->outbox_last = item->id;
    }
    if (item->op == STORE_ALIVE) {
        marks->alive_ms = item->at_ms;
    }
    return 0;
}

/* Once a day the ids of old events are deleted. */
static int store_sqlite_prune(struct store_sqlite *sqlite, int64_t now_ms, struct fault *fault)
{
    int64_t day = now_ms / STORE_SQLITE_DAY_MS - STORE_SQLITE_EVENT_DAYS;
    if (day <= sqlite->pruned_day) {
        return 0;
    }
    char sql[128];
    sqlite3_snprintf(sizeof(sql), sql,
                     "DELETE FROM event WHERE day < %lld; DELETE FROM event_new WHERE day < %lld",
                     (long long)day, (long long)day);
    if (store_sqlite_exec(sqlite, sql, fault) != 0) {
        return -1;
    }
    sqlite->pruned_day = day;
    sqlite->stale = true;
    return 0;
}

static bool store_sqlite_same(struct store_text one, struct store_text other)
{
    return one.len == other.len && memcmp(one.text, other.text, one.len) == 0;
}

/* Where the last write of an adapter's row is remembered. Two that share a place push each other
 * out, and are written more often. */
static struct store_last *store_sqlite_place(struct store_last *last, const struct store_item *item)
{
    size_t end = item->extra.len;
    unsigned hash = (unsigned)end;
    for (size_t i = end < 8 ? 0 : end - 8; i < end; i++) {
        hash = hash * 31 + (unsigned char)item->extra.text[i];
    }
    return &last[hash % STORE_SQLITE_LAST];
}

/* Watermarks are written with each transaction: of those in one transaction the last is enough. */
static void store_sqlite_find_last(struct store_batch *const *batches, size_t count,
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
                *store_sqlite_place(last, &item) =
                    (struct store_last){.number = number, .key = item.key, .extra = item.extra};
            }
        }
    }
}

/* Is the same row written once more in this transaction? */
static bool store_sqlite_is_early(struct store_last *last, const struct store_item *item,
                                  size_t number)
{
    const struct store_last *one =
        item->op == STORE_ADAPTER ? store_sqlite_place(last, item) : NULL;
    return one != NULL && one->number > number && store_sqlite_same(one->extra, item->extra) &&
           store_sqlite_same(one->key, item->key);
}

/* All that stands between BEGIN and COMMIT. */
static int store_sqlite_fill(struct store_sqlite *sqlite, struct store_batch *const *batches,
                             size_t count, struct fault *fault)
{
    struct store_sqlite_marks marks = {0};
    struct store_last last[STORE_SQLITE_LAST] = {{0}};
    size_t number = 0;
    store_sqlite_find_last(batches, count, last);
    for (size_t i = 0; i < count; i++) {
        size_t items = store_batch_count(batches[i]);
        for (size_t j = 0; j < items; j++) {
            struct store_item item;
            store_batch_item(batches[i], j, &item);
            if (!store_sqlite_is_early(last, &item, ++number) &&
                store_sqlite_write(sqlite, &item, &marks, fault) != 0) {
                return -1;
            }
        }
        CRASH_POINT("store.between_batches");
    }
    store_tidy_alive(sqlite->tidy, marks.alive_ms);
    if (marks.alive_ms != 0 && store_sqlite_prune(sqlite, marks.alive_ms, fault) != 0) {
        return -1;
    }
    sqlite3_stmt *mark = store_sqlite_statement(sqlite, &sqlite->mark, store_sqlite_counts, fault);
    if (mark == NULL) {
        return -1;
    }
    sqlite3_bind_int64(mark, 1, sqlite->count.commits + 1);
    sqlite3_bind_int64(mark, 2, (int64_t)marks.table_last);
    sqlite3_bind_int64(mark, 3, (int64_t)marks.outbox_last);
    sqlite3_bind_int64(mark, 4, sqlite->count.lineage);
    sqlite->given = marks;
    return store_sqlite_step(sqlite, mark, fault);
}

static void store_sqlite_checkpoint(struct store_sqlite *sqlite)
{
    int all = 0;
    int done = 0;
    sqlite3_wal_checkpoint_v2(sqlite->db, NULL, SQLITE_CHECKPOINT_PASSIVE, &all, &done);
    if (all == done) {
        sqlite->wal_pages = 0;
    }
}

static int store_sqlite_rollback(struct store_sqlite *sqlite, const struct fault *fault)
{
    if (sqlite3_get_autocommit(sqlite->db) == 0) {
        store_sqlite_exec(sqlite, "ROLLBACK", NULL);
    }
    if (fault->code == FAULT_FULL) {
        /* a log that is all in the database is written from its start again */
        store_sqlite_checkpoint(sqlite);
    }
    return -1;
}

/* Opens the database anew and reads how many transactions it holds. Then counts one more, for that
 * makes what is there durable, and writes over what is not, so that it cannot come back. */
static int store_sqlite_reopen(struct store_sqlite *sqlite, int64_t *held_r, struct fault *fault)
{
    store_sqlite_disconnect(sqlite);
    sqlite->lost = true;
    if (store_sqlite_connect(sqlite, fault) != 0 || store_events_load(sqlite, fault) != 0 ||
        store_sqlite_read_count(sqlite, &sqlite->count, fault) != 0 ||
        store_sqlite_exec(sqlite, STORE_SQLITE_COUNT_ONE, fault) != 0) {
        store_sqlite_disconnect(sqlite);
        return -1;
    }
    *held_r = sqlite->count.commits++;
    sqlite->lost = false;
    store_sqlite_count_beside(sqlite);
    return 0;
}

/* A transaction is on disk that everybody was told had failed: what is in memory is not what is
 * stored, and messages in it are known to nobody. A new start knows them: as after a crash. */
static void store_sqlite_start_anew(const struct store_sqlite *sqlite)
{
    log_event(LEVEL_ERROR, "store.kept_after_all",
              LOG_FIELDS(log_text("path", sqlite->path), log_number("commits", sqlite->doubted)));
    _exit(EX_TEMPFAIL);
}

/* Where the connection was lost, a new one. */
static int store_sqlite_find_again(struct store_sqlite *sqlite, struct fault *fault)
{
    int64_t held = 0;
    if (!sqlite->lost) {
        return 0;
    }
    if (store_sqlite_reopen(sqlite, &held, fault) != 0) {
        return -1;
    }
    if (sqlite->doubted != 0 && held >= sqlite->doubted) {
        store_sqlite_start_anew(sqlite);
    }
    sqlite->doubted = 0;
    return 0;
}

/* After a COMMIT of unknown outcome: 0 when the transaction is there after all. */
static int store_sqlite_find_out(struct store_sqlite *sqlite, struct fault *fault)
{
    int64_t wanted = sqlite->count.commits + 1;
    int64_t held = 0;
    struct fault again = {FAULT_NONE, ""};
    if (store_sqlite_reopen(sqlite, &held, &again) != 0) {
        sqlite->doubted = wanted;
        fault_wrap(fault, "not known whether the last turns are on disk");
        return -1;
    }
    return held == wanted ? 0 : -1;
}

/* One more transaction is on disk. */
static void store_sqlite_counted(struct store_sqlite *sqlite)
{
    struct store_sqlite_count *count = &sqlite->count;
    int64_t table = (int64_t)sqlite->given.table_last;
    int64_t outbox = (int64_t)sqlite->given.outbox_last;
    count->commits++;
    count->table_last = table > count->table_last ? table : count->table_last;
    count->outbox_last = outbox > count->outbox_last ? outbox : count->outbox_last;
    store_sqlite_count_beside(sqlite);
}

static int store_sqlite_end(struct store_sqlite *sqlite, struct fault *fault)
{
    sqlite3_stmt *end = store_sqlite_statement(sqlite, &sqlite->end, "COMMIT", fault);
    if (end == NULL) {
        return store_sqlite_rollback(sqlite, fault);
    }
    CRASH_POINT("store.before_commit");
    int code = sqlite3_step(end);
    sqlite3_reset(end);
    if (code == SQLITE_DONE) {
        CRASH_POINT("store.after_commit");
        store_sqlite_counted(sqlite);
        return 0;
    }
    store_sqlite_fault(sqlite, code, fault);
    if ((code & 0xff) == SQLITE_IOERR) {
        return store_sqlite_find_out(sqlite, fault);
    }
    return store_sqlite_rollback(sqlite, fault);
}

static int store_sqlite_transact(struct store_sqlite *sqlite, struct store_batch *const *batches,
                                 size_t count, struct fault *fault)
{
    sqlite3_stmt *begin = store_sqlite_statement(sqlite, &sqlite->begin, "BEGIN IMMEDIATE", fault);
    if (begin == NULL || store_sqlite_step(sqlite, begin, fault) != 0) {
        return store_sqlite_rollback(sqlite, fault);
    }
    CRASH_POINT("store.begun");
    if (store_sqlite_fill(sqlite, batches, count, fault) != 0) {
        return store_sqlite_rollback(sqlite, fault);
    }
    return store_sqlite_end(sqlite, fault);
}

static int store_sqlite_commit(void *db, struct store_batch *const *batches, size_t count,
                               struct fault *fault)
{
    struct store_sqlite *sqlite = db;
    assert(!sqlite->reading);
    if (store_sqlite_find_again(sqlite, fault) != 0) {
        return -1;
    }
    int done = store_sqlite_transact(sqlite, batches, count, fault);
    store_events_settle(sqlite->events, done == 0);
    if (sqlite->stale) {
        sqlite->stale = false;
        sqlite->lost = sqlite->lost || store_events_load(sqlite, NULL) != 0;
    }
    return done;
}

/* Who asks is told of a damaged row, and can do without what belongs to it. */
static bool store_sqlite_confines(enum store_query query)
{
    return query != STORE_ALIVE_LAST && query != STORE_NEXT_IDS;
}

/* A text, where there is one: what is sealed is opened by itself. */
static const char *store_sqlite_text(sqlite3_stmt *statement, int column)
{
    bool blob = sqlite3_column_type(statement, column) == SQLITE_BLOB;
    const char *text = blob ? NULL : (const char *)sqlite3_column_text(statement, column);
    return text == NULL ? "" : text;
}

static struct store_row store_sqlite_row(sqlite3_stmt *statement)
{
    struct store_row out = {
        .id = (uint64_t)sqlite3_column_int64(statement, 0),
        .sub = (uint64_t)sqlite3_column_int64(statement, 1),
        .at_ms = sqlite3_column_int64(statement, 2),
        .key = store_sqlite_text(statement, 3),
        .extra = store_sqlite_text(statement, 4),
        .text = store_sqlite_text(statement, 5),
        .text_len = (size_t)sqlite3_column_bytes(statement, 5),
        .damaged = sqlite3_column_int(statement, 6) != 1,
    };
    return out;
}

static int store_sqlite_damaged(const struct store_sqlite *sqlite, const struct store_row *row,
                                struct fault *fault)
{
    return fault_set(
        fault, FAULT_BROKEN,
        "store %s: a row is damaged and left as it is (id %llu): `deaddrop check` names "
        "it and how to mend it",
        sqlite->path, (unsigned long long)row->id);
}

static int store_sqlite_answer(struct store_sqlite *sqlite, sqlite3_stmt *statement,
                               const struct store_asker *asker, struct fault *fault)
{
    int result = 0;
    int code = sqlite3_step(statement);
    for (; code == SQLITE_ROW && result == 0; code = sqlite3_step(statement)) {
        struct store_row row = store_sqlite_row(statement);
        result = store_seal_row(sqlite, asker->query, statement, &row, fault);
        if (result != 0) {
            break;
        }
        metrics_add(METRIC_STORE_DAMAGED, row.damaged ? 1 : 0);
        if (row.damaged && !store_sqlite_confines(asker->query)) {
            result = store_sqlite_damaged(sqlite, &row, fault);
        } else {
            asker->row(asker->context, &row);
        }
    }
    store_seal_wipe(sqlite);
    sqlite3_reset(statement);
    sqlite3_clear_bindings(statement);
    return code == SQLITE_DONE || result != 0 ? result : store_sqlite_fault(sqlite, code, fault);
}

int store_sqlite_read_rows(struct store_sqlite *sqlite, const struct store_question *question,
                           store_row_fn row, void *context, struct fault *fault)
{
    struct sqlite3_stmt **place = &sqlite->reads[question->query];
    sqlite3_stmt *statement =
        store_sqlite_statement(sqlite, place, store_sqlite_reads[question->query], fault);
    if (statement == NULL) {
        return -1;
    }
    sqlite3_bind_int64(statement, 1, (int64_t)question->id);
    sqlite3_bind_text(statement, 2, question->key, -1, SQLITE_STATIC);
    sqlite3_bind_text(statement, 3, question->extra, -1, SQLITE_STATIC);
    sqlite3_bind_int64(statement, 4, question->limit == 0 ? -1 : (int64_t)question->limit);
    if (question->query == STORE_EVENT_SEEN) {
        uint64_t digest = store_sqlite_digest(question->key, strlen(question->key));
        sqlite3_bind_int64(statement, 5, (int64_t)digest);
        sqlite3_bind_int64(statement, 6, store_events_have(sqlite->events, digest) ? 1 : 0);
    }
    const struct store_asker asker = {question->query, row, context};
    return store_sqlite_answer(sqlite, statement, &asker, fault);
}

int store_sqlite_read(void *db, const struct store_question *question, store_row_fn row,
                      void *context, struct fault *fault)
{
    struct store_sqlite *sqlite = db;
    if (question->query == STORE_EXPORT) {
        return store_sqlite_export(sqlite, question, row, context, fault);
    }
    if (store_sqlite_find_again(sqlite, fault) != 0 ||
        store_sqlite_read_rows(sqlite, question, row, context, fault) != 0) {
        return -1;
    }
    bool lines = question->query == STORE_JOURNAL_OF || question->query == STORE_JOURNAL_ALL;
    return lines ? store_sqlite_read_record(sqlite, question, row, context, fault) : 0;
}

static int store_sqlite_check(void *db, const struct store_damage_listener *listener,
                              struct fault *fault)
{
    return store_sqlite_find_damage(db, false, listener, fault);
}

static bool store_sqlite_rest(void *db, bool quiet)
{
    struct store_sqlite *sqlite = db;
    int most = quiet ? STORE_SQLITE_CHECKPOINT_QUIET : STORE_SQLITE_CHECKPOINT_BUSY;
    if (sqlite->lost) {
        return false;
    }
    store_sqlite_wipe(sqlite);
    store_events_sort(sqlite);
    bool more = store_sqlite_tidy(sqlite, quiet);
    if (sqlite->wal_pages >= most) {
        store_sqlite_checkpoint(sqlite);
        CRASH_POINT("store.after_checkpoint");
    }
    return more;
}

static void store_sqlite_use(void *db, const struct row_rules *const *rules)
{
    ((struct store_sqlite *)db)->rules = rules;
}

const struct store_driver store_sqlite = {
    .name = "sqlite",
    .open = store_sqlite_open,
    .close = store_sqlite_close,
    .commit = store_sqlite_commit,
    .read = store_sqlite_read,
    .backup = store_sqlite_backup,
    .check = store_sqlite_check,
    .use = store_sqlite_use,
    .keep = store_sqlite_keep,
    .rest = store_sqlite_rest,
};
