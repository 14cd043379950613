/* A document as plain text: for transcripts, alternative texts and the smallest platforms. Every
 * block begins on a line of its own; tables are set in columns; nothing is left out. */
#include "doc.h"

#include "buf.h"
#include "inert.h"
#include "moment.h"

#include <string.h>

#include <utf8proc.h>

enum { PLAIN_BYTES_MAX = 256 * 1024, PLAIN_COLUMNS_MAX = 8 };

struct plain {
    struct arena *arena;
    struct buf out;
    int width; /* columns of a line, 0: no limit */
};

static void plain_run(struct buf *buf, const struct run *run)
{
    char moment[MOMENT_BYTES];
    switch (run->kind) {
    case RUN_TEXT:
    case RUN_STRONG:
    case RUN_EMPHASIS:
        buf_text(buf, run->text);
        break;
    case RUN_CODE:
        buf_text(buf, "`");
        buf_text(buf, run->text);
        buf_text(buf, "`");
        break;
    case RUN_MENTION:
        buf_text(buf, "@");
        buf_text(buf, run->text);
        break;
    case RUN_ROOM:
        buf_text(buf, "#");
        buf_text(buf, run->text);
        break;
    case RUN_TIME:
        moment_print(run->time_ms, moment);
        buf_text(buf, moment);
        break;
    case RUN_SPOILER:
        buf_text(buf, "||");
        buf_text(buf, run->text);
        buf_text(buf, "||");
        break;
    }
}

/* The runs of a block as one text in the arena. */
static const char *plain_runs(const struct plain *plain, const struct block *block)
{
    struct buf buf;
    buf_init(&buf, PLAIN_BYTES_MAX);
    for (const struct run *run = block->runs; run != NULL; run = run->next) {
        plain_run(&buf, run);
    }
    if (block->kind == BLOCK_COUNTDOWN) {
        char moment[MOMENT_BYTES];
        moment_print(block->until_ms, moment);
        buf_text(&buf, buf.len > 0 ? " " : "");
        buf_text(&buf, moment);
    }
    const char *text = arena_text(plain->arena, buf.len > 0 ? buf.text : "", buf.len);
    buf_deinit(&buf);
    return text;
}

/* How many bytes of text go on a line of columns: up to a blank, or all that fits of a long word.
 * At least one letter, so that it always goes on. */
static size_t plain_fit(const char *text, size_t len, int columns)
{
    size_t at = 0;
    size_t blank = 0;
    size_t fits = 0;
    int used = 0;
    while (at < len) {
        utf8proc_int32_t code = 0;
        utf8proc_ssize_t size = utf8proc_iterate((const utf8proc_uint8_t *)text + at,
                                                 (utf8proc_ssize_t)(len - at), &code);
        size = size > 0 ? size : 1;
        used += utf8proc_charwidth(code);
        if (used > columns && fits > 0) {
            return code == ' ' ? at : blank > 0 ? blank : fits;
        }
        blank = code == ' ' ? at : blank;
        at += (size_t)size;
        fits = at;
    }
    return len;
}

/* One line of text, wrapped; the first piece after first, the others after rest. */
static void plain_line(struct plain *plain, const char *text, size_t len, const char *first,
                       const char *rest)
{
    const char *margin = first;
    do {
        int columns = plain->width - (int)inert_columns(margin);
        size_t piece = plain->width > 0 ? plain_fit(text, len, columns > 0 ? columns : 1) : len;
        buf_text(&plain->out, margin);
        buf_add(&plain->out, text, piece);
        buf_text(&plain->out, "\n");
        while (piece < len && text[piece] == ' ') {
            piece++;
        }
        text += piece;
        len -= piece;
        margin = rest;
    } while (len > 0);
}

static void plain_text(struct plain *plain, const char *text, const char *first, const char *rest)
{
    for (;;) {
        size_t len = strcspn(text, "\n");
        plain_line(plain, text, len, first, rest);
        if (text[len] == '\0') {
            return;
        }
        text += len + 1;
        first = rest;
    }
}

