/* A document as HTML: each kind of run and block is one element. */
#include "doc_html.h"

#include "moment.h"

#include <string.h>

enum { HTML_MOMENT_DATE = 10, HTML_MOMENT_CLOCK = 5 /* letters of "2030-01-01", "12:00" */ };

void doc_html_time(struct buf *out, int64_t time_ms)
{
    char moment[MOMENT_BYTES];
    moment_print(time_ms, moment); /* "2030-01-01 12:00 UTC" */
    buf_text(out, "<time datetime=\"");
    buf_add(out, moment, HTML_MOMENT_DATE);
    buf_text(out, "T");
    buf_add(out, moment + HTML_MOMENT_DATE + 1, HTML_MOMENT_CLOCK);
    buf_text(out, "Z\">");
    buf_text(out, moment);
    buf_text(out, "</time>");
}

static void html_run(struct buf *out, const struct run *run)
{
    static const char *const elements[] = {
        [RUN_STRONG] = "strong",  [RUN_EMPHASIS] = "em", [RUN_CODE] = "code",
        [RUN_MENTION] = "strong", [RUN_ROOM] = "span", /* and text has none */
    };
    size_t known = sizeof elements / sizeof elements[0];
    const char *element = (size_t)run->kind < known ? elements[run->kind] : NULL;
    element = element == NULL && run->people ? "bdi" : element;
    if (run->kind == RUN_TIME) {
        doc_html_time(out, run->time_ms);
        return;
    }
    if (element != NULL) {
        buf_text(out, "<");
        buf_text(out, element);
        buf_text(out, run->people && strcmp(element, "bdi") != 0 ? " dir=\"auto\">" : ">");
    }
    buf_text(out, run->kind == RUN_ROOM ? "#" : "");
    buf_markup(out, run->text);
    if (element != NULL) {
        buf_text(out, "</");
        buf_text(out, element);
        buf_text(out, ">");
    }
}

static void html_runs(struct buf *out, const struct block *block)
{
    for (const struct run *run = block->runs; run != NULL; run = run->next) {
        html_run(out, run);
    }
    if (block->kind == BLOCK_COUNTDOWN) {
        buf_text(out, block->runs != NULL ? " " : "");
        doc_html_time(out, block->until_ms);
    }
}

static void html_element(struct buf *out, const char *element, const struct block *block)
{
    buf_text(out, "<");
    buf_text(out, element);
    buf_text(out, ">");
    html_runs(out, block);
    buf_text(out, "</");
    buf_text(out, element);
    buf_text(out, ">\n");
}

static void html_list(struct buf *out, const struct block *list)
{
    buf_text(out, "<ul>\n");
    for (const struct block *item = list->children; item != NULL; item = item->next) {
        html_element(out, "li", item);
    }
    buf_text(out, "</ul>\n");
}

static void html_table(struct buf *out, const struct block *table)
{
    buf_text(out, "<table>\n");
    for (const struct block *row = table->children; row != NULL; row = row->next) {
        buf_text(out, "<tr>\n");
        for (const struct block *cell = row->children; cell != NULL; cell = cell->next) {
            html_element(out, "td", cell);
        }
        buf_text(out, "</tr>\n");
    }
    buf_text(out, "</table>\n");
}

static void html_block(struct buf *out, const struct block *block, unsigned level)
{
    char heading[] = {'h', (char)('0' + level), '\0'};
    switch (block->kind) {
    case BLOCK_HEADING:
        html_element(out, heading, block);
        break;
    case BLOCK_LIST:
        html_list(out, block);
        break;
    case BLOCK_TABLE:
        html_table(out, block);
        break;
    case BLOCK_QUOTE:
        html_element(out, "blockquote", block);
        break;
    case BLOCK_PICTURE:
    case BLOCK_SEATS:
    case BLOCK_OPTIONS:
    case BLOCK_CARDS:
    case BLOCK_TILES:
        doc_html(out, block->children, level); /* NOLINT(misc-no-recursion): a twin has no twin */
        break;
    case BLOCK_FILE:
        break;
    case BLOCK_PARAGRAPH:
    case BLOCK_COUNTDOWN:
    case BLOCK_ITEM:
        html_element(out, "p", block);
        break;
    }
}

void doc_html(struct buf *out, const struct block *blocks, unsigned level)
{
    for (; blocks != NULL; blocks = blocks->next) {
        html_block(out, blocks, level); /* NOLINT(misc-no-recursion): a twin has no twin */
    }
}
