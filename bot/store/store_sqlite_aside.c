/* The SQLite driver: a damaged row that is written anew, or taken away, is kept as it was in the
 * table `damaged`. */
#include <sqlite3.h>

#include "log.h"
#include "store_sqlite_private.h"
#include "store_sqlite_rows.h"

/* What is moved: the row that an op is about, with the op's parameters. */
struct aside {
    const char *copy;
    const char *take;
};

#define ASIDE(table, quoted, where)                                                    \
    {                                                                                  \
        "INSERT INTO damaged (source, row) SELECT '" table "', " quoted " FROM " table \
        " WHERE " where,                                                               \
            "DELETE FROM " table " WHERE " where                                       \
    }

#define ASIDE_SETTING                                                               \
    ASIDE("setting", "quote(scope) || ', ' || quote(name) || ', ' || quote(value)", \
          "scope = ?4 AND name = ?5 AND row_sum('setting', scope, name, value) IS NOT sum")
#define ASIDE_ADAPTER                                                                             \
    ASIDE("adapter",                                                                              \
          "quote(adapter) || ', ' || quote(key) || ', ' || quote(place) || ', ' || quote(value)", \
          "adapter = ?4 AND key = ?5 AND "                                                        \
          "row_sum('adapter', adapter, key, place, value) IS NOT sum")
#define ASIDE_WORK                                                                 \
    ASIDE("work", "quote(table_id) || ', ' || quote(key) || ', ' || quote(count)", \
          "table_id = ?1 AND row_sum('work', table_id, key, count) IS NOT sum")

static const struct aside asides[STORE_ALIVE + 1] = {
    [STORE_SETTING] = ASIDE_SETTING,
    [STORE_ADAPTER] = ASIDE_ADAPTER,
    [STORE_ADAPTER_DELETE] = ASIDE_ADAPTER,
    [STORE_CRASH_MARKER] = ASIDE_WORK,
};

bool store_sqlite_leaves(enum store_op op)
{
    return op == STORE_PERSON || op == STORE_ADDRESS;
}

/* How many rows it changed, or -1. */
static int aside_run(const struct store_sqlite *sqlite, const char *sql,
                     const struct store_item *item, struct fault *fault)
{
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v2(sqlite->db, sql, -1, &statement, NULL);
    if (code == SQLITE_OK) {
        int count = sqlite3_bind_parameter_count(statement);
        if (count == 1) {
            sqlite3_bind_int64(statement, 1, (int64_t)item->id);
        } else {
            sqlite3_bind_text64(statement, 4, item->key.text, item->key.len, SQLITE_STATIC,
                                SQLITE_UTF8);
            sqlite3_bind_text64(statement, 5, item->extra.text, item->extra.len, SQLITE_STATIC,
                                SQLITE_UTF8);
        }
        code = sqlite3_step(statement);
    }
    sqlite3_finalize(statement);
    return code == SQLITE_DONE ? sqlite3_changes(sqlite->db)
                               : store_sqlite_fault(sqlite, code, fault);
}

int store_sqlite_move_aside(const struct store_sqlite *sqlite, const struct store_item *item,
                            struct fault *fault)
{
    const struct aside *aside = &asides[item->op];
    if (aside->copy == NULL) {
        return 0;
    }
    int copied = aside_run(sqlite, aside->copy, item, fault);
    if (copied <= 0) {
        return copied;
    }
    log_event(LEVEL_WARNING, "store.set_aside",
              LOG_FIELDS(log_text("why", "a damaged row is written anew and kept as it was: "
                                         "`deaddrop check` names it")));
    return aside_run(sqlite, aside->take, item, fault);
}
