/* Forgetting somebody, in the transaction of the batch that asks for it: every row that own.h finds
 * of theirs is taken away or written without them. What lay in those rows may still stand in free
 * pages, in pages that were moved and in the log. So the transaction leaves a mark behind, and
 * until that has gone the database is written anew and the log is cut to nothing, in a moment when
 * nobody reads. */
#include <string.h>

#include <sqlite3.h>

#include "own.h"
#include "own_export.h"
#include "seal.h"
#include "store_sqlite_forget.h"

enum { FORGET_GATHER_MAX = 512, FORGET_PATIENCE_MS = 200, FORGET_BUSY_MS = 5000 };

#define FORGET_MARK "'store', 'wipe'"

/* What was found and is not written yet. */
struct forget {
    struct store_sqlite *sqlite;
    struct store_batch *batch;
    struct fault *fault;
    bool failed;
};

static int forget_read(void *context, const struct store_question *question, store_row_fn row,
                       void *row_context, struct fault *fault)
{
    return store_sqlite_read(context, question, row, row_context, fault);
}

static void forget_write(struct forget *forget)
{
    size_t count = store_batch_count(forget->batch);
    for (size_t i = 0; i < count && !forget->failed; i++) {
        struct store_item item;
        store_batch_item(forget->batch, i, &item);
        forget->failed = store_sqlite_put(forget->sqlite, &item, forget->fault) != 0;
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

static int forget_rows(struct store_sqlite *sqlite, const struct store_item *item,
                       struct fault *fault)
{
    struct forget forget = {.sqlite = sqlite, .batch = store_batch_new(), .fault = fault};
    const struct own_reader reader = {.read = forget_read, .context = sqlite};
    struct own *own = own_new(item->id, item->key.text, sqlite->rules);
    int done = own_walk(own, &reader, forget_found, &forget, fault);
    forget_write(&forget);
    store_batch_free(&forget.batch);
    own_free(&own);
    return forget.failed ? -1 : done;
}

/* What was set aside as damaged goes where the account stands in it, or might under a seal that
 * does not open any more; and the mark is left. */
static int forget_aside(const struct store_sqlite *sqlite, const char *address, struct fault *fault)
{
    const char *slash = strchr(address, '/');
    char *sql = sqlite3_mprintf(
        "DELETE FROM damaged WHERE instr(row, %Q) > 0 OR typeof(row) = 'blob' OR "
        "(%d AND instr(row, 'X''') > 0);"
        "INSERT OR REPLACE INTO setting (scope, name, value, sum) VALUES (" FORGET_MARK
        ", '1', row_sum('setting', " FORGET_MARK ", '1'))",
        slash == NULL ? address : slash + 1, seal_seals() ? 1 : 0);
    int done = store_sqlite_exec(sqlite, sql, fault);
    sqlite3_free(sql);
    return done;
}

int store_sqlite_forget(struct store_sqlite *sqlite, const struct store_item *item,
                        struct fault *fault)
{
    if (store_sqlite_exec(sqlite, "PRAGMA secure_delete = ON", fault) != 0) {
        return -1;
    }
    int done = forget_rows(sqlite, item, fault);
    if (done == 0) {
        done = forget_aside(sqlite, item->key.text, fault);
    }
    if (store_sqlite_exec(sqlite, "PRAGMA secure_delete = FAST", done == 0 ? fault : NULL) != 0) {
        return -1;
    }
    sqlite->forgot = done == 0;
    sqlite->emptied = false;
    return done;
}

int store_sqlite_export(struct store_sqlite *sqlite, const struct store_question *question,
                        store_row_fn row, void *context, struct fault *fault)
{
    const struct own_reader reader = {.read = forget_read, .context = sqlite};
    struct own *own = own_new(question->id, question->key, sqlite->rules);
    struct buf json;
    buf_init(&json, OWN_EXPORT_MAX);
    int done = own_export(own, &reader, question->id, &json, fault);
    const struct store_row all = {.id = question->id,
                                  .key = question->key,
                                  .extra = "",
                                  .text = json.text,
                                  .text_len = json.len};
    if (done == 0) {
        row(context, &all);
    }
    buf_deinit(&json);
    own_free(&own);
    return done;
}

/* The log is read by nobody and holds nothing: true. */
static bool forget_log(const struct store_sqlite *sqlite)
{
    sqlite3_busy_timeout(sqlite->db, FORGET_PATIENCE_MS);
    int code = sqlite3_wal_checkpoint_v2(sqlite->db, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL);
    sqlite3_busy_timeout(sqlite->db, FORGET_BUSY_MS);
    return code == SQLITE_OK;
}

void store_sqlite_wipe(struct store_sqlite *sqlite)
{
    struct fault fault;
    if (!sqlite->forgot || sqlite3_get_autocommit(sqlite->db) == 0) {
        return;
    }
    sqlite->emptied = sqlite->emptied || store_sqlite_exec(sqlite, "VACUUM", &fault) == 0;
    if (!sqlite->emptied || !forget_log(sqlite)) {
        return; /* at the next rest */
    }
    if (store_sqlite_exec(sqlite, "DELETE FROM setting WHERE (scope, name) = (" FORGET_MARK ")",
                          &fault) == 0) {
        sqlite->forgot = false;
    }
}
