#include "matrix_late_key.h"

#include <check.h>

#include "transitions_kit.h"

enum { NOW_MS = 1000000000 };

START_TEST(a_key_is_waited_for_then_asked_for_once_then_told_once)
{
    struct matrix_late_key key;
    matrix_late_begin(&key, NOW_MS);
    ck_assert_int_eq(matrix_late_due_ms(&key), NOW_MS + MATRIX_LATE_WAIT_MS);
    ck_assert_int_eq(matrix_late_tick(&key, NOW_MS + MATRIX_LATE_WAIT_MS - 1), MATRIX_LATE_NOTHING);
    ck_assert_int_eq(matrix_late_tick(&key, NOW_MS + MATRIX_LATE_WAIT_MS), MATRIX_LATE_ASK);
    ck_assert_int_eq(matrix_late_tick(&key, NOW_MS + MATRIX_LATE_WAIT_MS), MATRIX_LATE_NOTHING);
    int64_t then_ms = matrix_late_due_ms(&key);
    ck_assert_int_eq(then_ms, NOW_MS + MATRIX_LATE_WAIT_MS + MATRIX_LATE_ASKED_MS);
    ck_assert_int_eq(matrix_late_tick(&key, then_ms), MATRIX_LATE_TELL);
    ck_assert_int_eq(matrix_late_tick(&key, then_ms + 1000000), MATRIX_LATE_NOTHING);
    ck_assert_int_eq(matrix_late_due_ms(&key), -1);
}
END_TEST

START_TEST(a_key_that_comes_ends_it_at_any_time)
{
    struct matrix_late_key key;
    matrix_late_begin(&key, NOW_MS);
    ck_assert(!matrix_late_came(&key, NOW_MS + 1));
    ck_assert(!matrix_late_came(&key, NOW_MS + 2));
    ck_assert_int_eq(matrix_late_tick(&key, NOW_MS + 1000000), MATRIX_LATE_NOTHING);
    matrix_late_begin(&key, NOW_MS);
    matrix_late_tick(&key, NOW_MS + MATRIX_LATE_WAIT_MS);
    ck_assert(matrix_late_came(&key, NOW_MS + MATRIX_LATE_WAIT_MS + 1)); /* a request is out */
    ck_assert_int_eq(key.state, MATRIX_LATE_HERE);
}
END_TEST

START_TEST(a_key_that_is_withheld_is_not_waited_for)
{
    struct matrix_late_key key;
    matrix_late_begin(&key, NOW_MS);
    ck_assert(matrix_late_withheld(&key, NOW_MS + 1));
    ck_assert(!matrix_late_withheld(&key, NOW_MS + 2));
    ck_assert_int_eq(key.state, MATRIX_LATE_TOLD);
    ck_assert_int_eq(matrix_late_tick(&key, NOW_MS + 1000000), MATRIX_LATE_NOTHING);
    matrix_late_begin(&key, NOW_MS);
    matrix_late_came(&key, NOW_MS);
    ck_assert(!matrix_late_withheld(&key, NOW_MS + 1));
}
END_TEST

START_TEST(each_state_is_reached_and_left)
{
    kit_transitions_are_sound(&matrix_late_transitions, STATE_BIT(MATRIX_LATE_WAITING),
                              MATRIX_LATE_HERE);
}
END_TEST

Suite *suite_late_key(void);

Suite *suite_late_key(void)
{
    Suite *suite = suite_create("late_key");
    TCase *tcase = tcase_create("all");
    tcase_add_test(tcase, a_key_is_waited_for_then_asked_for_once_then_told_once);
    tcase_add_test(tcase, a_key_that_comes_ends_it_at_any_time);
    tcase_add_test(tcase, a_key_that_is_withheld_is_not_waited_for);
    tcase_add_test(tcase, each_state_is_reached_and_left);
    suite_add_tcase(suite, tcase);
    return suite;
}
