#include "matrix_changes.h"

#include <stdio.h>
#include <string.h>

#include <check.h>

START_TEST(the_last_word_on_a_row_is_stored)
{
    struct matrix_changes *changes = matrix_changes_new();
    size_t count = 0;
    char key[] = "e/1";
    for (unsigned i = 0; i < 10; i++) {
        key[2] = "0123456789"[i];
        matrix_changes_put(changes, key, "value", 5);
    }
    matrix_changes_put(changes, "e/1", "other", 5);
    matrix_changes_put(changes, "e/2", NULL, 0);
    const struct adapter_row *rows = matrix_changes_rows(changes, &count);
    ck_assert_uint_eq(count, 10);
    ck_assert_str_eq(rows[0].key, "e/0");
    ck_assert_str_eq(rows[1].value, "other");
    ck_assert_uint_eq(rows[1].len, 5);
    ck_assert_ptr_null(rows[2].value);
    ck_assert_str_eq(rows[9].value, "value");
    matrix_changes_free(&changes);
    ck_assert_ptr_null(changes);
    matrix_changes_free(&changes);
}
END_TEST

START_TEST(rows_are_found_among_thousands)
{
    struct matrix_changes *changes = matrix_changes_new();
    size_t count = 0;
    char key[32];
    ck_assert(!matrix_changes_has(changes, "e/0"));
    for (unsigned pass = 0; pass < 2; pass++) {
        for (unsigned i = 0; i < 5000; i++) {
            snprintf(key, sizeof key, "e/%u", i);
            matrix_changes_put(changes, key, pass == 0 ? "one" : "two", 3);
        }
    }
    const struct adapter_row *rows = matrix_changes_rows(changes, &count);
    ck_assert_uint_eq(count, 5000);
    ck_assert_str_eq(rows[4999].key, "e/4999");
    ck_assert_str_eq(rows[4999].value, "two");
    ck_assert(matrix_changes_has(changes, "e/2500") && !matrix_changes_has(changes, "e/5000"));
    matrix_changes_free(&changes);
}
END_TEST

Suite *suite_changes(void);

Suite *suite_changes(void)
{
    Suite *suite = suite_create("changes");
    TCase *tcase = tcase_create("all");
    tcase_add_test(tcase, the_last_word_on_a_row_is_stored);
    tcase_add_test(tcase, rows_are_found_among_thousands);
    suite_add_tcase(suite, tcase);
    return suite;
}
