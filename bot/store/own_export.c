/* All that is kept of somebody, as JSON: who they are, where they sat, what they said, and every
 * row that is theirs (own.h); the same of each account that is linked with theirs, in "linked". */
#include "own_export.h"

#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "chain.h"
#include "heap.h"
#include "json_out.h"
#include "json_tree.h"
#include "own_private.h"

struct own_exporting {
    struct own *own;
    const struct own_reader *reader;
    uint64_t person;
    struct buf *json;
    struct fault *fault;
    int rows; /* that are theirs */
};

static void write_address(void *context, const struct store_row *row)
{
    struct own_exporting *out = context;
    if (row->id == out->person) {
        json_out_next(out->json);
        json_out_string(out->json, row->key, strlen(row->key));
    }
}

static void write_person(void *context, const struct store_row *row)
{
    struct own_exporting *out = context;
    if (!row->damaged && row->id == out->person) {
        json_out_key(out->json, "about");
        buf_add(out->json, row->text, row->text_len);
    }
}

static bool header_has(const struct store_row *row, uint64_t person)
{
    cJSON *header = cJSON_ParseWithLength(row->text, row->text_len);
    const cJSON *one = NULL;
    bool has = false;
    cJSON_ArrayForEach(one, cJSON_GetObjectItemCaseSensitive(header, "people"))
    {
        has = has || (cJSON_IsNumber(one) && one->valuedouble == (double)person);
    }
    cJSON_Delete(header);
    return has;
}

static void write_table(void *context, const struct store_row *row)
{
    struct own_exporting *out = context;
    if (header_has(row, out->person)) {
        json_out_next(out->json);
        buf_text(out->json, "{");
        json_out_id(out->json, "table", row->id);
        json_out_text(out->json, "game", row->extra);
        json_out_text(out->json, "room", row->key);
        buf_text(out->json, "}");
    }
}

/* The salt as hex stands before the text. */
static void write_words(void *context, const struct store_row *row)
{
    enum { SALT_HEX = CHAIN_SALT_BYTES * 2 };
    struct own_exporting *out = context;
    if (row->text_len >= SALT_HEX) {
        json_out_next(out->json);
        buf_text(out->json, "{");
        json_out_id(out->json, "table", row->id);
        json_out_key(out->json, "text");
        json_out_string(out->json, row->text + SALT_HEX, row->text_len - SALT_HEX);
        buf_text(out->json, "}");
    }
}

/* Where they stand, and what is there where all of it is theirs; in other rows they stand among
 * what is others'. */
static void write_row(void *context, const struct own_found *found)
{
    struct own_exporting *out = context;
    const struct store_row *row = found->row;
    out->rows++;
    json_out_next(out->json);
    buf_text(out->json, "{");
    json_out_text(out->json, "in", found->kind);
    json_out_id(out->json, "id", row->id);
    json_out_text(out->json, "key", row->key);
    json_out_text(out->json, "name", row->extra[0] == '\0' ? NULL : row->extra);
    json_out_text(out->json, "share", found->share == OWN_PART ? "part" : "whole");
    if (found->share != OWN_PART) {
        json_out_key(out->json, "value");
        json_out_string(out->json, row->text, row->text_len);
    }
    buf_text(out->json, "}");
}

static int export_read(struct own_exporting *out, enum store_query query, store_row_fn row)
{
    const struct store_question question = {.query = query, .id = out->person};
    return out->reader->read(out->reader->context, &question, row, out, out->fault);
}

static int export_list(struct own_exporting *out, const char *name, enum store_query query,
                       store_row_fn row)
{
    json_out_key(out->json, name);
    buf_text(out->json, "[");
    /* what nobody said is nobody's */
    int done = out->person == 0 ? 0 : export_read(out, query, row);
    buf_text(out->json, "]");
    return done;
}

static int export_rows(struct own_exporting *out)
{
    json_out_key(out->json, "rows");
    buf_text(out->json, "[");
    int done = own_walk(out->own, out->reader, write_row, out, out->fault);
    buf_text(out->json, "]");
    return done;
}

/* One person, without the braces around it. How many rows are theirs, or -1. */
static int export_one(struct own *own, const struct own_reader *reader, uint64_t person,
                      struct buf *json, struct fault *fault)
{
    struct own_exporting out = {own, reader, person, json, fault, 0};
    return export_read(&out, STORE_PERSONS, write_person) != 0 ||
                   export_list(&out, "addresses", STORE_ADDRESSES, write_address) != 0 ||
                   export_list(&out, "tables", STORE_TABLES_EVER, write_table) != 0 ||
                   export_list(&out, "words", STORE_WORDS_BY, write_words) != 0 ||
                   export_rows(&out) != 0
               ? -1
               : out.rows;
}

