/* What PostgreSQL does in its own way for a store in SQL. */

#include "postgres_ways.h"
#include "store_sql_ways.h"

#include <stdio.h>
#include <string.h>

#include "postgres_gather.h"
#include "postgres_lease.h"
#include "postgres_link.h"
#include "postgres_open.h"
#include "seal.h"
#include "store_sql_seal.h"

enum { WAYS_SQL_BYTES = 2 * STORE_SQL_SQL_BYTES, WAYS_PLACES_MAX = 3 };

/* What a turn writes, in fewer statements: each costs the server as much as what it writes. An
 * index is no trouble here: one look says whether an event was heard. */
#define WAYS_STANDING "'standing', standing.id, standing.phase, standing.due_ms, standing.step, "
#define WAYS_KEPT     "row_kept(standing.sum, " WAYS_STANDING "standing.line, standing.sent)"

static const char ways_event[] =
    "INSERT INTO event (day, key, sum) VALUES (?3 / 86400000, ?7, row_sum('event', ?3 / 86400000, "
    "?7)) ON CONFLICT DO NOTHING";

static const char ways_table[] =
    "WITH seldom AS (INSERT INTO tables (id, room, game, header, sum) VALUES (?1, ?4, ?5, ?6, "
    "row_sum('tables', ?1, ?4, ?5, ?6)) ON CONFLICT (id) DO UPDATE SET room = excluded.room, game "
    "= "
    "excluded.game, header = excluded.header, sum = excluded.sum WHERE (tables.header <> "
    "excluded.header OR tables.room <> excluded.room OR tables.game <> excluded.game) AND "
    "row_kept(tables.sum, 'tables', tables.id, tables.room, tables.game, tables.header)), opened "
    "AS "
    "(INSERT INTO open_table (id) SELECT ?1 WHERE ?2 <> 4 ON CONFLICT DO NOTHING), closed AS "
    "(DELETE FROM open_table WHERE ?2 = 4 AND id = ?1) "
    "INSERT INTO standing (id, phase, due_ms, sum) VALUES (?1, ?2, ?3, row_sum('standing', ?1, ?2, "
    "?3, -1, NULL, NULL)) ON CONFLICT (id) DO UPDATE SET phase = ?2, due_ms = ?3, sum = "
    "row_sum('standing', standing.id, ?2, ?3, standing.step, standing.line, standing.sent) "
    "WHERE " WAYS_KEPT;

static const char ways_journal[] =
    "WITH added AS (INSERT INTO journal (table_id, step, before, event, hash, line, sum) SELECT "
    "?1, "
    "?2, before, ?4, ?5, ?6, row_sum('journal', ?1, ?2, before, ?4, ?5, ?6) FROM (SELECT (SELECT "
    "line FROM standing WHERE id = ?1) AS before) AS last RETURNING id) "
    "INSERT INTO standing (id, step, line, sum) SELECT ?1, ?2, added.id, row_sum('standing', ?1, "
    "0, "
    "0, ?2, added.id, NULL) FROM added ON CONFLICT (id) DO UPDATE SET step = ?2, line = "
    "excluded.line, sum = row_sum('standing', standing.id, standing.phase, standing.due_ms, ?2, "
    "excluded.line, standing.sent) WHERE standing.step < ?2 AND " WAYS_KEPT;

static const char ways_sent[] =
    "WITH added AS (INSERT INTO sent (table_id, step, before, audience, room, platform_id, sum) "
    "SELECT ?1, ?2, before, ?4, ?5, ?6, row_sum('sent', ?1, before, ?2, ?4, ?5, ?6) FROM (SELECT "
    "(SELECT sent FROM standing WHERE id = ?1) AS before) AS last RETURNING id) "
    "INSERT INTO standing (id, sent, sum) SELECT ?1, added.id, row_sum('standing', ?1, 0, 0, -1, "
    "NULL, added.id) FROM added ON CONFLICT (id) DO UPDATE SET sent = excluded.sent, sum = "
    "row_sum(" WAYS_STANDING "standing.line, excluded.sent) WHERE row_sum(" WAYS_STANDING
    "standing.line, standing.sent) IS NOT DISTINCT FROM standing.sum";

