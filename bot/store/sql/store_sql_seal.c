/* SQL: what people said, what was dealt and what waits is sealed where there is a
 * key. A sealed value is a blob where a plain one is a text, so a row tells by itself what it is.
 * Sums are over what is stored: finding damage needs no key. Ids, rooms, steps, times and accounts
 * stay plain: rows are found by them. */

#include "store_sql_seal.h"
#include "store_sql_ways.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "crash.h"
#include "heap.h"

enum { PART_ID = 1, PART_SUB = 2, PART_AT = 4, PART_KEY = 8, PART_EXTRA = 16 };

/* Where the text of an op or of a query's row lies: a kind, and what of the row tells its place. */
struct seal_rule {
    const char *kind;
    unsigned parts;
};

static const struct seal_rule seal_ops[STORE_ALIVE + 1] = {
    [STORE_INBOX] = {"inbox", PART_ID},
    [STORE_TABLE] = {"tables", PART_ID},
    [STORE_JOURNAL] = {"journal", PART_ID | PART_SUB},
    [STORE_WORDS] = {"words", PART_ID | PART_SUB | PART_KEY},
    [STORE_OUTBOX] = {"outbox", PART_ID},
    [STORE_PERSON] = {"person", PART_ID},
    [STORE_SETTING] = {"setting", PART_KEY | PART_EXTRA},
    [STORE_ADAPTER] = {"adapter", PART_KEY | PART_EXTRA},
    [STORE_RESULT] = {"result", PART_ID},
    [STORE_RESULT_SEAT] = {"result", PART_ID},
    [STORE_LETTER] = {"letter", PART_SUB | PART_KEY | PART_EXTRA},
    [STORE_SITTING] = {"sitting", PART_ID | PART_SUB},
};

static const struct seal_rule seal_queries[STORE_NEXT_IDS + 1] = {
    [STORE_INBOX_ALL] = {"inbox", PART_ID},
    [STORE_TABLES] = {"tables", PART_ID},
    [STORE_TABLE_ONE] = {"tables", PART_ID},
    [STORE_TABLES_EVER] = {"tables", PART_ID},
    [STORE_JOURNAL_OF] = {"journal", PART_ID | PART_SUB},
    [STORE_JOURNAL_ALL] = {"journal", PART_SUB | PART_AT},
    [STORE_WORDS_OF] = {"words", PART_ID | PART_SUB | PART_KEY},
    [STORE_WORDS_BY] = {"words", PART_ID | PART_SUB | PART_KEY},
    [STORE_OUTBOX_ALL] = {"outbox", PART_ID},
    [STORE_PERSONS] = {"person", PART_ID},
    [STORE_SETTINGS] = {"setting", PART_KEY | PART_EXTRA},
    [STORE_SETTINGS_OF] = {"setting", PART_KEY | PART_EXTRA},
    [STORE_ADAPTER_ROWS] = {"adapter", PART_KEY | PART_EXTRA},
    [STORE_ADAPTER_ALL] = {"adapter", PART_KEY | PART_EXTRA},
    [STORE_RESULTS_IN] = {"result", PART_ID},
    [STORE_RESULTS_BY] = {"result", PART_ID},
    [STORE_RESULTS_OF] = {"result", PART_ID},
    [STORE_RESULTS_TABLES] = {"result", PART_ID},
    [STORE_LETTERS] = {"letter", PART_SUB | PART_KEY | PART_EXTRA},
    [STORE_LETTERS_ALL] = {"letter", PART_SUB | PART_KEY | PART_EXTRA},
    [STORE_SITTING_AT] = {"sitting", PART_ID | PART_SUB},
    [STORE_RESULTS_ELSEWHERE] = {"result", PART_ID},
    [STORE_PERSONS_ELSEWHERE] = {"person", PART_ID},
    [STORE_MET_ELSEWHERE] = {"person", PART_ID},
};

/* A hash of a line, which its own text and the one before could be tried against. */
static const char seal_hash_kind[] = "journal hash";

static void seal_place_of(struct seal_place *place, const char *kind, unsigned parts,
                          const struct store_row *row)
{
    seal_place(place, kind);
    if ((parts & PART_ID) != 0) {
        seal_place_number(place, (int64_t)row->id);
    }
    if ((parts & PART_SUB) != 0) {
        seal_place_number(place, (int64_t)row->sub);
    }
    if ((parts & PART_AT) != 0) {
        seal_place_number(place, row->at_ms);
    }
    if ((parts & PART_KEY) != 0) {
        seal_place_text(place, row->key, strlen(row->key));
    }
    if ((parts & PART_EXTRA) != 0) {
        seal_place_text(place, row->extra, strlen(row->extra));
    }
}

