/* Who may write to a store in PostgreSQL. Two things hold it: an advisory lock of the session,
 * which tells that its holder lives, and a row of `lease` with an epoch, which every transaction
 * looks at: a holder whose connection was thought dead, and is not, writes nothing any more. Where
 * several workers share the store the row has an end too, by the server's clock, which is kept up:
 * one that was stopped or cut off is followed although its session is still there. */

#include "postgres_lease.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sysexits.h>
#include <unistd.h>

#include "clock.h"
#include "log.h"
#include "postgres_link.h"
#include "store_sql_private.h"

static struct postgres_term *lease_term;

void postgres_lease_use(struct postgres_term *term)
{
    lease_term = term;
}

static int64_t lease_now_ms(void)
{
    return clock_system().monotonic_ms(NULL);
}

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
#define LEASE_END  "clock_timestamp() + ?1 * interval '1 millisecond'"

#define LEASE_LOCKS "SELECT pg_advisory_lock(" LEASE_LOCK "); COMMIT"

enum { LEASE_GIVE_MS = 2000 };

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
    char holder[POSTGRES_HOLDER_BYTES] = "unknown";
    if (sql_prepare(store, "SELECT holder FROM lease WHERE kind = 'store'", &statement) == SQL_OK &&
        sql_step(statement) == SQL_ROW) {
        snprintf(holder, sizeof holder, "%s", sql_text(statement, 0));
    }
    sql_finalize(statement);
    return fault_set(fault, FAULT_RETRY,
                     "store %s: open in another deaddrop (%s): stop that one first, or set another "
                     "store.url",
                     store->path, holder);
}

int postgres_lease_lock(const struct store_sql *store, struct fault *fault)
{
    struct postgres_link *link = postgres_link_of(store);
    lease_end_old(store, link->epoch == 0 ? 0 : link->held_by);
    /* the server takes a moment to see that a killed process is gone; a worker tries again */
    if (store_sql_exec(store,
                       lease_term == NULL ? "BEGIN; SET LOCAL lock_timeout = '3s'; " LEASE_LOCKS
                                          : "BEGIN; SET LOCAL lock_timeout = '500ms'; " LEASE_LOCKS,
                       fault) == 0) {
        link->held_by = link->process;
        return 0;
    }
    bool held = strcmp(link->state, "55P03") == 0;
    store_sql_exec(store, "ROLLBACK", NULL);
    return held ? lease_held(store, fault) : -1;
}

/* A worker's name is that of one life of one process, so a row in it with an epoch that we do not
 * know is one that we took ourselves, on a connection that was cut before we heard of it. */
int postgres_lease_take(const struct store_sql *store, struct fault *fault)
{
    struct postgres_link *link = postgres_link_of(store);
    struct sql_statement *statement = NULL;
    char host[64] = "";
    char holder[POSTGRES_HOLDER_BYTES];
    int64_t from_ms = lease_now_ms();
    gethostname(host, sizeof host - 1);
    snprintf(holder, sizeof holder, "process %ld on %s", (long)getpid(), host);
    if (lease_term != NULL) {
        memcpy(holder, lease_term->holder, sizeof holder);
    }
    int code = sql_prepare(store,
                           "INSERT INTO lease (kind, key, holder, epoch, expires) VALUES ('store', "
                           "'', ?3, 1, CASE WHEN ?1 = 0 THEN 'infinity' ELSE " LEASE_END
                           " END) ON CONFLICT (kind, key) DO UPDATE SET epoch = lease.epoch + 1, "
                           "holder = excluded.holder, expires = excluded.expires WHERE ?2 = 0 OR "
                           "lease.epoch = ?2 OR (?4 <> 0 AND lease.holder = ?3) RETURNING epoch",
                           &statement);
    if (code == SQL_OK) {
        sql_bind_number(statement, 1, lease_term == NULL ? 0 : POSTGRES_TERM_MS);
        sql_bind_number(statement, 2, link->epoch);
        sql_bind_text(statement, 3, holder, strlen(holder));
        sql_bind_number(statement, 4, lease_term != NULL);
        code = sql_step(statement);
    }
    int64_t epoch = code == SQL_ROW ? sql_number(statement, 0) : 0;
    int result = code == SQL_ROW || code == SQL_DONE ? 0 : store_sql_fault(store, code, fault);
    sql_finalize(statement);
    if (result == 0 && epoch == 0) {
        return fault_set(fault, FAULT_GONE, "store %s: another deaddrop has taken it over",
                         store->path);
    }
    if (result != 0) {
        return -1;
    }
    link->epoch = epoch;
    /* what was sent under the epoch of before is over when the counts can be locked */
    if (store_sql_exec(store, "BEGIN; SELECT 1 FROM mark FOR UPDATE; COMMIT", fault) != 0) {
        return -1;
    }
    if (lease_term != NULL) {
        lease_term->until_ms = from_ms + POSTGRES_TERM_MS;
        lease_term->taken = true;
    }
    return 0;
}

