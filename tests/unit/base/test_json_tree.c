#include "json_tree.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <check.h>

enum { MANY = 6000 }; /* numbers in a list: more than the block holds */

static char *list_of(size_t count)
{
    char *text = malloc(count * 2 + 2);
    ck_assert_ptr_nonnull(text);
    text[0] = '[';
    for (size_t i = 0; i < count; i++) {
        text[1 + i * 2] = '7';
        text[2 + i * 2] = ',';
    }
    text[count * 2] = ']';
    text[count * 2 + 1] = '\0';
    return text;
}

START_TEST(trees_live_side_by_side)
{
    static const char first[] = "{\"a\":\"one\",\"b\":[1,2,{\"c\":null}]}";
    static const char second[] = "[\"two\"] and what is after it";
    for (int i = 0; i < 3; i++) {
        cJSON *one = json_tree_read(first, strlen(first));
        cJSON *two = json_tree_read(second, strlen(second));
        ck_assert_str_eq(cJSON_GetObjectItem(one, "a")->valuestring, "one");
        json_tree_free(one);
        cJSON *three = json_tree_read(first, strlen(first));
        ck_assert_str_eq(cJSON_GetArrayItem(two, 0)->valuestring, "two");
        ck_assert_int_eq(cJSON_GetArraySize(cJSON_GetObjectItem(three, "b")), 3);
        json_tree_free(two);
        ck_assert_str_eq(cJSON_GetObjectItem(three, "a")->valuestring, "one");
        json_tree_free(three);
    }
}
END_TEST

START_TEST(a_tree_may_be_of_any_size)
{
    char *text = list_of(MANY);
    for (int i = 0; i < 3; i++) {
        cJSON *some = json_tree_read("[1]", 3);
        cJSON *large = json_tree_read(text, strlen(text));  /* begins in the block */
        cJSON *larger = json_tree_read(text, strlen(text)); /* has none of it left */
        ck_assert_int_eq(cJSON_GetArraySize(large), MANY);
        ck_assert_int_eq(cJSON_GetArraySize(larger), MANY);
        ck_assert(cJSON_IsArray(large) && cJSON_IsArray(larger));
        ck_assert_int_eq(cJSON_GetArrayItem(larger, MANY - 1)->valueint, 7);
        json_tree_free(large);
        json_tree_free(some);
        json_tree_free(larger);
    }
    free(text);
}
END_TEST

START_TEST(what_is_no_json_is_none)
{
    static const char *const bad[] = {"",     "{",       "{\"a\":\"b\",}",
                                      "[1,2", "nothing", "[\"\\ud800\"]"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        ck_assert_ptr_null(json_tree_read(bad[i], strlen(bad[i])));
    }
    json_tree_free(NULL);
    cJSON *good = json_tree_read("[[]]", 4);
    ck_assert(cJSON_IsArray(good));
    json_tree_free(good);
}
END_TEST

START_TEST(other_trees_are_on_the_heap_as_ever)
{
    cJSON *before = cJSON_ParseWithLength("{\"x\":[1,\"y\"]}", 13);
    cJSON *read = json_tree_read("{\"k\":\"v\"}", 9);
    cJSON *after = cJSON_ParseWithLength("{\"z\":\"w\"}", 9);
    cJSON *copy = cJSON_Duplicate(read, true);
    json_tree_free(read);
    read = json_tree_read("{\"q\":\"r\"}", 9);
    char *text = cJSON_PrintUnformatted(copy);
    ck_assert_str_eq(text, "{\"k\":\"v\"}");
    ck_assert(cJSON_AddItemToArray(cJSON_GetObjectItem(before, "x"), copy));
    ck_assert_str_eq(cJSON_GetObjectItem(after, "z")->valuestring, "w");
    cJSON_free(text);
    cJSON_Delete(before);
    cJSON_Delete(after);
    json_tree_free(read);
}
END_TEST

Suite *suite_json_tree(void);

Suite *suite_json_tree(void)
{
    Suite *suite = suite_create("json_tree");
    TCase *tcase = tcase_create("json_tree");
    tcase_add_test(tcase, trees_live_side_by_side);
    tcase_add_test(tcase, a_tree_may_be_of_any_size);
    tcase_add_test(tcase, what_is_no_json_is_none);
    tcase_add_test(tcase, other_trees_are_on_the_heap_as_ever);
    suite_add_tcase(suite, tcase);
    return suite;
}
