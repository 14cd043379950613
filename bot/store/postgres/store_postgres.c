/* The PostgreSQL driver: transactions, and what becomes of them when the server is gone.
 *
 * All ops of a transaction are sent without waiting (pipeline mode); the answers are looked at
 * before COMMIT is sent. A COMMIT without an answer has an unknown outcome: the connection is made
 * anew, the lock taken again, which nobody has while the old session lives, and the row `mark`
 * tells whether the transaction is there. Where nobody answers, the transactions are called failed;
 * should they be there after all, or should acknowledged ones be gone, the program begins anew
 * (exit 75). */

#include "store_postgres.h"

#include <assert.h>
#include <string.h>
#include <sysexits.h>
#include <unistd.h>

#include "clock.h"
#include "crash.h"
#include "log.h"
#include "postgres_elsewhere.h"
#include "postgres_export.h"
#include "postgres_gather.h"
#include "postgres_lease.h"
#include "postgres_link.h"
#include "postgres_open.h"
#include "postgres_others.h"
#include "store_beside.h"
#include "store_copy.h"
#include "store_sql_forget.h"
#include "store_sql_keep.h"

enum { AGAIN_FIRST_MS = 50, AGAIN_MOST_MS = 5000, CLASH_TRIES = 3, CUT_MS = 1000 };

static void postgres_start_anew(const struct store_sql *store, const char *event, int64_t commits,
                                const char *mend)
{
    log_event(LEVEL_ERROR, event,
              LOG_FIELDS(log_text("path", store->path), log_number("commits", commits),
                         log_text("mend", mend)));
    _exit(EX_TEMPFAIL);
}

static int64_t postgres_now_ms(void)
{
    return clock_system().monotonic_ms(NULL);
}

/* --- connecting again ------------------------------------------------------------------------- */

/* The lock, the lease and the counts of a new connection. */
static int postgres_take_again(struct store_sql *store, int64_t *held_r, struct fault *fault)
{
    struct store_sql_count count;
    struct fault other;
    if (postgres_lease_lock(store, fault) != 0) {
        return -1;
    }
    int taken = postgres_lease_take(store, fault);
    bool gone = taken != 0 && fault->code == FAULT_GONE;
    if ((taken != 0 && !gone) || store_sql_read_count(store, &count, gone ? &other : fault) != 0) {
        return -1;
    }
    /* where the end is lost, that we took the lease may be in it */
    if (count.commits < store->count.commits || count.lineage != store->count.lineage) {
        postgres_start_anew(store, "store.end_lost", store->count.commits - count.commits,
                            "acknowledged turns are not there, as after a failover to a standby "
                            "that had not heard of them: the next start says what can be done");
    }
    if (gone) {
        postgres_lease_lost(store);
    }
    store->count = count;
    *held_r = count.commits;
    return 0;
}

/* What the database holds now, on a new connection that alone may write. */
static int postgres_reopen(struct store_sql *store, int64_t *held_r, struct fault *fault)
{
    struct postgres_link *link = postgres_link_of(store);
    struct store_sql_count count;
    postgres_link_disconnect(link);
    store_sql_finalize(store);
    postgres_gather_finalize(link->gather);
    store->lost = true;
    link->reads_on = false;
    if (postgres_open_session(store, fault) != 0) {
        struct fault other;
        link->reads_on = fault->code == FAULT_FULL && !postgres_link_is_lost(link) &&
                         store_sql_read_count(store, &count, &other) == 0 &&
                         count.commits == store->count.commits &&
                         count.lineage == store->count.lineage;
        return -1;
    }
    if (!store->reading && postgres_take_again(store, held_r, fault) != 0) {
        return -1;
    }
    store->lost = false;
    link->backoff_ms = 0;
    return 0;
}

/* The same, but for a pause that grows while it fails. */
static int postgres_reopen_in_time(struct store_sql *store, int64_t *held_r, struct fault *fault)
{
    struct postgres_link *link = postgres_link_of(store);
    int64_t now_ms = postgres_now_ms();
    if (now_ms < link->again_ms) {
        *fault = link->again;
        return -1;
    }
    if (postgres_reopen(store, held_r, fault) == 0) {
        log_event(LEVEL_INFO, "store.connected_again", LOG_FIELDS(log_text("path", store->path)));
        return 0;
    }
    if (!link->reads_on) {
        postgres_link_disconnect(link);
    }
    link->again = *fault;
    link->backoff_ms = link->backoff_ms == 0 ? AGAIN_FIRST_MS : link->backoff_ms * 2;
    link->backoff_ms = link->backoff_ms > AGAIN_MOST_MS ? AGAIN_MOST_MS : link->backoff_ms;
    link->again_ms = postgres_now_ms() + link->backoff_ms;
    return -1;
}

static int postgres_find_again(struct store_sql *store, struct fault *fault)
{
    int64_t held = 0;
    postgres_link_listen(postgres_link_of(store));
    if (!store->lost && !postgres_link_is_lost(postgres_link_of(store))) {
        return 0;
    }
    if (postgres_reopen_in_time(store, &held, fault) != 0) {
        return -1;
    }
    if (store->doubted != 0 && held >= store->doubted) {
        postgres_start_anew(store, "store.kept_after_all", store->doubted,
                            "turns that were called failed are there: all is read anew");
    }
    store->doubted = 0;
    return 0;
}

/* After a COMMIT without an answer: 0 when the transaction is there after all. */
static int postgres_find_out(struct store_sql *store, struct fault *fault)
{
    int64_t wanted = store->count.commits + 1;
    int64_t held = 0;
    struct fault again = {FAULT_NONE, ""};
    if (postgres_reopen(store, &held, &again) != 0) {
        store->doubted = wanted;
        fault_wrap(fault, "not known whether the last turns are kept");
        return -1;
    }
    if (held != wanted) {
        return -1;
    }
    store->count.commits--; /* who has it counted counts it */
    return 0;
}

