/* The clock of a person against a walk through every minute of a year, by the C library's zones. */
#include "own_clock.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "calendar.h"

/* 2030-01-01 12:00 UTC */
#define NOON_MS   INT64_C(1893499200000)
#define HOUR_MS   INT64_C(3600000)
#define DAY_MS    (24 * HOUR_MS)
#define MINUTE_MS INT64_C(60000)

START_TEST(quiet_over_midnight_ends_in_the_morning)
{
    struct own_clock clock = {.zone = ""};
    ck_assert(quiet_hours_read(&clock.quiet, "22-8"));
    ck_assert_int_eq(own_clock_runs_ms(&clock, NOON_MS), NOON_MS);
    ck_assert_int_eq(own_clock_runs_ms(&clock, NOON_MS + 10 * HOUR_MS - 1),
                     NOON_MS + 10 * HOUR_MS - 1);
    ck_assert_int_eq(own_clock_runs_ms(&clock, NOON_MS + 10 * HOUR_MS), NOON_MS + 20 * HOUR_MS);
    ck_assert_int_eq(own_clock_runs_ms(&clock, NOON_MS + 13 * HOUR_MS), NOON_MS + 20 * HOUR_MS);
    ck_assert_int_eq(own_clock_runs_ms(&clock, NOON_MS + 20 * HOUR_MS), NOON_MS + 20 * HOUR_MS);
}
END_TEST

START_TEST(time_stands_still_while_it_is_quiet)
{
    struct own_clock clock = {.zone = ""};
    ck_assert_int_eq(own_clock_later(&clock, NOON_MS, 24 * HOUR_MS), NOON_MS + 24 * HOUR_MS);
    ck_assert(quiet_hours_read(&clock.quiet, "22-8"));
    ck_assert_int_eq(own_clock_later(&clock, NOON_MS, 6 * HOUR_MS), NOON_MS + 6 * HOUR_MS);
    ck_assert_int_eq(own_clock_later(&clock, NOON_MS, 10 * HOUR_MS), NOON_MS + 10 * HOUR_MS);
    ck_assert_int_eq(own_clock_later(&clock, NOON_MS, 11 * HOUR_MS), NOON_MS + 21 * HOUR_MS);
    ck_assert_int_eq(own_clock_later(&clock, NOON_MS, 24 * HOUR_MS), NOON_MS + 34 * HOUR_MS);
    /* asked in the night: it begins in the morning */
    ck_assert_int_eq(own_clock_later(&clock, NOON_MS + 12 * HOUR_MS, HOUR_MS),
                     NOON_MS + 21 * HOUR_MS);
    /* two weeks, a night of ten hours after each 14 of them */
    ck_assert_int_eq(own_clock_later(&clock, NOON_MS, 14 * DAY_MS), NOON_MS + 24 * DAY_MS);
}
END_TEST

START_TEST(a_night_with_a_change_of_the_clocks_is_as_long_as_it_is)
{
    /* 2030-03-30 21:00 UTC: in Berlin it is 22:00, and the night to 8:00 has nine hours */
    const int64_t evening_ms = INT64_C(1901134800000);
    struct own_clock clock = {.zone = "Europe/Berlin"};
    ck_assert(quiet_hours_read(&clock.quiet, "22-8"));
    ck_assert_int_eq(own_clock_later(&clock, evening_ms, HOUR_MS), evening_ms + 10 * HOUR_MS);
}
END_TEST

START_TEST(days_off_and_vacation_stand_whole)
{
    /* 1 January 2030 is a Tuesday */
    struct own_clock clock = {.zone = ""};
    ck_assert(days_off_read(&clock.off, "sat sun"));
    ck_assert_int_eq(own_clock_runs_ms(&clock, NOON_MS), NOON_MS);
    ck_assert_int_eq(own_clock_runs_ms(&clock, NOON_MS + 4 * DAY_MS),
                     NOON_MS + 5 * DAY_MS + 12 * HOUR_MS);
    ck_assert_int_eq(own_clock_later(&clock, NOON_MS, 7 * DAY_MS), NOON_MS + 9 * DAY_MS);
    ck_assert_int_eq(
        vacation_take(&clock.vacation, "2030-01-03 2030-01-11", calendar_day("UTC", NOON_MS)),
        VACATION_TAKEN);
    /* Thursday to Friday of the next week, and the weekend behind it */
    ck_assert_int_eq(own_clock_later(&clock, NOON_MS, 36 * HOUR_MS), NOON_MS + 36 * HOUR_MS);
    ck_assert_int_eq(own_clock_later(&clock, NOON_MS, 37 * HOUR_MS),
                     NOON_MS + 37 * HOUR_MS + 11 * DAY_MS);
    ck_assert_int_eq(own_clock_length(&clock, NOON_MS, NOON_MS + 13 * DAY_MS), 2 * DAY_MS);
}
END_TEST

START_TEST(no_clock_stands_for_ever)
{
    struct own_clock clock = {.zone = "", .off = {0x7f}, .quiet = {0, 16 * 60}};
    ck_assert_int_eq(own_clock_later(&clock, NOON_MS, HOUR_MS),
                     NOON_MS + OWN_CLOCK_STANDS_MS + HOUR_MS);
    ck_assert_int_eq(own_clock_runs_ms(&clock, NOON_MS), NOON_MS + OWN_CLOCK_STANDS_MS);
    ck_assert_int_eq(own_clock_length(&clock, NOON_MS, NOON_MS + 40 * DAY_MS),
                     40 * DAY_MS - OWN_CLOCK_STANDS_MS);
}
END_TEST