/* Whoever plays the part hears of it (postgres_worker.c); of several in a transaction, once. */
static const char ways_letter[] =
    "WITH added AS (INSERT INTO main.letter (part, key, kind, text, sum) VALUES (?2, ?4, ?5, ?6, "
    "row_sum('letter', ?2, ?4, ?5, ?6)) RETURNING tableoid, part) SELECT pg_notify('deaddrop', "
    "nspname || '#' || part) FROM added JOIN pg_class ON pg_class.oid = added.tableoid JOIN "
    "pg_namespace ON pg_namespace.oid = relnamespace";

/* By the server's clock, which all that hold leases share; one list for all parts of a house. */
#define WAYS_LEASE   "kind = 'work' AND key = ?4 AND epoch = ?1"
#define WAYS_EXPIRES "clock_timestamp() + ?2 * interval '1 millisecond'"

static const char ways_lease_take[] =
    "INSERT INTO main.lease (kind, key, holder, epoch, expires) VALUES ('work', ?4, ?5, "
    "1, " WAYS_EXPIRES ") ON CONFLICT (kind, key) DO UPDATE SET holder = excluded.holder, epoch = "
    "lease.epoch + 1, expires = excluded.expires WHERE lease.expires < clock_timestamp() OR "
    "lease.holder = excluded.holder";
static const char ways_lease_keep[] =
    "UPDATE main.lease SET expires = " WAYS_EXPIRES " WHERE " WAYS_LEASE;
static const char ways_lease_held[] = "SELECT 1 FROM main.lease WHERE " WAYS_LEASE " FOR SHARE";
static const char ways_lease_give[] =
    "UPDATE main.lease SET expires = '-infinity' WHERE " WAYS_LEASE;

static const char *ways_write(enum store_op op, size_t step)
{
    static const char *const whole[STORE_ALIVE + 1] = {
        [STORE_EVENT] = ways_event,           [STORE_TABLE] = ways_table,
        [STORE_JOURNAL] = ways_journal,       [STORE_SENT] = ways_sent,
        [STORE_LEASE_TAKE] = ways_lease_take, [STORE_LEASE_KEEP] = ways_lease_keep,
        [STORE_LEASE_HELD] = ways_lease_held, [STORE_LEASE_GIVE] = ways_lease_give,
        [STORE_LETTER] = ways_letter,
    };
    return whole[op] != NULL && step > 0 ? "" : whole[op];
}

static const char ways_seen[] =
    "SELECT 0, 0, 0, ?2, '', '', 1 WHERE EXISTS (SELECT 1 FROM event WHERE key = ?5)";
static const char ways_lease_of[] = "SELECT epoch, 0, greatest(0, extract(epoch FROM "
                                    "least(expires, clock_timestamp() + interval '1 "
                                    "year') - clock_timestamp()) * 1000)::bigint, key, holder, '', "
                                    "1 FROM main.lease WHERE kind = 'work' "
                                    "AND key = ?2";

static const char *ways_query(enum store_query query)
{
    return query == STORE_EVENT_SEEN ? ways_seen : query == STORE_LEASE_OF ? ways_lease_of : NULL;
}

/* Nothing is left free on purpose here: see ways_empty. */
static int ways_secure(const struct store_sql *store, bool secure, struct fault *fault)
{
    (void)store;
    (void)secure;
    (void)fault;
    return 0;
}

/* Tables with anything of anybody in them are written anew; the server's own log goes on until it
 * is used again (README.md). */
