/* Documents to JSON, written straight into the buffer. */
#include "doc_json.h"

#include <assert.h>

#include "doc_json_names.h"
#include "doc_tiles.h"
#include "json_out.h"

enum { DOC_JSON_MAX = 16 * 1024 * 1024 };

static void write_run(struct buf *buf, const struct run *run)
{
    json_out_next(buf);
    buf_add(buf, "{", 1);
    json_out_text(buf, "t", run_names[run->kind]);
    if (run->kind == RUN_TIME) {
        json_out_number(buf, "ms", run->time_ms);
    } else {
        json_out_text(buf, "s", run->text == NULL ? "" : run->text);
    }
    if (run->kind == RUN_MENTION) {
        json_out_id(buf, "person", run->person);
        json_out_text(buf, "account", run->account);
    }
    json_out_text(buf, "room", run->kind == RUN_ROOM ? run->room : NULL);
    json_out_flag(buf, "people", run->people);
    buf_add(buf, "}", 1);
}

static void write_runs(struct buf *buf, const struct block *block)
{
    json_out_key(buf, "runs");
    buf_add(buf, "[", 1);
    for (const struct run *run = block->runs; run != NULL; run = run->next) {
        write_run(buf, run);
    }
    buf_add(buf, "]", 1);
}

/* {"runs":[…]}: an item of a list, a cell of a table. */
static void write_item(struct buf *buf, const struct block *item)
{
    json_out_next(buf);
    buf_add(buf, "{", 1);
    write_runs(buf, item);
    buf_add(buf, "}", 1);
}

static void write_table(struct buf *buf, const struct block *table)
{
    json_out_key(buf, "rows");
    buf_add(buf, "[", 1);
    for (const struct block *row = table->children; row != NULL; row = row->next) {
        json_out_next(buf);
        buf_add(buf, "[", 1);
        for (const struct block *cell = row->children; cell != NULL; cell = cell->next) {
            write_item(buf, cell);
        }
        buf_add(buf, "]", 1);
    }
    buf_add(buf, "]", 1);
}

static void write_list(struct buf *buf, const struct block *list)
{
    json_out_key(buf, "items");
    buf_add(buf, "[", 1);
    for (const struct block *item = list->children; item != NULL; item = item->next) {
        write_item(buf, item);
    }
    buf_add(buf, "]", 1);
}

/* Everything but what has a twin: that alone holds blocks. */
static void write_plain_block(struct buf *buf, const struct block *block)
{
    json_out_next(buf);
    buf_add(buf, "{", 1);
    json_out_text(buf, "t", block_names[block->kind]);
    if (block->kind == BLOCK_LIST) {
        write_list(buf, block);
    } else if (block->kind == BLOCK_TABLE) {
        write_table(buf, block);
    } else {
        if (block->kind == BLOCK_COUNTDOWN) {
            json_out_number(buf, "until", block->until_ms);
        } else if (block->kind == BLOCK_FILE) {
            json_out_text(buf, "text", block->file == NULL ? "" : block->file);
        }
        json_out_flag(buf, "stops", block->stops);
        write_runs(buf, block);
    }
    buf_add(buf, "}", 1);
}

static void write_count(struct buf *buf, const char *key, int32_t count)
{
    if (count != 0) {
        json_out_number(buf, key, count);
    }
}

static void write_yes_or_no(struct buf *buf, const char *key, bool yes)
{
    json_out_key(buf, key);
    buf_text(buf, yes ? "true" : "false");
}

static void write_tile(struct buf *buf, const struct tile *tile, bool seat)
{
    json_out_next(buf);
    buf_add(buf, "{", 1);
    for (size_t i = 0; i < TILE_TEXTS; i++) {
        json_out_text(buf, tile_text_names[i], tile_text(tile, i));
    }
    json_out_text(buf, "account", tile->account);
    write_count(buf, "number", tile->number);
    write_count(buf, "count", tile->count);
    if (seat) {
        write_yes_or_no(buf, "house", tile->house);
        write_yes_or_no(buf, "ready", tile->ready);
        write_yes_or_no(buf, "host", tile->host);
    }
    json_out_flag(buf, "dim", tile->dim);
    buf_add(buf, "}", 1);
}

/* The list of tiles is called as its block is. */
static void write_tiles(struct buf *buf, const struct block *block)
{
    const struct tiles *tiles = block->tiles;
    json_out_text(buf, "title", tiles->title);
    json_out_text(buf, "act", tiles->act);
    if (block->kind == BLOCK_SEATS) {
        json_out_number(buf, "free", tiles->free);
    }
    json_out_key(buf, block_names[block->kind]);
    buf_add(buf, "[", 1);
    for (const struct tile *tile = tiles->first; tile != NULL; tile = tile->next) {
        write_tile(buf, tile, block->kind == BLOCK_SEATS);
    }
    buf_add(buf, "]", 1);
}

