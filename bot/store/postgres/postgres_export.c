#include "postgres_export.h"

#include <stdio.h>
#include <string.h>

#include "json_out.h"
#include "own_export.h"
#include "postgres_link.h"
#include "store_part.h"
#include "store_sql_forget.h"

enum { EXPORT_PLACE_BYTES = 4096 };

/* The parts that have a store beside this one. */
struct export_parts {
    unsigned count;
    unsigned part[STORE_PARTS_MAX];
};

static const char export_others[] =
    "SELECT number FROM (SELECT CASE WHEN nspname = home THEN 0 ELSE "
    "substr(nspname, length(home) + 7)::int END AS number FROM (SELECT "
    "coalesce(nullif(?1, ''), current_schema()::text) AS home) AS ours, pg_namespace JOIN pg_class "
    "ON relnamespace = pg_namespace.oid WHERE relname = 'deaddrop' AND (nspname = home OR "
    "(left(nspname, length(home) + 6) = home || '_part_' AND "
    "substr(nspname, length(home) + 7) ~ '^[1-9][0-9]?$'))) AS there ORDER BY number";

static int export_find(const struct store_sql *store, struct export_parts *parts,
                       struct fault *fault)
{
    const struct postgres_link *link = postgres_link_of(store);
    const char *main = postgres_link_main(link);
    struct sql_statement *statement = NULL;
    int code = sql_prepare(store, export_others, &statement);
    parts->count = 0;
    if (code == SQL_OK) {
        sql_bind_text(statement, 1, main == NULL ? "" : main, main == NULL ? 0 : strlen(main));
        code = sql_step(statement);
    }
    for (; code == SQL_ROW; code = sql_step(statement)) {
        unsigned part = (unsigned)sql_number(statement, 0);
        if (part != link->part && parts->count < STORE_PARTS_MAX) {
            parts->part[parts->count++] = part;
        }
    }
    int done = code == SQL_DONE ? 0 : store_sql_fault(store, code, fault);
    sql_finalize(statement);
    return done;
}

/* Whose address it is there. */
struct export_whose {
    const char *address;
    uint64_t person;
};

static void export_address(void *context, const struct store_row *row)
{
    struct export_whose *whose = context;
    if (!row->damaged && strcmp(row->key, whose->address) == 0) {
        whose->person = row->id;
    }
}

/* One part's, where it has something. */
static int export_part(const struct store_driver *driver, const struct store_sql *store,
                       unsigned part, const char *address, struct buf *json, struct fault *fault)
{
    const struct store_question addresses = {.query = STORE_ADDRESSES};
    struct export_whose whose = {address, 0};
    char place[EXPORT_PLACE_BYTES];
    void *db = NULL;
    struct buf theirs;
    const char *url = postgres_link_of(store)->url;
    int len = part == 0 ? snprintf(place, sizeof place, "%s", url)
                        : snprintf(place, sizeof place, "%s#%u", url, part);
    if (len < 0 || (size_t)len >= sizeof place || driver->open(&db, place, true, fault) != 0) {
        return fault_wrap(fault, "part %u", part);
    }
    buf_init(&theirs, OWN_EXPORT_MAX);
    store_sql_use(db, store->rules);
    int rows = store_sql_read(db, &addresses, export_address, &whose, fault);
    buf_text(&theirs, "{");
    json_out_number(&theirs, "part", part);
    rows = rows < 0 ? rows : store_sql_export_of(db, whose.person, address, &theirs, fault);
    buf_text(&theirs, "}");
    if (rows > 0) {
        json_out_next(json);
        buf_add(json, theirs.text, theirs.len);
    }
    buf_deinit(&theirs);
    driver->close(&db);
    return rows;
}

static int export_all(const struct store_driver *driver, struct store_sql *store,
                      const struct store_question *question, struct buf *json, struct fault *fault)
{
    struct export_parts parts;
    int all = store_sql_export_of(store, question->id, question->key, json, fault);
    if (all < 0 || export_find(store, &parts, fault) != 0) {
        return -1;
    }
    if (parts.count == 0) {
        return all;
    }
    json_out_key(json, "parts");
    buf_text(json, "[");
    for (unsigned i = 0; i < parts.count && all >= 0; i++) {
        int rows = export_part(driver, store, parts.part[i], question->key, json, fault);
        all = rows < 0 ? -1 : all + rows;
    }
    buf_text(json, "]");
    return all >= 0 && json->full ? fault_set(fault, FAULT_BAD, "there is too much of it") : all;
}

int postgres_export(const struct store_driver *driver, struct store_sql *store,
                    const struct store_question *question, store_row_fn row, void *context,
                    struct fault *fault)
{
    struct buf json;
    buf_init(&json, OWN_EXPORT_MAX);
    buf_text(&json, "{");
    int rows = export_all(driver, store, question, &json, fault);
    return store_sql_export_end(question, rows, &json, row, context);
}
