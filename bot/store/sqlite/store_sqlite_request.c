/* A word for the process that has the store open: a row that it looks for. Written beside it, in a
 * transaction of its own; what the writer counts of its transactions is left alone. */
#include <string.h>
#include <unistd.h>

#include <sqlite3.h>

#include "store_sqlite_private.h"

enum { STORE_REQUEST_BUSY_MS = 10000 };

static int store_request_write(const struct store_sql *sqlite, const char *scope, const char *name,
                               struct fault *fault)
{
    static const char *const sql =
        "INSERT INTO setting (scope, name, value, sum) "
        "VALUES (?1, ?2, '1', row_sum('setting', ?1, ?2, '1')) ON CONFLICT DO UPDATE SET "
        "value = '1', sum = excluded.sum";
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v2(sqlite->db, sql, -1, &statement, NULL);
    if (code == SQLITE_OK) {
        sqlite3_bind_text(statement, 1, scope, -1, SQLITE_STATIC);
        sqlite3_bind_text(statement, 2, name, -1, SQLITE_STATIC);
        code = sqlite3_step(statement);
    }
    sqlite3_finalize(statement);
    return code == SQLITE_DONE ? 0 : store_sql_fault(sqlite, code, fault);
}

int store_sqlite_request(const char *path, const char *scope, const char *name, struct fault *fault)
{
    char copy[4096];
    struct store_sql sqlite = {
        .sql = &store_sqlite_sql, .ways = &store_sqlite_ways, .lock = -1, .path = copy};
    if (strlen(path) >= sizeof copy || access(path, F_OK) != 0) {
        return fault_set(fault, FAULT_GONE, "store %s: there is none", path);
    }
    memcpy(copy, path, strlen(path) + 1);
    if (sqlite3_open_v2(path, (sqlite3 **)&sqlite.db,
                        SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE,
                        NULL) != SQLITE_OK) {
        store_sql_fault(&sqlite, SQLITE_CANTOPEN, fault);
        sqlite3_close(sqlite.db);
        return -1;
    }
    sqlite3_busy_timeout(sqlite.db, STORE_REQUEST_BUSY_MS);
    int done =
        store_sqlite_sums(sqlite.db) == SQLITE_OK ? store_sqlite_migratable(&sqlite, fault) : -1;
    if (done == 0) {
        done = store_request_write(&sqlite, scope, name, fault);
    }
    sqlite3_close(sqlite.db);
    return done;
}