static void write_block(struct buf *buf, const struct block *block)
{
    if (!doc_has_twin(block->kind)) {
        write_plain_block(buf, block);
        return;
    }
    json_out_next(buf);
    buf_add(buf, "{", 1);
    json_out_text(buf, "t", block_names[block->kind]);
    if (block->kind == BLOCK_PICTURE) {
        json_out_text(buf, "svg", block->svg == NULL ? "" : block->svg);
        json_out_flag(buf, "attached", block->attached);
    } else {
        write_tiles(buf, block);
    }
    if (block->portrait != NULL) {
        json_out_text(buf, "portrait", block->portrait);
    }
    json_out_key(buf, "twin");
    buf_add(buf, "[", 1);
    for (const struct block *child = block->children; child != NULL; child = child->next) {
        write_plain_block(buf, child);
    }
    buf_add(buf, "]}", 2);
}

static void write_field(struct buf *buf, const struct field *field)
{
    json_out_next(buf);
    buf_add(buf, "{", 1);
    json_out_text(buf, "name", field->name);
    json_out_text(buf, "label", field->label);
    json_out_text(buf, "kind", field_names[field->kind]);
    json_out_text(buf, "value", field->value);
    if (field->about != 0) {
        json_out_number(buf, "about", field->about);
    }
    if (field->kind == FIELD_NUMBER || field->min != 0) {
        json_out_number(buf, "min", field->min);
    }
    if (field->kind == FIELD_NUMBER || field->max != 0) {
        json_out_number(buf, "max", field->max);
    }
    json_out_flag(buf, "optional", field->optional);
    if (field->choices != NULL) {
        json_out_key(buf, "choices");
        buf_add(buf, "[", 1);
        for (const struct field_choice *choice = field->choices; choice != NULL;
             choice = choice->next) {
            json_out_next(buf);
            buf_add(buf, "{", 1);
            json_out_text(buf, "value", choice->value);
            json_out_text(buf, "label", choice->label);
            buf_add(buf, "}", 1);
        }
        buf_add(buf, "]", 1);
    }
    buf_add(buf, "}", 1);
}

static void write_choice(struct buf *buf, const struct choice *choice)
{
    json_out_next(buf);
    buf_add(buf, "{", 1);
    json_out_text(buf, "label", choice->label);
    json_out_text(buf, "symbol", choice->symbol);
    json_out_text(buf, "style", style_names[choice->style]);
    json_out_text(buf, "control", choice->control);
    json_out_text(buf, "act", choice->act);
    json_out_text(buf, "value", choice->value);
    json_out_text(buf, "who", choice->who);
    json_out_flag(buf, "owed", choice->owed);
    json_out_flag(buf, "at_table", choice->at_table);
    if (choice->fields != NULL) {
        json_out_key(buf, "form");
        buf_add(buf, "{", 1);
        json_out_text(buf, "title", choice->label);
        json_out_key(buf, "fields");
        buf_add(buf, "[", 1);
        for (const struct field *field = choice->fields; field != NULL; field = field->next) {
            write_field(buf, field);
        }
        buf_add(buf, "]}", 2);
    }
    buf_add(buf, "}", 1);
}

void doc_json_write(const struct doc *doc, const struct doc_head *head, struct buf *buf)
{
    buf_add(buf, "{", 1);
    json_out_text(buf, "kind", kind_names[head->kind]);
    json_out_id(buf, "table", head->table);
    if (head->table != 0) {
        json_out_number(buf, "number", head->number);
    }
    json_out_text(buf, "game", doc->game);
    json_out_text(buf, "phase", doc->phase);
    json_out_text(buf, "zone", doc->zone);
    json_out_flag(buf, "plain", doc->plain);
    json_out_key(buf, "blocks");
    buf_add(buf, "[", 1);
    for (const struct block *block = doc->blocks; block != NULL; block = block->next) {
        write_block(buf, block);
    }
    buf_add(buf, "],\"panel\":[", 11);
    for (const struct choice *choice = doc->panel; choice != NULL; choice = choice->next) {
        write_choice(buf, choice);
    }
    buf_add(buf, "]}", 2);
}

char *doc_json_text(const struct doc *doc, const struct doc_head *head)
{
    struct buf json;
    buf_init(&json, DOC_JSON_MAX);
    doc_json_write(doc, head, &json);
    assert(!json.full);
    return json.text;
}
