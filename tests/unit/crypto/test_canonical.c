#include "matrix_canonical.h"

#include <string.h>

#include <check.h>

#include "crypto_kit.h"

static void is(const char *json, const char *canonical)
{
    cJSON *value = kit_json(json);
    struct buf out;
    ck_assert_msg(value != NULL, "%s", json);
    buf_init(&out, MATRIX_CANONICAL_BYTES_MAX);
    ck_assert_msg(matrix_canonical(value, &out), "%s", json);
    ck_assert_str_eq(out.text, canonical);
    buf_deinit(&out);
    cJSON_Delete(value);
}

static void is_none(const char *json)
{
    cJSON *value = kit_json(json);
    struct buf out;
    buf_init(&out, MATRIX_CANONICAL_BYTES_MAX);
    buf_text(&out, "before");
    ck_assert_msg(!matrix_canonical(value, &out), "%s", json);
    ck_assert_str_eq(out.text, "before");
    buf_deinit(&out);
    cJSON_Delete(value);
}

START_TEST(the_examples_of_the_specification_come_out_as_it_says)
{
    is("{}", "{}");
    is("{\"one\": 1, \"two\": \"Two\"}", "{\"one\":1,\"two\":\"Two\"}");
    is("{\"b\": \"2\", \"a\": \"1\"}", "{\"a\":\"1\",\"b\":\"2\"}");
    is("{\"auth\": {\"success\": true, \"mxid\": \"@john.doe:example.com\", \"profile\": "
       "{\"display_name\": \"John Doe\", \"three_pids\": [{\"medium\": \"email\", \"address\": "
       "\"john.doe@example.org\"}, {\"medium\": \"msisdn\", \"address\": \"123456789\"}]}}}",
       "{\"auth\":{\"mxid\":\"@john.doe:example.com\",\"profile\":{\"display_name\":\"John Doe\","
       "\"three_pids\":[{\"address\":\"john.doe@example.org\",\"medium\":\"email\"},{\"address\":"
       "\"123456789\",\"medium\":\"msisdn\"}]},\"success\":true}}");
    is("{\"a\": \"日本語\"}", "{\"a\":\"日本語\"}");
    is("{\"本\": 2, \"日\": 1}", "{\"日\":1,\"本\":2}");
    is("{\"a\": \"\\u65E5\"}", "{\"a\":\"日\"}");
    is("{\"a\": null}", "{\"a\":null}");
    is("{\"a\": -0, \"b\": 1e10}", "{\"a\":0,\"b\":10000000000}");
}
END_TEST

START_TEST(only_what_must_be_escaped_is_in_the_shortest_way)
{
    is("\"\\u0000\"", "\"\""); /* the reader ends a text there */
    is("\"\\u0001\\u001F\\b\\f\\n\\r\\t\\\"\\\\\\/\\u007f\\u2028\"",
       "\"\\u0001\\u001f\\b\\f\\n\\r\\t\\\"\\\\/\x7f\xe2\x80\xa8\"");
    is("\"\\ud83d\\ude00\"", "\"\xf0\x9f\x98\x80\"");
    is("{\"\\n\":1}", "{\"\\n\":1}");
}
END_TEST

START_TEST(members_stand_in_the_order_of_code_points)
{
    /* in UTF-16 the last two stand the other way round */
    is("{\"\xf0\x9f\x98\x80\":1,\"\xef\xac\xb3\":2,\"a\":3,\"B\":4,\"\":5,\"aa\":6}",
       "{\"\":5,\"B\":4,\"a\":3,\"aa\":6,\"\xef\xac\xb3\":2,\"\xf0\x9f\x98\x80\":1}");
}
END_TEST

START_TEST(whole_numbers_are_taken_as_far_as_all_readers_agree)
{
    is("[9007199254740991,-9007199254740991,0,1.0]", "[9007199254740991,-9007199254740991,0,1]");
    is_none("9007199254740992");
    is_none("-9007199254740992");
    is_none("1e300");
    is_none("-1e999");
    is_none("0.5");
    is_none("{\"a\":[{\"b\":1.25}]}");
}
END_TEST

START_TEST(what_would_be_read_in_two_ways_has_none)
{
    is_none("{\"a\":1,\"b\":2,\"a\":1}");
    is_none("{\"x\":[{\"a\":1,\"\\u0061\":1}]}");
    is_none("\"\xff\"");
    is_none("\"\xc3\"");
    is_none("\"\xc0\x80\"");
    is_none("\"\xed\xa0\x80\"");
    is_none("\"\xf4\x90\x80\x80\"");
    is_none("{\"\xff\":1}");
}
END_TEST

START_TEST(what_is_too_deep_or_too_long_has_none)
{
    char deep[2 * MATRIX_CANONICAL_DEPTH_MAX + 1] = {0};
    struct buf out;
    memset(deep, '[', MATRIX_CANONICAL_DEPTH_MAX);
    memset(deep + MATRIX_CANONICAL_DEPTH_MAX, ']', MATRIX_CANONICAL_DEPTH_MAX);
    is(deep, deep);
    is_none("[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]");
    cJSON *value = kit_json("[\"12345678\"]");
    buf_init(&out, 8);
    ck_assert(!matrix_canonical(value, &out));
    buf_deinit(&out);
    cJSON_Delete(value);
}
END_TEST

START_TEST(what_is_signed_leaves_signatures_out_at_the_top_alone)
{
    cJSON *value = kit_json("{\"unsigned\":{\"a\":1},\"b\":{\"signatures\":1},\"signatures\":{}}");
    cJSON *list = kit_json("[1]");
    struct buf out;
    buf_init(&out, MATRIX_CANONICAL_BYTES_MAX);
    ck_assert(matrix_canonical_signed(value, &out));
    ck_assert_str_eq(out.text, "{\"b\":{\"signatures\":1}}");
    ck_assert(!matrix_canonical_signed(list, &out));
    ck_assert(!matrix_canonical_signed(NULL, &out));
    buf_deinit(&out);
    cJSON_Delete(value);
    cJSON_Delete(list);
}
END_TEST

Suite *suite_canonical(void);

Suite *suite_canonical(void)
{
    Suite *suite = suite_create("canonical");
    TCase *tcase = tcase_create("all");
    tcase_add_test(tcase, the_examples_of_the_specification_come_out_as_it_says);
    tcase_add_test(tcase, only_what_must_be_escaped_is_in_the_shortest_way);
    tcase_add_test(tcase, members_stand_in_the_order_of_code_points);
    tcase_add_test(tcase, whole_numbers_are_taken_as_far_as_all_readers_agree);
    tcase_add_test(tcase, what_would_be_read_in_two_ways_has_none);
    tcase_add_test(tcase, what_is_too_deep_or_too_long_has_none);
    tcase_add_test(tcase, what_is_signed_leaves_signatures_out_at_the_top_alone);
    suite_add_tcase(suite, tcase);
    return suite;
}
