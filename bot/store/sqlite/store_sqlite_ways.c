/* The SQLite driver: what it does in its own way for the rest of a store in SQL. */

#include <stdio.h>
#include <string.h>

#include <sqlite3.h>

#include "store_sql_rows.h"
#include "store_sql_seal.h"
#include "store_sql_ways.h"
#include "store_sqlite_private.h"

enum {
    WAYS_PATIENCE_MS = 200,
    WAYS_BUSY_MS = 5000,
    WAYS_PAGES = 64,         /* given back in a step: 128 KB */
    WAYS_SPARE = 256,        /* pages that stay free, to be used again */
    WAYS_ANEW_PAGES = 16384, /* a file of before up to this, 32 MB, is written anew at a start */
    WAYS_SQL_BYTES = 2 * STORE_SQL_SQL_BYTES
};

static const char *ways_write(enum store_op op, size_t step)
{
    (void)op;
    (void)step;
    return NULL;
}

static const char *ways_query(enum store_query query)
{
    (void)query;
    return NULL;
}

static int ways_secure(const struct store_sql *store, bool secure, struct fault *fault)
{
    return store_sql_exec(
        store, secure ? "PRAGMA secure_delete = ON" : "PRAGMA secure_delete = FAST", fault);
}

/* The log is read by nobody and holds nothing: true. */
static bool ways_cut_log(const struct store_sql *store)
{
    sqlite3_busy_timeout(store->db, WAYS_PATIENCE_MS);
    int code = sqlite3_wal_checkpoint_v2(store->db, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL);
    sqlite3_busy_timeout(store->db, WAYS_BUSY_MS);
    return code == SQLITE_OK;
}

static bool ways_empty(struct store_sql *store)
{
    store->emptied = store->emptied || store_sql_exec(store, "VACUUM", NULL) == 0;
    return store->emptied && ways_cut_log(store);
}

static enum tidy_end ways_space(const struct store_sql *store)
{
    char sql[64];
    int64_t free_pages = 0;
    int64_t kind = 0;
    if (store_sql_number(store, "PRAGMA auto_vacuum", &kind, NULL) != 0 ||
        store_sql_number(store, "PRAGMA freelist_count", &free_pages, NULL) != 0) {
        return TIDY_FAILED;
    }
    if (kind != 2 || free_pages <= WAYS_SPARE) {
        return TIDY_NEXT;
    }
    snprintf(sql, sizeof sql, "BEGIN IMMEDIATE; PRAGMA incremental_vacuum(%d); COMMIT", WAYS_PAGES);
    return store_sql_exec(store, sql, NULL) == 0 ? TIDY_MORE : TIDY_FAILED;
}

void store_sqlite_spare(const struct store_sql *sqlite)
{
    int64_t kind = 0;
    int64_t pages = 0;
    if (sqlite->reading || store_sql_number(sqlite, "PRAGMA auto_vacuum", &kind, NULL) != 0 ||
        store_sql_number(sqlite, "PRAGMA page_count", &pages, NULL) != 0) {
        return;
    }
    if (kind == 0 && pages <= WAYS_ANEW_PAGES) {
        store_sql_exec(sqlite, "VACUUM", NULL); /* where it cannot be, all goes on as before */
    }
}

static bool ways_was_damaged(const struct store_sql *store, const struct fault *fault)
{
    return fault->code == FAULT_BROKEN && sqlite3_errcode(store->db) == SQLITE_ERROR;
}

/* --- seals ------------------------------------------------------------------------------------ */

