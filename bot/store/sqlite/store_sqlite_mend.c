/* The SQLite driver: going on with what is damaged or has lost its end, and a file written anew. A
 * damaged row is moved as it is, in one transaction; what a table of players owns stays where it
 * is, for that keeps it alone from going on. */
#include "store_damage.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <sqlite3.h>

#include "store_sql_rows.h"
#include "store_sqlite_private.h"

enum { STORE_MEND_PATH_BYTES = 4096 };

/* Takes the lock of a store that is there, and connects to it. store_mend_end undoes it. */
static int store_mend_begin(struct store_sql *sqlite, char *path, bool reading, struct fault *fault)
{
    *sqlite = (struct store_sql){.sql = &store_sqlite_sql,
                                 .ways = &store_sqlite_ways,
                                 .path = path,
                                 .lock = -1,
                                 .reading = reading};
    if (access(path, F_OK) != 0) {
        return fault_set(fault, FAULT_CONFIG, "store %s: there is none", path);
    }
    if (store_sqlite_lock(sqlite, fault) != 0) {
        return -1;
    }
    int flags = reading ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE;
    int code = sqlite3_open_v2(path, (sqlite3 **)&sqlite->db,
                               flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, NULL);
    if (code != SQLITE_OK || store_sqlite_sums(sqlite->db) != SQLITE_OK) {
        return store_sql_fault(sqlite, code, fault);
    }
    return 0;
}

static void store_mend_end(struct store_sql *sqlite)
{
    sqlite3_close(sqlite->db);
    if (sqlite->lock >= 0) {
        close(sqlite->lock);
    }
}

static void store_mend_path(char copy[STORE_MEND_PATH_BYTES], const char *path)
{
    snprintf(copy, STORE_MEND_PATH_BYTES, "%s", path);
}

int store_mend_behind(const char *path, struct fault *fault)
{
    char copy[STORE_MEND_PATH_BYTES];
    struct store_sql sqlite;
    struct store_sql_count count;
    struct fault other = {FAULT_NONE, ""};
    store_mend_path(copy, path);
    int result = 0;
    /* who holds it has looked; what cannot be read is told by who reads it all */
    if (store_mend_begin(&sqlite, copy, true, &other) == 0 &&
        store_sql_read_count(&sqlite, &count, &other) == 0) {
        result = store_sqlite_not_behind(&sqlite, &count, fault);
    }
    store_mend_end(&sqlite);
    return result;
}

int store_mend_accept_loss(const char *path, struct fault *fault)
{
    char copy[STORE_MEND_PATH_BYTES];
    struct store_sql sqlite;
    store_mend_path(copy, path);
    int result = store_mend_begin(&sqlite, copy, true, fault);
    if (result == 0 && store_beside_counted(&sqlite, &sqlite.count)) {
        sqlite.count.lineage = 0; /* that of no database: the next is taken as it is */
        store_beside_count(&sqlite);
    }
    store_mend_end(&sqlite);
    return result;
}

/* "quote(id) || ' ' || quote(about)" of "id, about". */
static void store_mend_quoted(char sql[STORE_SQL_SQL_BYTES], const char *columns)
{
    size_t used = 0;
    while (*columns != '\0') {
        size_t len = strcspn(columns, ",");
        int more = snprintf(sql + used, STORE_SQL_SQL_BYTES - used, "%squote(%.*s)",
                            used == 0 ? "" : " || ', ' || ", (int)len, columns);
        used += (size_t)more;
        columns += len;
        columns += strspn(columns, ", ");
    }
}

/* Where the rows of one kind that are damaged are moved to. */
static int store_mend_move(const struct store_sql *sqlite, const struct store_rows_kind *kind,
                           struct fault *fault)
{
    char where[STORE_SQL_SQL_BYTES];
    char quoted[STORE_SQL_SQL_BYTES];
    char sql[STORE_SQL_SQL_BYTES * 4];
    store_sql_rows_where(where, kind);
    store_mend_quoted(quoted, kind->columns);
    snprintf(sql, sizeof sql, "INSERT INTO damaged (source, row) SELECT '%s', %s FROM %s %s",
             kind->name, quoted, kind->name, where);
    if (store_sql_exec(sqlite, sql, fault) != 0) {
        return -1;
    }
    snprintf(sql, sizeof sql, "DELETE FROM %s %s", kind->name, where);
    return store_sql_exec(sqlite, sql, fault) == 0 ? sqlite3_changes(sqlite->db) : -1;
}

