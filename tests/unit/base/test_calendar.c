#include "calendar.h"

#include <check.h>

/* 2030-03-31 00:00 UTC, a Sunday: an hour later clocks in Berlin go from 2:00 to 3:00. */
#define SPRING_MS INT64_C(1901145600000)
/* 2030-10-27 00:00 UTC: an hour later they go from 3:00 back to 2:00. */
#define AUTUMN_MS INT64_C(1919289600000)
#define HOUR_MS   INT64_C(3600000)
#define DAY_MS    (24 * HOUR_MS)

static const char *zone(const char *said)
{
    static char name[CALENDAR_ZONE_BYTES];
    return calendar_zone(said, name) ? name : NULL;
}

/* What a clock in the zone shows. */
static int minute_of(const char *zone, int64_t at_ms)
{
    int64_t local_ms = at_ms + calendar_span(zone, at_ms).offset_ms;
    return (int)(local_ms % CALENDAR_DAY_MS / 60000);
}

START_TEST(a_zone_is_known_by_its_name_or_its_city)
{
    ck_assert_str_eq(zone("Europe/Berlin"), "Europe/Berlin");
    ck_assert_str_eq(zone("europe/berlin"), "Europe/Berlin");
    ck_assert_str_eq(zone("berlin"), "Europe/Berlin");
    ck_assert_str_eq(zone("New York"), "America/New_York");
    ck_assert_str_eq(zone("utc"), "UTC");
    ck_assert_str_eq(zone("Asia/Kolkata"), "Asia/Kolkata");
}
END_TEST

START_TEST(what_is_no_zone_leads_to_no_file)
{
    static const char *const bad[] = {"",
                                      "Atlantis",
                                      "/etc/passwd",
                                      "../../etc/passwd",
                                      "Europe/../../../../etc/passwd",
                                      ":/etc/localtime",
                                      "posixrules",
                                      "<+03>-3",
                                      "Europe/Berlin\nX",
                                      "A very long name of a place that no zone has, or ever will"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        ck_assert_msg(zone(bad[i]) == NULL, "%s", bad[i]);
    }
}
END_TEST

START_TEST(a_minute_of_the_day_goes_by_the_zone)
{
    ck_assert_int_eq(minute_of("UTC", SPRING_MS), 0);
    ck_assert_int_eq(minute_of("Europe/Berlin", SPRING_MS), 60);
    ck_assert_int_eq(minute_of("Europe/Berlin", SPRING_MS + HOUR_MS), 180);
    ck_assert_int_eq(minute_of("Asia/Kolkata", SPRING_MS), 330);
    ck_assert_int_eq(minute_of("Asia/Kathmandu", SPRING_MS), 345);
    ck_assert_int_eq(minute_of("Nowhere/Any_More", SPRING_MS), 0);
}
END_TEST

START_TEST(the_next_time_is_right_over_changes_of_the_clocks)
{
    /* 8:00 in Berlin is 7:00 UTC on the day before, 6:00 on the day itself */
    ck_assert_int_eq(calendar_next("Europe/Berlin", SPRING_MS - 20 * HOUR_MS, 8 * 60),
                     SPRING_MS - 17 * HOUR_MS);
    ck_assert_int_eq(calendar_next("Europe/Berlin", SPRING_MS - 16 * HOUR_MS, 8 * 60),
                     SPRING_MS + 6 * HOUR_MS);
    ck_assert_int_eq(calendar_next("Europe/Berlin", AUTUMN_MS, 8 * 60), AUTUMN_MS + 7 * HOUR_MS);
    /* 2:30 is left out in spring, and comes twice in autumn */
    int64_t gap_ms = calendar_next("Europe/Berlin", SPRING_MS, 2 * 60 + 30);
    ck_assert(gap_ms >= SPRING_MS + HOUR_MS && gap_ms <= SPRING_MS + 2 * HOUR_MS);
    int64_t twice_ms = calendar_next("Europe/Berlin", AUTUMN_MS, 2 * 60 + 30);
    ck_assert(twice_ms == AUTUMN_MS + HOUR_MS / 2 || twice_ms == AUTUMN_MS + HOUR_MS * 3 / 2);
    /* the moment itself counts */
    ck_assert_int_eq(calendar_next("UTC", SPRING_MS, 0), SPRING_MS);
    ck_assert_int_eq(calendar_next("UTC", SPRING_MS + 1, 0), SPRING_MS + DAY_MS);
}
END_TEST

