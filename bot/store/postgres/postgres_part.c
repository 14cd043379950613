/* The schema of a part. That of part 0 is where the URL leads, so a house that was whole becomes
 * the first part of a divided one without being touched. */

#include "postgres_part.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "embed_postgres_migrations.h"
#include "heap.h"
#include "postgres_link.h"
#include "store_part.h"
#include "store_sql_private.h"

enum { PART_SCHEMA_BYTES = 64 /* PostgreSQL's names are shorter */, PART_SQL_BYTES = 512 };

char *postgres_part_url(const char *place, unsigned *part_r)
{
    char *url = heap_copy(place);
    *part_r = store_part_of(place);
    if (*part_r != 0) {
        *strrchr(url, '#') = '\0';
    }
    return url;
}

/* A name as it stands in a statement; false: too long. */
static bool part_quote(const char *name, char *quoted, size_t size)
{
    size_t len = 0;
    quoted[len++] = '"';
    for (; *name != '\0' && len + 3 < size; name++) {
        quoted[len++] = *name;
        if (*name == '"') {
            quoted[len++] = '"';
        }
    }
    quoted[len++] = '"';
    quoted[len] = '\0';
    return *name == '\0';
}

int postgres_part_find_main(const struct store_sql *store, struct fault *fault)
{
    struct postgres_link *link = postgres_link_of(store);
    struct sql_statement *statement = NULL;
    char name[2 * PART_SCHEMA_BYTES] = "";
    int code = sql_prepare(store, "SELECT coalesce(current_schema(), '')::text", &statement);
    code = code == SQL_OK ? sql_step(statement) : code;
    if (code == SQL_ROW) {
        snprintf(name, sizeof name, "%s", sql_text(statement, 0));
    }
    sql_finalize(statement);
    if (code != SQL_ROW) {
        return store_sql_fault(store, SQL_ERROR, fault);
    }
    if (name[0] == '\0') {
        return fault_set(fault, FAULT_CONFIG,
                         "store %s: there is no schema: make the one that search_path names",
                         store->path);
    }
    free(link->main);
    link->main = heap_copy(name);
    return 0;
}

static int part_make(const struct store_sql *store, const char *schema, const char *quoted,
                     struct fault *fault)
{
    struct sql_statement *statement = NULL;
    char sql[PART_SQL_BYTES];
    int64_t there = -1;
    if (sql_prepare(store, "SELECT count(*) FROM pg_namespace WHERE nspname = ?1", &statement) ==
        SQL_OK) {
        sql_bind_text(statement, 1, schema, strlen(schema));
        there = sql_step(statement) == SQL_ROW ? sql_number(statement, 0) : -1;
    }
    sql_finalize(statement);
    if (there < 0) {
        return store_sql_fault(store, SQL_ERROR, fault);
    }
    if (there > 0) {
        return 0;
    }
    if (store->reading) {
        return fault_set(fault, FAULT_CONFIG,
                         "store %s: there is none yet: start the bot once, it makes it",
                         store->path);
    }
    snprintf(sql, sizeof sql, "CREATE SCHEMA IF NOT EXISTS %s", quoted);
    return store_sql_exec(store, sql, fault);
}

int postgres_part_enter(const struct store_sql *store, struct fault *fault)
{
    char schema[2 * PART_SCHEMA_BYTES];
    char quoted[4 * PART_SCHEMA_BYTES];
    char sql[PART_SQL_BYTES];
    const struct postgres_link *link = postgres_link_of(store);
    if (link->part == 0) {
        return 0;
    }
    if (postgres_part_find_main(store, fault) != 0) {
        return -1;
    }
    int len = snprintf(schema, sizeof schema, "%s_part_%u", link->main, link->part);
    if (len >= PART_SCHEMA_BYTES || !part_quote(schema, quoted, sizeof quoted)) {
        return fault_set(fault, FAULT_CONFIG,
                         "store %s: the name of its schema is too long to add _part_%u to it",
                         store->path, link->part);
    }
    if (part_make(store, schema, quoted, fault) != 0) {
        return -1;
    }
    snprintf(sql, sizeof sql, "SET search_path TO %s", quoted);
    return store_sql_exec(store, sql, fault);
}

bool postgres_part_called(const struct store_sql *store, char *text, size_t size)
{
    struct fault fault;
    const struct postgres_link *link = postgres_link_of(store);
    if (link->part == 0 && postgres_part_find_main(store, &fault) != 0) {
        return false;
    }
    int len = snprintf(text, size, "%s#%u", link->main, link->part);
    return len > 0 && (size_t)len < size;
}

int postgres_part_may_open(const struct store_sql *store, struct fault *fault)
{
    int64_t version = 0;
    if (postgres_link_of(store)->part == 0) {
        return 0;
    }
    /* what fails here is that there is no such table yet */
    if (store_sql_number(store, "SELECT version FROM main.deaddrop", &version, NULL) == 0 &&
        version >= (int64_t)postgres_migrations_count) {
        return 0;
    }
    return fault_set(fault, FAULT_RETRY, "store %s: part 0 has to be opened by this deaddrop first",
                     store->path);
}
