/* Documents block by block, and tables in columns. */
#include <check.h>
#include <string.h>

#include "doc_blocks.h"
#include "doc_tiles.h"

Suite *suite_doc_blocks(void);

static struct arena *arena;

static void set_up(void)
{
    arena = arena_new();
}

static void tear_down(void)
{
    arena_free(&arena);
}

static void note(void *context, const char *what, const struct block *block)
{
    struct buf *buf = context;
    buf_text(buf, what);
    buf_text(buf, block->runs == NULL ? "" : block->runs->text);
    buf_text(buf, ";");
}

static void on_text(void *context, const struct block *block)
{
    note(context, block->kind == BLOCK_ITEM ? "item " : "text ", block);
}

static void on_table(void *context, const struct block *block)
{
    note(context, "table", block);
}

static void on_file(void *context, const struct block *block)
{
    note(context, "file ", block);
}

static void on_picture(void *context, const struct block *block)
{
    note(context, "picture", block);
}

START_TEST(blocks_come_in_order_and_a_twin_behind_its_picture)
{
    static const struct doc_blocks all = {on_text, on_table, on_file, on_picture};
    struct doc *doc = doc_new(arena);
    struct buf buf;
    doc_run(doc, doc_block(doc, BLOCK_HEADING), RUN_TEXT, "head", false);
    struct block *picture = doc_block(doc, BLOCK_PICTURE);
    doc_run(doc, doc_child_of(doc, picture, BLOCK_PARAGRAPH), RUN_TEXT, "twin", false);
    struct block *within = doc_child_of(doc, picture, BLOCK_LIST);
    doc_run(doc, doc_child(doc, within), RUN_TEXT, "one", false);
    struct block *list = doc_block(doc, BLOCK_LIST);
    doc_run(doc, doc_child(doc, list), RUN_TEXT, "two", false);
    doc_run(doc, doc_child(doc, list), RUN_TEXT, "three", false);
    struct block *before = doc_block(doc, BLOCK_TABLE);
    doc_run(doc, doc_block(doc, BLOCK_PARAGRAPH), RUN_TEXT, "as words", false);
    doc_tile(doc, doc_tiles(doc, BLOCK_CARDS, before))->text = "drawn";
    doc_run(doc, doc_block(doc, BLOCK_FILE), RUN_TEXT, "f", false);
    doc_run(doc, doc_block(doc, BLOCK_QUOTE), RUN_TEXT, "q", true);
    buf_init(&buf, 4096);
    doc_blocks_walk(doc->blocks, &all, &buf);
    ck_assert_str_eq(buf.text, "text head;picture;text twin;item one;item two;item three;table;"
                               "text as words;file f;text q;");
    buf_deinit(&buf);
}
END_TEST

static const char *cell_text(void *context, const struct block *cell)
{
    const char *never = context;
    const char *text = cell->runs->text;
    return never != NULL && strcmp(text, never) == 0 ? NULL : text;
}

static struct block *table_of(unsigned columns, const char *text)
{
    struct doc *doc = doc_new(arena);
    struct block *table = doc_block(doc, BLOCK_TABLE);
    struct block *row = doc_child(doc, table);
    for (unsigned i = 0; i < columns; i++) {
        doc_run(doc, doc_child(doc, row), RUN_TEXT, text, false);
    }
    row = doc_child(doc, table);
    doc_run(doc, doc_child(doc, row), RUN_TEXT, "中文中文", false);
    return table;
}

START_TEST(columns_are_as_wide_as_their_widest_cell)
{
    unsigned widths[DOC_COLUMNS_MAX] = {0};
    struct buf buf;
    const struct block *table = table_of(2, "abc");
    ck_assert(doc_blocks_columns(table, cell_text, NULL, widths));
    ck_assert_uint_eq(widths[0], 8);
    ck_assert_uint_eq(widths[1], 3);
    ck_assert_uint_eq(widths[2], 0);
    buf_init(&buf, 100);
    const struct block *cell = table->children->children;
    doc_blocks_cell(&buf, cell, "abc", widths[0]);
    doc_blocks_cell(&buf, cell->next, "abc", 50);
    ck_assert_str_eq(buf.text, "abc       abc");
    buf_deinit(&buf);
}
END_TEST

START_TEST(what_does_not_stand_in_columns)
{
    unsigned widths[DOC_COLUMNS_MAX] = {0};
    char never[] = "abc";
    ck_assert(!doc_blocks_columns(table_of(2, "abc"), cell_text, never, widths));
    memset(widths, 0, sizeof widths);
    ck_assert(doc_blocks_columns(table_of(8, "a"), cell_text, NULL, widths));
    memset(widths, 0, sizeof widths);
    ck_assert(!doc_blocks_columns(table_of(9, "a"), cell_text, NULL, widths));
    memset(widths, 0, sizeof widths);
    ck_assert(doc_blocks_columns(table_of(6, "1234567890"), cell_text, NULL, widths));
    memset(widths, 0, sizeof widths);
    ck_assert(!doc_blocks_columns(table_of(7, "123456789"), cell_text, NULL, widths));
}
END_TEST

Suite *suite_doc_blocks(void)
{
    Suite *suite = suite_create("doc_blocks");
    TCase *tcase = tcase_create("doc_blocks");
    tcase_add_checked_fixture(tcase, set_up, tear_down);
    tcase_add_test(tcase, blocks_come_in_order_and_a_twin_behind_its_picture);
    tcase_add_test(tcase, columns_are_as_wide_as_their_widest_cell);
    tcase_add_test(tcase, what_does_not_stand_in_columns);
    suite_add_tcase(suite, tcase);
    return suite;
}