START_TEST(weeks_later_it_is_as_late_on_the_wall)
{
    int64_t night_ms = AUTUMN_MS - 7 * DAY_MS + 18 * HOUR_MS; /* 20:00 */
    ck_assert_int_eq(calendar_weeks_later("Europe/Berlin", night_ms, 0), night_ms);
    ck_assert_int_eq(calendar_weeks_later("Europe/Berlin", night_ms, 1),
                     night_ms + 7 * DAY_MS + HOUR_MS);
    ck_assert_int_eq(calendar_weeks_later("UTC", night_ms, 1), night_ms + 7 * DAY_MS);
    /* 2:30, which spring leaves out once, is itself again a week later */
    int64_t early_ms = SPRING_MS - 7 * DAY_MS + HOUR_MS * 3 / 2;
    int64_t gap_ms = calendar_weeks_later("Europe/Berlin", early_ms, 1);
    ck_assert(gap_ms >= SPRING_MS + HOUR_MS && gap_ms <= SPRING_MS + 2 * HOUR_MS);
    ck_assert_int_eq(calendar_weeks_later("Europe/Berlin", early_ms, 2),
                     early_ms + 14 * DAY_MS - HOUR_MS);
}
END_TEST

START_TEST(every_minute_of_every_day_is_found)
{
    static const char *const zones[] = {
        "UTC",         "Europe/Berlin", "Asia/Kolkata", "Australia/Lord_Howe", "America/St_Johns",
        "Pacific/Apia"};
    for (size_t i = 0; i < sizeof zones / sizeof *zones; i++) {
        for (int64_t at_ms = SPRING_MS - 40 * DAY_MS; at_ms < SPRING_MS + 300 * DAY_MS;
             at_ms += 11 * HOUR_MS + INT64_C(7) * 60000) {
            int minute = (int)(at_ms / 60000 % CALENDAR_DAY_MINUTES);
            int64_t next_ms = calendar_next(zones[i], at_ms, minute);
            ck_assert(next_ms >= at_ms && next_ms <= at_ms + 26 * HOUR_MS);
        }
    }
}
END_TEST

START_TEST(a_moment_is_printed_as_its_reader_has_it)
{
    char text[CALENDAR_TEXT_BYTES];
    calendar_print("Europe/Berlin", SPRING_MS, text);
    ck_assert_str_eq(text, "2030-03-31 01:00 CET");
    calendar_print("Europe/Berlin", SPRING_MS + HOUR_MS, text);
    ck_assert_str_eq(text, "2030-03-31 03:00 CEST");
    calendar_print("America/New_York", SPRING_MS, text);
    ck_assert_str_eq(text, "2030-03-30 20:00 EDT");
}
END_TEST

Suite *suite_calendar(void);

Suite *suite_calendar(void)
{
    Suite *suite = suite_create("calendar");
    TCase *tcase = tcase_create("calendar");
    tcase_add_test(tcase, a_zone_is_known_by_its_name_or_its_city);
    tcase_add_test(tcase, what_is_no_zone_leads_to_no_file);
    tcase_add_test(tcase, a_minute_of_the_day_goes_by_the_zone);
    tcase_add_test(tcase, the_next_time_is_right_over_changes_of_the_clocks);
    tcase_add_test(tcase, weeks_later_it_is_as_late_on_the_wall);
    tcase_add_test(tcase, every_minute_of_every_day_is_found);
    tcase_add_test(tcase, a_moment_is_printed_as_its_reader_has_it);
    suite_add_tcase(suite, tcase);
    return suite;
}
