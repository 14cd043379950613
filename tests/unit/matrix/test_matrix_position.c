#include "matrix_position.h"

#include <stdio.h>

#include <check.h>

START_TEST(a_batch_is_claimed_when_all_of_it_and_before_it_is_stored)
{
    struct matrix_position position = {0};
    uint64_t one = matrix_position_begin(&position);
    matrix_position_open(&position);
    matrix_position_open(&position);
    matrix_position_seal(&position, "s1");
    uint64_t two = matrix_position_begin(&position);
    matrix_position_open(&position);
    matrix_position_seal(&position, "s2");
    ck_assert_ptr_null(position.safe);
    matrix_position_close(&position, two);
    ck_assert_ptr_null(position.safe);
    matrix_position_close(&position, one);
    ck_assert_ptr_null(position.safe);
    matrix_position_close(&position, one);
    ck_assert_str_eq(position.safe, "s2");
    matrix_position_deinit(&position);
}
END_TEST

START_TEST(what_travels_with_the_only_thing_heard_claims_its_own_response)
{
    struct matrix_position position = {0};
    matrix_position_set(&position, "s1");
    matrix_position_begin(&position);
    ck_assert_str_eq(matrix_position_claim(&position, "s2"), "s2");
    matrix_position_open(&position);
    ck_assert_str_eq(matrix_position_claim(&position, "s2"), "s1");
    matrix_position_seal(&position, "s2");
    uint64_t two = matrix_position_begin(&position);
    ck_assert_str_eq(matrix_position_claim(&position, "s3"), "s1");
    matrix_position_close(&position, two - 1);
    ck_assert_str_eq(matrix_position_claim(&position, "s3"), "s3");
    matrix_position_deinit(&position);
}
END_TEST

START_TEST(a_response_that_is_cut_claims_nothing)
{
    struct matrix_position position = {0};
    matrix_position_set(&position, "s1");
    uint64_t cut = matrix_position_begin(&position);
    matrix_position_open(&position);
    matrix_position_drop(&position);
    uint64_t again = matrix_position_begin(&position);
    ck_assert_uint_ne(cut, again);
    matrix_position_close(&position, cut);
    matrix_position_open(&position);
    matrix_position_seal(&position, "s2");
    ck_assert_str_eq(position.safe, "s1");
    matrix_position_close(&position, again);
    ck_assert_str_eq(position.safe, "s2");
    matrix_position_deinit(&position);
}
END_TEST

START_TEST(rows_are_behind_until_one_claims_what_is_safe)
{
    struct matrix_position position = {0};
    ck_assert(!matrix_position_is_behind(&position));
    matrix_position_begin(&position);
    matrix_position_seal(&position, "s1");
    ck_assert(matrix_position_is_behind(&position));
    matrix_position_wrote(&position, "s1");
    ck_assert(!matrix_position_is_behind(&position));
    matrix_position_deinit(&position);
}
END_TEST

START_TEST(many_batches_at_once_are_kept_in_order)
{
    struct matrix_position position = {0};
    uint64_t first = 0;
    char token[16];
    for (int i = 0; i < 200; i++) {
        uint64_t number = matrix_position_begin(&position);
        first = i == 0 ? number : first;
        matrix_position_open(&position);
        snprintf(token, sizeof token, "s%d", i);
        matrix_position_seal(&position, token);
        if (i >= 50) {
            matrix_position_close(&position, first + (uint64_t)i - 50);
            snprintf(token, sizeof token, "s%d", i - 50);
            ck_assert_str_eq(position.safe, token);
        }
    }
    matrix_position_deinit(&position);
}
END_TEST

Suite *suite_matrix_position(void);

Suite *suite_matrix_position(void)
{
    Suite *suite = suite_create("matrix_position");
    TCase *tcase = tcase_create("all");
    tcase_add_test(tcase, a_batch_is_claimed_when_all_of_it_and_before_it_is_stored);
    tcase_add_test(tcase, what_travels_with_the_only_thing_heard_claims_its_own_response);
    tcase_add_test(tcase, a_response_that_is_cut_claims_nothing);
    tcase_add_test(tcase, rows_are_behind_until_one_claims_what_is_safe);
    tcase_add_test(tcase, many_batches_at_once_are_kept_in_order);
    suite_add_tcase(suite, tcase);
    return suite;
}
