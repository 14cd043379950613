#include "answer.h"

#include <check.h>

enum { NOW_MS = 1000000 };

static struct answer_end end_of(enum answer_status status, enum answer_about about)
{
    const struct answer answer = {.status = status, .errcode = "", .why = ""};
    return answer_end(&answer, about, NOW_MS);
}

START_TEST(each_status_has_a_name_of_its_own)
{
    for (int i = 0; i < ANSWER_STATUSES; i++) {
        ck_assert_ptr_nonnull(answer_status_name(i));
        for (int k = 0; k < i; k++) {
            ck_assert_str_ne(answer_status_name(i), answer_status_name(k));
        }
    }
}
END_TEST

START_TEST(what_may_come_again_says_when_and_nothing_else_does)
{
    for (int i = 0; i < ANSWER_STATUSES; i++) {
        for (int about = ANSWER_ABOUT_MESSAGE; about <= ANSWER_ABOUT_ROOM; about++) {
            struct answer_end end = end_of(i, about);
            bool again = end.status == SEND_NOT_SENT || end.status == SEND_AMBIGUOUS;
            ck_assert_msg((end.retry_ms > NOW_MS) == again, "%s", answer_status_name(i));
            ck_assert(again || end.retry_ms == 0);
        }
    }
}
END_TEST

START_TEST(what_may_have_arrived_is_never_told_as_not_sent)
{
    static const enum answer_status may[] = {ANSWER_DONE, ANSWER_AMBIGUOUS};
    for (unsigned i = 0; i < 2; i++) {
        ck_assert_int_eq(end_of(may[i], ANSWER_ABOUT_MESSAGE).status, SEND_AMBIGUOUS);
        ck_assert_int_eq(end_of(may[i], ANSWER_ABOUT_ROOM).status, SEND_AMBIGUOUS);
    }
}
END_TEST

/* A message waits for its permission; a room that may not be made goes on without. */
START_TEST(what_is_forbidden_waits_for_a_message_and_ends_a_room_operation)
{
    struct answer_end message = end_of(ANSWER_FORBIDDEN, ANSWER_ABOUT_MESSAGE);
    ck_assert_int_eq(message.status, SEND_NOT_SENT);
    ck_assert_int_eq(message.retry_ms, NOW_MS + 60000);
    ck_assert_int_eq(end_of(ANSWER_FORBIDDEN, ANSWER_ABOUT_ROOM).status, SEND_REFUSED);
    ck_assert_int_eq(end_of(ANSWER_BAD, ANSWER_ABOUT_MESSAGE).status, SEND_GONE);
    ck_assert_int_eq(end_of(ANSWER_BAD, ANSWER_ABOUT_ROOM).status, SEND_REFUSED);
    ck_assert_int_eq(end_of(ANSWER_CLOSED, ANSWER_ABOUT_MESSAGE).status, SEND_REFUSED);
    ck_assert_int_eq(end_of(ANSWER_GONE, ANSWER_ABOUT_ROOM).status, SEND_GONE);
}
END_TEST

START_TEST(the_platforms_own_wait_counts_where_it_is_the_longer_one)
{
    struct answer answer = {.status = ANSWER_LIMITED, .retry_ms = 90000};
    ck_assert_int_eq(answer_end(&answer, ANSWER_ABOUT_MESSAGE, NOW_MS).retry_ms, NOW_MS + 90000);
    answer.retry_ms = 10;
    ck_assert_int_eq(answer_end(&answer, ANSWER_ABOUT_MESSAGE, NOW_MS).retry_ms, NOW_MS + 2000);
}
END_TEST

START_TEST(what_passes_by_itself_is_transient)
{
    static const enum answer_status passes[] = {ANSWER_AMBIGUOUS, ANSWER_NOT_SENT, ANSWER_DOWN,
                                                ANSWER_LIMITED, ANSWER_QUOTA};
    unsigned count = 0;
    for (int i = 0; i < ANSWER_STATUSES; i++) {
        count += answer_is_transient(i);
    }
    ck_assert_uint_eq(count, sizeof passes / sizeof *passes);
    for (unsigned i = 0; i < count; i++) {
        ck_assert(answer_is_transient(passes[i]));
    }
}
END_TEST

START_TEST(seconds_are_read_strictly)
{
    ck_assert_int_eq(answer_seconds_ms("0", 5000), 0);
    ck_assert_int_eq(answer_seconds_ms("4", 5000), 4000);
    ck_assert_int_eq(answer_seconds_ms("1.337", 5000), 1337);
    ck_assert_int_eq(answer_seconds_ms("0.0509", 5000), 50);
    ck_assert_int_eq(answer_seconds_ms("7", 5000), 5000);
    ck_assert_int_eq(answer_seconds_ms("99999999999999999999.9", 5000), 5000);
    static const char *const others[] = {NULL, "", " 1", "-1", ".5", "1.2.3", "1s", "Sun, 22 Nov"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        ck_assert_int_eq(answer_seconds_ms(others[i], 5000), -1);
    }
}
END_TEST

Suite *suite_answer(void);

Suite *suite_answer(void)
{
    Suite *suite = suite_create("answer");
    TCase *tcase = tcase_create("answer");
    tcase_add_test(tcase, each_status_has_a_name_of_its_own);
    tcase_add_test(tcase, what_may_come_again_says_when_and_nothing_else_does);
    tcase_add_test(tcase, what_may_have_arrived_is_never_told_as_not_sent);
    tcase_add_test(tcase, what_is_forbidden_waits_for_a_message_and_ends_a_room_operation);
    tcase_add_test(tcase, the_platforms_own_wait_counts_where_it_is_the_longer_one);
    tcase_add_test(tcase, what_passes_by_itself_is_transient);
    tcase_add_test(tcase, seconds_are_read_strictly);
    suite_add_tcase(suite, tcase);
    return suite;
}
