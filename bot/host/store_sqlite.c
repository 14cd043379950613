/* The SQLite driver: transactions and queries. Opening and faults are in store_sqlite_open.c.
 *
 * A COMMIT that ends with an I/O error has an unknown fate: its frames may or may not be read again
 * after a crash. Then the connection is closed, opened anew and asked: each transaction counts
 * itself in the row `mark`. Nothing is written before the answer is known. */

#include <assert.h>
#include <string.h>

#include <sqlite3.h>

#include "crash.h"
#include "hash.h"
#include "store_sqlite_private.h"

enum {
    STORE_SQLITE_DAY_MS = 86400000,
    STORE_SQLITE_LAST = 64,              /* rows of adapters whose last write is known */
    STORE_SQLITE_CHECKPOINT_QUIET = 512, /* pages of the log: 2 MB when nothing waits */
    STORE_SQLITE_CHECKPOINT_BUSY = 4096  /* 16 MB when something does */
};

struct store_asker {
    store_row_fn row;
    void *context;
};

/* The last write of an adapter's row in a transaction; its number counts from 1. */
struct store_last {
    size_t number;
    struct store_text key;
    struct store_text extra;
};

/* What a transaction has to note at its end. */
struct store_sqlite_marks {
    uint64_t table_last;
    uint64_t outbox_last;
    int64_t alive_ms; /* 0: not said */
};

/* The key of an event: 8 bytes of its hash. */
static uint64_t store_sqlite_digest(const char *text, size_t len)
{
    uint8_t hash[HASH_BYTES];
    uint64_t digest = 0;
    hash_of(hash, text, len);
    for (size_t i = 0; i < sizeof(digest); i++) {
        digest = digest << 8 | hash[i];
    }
    return digest;
}

/* The statement of *place, prepared when it is first wanted. NULL on a fault. */
static sqlite3_stmt *store_sqlite_statement(const struct store_sqlite *sqlite,
                                            struct sqlite3_stmt **place, const char *sql,
                                            struct fault *fault)
{
    if (*place == NULL) {
        int code = sqlite3_prepare_v3(sqlite->db, sql, -1, SQLITE_PREPARE_PERSISTENT, place, NULL);
        if (code != SQLITE_OK) {
            store_sqlite_fault(sqlite, code, fault);
            return NULL;
        }
    }
    return *place;
}

/* Runs a statement that gives no rows. */
static int store_sqlite_step(const struct store_sqlite *sqlite, sqlite3_stmt *statement,
                             struct fault *fault)
{
    int code = sqlite3_step(statement);
    int reset = sqlite3_reset(statement);
    if (code == SQLITE_DONE || code == SQLITE_ROW) {
        return 0;
    }
    return store_sqlite_fault(sqlite, reset == SQLITE_OK ? code : reset, fault);
}

static void store_sqlite_bind(sqlite3_stmt *statement, const struct store_item *item,
                              uint64_t digest)
{
    int count = sqlite3_bind_parameter_count(statement);
    const struct store_text *texts[] = {&item->key, &item->extra, &item->text};
    const int64_t numbers[] = {(int64_t)item->id, (int64_t)item->sub, item->at_ms};
    for (int i = 0; i < 3 && i + 1 <= count; i++) {
        sqlite3_bind_int64(statement, i + 1, numbers[i]);
    }
    for (int i = 0; i < 3 && i + 4 <= count; i++) {
        sqlite3_bind_text64(statement, i + 4, texts[i]->text, texts[i]->len, SQLITE_STATIC,
                            SQLITE_UTF8);
    }
    if (count >= 7) {
        sqlite3_bind_int64(statement, 7, (int64_t)digest);
    }
}

static int store_sqlite_steps(struct store_sqlite *sqlite, const struct store_item *item,
                              struct fault *fault)
{
    uint64_t digest = 0;
    if (item->op == STORE_EVENT) {
        digest = store_sqlite_digest(item->key.text, item->key.len);
        store_events_note(sqlite->events, digest);
    }
    for (size_t i = 0; i < STORE_SQLITE_STEPS; i++) {
        const char *sql = store_sqlite_writes[item->op][i];
        if (sql == NULL) {
            break;
        }
        struct sqlite3_stmt **place = &sqlite->writes[item->op][i];
        sqlite3_stmt *statement = store_sqlite_statement(sqlite, place, sql, fault);
        if (statement == NULL) {
            return -1;
        }
        store_sqlite_bind(statement, item, digest);
        if (store_sqlite_step(sqlite, statement, fault) != 0) {
            return -1;
        }
    }
    return 0;
}

/* What is forgotten must not stay readable in free pages; for the rest that costs too much. */
static int store_sqlite_forget(struct store_sqlite *sqlite, const struct store_item *item,
                               struct fault *fault)
{
    if (store_sqlite_exec(sqlite, "PRAGMA secure_delete = ON", fault) != 0) {
        return -1;
    }
    int done = store_sqlite_steps(sqlite, item, fault);
    if (store_sqlite_exec(sqlite, "PRAGMA secure_delete = FAST", done == 0 ? fault : NULL) != 0) {
        return -1;
    }
    return done;
}

