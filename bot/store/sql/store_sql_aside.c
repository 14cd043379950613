/* SQL: a damaged row that is written anew, or taken away, is kept as it was in the
 * table `damaged`. */
#include "log.h"
#include "store_sql_private.h"
#include "store_sql_rows.h"

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

#define ASIDE_SETTING                                                                             \
    ASIDE("setting", "quote(scope) || ', ' || quote(name) || ', ' || quote(value)",               \
          "scope = ?4 AND name = ?5 AND row_sum('setting', scope, name, value) IS DISTINCT FROM " \
          "sum")
#define ASIDE_ADAPTER                                                                             \
    ASIDE("adapter",                                                                              \
          "quote(adapter) || ', ' || quote(key) || ', ' || quote(place) || ', ' || quote(value)", \
          "adapter = ?4 AND key = ?5 AND "                                                        \
          "row_sum('adapter', adapter, key, place, value) IS DISTINCT FROM sum")
#define ASIDE_WORK                                                                 \
    ASIDE("work", "quote(table_id) || ', ' || quote(key) || ', ' || quote(count)", \
          "table_id = ?1 AND row_sum('work', table_id, key, count) IS DISTINCT FROM sum")

static const struct aside asides[STORE_ALIVE + 1] = {
    [STORE_SETTING] = ASIDE_SETTING,
    [STORE_ADAPTER] = ASIDE_ADAPTER,
    [STORE_ADAPTER_DELETE] = ASIDE_ADAPTER,
    [STORE_CRASH_MARKER] = ASIDE_WORK,
};

bool store_sql_leaves(enum store_op op)
{
    return op == STORE_PERSON || op == STORE_ADDRESS;
}

/* How many rows it changed, or -1. */
static int aside_run(const struct store_sql *store, const char *sql, const struct store_item *item,
                     struct fault *fault)
{
    struct sql_statement *statement = NULL;
    int code = sql_prepare(store, sql, &statement);
    if (code == SQL_OK) {
        sql_bind_number(statement, 1, (int64_t)item->id);
        sql_bind_text(statement, 4, item->key.text, item->key.len);
        sql_bind_text(statement, 5, item->extra.text, item->extra.len);
        code = sql_step(statement);
    }
    int result =
        code == SQL_DONE ? (int)store->sql->changes(store) : store_sql_fault(store, code, fault);
    sql_finalize(statement);
    return result;
}

int store_sql_move_aside(const struct store_sql *store, const struct store_item *item,
                         struct fault *fault)
{
    const struct aside *aside = &asides[item->op];
    if (aside->copy == NULL) {
        return 0;
    }
    int copied = aside_run(store, aside->copy, item, fault);
    if (copied <= 0) {
        return copied;
    }
    log_event(LEVEL_WARNING, "store.set_aside",
              LOG_FIELDS(log_text("why", "a damaged row is written anew and kept as it was: "
                                         "`deaddrop check` names it")));
    return aside_run(store, aside->take, item, fault);
}