/* --- transactions ----------------------------------------------------------------------------- */

static int postgres_rollback(struct store_sql *store, struct fault *fault)
{
    struct postgres_link *link = postgres_link_of(store);
    if (link->is_refused && link->refused.table == 0) {
        postgres_lease_lost(store);
    }
    link->queueing = false;
    postgres_link_drain(link);
    if (link->conn == NULL || postgres_link_is_lost(link)) {
        store->lost = true;
        return -1;
    }
    struct fault other;
    if (store_sql_in_transaction(store) && store_sql_exec(store, "ROLLBACK", &other) != 0) {
        store->lost = true;
    }
    (void)fault;
    return -1;
}

static int postgres_end(struct store_sql *store, struct fault *fault)
{
    struct postgres_link *link = postgres_link_of(store);
    CRASH_POINT("store.before_commit");
    link->ending = true;
    if (!postgres_link_exec(link, "COMMIT")) {
        store_sql_fault(store, SQL_ERROR, fault);
        if (!postgres_link_is_lost(link)) {
            return postgres_rollback(store, fault);
        }
        store->lost = true;
        if (postgres_find_out(store, fault) != 0) {
            return -1;
        }
    }
    CRASH_POINT("store.after_commit");
    store_sql_counted(store);
    return 0;
}

static int postgres_transact(struct store_sql *store, struct store_batch *const *batches,
                             size_t count, struct fault *fault)
{
    struct postgres_link *link = postgres_link_of(store);
    struct sql_statement *begin = NULL;
    postgres_link_forgive(link);
    link->ending = false;
    if (postgres_gather_begin(store, batches, count, fault) != 0) {
        return postgres_rollback(store, fault);
    }
    link->queueing = !store->damaged;
    begin = store_sql_statement(store, &store->begin, "BEGIN", fault);
    if (begin == NULL || store_sql_step(store, begin, fault) != 0) {
        return postgres_rollback(store, fault);
    }
    CRASH_POINT("store.begun");
    int done = store_sql_fill(store, batches, count, fault);
    link->queueing = false;
    if (!postgres_link_drain(link)) {
        done = done == 0 || link->failed ? store_sql_fault(store, SQL_ERROR, fault) : done;
    }
    return done == 0 ? postgres_end(store, fault) : postgres_rollback(store, fault);
}

static int postgres_commit(void *db, struct store_batch *const *batches, size_t count,
                           struct fault *fault)
{
    struct store_sql *store = db;
    const struct postgres_link *link = postgres_link_of(store);
    assert(!store->reading);
    if (postgres_find_again(store, fault) != 0) {
        return -1;
    }
    postgres_lease_keep_late(store);
    int64_t until_ms = postgres_now_ms() + CUT_MS;
    int done = postgres_transact(store, batches, count, fault);
    /* a session that had been ended while nothing was asked of it, as poolers and firewalls do */
    if (done != 0 && store->lost && !link->ending && postgres_now_ms() < until_ms &&
        postgres_find_again(store, fault) == 0) {
        done = postgres_transact(store, batches, count, fault);
    }
    for (unsigned i = 0; done != 0 && i < CLASH_TRIES && strncmp(link->state, "40", 2) == 0; i++) {
        done = postgres_transact(store, batches, count, fault);
    }
    if (done != 0 && !store->damaged && strcmp(link->state, "DD001") == 0) {
        /* one by one, so that what is damaged costs only what it is about */
        store->damaged = true;
        done = postgres_transact(store, batches, count, fault);
    }
    if (done == 0) {
        *fault = (struct fault){FAULT_NONE, ""}; /* what failed at first */
    }
    return done;
}

static int postgres_read(void *db, const struct store_question *question, store_row_fn row,
                         void *context, struct fault *fault)
{
    struct store_sql *store = db;
    struct postgres_link *link = postgres_link_of(store);
    if (postgres_find_again(store, fault) != 0 && !link->reads_on) {
        return -1;
    }
    *fault = (struct fault){FAULT_NONE, ""};
    int done = question->query == STORE_EXPORT
                   ? postgres_export(&store_postgres, store, question, row, context, fault)
               : question->query == STORE_OTHERS
                   ? postgres_others_read(store, question, row, context, fault)
               : postgres_elsewhere_is_asked(question->query)
                   ? postgres_elsewhere_read(store, question, row, context, fault)
                   : store_sql_read(store, question, row, context, fault);
    if (postgres_link_is_lost(link)) {
        store->lost = true;
        link->reads_on = false;
    }
    return done;
}

static bool postgres_rest(void *db, bool quiet)
{
    struct store_sql *store = db;
    if (store->lost || postgres_link_is_lost(postgres_link_of(store))) {
        return false;
    }
    if (quiet) {
        store_sql_wipe(store);
    }
    return store_sql_tidy(store, quiet);
}

static int postgres_backup(void *db, const char *path, const struct store_pause *pause,
                           struct fault *fault)
{
    return store_copy_to_file(db, path, pause, fault);
}

const struct store_driver store_postgres = {
    .name = "postgres",
    .open = postgres_open,
    .close = postgres_close,
    .commit = postgres_commit,
    .read = postgres_read,
    .backup = postgres_backup,
    .check = store_sql_check,
    .mend = postgres_mend,
    .request = postgres_request,
    .use = store_sql_use,
    .keep = store_sql_keep,
    .rest = postgres_rest,
};