/* --- one row ---------------------------------------------------------------------------------- */

static const struct buf *seal_text(struct buf *buf, const char *kind, unsigned parts,
                                   const struct store_row *row, const struct store_text *text)
{
    struct seal_place place;
    if (text->len == 0) {
        return NULL;
    }
    seal_place_of(&place, kind, parts, row);
    buf_clear(buf);
    seal_close(&place, text->text, text->len, buf);
    return buf;
}

void store_seal_item(struct store_sql *store, const struct store_item *item,
                     struct store_sealed *sealed_r)
{
    const struct seal_rule *rule = &seal_ops[item->op];
    *sealed_r = (struct store_sealed){NULL, NULL};
    if (rule->kind == NULL || !seal_seals()) {
        return;
    }
    const struct store_row row = {.id = item->id,
                                  .sub = item->sub,
                                  .at_ms = item->at_ms,
                                  .key = item->key.text,
                                  .extra = item->extra.text};
    sealed_r->text = seal_text(&store->sealed[0], rule->kind, rule->parts, &row, &item->text);
    if (item->op == STORE_JOURNAL) {
        sealed_r->extra =
            seal_text(&store->sealed[1], seal_hash_kind, rule->parts, &row, &item->extra);
    }
}

enum seal_opened store_seal_column(struct sql_statement *statement, int column,
                                   const struct seal_place *place, struct buf *out)
{
    const char *bytes = sql_text(statement, column);
    size_t size = sql_size(statement, column);
    buf_clear(out);
    if (bytes != NULL && seal_is(bytes, size)) {
        return seal_open(place, bytes, size, out);
    }
    buf_add(out, bytes == NULL ? "" : bytes, size);
    return out->full ? SEAL_BROKEN : SEAL_OPENED;
}

int store_seal_no_key(const struct store_sql *store, struct fault *fault)
{
    return fault_set(fault, FAULT_CONFIG,
                     "store %s: it is encrypted: give its key by key_file in [store]", store->path);
}

/* A column of the row, which is a blob where it is sealed. */
static int seal_open_column(struct store_sql *store, struct sql_statement *statement, int column,
                            const struct seal_place *place, struct store_row *row,
                            struct fault *fault)
{
    struct buf *out = &store->opened[column == 5 ? 0 : 1];
    enum seal_opened opened =
        row->damaged ? SEAL_BROKEN : store_seal_column(statement, column, place, out);
    if (opened == SEAL_NO_KEY) {
        return store_seal_no_key(store, fault);
    }
    row->damaged = row->damaged || opened != SEAL_OPENED;
    const char *text = opened == SEAL_OPENED && out->len > 0 ? out->text : "";
    if (column == 5) {
        row->text = text;
        row->text_len = text[0] == '\0' ? 0 : out->len;
    } else {
        row->extra = text;
    }
    return 0;
}

static bool seal_column_is(struct sql_statement *statement, int column)
{
    const char *bytes = sql_text(statement, column);
    return bytes != NULL && seal_is(bytes, sql_size(statement, column));
}

int store_seal_row(struct store_sql *store, enum store_query query, struct sql_statement *statement,
                   struct store_row *row, struct fault *fault)
{
    const struct seal_rule *rule = &seal_queries[query];
    struct seal_place place;
    bool text = seal_column_is(statement, 5);
    bool extra = seal_column_is(statement, 4);
    if (rule->kind == NULL || (!text && !extra)) {
        return 0;
    }
    seal_place_of(&place, rule->kind, rule->parts, row);
    if (text && seal_open_column(store, statement, 5, &place, row, fault) != 0) {
        return -1;
    }
    if (extra) {
        seal_place_of(&place, seal_hash_kind, rule->parts, row);
    }
    return extra ? seal_open_column(store, statement, 4, &place, row, fault) : 0;
}

void store_seal_wipe(struct store_sql *store)
{
    for (size_t i = 0; i < 2; i++) {
        if (store->opened[i].text != NULL) {
            explicit_bzero(store->opened[i].text, store->opened[i].len);
        }
        buf_clear(&store->opened[i]);
    }
}

/* --- the key of a file ------------------------------------------------------------------------ */

/* Which key the file is sealed by; "" none. */
static int seal_of_file(const struct store_sql *store, char id[SEAL_ID_HEX], struct fault *fault)
{
    struct sql_statement *rows = NULL;
    int code = sql_prepare(
        store, "SELECT value FROM setting WHERE scope = 'store' AND name = 'key'", &rows);
    code = code == SQL_OK ? sql_step(rows) : code;
    const char *value = code == SQL_ROW ? sql_text(rows, 0) : "";
    snprintf(id, SEAL_ID_HEX, "%s", value == NULL ? "" : value);
    sql_finalize(rows);
    return code == SQL_ROW || code == SQL_DONE ? 0 : store_sql_fault(store, code, fault);
}

