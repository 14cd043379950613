/* Which sync token is on disk. */
#include "mx_kit.h"

#include <stdio.h>

#include <check.h>

START_TEST(the_token_is_stored_with_the_event)
{
    mx_live();
    mx_talk("s2", mx_text("$1", "!help"));
    ck_assert_str_eq(mx_row("sync"), "s1");
    mx_store();
    ck_assert_str_eq(mx_row("sync"), "s2");
}
END_TEST

START_TEST(a_stored_token_never_passes_an_event_that_is_not_stored)
{
    mx_live();
    mx_talk("s2", mx_text("$1", "one"));
    mx_talk("s3", mx_text("$2", "two"));
    mx_talk("s4", mx_text("$3", "three"));
    mx_store();
    ck_assert_str_eq(mx_row("sync"), "s1");
    mx_run(6000);
    mx_store();
    ck_assert_str_eq(mx_row("sync"), "s4");
}
END_TEST

START_TEST(a_token_whose_row_may_be_lost_is_stored_once_more)
{
    char events[1024];
    mx_live();
    mx_sync("s2", "");
    mx->broken = true;
    int len = snprintf(events, sizeof events, "%s,", mx_text("$1", "one"));
    snprintf(events + len, sizeof events - (size_t)len, "%s", mx_text("$2", "two"));
    mx_talk("s3", events);
    mx_store();
    mx->broken = false;
    ck_assert_str_eq(mx_row("sync"), "s1");
    mx_close();
    ck_assert_str_eq(mx_row("sync"), "s2");
}
END_TEST

START_TEST(a_response_that_says_nothing_is_stored_rarely)
{
    mx_live();
    for (int i = 0; i < 20; i++) {
        char next[32];
        snprintf(next, sizeof next, "s%d", i + 2);
        mx_run(25000);
        mx_sync(next, "");
        mx_store();
    }
    ck_assert_str_ne(mx_row("sync"), "s1");
    ck_assert_str_ne(mx_row("sync"), "s21");
    mx_close();
    ck_assert_str_eq(mx_row("sync"), "s21");
}
END_TEST

Suite *suite_matrix_checkpoint(void);

Suite *suite_matrix_checkpoint(void)
{
    Suite *suite = suite_create("matrix_checkpoint");
    TCase *tcase = tcase_create("all");
    tcase_add_checked_fixture(tcase, mx_set_up, mx_tear_down);
    tcase_add_test(tcase, the_token_is_stored_with_the_event);
    tcase_add_test(tcase, a_stored_token_never_passes_an_event_that_is_not_stored);
    tcase_add_test(tcase, a_token_whose_row_may_be_lost_is_stored_once_more);
    tcase_add_test(tcase, a_response_that_says_nothing_is_stored_rarely);
    suite_add_tcase(suite, tcase);
    return suite;
}
