#include "civil_date.h"

#include <check.h>
#include <stdbool.h>

START_TEST(known_days_have_their_dates)
{
    static const struct {
        int64_t days;
        struct civil_date date;
    } rows[] = {{0, {1970, 1, 1}},       {-1, {1969, 12, 31}},   {59, {1970, 3, 1}},
                {10956, {1999, 12, 31}}, {11016, {2000, 2, 29}}, {11017, {2000, 3, 1}},
                {19782, {2024, 2, 29}},  {21915, {2030, 1, 1}},  {47540, {2100, 2, 28}},
                {47541, {2100, 3, 1}},   {-719528, {0, 1, 1}},   {2932896, {9999, 12, 31}}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct civil_date date = civil_date_of(rows[i].days);
        ck_assert_int_eq(civil_date_days(&rows[i].date), rows[i].days);
        ck_assert_int_eq(date.year, rows[i].date.year);
        ck_assert_int_eq(date.month, rows[i].date.month);
        ck_assert_int_eq(date.day, rows[i].date.day);
    }
}
END_TEST

/* Day after day through five hundred years: each date is the one after that before it. */
START_TEST(days_follow_one_another)
{
    struct civil_date before = civil_date_of(-80000);
    for (int64_t day = -79999; day < 110000; day++) {
        const struct civil_date date = civil_date_of(day);
        ck_assert_int_eq(civil_date_days(&date), day);
        bool next =
            date.year == before.year && date.month == before.month && date.day == before.day + 1;
        bool month = date.day == 1 && date.month == before.month % 12 + 1 &&
                     date.year == before.year + before.month / 12 && before.day >= 28 &&
                     civil_date_month(date.year, date.month) == day;
        ck_assert_msg(next || month, "day %lld", (long long)day);
        before = date;
    }
}
END_TEST

Suite *suite_civil_date(void);

Suite *suite_civil_date(void)
{
    Suite *suite = suite_create("civil_date");
    TCase *tcase = tcase_create("civil_date");
    tcase_add_test(tcase, known_days_have_their_dates);
    tcase_add_test(tcase, days_follow_one_another);
    suite_add_tcase(suite, tcase);
    return suite;
}
