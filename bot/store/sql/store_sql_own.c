/* A store in SQL: the rows that are its own, of settings and counts. */

#include <stdio.h>
#include <string.h>

#include "entropy.h"
#include "store_sql_private.h"

int store_sql_follows_not(uint64_t table, uint64_t step, struct fault *fault)
{
    return fault_set(fault, FAULT_BROKEN,
                     "table %llu: journal line %llu does not follow the last one",
                     (unsigned long long)table, (unsigned long long)step);
}

int store_sql_read_count(const struct store_sql *store, struct store_sql_count *count_r,
                         struct fault *fault)
{
    struct sql_statement *row = NULL;
    int code = sql_prepare(store,
                           "SELECT commits, lineage, table_last, outbox_last, "
                           "row_sum('mark', commits, alive_ms, table_last, outbox_last, "
                           "lineage) IS NOT DISTINCT FROM sum FROM mark",
                           &row);
    code = code == SQL_OK ? sql_step(row) : code;
    bool sound = code == SQL_ROW && sql_number(row, 4) == 1;
    if (sound) {
        *count_r = (struct store_sql_count){
            .commits = sql_number(row, 0),
            .lineage = sql_number(row, 1),
            .table_last = sql_number(row, 2),
            .outbox_last = sql_number(row, 3),
        };
    }
    sql_finalize(row);
    if (code != SQL_ROW && code != SQL_DONE) {
        return store_sql_fault(store, code, fault);
    }
    return sound ? 0
                 : fault_set(fault, FAULT_BROKEN,
                             "store %s: damaged (the row mark): restore a backup", store->path);
}

int store_sql_begin_lineage(const struct store_sql *store, struct fault *fault)
{
    char sql[STORE_SQL_SQL_BYTES];
    int64_t lineage = 0;
    struct entropy entropy = entropy_system();
    while (lineage == 0) {
        entropy.fill(entropy.context, &lineage, sizeof lineage);
    }
    snprintf(sql, sizeof sql,
             "UPDATE mark SET lineage = %lld, sum = row_sum('mark', commits, alive_ms, "
             "table_last, outbox_last, %lld)",
             (long long)lineage, (long long)lineage);
    return store_sql_exec(store, sql, fault);
}

int store_sql_set(const struct store_sql *store, const char *name, const char *value,
                  struct fault *fault)
{
    struct sql_statement *statement = NULL;
    int code = sql_prepare(store,
                           value[0] == '\0'
                               ? "DELETE FROM setting WHERE scope = 'store' AND name = ?1"
                               : "INSERT INTO setting (scope, name, value, sum) VALUES ('store', "
                                 "?1, ?2, row_sum('setting', 'store', ?1, ?2)) ON CONFLICT (scope, "
                                 "name) DO UPDATE SET value = excluded.value, sum = excluded.sum",
                           &statement);
    if (code == SQL_OK) {
        sql_bind_text(statement, 1, name, strlen(name));
        sql_bind_bytes(statement, 2, value, strlen(value), false);
        code = sql_step(statement);
    }
    int done = code == SQL_DONE ? 0 : store_sql_fault(store, code, fault);
    sql_finalize(statement);
    return done;
}
