#include "postgres_export.h"

#include <string.h>

#include "json_out.h"
#include "own_export.h"
#include "postgres_others.h"
#include "store_sql_forget.h"

enum { EXPORT_PLACE_BYTES = 4096 };

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
    if (postgres_others_place(store, part, place, sizeof place, fault) != 0 ||
        driver->open(&db, place, true, fault) != 0) {
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
    struct postgres_others parts;
    int all = store_sql_export_of(store, question->id, question->key, json, fault);
    if (all < 0 || postgres_others_find(store, &parts, fault) != 0) {
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
