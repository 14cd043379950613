/* Who may write to a store in PostgreSQL. Two things hold it: an advisory lock of the session,
 * which tells that its holder lives, and a row of `lease` with an epoch, which every transaction
 * looks at: a holder whose connection was thought dead, and is not, writes nothing any more. */

#include "postgres_lease.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sysexits.h>
#include <unistd.h>

#include "log.h"
#include "postgres_link.h"
#include "store_sql_private.h"

enum { LEASE_HOLDER_BYTES = 96 };

/* One number in answer to a question with one number in it; -1 on an error. */
static int64_t lease_ask(const struct store_sql *store, const char *sql, int64_t number)
{
    struct sql_statement *statement = NULL;
    int64_t answer = -1;
    if (sql_prepare(store, sql, &statement) == SQL_OK) {
        sql_bind_number(statement, 1, number);
        answer = sql_step(statement) == SQL_ROW ? sql_number(statement, 0) : -1;
    }
    sql_finalize(statement);
    return answer;
}

#define LEASE_LOCK "1684365668, hashtext(current_schema())"

/* A connection of ours that the server does not know to be dead is ended. */
static void lease_end_old(const struct store_sql *store, int64_t process)
{
    if (process != 0) {
        lease_ask(store,
                  "SELECT count(pg_terminate_backend(pid)) FROM pg_locks WHERE locktype = "
                  "'advisory' AND classid = 1684365668 AND pid = ?1 AND pid <> pg_backend_pid()",
                  process);
    }
}

/* Who has the store, as they have said. */
static int lease_held(const struct store_sql *store, struct fault *fault)
{
    struct sql_statement *statement = NULL;
    char holder[LEASE_HOLDER_BYTES] = "unknown";
    if (sql_prepare(store, "SELECT holder FROM lease WHERE kind = 'store'", &statement) == SQL_OK &&
        sql_step(statement) == SQL_ROW) {
        snprintf(holder, sizeof holder, "%s", sql_text(statement, 0));
    }
    sql_finalize(statement);
    return fault_set(fault, FAULT_RETRY,
                     "store %s: open in another deaddrop (process %s): stop that one first, or set "
                     "another store.url",
                     store->path, holder);
}

int postgres_lease_lock(const struct store_sql *store, struct fault *fault)
{
    struct postgres_link *link = postgres_link_of(store);
    lease_end_old(store, link->epoch == 0 ? 0 : link->held_by);
    /* the server takes a moment to see that a killed process is gone */
    if (store_sql_exec(store,
                       "BEGIN; SET LOCAL lock_timeout = '3s'; SELECT pg_advisory_lock(" LEASE_LOCK
                       "); COMMIT",
                       fault) == 0) {
        link->held_by = link->process;
        return 0;
    }
    bool held = strcmp(link->state, "55P03") == 0;
    store_sql_exec(store, "ROLLBACK", NULL);
    return held ? lease_held(store, fault) : -1;
}

int postgres_lease_take(const struct store_sql *store, struct fault *fault)
{
    struct postgres_link *link = postgres_link_of(store);
    struct sql_statement *statement = NULL;
    char host[64] = "";
    char holder[LEASE_HOLDER_BYTES];
    gethostname(host, sizeof host - 1);
    snprintf(holder, sizeof holder, "%ld on %s", (long)getpid(), host);
    int code = sql_prepare(store,
                           "INSERT INTO lease (kind, key, holder, epoch, expires) VALUES ('store', "
                           "'', ?1, 1, 'infinity') ON CONFLICT (kind, key) DO UPDATE SET epoch = "
                           "lease.epoch + 1, holder = excluded.holder WHERE ?2 = 0 OR lease.epoch "
                           "= ?2 RETURNING epoch",
                           &statement);
    if (code == SQL_OK) {
        sql_bind_text(statement, 1, holder, strlen(holder));
        sql_bind_number(statement, 2, link->epoch);
        code = sql_step(statement);
    }
    int64_t epoch = code == SQL_ROW ? sql_number(statement, 0) : 0;
    int result = code == SQL_ROW || code == SQL_DONE ? 0 : store_sql_fault(store, code, fault);
    sql_finalize(statement);
    if (result == 0 && epoch == 0) {
        return fault_set(fault, FAULT_GONE, "store %s: another deaddrop has taken it over",
                         store->path);
    }
    /* what was sent under the epoch of before is over when the counts can be locked */
    if (result != 0 ||
        store_sql_exec(store, "BEGIN; SELECT 1 FROM mark FOR UPDATE; COMMIT", fault) != 0) {
        return -1;
    }
    link->epoch = epoch;
    return 0;
}

void postgres_lease_lost(const struct store_sql *store)
{
    log_event(LEVEL_ERROR, "store.taken_over",
              LOG_FIELDS(log_text("path", store->path),
                         log_text("why", "another deaddrop writes to it: this one ends")));
    _exit(EX_TEMPFAIL);
}

int postgres_lease_begin(const struct store_sql *store, struct fault *fault)
{
    struct postgres_link *link = postgres_link_of(store);
    postgres_link_forgive(link);
    if (store_sql_exec(store, "BEGIN", fault) != 0) {
        return -1;
    }
    int64_t ours = lease_ask(
        store,
        "SELECT count(*) FROM (SELECT 1 FROM lease WHERE kind = 'store' AND epoch = ?1 FOR "
        "SHARE) AS held",
        link->epoch);
    if (ours == 0) {
        postgres_lease_lost(store);
    }
    return ours == 1 ? 0 : store_sql_fault(store, SQL_ERROR, fault);
}