/* --- against every minute ----------------------------------------------------------------------
 */

enum { WALK_MINUTES = 75 * 24 * 60, WALK_ZONES = 12 };

static const char *const walk_zones[WALK_ZONES] = {
    "UTC",
    "Europe/Berlin",
    "America/New_York",
    "America/St_Johns",    /* -3:30, and half an hour off in summer too */
    "Australia/Lord_Howe", /* summer is half an hour */
    "Asia/Kathmandu",      /* +5:45 */
    "Pacific/Chatham",     /* +12:45, with a summer */
    "Asia/Kolkata",
    "Pacific/Apia",
    "Africa/Casablanca", /* winter in Ramadan */
    "America/Santiago",  /* changes at midnight */
    "Asia/Beirut"};

static bool walk_stands(const struct own_clock *clock, int64_t at_ms)
{
    time_t at = (time_t)(at_ms / 1000);
    struct tm local;
    localtime_r(&at, &local);
    int minute = local.tm_hour * 60 + local.tm_min;
    int from = clock->quiet.from;
    int to = clock->quiet.to;
    bool quiet = from <= to ? minute >= from && minute < to : minute >= from || minute < to;
    local.tm_hour = local.tm_min = local.tm_sec = 0;
    int32_t day = (int32_t)(timegm(&local) / 86400);
    return quiet || ((clock->off.days >> ((local.tm_wday + 6) % 7)) & 1) != 0 ||
           vacation_has(&clock->vacation, day);
}

static void walk(const struct own_clock *clock, int64_t from_ms)
{
    static uint8_t stands[WALK_MINUTES];
    int64_t runs = 0;
    for (int i = 0; i < WALK_MINUTES; i++) {
        stands[i] = walk_stands(clock, from_ms + i * MINUTE_MS) ? 1 : 0;
    }
    int end = WALK_MINUTES;
    for (int i = WALK_MINUTES - 1; i >= 0; i--) {
        end = stands[i] ? end : i;
        if (i % 29 == 0 && end < WALK_MINUTES) {
            ck_assert_int_eq(own_clock_runs_ms(clock, from_ms + i * MINUTE_MS),
                             from_ms + end * MINUTE_MS);
        }
    }
    int64_t stood_ms = 0;
    for (int i = 0; i < WALK_MINUTES && stood_ms < OWN_CLOCK_STANDS_MS; i++) {
        if (i % 211 == 0) {
            ck_assert_int_eq(own_clock_length(clock, from_ms, from_ms + i * MINUTE_MS),
                             runs * MINUTE_MS);
        }
        if (!stands[i] && ++runs % 101 == 0) {
            ck_assert_int_eq(own_clock_later(clock, from_ms, runs * MINUTE_MS),
                             from_ms + (i + 1) * MINUTE_MS);
        }
        stood_ms += stands[i] ? MINUTE_MS : 0;
    }
}

/* From this moment on in this zone, by one of some calendars of people. */
static void walk_zone(const char *zone, int64_t from_ms, unsigned kind)
{
    static const struct quiet_hours hours[] = {
        {22 * 60, 8 * 60}, {0, 0}, {2 * 60 + 15, 2 * 60 + 45}, {23 * 60 + 30, 15 * 60}, {0, 60}};
    static const uint8_t days[] = {0, 0x60, 0x41, 0x10};
    struct own_clock clock = {.quiet = hours[kind % 5], .off = {days[kind % 4]}};
    snprintf(clock.zone, sizeof clock.zone, "%s", zone);
    if (kind % 3 != 0) {
        int32_t today = calendar_day(zone, from_ms);
        clock.vacation.count = 1;
        clock.vacation.span[0] = (struct vacation_span){today + 20, today + 20 + (int)kind % 11};
    }
    setenv("TZ", zone, 1);
    tzset();
    walk(&clock, from_ms);
}

START_TEST(a_clock_is_what_a_walk_through_its_minutes_finds)
{
    /* from the first minutes of 2028, a leap year, so that every change of its clocks is met */
    const int64_t from_ms = INT64_C(1830297600000) + 17 * MINUTE_MS;
    unsigned kind = (unsigned)_i * 7;
    for (int part = 0; part < 6; part++, kind++) {
        walk_zone(walk_zones[_i], from_ms + INT64_C(62) * part * DAY_MS, kind);
    }
    unsetenv("TZ");
    tzset();
}
END_TEST

Suite *suite_own_clock(void);

Suite *suite_own_clock(void)
{
    Suite *suite = suite_create("own_clock");
    TCase *tcase = tcase_create("own_clock");
    tcase_add_test(tcase, quiet_over_midnight_ends_in_the_morning);
    tcase_add_test(tcase, time_stands_still_while_it_is_quiet);
    tcase_add_test(tcase, a_night_with_a_change_of_the_clocks_is_as_long_as_it_is);
    tcase_add_test(tcase, days_off_and_vacation_stand_whole);
    tcase_add_test(tcase, no_clock_stands_for_ever);
    tcase_set_timeout(tcase, 60);
    tcase_add_loop_test(tcase, a_clock_is_what_a_walk_through_its_minutes_finds, 0, WALK_ZONES);
    suite_add_tcase(suite, tcase);
    return suite;
}