static void plain_list(struct plain *plain, const struct block *list)
{
    for (const struct block *item = list->children; item != NULL; item = item->next) {
        plain_text(plain, plain_runs(plain, item), "- ", "  ");
    }
}

static void plain_table_widths(const struct plain *plain, const struct block *table,
                               unsigned widths[PLAIN_COLUMNS_MAX])
{
    for (const struct block *row = table->children; row != NULL; row = row->next) {
        size_t column = 0;
        for (const struct block *cell = row->children; cell != NULL && column < PLAIN_COLUMNS_MAX;
             cell = cell->next) {
            unsigned width = inert_columns(plain_runs(plain, cell));
            widths[column] = width > widths[column] ? width : widths[column];
            column++;
        }
    }
}

static void plain_table(struct plain *plain, const struct block *table)
{
    unsigned widths[PLAIN_COLUMNS_MAX] = {0};
    plain_table_widths(plain, table, widths);
    for (const struct block *row = table->children; row != NULL; row = row->next) {
        size_t column = 0;
        for (const struct block *cell = row->children; cell != NULL && column < PLAIN_COLUMNS_MAX;
             cell = cell->next) {
            const char *text = plain_runs(plain, cell);
            buf_text(&plain->out, text);
            unsigned used = inert_columns(text);
            for (; cell->next != NULL && used < widths[column] + 2; used++) {
                buf_text(&plain->out, " ");
            }
            column++;
        }
        buf_text(&plain->out, "\n");
    }
}

static void plain_blocks(struct plain *plain, const struct block *block);

static void plain_block(struct plain *plain, const struct block *block)
{
    switch (block->kind) {
    case BLOCK_LIST:
        plain_list(plain, block);
        break;
    case BLOCK_TABLE:
        plain_table(plain, block);
        break;
    case BLOCK_QUOTE:
        plain_text(plain, plain_runs(plain, block), "> ", "> ");
        break;
    case BLOCK_PICTURE:
    case BLOCK_SEATS:
    case BLOCK_OPTIONS:
    case BLOCK_CARDS:
    case BLOCK_TILES:
        plain_blocks(plain, block->children); /* NOLINT(misc-no-recursion): a twin has no twin */
        break;
    case BLOCK_HEADING:
    case BLOCK_PARAGRAPH:
    case BLOCK_COUNTDOWN:
    case BLOCK_FILE:
    case BLOCK_ITEM:
        plain_text(plain, plain_runs(plain, block), "", "");
        break;
    }
}

static void plain_blocks(struct plain *plain, const struct block *block)
{
    for (; block != NULL; block = block->next) {
        plain_block(plain, block); /* NOLINT(misc-no-recursion): a twin has no twin */
    }
}

/* All buttons on one line, wrapped. */
static void plain_panel(struct plain *plain, const struct choice *panel)
{
    struct buf line;
    buf_init(&line, PLAIN_BYTES_MAX);
    for (const struct choice *choice = panel; choice != NULL; choice = choice->next) {
        buf_text(&line, line.len > 0 ? " [" : "[");
        if (choice->symbol != NULL) {
            buf_text(&line, choice->symbol);
            buf_text(&line, " ");
        }
        buf_text(&line, choice->label);
        buf_text(&line, choice->fields != NULL ? "…]" : "]");
    }
    if (line.len > 0) {
        plain_text(plain, line.text, "", "");
    }
    buf_deinit(&line);
}

const char *doc_plain(const struct doc *doc, int width)
{
    struct plain plain = {.arena = doc->arena, .width = width};
    buf_init(&plain.out, PLAIN_BYTES_MAX);
    plain_blocks(&plain, doc->blocks);
    plain_panel(&plain, doc->panel);
    const char *text =
        arena_text(doc->arena, plain.out.len > 0 ? plain.out.text : "", plain.out.len);
    buf_deinit(&plain.out);
    return text;
}
