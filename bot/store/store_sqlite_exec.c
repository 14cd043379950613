/* The SQLite driver: SQL without rows, one number, statements, and what SQLite's errors mean here.
 */

#include <errno.h>
#include <string.h>

#include <sqlite3.h>

#include "store_sqlite_private.h"

static bool store_sqlite_is_full(int code, int system_code)
{
    int primary = code & 0xff;
    if (primary == SQLITE_FULL || primary == SQLITE_READONLY) {
        return true;
    }
    return primary == SQLITE_IOERR && (system_code == ENOSPC || system_code == EDQUOT ||
                                       system_code == EFBIG || system_code == EROFS);
}

/* What the system said when a file of this database failed: the log, or the database itself. */
static int store_sqlite_system_code(struct sqlite3 *db)
{
    int code = 0;
    sqlite3_file *log = NULL;
    if (db == NULL) {
        return 0;
    }
    if (sqlite3_file_control(db, "main", SQLITE_FCNTL_JOURNAL_POINTER, &log) == SQLITE_OK &&
        log != NULL && log->pMethods != NULL &&
        log->pMethods->xFileControl(log, SQLITE_FCNTL_LAST_ERRNO, &code) == SQLITE_OK &&
        code != 0) {
        return code;
    }
    sqlite3_file_control(db, "main", SQLITE_FCNTL_LAST_ERRNO, &code);
    return code != 0 ? code : sqlite3_system_errno(db);
}

int store_sqlite_fault(const struct store_sqlite *sqlite, int code, struct fault *fault)
{
    int system_code = store_sqlite_system_code(sqlite->db);
    int primary = code & 0xff;
    const char *text = sqlite->db == NULL ? sqlite3_errstr(code) : sqlite3_errmsg(sqlite->db);
    if (fault == NULL) {
        return -1;
    }
    if (store_sqlite_is_full(code, system_code)) {
        return primary == SQLITE_READONLY || system_code == EROFS
                   ? fault_set(fault, FAULT_FULL,
                               "store %s: read-only: make the file and its folder writable",
                               sqlite->path)
                   : fault_set(fault, FAULT_FULL, "store %s: the disk is full: free some space",
                               sqlite->path);
    }
    switch (primary) {
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
        return fault_set(fault, FAULT_BROKEN,
                         "store %s: damaged, or no database (%s): restore a backup", sqlite->path,
                         text);
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return fault_set(fault, FAULT_RETRY,
                         "store %s: another program is writing to it: close that one",
                         sqlite->path);
    case SQLITE_CANTOPEN:
        return fault_set(fault, FAULT_CONFIG, "store %s: cannot be opened (%s): check store.path",
                         sqlite->path, system_code == 0 ? text : strerror(system_code));
    case SQLITE_IOERR:
        return fault_set(fault, FAULT_RETRY,
                         "store %s: the disk does not work (%s, %s): check it, then start again",
                         sqlite->path, text, strerror(system_code));
    default:
        return fault_set(fault, FAULT_BROKEN, "store %s: %s (SQLite %d)", sqlite->path, text, code);
    }
}

int store_sqlite_exec(const struct store_sqlite *sqlite, const char *sql, struct fault *fault)
{
    int code = sqlite3_exec(sqlite->db, sql, NULL, NULL, NULL);
    return code == SQLITE_OK ? 0 : store_sqlite_fault(sqlite, code, fault);
}

int store_sqlite_number(const struct store_sqlite *sqlite, const char *sql, int64_t *number_r,
                        struct fault *fault)
{
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v2(sqlite->db, sql, -1, &statement, NULL);
    if (code == SQLITE_OK) {
        code = sqlite3_step(statement);
        *number_r = code == SQLITE_ROW ? sqlite3_column_int64(statement, 0) : 0;
    }
    sqlite3_finalize(statement);
    return code == SQLITE_ROW || code == SQLITE_DONE ? 0 : store_sqlite_fault(sqlite, code, fault);
}

sqlite3_stmt *store_sqlite_statement(const struct store_sqlite *sqlite, struct sqlite3_stmt **place,
                                     const char *sql, struct fault *fault)
{
    if (*place == NULL) {
        int code = sqlite3_prepare_v3(sqlite->db, sql, -1, SQLITE_PREPARE_PERSISTENT, place, NULL);
        if (code != SQLITE_OK) {
            store_sqlite_fault(sqlite, code, fault);
            return NULL;
        }
    }
    return *place;
}

int store_sqlite_step(const struct store_sqlite *sqlite, sqlite3_stmt *statement,
                      struct fault *fault)
{
    int code = sqlite3_step(statement);
    int reset = sqlite3_reset(statement);
    if (code == SQLITE_DONE || code == SQLITE_ROW) {
        return 0;
    }
    return store_sqlite_fault(sqlite, reset == SQLITE_OK ? code : reset, fault);
}
