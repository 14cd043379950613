#include "doc.h"
#include "doc_bare.h"
#include "doc_tiles.h"
#include "moment.h"
#include "seat.h"
#include "show_kit.h"

#include <check.h>
#include <signal.h>
#include <string.h>

static void paragraph(struct doc *doc, const char *text)
{
    doc_run(doc, doc_block(doc, BLOCK_PARAGRAPH), RUN_TEXT, text, false);
}

START_TEST(a_new_document_is_empty)
{
    struct doc *doc = doc_new(kit_arena);
    ck_assert(doc_is_empty(doc));
    ck_assert_str_eq(doc_plain(doc, 0), "");
    doc_choice(doc, "Help", "t1.-.help", CHOICE_SECONDARY);
    ck_assert(!doc_is_empty(doc));
}
END_TEST

START_TEST(every_block_has_a_plain_shape)
{
    struct doc *doc = doc_new(kit_arena);
    doc_run(doc, doc_block(doc, BLOCK_HEADING), RUN_TEXT, "Heading", false);
    struct block *block = doc_block(doc, BLOCK_PARAGRAPH);
    doc_run(doc, block, RUN_TEXT, "a ", false);
    doc_run(doc, block, RUN_STRONG, "b ", false);
    doc_run(doc, block, RUN_CODE, "c", false);
    struct run *mention = doc_run(doc, block, RUN_MENTION, "Ana", true);
    ck_assert_int_eq(mention->seat, SEAT_NONE);
    doc_run(doc, block, RUN_SPOILER, "d", false);
    struct block *list = doc_block(doc, BLOCK_LIST);
    doc_run(doc, doc_child(doc, list), RUN_TEXT, "one", false);
    doc_run(doc, doc_child(doc, list), RUN_TEXT, "two", false);
    doc_run(doc, doc_block(doc, BLOCK_QUOTE), RUN_TEXT, "she\nsaid", true);
    struct block *until = doc_block(doc, BLOCK_COUNTDOWN);
    doc_run(doc, until, RUN_TEXT, "until", false);
    until->until_ms = 1893499200000;
    ck_assert_str_eq(doc_plain(doc, 0), "Heading\na b `c`@Ana||d||\n- one\n- two\n> she\n> said\n"
                                        "until 2030-01-01 12:00 UTC\n");
}
END_TEST

START_TEST(tables_stand_in_columns)
{
    struct doc *doc = doc_new(kit_arena);
    struct block *table = doc_block(doc, BLOCK_TABLE);
    static const char *const cells[][2] = {{"a", "1"}, {"中文", "22"}, {"abc", "3"}};
    for (size_t i = 0; i < 3; i++) {
        struct block *row = doc_child(doc, table);
        doc_run(doc, doc_child(doc, row), RUN_TEXT, cells[i][0], false);
        doc_run(doc, doc_child(doc, row), RUN_TEXT, cells[i][1], false);
    }
    ck_assert_str_eq(doc_plain(doc, 0), "a     1\n中文  22\nabc   3\n");
}
END_TEST

START_TEST(a_picture_is_its_twin)
{
    struct doc *doc = doc_new(kit_arena);
    struct block *picture = doc_block(doc, BLOCK_PICTURE);
    picture->svg = "<svg/>";
    doc_run(doc, doc_child_of(doc, picture, BLOCK_PARAGRAPH), RUN_TEXT, "3 cards", false);
    ck_assert_str_eq(doc_plain(doc, 0), "3 cards\n");
}
END_TEST

START_TEST(tiles_are_their_twin)
{
    struct doc *doc = doc_new(kit_arena);
    doc_run(doc, doc_block(doc, BLOCK_PARAGRAPH), RUN_TEXT, "before", false);
    struct block *before = doc->last_block;
    doc_run(doc, doc_block(doc, BLOCK_PARAGRAPH), RUN_TEXT, "Ana", false);
    struct block *seats = doc_tiles(doc, BLOCK_SEATS, before);
    doc_tile(doc, seats)->name = "drawn";
    ck_assert(doc_keep(doc));
    doc_tiles(doc, BLOCK_TILES, seats);
    ck_assert(doc_keep(doc)); /* it has no words */
    doc_run(doc, doc_block(doc, BLOCK_PARAGRAPH), RUN_TEXT, "after", false);
    ck_assert_str_eq(doc_plain(doc, 0), "before\nAna\nafter\n");
}
END_TEST

START_TEST(plain_messages_are_bare)
{
    struct doc *doc = doc_new(kit_arena);
    struct block *until = doc_block(doc, BLOCK_COUNTDOWN);
    struct block *picture = doc_block(doc, BLOCK_PICTURE);
    doc_run(doc, until, RUN_TEXT, "\xf0\x9f\x93\xa8 Documents until", false);
    until->until_ms = INT64_C(1700000000000);
    picture->svg = "<svg/>";
    doc_run(doc, doc_child_of(doc, picture, BLOCK_PARAGRAPH), RUN_TEXT, "The board", false);
    doc_run(doc, doc_block(doc, BLOCK_QUOTE), RUN_TEXT, "\xf0\x9f\x98\x80 hello", true);
    struct choice *choice =
        doc_choice(doc, "Signal \xf0\x9f\x94\xb4", "t1.-.signal", CHOICE_PRIMARY);
    choice->symbol = "\xf0\x9f\x94\xb4";
    choice->owed = true;
    const struct doc *bare = doc_bare(doc);
    ck_assert_str_eq(doc_plain(bare, 0), "Documents until 2023-11-14 22:13 UTC\nThe board\n> "
                                         "\xf0\x9f\x98\x80 hello\n[Signal]\n");
    ck_assert(bare->plain && !doc->plain);
    ck_assert_int_eq(bare->blocks->kind, BLOCK_PARAGRAPH);
    ck_assert_int_eq(bare->blocks->next->kind, BLOCK_PARAGRAPH);
    ck_assert_ptr_null(bare->panel->symbol);
    ck_assert(bare->panel->owed);
    ck_assert_ptr_nonnull(doc->panel->symbol); /* what was given stays as it was */
    ck_assert_int_eq(doc->blocks->kind, BLOCK_COUNTDOWN);
}
END_TEST

