/* SQL: a finished table as its record. What is kept of a line is the line; the first
 * hash stands before them, and each further one follows from it, which is looked at before anything
 * goes. Events and sent messages of the table go: nobody reads them after its end. */

#include <stdlib.h>
#include <string.h>

#include "chain.h"
#include "crash.h"
#include "heap.h"
#include "packed.h"
#include "store_sql_forget.h"
#include "store_sql_keep.h"
#include "store_sql_seal.h"

/* The lines of one table, gathered. */
struct fold {
    struct buf text;
    struct chain chain;
    unsigned lines;
    bool sound;
    int64_t ended_ms;
};

/* The second word of a line. */
static int64_t fold_at_ms(const char *line)
{
    const char *blank = strchr(line, ' ');
    return blank == NULL ? 0 : strtoll(blank + 1, NULL, 10);
}

static void fold_line(void *context, const struct store_row *row)
{
    struct fold *fold = context;
    if (fold->lines == 0) {
        buf_text(&fold->text, row->extra);
        fold->sound = fold->sound && strlen(row->extra) == HASH_HEX_SIZE - 1;
    } else {
        chain_add(&fold->chain, row->text, row->text_len);
        fold->sound = fold->sound && strcmp(fold->chain.last, row->extra) == 0;
    }
    fold->sound = fold->sound && !row->damaged && memchr(row->text, '\n', row->text_len) == NULL;
    if (!fold->sound) {
        return;
    }
    memcpy(fold->chain.last, row->extra, HASH_HEX_SIZE);
    buf_text(&fold->text, "\n");
    buf_add(&fold->text, row->text, row->text_len);
    fold->ended_ms = fold_at_ms(row->text);
    fold->lines++;
}

static void fold_sent(void *context, const struct store_row *row)
{
    struct fold *fold = context;
    fold->sound = fold->sound && !row->damaged;
}

static void fold_place(struct seal_place *place, uint64_t table)
{
    seal_place(place, "record");
    seal_place_number(place, (int64_t)table);
}

/* The lines packed, and sealed where there is a key. */
static void fold_pack(const struct fold *fold, uint64_t table, struct buf *stored)
{
    size_t size = 0;
    struct seal_place place;
    uint8_t *packed = packed_new(fold->text.text, fold->text.len, &size);
    fold_place(&place, table);
    if (seal_seals()) {
        seal_close(&place, packed, size, stored);
    } else {
        buf_add(stored, (const char *)packed, size);
    }
    free(packed);
}

/* Runs a statement with a table's id, and for a record what is packed. */
static int fold_run(const struct store_sql *store, const char *sql, uint64_t table,
                    const struct fold *fold, struct fault *fault)
{
    struct buf stored;
    struct sql_statement *statement = NULL;
    buf_init(&stored, INT32_MAX);
    if (fold != NULL) {
        fold_pack(fold, table, &stored);
    }
    int code = sql_prepare(store, sql, &statement);
    if (code == SQL_OK) {
        sql_bind_number(statement, 1, (int64_t)table);
        if (fold != NULL) {
            sql_bind_number(statement, 2, fold->ended_ms);
            sql_bind_bytes(statement, 3, stored.text, stored.len, true);
        }
        code = sql_step(statement);
    }
    sql_finalize(statement);
    buf_deinit(&stored);
    return code == SQL_DONE || code == SQL_ROW ? 0 : store_sql_fault(store, code, fault);
}

#define FOLD_CHAIN(first, rows)                                                   \
    "WITH RECURSIVE chain (id) AS (SELECT " first " FROM standing WHERE id = ?1 " \
    "UNION ALL SELECT before FROM " rows " JOIN chain ON " rows ".id = chain.id " \
    "WHERE before < " rows ".id) DELETE FROM " rows " WHERE id IN (SELECT id FROM chain)"

