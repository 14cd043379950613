/* Going on with what is damaged or has lost its end, and a store written anew. A damaged row is
 * moved as it is, in one transaction; what a table of players owns stays where it is, for that
 * keeps it alone from going on. */
#include "store_damage.h"
#include "store_sql_ways.h"

#include <stdio.h>
#include <string.h>

#include "postgres_sum.h"
#include "store_beside.h"
#include "store_driver.h"
#include "store_sql_rows.h"
#include "store_sqlite_private.h"

bool store_damage_was_address(const char *address, uint64_t person, uint64_t sum)
{
    /* which database it was in is not said: by chance the other's is the same once in 2^32 */
    uint32_t made[] = {store_sqlite_address_sum(address, person),
                       postgres_address_sum(address, person)};
    return (uint64_t)(int64_t)(int32_t)made[0] == sum || (uint64_t)(int64_t)(int32_t)made[1] == sum;
}

int store_mend_behind(const char *path, struct fault *fault)
{
    void *db = NULL;
    struct store_sql_count count;
    struct fault other = {FAULT_NONE, ""};
    const struct store_driver *driver = store_driver_of(path);
    /* who holds it has looked; what cannot be read is told by who reads it all */
    if (driver->mend(&db, path, true, &other) != 0) {
        return 0;
    }
    int result = store_sql_read_count(db, &count, &other) == 0
                     ? ((struct store_sql *)db)->ways->not_behind(db, &count, fault)
                     : 0;
    driver->close(&db);
    return result;
}

int store_mend_accept_loss(const char *path, struct fault *fault)
{
    void *db = NULL;
    const struct store_driver *driver = store_driver_of(path);
    if (driver->mend(&db, path, true, fault) != 0) {
        return -1;
    }
    struct store_sql *store = db;
    if (store->lock >= 0 && store_beside_counted(store, &store->count)) {
        store->count.lineage = 0; /* that of no database: the next is taken as it is */
        store_beside_count(store);
    }
    driver->close(&db);
    return 0;
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
static int store_mend_move(const struct store_sql *store, const struct store_rows_kind *kind,
                           struct fault *fault)
{
    char where[STORE_SQL_SQL_BYTES];
    char quoted[STORE_SQL_SQL_BYTES];
    char sql[STORE_SQL_SQL_BYTES * 4];
    store_sql_rows_where(where, kind);
    store_mend_quoted(quoted, kind->columns);
    snprintf(sql, sizeof sql, "INSERT INTO damaged (source, row) SELECT '%s', %s FROM %s %s",
             kind->name, quoted, kind->name, where);
    if (store_sql_exec(store, sql, fault) != 0) {
        return -1;
    }
    snprintf(sql, sizeof sql, "DELETE FROM %s %s", kind->name, where);
    return store_sql_exec(store, sql, fault) == 0 ? (int)store->sql->changes(store) : -1;
}

/* The highest id in a table, where it is higher. */
static int store_mend_higher(const struct store_sql *store, const char *table, int64_t *last,
                             struct fault *fault)
{
    char sql[80];
    int64_t highest = 0;
    snprintf(sql, sizeof sql, "SELECT coalesce(max(id), 0) FROM %s", table);
    int done = store_sql_number(store, sql, &highest, fault);
    *last = highest > *last ? highest : *last;
    return done;
}

/* The counts cannot go: they are made anew, from all ids that are in use or were noted beside. */
static int store_mend_mark(struct store_sql *store, struct fault *fault)
{
    struct fault damaged = {FAULT_NONE, ""};
    struct store_sql_count beside = {0};
    char sql[STORE_SQL_SQL_BYTES];
    if (store_sql_read_count(store, &store->count, &damaged) == 0) {
        return 0;
    }
    if (store->lock >= 0) {
        store_beside_counted(store, &beside);
    }
    if (store_mend_higher(store, "standing", &beside.table_last, fault) != 0 ||
        store_mend_higher(store, "outbox", &beside.outbox_last, fault) != 0) {
        return -1;
    }
    snprintf(sql, sizeof sql,
             "INSERT INTO damaged (source, row) SELECT 'mark', quote(commits) || ', ' || "
             "quote(alive_ms) || ', ' || quote(table_last) || ', ' || quote(outbox_last) FROM "
             "mark; DELETE FROM mark; INSERT INTO mark (id, commits, alive_ms, table_last, "
             "outbox_last, lineage) VALUES (1, %lld, NULL, %lld, %lld, 0)",
             (long long)beside.commits, (long long)beside.table_last,
             (long long)beside.outbox_last);
    if (store_sql_exec(store, sql, fault) != 0) {
        return -1;
    }
    return store_sql_begin_lineage(store, fault) == 0 ? 1 : -1;
}

static int store_mend_all(struct store_sql *store, struct fault *fault)
{
    int count = 0;
    if (store_sql_exec(store, store->ways->mend_begin, fault) != 0) {
        return -1;
    }
    for (const struct store_rows_kind *kind = store_sql_rows; kind->name != NULL; kind++) {
        if (strcmp(kind->name, store->ways->lacks) == 0) {
            continue;
        }
        int moved = strcmp(kind->name, "mark") == 0 ? store_mend_mark(store, fault)
                    : kind->aside                   ? store_mend_move(store, kind, fault)
                                                    : 0;
        if (moved < 0) {
            return -1;
        }
        count += moved;
    }
    /* whom an address leads to is somebody: who sits somewhere keeps their number, and is asked for
     * their name when they come */
    if (store_sql_exec(store,
                       "INSERT INTO person (id, about) SELECT person, '{}' FROM (SELECT DISTINCT "
                       "person FROM address WHERE person NOT IN (SELECT id FROM person)) AS lost; "
                       "UPDATE person SET sum = row_sum('person', id, about) WHERE sum IS NULL; "
                       "DELETE FROM open_table WHERE id NOT IN (SELECT id FROM tables) AND id NOT "
                       "IN (SELECT id FROM standing); INSERT INTO open_table SELECT id FROM "
                       "standing WHERE phase <> 4 AND id IN (SELECT id FROM tables) ON CONFLICT DO "
                       "NOTHING; COMMIT",
                       fault) != 0) {
        return -1;
    }
    return count;
}

int store_mend_set_aside(const char *path, const struct store_damage_listener *listener,
                         struct fault *fault)
{
    void *db = NULL;
    const struct store_driver *driver = store_driver_of(path);
    if (driver->mend(&db, path, false, fault) != 0) {
        return -1;
    }
    int count =
        store_sql_find_damage(db, false, listener, fault) >= 0 ? store_mend_all(db, fault) : -1;
    driver->close(&db);
    return count;
}

int store_mend_compact(const char *path, struct fault *fault)
{
    void *db = NULL;
    const struct store_driver *driver = store_driver_of(path);
    if (driver->mend(&db, path, false, fault) != 0) {
        return -1;
    }
    int result = ((struct store_sql *)db)->ways->compact(db, fault);
    driver->close(&db);
    return result;
}