/* --- other accounts of theirs ----------------------------------------------------------------- */

enum { EXPORT_LINKED_MAX = 16 };

/* Whose row says that it is linked with a lead. */
struct export_with {
    uint64_t person;
    uint64_t lead;
};

struct export_linked {
    struct export_with *with;
    unsigned with_count;
    unsigned count;
    struct {
        uint64_t person;
        char *key; /* "adapter/account"; NULL: not read yet */
    } other[EXPORT_LINKED_MAX];
};

static void linked_row(void *context, const struct store_row *row)
{
    struct export_linked *linked = context;
    cJSON *json = row->damaged ? NULL : cJSON_ParseWithLength(row->text, row->text_len);
    uint64_t lead = json == NULL ? 0 : (uint64_t)json_tree_number(json, "with");
    if (lead != 0) {
        linked->with = heap_grow(linked->with, linked->with_count + 1u, sizeof *linked->with);
        linked->with[linked->with_count++] = (struct export_with){row->id, lead};
    }
    cJSON_Delete(json);
}

static void linked_key(void *context, const struct store_row *row)
{
    struct export_linked *linked = context;
    for (unsigned i = 0; i < linked->count && !row->damaged; i++) {
        if (linked->other[i].person == row->id && linked->other[i].key == NULL) {
            linked->other[i].key = heap_copy(row->key);
        }
    }
}

static void linked_add(struct export_linked *linked, uint64_t person, uint64_t self)
{
    if (person != self && linked->count < EXPORT_LINKED_MAX) {
        linked->other[linked->count++].person = person;
    }
}

/* Who is linked with a person, and by which account each is known. */
static int linked_find(const struct own_reader *reader, uint64_t person,
                       struct export_linked *linked, struct fault *fault)
{
    const struct store_question persons = {.query = STORE_PERSONS};
    const struct store_question addresses = {.query = STORE_ADDRESSES};
    uint64_t lead = person;
    if (person == 0 || reader->read(reader->context, &persons, linked_row, linked, fault) != 0) {
        return person == 0 ? 0 : -1;
    }
    for (unsigned i = 0; i < linked->with_count; i++) {
        lead = linked->with[i].person == person ? linked->with[i].lead : lead;
    }
    linked_add(linked, lead, person);
    for (unsigned i = 0; i < linked->with_count; i++) {
        if (linked->with[i].lead == lead) {
            linked_add(linked, linked->with[i].person, person);
        }
    }
    return linked->count == 0
               ? 0
               : reader->read(reader->context, &addresses, linked_key, linked, fault);
}

/* How many rows of all of them, or -1. */
static int linked_write(const struct own *own, const struct own_reader *reader,
                        const struct export_linked *linked, struct buf *json, struct fault *fault)
{
    int all = 0;
    if (linked->count == 0) {
        return 0;
    }
    json_out_key(json, "linked");
    buf_text(json, "[");
    for (unsigned i = 0; i < linked->count && all >= 0; i++) {
        if (linked->other[i].key == NULL) {
            continue;
        }
        struct own *other = own_new(linked->other[i].person, linked->other[i].key, own->rules);
        json_out_next(json);
        buf_text(json, "{");
        int rows = export_one(other, reader, linked->other[i].person, json, fault);
        all = rows < 0 ? -1 : all + rows;
        buf_text(json, "}");
        own_free(&other);
    }
    buf_text(json, "]");
    return all;
}

static void linked_free(struct export_linked *linked)
{
    for (unsigned i = 0; i < linked->count; i++) {
        free(linked->other[i].key);
    }
    free(linked->with);
}

int own_export(struct own *own, const struct own_reader *reader, uint64_t person, struct buf *json,
               struct fault *fault)
{
    struct export_linked linked = {.with = NULL};
    int rows = export_one(own, reader, person, json, fault);
    int others = rows < 0 ? rows : linked_find(reader, person, &linked, fault);
    others = others < 0 ? others : linked_write(own, reader, &linked, json, fault);
    linked_free(&linked);
    if (others < 0) {
        return -1;
    }
    return json->full ? fault_set(fault, FAULT_BAD, "there is too much of it") : rows + others;
}