static bool ways_empty(struct store_sql *store)
{
    static const char *const tables[] = {
        "inbox",   "tables",  "journal", "sent",   "words",  "outbox",      "person", "address",
        "setting", "adapter", "damaged", "record", "result", "result_seat", "letter", "sitting"};
    struct postgres_link *link = postgres_link_of(store);
    bool good = true;
    /* who reads, as a copy that is made, is not waited for */
    good = store_sql_exec(store,
                          "SELECT set_config('deaddrop.lock_timeout', "
                          "current_setting('lock_timeout'), false); SET lock_timeout = '200ms'",
                          NULL) == 0;
    link->patience_ms = POSTGRES_LONG_MS;
    for (size_t i = 0; good && i < sizeof tables / sizeof tables[0]; i++) {
        char sql[64];
        snprintf(sql, sizeof sql, "VACUUM (FULL) %s", tables[i]);
        good = store_sql_exec(store, sql, NULL) == 0;
    }
    link->patience_ms = POSTGRES_ANSWER_MS;
    store_sql_exec(store,
                   "SELECT set_config('lock_timeout', current_setting('deaddrop.lock_timeout'), "
                   "false)",
                   NULL);
    return good;
}

static enum tidy_end ways_space(const struct store_sql *store)
{
    (void)store; /* autovacuum's */
    return TIDY_NEXT;
}

static bool ways_was_damaged(const struct store_sql *store, const struct fault *fault)
{
    return fault->code == FAULT_BROKEN && strcmp(postgres_link_of(store)->state, "DD001") == 0;
}

/* --- seals ------------------------------------------------------------------------------------ */

/* The place of a row: what its columns 1 and on hold, of which these names are numbers. */
static int ways_place(struct seal_place *place, const struct seal_column *column,
                      struct sql_statement *row)
{
    static const char *const numbers[] = {"id", "table_id", "step", "person", "part"};
    int count = 0;
    seal_place(place, column->kind);
    for (const char *at = column->parts; *at != '\0'; count++) {
        size_t len = strcspn(at, ",");
        bool number = false;
        for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
            number = number || (strlen(numbers[i]) == len && strncmp(numbers[i], at, len) == 0);
        }
        if (number) {
            seal_place_number(place, sql_number(row, count + 1));
        } else {
            seal_place_text(place, sql_text(row, count + 1), sql_size(row, count + 1));
        }
        at += len;
        at += strspn(at, ", ");
    }
    return count;
}

static int ways_reseal_row(const struct store_sql *store, const struct seal_column *column,
                           struct sql_statement *row, struct sql_statement *update,
                           struct fault *fault)
{
    struct seal_place place;
    struct buf stored;
    int last = ways_place(&place, column, row) + 1;
    buf_init(&stored, INT32_MAX);
    int result = 0;
    if (store_seal_again(&place, sql_text(row, last), sql_size(row, last), &stored) !=
        SEAL_OPENED) {
        result =
            fault_set(fault, FAULT_BROKEN, "store %s: a sealed row does not open", store->path);
    } else {
        const char *where = sql_text(row, 0);
        sql_bind_text(update, 1, where, strlen(where));
        sql_bind_bytes(update, 2, stored.text, stored.len, false);
        result = store_sql_step(store, update, fault);
    }
    if (stored.text != NULL) {
        explicit_bzero(stored.text, stored.len);
    }
    buf_deinit(&stored);
    return result;
}

/* The rows of a cursor, some at a time. */
static int ways_reseal_all(const struct store_sql *store, const struct seal_column *column,
                           struct sql_statement *update, struct fault *fault)
{
    int code = SQL_ROW;
    int result = 0;
    while (result == 0 && code == SQL_ROW) {
        struct sql_statement *rows = NULL;
        sql_prepare(store, "FETCH 200 FROM resealed", &rows);
        code = sql_step(rows);
        bool some = code == SQL_ROW;
        for (; code == SQL_ROW && result == 0; code = sql_step(rows)) {
            result = ways_reseal_row(store, column, rows, update, fault);
        }
        sql_finalize(rows);
        result = result == 0 && code == SQL_ERROR ? store_sql_fault(store, code, fault) : result;
        code = some ? SQL_ROW : SQL_DONE;
    }
    return result;
}

