/* JSON back to documents, when they come from the disk. What is not of the shape is refused whole.
 */
#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "doc_json.h"
#include "doc_json_names.h"
#include "doc_tiles.h"
#include "json_tree.h"
#include "seat.h"

struct reader {
    struct doc *doc;
    bool bad;
};

/* The index of the name that json's member has, or -1. */
static int read_name(const cJSON *json, const char *member, const char *const *names, size_t count)
{
    const char *name = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(json, member));
    for (size_t i = 0; name != NULL && i < count; i++) {
        if (names[i] != NULL && strcmp(names[i], name) == 0) {
            return (int)i;
        }
    }
    return -1;
}

static const char *read_text(const struct reader *reader, const cJSON *json, const char *member)
{
    const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(json, member));
    return text == NULL ? NULL : arena_text(reader->doc->arena, text, strlen(text));
}

static uint64_t read_id(const cJSON *json, const char *member)
{
    const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(json, member));
    return text == NULL ? 0 : strtoull(text, NULL, 10);
}

static bool read_flag(const cJSON *json, const char *member)
{
    return cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(json, member));
}

static void read_run(struct reader *reader, struct block *block, const cJSON *json)
{
    int kind = read_name(json, "t", run_names, sizeof run_names / sizeof run_names[0]);
    const char *text = read_text(reader, json, "s");
    if (kind < 0 || (text == NULL && kind != RUN_TIME)) {
        reader->bad = true;
        return;
    }
    struct run *run =
        doc_run(reader->doc, block, (enum run_kind)kind, text == NULL ? "" : text, false);
    run->people = read_flag(json, "people");
    run->time_ms = json_tree_number(json, "ms");
    run->seat = SEAT_NONE;
    run->room = read_text(reader, json, "room");
    run->person = read_id(json, "person");
    run->account = read_text(reader, json, "account");
}

static void read_runs(struct reader *reader, struct block *block, const cJSON *json)
{
    const cJSON *run = NULL;
    cJSON_ArrayForEach(run, cJSON_GetObjectItemCaseSensitive(json, "runs"))
    {
        read_run(reader, block, run);
    }
}

static void read_items(struct reader *reader, struct block *block, const cJSON *items)
{
    const cJSON *item = NULL;
    cJSON_ArrayForEach(item, items)
    {
        read_runs(reader, doc_child(reader->doc, block), item);
    }
}

static void read_rows(struct reader *reader, struct block *block, const cJSON *rows)
{
    const cJSON *row = NULL;
    cJSON_ArrayForEach(row, rows)
    {
        read_items(reader, doc_child(reader->doc, block), row);
    }
}

static void read_content(struct reader *reader, struct block *block, const cJSON *json)
{
    block->until_ms = json_tree_number(json, "until");
    block->file = read_text(reader, json, "text");
    block->stops = read_flag(json, "stops");
    read_runs(reader, block, json);
    read_items(reader, block, cJSON_GetObjectItemCaseSensitive(json, "items"));
    read_rows(reader, block, cJSON_GetObjectItemCaseSensitive(json, "rows"));
}

static int read_block_kind(struct reader *reader, const cJSON *json)
{
    int kind = read_name(json, "t", block_names, sizeof block_names / sizeof block_names[0]);
    reader->bad = reader->bad || kind < 0 || kind == BLOCK_ITEM;
    return reader->bad ? -1 : kind;
}

static void read_tile(struct reader *reader, struct tile *tile, const cJSON *json)
{
    for (size_t i = 0; i < TILE_TEXTS; i++) {
        tile_set_text(tile, i, read_text(reader, json, tile_text_names[i]));
    }
    tile->account = read_text(reader, json, "account");
    tile->number = (int32_t)json_tree_number(json, "number");
    tile->count = (int32_t)json_tree_number(json, "count");
    tile->house = read_flag(json, "house");
    tile->ready = read_flag(json, "ready");
    tile->host = read_flag(json, "host");
    tile->dim = read_flag(json, "dim");
}

static struct block *read_tiles(struct reader *reader, enum block_kind kind, const cJSON *json)
{
    struct block *block = doc_tiles(reader->doc, kind, reader->doc->last_block);
    const cJSON *item = NULL;
    block->tiles->title = read_text(reader, json, "title");
    block->tiles->act = read_text(reader, json, "act");
    block->tiles->free = (int32_t)json_tree_number(json, "free");
    cJSON_ArrayForEach(item, cJSON_GetObjectItemCaseSensitive(json, block_names[kind]))
    {
        read_tile(reader, doc_tile(reader->doc, block), item);
    }
    return block;
}

