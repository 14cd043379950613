#include "week.h"

#include <check.h>

#define DAY_MS (INT64_C(24) * 60 * 60 * 1000)
/* 2026-11-23 00:00 UTC, a Monday. */
#define MONDAY_MS INT64_C(1795392000000)

static const char *week(int64_t at_ms)
{
    static char text[WEEK_BYTES];
    week_print(at_ms, text);
    return text;
}

START_TEST(a_week_goes_from_monday_to_monday)
{
    ck_assert_str_eq(week(MONDAY_MS - 1), "2026-W47");
    ck_assert_str_eq(week(MONDAY_MS), "2026-W48");
    ck_assert_str_eq(week(MONDAY_MS + 7 * DAY_MS - 1), "2026-W48");
    ck_assert_str_eq(week(MONDAY_MS + 7 * DAY_MS), "2026-W49");
    ck_assert_int_eq(week_end_ms("2026-W48"), MONDAY_MS + 7 * DAY_MS);
    ck_assert_int_eq(week_end_ms("2026-W47"), MONDAY_MS);
}
END_TEST

START_TEST(a_week_is_of_the_year_with_most_of_its_days)
{
    static const struct {
        int64_t day;
        const char *week;
    } days[] = {
        {0, "1970-W01"},     /* a Thursday */
        {3, "1970-W01"},     /* 1970-01-04 */
        {4, "1970-W02"},     /* 1970-01-05 */
        {14245, "2009-W01"}, /* 2009-01-01, a Thursday */
        {14610, "2009-W53"}, /* 2010-01-01, a Friday */
        {14612, "2009-W53"}, /* 2010-01-03 */
        {14613, "2010-W01"}, /* 2010-01-04 */
        {20819, "2026-W53"}, /* 2027-01-01 */
        {19722, "2023-W52"}, /* 2023-12-31 */
        {19723, "2024-W01"}, /* 2024-01-01 */
        {20088, "2025-W01"}, /* 2024-12-31 */
    };
    for (size_t i = 0; i < sizeof days / sizeof days[0]; i++) {
        ck_assert_str_eq(week(days[i].day * DAY_MS), days[i].week);
        int64_t end_ms = week_end_ms(days[i].week);
        ck_assert_int_gt(end_ms, days[i].day * DAY_MS);
        ck_assert_int_le(end_ms - 7 * DAY_MS, days[i].day * DAY_MS + 3 * DAY_MS);
    }
}
END_TEST

START_TEST(each_day_of_two_centuries_is_in_the_week_that_ends_behind_it)
{
    for (int64_t day = 0; day < 366L * 200; day++) {
        int64_t end_ms = week_end_ms(week(day * DAY_MS));
        ck_assert_int_gt(end_ms, day * DAY_MS);
        ck_assert(end_ms - 7 * DAY_MS <= day * DAY_MS || day < 4);
    }
}
END_TEST

START_TEST(what_is_no_week_has_no_end)
{
    static const char *const bad[] = {"",         "2026-48",  "2026-W00",  "2026-W54", "2027-W53",
                                      "1969-W10", "2026-w48", "2026-W4x",  "20x6-W48", "2026-W480",
                                      "2026-W4",  "+026-W48", " 2026-W48", "2026-W-1"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        ck_assert_msg(week_end_ms(bad[i]) == -1, "%s", bad[i]);
    }
    ck_assert_int_ne(week_end_ms("2026-W53"), -1);
}
END_TEST

Suite *suite_week(void);

Suite *suite_week(void)
{
    Suite *suite = suite_create("week");
    TCase *tcase = tcase_create("all");
    tcase_add_test(tcase, a_week_goes_from_monday_to_monday);
    tcase_add_test(tcase, a_week_is_of_the_year_with_most_of_its_days);
    tcase_add_test(tcase, each_day_of_two_centuries_is_in_the_week_that_ends_behind_it);
    tcase_add_test(tcase, what_is_no_week_has_no_end);
    suite_add_tcase(suite, tcase);
    return suite;
}
