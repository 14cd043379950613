/* A room is greeted once, however often the process ends before that has arrived. */
#include "matrix_greet.h"

#include <stdio.h>

#include <check.h>

#include "out_kit.h"

#define PUT "/rooms/{}/send/{}/{}"

static void set_up(void)
{
    out_set_up();
    out_den();
}

/* A server gives the first event for a transaction that it knows. */
START_TEST(a_room_is_greeted_under_the_same_nonce_in_every_life)
{
    char first[512];
    matrix_room_greet(&out.matrix, OUT_DEN);
    struct out_request *request = out_asked("PUT", PUT);
    snprintf(first, sizeof first, "%s", request->path);
    out_become(request, "$hello");
    matrix_room_greet(&out.matrix, OUT_DEN);
    request = out_asked("PUT", PUT);
    ck_assert_str_eq(request->path, first);
    out_become(request, "$hello");
}
END_TEST

START_TEST(a_greeting_that_has_not_arrived_is_sent_in_the_next_life)
{
    char first[512];
    matrix_room_greet(&out.matrix, OUT_DEN);
    snprintf(first, sizeof first, "%s", out_asked("PUT", PUT)->path);
    out_restart();
    matrix_greet_read(&out.matrix, OUT_DEN); /* by its row */
    out_later(1);
    ck_assert_ptr_null(out_asked("PUT", PUT)); /* it is not known whether we are there */
    out_den();
    out_later(60000);
    struct out_request *request = out_asked("PUT", PUT);
    ck_assert_str_eq(request->path, first);
    ck_assert_ptr_null(out_stored("g/" OUT_DEN));
    out_become(request, "$hello");
    ck_assert_str_eq(out_stored("g/" OUT_DEN), "1");
    out_later(600000);
    ck_assert_ptr_null(out_asked("PUT", PUT));
}
END_TEST

START_TEST(a_greeting_that_fails_is_sent_again_unless_nobody_is_there)
{
    matrix_room_greet(&out.matrix, OUT_DEN);
    out.retry_ms = 5000;
    out_answer(out_asked("PUT", PUT), ANSWER_DOWN, NULL);
    ck_assert_ptr_null(out_stored("g/" OUT_DEN));
    out_later(70000);
    out_answer(out_asked("PUT", PUT), ANSWER_GONE, NULL);
    ck_assert_str_eq(out_stored("g/" OUT_DEN), "1");
    out_later(600000);
    ck_assert_ptr_null(out_asked("PUT", PUT));
}
END_TEST

Suite *suite_matrix_greet(void);

Suite *suite_matrix_greet(void)
{
    Suite *suite = suite_create("matrix_greet");
    TCase *all = tcase_create("all");
    tcase_add_checked_fixture(all, set_up, out_tear_down);
    tcase_add_test(all, a_room_is_greeted_under_the_same_nonce_in_every_life);
    tcase_add_test(all, a_greeting_that_has_not_arrived_is_sent_in_the_next_life);
    tcase_add_test(all, a_greeting_that_fails_is_sent_again_unless_nobody_is_there);
    suite_add_tcase(suite, all);
    return suite;
}
