/* Strict JSON: everything RFC 8259 allows is taken, nothing else. */
#include "json_text.h"
#include "value_json.h"

#include <check.h>
#include <string.h>

static const char *problem(const char *text)
{
    return json_text_problem(text, strlen(text));
}

START_TEST(json_that_is_sound_is_taken)
{
    static const char *const good[] = {
        "{}",
        "[]",
        " \t\r\n{ \"a\" : [ 1 , 2 ] } \n",
        "0",
        "-0.5e+10",
        "1E5",
        "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e4\"",
        "\"\\ud83d\\ude00\"",
        "{\"\":{\"\":[[],{},null,true,false]}}",
        "\"ä😀\"",
        "[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]",
    };
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        ck_assert_msg(problem(good[i]) == NULL, "%s: %s", good[i], problem(good[i]));
    }
}
END_TEST

START_TEST(json_that_is_not_sound_is_refused)
{
    static const char *const bad[] = {
        "",
        " ",
        "{",
        "}",
        "[1,]",
        "{\"a\":1,}",
        "{\"a\"}",
        "{a:1}",
        "01",
        "-",
        "1.",
        ".5",
        "1e",
        "+1",
        "tru",
        "nul",
        "\"a",
        "'a'",
        "\"\\x\"",
        "\"\\u12g4\"",
        "\"\\u0000\"",
        "\"\\ud800\"",
        "\"\\udc00\"",
        "\"\\ud800\\u0041\"",
        "\"\t\"",
        "{} {}",
        "1 2",
        "[1 2]",
        "{\"a\":1 \"b\":2}",
        "NaN",
        "\xef\xbb\xbf{}",
        "\"\xff\"",
        "\"\xc0\xaf\"",
        "\"\xed\xa0\x80\"",
        "// x\n{}",
        "\"\\",
        "[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]",
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        ck_assert_msg(problem(bad[i]) != NULL, "taken: %s", bad[i]);
    }
    ck_assert_ptr_nonnull(json_text_problem("{}\0", 3));
    ck_assert_ptr_nonnull(json_text_problem("{\0}", 3));
}
END_TEST

START_TEST(json_members_that_come_twice_are_found)
{
    static const char *const rows[][2] = {
        {"{\"a\":1,\"b\":2}", NULL},
        {"{\"a\":1,\"a\":2}", "a"},
        {"{\"x\":[{\"b\":1},{\"b\":1,\"c\":2,\"b\":3}]}", "b"},
        {"{\"a\":1,\"A\":2}", NULL},
        {"{\"\\u0061\":1,\"a\":2}", "a"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        cJSON *json = cJSON_ParseWithLength(rows[i][0], strlen(rows[i][0]));
        const char *twice = value_json_twice(json);
        ck_assert_msg((twice == NULL) == (rows[i][1] == NULL), "%s", rows[i][0]);
        if (twice != NULL) {
            ck_assert_str_eq(twice, rows[i][1]);
        }
        cJSON_Delete(json);
    }
}
END_TEST

START_TEST(json_becomes_facts_and_back)
{
    static struct value fact[40];
    static char room[400];
    struct value_tree facts;
    struct buf buf;
    const char *text =
        "{\"a\":[1,-2,true,null,\"\xc3\xa4\"],\"b\":{\"c\":{}},\"d\":9007199254740992}";
    cJSON *json = cJSON_ParseWithLength(text, strlen(text));
    value_init(&facts, fact, 40, room, sizeof room);
    ck_assert(value_json_read(&facts, json));
    buf_init(&buf, 1000);
    value_json_write_all(&buf, &facts);
    ck_assert_str_eq(buf.text, text);
    cJSON_Delete(json);
    json = cJSON_ParseWithLength("{\"a\":1.5}", 9);
    value_init(&facts, fact, 40, room, sizeof room);
    ck_assert(value_json_read(&facts, json));
    ck_assert_int_eq(value_number_at(&facts, "a", 0), INT64_MIN); /* nothing can be that */
    value_init(&facts, fact, 0, room, sizeof room);
    ck_assert(!value_json_read(&facts, json));
    cJSON_Delete(json);
    buf_deinit(&buf);
}
END_TEST

Suite *suite_json_text(void);

Suite *suite_json_text(void)
{
    Suite *suite = suite_create("json_text");
    TCase *tcase = tcase_create("json_text");
    tcase_add_test(tcase, json_that_is_sound_is_taken);
    tcase_add_test(tcase, json_that_is_not_sound_is_refused);
    tcase_add_test(tcase, json_members_that_come_twice_are_found);
    tcase_add_test(tcase, json_becomes_facts_and_back);
    suite_add_tcase(suite, tcase);
    return suite;
}
