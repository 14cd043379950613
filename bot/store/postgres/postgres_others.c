#include "postgres_others.h"

#include <stdio.h>
#include <string.h>

#include "postgres_link.h"
#include "store_sql_private.h"

enum { OTHERS_SQL_BYTES = 1024 };

static const char others_names[] =
    "SELECT number, name FROM (SELECT quote_ident(nspname) AS name, CASE WHEN nspname = home THEN "
    "0 ELSE "
    "substr(nspname, length(home) + 7)::int END AS number FROM (SELECT "
    "coalesce(nullif(?1, ''), current_schema()::text) AS home) AS ours, pg_namespace JOIN pg_class "
    "ON relnamespace = pg_namespace.oid WHERE relname = 'deaddrop' AND (nspname = home OR "
    "(left(nspname, length(home) + 6) = home || '_part_' AND "
    "substr(nspname, length(home) + 7) ~ '^[1-9][0-9]?$'))) AS there ORDER BY number";

int postgres_others_find(const struct store_sql *store, struct postgres_others *others_r,
                         struct fault *fault)
{
    const struct postgres_link *link = postgres_link_of(store);
    const char *main = postgres_link_main(link);
    struct sql_statement *statement = NULL;
    int code = sql_prepare(store, others_names, &statement);
    others_r->count = 0;
    if (code == SQL_OK) {
        sql_bind_text(statement, 1, main == NULL ? "" : main, main == NULL ? 0 : strlen(main));
        code = sql_step(statement);
    }
    for (; code == SQL_ROW; code = sql_step(statement)) {
        unsigned part = (unsigned)sql_number(statement, 0);
        if (part != link->part && part < STORE_PARTS_MAX) {
            snprintf(others_r->schema[others_r->count], POSTGRES_SCHEMA_BYTES, "%s",
                     sql_text(statement, 1));
            others_r->part[others_r->count++] = part;
        }
    }
    int done = code == SQL_DONE ? 0 : store_sql_fault(store, code, fault);
    sql_finalize(statement);
    return done;
}

int postgres_others_place(const struct store_sql *store, unsigned part, char *place, size_t size,
                          struct fault *fault)
{
    const char *url = postgres_link_of(store)->url;
    int len =
        part == 0 ? snprintf(place, size, "%s", url) : snprintf(place, size, "%s#%u", url, part);
    return len > 0 && (size_t)len < size
               ? 0
               : fault_set(fault, FAULT_CONFIG, "store %s: the URL is too long", store->path);
}

/* What that part holds, whichever version made its schema. */
static int others_hold(const struct store_sql *store, const char *schema, struct store_row *held_r,
                       struct fault *fault)
{
    char tables[OTHERS_SQL_BYTES];
    char waiting[OTHERS_SQL_BYTES];
    int64_t open = 0;
    snprintf(tables, sizeof tables, "SELECT count(*) FROM %s.open_table", schema);
    snprintf(waiting, sizeof waiting,
             "SELECT (SELECT count(*) FROM %s.inbox) + (SELECT count(*) FROM %s.outbox) + (SELECT "
             "count(*) FROM %s.setting WHERE scope = 'request') + (SELECT count(*) FROM "
             "main.letter WHERE part = %u AND part <> 0)",
             schema, schema, schema, (unsigned)held_r->id);
    if (store_sql_number(store, tables, &open, fault) != 0 ||
        store_sql_number(store, waiting, &held_r->at_ms, fault) != 0) {
        return -1;
    }
    held_r->sub = (uint64_t)open;
    return 0;
}

int postgres_others_read(const struct store_sql *store, const struct store_question *question,
                         store_row_fn row, void *context, struct fault *fault)
{
    struct postgres_others others;
    int done = postgres_others_find(store, &others, fault);
    for (unsigned i = 0; i < others.count && done == 0; i++) {
        struct store_row held = {.id = others.part[i], .key = "", .extra = "", .text = ""};
        if (others.part[i] < question->id) {
            continue;
        }
        done = others_hold(store, others.schema[i], &held, fault);
        if (done == 0) {
            row(context, &held);
        }
    }
    return done;
}
