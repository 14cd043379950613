/* The SQLite driver: statements, and what SQLite's errors mean here. */

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <sqlite3.h>

#include "heap.h"
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

int store_sqlite_fault(const struct store_sql *sqlite, int code, struct fault *fault)
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

struct sqlite_statement {
    struct sql_statement base;
    sqlite3_stmt *stmt;
};

static sqlite3_stmt *sqlite_of(struct sql_statement *statement)
{
    return ((struct sqlite_statement *)statement)->stmt;
}

static int sqlite_prepare(const struct store_sql *sqlite, const char *sql,
                          struct sql_statement **statement_r)
{
    sqlite3_stmt *stmt = NULL;
    int code = sqlite3_prepare_v3(sqlite->db, sql, -1, SQLITE_PREPARE_PERSISTENT, &stmt, NULL);
    if (code != SQLITE_OK) {
        return code;
    }
    struct sqlite_statement *statement = heap_allocate(sizeof *statement);
    statement->base.driver = &store_sqlite_sql;
    statement->stmt = stmt;
    *statement_r = &statement->base;
    return SQL_OK;
}

static int sqlite_step(struct sql_statement *statement)
{
    return sqlite3_step(sqlite_of(statement));
}

static int sqlite_reset(struct sql_statement *statement)
{
    int code = sqlite3_reset(sqlite_of(statement));
    sqlite3_clear_bindings(sqlite_of(statement));
    return code;
}

static void sqlite_finalize(struct sql_statement *statement)
{
    sqlite3_finalize(sqlite_of(statement));
    free(statement);
}

static int sqlite_parameters(struct sql_statement *statement)
{
    return sqlite3_bind_parameter_count(sqlite_of(statement));
}

static void sqlite_bind_number(struct sql_statement *statement, int place, int64_t number)
{
    sqlite3_bind_int64(sqlite_of(statement), place, number);
}

static void sqlite_bind_text(struct sql_statement *statement, int place, const char *text,
                             size_t len)
{
    sqlite3_bind_text64(sqlite_of(statement), place, text, len, SQLITE_STATIC, SQLITE_UTF8);
}

/* A sealed value is a blob where a plain one is a text, so a row tells by itself what it is. */
static void sqlite_bind_bytes(struct sql_statement *statement, int place, const void *bytes,
                              size_t len, bool sealed)
{
    if (sealed) {
        sqlite3_bind_blob64(sqlite_of(statement), place, bytes, len, SQLITE_STATIC);
    } else {
        sqlite_bind_text(statement, place, bytes, len);
    }
}

static int64_t sqlite_number(struct sql_statement *statement, int column)
{
    return sqlite3_column_int64(sqlite_of(statement), column);
}

static const char *sqlite_text(struct sql_statement *statement, int column)
{
    bool blob = sqlite3_column_type(sqlite_of(statement), column) == SQLITE_BLOB;
    return blob ? sqlite3_column_blob(sqlite_of(statement), column)
                : (const char *)sqlite3_column_text(sqlite_of(statement), column);
}

static size_t sqlite_size(struct sql_statement *statement, int column)
{
    return (size_t)sqlite3_column_bytes(sqlite_of(statement), column);
}

static int sqlite_exec(const struct store_sql *sqlite, const char *sql, struct fault *fault)
{
    int code = sqlite3_exec(sqlite->db, sql, NULL, NULL, NULL);
    return code == SQLITE_OK ? 0 : store_sqlite_fault(sqlite, code, fault);
}

static int sqlite_begin(const struct store_sql *sqlite, struct fault *fault)
{
    return sqlite_exec(sqlite, "BEGIN IMMEDIATE", fault);
}

static bool sqlite_in_transaction(const struct store_sql *sqlite)
{
    return sqlite3_get_autocommit(sqlite->db) == 0;
}

static int64_t sqlite_changes(const struct store_sql *sqlite)
{
    return sqlite3_changes(sqlite->db);
}

static int sqlite_followed(const struct store_sql *sqlite, uint64_t table, uint64_t step,
                           struct fault *fault)
{
    return sqlite3_changes(sqlite->db) != 0 ? 0 : store_sql_follows_not(table, step, fault);
}

const struct sql_driver store_sqlite_sql = {
    .prepare = sqlite_prepare,
    .step = sqlite_step,
    .reset = sqlite_reset,
    .finalize = sqlite_finalize,
    .parameters = sqlite_parameters,
    .bind_number = sqlite_bind_number,
    .bind_text = sqlite_bind_text,
    .bind_bytes = sqlite_bind_bytes,
    .number = sqlite_number,
    .text = sqlite_text,
    .size = sqlite_size,
    .fault = store_sqlite_fault,
    .exec = sqlite_exec,
    .begin = sqlite_begin,
    .in_transaction = sqlite_in_transaction,
    .changes = sqlite_changes,
    .followed = sqlite_followed,
};
