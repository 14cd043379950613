#include "watermark.h"

#include <signal.h>
#include <stdio.h>

#include <check.h>

static struct watermark watermark;

static void watermark_tear_down(void)
{
    watermark_deinit(&watermark);
}

/* A whole batch with so many pending events. */
static void batch(int64_t number, unsigned events, const char *checkpoint)
{
    watermark_begin(&watermark, number);
    for (unsigned i = 0; i < events; i++) {
        watermark_add(&watermark);
    }
    watermark_end(&watermark, checkpoint);
}

START_TEST(a_batch_is_handled_when_all_of_it_and_all_before_it_is_stored)
{
    batch(1, 2, "s1");
    batch(2, 1, "s2");
    ck_assert_ptr_null(watermark.checkpoint);
    watermark_stored(&watermark, 2);
    watermark_stored(&watermark, 1);
    ck_assert_int_eq(watermark.handled, 0);
    ck_assert_ptr_null(watermark.checkpoint);
    watermark_stored(&watermark, 1);
    ck_assert_int_eq(watermark.handled, 2);
    ck_assert_str_eq(watermark.checkpoint, "s2");
}
END_TEST

START_TEST(a_batch_that_is_not_whole_is_not_handled)
{
    watermark_begin(&watermark, 1);
    watermark_add(&watermark);
    watermark_stored(&watermark, 1);
    ck_assert_int_eq(watermark.handled, 0);
    watermark_end(&watermark, "s1");
    ck_assert_int_eq(watermark.handled, 1);
    ck_assert_str_eq(watermark.checkpoint, "s1");
}
END_TEST

START_TEST(batches_without_events_are_handled_at_once_unless_something_is_pending)
{
    batch(1, 0, NULL);
    ck_assert_int_eq(watermark.handled, 1);
    batch(2, 1, NULL);
    batch(7, 0, NULL);
    ck_assert_int_eq(watermark.handled, 1);
    watermark_stored(&watermark, 2);
    ck_assert_int_eq(watermark.handled, 7);
}
END_TEST

START_TEST(the_last_event_of_a_batch_may_carry_its_checkpoint_when_nothing_is_pending)
{
    ck_assert(!watermark_is_clear(&watermark));
    watermark_begin(&watermark, 1);
    ck_assert(watermark_is_clear(&watermark));
    watermark_add(&watermark);
    ck_assert(!watermark_is_clear(&watermark));
    watermark_stored(&watermark, 1);
    ck_assert(watermark_is_clear(&watermark));
    watermark_add(&watermark);
    watermark_end(&watermark, NULL);
    watermark_begin(&watermark, 2);
    ck_assert(!watermark_is_clear(&watermark));
    watermark_stored(&watermark, 1);
    ck_assert(watermark_is_clear(&watermark));
}
END_TEST

START_TEST(a_batch_that_is_cut_off_advances_nothing)
{
    watermark_reset(&watermark, 4, "s4");
    watermark_begin(&watermark, 5);
    watermark_add(&watermark);
    watermark_abandon(&watermark);
    watermark_begin(&watermark, 6);
    watermark_stored(&watermark, 5); /* of the one that was cut off */
    watermark_add(&watermark);
    watermark_end(&watermark, "s6");
    ck_assert_str_eq(watermark.checkpoint, "s4");
    watermark_stored(&watermark, 6);
    ck_assert_int_eq(watermark.handled, 6);
    ck_assert_str_eq(watermark.checkpoint, "s6");
}
END_TEST

START_TEST(a_whole_batch_is_not_abandoned)
{
    watermark_abandon(&watermark);
    batch(1, 1, "s1");
    watermark_abandon(&watermark);
    watermark_stored(&watermark, 1);
    ck_assert_str_eq(watermark.checkpoint, "s1");
}
END_TEST

START_TEST(after_a_reset_what_was_pending_is_ignored)
{
    watermark_reset(&watermark, 10, "s10");
    batch(11, 1, "s11");
    batch(12, 1, "s12");
    watermark_stored(&watermark, 11);
    watermark_reset(&watermark, watermark.handled, watermark.checkpoint);
    ck_assert_int_eq(watermark.newest, 11);
    watermark_stored(&watermark, 12);
    ck_assert_int_eq(watermark.handled, 11);
    ck_assert_str_eq(watermark.checkpoint, "s11");
    batch(12, 1, "s12");
    ck_assert_int_eq(watermark.handled, 11);
    watermark_stored(&watermark, 12);
    ck_assert_str_eq(watermark.checkpoint, "s12");
    watermark_reset(&watermark, 12, NULL);
    ck_assert_ptr_null(watermark.checkpoint);
}
END_TEST