static int ways_reseal(const struct store_sql *store, const struct seal_column *column,
                       struct fault *fault)
{
    char sql[WAYS_SQL_BYTES];
    struct sql_statement *update = NULL;
    if (column == NULL) {
        return 0; /* what was set aside is as it was found */
    }
    snprintf(sql, sizeof sql,
             "DECLARE resealed NO SCROLL CURSOR FOR SELECT ctid::text, %s, %s FROM %s WHERE "
             "row_sum('%s', %s%s%s) IS NOT DISTINCT FROM sum%s",
             column->parts, column->column, column->table, column->table, column->before,
             column->column, column->behind,
             strcmp(column->table, "setting") == 0 ? " AND scope <> 'store'" : "");
    if (store_sql_exec(store, sql, fault) != 0) {
        return -1;
    }
    snprintf(sql, sizeof sql,
             "UPDATE %s SET %s = ?2, sum = row_sum('%s', %s?2%s) WHERE ctid = ?1::tid",
             column->table, column->column, column->table, column->before, column->behind);
    sql_prepare(store, sql, &update);
    int result = ways_reseal_all(store, column, update, fault);
    sql_finalize(update);
    return result == 0 ? store_sql_exec(store, "CLOSE resealed", fault) : result;
}

/* --- the rest --------------------------------------------------------------------------------- */

/* Its pages are the server's to look after (data checksums, amcheck). */
static int ways_structure(const struct store_sql *store, bool start,
                          const struct store_damage_listener *listener, struct fault *fault)
{
    (void)store;
    (void)start;
    (void)listener;
    (void)fault;
    return 0;
}

static int ways_save(const struct store_sql *store, struct fault *fault)
{
    struct postgres_link *link = postgres_link_of(store);
    bool saved = link->saved;
    link->saved = true;
    return store_sql_exec(store, saved ? "RELEASE SAVEPOINT op; SAVEPOINT op" : "SAVEPOINT op",
                          fault);
}

static int ways_back(const struct store_sql *store, struct fault *fault)
{
    struct postgres_link *link = postgres_link_of(store);
    int done = store_sql_exec(store, "ROLLBACK TO SAVEPOINT op", fault);
    postgres_link_forgive(link);
    link->saved = true;
    return done;
}

static int ways_ended(const struct store_sql *store, struct fault *fault)
{
    return store->sql->followed(store, 0, 0, fault);
}

static int ways_leased(const struct store_sql *store, struct fault *fault)
{
    return store->sql->followed(store, POSTGRES_LEASE, 0, fault);
}

static int64_t ways_epoch(const struct store_sql *store)
{
    return postgres_link_of(store)->epoch;
}

/* The next rows get numbers above those that are there. */
static int ways_renumber(const struct store_sql *store, struct fault *fault)
{
    static const char *const tables[] = {"journal", "sent", "result_seat", "damaged", "letter"};
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++) {
        char sql[160];
        snprintf(sql, sizeof sql,
                 "SELECT setval(pg_get_serial_sequence('%s', 'id'), (SELECT coalesce(max(id), 0) + "
                 "1 FROM %s), false)",
                 tables[i], tables[i]);
        if (store_sql_exec(store, sql, fault) != 0) {
            return -1;
        }
    }
    return 0;
}

static int ways_compact(struct store_sql *store, struct fault *fault)
{
    return ways_empty(store) ? 0 : store_sql_fault(store, SQL_ERROR, fault);
}

const struct store_sql_ways postgres_ways = {
    .mend_begin = "BEGIN",
    .not_behind = postgres_open_not_behind,
    .compact = ways_compact,
    .lacks = "event_new",
    .shared = true,
    .fence = " AND EXISTS (SELECT 1 FROM lease WHERE kind = 'store' AND epoch = ?5)",
    .gather = postgres_gather_take,
    .gathered = postgres_gather_write,
    .read_begin = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
    .write = ways_write,
    .query = ways_query,
    .secure = ways_secure,
    .empty = ways_empty,
    .space = ways_space,
    .was_damaged = ways_was_damaged,
    .reseal = ways_reseal,
    .structure = ways_structure,
    .aside_sealed = "(?2 = 1 AND strpos(row, '\\377SL') > 0)",
    .save = ways_save,
    .back = ways_back,
    .ended = ways_ended,
    .leased = ways_leased,
    .epoch = ways_epoch,
    .renumber = ways_renumber,
};
