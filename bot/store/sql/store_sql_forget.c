/* Forgetting somebody, in the transaction of the batch that asks for it: every row that own.h finds
 * of theirs is taken away or written without them. What lay in those rows may still stand in free
 * pages, in pages that were moved and in the log. So the transaction leaves a mark behind, and
 * until that has gone the database is written anew and the log is cut to nothing, in a moment when
 * nobody reads. */
#include <stdio.h>
#include <string.h>

#include "own.h"
#include "own_export.h"
#include "seal.h"
#include "store_sql_forget.h"
#include "store_sql_ways.h"

enum { FORGET_GATHER_MAX = 512 };

static const char forget_mark[] = "wipe";

/* What was found and is not written yet. */
struct forget {
    struct store_sql *store;
    struct store_batch *batch;
    struct fault *fault;
    bool failed;
};

static int forget_read(void *context, const struct store_question *question, store_row_fn row,
                       void *row_context, struct fault *fault)
{
    return store_sql_read(context, question, row, row_context, fault);
}

static void forget_write(struct forget *forget)
{
    size_t count = store_batch_count(forget->batch);
    for (size_t i = 0; i < count && !forget->failed; i++) {
        struct store_item item;
        store_batch_item(forget->batch, i, &item);
        forget->failed = store_sql_put(forget->store, &item, forget->fault) != 0;
    }
    store_batch_free(&forget->batch);
    forget->batch = store_batch_new();
}

static void forget_found(void *context, const struct own_found *found)
{
    struct forget *forget = context;
    store_put(forget->batch, found->op, &found->after);
    if (store_batch_count(forget->batch) >= FORGET_GATHER_MAX) {
        forget_write(forget);
    }
}

static int forget_rows(struct store_sql *store, const struct store_item *item, struct fault *fault)
{
    struct forget forget = {.store = store, .batch = store_batch_new(), .fault = fault};
    const struct own_reader reader = {.read = forget_read, .context = store};
    struct own *own = own_new(item->id, item->key.text, store->rules);
    int done = own_walk(own, &reader, forget_found, &forget, fault);
    forget_write(&forget);
    store_batch_free(&forget.batch);
    own_free(&own);
    return forget.failed ? -1 : done;
}

/* What was set aside as damaged goes where the account stands in it, or might under a seal that
 * does not open any more; and the mark is left. */
static int forget_aside(const struct store_sql *store, const char *address, struct fault *fault)
{
    struct sql_statement *statement = NULL;
    char sql[STORE_SQL_SQL_BYTES];
    const char *slash = strchr(address, '/');
    const char *account = slash == NULL ? address : slash + 1;
    snprintf(sql, sizeof sql, "DELETE FROM damaged WHERE instr(row, ?1) > 0 OR %s",
             store->ways->aside_sealed);
    int code = sql_prepare(store, sql, &statement);
    if (code == SQL_OK) {
        sql_bind_text(statement, 1, account, strlen(account));
        sql_bind_number(statement, 2, seal_seals() ? 1 : 0);
        code = sql_step(statement);
    }
    int done = code == SQL_DONE ? 0 : store_sql_fault(store, code, fault);
    sql_finalize(statement);
    return done == 0 ? store_sql_set(store, forget_mark, "1", fault) : done;
}

/* Other parts find no table of theirs any more, nor that they were seen at one. */
static int forget_sitting(const struct store_sql *store, const char *address, struct fault *fault)
{
    struct sql_statement *statement = NULL;
    int code =
        sql_prepare(store, "DELETE FROM main.sitting WHERE address IN (?1, '-' || ?1)", &statement);
    if (code == SQL_OK) {
        sql_bind_text(statement, 1, address, strlen(address));
        code = sql_step(statement);
    }
    int done = code == SQL_DONE ? 0 : store_sql_fault(store, code, fault);
    sql_finalize(statement);
    return done;
}

int store_sql_forget(struct store_sql *store, const struct store_item *item, struct fault *fault)
{
    if (store->ways->secure(store, true, fault) != 0) {
        return -1;
    }
    int done = forget_rows(store, item, fault);
    done = done == 0 ? forget_sitting(store, item->key.text, fault) : done;
    done = done == 0 ? forget_aside(store, item->key.text, fault) : done;
    if (store->ways->secure(store, false, done == 0 ? fault : NULL) != 0) {
        return -1;
    }
    store->forgot = done == 0;
    store->emptied = false;
    return done;
}

int store_sql_export_of(struct store_sql *store, uint64_t person, const char *address,
                        struct buf *json, struct fault *fault)
{
    const struct own_reader reader = {.read = forget_read, .context = store};
    struct own *own = own_new(person, address, store->rules);
    int rows = own_export(own, &reader, person, json, fault);
    own_free(&own);
    return rows;
}

int store_sql_export_end(const struct store_question *question, int rows, struct buf *json,
                         store_row_fn row, void *context)
{
    buf_text(json, "}\n");
    const struct store_row all = {.id = question->id,
                                  .sub = (uint64_t)rows,
                                  .key = question->key,
                                  .extra = "",
                                  .text = json->text,
                                  .text_len = json->len};
    if (rows >= 0) {
        row(context, &all);
    }
    buf_deinit(json);
    return rows < 0 ? -1 : 0;
}

int store_sql_export(struct store_sql *store, const struct store_question *question,
                     store_row_fn row, void *context, struct fault *fault)
{
    struct buf json;
    buf_init(&json, OWN_EXPORT_MAX);
    buf_text(&json, "{");
    int rows = store_sql_export_of(store, question->id, question->key, &json, fault);
    return store_sql_export_end(question, rows, &json, row, context);
}

void store_sql_wipe(struct store_sql *store)
{
    struct fault fault;
    if (!store->forgot || store_sql_in_transaction(store) || !store->ways->empty(store)) {
        return; /* at the next rest */
    }
    if (store_sql_set(store, forget_mark, "", &fault) == 0) {
        store->forgot = false;
    }
}