/* The counts cannot go: they are made anew, from all ids that are in use or were noted beside. */
static int store_mend_mark(struct store_sql *sqlite, struct fault *fault)
{
    struct fault damaged = {FAULT_NONE, ""};
    struct store_sql_count beside = {0};
    char sql[STORE_SQL_SQL_BYTES];
    if (store_sql_read_count(sqlite, &sqlite->count, &damaged) == 0) {
        return 0;
    }
    store_beside_counted(sqlite, &beside);
    snprintf(
        sql, sizeof sql,
        "INSERT INTO damaged (source, row) SELECT 'mark', quote(commits) || ', ' || "
        "quote(alive_ms) || ', ' || quote(table_last) || ', ' || quote(outbox_last) FROM mark; "
        "DELETE FROM mark; INSERT INTO mark (id, commits, alive_ms, table_last, outbox_last, "
        "lineage) SELECT 1, %lld, NULL, "
        "max(%lld, coalesce((SELECT max(id) FROM standing), 0)), "
        "max(%lld, coalesce((SELECT max(id) FROM outbox), 0)), 0",
        (long long)beside.commits, (long long)beside.table_last, (long long)beside.outbox_last);
    if (store_sql_exec(sqlite, sql, fault) != 0) {
        return -1;
    }
    return store_sql_begin_lineage(sqlite, fault) == 0 ? 1 : -1;
}

static int store_mend_all(struct store_sql *sqlite, struct fault *fault)
{
    int count = 0;
    if (store_sqlite_migratable(sqlite, fault) != 0 ||
        store_sql_exec(sqlite, "BEGIN IMMEDIATE", fault) != 0) {
        return -1;
    }
    for (const struct store_rows_kind *kind = store_sql_rows; kind->name != NULL; kind++) {
        int moved = strcmp(kind->name, "mark") == 0 ? store_mend_mark(sqlite, fault)
                    : kind->aside                   ? store_mend_move(sqlite, kind, fault)
                                                    : 0;
        if (moved < 0) {
            return -1;
        }
        count += moved;
    }
    /* whom an address leads to is somebody: who sits somewhere keeps their number, and is asked for
     * their name when they come */
    if (store_sql_exec(sqlite,
                       "INSERT INTO person (id, about, sum) SELECT DISTINCT person, '{}', "
                       "row_sum('person', person, '{}') FROM address WHERE person NOT IN "
                       "(SELECT id FROM person); DELETE FROM open_table WHERE id NOT IN (SELECT "
                       "id FROM tables) "
                       "AND id NOT IN (SELECT id FROM standing); INSERT OR IGNORE INTO "
                       "open_table SELECT id FROM standing WHERE phase <> 4 AND id IN (SELECT "
                       "id FROM tables); COMMIT",
                       fault) != 0) {
        return -1;
    }
    return count;
}

int store_mend_set_aside(const char *path, const struct store_damage_listener *listener,
                         struct fault *fault)
{
    char copy[STORE_MEND_PATH_BYTES];
    struct store_sql sqlite;
    store_mend_path(copy, path);
    int count = -1;
    if (store_mend_begin(&sqlite, copy, false, fault) == 0 &&
        store_sql_find_damage(&sqlite, false, listener, fault) >= 0) {
        count = store_mend_all(&sqlite, fault);
    }
    store_mend_end(&sqlite);
    return count;
}

int store_mend_compact(const char *path, struct fault *fault)
{
    char copy[STORE_MEND_PATH_BYTES];
    struct store_sql sqlite;
    store_mend_path(copy, path);
    int result = -1;
    if (store_mend_begin(&sqlite, copy, false, fault) == 0 &&
        store_sqlite_migratable(&sqlite, fault) == 0) {
        result = store_sql_exec(&sqlite,
                                "PRAGMA temp_store = MEMORY; PRAGMA auto_vacuum = INCREMENTAL; "
                                "VACUUM; PRAGMA wal_checkpoint(TRUNCATE)",
                                fault);
    }
    store_mend_end(&sqlite);
    return result;
}
