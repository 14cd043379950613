/* Facts: written in order, read by name and path, printed and read back the same. */
#include "value_tree.h"

#include <check.h>
#include <string.h>

enum { PLACES = 40, ROOM = 400 };

static struct value_tree facts;
static struct value fact[PLACES];
static char room[ROOM];

static void setup(void)
{
    value_init(&facts, fact, PLACES, room, ROOM);
}

static void write_sample(void)
{
    value_term(&facts, "phase", "play");
    value_null(&facts, "pot");
    value_list(&facts, "hands");
    value_number(&facts, NULL, 4);
    value_number(&facts, NULL, -3);
    value_end(&facts);
    value_object(&facts, "last");
    value_list(&facts, "plays");
    value_text(&facts, NULL, "a \"b\" \\ \n\x01", 10);
    value_end(&facts);
    value_bool(&facts, "done", true);
    value_end(&facts);
    value_number(&facts, "round", INT64_MAX);
}

START_TEST(facts_are_read_by_path)
{
    write_sample();
    ck_assert_str_eq(value_text_at(&facts, "phase", ""), "play");
    ck_assert_int_eq(value_number_at(&facts, "hands.1", 0), -3);
    ck_assert_int_eq(value_number_at(&facts, "hands.2", 77), 77);
    ck_assert(value_bool_at(&facts, "last.done"));
    ck_assert(!value_has(&facts, "pot"));
    ck_assert(!value_has(&facts, "nothing"));
    ck_assert_uint_eq(value_path(&facts, "hands.x"), VALUE_NONE);
    ck_assert_uint_eq(value_path(&facts, "phase.0"), VALUE_NONE);
    ck_assert_int_eq(value_number_at(&facts, "round", 0), INT64_MAX);
}
END_TEST

START_TEST(facts_print_and_parse_are_inverse)
{
    char first[300];
    char second[300];
    write_sample();
    size_t len = value_print(&facts, first, sizeof first);
    ck_assert_str_eq(first, "{\"phase\":\"play\",\"pot\":null,\"hands\":[4,-3],\"last\":{\"plays\":"
                            "[\"a \\\"b\\\" \\\\ \\u000a\\u0001\"],\"done\":true},"
                            "\"round\":9223372036854775807}");
    ck_assert_uint_eq(len, strlen(first));
    /* the largest number is one more than the reader takes on purpose; take it out */
    char *cut = strstr(first, ",\"round\"");
    memcpy(cut, "}", 2);
    value_init(&facts, fact, PLACES, room, ROOM);
    ck_assert(value_parse(&facts, first, strlen(first)));
    ck_assert_uint_gt(value_print(&facts, second, sizeof second), 0);
    ck_assert_str_eq(first, second);
}
END_TEST

START_TEST(facts_parse_refuses_what_it_would_not_print)
{
    static const char *const bad[] = {
        "",
        "[]",
        "{",
        "{\"a\":1,}",
        "{\"a\":01}",
        "{\"a\":+1}",
        "{\"a\":1}x",
        "{ \"a\":1}",
        "{\"a\":1.5}",
        "{\"a\":\"\\n\"}",
        "{\"a\":\"b}",
        "{a:1}",
        "{\"a\":tru}",
        "{\"a\":99999999999999999999}",
        "{\"a\":[[[[[[[[[1]]]]]]]]]}",
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        setup();
        ck_assert_msg(!value_parse(&facts, bad[i], strlen(bad[i])), "taken: %s", bad[i]);
        ck_assert_uint_eq(facts.count, 0);
    }
}
END_TEST

START_TEST(facts_that_do_not_fit_are_full)
{
    value_init(&facts, fact, 2, room, ROOM);
    value_number(&facts, "a", 1);
    value_number(&facts, "b", 2);
    ck_assert(!facts.full);
    value_number(&facts, "c", 3);
    ck_assert(facts.full);
    ck_assert_uint_eq(facts.count, 2);
    value_init(&facts, fact, PLACES, room, 4);
    value_text(&facts, "a", "abcd", 4);
    ck_assert(facts.full);
    ck_assert_uint_eq(facts.count, 0);
}
END_TEST

START_TEST(facts_print_that_does_not_fit_is_nothing)
{
    char small[10];
    write_sample();
    ck_assert_uint_eq(value_print(&facts, small, sizeof small), 0);
    ck_assert_uint_eq(value_print_at(&facts, value_path(&facts, "hands"), small, sizeof small), 6);
    ck_assert_str_eq(small, "[4,-3]");
}
END_TEST

START_TEST(facts_copy_takes_a_subtree)
{
    static struct value other_fact[PLACES];
    static char other_room[ROOM];
    struct value_tree other;
    char text[200];
    write_sample();
    value_init(&other, other_fact, PLACES, other_room, ROOM);
    value_copy(&other, "kept", &facts, value_path(&facts, "last"));
    memset(room, 'x', sizeof room);
    ck_assert_uint_gt(value_print(&other, text, sizeof text), 0);
    ck_assert_str_eq(text,
                     "{\"kept\":{\"plays\":[\"a \\\"b\\\" \\\\ \\u000a\\u0001\"],\"done\":true}}");
}
END_TEST

Suite *suite_value_tree(void);

Suite *suite_value_tree(void)
{
    Suite *suite = suite_create("value_tree");
    TCase *tcase = tcase_create("value_tree");
    tcase_add_checked_fixture(tcase, setup, NULL);
    tcase_add_test(tcase, facts_are_read_by_path);
    tcase_add_test(tcase, facts_print_and_parse_are_inverse);
    tcase_add_test(tcase, facts_parse_refuses_what_it_would_not_print);
    tcase_add_test(tcase, facts_that_do_not_fit_are_full);
    tcase_add_test(tcase, facts_print_that_does_not_fit_is_nothing);
    tcase_add_test(tcase, facts_copy_takes_a_subtree);
    suite_add_tcase(suite, tcase);
    return suite;
}
