/* All that is kept of somebody, as JSON: who they are, where they sat, what they said, and every
 * row that is theirs (own.h). */
#include "own_export.h"

#include <string.h>

#include <cjson/cJSON.h>

#include "chain.h"
#include "json_out.h"

struct own_exporting {
    struct own *own;
    const struct own_reader *reader;
    uint64_t person;
    struct buf *json;
    struct fault *fault;
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

int own_export(struct own *own, const struct own_reader *reader, uint64_t person, struct buf *json,
               struct fault *fault)
{
    struct own_exporting out = {own, reader, person, json, fault};
    buf_text(json, "{");
    if (export_read(&out, STORE_PERSONS, write_person) != 0 ||
        export_list(&out, "addresses", STORE_ADDRESSES, write_address) != 0 ||
        export_list(&out, "tables", STORE_TABLES_EVER, write_table) != 0 ||
        export_list(&out, "words", STORE_WORDS_BY, write_words) != 0 || export_rows(&out) != 0) {
        return -1;
    }
    buf_text(json, "}\n");
    return json->full ? fault_set(fault, FAULT_BAD, "there is too much of it") : 0;
}
