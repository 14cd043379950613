#include "quiet_hours.h"

#include <check.h>

static const char *read_back(const char *said)
{
    static char text[QUIET_TEXT_BYTES];
    struct quiet_hours quiet = {0, 0};
    if (!quiet_hours_read(&quiet, said)) {
        return "no";
    }
    quiet_hours_print(&quiet, text);
    return text;
}

START_TEST(hours_are_read_as_people_write_them)
{
    ck_assert_str_eq(read_back("22-8"), "22:00-08:00");
    ck_assert_str_eq(read_back("22:00-08:00"), "22:00-08:00");
    ck_assert_str_eq(read_back(" 23.30 to 7 "), "23:30-07:00");
    ck_assert_str_eq(read_back("10pm till 8 am"), "22:00-08:00");
    ck_assert_str_eq(read_back("12am-6am"), "00:00-06:00");
    ck_assert_str_eq(read_back("21 – 24"), "21:00-00:00");
    ck_assert_str_eq(read_back("off"), "");
}
END_TEST

START_TEST(what_is_no_time_changes_nothing)
{
    static const char *const bad[] = {"",      "22",    "22-",     "-8",     "25-8",  "22-8 or so",
                                      "22-22", "8-7",   "22:60-8", "13pm-2", "0pm-8", "a-b",
                                      "22--8", "22 to", "24:30-8", "all day"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct quiet_hours quiet = {.from = 60, .to = 120};
        ck_assert_msg(!quiet_hours_read(&quiet, bad[i]), "%s", bad[i]);
        ck_assert_int_eq(quiet.from, 60);
        ck_assert_int_eq(quiet.to, 120);
    }
}
END_TEST

START_TEST(a_day_is_divided_at_both_edges)
{
    struct quiet_hours quiet = {.from = 22 * 60, .to = 8 * 60};
    ck_assert(quiet_hours_at(&quiet, 23 * 60) && quiet_hours_at(&quiet, 22 * 60));
    ck_assert(quiet_hours_at(&quiet, 8 * 60 - 1) && !quiet_hours_at(&quiet, 8 * 60));
    ck_assert_int_eq(quiet_hours_until(&quiet, 420), 480);
    ck_assert_int_eq(quiet_hours_until(&quiet, 480), 1320);
    ck_assert_int_eq(quiet_hours_until(&quiet, 22 * 60), CALENDAR_DAY_MINUTES);
    quiet.from = quiet.to;
    ck_assert(!quiet_hours_at(&quiet, 8 * 60));
    ck_assert_int_eq(quiet_hours_until(&quiet, 7 * 60), CALENDAR_DAY_MINUTES);
}
END_TEST

Suite *suite_quiet_hours(void);

Suite *suite_quiet_hours(void)
{
    Suite *suite = suite_create("quiet_hours");
    TCase *tcase = tcase_create("quiet_hours");
    tcase_add_test(tcase, hours_are_read_as_people_write_them);
    tcase_add_test(tcase, what_is_no_time_changes_nothing);
    tcase_add_test(tcase, a_day_is_divided_at_both_edges);
    suite_add_tcase(suite, tcase);
    return suite;
}