int store_seal_fits(const struct store_sql *store, struct fault *fault)
{
    char id[SEAL_ID_HEX];
    if (seal_of_file(store, id, fault) != 0) {
        return -1;
    }
    if (id[0] == '\0' || seal_knows(id)) {
        return 0;
    }
    return fault_set(fault, FAULT_CONFIG,
                     "store %s: it is encrypted by key %s, which is not here; nothing was changed: "
                     "give that one by key_file in [store], or by old_key_file beside a new one",
                     store->path, id);
}

enum seal_opened store_seal_again(const struct seal_place *place, const void *bytes, size_t size,
                                  struct buf *out)
{
    struct buf plain;
    enum seal_opened opened = SEAL_OPENED;
    buf_init(&plain, INT32_MAX);
    buf_clear(out);
    if (bytes != NULL && seal_is(bytes, size)) {
        opened = seal_open(place, bytes, size, &plain);
    } else {
        buf_add(&plain, bytes == NULL ? "" : bytes, size);
    }
    if (opened == SEAL_OPENED && seal_seals() && plain.len > 0) {
        seal_close(place, plain.text, plain.len, out);
    } else if (opened == SEAL_OPENED) {
        buf_add(out, plain.len == 0 ? "" : plain.text, plain.len);
    }
    if (plain.text != NULL) {
        explicit_bzero(plain.text, plain.len);
    }
    buf_deinit(&plain);
    return opened;
}

static const struct seal_column seal_columns[] = {
    {"inbox", "id, key, ", "heard", "", "inbox", "id"},
    {"tables", "id, room, game, ", "header", "", "tables", "id"},
    {"journal", "table_id, step, before, event, hash, ", "line", "", "journal", "table_id, step"},
    {"journal", "table_id, step, before, event, ", "hash", ", line", "journal hash",
     "table_id, step"},
    {"words", "table_id, digest, person, ", "words", "", "words", "table_id, person, digest"},
    {"outbox", "id, table_id, not_before_ms, room, meta, ", "document", "", "outbox", "id"},
    {"person", "id, ", "about", "", "person", "id"},
    {"setting", "scope, name, ", "value", "", "setting", "scope, name"},
    {"adapter", "adapter, key, place, ", "value", "", "adapter", "adapter, key"},
    {"record", "table_id, ended_ms, ", "packed", "", "record", "table_id"},
    {"result", "table_id, ended_ms, room, server, ", "about", "", "result", "table_id"},
    {"result_seat", "table_id, person, ", "about", "", "result", "table_id"},
    {"letter", "part, key, kind, ", "text", "", "letter", "part, key, kind"},
    {"sitting", "part, table_id, address, tag, ", "label", "", "sitting", "table_id, part"},
};

/* What is damaged stays as it lies. */
static int seal_all(const struct store_sql *store, struct fault *fault)
{
    for (size_t i = 0; i < sizeof seal_columns / sizeof seal_columns[0]; i++) {
        if (store->ways->reseal(store, &seal_columns[i], fault) != 0) {
            return -1;
        }
    }
    return store->ways->reseal(store, NULL, fault);
}

/* Which key it is from now on, and that what was there before is to go out of free pages. */
static int seal_mark(const struct store_sql *store, const char *id, bool fresh, struct fault *fault)
{
    int done = store_sql_set(store, "key", id, fault);
    return done == 0 && !fresh ? store_sql_set(store, "wipe", "1", fault) : done;
}

int store_seal_begin(struct store_sql *store, struct fault *fault)
{
    char id[SEAL_ID_HEX];
    char wanted[SEAL_ID_HEX];
    int64_t said = 0;
    seal_id(wanted);
    if (seal_of_file(store, id, fault) != 0 || store_seal_fits(store, fault) != 0) {
        return -1;
    }
    if (strcmp(id, wanted) == 0) {
        return 0;
    }
    int done = store_sql_number(store,
                                "SELECT (SELECT count(*) FROM setting) + (SELECT "
                                "count(*) FROM tables) + (SELECT count(*) FROM adapter)",
                                &said, fault);
    done = done == 0 ? store_sql_begin(store, fault) : done;
    done = done == 0 ? seal_all(store, fault) : done;
    done = done == 0 ? seal_mark(store, wanted, said == 0, fault) : done;
    if (done == 0) {
        CRASH_POINT("store.sealed");
        done = store_sql_exec(store, "COMMIT", fault);
    }
    if (done != 0 && store_sql_in_transaction(store)) {
        store_sql_exec(store, "ROLLBACK", NULL);
    }
    return done;
}
