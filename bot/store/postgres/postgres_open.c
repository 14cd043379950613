/* Opening a store in PostgreSQL: what the session must be, whose the schema is, and its migrations,
 * of the same names as SQLite's, each in a transaction of its own. */

#include "postgres_open.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>

#include "embed_postgres_migrations.h"
#include "heap.h"
#include "log.h"
#include "postgres_gather.h"
#include "postgres_lease.h"
#include "postgres_link.h"
#include "postgres_part.h"
#include "postgres_statement.h"
#include "postgres_ways.h"
#include "store_beside.h"
#include "store_postgres.h"
#include "store_sql_forget.h"
#include "store_sql_rows.h"
#include "store_sql_seal.h"

enum { OPEN_PATH_BYTES = 4096 };

static char *open_password;
static char *open_beside;

static bool open_is_same(const char *one, const char *other)
{
    return one == NULL || other == NULL ? one == other : strcmp(one, other) == 0;
}

void store_postgres_use(const char *password, const char *beside)
{
    if (open_is_same(password, open_password) && open_is_same(beside, open_beside)) {
        return; /* a keeper may be reading them */
    }
    if (open_password != NULL) {
        explicit_bzero(open_password, strlen(open_password));
    }
    free(open_password);
    free(open_beside);
    open_password = password == NULL ? NULL : heap_copy(password);
    open_beside = beside == NULL ? NULL : heap_copy(beside);
}

/* --- the session ------------------------------------------------------------------------------ */

/* What each session is told, where the server knows of it. What the host has made stricter of
 * commits stays, and another lock_timeout; how long an answer may take is ours to say
 * (postgres_link.h). Where our machine is gone without a word the server notices it within half a
 * minute, and gives back what the session held. Rows are found by their keys: what is read of a
 * table by an index is in memory, which random_page_cost as it comes does not believe. */
static const char *const open_settings[] = {
    "SET bytea_output = hex",
    ("SELECT count(set_config(wanted.name, wanted.value, false)) FROM (VALUES "
     "('statement_timeout', '0', '1'), ('idle_session_timeout', '0', '1'), "
     "('idle_in_transaction_session_timeout', '0', '1'), "
     "('default_transaction_isolation', 'read committed', '1'), "
     "('tcp_keepalives_idle', '10', '0'), ('tcp_keepalives_interval', '5', '0'), "
     "('tcp_keepalives_count', '3', '0'), ('tcp_user_timeout', '20s', '0'), "
     "('lock_timeout', '10s', '0'), ('random_page_cost', '1.1', '0'), "
     "('cursor_tuple_fraction', '1', '0')) AS wanted (name, value, "
     "always) JOIN pg_settings ON "
     "pg_settings.name = wanted.name WHERE always = '1' OR source = 'default'"),
    ("SELECT set_config('synchronous_commit', 'on', false) WHERE "
     "current_setting('synchronous_commit') = 'off'"),
};

static int open_is_utf8(const struct store_sql *store, struct fault *fault)
{
    int64_t good = 0;
    if (store_sql_number(store,
                         "SELECT count(*) FROM pg_database WHERE datname = current_database() AND "
                         "pg_encoding_to_char(encoding) = 'UTF8'",
                         &good, fault) != 0) {
        return -1;
    }
    return good == 1 ? 0
                     : fault_set(fault, FAULT_CONFIG,
                                 "store %s: its encoding is not UTF8: make one with createdb "
                                 "--encoding=UTF8 --template=template0",
                                 store->path);
}

/* What a server was told not to keep is said. */
static void open_say_durability(const struct store_sql *store)
{
    int64_t off = 0;
    if (store_sql_number(store,
                         "SELECT count(*) FROM pg_settings WHERE name IN ('fsync', "
                         "'full_page_writes') AND setting = 'off'",
                         &off, NULL) == 0 &&
        off > 0) {
        log_event(LEVEL_WARNING, "store.not_durable",
                  LOG_FIELDS(log_text("path", store->path),
                             log_text("mend", "fsync and full_page_writes are off: after a power "
                                              "failure the database may be lost")));
    }
}