START_TEST(lines_are_wrapped_at_blanks)
{
    struct doc *doc = doc_new(kit_arena);
    paragraph(doc, "one two three four");
    struct block *list = doc_block(doc, BLOCK_LIST);
    doc_run(doc, doc_child(doc, list), RUN_TEXT, "five six seven", false);
    ck_assert_str_eq(doc_plain(doc, 10), "one two\nthree four\n- five six\n  seven\n");
    doc = doc_new(kit_arena);
    paragraph(doc, "abcdefghijklmno 中文中文中文");
    ck_assert_str_eq(doc_plain(doc, 7), "abcdefg\nhijklmn\no\n中文中\n文中文\n");
}
END_TEST

START_TEST(buttons_stand_in_brackets)
{
    struct doc *doc = doc_new(kit_arena);
    doc_choice(doc, "Documents", "t1.2.play.symbol=documents", CHOICE_PRIMARY)->symbol = "📄";
    struct field field = {.name = "say"};
    doc_choice(doc, "Call", "t1.-.call", CHOICE_DANGER)->fields = &field;
    ck_assert_str_eq(doc_plain(doc, 0), "[📄 Documents] [Call…]\n");
}
END_TEST

START_TEST(peoples_words_become_inert)
{
    struct doc *doc = doc_new(kit_arena);
    struct block *block = doc_block(doc, BLOCK_PARAGRAPH);
    struct run *run = doc_run(doc, block, RUN_TEXT, "x\u202Ey\nz", true);
    ck_assert_str_eq(run->text, "xy z");
    ck_assert(run->people);
}
END_TEST

START_TEST(code_beside_code_is_one)
{
    struct doc *doc = doc_new(kit_arena);
    struct block *line = doc_block(doc, BLOCK_PARAGRAPH);
    doc_run(doc, line, RUN_CODE, "practice ", false);
    doc_run(doc, line, RUN_CODE, "spyfall", false);
    doc_run(doc, line, RUN_CODE, "said", true); /* a person's words stay their own */
    ck_assert_str_eq(line->runs->text, "practice spyfall");
    ck_assert_ptr_eq(line->runs->next, line->last_run);
    ck_assert_str_eq(line->last_run->text, "said");
}
END_TEST

START_TEST(a_control_too_long_is_a_bug)
{
    char control[102];
    memset(control, 'x', 101);
    control[101] = '\0';
    doc_choice(doc_new(kit_arena), "x", control, CHOICE_PRIMARY);
}
END_TEST

START_TEST(moments_follow_the_calendar)
{
    static const struct {
        int64_t ms;
        const char *text;
    } samples[] = {
        {0, "1970-01-01 00:00 UTC"},
        {1893499200000, "2030-01-01 12:00 UTC"},
        {951782400000, "2000-02-29 00:00 UTC"},
        {951868799999, "2000-02-29 23:59 UTC"},
        {4107542400000, "2100-03-01 00:00 UTC"},
        {-1, "1969-12-31 23:59 UTC"},
        {INT64_MIN, "0000-01-01 00:00 UTC"},
        {INT64_MAX, "9999-12-31 23:59 UTC"},
    };
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
        char text[MOMENT_BYTES];
        moment_print(samples[i].ms, text);
        ck_assert_str_eq(text, samples[i].text);
    }
}
END_TEST

Suite *suite_doc(void);

Suite *suite_doc(void)
{
    Suite *suite = suite_create("doc");
    TCase *tcase = tcase_create("doc");
    tcase_add_checked_fixture(tcase, kit_setup, kit_teardown);
    tcase_add_test(tcase, a_new_document_is_empty);
    tcase_add_test(tcase, every_block_has_a_plain_shape);
    tcase_add_test(tcase, tables_stand_in_columns);
    tcase_add_test(tcase, a_picture_is_its_twin);
    tcase_add_test(tcase, tiles_are_their_twin);
    tcase_add_test(tcase, plain_messages_are_bare);
    tcase_add_test(tcase, lines_are_wrapped_at_blanks);
    tcase_add_test(tcase, buttons_stand_in_brackets);
    tcase_add_test(tcase, peoples_words_become_inert);
    tcase_add_test(tcase, code_beside_code_is_one);
    tcase_add_test_raise_signal(tcase, a_control_too_long_is_a_bug, SIGABRT);
    tcase_add_test(tcase, moments_follow_the_calendar);
    suite_add_tcase(suite, tcase);
    return suite;
}