static void read_block(struct reader *reader, const cJSON *json)
{
    int kind = read_block_kind(reader, json);
    if (kind < 0) {
        return;
    }
    if (!doc_has_twin((enum block_kind)kind)) {
        read_content(reader, doc_block(reader->doc, (enum block_kind)kind), json);
        return;
    }
    struct block *block = kind == BLOCK_PICTURE ? doc_block(reader->doc, BLOCK_PICTURE)
                                                : read_tiles(reader, (enum block_kind)kind, json);
    block->svg = read_text(reader, json, "svg");
    block->portrait = read_text(reader, json, "portrait");
    block->attached = read_flag(json, "attached");
    const cJSON *twin = NULL;
    cJSON_ArrayForEach(twin, cJSON_GetObjectItemCaseSensitive(json, "twin"))
    {
        int inner = read_block_kind(reader, twin);
        if (inner < 0 || doc_has_twin((enum block_kind)inner)) {
            reader->bad = true;
            return;
        }
        read_content(reader, doc_child_of(reader->doc, block, (enum block_kind)inner), twin);
    }
}

static struct field_choice *read_options(const struct reader *reader, const cJSON *json)
{
    struct field_choice *first = NULL;
    struct field_choice **tail = &first;
    const cJSON *item = NULL;
    cJSON_ArrayForEach(item, cJSON_GetObjectItemCaseSensitive(json, "choices"))
    {
        struct field_choice *choice = arena_take(reader->doc->arena, sizeof *choice);
        choice->value = read_text(reader, item, "value");
        choice->label = read_text(reader, item, "label");
        *tail = choice;
        tail = &choice->next;
    }
    return first;
}

static struct field *read_fields(struct reader *reader, const cJSON *form)
{
    struct field *first = NULL;
    struct field **tail = &first;
    const cJSON *item = NULL;
    cJSON_ArrayForEach(item, cJSON_GetObjectItemCaseSensitive(form, "fields"))
    {
        int kind = read_name(item, "kind", field_names, sizeof field_names / sizeof field_names[0]);
        struct field *field = arena_take(reader->doc->arena, sizeof *field);
        field->name = read_text(reader, item, "name");
        field->label = read_text(reader, item, "label");
        field->value = read_text(reader, item, "value");
        field->about = (int32_t)json_tree_number(item, "about");
        field->kind = kind < 0 ? FIELD_TEXT : (enum field_kind)kind;
        field->min = (int32_t)json_tree_number(item, "min");
        field->max = (int32_t)json_tree_number(item, "max");
        field->optional = read_flag(item, "optional");
        field->choices = read_options(reader, item);
        reader->bad = reader->bad || kind < 0 || field->name == NULL;
        *tail = field;
        tail = &field->next;
    }
    return first;
}

static void read_choice(struct reader *reader, const cJSON *json)
{
    int style = read_name(json, "style", style_names, sizeof style_names / sizeof style_names[0]);
    const char *label = read_text(reader, json, "label");
    const char *control = read_text(reader, json, "control");
    if (style < 0 || label == NULL || control == NULL || strlen(control) > 100) {
        reader->bad = true;
        return;
    }
    struct choice *choice = doc_choice(reader->doc, label, control, (enum choice_style)style);
    choice->symbol = read_text(reader, json, "symbol");
    choice->act = read_text(reader, json, "act");
    choice->value = read_text(reader, json, "value");
    choice->who = read_text(reader, json, "who");
    choice->owed = read_flag(json, "owed");
    choice->at_table = read_flag(json, "at_table");
    choice->fields = read_fields(reader, cJSON_GetObjectItemCaseSensitive(json, "form"));
}

static void read_head(const cJSON *json, struct doc_head *head)
{
    int kind = read_name(json, "kind", kind_names, sizeof kind_names / sizeof kind_names[0]);
    *head = (struct doc_head){.kind = kind < 0 ? DOC_NO_KIND : (enum doc_kind)kind,
                              .table = read_id(json, "table"),
                              .number = (uint32_t)json_tree_number(json, "number")};
}

struct doc *doc_json_read(struct arena *arena, const char *json, size_t len,
                          struct doc_head *head_r)
{
    cJSON *root = json_tree_read(json, len);
    struct reader reader = {doc_new(arena), root == NULL};
    const cJSON *item = NULL;
    reader.doc->game = read_text(&reader, root, "game");
    reader.doc->phase = read_text(&reader, root, "phase");
    reader.doc->zone = read_text(&reader, root, "zone");
    reader.doc->plain = read_flag(root, "plain");
    cJSON_ArrayForEach(item, cJSON_GetObjectItemCaseSensitive(root, "blocks"))
    {
        read_block(&reader, item);
    }
    cJSON_ArrayForEach(item, cJSON_GetObjectItemCaseSensitive(root, "panel"))
    {
        read_choice(&reader, item);
    }
    if (head_r != NULL) {
        read_head(root, head_r);
    }
    json_tree_free(root);
    return reader.bad ? NULL : reader.doc;
}
