#include "quiet_hours.h"

#include <check.h>

/* 2030-01-01 12:00 UTC */
#define NOON_MS INT64_C(1893499200000)
#define HOUR_MS INT64_C(3600000)
#define DAY_MS  (24 * HOUR_MS)

static const char *read_back(const char *said)
{
    static char text[QUIET_TEXT_BYTES];
    struct quiet_hours quiet = {.zone = ""};
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

START_TEST(quiet_over_midnight_ends_in_the_morning)
{
    struct quiet_hours quiet = {.zone = ""};
    ck_assert(quiet_hours_read(&quiet, "22-8"));
    ck_assert_int_eq(quiet_hours_end(&quiet, NOON_MS), NOON_MS);
    ck_assert_int_eq(quiet_hours_end(&quiet, NOON_MS + 10 * HOUR_MS - 1),
                     NOON_MS + 10 * HOUR_MS - 1);
    ck_assert_int_eq(quiet_hours_end(&quiet, NOON_MS + 10 * HOUR_MS), NOON_MS + 20 * HOUR_MS);
    ck_assert_int_eq(quiet_hours_end(&quiet, NOON_MS + 13 * HOUR_MS), NOON_MS + 20 * HOUR_MS);
    ck_assert_int_eq(quiet_hours_end(&quiet, NOON_MS + 20 * HOUR_MS), NOON_MS + 20 * HOUR_MS);
}
END_TEST

START_TEST(time_stands_still_while_it_is_quiet)
{
    struct quiet_hours quiet = {.zone = ""};
    ck_assert_int_eq(quiet_hours_later(&quiet, NOON_MS, 24 * HOUR_MS), NOON_MS + 24 * HOUR_MS);
    ck_assert(quiet_hours_read(&quiet, "22-8"));
    ck_assert_int_eq(quiet_hours_later(&quiet, NOON_MS, 6 * HOUR_MS), NOON_MS + 6 * HOUR_MS);
    ck_assert_int_eq(quiet_hours_later(&quiet, NOON_MS, 10 * HOUR_MS), NOON_MS + 10 * HOUR_MS);
    ck_assert_int_eq(quiet_hours_later(&quiet, NOON_MS, 11 * HOUR_MS), NOON_MS + 21 * HOUR_MS);
    ck_assert_int_eq(quiet_hours_later(&quiet, NOON_MS, 24 * HOUR_MS), NOON_MS + 34 * HOUR_MS);
    /* asked in the night: it begins in the morning */
    ck_assert_int_eq(quiet_hours_later(&quiet, NOON_MS + 12 * HOUR_MS, HOUR_MS),
                     NOON_MS + 21 * HOUR_MS);
    /* two weeks, a night of ten hours after each 14 of them */
    ck_assert_int_eq(quiet_hours_later(&quiet, NOON_MS, 14 * DAY_MS), NOON_MS + 24 * DAY_MS);
}
END_TEST

START_TEST(a_night_with_a_change_of_the_clocks_is_as_long_as_it_is)
{
    /* 2030-03-30 21:00 UTC: in Berlin it is 22:00, and the night to 8:00 has nine hours */
    const int64_t evening_ms = INT64_C(1901134800000);
    struct quiet_hours quiet = {.zone = "Europe/Berlin"};
    ck_assert(quiet_hours_read(&quiet, "22-8"));
    ck_assert_int_eq(quiet_hours_later(&quiet, evening_ms, HOUR_MS), evening_ms + 10 * HOUR_MS);
}
END_TEST

Suite *suite_quiet_hours(void);

Suite *suite_quiet_hours(void)
{
    Suite *suite = suite_create("quiet_hours");
    TCase *tcase = tcase_create("quiet_hours");
    tcase_add_test(tcase, hours_are_read_as_people_write_them);
    tcase_add_test(tcase, what_is_no_time_changes_nothing);
    tcase_add_test(tcase, quiet_over_midnight_ends_in_the_morning);
    tcase_add_test(tcase, time_stands_still_while_it_is_quiet);
    tcase_add_test(tcase, a_night_with_a_change_of_the_clocks_is_as_long_as_it_is);
    suite_add_tcase(suite, tcase);
    return suite;
}