int postgres_lease_keep(const struct store_sql *store, struct postgres_term *term,
                        struct fault *fault)
{
    struct sql_statement *statement = NULL;
    int64_t from_ms = lease_now_ms();
    int64_t kept = -1;
    if (sql_prepare(store,
                    "WITH kept AS (UPDATE lease SET expires = CASE WHEN expires = '-infinity' THEN "
                    "expires ELSE " LEASE_END " END WHERE kind = 'store' AND key = '' AND holder = "
                    "?2 RETURNING 1) SELECT count(*) FROM kept",
                    &statement) == SQL_OK) {
        sql_bind_number(statement, 1, POSTGRES_TERM_MS);
        sql_bind_text(statement, 2, term->holder, strlen(term->holder));
        kept = sql_step(statement) == SQL_ROW ? sql_number(statement, 0) : -1;
    }
    int result = kept < 0 ? store_sql_fault(store, SQL_ERROR, fault) : 0;
    sql_finalize(statement);
    if (kept == 0) {
        return fault_set(fault, FAULT_GONE, "store %s: another deaddrop has taken it over",
                         store->path);
    }
    if (kept > 0) {
        term->until_ms = from_ms + POSTGRES_TERM_MS;
    }
    return result;
}

void postgres_lease_keep_late(const struct store_sql *store)
{
    struct fault fault;
    if (lease_term != NULL && lease_term->taken &&
        lease_term->until_ms < lease_now_ms() + POSTGRES_TERM_MS / 2 &&
        postgres_lease_keep(store, lease_term, &fault) != 0 && fault.code == FAULT_GONE) {
        postgres_lease_lost(store);
    }
}

void postgres_lease_give(const struct store_sql *store)
{
    struct postgres_link *link = postgres_link_of(store);
    if (lease_term != NULL) {
        lease_term->taken = false;
    }
    if (!postgres_link_is_lost(link)) {
        link->patience_ms = LEASE_GIVE_MS;
        lease_ask(store,
                  "UPDATE lease SET expires = '-infinity' WHERE kind = 'store' AND key = '' AND "
                  "epoch = ?1 RETURNING epoch",
                  link->epoch);
    }
}

/* --- who else has it -------------------------------------------------------------------------- */

/* The session that has the lock, and whether the server is at work for it: one whose process was
 * stopped, or is out of reach, is idle or has an answer that nobody fetches. */
static const char lease_other[] =
    "SELECT coalesce(lease.holder, ''), coalesce(CASE WHEN isfinite(lease.expires) THEN "
    "(extract(epoch FROM lease.expires) * 1000000)::bigint END, 0), coalesce(had.pid, 0), "
    "coalesce(lease.expires = '-infinity', false), "
    "coalesce(lease.expires < clock_timestamp(), false), "
    "coalesce((at.state <> 'active' OR at.wait_event_type = 'Client') AND at.state_change < "
    "clock_timestamp() - ?1 * interval '1 millisecond', false) "
    "FROM (SELECT 1) AS one LEFT JOIN lease ON kind = 'store' AND key = '' LEFT JOIN pg_locks AS "
    "had ON had.locktype = 'advisory' AND had.granted AND had.classid = 1684365668 AND had.objid = "
    "(hashtext(current_schema())::bigint & 4294967295)::oid AND had.database = (SELECT oid FROM "
    "pg_database WHERE datname = current_database()) LEFT JOIN pg_stat_activity AS at ON at.pid = "
    "had.pid";

int postgres_lease_look(const struct store_sql *store, struct postgres_other *other,
                        struct fault *fault)
{
    struct sql_statement *statement = NULL;
    *other = (struct postgres_other){.holder = ""};
    int code = sql_prepare(store, lease_other, &statement);
    if (code == SQL_OK) {
        sql_bind_number(statement, 1, POSTGRES_TERM_MS);
        code = sql_step(statement);
    }
    if (code == SQL_ROW) {
        snprintf(other->holder, sizeof other->holder, "%s", sql_text(statement, 0));
        other->expires_us = sql_number(statement, 1);
        other->process = sql_number(statement, 2);
        other->is_given = sql_number(statement, 3) != 0;
        other->is_over = sql_number(statement, 4) != 0;
        other->is_still = sql_number(statement, 5) != 0;
    }
    /* a schema that is new has no leases */
    bool is_new = strcmp(postgres_link_of(store)->state, "42P01") == 0;
    int result = code == SQL_ROW || is_new ? 0 : store_sql_fault(store, SQL_ERROR, fault);
    sql_finalize(statement);
    return result;
}

void postgres_lease_end(const struct store_sql *store, const struct postgres_other *other)
{
    log_event(LEVEL_WARNING, "store.holder_ended",
              LOG_FIELDS(log_text("path", store->path), log_text("holder", other->holder)));
    lease_end_old(store, other->process);
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
