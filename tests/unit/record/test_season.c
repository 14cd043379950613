/* Seasons at the ends of months, quarters and years. */

#include <stdio.h>

#include <check.h>

#include "season.h"

enum { DAY_S = 86400 };

/* 31 December 2026, 23:59:59.999, and a millisecond later. */
static const int64_t last_of_2026_ms = INT64_C(1798761599999);
/* 29 February 2028, 12:00. */
static const int64_t leap_day_ms = INT64_C(1835438400000);

static void is(enum season_kind kind, int64_t at_ms, const char *name)
{
    struct season season = season_at(kind, at_ms);
    struct season read;
    ck_assert_str_eq(season.name, name);
    ck_assert(season.from_ms <= at_ms && at_ms < season.to_ms);
    ck_assert(season_named(name, &read));
    ck_assert_int_eq(read.from_ms, season.from_ms);
    ck_assert_int_eq(read.to_ms, season.to_ms);
    ck_assert_int_eq(read.kind, kind);
}

START_TEST(season_turns_with_the_year)
{
    is(SEASON_MONTH, last_of_2026_ms, "2026-12");
    is(SEASON_QUARTER, last_of_2026_ms, "2026-Q4");
    is(SEASON_YEAR, last_of_2026_ms, "2026");
    is(SEASON_EVER, last_of_2026_ms, "ever");
    is(SEASON_MONTH, last_of_2026_ms + 1, "2027-01");
    is(SEASON_QUARTER, last_of_2026_ms + 1, "2027-Q1");
    is(SEASON_YEAR, last_of_2026_ms + 1, "2027");
    is(SEASON_EVER, last_of_2026_ms + 1, "ever");
}
END_TEST

START_TEST(season_knows_leap_days)
{
    is(SEASON_MONTH, leap_day_ms, "2028-02");
    is(SEASON_MONTH, leap_day_ms + (int64_t)DAY_S / 2 * 1000 - 1, "2028-02");
    is(SEASON_MONTH, leap_day_ms + (int64_t)DAY_S / 2 * 1000, "2028-03");
    is(SEASON_MONTH, 0, "1970-01");
    is(SEASON_QUARTER, INT64_C(951782400000), "2000-Q1"); /* 29 February 2000 */
}
END_TEST

START_TEST(season_before_is_as_long)
{
    struct season season = season_at(SEASON_QUARTER, last_of_2026_ms + 1);
    struct season before = season_before(&season);
    ck_assert_str_eq(before.name, "2026-Q4");
    ck_assert_int_eq(before.to_ms, season.from_ms);
    season = season_at(SEASON_EVER, 5);
    before = season_before(&season);
    ck_assert_str_eq(before.name, "ever");
}
END_TEST

START_TEST(season_is_read_as_people_write_it)
{
    static const struct {
        const char *said;
        const char *name; /* NULL: it is none */
    } rows[] = {{"2026-q4", "2026-Q4"},
                {"Q4 2026", "2026-Q4"},
                {"2026 Q4", "2026-Q4"},
                {"2026/9", "2026-09"},
                {"2026", "2026"},
                {"EVER", "ever"},
                {"2026-13", NULL},
                {"2026-00", NULL},
                {"2026-Q5", NULL},
                {"2026-Q0", NULL},
                {"q4", NULL},
                {"1969", NULL},
                {"9999", NULL},
                {"2026-", NULL},
                {"2026-Q", NULL},
                {"2026x", NULL},
                {"", NULL},
                {"20261", NULL},
                {"-2026", NULL},
                {"2026-Q4-1", NULL}};
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct season season;
        bool is_one = season_named(rows[i].said, &season);
        ck_assert_msg(is_one == (rows[i].name != NULL), "%s", rows[i].said);
        if (is_one) {
            ck_assert_str_eq(season.name, rows[i].name);
        }
    }
}
END_TEST

START_TEST(season_of_a_room_is_a_quarter_unless_it_says_otherwise)
{
    ck_assert_int_eq(season_kind(""), SEASON_QUARTER);
    ck_assert_int_eq(season_kind("Month"), SEASON_MONTH);
    ck_assert_int_eq(season_kind("year"), SEASON_YEAR);
    ck_assert_int_eq(season_kind("ever"), SEASON_EVER);
    ck_assert_int_eq(season_kind("week"), SEASON_QUARTER);
}
END_TEST

Suite *suite_season(void);

Suite *suite_season(void)
{
    Suite *suite = suite_create("season");
    TCase *tcase = tcase_create("season");
    tcase_add_test(tcase, season_turns_with_the_year);
    tcase_add_test(tcase, season_knows_leap_days);
    tcase_add_test(tcase, season_before_is_as_long);
    tcase_add_test(tcase, season_is_read_as_people_write_it);
    tcase_add_test(tcase, season_of_a_room_is_a_quarter_unless_it_says_otherwise);
    suite_add_tcase(suite, tcase);
    return suite;
}
