/* Documents to JSON. Written straight into the buffer: every turn passes here several times. */
#include "doc_json.h"

#include <string.h>

#include "doc_json_names.h"
#include "json_out.h"
#include "seat.h"

struct writer {
    struct buf *buf;
    const struct doc_json_people *people;
};

static void write_mention(struct writer *writer, const struct run *run)
{
    const char *account = NULL;
    uint64_t person = run->person;
    if (person == 0 && writer->people != NULL &&
        (seat_is_person(run->seat) || run->seat == SEAT_MODERATOR)) {
        person = writer->people->person(writer->people->context, run->seat, &account);
    }
    json_out_id(writer->buf, "person", person);
    json_out_text(writer->buf, "account", account);
}

/* Is the next one more of the same, so that both can be one? */
static bool goes_on(const struct run *run)
{
    const struct run *next = run->next;
    bool plain = run->kind == RUN_TEXT || run->kind == RUN_STRONG || run->kind == RUN_EMPHASIS;
    return plain && !run->people && next != NULL && next->kind == run->kind && !next->people;
}

/* The text of a run, and of those after it that go on with it; returns the last of them. */
static const struct run *write_words(struct writer *writer, const struct run *run)
{
    struct buf *buf = writer->buf;
    json_out_key(buf, "s");
    buf_add(buf, "\"", 1);
    for (bool more = true; more; run = more ? run->next : run) {
        if (run->text != NULL) {
            json_out_inside(buf, run->text, strlen(run->text));
        }
        more = goes_on(run);
    }
    buf_add(buf, "\"", 1);
    return run;
}

/* Returns the last run that is written by it. */
static const struct run *write_run(struct writer *writer, const struct run *run)
{
    struct buf *buf = writer->buf;
    json_out_next(buf);
    buf_add(buf, "{", 1);
    json_out_text(buf, "t", run_names[run->kind]);
    if (run->kind == RUN_TIME) {
        json_out_number(buf, "ms", run->time_ms);
    } else {
        run = write_words(writer, run);
    }
    if (run->kind == RUN_MENTION) {
        write_mention(writer, run);
    }
    json_out_text(buf, "room", run->kind == RUN_ROOM ? run->room : NULL);
    json_out_flag(buf, "people", run->people);
    buf_add(buf, "}", 1);
    return run;
}

static void write_runs(struct writer *writer, const struct block *block)
{
    json_out_key(writer->buf, "runs");
    buf_add(writer->buf, "[", 1);
    for (const struct run *run = block->runs; run != NULL; run = run->next) {
        run = write_run(writer, run);
    }
    buf_add(writer->buf, "]", 1);
}

/* {"runs":[…]}: an item of a list, a cell of a table. */
static void write_item(struct writer *writer, const struct block *item)
{
    json_out_next(writer->buf);
    buf_add(writer->buf, "{", 1);
    write_runs(writer, item);
    buf_add(writer->buf, "}", 1);
}

static void write_table(struct writer *writer, const struct block *table)
{
    json_out_key(writer->buf, "rows");
    buf_add(writer->buf, "[", 1);
    for (const struct block *row = table->children; row != NULL; row = row->next) {
        json_out_next(writer->buf);
        buf_add(writer->buf, "[", 1);
        for (const struct block *cell = row->children; cell != NULL; cell = cell->next) {
            write_item(writer, cell);
        }
        buf_add(writer->buf, "]", 1);
    }
    buf_add(writer->buf, "]", 1);
}

static void write_list(struct writer *writer, const struct block *list)
{
    json_out_key(writer->buf, "items");
    buf_add(writer->buf, "[", 1);
    for (const struct block *item = list->children; item != NULL; item = item->next) {
        write_item(writer, item);
    }
    buf_add(writer->buf, "]", 1);
}

/* Everything but a picture, which alone holds blocks. */
static void write_plain_block(struct writer *writer, const struct block *block)
{
    struct buf *buf = writer->buf;
    json_out_next(buf);
    buf_add(buf, "{", 1);
    json_out_text(buf, "t", block_names[block->kind]);
    if (block->kind == BLOCK_LIST) {
        write_list(writer, block);
    } else if (block->kind == BLOCK_TABLE) {
        write_table(writer, block);
    } else {
        if (block->kind == BLOCK_COUNTDOWN) {
            json_out_number(buf, "until", block->until_ms);
        } else if (block->kind == BLOCK_FILE) {
            json_out_text(buf, "text", block->file == NULL ? "" : block->file);
        }
        write_runs(writer, block);
    }
    buf_add(buf, "}", 1);
}

static void write_block(struct writer *writer, const struct block *block)
{
    struct buf *buf = writer->buf;
    if (block->kind != BLOCK_PICTURE) {
        write_plain_block(writer, block);
        return;
    }
    json_out_next(buf);
    buf_add(buf, "{", 1);
    json_out_text(buf, "t", block_names[block->kind]);
    json_out_text(buf, "svg", block->svg == NULL ? "" : block->svg);
    json_out_key(buf, "twin");
    buf_add(buf, "[", 1);
    for (const struct block *child = block->children; child != NULL; child = child->next) {
        write_plain_block(writer, child);
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

void doc_json_write(const struct doc *doc, const struct doc_json_head *head,
                    const struct doc_json_people *people, struct buf *buf)
{
    struct writer writer = {buf, people};
    buf_add(buf, "{", 1);
    json_out_text(buf, "kind", head->kind);
    json_out_id(buf, "table", head->table);
    if (head->table != 0) {
        json_out_number(buf, "number", head->number);
    }
    json_out_key(buf, "blocks");
    buf_add(buf, "[", 1);
    for (const struct block *block = doc->blocks; block != NULL; block = block->next) {
        write_block(&writer, block);
    }
    buf_add(buf, "],\"panel\":[", 11);
    for (const struct choice *choice = doc->panel; choice != NULL; choice = choice->next) {
        write_choice(buf, choice);
    }
    buf_add(buf, "]}", 2);
}
