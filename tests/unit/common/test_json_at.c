#include "json_at.h"

#include <string.h>

#include <check.h>

#include "arena.h"

static cJSON *json;

static void set_up(void)
{
    static const char text[] =
        "{\"t\":\"x\",\"empty\":\"\",\"n\":7,\"part\":7.5,\"far\":1e300,\"yes\":true,"
        "\"no\":false,\"list\":[1],\"object\":{},\"null\":null}";
    json = cJSON_ParseWithLength(text, sizeof text - 1);
    ck_assert_ptr_nonnull(json);
}

static void tear_down(void)
{
    cJSON_Delete(json);
}

START_TEST(a_text_is_a_text_and_nothing_else_is)
{
    static const char *const others[] = {"n", "yes", "list", "object", "null", "missing", "T"};
    ck_assert_str_eq(json_at_text(json, "t"), "x");
    ck_assert_str_eq(json_at_text(json, "empty"), "");
    for (unsigned i = 0; i < sizeof others / sizeof *others; i++) {
        ck_assert_ptr_null(json_at_text(json, others[i]));
    }
}
END_TEST

START_TEST(what_is_no_object_has_no_members)
{
    ck_assert_ptr_null(json_at(NULL, "t"));
    ck_assert_ptr_null(json_at(json_at(json, "list"), "t"));
    ck_assert_ptr_null(json_at(json_at(json, "t"), "t"));
    ck_assert_ptr_null(json_at_text(NULL, "t"));
    ck_assert(!json_at_flag(NULL, "yes"));
    ck_assert_int_eq(json_at_number(NULL, "n", 0, 9, 5), 5);
}
END_TEST

START_TEST(a_number_is_within_its_limits_or_another)
{
    ck_assert_int_eq(json_at_number(json, "n", 0, 9, -1), 7);
    ck_assert_int_eq(json_at_number(json, "n", 7, 7, -1), 7);
    ck_assert_int_eq(json_at_number(json, "n", 0, 6, -1), -1);
    ck_assert_int_eq(json_at_number(json, "part", 0, 9, -1), -1);
    ck_assert_int_eq(json_at_number(json, "n", 8, 9, -1), -1);
    ck_assert_int_eq(json_at_number(json, "far", 0, 1000, -1), -1);
    ck_assert_int_eq(json_at_number(json, "t", 0, 9, -1), -1);
}
END_TEST

START_TEST(flags_and_lists_are_what_they_say)
{
    ck_assert(json_at_flag(json, "yes"));
    ck_assert(!json_at_flag(json, "no") && !json_at_flag(json, "n") && !json_at_flag(json, "x"));
    ck_assert_ptr_nonnull(json_at_list(json, "list"));
    ck_assert_ptr_null(json_at_list(json, "object"));
}
END_TEST

START_TEST(an_object_of_one_member_is_escaped)
{
    struct arena *arena = arena_new();
    ck_assert_str_eq(json_one(arena, "a", "b\"c"), "{\"a\":\"b\\\"c\"}");
    ck_assert_str_eq(json_one(arena, "a", NULL), "{}");
    arena_free(&arena);
}
END_TEST

Suite *suite_json_at(void);

Suite *suite_json_at(void)
{
    Suite *suite = suite_create("json_at");
    TCase *tcase = tcase_create("members");
    tcase_add_checked_fixture(tcase, set_up, tear_down);
    tcase_add_test(tcase, a_text_is_a_text_and_nothing_else_is);
    tcase_add_test(tcase, what_is_no_object_has_no_members);
    tcase_add_test(tcase, a_number_is_within_its_limits_or_another);
    tcase_add_test(tcase, flags_and_lists_are_what_they_say);
    tcase_add_test(tcase, an_object_of_one_member_is_escaped);
    suite_add_tcase(suite, tcase);
    return suite;
}
