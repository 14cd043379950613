/* The SQLite driver: whose file it is, and numbered migrations. The files in migrations/ are run in
 * the order of their names, each in a transaction of its own that also counts it in user_version.
 */

#include <assert.h>
#include <stdio.h>

#include <sqlite3.h>

#include "embed_migrations.h"
#include "store_sqlite_private.h"

int64_t store_sqlite_version_known(void)
{
    return (int64_t)migrations_count;
}

int store_sqlite_migratable(const struct store_sql *sqlite, struct fault *fault)
{
    int64_t application = 0;
    int64_t version = 0;
    int64_t things = 0;
    if (store_sql_number(sqlite, "PRAGMA application_id", &application, fault) != 0 ||
        store_sql_number(sqlite, "PRAGMA user_version", &version, fault) != 0 ||
        store_sql_number(sqlite, "SELECT count(*) FROM sqlite_schema", &things, fault) != 0) {
        return -1;
    }
    bool fresh = things == 0 && version == 0 && application == 0;
    if (!fresh && application != STORE_SQLITE_APPLICATION) {
        return fault_set(fault, FAULT_CONFIG,
                         "store %s: belongs to another program: set another store.path",
                         sqlite->path);
    }
    if (version < 0) {
        return fault_set(fault, FAULT_CONFIG,
                         "store %s: damaged: its schema says version %lld, which there never was: "
                         "restore a backup",
                         sqlite->path, (long long)version);
    }
    if (version > store_sqlite_version_known()) {
        return fault_set(fault, FAULT_CONFIG,
                         "store %s: made by a newer deaddrop (its schema is %lld, this one knows "
                         "%lld): install that one, or restore a backup",
                         sqlite->path, (long long)version, (long long)store_sqlite_version_known());
    }
    if (sqlite->reading && sqlite->lock < 0 && version != store_sqlite_version_known()) {
        return fault_set(fault, FAULT_CONFIG,
                         "store %s: made by an older deaddrop: start the bot once, it brings the "
                         "file up to date",
                         sqlite->path);
    }
    return 0;
}

static int store_sqlite_migrate_one(const struct store_sql *sqlite, size_t index,
                                    struct fault *fault)
{
    char mark[128];
    snprintf(mark, sizeof(mark), "PRAGMA application_id = %d; PRAGMA user_version = %zu; COMMIT",
             STORE_SQLITE_APPLICATION, index + 1);
    if (store_sql_exec(sqlite, "BEGIN EXCLUSIVE", fault) == 0 &&
        store_sql_exec(sqlite, (const char *)migrations[index].bytes, fault) == 0 &&
        store_sql_exec(sqlite, mark, fault) == 0) {
        return 0;
    }
    if (sqlite3_get_autocommit(sqlite->db) == 0) {
        store_sql_exec(sqlite, "ROLLBACK", NULL);
    }
    return fault_wrap(fault, "migration %s", migrations[index].name);
}

int store_sqlite_migrate(const struct store_sql *sqlite, struct fault *fault)
{
    int64_t version = 0;
    if (store_sql_number(sqlite, "PRAGMA user_version", &version, fault) != 0) {
        return -1;
    }
    assert(version >= 0 && version <= store_sqlite_version_known());
    for (size_t i = (size_t)version; i < migrations_count; i++) {
        if (store_sqlite_migrate_one(sqlite, i, fault) != 0) {
            return -1;
        }
    }
    return 0;
}
