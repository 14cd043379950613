/* People's words: the normal form of rule book 0.5, tokens, clusters, emoji, distance. */
#include "text.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

#include <utf8proc.h>

static struct text one;
static struct text other;

static const char *shown(const struct text *text, struct text_span span)
{
    static char out[4000];
    size_t len = 0;
    for (int i = 0; i < span.count; i++) {
        len += (size_t)utf8proc_encode_char(text->point[span.start + i],
                                            (utf8proc_uint8_t *)out + len);
    }
    out[len] = '\0';
    return out;
}

static const char *norm(const char *utf8)
{
    ck_assert(text_norm(utf8, &one));
    return shown(&one, (struct text_span){0, one.count});
}

START_TEST(text_norm_folds_width_case_and_apostrophes)
{
    ck_assert_str_eq(norm("Ｒｅａｌｌｙ？"), "really?");
    ck_assert_str_eq(norm("wait…"), "wait...");
    ck_assert_str_eq(norm("It’s STRASSE, Straße"), "it's strasse, strasse");
    ck_assert_str_eq(norm("Cafe\xcc\x81"), "café");
    ck_assert_str_eq(norm("①②"), "12");
    ck_assert_str_eq(norm("A\nB"), "a\nb");
    ck_assert_str_eq(norm(""), "");
}
END_TEST

START_TEST(text_norm_drops_what_nobody_sees)
{
    ck_assert_str_eq(norm("ho\u200bnest\u00adly\ufeff"), "honestly");
    ck_assert_str_eq(norm("a\u200db"), "ab");         /* a joiner between letters */
    ck_assert_str_eq(norm("\u202eabc\u202c"), "abc"); /* directions */
    ck_assert_str_eq(norm("👍🏽"), "👍");
    ck_assert_str_eq(norm("☕\ufe0f"), "☕");
    ck_assert_str_eq(norm("👨\u200d👩\u200d👧"), "👨\u200d👩\u200d👧");
    ck_assert_str_eq(norm("👩🏽\u200d🚀"), "👩\u200d🚀");
    ck_assert_str_eq(norm("👍\u200d"), "👍");
}
END_TEST

START_TEST(text_norm_keeps_the_order_of_marks_canonical)
{
    /* dot below (220) and acute (230), in either order, are one text */
    ck_assert(text_norm("q\xcc\x81\xcc\xa3", &one));
    ck_assert(text_norm("q\xcc\xa3\xcc\x81", &other));
    ck_assert(text_span_equal(&one, text_trimmed(&one), &other, text_trimmed(&other)));
}
END_TEST

/* What is plain ASCII goes a shorter way: it must say the same as beside a letter that does not. */
START_TEST(text_norm_of_ascii_is_that_of_all)
{
    for (char letter = 1; letter < 0x7f; letter++) {
        const char alone[] = {letter, '\0'};
        const char beside[] = {letter, '-', '\xc3', '\xa9', '\0'};
        ck_assert(text_norm(alone, &one) && text_norm(beside, &other));
        ck_assert_int_eq(one.count, 1);
        ck_assert_int_eq(one.point[0], other.point[0]);
        ck_assert(text_norm_cased(alone, &one) && text_norm_cased(beside, &other));
        ck_assert_int_eq(one.point[0], other.point[0]);
        bool space =
            utf8proc_category(letter) == UTF8PROC_CATEGORY_ZS || (letter >= 0x09 && letter <= 0x0d);
        ck_assert(text_is_space(letter) == space);
    }
}
END_TEST

START_TEST(text_norm_refuses_what_is_not_utf8_or_too_long)
{
    static char many[TEXT_POINTS_MAX + 2];
    ck_assert(!text_norm("\xff", &one));
    ck_assert(!text_norm("\xc0\xaf", &one));
    ck_assert(!text_norm("\xed\xa0\x80", &one));
    ck_assert_int_eq(one.count, 0);
    memset(many, 'a', TEXT_POINTS_MAX);
    ck_assert(text_norm(many, &one));
    many[TEXT_POINTS_MAX] = 'a';
    ck_assert(!text_norm(many, &one));
    ck_assert_int_eq(text_count("äß€😀"), 4);
    ck_assert_int_eq(text_count("\xff"), -1);
    ck_assert_int_eq(text_count(""), 0);
}
END_TEST