START_TEST(numbers_that_are_no_batch_are_ignored)
{
    watermark_stored(&watermark, 1);
    batch(4, 1, NULL);
    batch(8, 1, NULL);
    watermark_stored(&watermark, 3);
    watermark_stored(&watermark, 6);
    watermark_stored(&watermark, 9);
    ck_assert_int_eq(watermark.handled, 0);
    watermark_stored(&watermark, 4);
    watermark_stored(&watermark, 4);
    ck_assert_int_eq(watermark.handled, 4);
}
END_TEST

START_TEST(many_batches_may_be_pending_and_end_in_any_order)
{
    bool stored[1001] = {false};
    for (int64_t i = 1; i <= 1000; i++) {
        batch(i * 2, 1, NULL);
    }
    for (int64_t i = 1; i <= 1000; i++) {
        int64_t which = i * 17 % 1001;
        int64_t handled = 0;
        watermark_stored(&watermark, which * 2);
        stored[which] = true;
        while (handled < 1000 && stored[handled + 1]) {
            handled++;
        }
        ck_assert_int_eq(watermark.handled, handled * 2);
    }
    ck_assert_uint_eq(watermark.count, 0);
}
END_TEST

START_TEST(many_batches_one_after_the_other_take_little_memory)
{
    char token[16];
    for (int64_t i = 1; i <= 10000; i++) {
        snprintf(token, sizeof token, "s%d", (int)i);
        batch(i, 1, token);
        if (i > 50) {
            watermark_stored(&watermark, i - 50);
            snprintf(token, sizeof token, "s%d", (int)i - 50);
            ck_assert_str_eq(watermark.checkpoint, token);
        }
    }
    ck_assert_uint_eq(watermark.count, 50);
    ck_assert_uint_le(watermark.size, 256);
}
END_TEST

START_TEST(a_number_that_does_not_ascend_stops_the_program)
{
    batch(3, 0, NULL);
    watermark_begin(&watermark, 3);
}
END_TEST

START_TEST(a_batch_within_a_batch_stops_the_program)
{
    watermark_begin(&watermark, 1);
    watermark_begin(&watermark, 2);
}
END_TEST

START_TEST(an_event_of_a_whole_batch_stops_the_program)
{
    batch(1, 1, NULL);
    watermark_add(&watermark);
}
END_TEST

START_TEST(more_events_stored_than_were_pending_stop_the_program)
{
    batch(1, 1, NULL);
    batch(2, 1, NULL);
    watermark_stored(&watermark, 2);
    watermark_stored(&watermark, 2);
}
END_TEST

Suite *suite_watermark(void);

Suite *suite_watermark(void)
{
    Suite *suite = suite_create("watermark");
    TCase *tcase = tcase_create("all");
    tcase_add_checked_fixture(tcase, NULL, watermark_tear_down);
    tcase_add_test(tcase, a_batch_is_handled_when_all_of_it_and_all_before_it_is_stored);
    tcase_add_test(tcase, a_batch_that_is_not_whole_is_not_handled);
    tcase_add_test(tcase, batches_without_events_are_handled_at_once_unless_something_is_pending);
    tcase_add_test(tcase,
                   the_last_event_of_a_batch_may_carry_its_checkpoint_when_nothing_is_pending);
    tcase_add_test(tcase, a_batch_that_is_cut_off_advances_nothing);
    tcase_add_test(tcase, a_whole_batch_is_not_abandoned);
    tcase_add_test(tcase, after_a_reset_what_was_pending_is_ignored);
    tcase_add_test(tcase, numbers_that_are_no_batch_are_ignored);
    tcase_add_test(tcase, many_batches_may_be_pending_and_end_in_any_order);
    tcase_add_test(tcase, many_batches_one_after_the_other_take_little_memory);
    suite_add_tcase(suite, tcase);
    tcase = tcase_create("mistakes");
    tcase_add_test_raise_signal(tcase, a_number_that_does_not_ascend_stops_the_program, SIGABRT);
    tcase_add_test_raise_signal(tcase, a_batch_within_a_batch_stops_the_program, SIGABRT);
    tcase_add_test_raise_signal(tcase, an_event_of_a_whole_batch_stops_the_program, SIGABRT);
    tcase_add_test_raise_signal(tcase, more_events_stored_than_were_pending_stop_the_program,
                                SIGABRT);
    suite_add_tcase(suite, tcase);
    return suite;
}