static int fold_write(const struct store_sql *store, uint64_t table, const struct fold *fold,
                      struct fault *fault)
{
    static const char *const steps[] = {
        FOLD_CHAIN("line", "journal"),
        FOLD_CHAIN("sent", "sent"),
        "UPDATE standing SET line = NULL, sent = NULL, sum = row_sum('standing', id, phase, "
        "due_ms, step, NULL, NULL) WHERE id = ?1 AND row_kept(sum, 'standing', id, phase, due_ms, "
        "step, line, sent)",
    };
    if (fold->lines > 0 &&
        fold_run(store,
                 "INSERT INTO record (table_id, ended_ms, packed, sum) VALUES (?1, ?2, ?3, "
                 "row_sum('record', ?1, ?2, ?3))",
                 table, fold, fault) != 0) {
        return -1;
    }
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
        if (fold_run(store, steps[i], table, NULL, fault) != 0) {
            return -1;
        }
    }
    CRASH_POINT("store.folded");
    return 0;
}

static int fold_gather(struct store_sql *store, uint64_t table, struct fold *fold,
                       struct fault *fault)
{
    struct store_question question = {.query = STORE_SENT_OF, .id = table, .key = "", .extra = ""};
    if (store_sql_read_rows(store, &question, fold_sent, fold, fault) != 0) {
        return -1;
    }
    question.query = STORE_JOURNAL_OF;
    return store_sql_read_rows(store, &question, fold_line, fold, fault);
}

/* Words that go, one after the other. */
struct fold_withheld {
    const struct fold *fold;
    const struct store_fold *what;
    struct buf digests; /* a line each */
};

static void withheld_digest(void *context, const char *digest)
{
    struct fold_withheld *withheld = context;
    buf_text(&withheld->digests, digest);
    buf_text(&withheld->digests, "\n");
}

static void withheld_row(void *context, const struct store_row *row)
{
    struct fold_withheld *withheld = context;
    const struct store_withheld table = {row, withheld->fold->text.text, withheld->fold->text.len};
    if (!row->damaged) {
        withheld->what->withheld(&table, withheld_digest, withheld);
    }
}

static int withheld_drop(const struct store_sql *store, uint64_t table, const char *digests,
                         struct fault *fault)
{
    struct sql_statement *statement = NULL;
    int code =
        sql_prepare(store, "DELETE FROM words WHERE table_id = ?1 AND digest = ?2", &statement);
    for (const char *at = digests; code == SQL_OK && *at != '\0';) {
        size_t len = strcspn(at, "\n");
        sql_bind_number(statement, 1, (int64_t)table);
        sql_bind_text(statement, 2, at, len);
        int step = sql_step(statement);
        code = step == SQL_DONE ? sql_reset(statement) : step;
        at += len + 1;
    }
    sql_finalize(statement);
    return code == SQL_OK ? 0 : store_sql_fault(store, code, fault);
}

/* What nobody is to read has no place in a record. */
static int fold_withhold(struct store_sql *store, const struct store_fold *what,
                         const struct fold *fold, struct fault *fault)
{
    struct fold_withheld withheld = {.fold = fold, .what = what};
    struct store_question question = {
        .query = STORE_TABLE_ONE, .id = what->table, .key = "", .extra = ""};
    if (what->withheld == NULL || fold->lines == 0) {
        return 0;
    }
    buf_init(&withheld.digests, PACKED_TEXT_MAX);
    int done = store_sql_read_rows(store, &question, withheld_row, &withheld, fault);
    done = done == 0 && withheld.digests.len > 0
               ? withheld_drop(store, what->table, withheld.digests.text, fault)
               : done;
    buf_deinit(&withheld.digests);
    return done;
}

int store_sql_fold(struct store_sql *store, const struct store_fold *what,
                   enum store_folded *folded_r, struct fault *fault)
{
    struct fold fold = {.sound = true};
    *folded_r = STORE_FOLD_NOT;
    buf_init(&fold.text, PACKED_TEXT_MAX);
    int done = fold_gather(store, what->table, &fold, fault);
    if (done == 0 && fold.sound && !fold.text.full) {
        *folded_r = fold.ended_ms < what->before_ms ? STORE_FOLDED : STORE_FOLD_LATER;
    }
    if (*folded_r == STORE_FOLDED) {
        done = store_sql_begin(store, fault);
        done = done == 0 ? fold_withhold(store, what, &fold, fault) : done;
        done = done == 0 ? fold_write(store, what->table, &fold, fault) : done;
        done = done == 0 ? store_sql_exec(store, "COMMIT", fault) : done;
    }
    buf_deinit(&fold.text);
    return done;
}