/* All tokens of a text with bars between. */
static const char *tokens(const char *utf8)
{
    static char out[2000];
    struct text_span token;
    int at = 0;
    size_t len = 0;
    out[0] = '\0';
    ck_assert(text_norm(utf8, &one));
    while (text_next_token(&one, &at, &token)) {
        len += (size_t)snprintf(out + len, sizeof out - len, "%s|", shown(&one, token));
    }
    return out;
}

START_TEST(text_tokens_are_runs_of_letters_and_digits)
{
    ck_assert_str_eq(tokens("Well-known, it's 7up!"), "well-known|it's|7up|");
    ck_assert_str_eq(tokens("snake_case -- 'quoted'"), "snake|case|quoted|");
    ck_assert_str_eq(tokens("a--b a'-b rock'n'roll"), "a|b|a|b|rock'n'roll|");
    ck_assert_str_eq(tokens("Ünïcödé हिन्दी"), "ünïcödé|हिन्दी|");
    ck_assert_str_eq(tokens("... ?! 😀"), "");
    ck_assert_str_eq(tokens("dis-honestly done"), "dis-honestly|done|");
    ck_assert_str_eq(tokens("’tis o’clock"), "tis|o'clock|");
}
END_TEST

static int clusters(const char *utf8)
{
    struct text_span cluster;
    int at = 0;
    int count = 0;
    ck_assert(text_norm(utf8, &one));
    while (text_next_cluster(&one, &at, &cluster)) {
        count++;
    }
    return count;
}

static bool emoji(const char *utf8)
{
    struct text_span cluster;
    int at = 0;
    ck_assert(text_norm(utf8, &one));
    return text_next_cluster(&one, &at, &cluster) && text_is_emoji(&one, cluster) &&
           at == one.count;
}

START_TEST(text_clusters_are_what_people_see_as_one)
{
    ck_assert_int_eq(clusters("a b\n"), 2);
    ck_assert_int_eq(clusters("👨\u200d👩\u200d👧 👍🏽!"), 3);
    ck_assert_int_eq(clusters("🇩🇪🇵🇱"), 2);
    ck_assert_int_eq(clusters("1\ufe0f\u20e3"), 1);
    ck_assert_int_eq(clusters(""), 0);
    ck_assert(emoji("😀"));
    ck_assert(emoji("🇩🇪"));
    ck_assert(emoji("1\ufe0f\u20e3"));
    ck_assert(emoji("👩🏽\u200d🚀"));
    ck_assert(emoji("❤\ufe0f"));
    ck_assert(!emoji("1"));
    ck_assert(!emoji("a"));
    ck_assert(!emoji("?"));
    ck_assert(!emoji("😀😀"));
    ck_assert(!emoji("🇩"));
}
END_TEST

static int distance(const char *a, const char *b)
{
    ck_assert(text_norm(a, &one));
    ck_assert(text_norm(b, &other));
    return text_distance(&one, text_trimmed(&one), &other, text_trimmed(&other));
}

START_TEST(text_distance_tells_none_one_and_more)
{
    ck_assert_int_eq(distance("coffee", "coffee"), 0);
    ck_assert_int_eq(distance("coffee", "toffee"), 1);
    ck_assert_int_eq(distance("coffee", "coffees"), 1);
    ck_assert_int_eq(distance("coffee", "cofee"), 1);
    ck_assert_int_eq(distance("coffee", "ocffee"), 2);
    ck_assert_int_eq(distance("honestly", "honest"), 2);
    ck_assert_int_eq(distance("", "a"), 1);
    ck_assert_int_eq(distance("abab", "ab"), 2);
}
END_TEST

Suite *suite_text(void);

Suite *suite_text(void)
{
    Suite *suite = suite_create("text");
    TCase *tcase = tcase_create("text");
    tcase_add_test(tcase, text_norm_folds_width_case_and_apostrophes);
    tcase_add_test(tcase, text_norm_drops_what_nobody_sees);
    tcase_add_test(tcase, text_norm_keeps_the_order_of_marks_canonical);
    tcase_add_test(tcase, text_norm_of_ascii_is_that_of_all);
    tcase_add_test(tcase, text_norm_refuses_what_is_not_utf8_or_too_long);
    tcase_add_test(tcase, text_tokens_are_runs_of_letters_and_digits);
    tcase_add_test(tcase, text_clusters_are_what_people_see_as_one);
    tcase_add_test(tcase, text_distance_tells_none_one_and_more);
    suite_add_tcase(suite, tcase);
    return suite;
}
