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
#include "store_sql_forget.h"
#include "store_sql_keep.h"
#include "store_sqlite_private.h"

enum {
    STORE_SQLITE_CHECKPOINT_QUIET = 512, /* pages of the log: 2 MB when nothing waits */
    STORE_SQLITE_CHECKPOINT_BUSY = 4096  /* 16 MB when something does */
};

/* Counts one transaction, where no statement is at hand. */
#define STORE_SQLITE_COUNT_ONE                                                             \
    "UPDATE mark SET commits = commits + 1, sum = row_sum('mark', commits + 1, alive_ms, " \
    "table_last, outbox_last, lineage)"

static void store_sqlite_checkpoint(struct store_sql *sqlite)
{
    int all = 0;
    int done = 0;
    sqlite3_wal_checkpoint_v2(sqlite->db, NULL, SQLITE_CHECKPOINT_PASSIVE, &all, &done);
    if (all == done) {
        sqlite->wal_pages = 0;
    }
}

static int store_sqlite_rollback(struct store_sql *sqlite, const struct fault *fault)
{
    if (sqlite3_get_autocommit(sqlite->db) == 0) {
        store_sql_exec(sqlite, "ROLLBACK", NULL);
    }
    if (fault->code == FAULT_FULL) {
        /* a log that is all in the database is written from its start again */
        store_sqlite_checkpoint(sqlite);
    }
    return -1;
}

/* Opens the database anew and reads how many transactions it holds. Then counts one more, for that
 * makes what is there durable, and writes over what is not, so that it cannot come back. */
static int store_sqlite_reopen(struct store_sql *sqlite, int64_t *held_r, struct fault *fault)
{
    store_sqlite_disconnect(sqlite);
    sqlite->lost = true;
    if (store_sqlite_connect(sqlite, fault) != 0 || store_events_load(sqlite, fault) != 0 ||
        store_sql_read_count(sqlite, &sqlite->count, fault) != 0 ||
        store_sql_exec(sqlite, STORE_SQLITE_COUNT_ONE, fault) != 0) {
        store_sqlite_disconnect(sqlite);
        return -1;
    }
    *held_r = sqlite->count.commits++;
    sqlite->lost = false;
    store_beside_count(sqlite);
    return 0;
}

/* A transaction is on disk that everybody was told had failed: what is in memory is not what is
 * stored, and messages in it are known to nobody. A new start knows them: as after a crash. */
static void store_sqlite_start_anew(const struct store_sql *sqlite)
{
    log_event(LEVEL_ERROR, "store.kept_after_all",
              LOG_FIELDS(log_text("path", sqlite->path), log_number("commits", sqlite->doubted)));
    _exit(EX_TEMPFAIL);
}

/* Where the connection was lost, a new one. */
static int store_sqlite_find_again(struct store_sql *sqlite, struct fault *fault)
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
static int store_sqlite_find_out(struct store_sql *sqlite, struct fault *fault)
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

static int store_sqlite_end(struct store_sql *sqlite, struct fault *fault)
{
    struct sql_statement *end = store_sql_statement(sqlite, &sqlite->end, "COMMIT", fault);
    if (end == NULL) {
        return store_sqlite_rollback(sqlite, fault);
    }
    CRASH_POINT("store.before_commit");
    int code = sql_step(end);
    sql_reset(end);
    if (code == SQLITE_DONE) {
        CRASH_POINT("store.after_commit");
        store_sql_counted(sqlite);
        return 0;
    }
    store_sql_fault(sqlite, code, fault);
    if ((code & 0xff) == SQLITE_IOERR) {
        return store_sqlite_find_out(sqlite, fault);
    }
    return store_sqlite_rollback(sqlite, fault);
}

static int store_sqlite_transact(struct store_sql *sqlite, struct store_batch *const *batches,
                                 size_t count, struct fault *fault)
{
    struct sql_statement *begin =
        store_sql_statement(sqlite, &sqlite->begin, "BEGIN IMMEDIATE", fault);
    if (begin == NULL || store_sql_step(sqlite, begin, fault) != 0) {
        return store_sqlite_rollback(sqlite, fault);
    }
    CRASH_POINT("store.begun");
    if (store_sql_fill(sqlite, batches, count, fault) != 0) {
        return store_sqlite_rollback(sqlite, fault);
    }
    return store_sqlite_end(sqlite, fault);
}

static int store_sqlite_commit(void *db, struct store_batch *const *batches, size_t count,
                               struct fault *fault)
{
    struct store_sql *sqlite = db;
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

static int store_sqlite_read(void *db, const struct store_question *question, store_row_fn row,
                             void *context, struct fault *fault)
{
    return store_sqlite_find_again(db, fault) == 0
               ? store_sql_read(db, question, row, context, fault)
               : -1;
}

static bool store_sqlite_rest(void *db, bool quiet)
{
    struct store_sql *sqlite = db;
    int most = quiet ? STORE_SQLITE_CHECKPOINT_QUIET : STORE_SQLITE_CHECKPOINT_BUSY;
    if (sqlite->lost) {
        return false;
    }
    store_sql_wipe(sqlite);
    store_events_sort(sqlite);
    bool more = store_sql_tidy(sqlite, quiet);
    if (sqlite->wal_pages >= most) {
        store_sqlite_checkpoint(sqlite);
        CRASH_POINT("store.after_checkpoint");
    }
    return more;
}

const struct store_driver store_sqlite = {
    .name = "sqlite",
    .open = store_sqlite_open,
    .close = store_sqlite_close,
    .commit = store_sqlite_commit,
    .read = store_sqlite_read,
    .backup = store_sqlite_backup,
    .check = store_sql_check,
    .mend = store_sqlite_mend,
    .request = store_sqlite_request,
    .use = store_sql_use,
    .keep = store_sql_keep,
    .rest = store_sqlite_rest,
};