/* --- reading ---------------------------------------------------------------------------------- */

#define RECORD_ROWS                                                                                \
    "SELECT table_id, packed, row_sum('record', table_id, ended_ms, packed) IS NOT DISTINCT FROM " \
    "sum FROM "                                                                                    \
    "record "

/* The lines of one record, as rows of the question. */
static bool record_lines(const struct buf *text, uint64_t table, bool all, store_row_fn row,
                         void *context)
{
    struct chain chain;
    const char *at = memchr(text->text, '\n', text->len);
    if (at != text->text + HASH_HEX_SIZE - 1) {
        return false;
    }
    memcpy(chain.last, text->text, HASH_HEX_SIZE - 1);
    chain.last[HASH_HEX_SIZE - 1] = '\0';
    for (bool first = true; at != NULL; first = false) {
        char *line = NULL;
        const char *begin = at + 1;
        at = memchr(begin, '\n', (size_t)(text->text + text->len - begin));
        size_t len = (size_t)((at == NULL ? text->text + text->len : at) - begin);
        if (!first) {
            chain_add(&chain, begin, len);
        }
        line = heap_text(begin, len);
        const struct store_row out = {.id = all ? 0 : table,
                                      .sub = all ? table : strtoull(line, NULL, 10),
                                      .key = "",
                                      .extra = chain.last,
                                      .text = line,
                                      .text_len = len};
        row(context, &out);
        free(line);
    }
    return true;
}

/* One row of the table record. */
static int record_row(const struct store_sql *store, struct sql_statement *rows, bool all,
                      store_row_fn row, void *context, struct fault *fault)
{
    struct buf packed;
    struct buf text;
    struct seal_place place;
    uint64_t table = (uint64_t)sql_number(rows, 0);
    buf_init(&packed, INT32_MAX);
    buf_init(&text, PACKED_TEXT_MAX);
    fold_place(&place, table);
    enum seal_opened opened = store_seal_column(rows, 1, &place, &packed);
    bool sound = opened == SEAL_OPENED && sql_number(rows, 2) == 1 &&
                 packed_read((const uint8_t *)packed.text, packed.len, &text) &&
                 record_lines(&text, table, all, row, context);
    buf_deinit(&packed);
    buf_deinit(&text);
    if (opened == SEAL_NO_KEY) {
        return store_seal_no_key(store, fault);
    }
    if (!sound && all) {
        return fault_set(fault, FAULT_BROKEN,
                         "store %s: the record of table %llu is damaged: `deaddrop check` says how "
                         "to mend it",
                         store->path, (unsigned long long)table);
    }
    if (!sound) {
        row(context,
            &(struct store_row){.id = table, .key = "", .extra = "", .text = "", .damaged = true});
    }
    return 0;
}

int store_sql_read_record(struct store_sql *store, const struct store_question *question,
                          store_row_fn row, void *context, struct fault *fault)
{
    bool all = question->query == STORE_JOURNAL_ALL;
    int result = 0;
    struct sql_statement *rows = NULL;
    int code = sql_prepare(
        store, all ? RECORD_ROWS "ORDER BY table_id" : RECORD_ROWS "WHERE table_id = ?1", &rows);
    if (code == SQL_OK) {
        sql_bind_number(rows, 1, (int64_t)question->id); /* where it is asked for */
        code = sql_step(rows);
    }
    for (; code == SQL_ROW && result == 0; code = sql_step(rows)) {
        result = record_row(store, rows, all, row, context, fault);
    }
    sql_finalize(rows);
    return code == SQL_DONE || result != 0 ? result : store_sql_fault(store, code, fault);
}