/* Which mode a pooler is in cannot be seen. */
static void open_say_pooler(const struct store_sql *store)
{
    const struct postgres_link *link = postgres_link_of(store);
    if (link->told_process != link->process) {
        log_event(LEVEL_WARNING, "store.pooled",
                  LOG_FIELDS(log_text("path", store->path),
                             log_text("mend", "between us is a pooler: it must be in session mode, "
                                              "or name the server itself in store.url")));
    }
}

int postgres_open_session(struct store_sql *store, struct fault *fault)
{
    struct postgres_link *link = postgres_link_of(store);
    if (postgres_link_connect(store, link->url, open_password, fault) != 0 ||
        postgres_part_enter(store, fault) != 0) {
        return -1;
    }
    for (size_t i = 0; i < sizeof open_settings / sizeof open_settings[0]; i++) {
        if (store_sql_exec(store, open_settings[i], fault) != 0) {
            return -1;
        }
    }
    if (store_sql_number(store, "SELECT pg_backend_pid()", &link->process, fault) != 0) {
        return -1;
    }
    if (store->reading) {
        link->patience_ms = POSTGRES_LONG_MS; /* tools read everything */
        return store_sql_exec(store, "SET default_transaction_read_only = on", fault);
    }
    int64_t standby = 0;
    if (store_sql_number(
            store,
            "SELECT CASE WHEN pg_is_in_recovery() OR "
            "current_setting('default_transaction_read_only') = 'on' THEN 1 ELSE 0 END",
            &standby, fault) != 0) {
        return -1;
    }
    /* a process that was stopped in the middle of a transaction must not hold its rows for ever */
    if (store_sql_exec(store, "SET idle_in_transaction_session_timeout = '60s'", fault) != 0) {
        return -1;
    }
    return standby == 0
               ? 0
               : fault_set(fault, FAULT_FULL,
                           "store %s: read-only: it is a standby, or was made so; give the one "
                           "that writes",
                           store->path);
}

/* --- the schema ------------------------------------------------------------------------------- */

#define OPEN_TABLES                                                                       \
    "SELECT count(*) FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace " \
    "WHERE nspname = current_schema() AND relkind IN ('r', 'p')"

static int open_refuse_version(const struct store_sql *store, int64_t version, struct fault *fault)
{
    if (version < 0) {
        return fault_set(fault, FAULT_CONFIG,
                         "store %s: damaged: its schema says version %" PRId64
                         ", which there never was: restore a backup",
                         store->path, version);
    }
    if (version > (int64_t)postgres_migrations_count) {
        return fault_set(fault, FAULT_CONFIG,
                         "store %s: made by a newer deaddrop (its schema is %" PRId64
                         ", this one knows %zu): install that one, or restore a backup",
                         store->path, version, postgres_migrations_count);
    }
    if (store->reading && version != (int64_t)postgres_migrations_count) {
        return fault_set(fault, FAULT_CONFIG,
                         "store %s: there is none yet, or it was made by an older deaddrop: start "
                         "the bot once, it brings it up to date",
                         store->path);
    }
    return 0;
}

int postgres_open_version(const struct store_sql *store, int64_t *version_r, struct fault *fault)
{
    int64_t things = 0;
    int64_t ours = 0;
    *version_r = 0;
    if (store_sql_number(store, OPEN_TABLES, &things, fault) != 0 ||
        store_sql_number(store, OPEN_TABLES " AND relname = 'deaddrop'", &ours, fault) != 0) {
        return -1;
    }
    if (ours == 0 && things > 0) {
        return fault_set(fault, FAULT_CONFIG,
                         "store %s: there are tables of another program in its schema: set another "
                         "database in store.url",
                         store->path);
    }
    if (ours > 0 &&
        store_sql_number(store, "SELECT version FROM deaddrop", version_r, fault) != 0) {
        return -1;
    }
    return open_refuse_version(store, *version_r, fault);
}