/* resealed(kind, place …, value): the value as it is to be stored from now on. */
static void ways_resealed(sqlite3_context *context, int count, sqlite3_value **values)
{
    struct seal_place place;
    struct buf stored;
    const char *kind = (const char *)sqlite3_value_text(values[0]);
    const void *bytes = sqlite3_value_blob(values[count - 1]);
    size_t size = (size_t)sqlite3_value_bytes(values[count - 1]);
    seal_place(&place, kind);
    for (int i = 1; i < count - 1; i++) {
        if (sqlite3_value_type(values[i]) == SQLITE_INTEGER) {
            seal_place_number(&place, sqlite3_value_int64(values[i]));
        } else {
            const char *text = (const char *)sqlite3_value_text(values[i]);
            seal_place_text(&place, text, (size_t)sqlite3_value_bytes(values[i]));
        }
    }
    buf_init(&stored, INT32_MAX);
    bool opened = store_seal_again(&place, bytes, size, &stored) == SEAL_OPENED;
    const char *text = stored.len == 0 ? "" : stored.text;
    if (!opened) {
        sqlite3_result_error(context, "a sealed row does not open", -1);
    } else if (seal_is(text, stored.len) || strcmp(kind, "record") == 0) {
        sqlite3_result_blob64(context, text, stored.len, SQLITE_TRANSIENT);
    } else {
        sqlite3_result_text64(context, text, stored.len, SQLITE_TRANSIENT, SQLITE_UTF8);
    }
    if (stored.text != NULL) {
        explicit_bzero(stored.text, stored.len);
    }
    buf_deinit(&stored);
}

static int ways_reseal(const struct store_sql *store, const struct seal_column *column,
                       struct fault *fault)
{
    char sql[WAYS_SQL_BYTES];
    sqlite3_create_function(store->db, "resealed", -1, SQLITE_UTF8 | SQLITE_DIRECTONLY, NULL,
                            ways_resealed, NULL, NULL);
    if (column == NULL) {
        return store_sql_exec(store, "UPDATE damaged SET row = resealed('damaged', id, row)",
                              fault);
    }
    snprintf(sql, sizeof sql,
             "UPDATE %s SET %s = resealed('%s', %s, %s), sum = row_sum('%s', %sresealed('%s', %s, "
             "%s)%s) WHERE row_sum('%s', %s%s%s) IS sum%s",
             column->table, column->column, column->kind, column->parts, column->column,
             column->table, column->before, column->kind, column->parts, column->column,
             column->behind, column->table, column->before, column->column, column->behind,
             strcmp(column->table, "setting") == 0 ? " AND scope <> 'store'" : "");
    return store_sql_exec(store, sql, fault);
}

/* --- how the file is built -------------------------------------------------------------------- */

/* All of it, or the tables that a start reads. */
static int ways_structure(const struct store_sql *store, bool start,
                          const struct store_damage_listener *listener, struct fault *fault)
{
    static const char *const read[] = {"mark",  "person",     "address",   "setting",  "adapter",
                                       "inbox", "work",       "tables",    "standing", "outbox",
                                       "event", "open_table", "event_new", "letter",   "sitting"};
    if (!start) {
        return store_rows_tell(store, "PRAGMA integrity_check", "ok", listener, fault);
    }
    int count = 0;
    for (size_t i = 0; i < sizeof read / sizeof read[0]; i++) {
        char sql[STORE_SQL_SQL_BYTES];
        snprintf(sql, sizeof sql, "PRAGMA quick_check(%s)", read[i]);
        int found = store_rows_tell(store, sql, "ok", listener, fault);
        if (found < 0) {
            return -1;
        }
        count += found;
    }
    return count;
}

/* A statement that fails takes nothing along here. */
static int ways_save(const struct store_sql *store, struct fault *fault)
{
    (void)store;
    (void)fault;
    return 0;
}

static int64_t ways_epoch(const struct store_sql *store)
{
    (void)store;
    return 0;
}

static int ways_compact(struct store_sql *store, struct fault *fault)
{
    return store_sql_exec(store,
                          "PRAGMA temp_store = MEMORY; PRAGMA auto_vacuum = INCREMENTAL; VACUUM; "
                          "PRAGMA wal_checkpoint(TRUNCATE)",
                          fault);
}

const struct store_sql_ways store_sqlite_ways = {
    .mend_begin = "BEGIN IMMEDIATE",
    .not_behind = store_sqlite_not_behind,
    .compact = ways_compact,
    .lacks = "",
    .write = ways_write,
    .query = ways_query,
    .secure = ways_secure,
    .empty = ways_empty,
    .space = ways_space,
    .was_damaged = ways_was_damaged,
    .reseal = ways_reseal,
    .structure = ways_structure,
    .aside_sealed = "typeof(row) = 'blob' OR (?2 = 1 AND instr(row, 'X''') > 0)",
    .save = ways_save,
    .back = ways_save,
    .fence = "",
    .read_begin = "BEGIN",
    .epoch = ways_epoch,
    .ended = ways_save,
    .leased = ways_save,
    .renumber = ways_save,
};
