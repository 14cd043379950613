#include "inert.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

static struct arena *memory;

static void take_memory(void)
{
    memory = arena_new();
}

static void give_memory(void)
{
    arena_free(&memory);
}

static const char *inert(const char *text)
{
    return inert_text(memory, text, strlen(text), INERT_LETTERS_MAX, false);
}

START_TEST(plain_words_stay_as_they_are)
{
    ck_assert_str_eq(inert("Grüße, 中文, Привет 🙂 (1 < 2 & 3)"),
                     "Grüße, 中文, Привет 🙂 (1 < 2 & 3)");
}
END_TEST

START_TEST(markup_and_mentions_stay_literal)
{
    const char *text = "@everyone <@!123> **bold** `code` [x](http://a.b) {name} https://a.b/";
    ck_assert_str_eq(inert(text), text);
}
END_TEST

START_TEST(direction_changing_characters_go)
{
    ck_assert_str_eq(inert("a\u202Eb\u202Dc\u2066d\u2069e\u200Ff\u061Cg"), "abcdefg");
}
END_TEST

START_TEST(invisible_characters_go)
{
    ck_assert_str_eq(inert("a\u200Bb\u2060c\uFEFFd\u00ADe\u034Ff\u3164g\uFFA0h\u115Fi\U000E0041j"),
                     "abcdefghij");
    ck_assert_str_eq(inert("\u200B\u2060 \u3000\t"), "");
}
END_TEST

START_TEST(controls_go_and_blanks_are_one)
{
    ck_assert_str_eq(inert("a\x01\x1b[31mb\x7f c\t\td\u00A0\u2800e"), "a[31mb c d e");
}
END_TEST

START_TEST(zero_bytes_go)
{
    ck_assert_str_eq(inert_text(memory, "a\0b", 3, 10, false), "ab");
}
END_TEST

START_TEST(lines_become_blanks_or_stay)
{
    ck_assert_str_eq(inert("a\r\n\r\n b\u2028c\n"), "a b c");
    ck_assert_str_eq(inert_text(memory, "a \r\n\r\n b\u2028c\n", 14, 10, true), "a\nb\nc");
}
END_TEST

START_TEST(many_lines_are_limited)
{
    char text[400];
    memset(text, '\n', sizeof text);
    for (size_t i = 0; i < sizeof text; i += 2) {
        text[i] = 'a';
    }
    const char *got = inert_text(memory, text, sizeof text, 1000, true);
    unsigned lines = 1;
    for (; *got != '\0'; got++) {
        lines += *got == '\n';
    }
    ck_assert_uint_eq(lines, INERT_LINES_MAX);
}
END_TEST

START_TEST(emoji_keep_what_joins_them)
{
    const char *family =
        "👨‍👩‍👧‍👦 ❤️ 👍🏽 🏳️‍🌈 1️⃣ 🇩🇪";
    ck_assert_str_eq(inert(family), family);
    ck_assert_str_eq(inert("a\u200Db \u200D👍 👍\u200D a\uFE0F"), "ab 👍 👍 a");
}
END_TEST

START_TEST(combining_storms_are_calmed)
{
    char storm[2048] = "a";
    for (size_t at = 1; at + 2 < sizeof storm - 8; at += 2) {
        storm[at] = '\xcc'; /* U+0300 */
        storm[at + 1] = '\x80';
    }
    const char *calm = inert(storm);
    ck_assert_uint_le(strlen(calm), 2 + (size_t)2 * INERT_MARKS_MAX);
    ck_assert_str_eq(inert("\u0301\u0301x"), "x");
}
END_TEST

START_TEST(letters_are_composed)
{
    ck_assert_str_eq(inert("e\u0301 A\u030A \u1112\u1161\u11AB"), "é Å 한");
    ck_assert_str_eq(inert("a\u0323\u0307"), inert("a\u0307\u0323"));
}
END_TEST

START_TEST(broken_bytes_show_as_such)
{
    ck_assert_str_eq(inert("a\xff\xc3(b\xed\xa0\x80"), "a��(b���");
}
END_TEST

START_TEST(ten_thousand_letters_are_cut)
{
    char *text = malloc(10001);
    memset(text, 'x', 10000);
    text[10000] = '\0';
    const char *cut = inert(text);
    free(text);
    ck_assert_uint_eq(strlen(cut), INERT_LETTERS_MAX - 1 + strlen("…"));
    ck_assert_str_eq(cut + INERT_LETTERS_MAX - 1, "…");
}
END_TEST

START_TEST(nothing_is_cut_inside_a_letter)
{
    ck_assert_str_eq(
        inert_shorten(memory,
                      "👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦",
                      2),
        "👨‍👩‍👧‍👦…");
    ck_assert_str_eq(inert_shorten(memory, "ab cd", 4), "ab…");
    ck_assert_str_eq(inert_shorten(memory, "abcd", 4), "abcd");
    ck_assert_str_eq(inert_shorten(memory, "🇩🇪🇫🇷🇵🇱", 2), "🇩🇪…");
}
END_TEST

START_TEST(one_endless_letter_is_cut_too)
{
    char text[30001];
    for (size_t at = 0; at + 3 <= 30000; at += 3) {
        memcpy(text + at, "\u1100", 3);
    }
    text[30000] = '\0';
    ck_assert_uint_le(strlen(inert_text(memory, text, 30000, 100, false)), (size_t)100 * 17 * 3);
}
END_TEST

START_TEST(a_second_cleaning_changes_nothing)
{
    static const char *const samples[] = {"e\u0301\u200B\u0301 x", "a\u200Db\u0300\u0300",
                                          "👍\u200D\u200D👍", "\u1100\u200B\u1161",
                                          "1\uFE0F\u200B\u20E3"};
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
        const char *once = inert(samples[i]);
        ck_assert_str_eq(inert(once), once);
    }
}
END_TEST

START_TEST(columns_count_wide_letters_twice)
{
    ck_assert_uint_eq(inert_columns("abc"), 3);
    ck_assert_uint_eq(inert_columns("中文"), 4);
    ck_assert_uint_eq(inert_columns("é👍🏽"), 3);
    ck_assert_uint_eq(inert_columns("👨‍👩‍👧‍👦"), 2);
}
END_TEST

Suite *suite_inert(void);

Suite *suite_inert(void)
{
    Suite *suite = suite_create("inert");
    TCase *tcase = tcase_create("inert");
    tcase_add_checked_fixture(tcase, take_memory, give_memory);
    tcase_add_test(tcase, plain_words_stay_as_they_are);
    tcase_add_test(tcase, markup_and_mentions_stay_literal);
    tcase_add_test(tcase, direction_changing_characters_go);
    tcase_add_test(tcase, invisible_characters_go);
    tcase_add_test(tcase, controls_go_and_blanks_are_one);
    tcase_add_test(tcase, zero_bytes_go);
    tcase_add_test(tcase, lines_become_blanks_or_stay);
    tcase_add_test(tcase, many_lines_are_limited);
    tcase_add_test(tcase, emoji_keep_what_joins_them);
    tcase_add_test(tcase, combining_storms_are_calmed);
    tcase_add_test(tcase, letters_are_composed);
    tcase_add_test(tcase, broken_bytes_show_as_such);
    tcase_add_test(tcase, ten_thousand_letters_are_cut);
    tcase_add_test(tcase, nothing_is_cut_inside_a_letter);
    tcase_add_test(tcase, one_endless_letter_is_cut_too);
    tcase_add_test(tcase, a_second_cleaning_changes_nothing);
    tcase_add_test(tcase, columns_count_wide_letters_twice);
    suite_add_tcase(suite, tcase);
    return suite;
}