static int open_migrate_one(const struct store_sql *store, size_t index, struct fault *fault)
{
    char mark[64];
    snprintf(mark, sizeof mark, "UPDATE deaddrop SET version = %zu", index + 1);
    if (store_sql_exec(store, "BEGIN", fault) == 0 &&
        store_sql_exec(store, (const char *)postgres_migrations[index].bytes, fault) == 0 &&
        store_sql_exec(store, mark, fault) == 0 && store_sql_exec(store, "COMMIT", fault) == 0) {
        return 0;
    }
    store_sql_exec(store, "ROLLBACK", NULL);
    return fault_wrap(fault, "migration %s", postgres_migrations[index].name);
}

static int open_migrate(const struct store_sql *store, int64_t version, struct fault *fault)
{
    for (size_t i = (size_t)version; i < postgres_migrations_count; i++) {
        if (open_migrate_one(store, i, fault) != 0) {
            return -1;
        }
    }
    return 0;
}

/* --- what is noted beside --------------------------------------------------------------------- */

/* The file beside it is one deaddrop's at a time. */
static int open_lock(struct store_sql *store, struct fault *fault)
{
    char path[OPEN_PATH_BYTES];
    if (open_beside == NULL) {
        return 0;
    }
    snprintf(path, sizeof path, "%s.lock", open_beside);
    store->lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (store->lock < 0) {
        return fault_set(fault, FAULT_CONFIG,
                         "store %s: %s: make the folder writable, or set store.path", path,
                         strerror(errno));
    }
    if (flock(store->lock, LOCK_EX | LOCK_NB) != 0) {
        return fault_set(fault, FAULT_RETRY,
                         "store %s: another deaddrop has it open: stop that one first, or set "
                         "another store.path",
                         path);
    }
    return 0;
}

int postgres_open_not_behind(const struct store_sql *store, const struct store_sql_count *count,
                             struct fault *fault)
{
    struct store_sql_count beside;
    if (store->lock < 0 || !store_beside_counted(store, &beside) ||
        beside.lineage != count->lineage || beside.commits <= count->commits) {
        return 0;
    }
    return fault_set(
        fault, FAULT_CONFIG,
        "store %s: its last %" PRId64 " transactions are lost (%s.lock counted them), "
        "as when a standby took over that had not heard of them: go back to the server "
        "that has them, or `deaddrop check --accept-loss` goes on without them",
        store->path, beside.commits - count->commits, open_beside);
}

/* --- opening ---------------------------------------------------------------------------------- */

/* Looks before anything is written. */
static int open_look(const struct store_sql *store, struct fault *fault)
{
    struct store_sql_count count;
    return store_sql_check_start(store, fault) == 0 &&
                   store_sql_read_count(store, &count, fault) == 0 &&
                   store_seal_fits(store, fault) == 0
               ? postgres_open_not_behind(store, &count, fault)
               : -1;
}

/* Takes it and looks through it, or brings it up to date and takes it. */
static int open_schema(struct store_sql *store, int64_t version, struct fault *fault)
{
    if (version == (int64_t)postgres_migrations_count) {
        return postgres_lease_take(store, fault) == 0 ? open_look(store, fault) : -1;
    }
    return open_migrate(store, version, fault) == 0 ? postgres_lease_take(store, fault) : -1;
}

static int open_writing(struct store_sql *store, struct fault *fault)
{
    int64_t version = 0;
    struct postgres_link *link = postgres_link_of(store);
    link->patience_ms = POSTGRES_LONG_MS; /* with what looks at whole tables */
    if (open_lock(store, fault) != 0 || open_is_utf8(store, fault) != 0 ||
        postgres_part_may_open(store, fault) != 0 || postgres_lease_lock(store, fault) != 0 ||
        postgres_open_version(store, &version, fault) != 0 ||
        open_schema(store, version, fault) != 0 || store_seal_begin(store, fault) != 0 ||
        store_beside_adopt(store, fault) != 0) {
        return -1;
    }
    open_say_durability(store);
    open_say_pooler(store);
    store_sql_open_marks(store);
    store_sql_wipe(store);
    link->patience_ms = POSTGRES_ANSWER_MS;
    return 0;
}

