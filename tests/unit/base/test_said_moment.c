#include "said_moment.h"

#include <check.h>

#include "calendar.h"

enum { MINUTE_MS = 60 * 1000 };

/* 2030-01-01 12:00 UTC, a Tuesday. */
static const int64_t noon_ms = INT64_C(1893499200000);

/* Minutes from noon to the moment that was said; 0: it is none. */
static int64_t after_noon(const char *said, const char *zone)
{
    int64_t moment_ms = said_moment(said, zone, noon_ms);
    ck_assert_msg(moment_ms == 0 || moment_ms > noon_ms, "%s", said);
    return moment_ms == 0 ? 0 : (moment_ms - noon_ms) / MINUTE_MS;
}

START_TEST(a_time_of_day_is_the_next_such_one)
{
    static const struct {
        const char *said;
        int64_t minutes;
    } rows[] = {{"20:00", 480},  {"at 20:00", 480}, {"At  8 PM", 480},   {"8pm", 480},
                {"8 Pm", 480},   {"8am", 1200},     {"12am", 720},       {"12 pm", 1440},
                {"12:00", 1440}, {"0:05", 725},     {"00:05", 725},      {" 12:01 ", 1},
                {"8:30pm", 510}, {"8.30 PM", 510},  {"20.00", 480},      {"24:00", 720},
                {" 12:01", 1},   {"11:59", 1439},   {"in at 20:00", 480}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        ck_assert_msg(after_noon(rows[i].said, "UTC") == rows[i].minutes, "%s: %lld", rows[i].said,
                      (long long)after_noon(rows[i].said, "UTC"));
    }
    ck_assert_int_eq(after_noon("20:00", "Europe/Berlin"), 420);
    ck_assert_int_eq(after_noon("8am", "Asia/Tokyo"), 660);
}
END_TEST

START_TEST(a_length_is_from_now_on)
{
    static const struct {
        const char *said;
        int64_t minutes;
    } rows[] = {{"in 5 mins", 5},  {"in 5 Minutes", 5}, {"5m", 5},          {"1 min", 1},
                {"IN 90 min", 90}, {"3 h", 180},        {"in 1 hour", 60},  {"2hrs", 120},
                {"2d", 2880},      {"in 1 day", 1440},  {"99 days", 142560}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        ck_assert_msg(after_noon(rows[i].said, "UTC") == rows[i].minutes, "%s", rows[i].said);
    }
}
END_TEST

START_TEST(a_day_can_be_named)
{
    enum { DAY = 1440 };
    static const struct {
        const char *said;
        int64_t minutes;
    } rows[] = {{"today 20:00", 480},
                {"tonight at 8pm", 480},
                {"Tomorrow 11:00", DAY - 60},
                {"on friday 20:00", INT64_C(3) * DAY + 480},
                {"Fri, 8 pm", INT64_C(3) * DAY + 480},
                {"tue 20:00", 480},
                {"tuesday 11:00", INT64_C(7) * DAY - 60},
                {"mon 12:00", INT64_C(6) * DAY},
                {"2030-01-01 12:01", 1},
                {"2030-03-01 12:00", INT64_C(59) * DAY}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        ck_assert_msg(after_noon(rows[i].said, "UTC") == rows[i].minutes, "%s: %lld", rows[i].said,
                      (long long)after_noon(rows[i].said, "UTC"));
    }
    /* in Tokyo it is nine in the evening already */
    ck_assert_int_eq(after_noon("today 22:00", "Asia/Tokyo"), 60);
    ck_assert_int_eq(after_noon("tomorrow 0:30", "Asia/Tokyo"), 210);
}
END_TEST

START_TEST(nonsense_is_no_moment)
{
    static const char *const bad[] = {"",
                                      "soon",
                                      "in",
                                      "at",
                                      "in five mins",
                                      "20",
                                      "8",
                                      "25:00",
                                      "24:01",
                                      "20:60",
                                      "20:000",
                                      "20:00 h",
                                      "13pm",
                                      "0am",
                                      "8 p.m.",
                                      "8pmm",
                                      "100m",
                                      "0 mins",
                                      "-5m",
                                      "5",
                                      "5 weeks",
                                      "5m 3h",
                                      "in 5m!",
                                      "yesterday 20:00",
                                      "tomorrow",
                                      "tomorrow in 2h",
                                      "today 11:00",
                                      "2030-02-30 20:00",
                                      "2029-12-31 20:00",
                                      "30-01-02 20:00",
                                      "m 20:00",
                                      ":30",
                                      "999999999999999999999 d"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        ck_assert_msg(said_moment(bad[i], "UTC", noon_ms) == 0, "%s", bad[i]);
    }
}
END_TEST

Suite *suite_said_moment(void);

Suite *suite_said_moment(void)
{
    Suite *suite = suite_create("said_moment");
    TCase *tcase = tcase_create("said_moment");
    tcase_add_test(tcase, a_time_of_day_is_the_next_such_one);
    tcase_add_test(tcase, a_length_is_from_now_on);
    tcase_add_test(tcase, a_day_can_be_named);
    tcase_add_test(tcase, nonsense_is_no_moment);
    suite_add_tcase(suite, tcase);
    return suite;
}