static int store_sqlite_write(struct store_sqlite *sqlite, const struct store_item *item,
                              struct store_sqlite_marks *marks, struct fault *fault)
{
    bool nobody = item->op == STORE_PERSON && item->text.len == 0;
    if (nobody || item->op == STORE_WORDS_FORGET) {
        assert(item->id != 0 || item->sub != 0);
        return store_sqlite_forget(sqlite, item, fault);
    }
    if (store_sqlite_steps(sqlite, item, fault) != 0) {
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

/* Once a day what was heard long ago is forgotten. */
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

/* Positions are written with each turn: of those in one transaction the last is enough. */
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
    if (marks.alive_ms != 0 && store_sqlite_prune(sqlite, marks.alive_ms, fault) != 0) {
        return -1;
    }
    sqlite3_stmt *mark =
        store_sqlite_statement(sqlite, &sqlite->mark,
                               "UPDATE mark SET commits = ?1, table_last = max(table_last, ?2), "
                               "outbox_last = max(outbox_last, ?3)",
                               fault);
    if (mark == NULL) {
        return -1;
    }
    sqlite3_bind_int64(mark, 1, sqlite->commits + 1);
    sqlite3_bind_int64(mark, 2, (int64_t)marks.table_last);
    sqlite3_bind_int64(mark, 3, (int64_t)marks.outbox_last);
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
        store_sqlite_number(sqlite, "SELECT commits FROM mark", held_r, fault) != 0 ||
        store_sqlite_exec(sqlite, "UPDATE mark SET commits = commits + 1", fault) != 0) {
        store_sqlite_disconnect(sqlite);
        return -1;
    }
    sqlite->commits = *held_r + 1;
    sqlite->lost = false;
    return 0;
}

/* Where the connection was lost, a new one. */
static int store_sqlite_find_again(struct store_sqlite *sqlite, struct fault *fault)
{
    int64_t held = 0;
    return sqlite->lost ? store_sqlite_reopen(sqlite, &held, fault) : 0;
}

/* After a COMMIT of unknown fate: 0 when the transaction is there after all. */
static int store_sqlite_find_out(struct store_sqlite *sqlite, struct fault *fault)
{
    int64_t wanted = sqlite->commits + 1;
    int64_t held = 0;
    struct fault again = {FAULT_NONE, ""};
    if (store_sqlite_reopen(sqlite, &held, &again) != 0) {
        fault_wrap(fault, "not known whether the last turns are on disk");
        return -1;
    }
    return held == wanted ? 0 : -1;
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
        sqlite->commits++;
        CRASH_POINT("store.after_commit");
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

static void store_sqlite_row(sqlite3_stmt *statement, store_row_fn row, void *context)
{
    struct store_row out = {
        .id = (uint64_t)sqlite3_column_int64(statement, 0),
        .sub = (uint64_t)sqlite3_column_int64(statement, 1),
        .at_ms = sqlite3_column_int64(statement, 2),
        .key = (const char *)sqlite3_column_text(statement, 3),
        .extra = (const char *)sqlite3_column_text(statement, 4),
        .text = (const char *)sqlite3_column_text(statement, 5),
        .text_len = (size_t)sqlite3_column_bytes(statement, 5),
    };
    out.key = out.key == NULL ? "" : out.key;
    out.extra = out.extra == NULL ? "" : out.extra;
    out.text = out.text == NULL ? "" : out.text;
    row(context, &out);
}

static int store_sqlite_answer(struct store_sqlite *sqlite, sqlite3_stmt *statement,
                               const struct store_asker *asker, struct fault *fault)
{
    int code = sqlite3_step(statement);
    for (; code == SQLITE_ROW; code = sqlite3_step(statement)) {
        store_sqlite_row(statement, asker->row, asker->context);
    }
    sqlite3_reset(statement);
    sqlite3_clear_bindings(statement);
    return code == SQLITE_DONE ? 0 : store_sqlite_fault(sqlite, code, fault);
}

static int store_sqlite_read(void *db, const struct store_question *question, store_row_fn row,
                             void *context, struct fault *fault)
{
    struct store_sqlite *sqlite = db;
    if (store_sqlite_find_again(sqlite, fault) != 0) {
        return -1;
    }
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
    return store_sqlite_answer(sqlite, statement, &(struct store_asker){row, context}, fault);
}

static void store_sqlite_rest(void *db, bool quiet)
{
    struct store_sqlite *sqlite = db;
    int most = quiet ? STORE_SQLITE_CHECKPOINT_QUIET : STORE_SQLITE_CHECKPOINT_BUSY;
    if (sqlite->lost) {
        return;
    }
    store_events_sort(sqlite);
    if (sqlite->wal_pages >= most) {
        store_sqlite_checkpoint(sqlite);
        CRASH_POINT("store.after_checkpoint");
    }
}

const struct store_driver store_sqlite = {
    .name = "sqlite",
    .open = store_sqlite_open,
    .close = store_sqlite_close,
    .commit = store_sqlite_commit,
    .read = store_sqlite_read,
    .backup = store_sqlite_backup,
    .rest = store_sqlite_rest,
};