/* What it is called in faults. */
static void open_name(char *called, size_t size, const char *name, unsigned part)
{
    int len = snprintf(called, size, "%s", name);
    if (part != 0 && len > 0 && (size_t)len < size) {
        snprintf(called + len, size - (size_t)len, "#%u", part);
    }
}

struct store_sql *postgres_open_new(const char *url, bool reading, struct fault *fault)
{
    unsigned part = 0;
    bool has_password = false;
    char *bare = postgres_part_url(url, &part);
    char *name = postgres_link_name(bare, &has_password);
    if (name[0] == '\0' || has_password) {
        fault_set(fault, FAULT_CONFIG,
                  has_password ? "store.url: no password in it: name a file by password_file in "
                                 "[store], or use ~/.pgpass"
                               : "store.url: no such URL: postgresql://user@host/database");
        free(name);
        free(bare);
        return NULL;
    }
    char called[OPEN_PATH_BYTES];
    open_name(called, sizeof called, name, part);
    struct store_sql *store = store_sql_new(&postgres_sql, &postgres_ways, called, reading);
    struct postgres_link *link = heap_allocate(sizeof *link);
    free(name);
    link->url = bare;
    link->part = part;
    link->gather = postgres_gather_new();
    store->db = link;
    return store;
}

int postgres_open(void **db, const char *url, bool reading, struct fault *fault)
{
    int64_t version = 0;
    struct store_sql *store = postgres_open_new(url, reading, fault);
    *db = store;
    if (store == NULL) {
        return -1;
    }
    if (postgres_open_session(store, fault) != 0 ||
        (reading ? postgres_open_version(store, &version, fault) : open_writing(store, fault)) !=
            0) {
        postgres_close(db);
        return -1;
    }
    return 0;
}

int postgres_mend(void **db, const char *url, bool reading, struct fault *fault)
{
    int64_t version = 0;
    struct store_sql *store = postgres_open_new(url, reading, fault);
    *db = store;
    if (store == NULL) {
        return -1;
    }
    if (open_lock(store, fault) != 0 || postgres_open_session(store, fault) != 0 ||
        postgres_lease_lock(store, fault) != 0 ||
        postgres_open_version(store, &version, fault) != 0) {
        postgres_close(db);
        return -1;
    }
    return 0;
}

/* The row that a bot which runs looks for. */
static int open_put_request(const struct store_sql *store, const char *scope, const char *name,
                            struct fault *fault)
{
    struct sql_statement *statement = NULL;
    sql_prepare(store,
                "INSERT INTO setting (scope, name, value, sum) VALUES (?1, ?2, ?3, "
                "row_sum('setting', ?1, ?2, ?3)) ON CONFLICT (scope, name) DO UPDATE SET value = "
                "excluded.value, sum = excluded.sum",
                &statement);
    sql_bind_text(statement, 1, scope, strlen(scope));
    sql_bind_text(statement, 2, name, strlen(name));
    sql_bind_bytes(statement, 3, "1", 1, false);
    int done = store_sql_step(store, statement, fault);
    sql_finalize(statement);
    return done;
}

int postgres_request(const char *url, const char *scope, const char *name, struct fault *fault)
{
    int64_t version = 0;
    struct store_sql *store = postgres_open_new(url, false, fault);
    void *db = store;
    if (store == NULL) {
        return -1;
    }
    int done = postgres_open_session(store, fault);
    done = done == 0 ? postgres_open_version(store, &version, fault) : done;
    if (done == 0 && version == 0) {
        done = fault_set(fault, FAULT_GONE, "store %s: there is none", store->path);
    }
    done = done == 0 ? open_put_request(store, scope, name, fault) : done;
    postgres_close(&db);
    return done;
}

void postgres_close(void **db)
{
    struct store_sql *store = *db;
    *db = NULL;
    if (store == NULL) {
        return;
    }
    struct postgres_link *link = postgres_link_of(store);
    if (link->epoch != 0) {
        postgres_lease_give(store);
    }
    postgres_link_disconnect(link);
    store_sql_finalize(store);
    postgres_gather_free(&link->gather);
    free(link->url);
    free(link->main);
    free(link);
    store_sql_free(store);
}
