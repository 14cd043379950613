/* The course of a game: who leads since when, and what came of the latest rounds. */
#include "course.h"

#include <check.h>

START_TEST(a_lead_begins_where_somebody_gets_ahead)
{
    struct course course = {0};
    ck_assert_int_eq(course_leader(&course), COURSE_NOBODY);
    course_lead(&course, COURSE_NOBODY, 1);
    course_lead(&course, 1, 2);
    course_lead(&course, 1, 3);
    ck_assert_int_eq(course_leader(&course), 1);
    ck_assert_int_eq(course.since, 2);
    ck_assert_int_eq(course_former(&course), COURSE_NOBODY);
    ck_assert_int_eq(course.changes, 0);
}
END_TEST

START_TEST(a_lead_that_was_lost_and_won_back_is_no_change)
{
    struct course course = {0};
    course_lead(&course, 0, 1);
    course_lead(&course, COURSE_NOBODY, 2);
    course_lead(&course, 0, 3);
    ck_assert_int_eq(course.changes, 0);
    ck_assert_int_eq(course.since, 3);
    course_lead(&course, COURSE_NOBODY, 4);
    course_lead(&course, 1, 5);
    ck_assert_int_eq(course.changes, 1);
    ck_assert_int_eq(course_former(&course), 0);
    ck_assert_int_eq(course.led_since, 3);
}
END_TEST

START_TEST(of_many_marks_the_latest_stay)
{
    struct course course = {0};
    for (int mark = 1; mark <= COURSE_MARKS_MAX + 3; mark++) {
        course_mark(&course, 1, mark);
    }
    ck_assert_int_eq(course.marks[0], 0);
    ck_assert_int_eq(course.marks[1], COURSE_MARKS_MAX);
    ck_assert_int_eq(course.mark[1][0], 4);
    ck_assert_int_eq(course.mark[1][COURSE_MARKS_MAX - 1], COURSE_MARKS_MAX + 3);
}
END_TEST

Suite *suite_course(void);

Suite *suite_course(void)
{
    Suite *suite = suite_create("course");
    TCase *tcase = tcase_create("rounds");
    tcase_add_test(tcase, a_lead_begins_where_somebody_gets_ahead);
    tcase_add_test(tcase, a_lead_that_was_lost_and_won_back_is_no_change);
    tcase_add_test(tcase, of_many_marks_the_latest_stay);
    suite_add_tcase(suite, tcase);
    return suite;
}
