#include "vacation.h"

#include <check.h>
#include <string.h>

#include "days_off.h"

/* 2027-12-20 */
enum { TODAY = 21172, YEAR_DAYS = 365 };

static const char *taken(struct vacation *vacation, const char *said, int32_t today)
{
    static const char *const ends[] = {"", "unreadable", "not ahead", "too long", "used up"};
    static char text[VACATION_TEXT_BYTES];
    enum vacation_end end = vacation_take(vacation, said, today);
    vacation_print(vacation, today, text);
    return end == VACATION_TAKEN ? text : ends[end];
}

static const char *once(const char *said)
{
    struct vacation vacation = {.count = 0};
    return taken(&vacation, said, TODAY);
}

START_TEST(dates_are_read_as_people_write_them)
{
    ck_assert_str_eq(once("2027-12-24 2028-01-02"), "2027-12-24 – 2028-01-02");
    ck_assert_str_eq(once(" 2027-12-24 to 2027-12-26"), "2027-12-24 – 2027-12-26");
    ck_assert_str_eq(once("2027-12-24 – 2027-12-26"), "2027-12-24 – 2027-12-26");
    ck_assert_str_eq(once("2028-02-29"), "2028-02-29 – 2028-02-29");
    ck_assert_str_eq(once("9 days"), "2027-12-21 – 2027-12-29");
    ck_assert_str_eq(once("2 weeks"), "2027-12-21 – 2028-01-03");
    ck_assert_str_eq(once("1 day"), "2027-12-21 – 2027-12-21");
    ck_assert_str_eq(once("off"), "");
}
END_TEST

START_TEST(what_is_no_vacation_is_refused)
{
    static const char *const unreadable[] = {"",
                                             "soon",
                                             "2027-02-29",
                                             "2027-13-01",
                                             "2027-12-32",
                                             "2027-12-24 x",
                                             "days",
                                             "0 days",
                                             "9",
                                             "2027-12-24 2027-12-23",
                                             "99999999999 days",
                                             "2027-12-24 2027-12-26 2027-12-27"};
    for (size_t i = 0; i < sizeof unreadable / sizeof *unreadable; i++) {
        ck_assert_msg(strcmp(once(unreadable[i]), "unreadable") == 0, "%s: %s", unreadable[i],
                      once(unreadable[i]));
    }
    ck_assert_str_eq(once("2027-12-20"), "not ahead");
    ck_assert_str_eq(once("2027-12-19 2027-12-22"), "not ahead");
    ck_assert_str_eq(once("2029-03-01"), "not ahead");
    ck_assert_str_eq(once("22 days"), "too long");
    ck_assert_str_eq(once("2027-12-24 2028-01-14"), "too long");
}
END_TEST

START_TEST(a_year_has_thirty_days_of_it)
{
    struct vacation vacation = {.count = 0};
    taken(&vacation, "2028-03-01 2028-03-21", TODAY);
    ck_assert_int_eq(vacation_left(&vacation, TODAY + YEAR_DAYS), 9);
    ck_assert_int_eq(vacation_left(&vacation, TODAY), 30);
    ck_assert_str_eq(taken(&vacation, "2028-05-01 2028-05-10", TODAY), "used up");
    /* days that are taken already cost nothing more */
    ck_assert_str_eq(taken(&vacation, "2028-03-10 2028-03-12", TODAY),
                     "2028-03-01 – 2028-03-21, 2028-03-10 – 2028-03-12");
    /* no two in a row make a longer one */
    ck_assert_str_eq(taken(&vacation, "2028-03-22", TODAY), "too long");
    /* over new year each year pays its own */
    ck_assert_str_eq(taken(&vacation, "2027-12-28 2028-01-08", TODAY),
                     "2028-03-01 – 2028-03-21, 2028-03-10 – 2028-03-12, 2027-12-28 – 2028-01-08");
    ck_assert_int_eq(vacation_left(&vacation, TODAY), 26);
    ck_assert_int_eq(vacation_left(&vacation, TODAY + YEAR_DAYS), 1);
}
END_TEST

START_TEST(what_is_taken_back_can_be_taken_again)
{
    struct vacation vacation = {.count = 0};
    taken(&vacation, "2027-12-24 2027-12-31", TODAY);
    ck_assert_str_eq(taken(&vacation, "off", TODAY + 6), "");
    /* 24 and 25 December are over, the rest comes back */
    ck_assert(vacation_has(&vacation, TODAY + 5));
    ck_assert(!vacation_has(&vacation, TODAY + 6));
    ck_assert_int_eq(vacation_left(&vacation, TODAY), 28);
    ck_assert_str_eq(taken(&vacation, "off", TODAY), "");
    ck_assert_int_eq(vacation_left(&vacation, TODAY), 30);
}
END_TEST

START_TEST(what_is_long_over_makes_room)
{
    struct vacation vacation = {.count = 0};
    for (int i = 0; i < VACATION_SPANS_MAX; i++) {
        ck_assert_int_eq(vacation_take(&vacation, "1 day", TODAY - 800 + i * 3), VACATION_TAKEN);
    }
    ck_assert_int_eq(vacation_take(&vacation, "1 day", TODAY - 770), VACATION_USED_UP);
    ck_assert_int_eq(vacation_take(&vacation, "1 day", TODAY + 20), VACATION_TAKEN);
    ck_assert_int_eq(vacation.count, 1);
}
END_TEST

START_TEST(what_is_stored_is_read_back)
{
    char text[VACATION_TEXT_BYTES];
    char again[VACATION_TEXT_BYTES];
    struct vacation vacation = {.count = 0};
    struct vacation read;
    taken(&vacation, "2027-12-24 2028-01-02", TODAY);
    taken(&vacation, "2028-07-01 2028-07-12", TODAY);
    vacation_print(&vacation, 0, text);
    vacation_read(&read, text);
    vacation_print(&read, 0, again);
    ck_assert_str_eq(text, again);
    ck_assert_int_eq(read.count, 2);
    vacation_read(&read, "nonsense");
    ck_assert_int_eq(read.count, 0);
}
END_TEST

static const char *days(const char *said)
{
    static char text[DAYS_OFF_TEXT_BYTES];
    struct days_off off = {0};
    if (!days_off_read(&off, said)) {
        return "no";
    }
    days_off_print(&off, text);
    return text;
}

/* Somebody with two accounts has no more days than with one. */
START_TEST(two_calendars_have_one_budget)
{
    struct vacation one = {.span = {{10, 19}}, .count = 1};
    struct vacation other = {.span = {{30, 39}, {100, 104}}, .count = 2};
    vacation_join(&one, &other, 50);
    ck_assert_int_eq(vacation_left(&one, 50), VACATION_YEAR_MOST - 25);
    ck_assert(vacation_has(&one, 35) && vacation_has(&one, 102));
    struct vacation again = other; /* what both have counts once */
    vacation_join(&one, &again, 50);
    ck_assert_int_eq(vacation_left(&one, 50), VACATION_YEAR_MOST - 25);
    struct vacation long_one = {.span = {{60, 78}}, .count = 1};
    struct vacation used = {.span = {{10, 29}}, .count = 1};
    vacation_join(&used, &long_one, 50);
    ck_assert(!vacation_has(&used, 60)); /* only ten days were left */
    struct vacation mine = {.span = {{200, 201}}, .count = 1};
    vacation_join(&mine, &long_one, 50);
    ck_assert(!vacation_has(&mine, 60) && vacation_has(&mine, 200)); /* the first one's stands */
}
END_TEST

START_TEST(taken_days_count_where_there_is_no_place_for_them)
{
    struct vacation one = {.count = 0};
    for (int i = 0; i < VACATION_SPANS_MAX; i++) {
        one.span[one.count++] = (struct vacation_span){i * 10, i * 10};
    }
    struct vacation other = {.span = {{43, 44}}, .count = 1};
    vacation_join(&one, &other, 100);
    ck_assert_uint_eq(one.count, VACATION_SPANS_MAX);
    ck_assert(vacation_has(&one, 43) && vacation_has(&one, 44));
}
END_TEST

START_TEST(days_of_the_week_are_read_as_people_write_them)
{
    ck_assert_str_eq(days("sat sun"), "sat sun");
    ck_assert_str_eq(days("Sunday, SATURDAY"), "sat sun");
    ck_assert_str_eq(days("weekend"), "sat sun");
    ck_assert_str_eq(days("Weekends"), "sat sun");
    ck_assert_str_eq(days("mondays and Thu"), "mon thu");
    ck_assert_str_eq(days("off"), "");
    ck_assert_str_eq(days("mon tue wed thu fri"), "mon tue wed thu fri");
    ck_assert_str_eq(days("mon tue wed thu fri sat sun"), "no");
    ck_assert_str_eq(days("mon tue wed thu fri sat"), "no");
    ck_assert_str_eq(days(""), "no");
    ck_assert_str_eq(days("and"), "no");
    ck_assert_str_eq(days("sa so"), "no");
    ck_assert_str_eq(days("sunny"), "no");
}
END_TEST

START_TEST(a_day_of_the_week_comes_every_seventh_day)
{
    struct days_off off = {0};
    ck_assert(days_off_read(&off, "thursday"));
    for (int day = -700; day < 700; day++) { /* 1 January 1970 was one */
        ck_assert_int_eq(days_off_has(&off, day), day % 7 == 0);
    }
}
END_TEST

Suite *suite_vacation(void);

Suite *suite_vacation(void)
{
    Suite *suite = suite_create("vacation");
    TCase *tcase = tcase_create("vacation");
    tcase_add_test(tcase, dates_are_read_as_people_write_them);
    tcase_add_test(tcase, what_is_no_vacation_is_refused);
    tcase_add_test(tcase, a_year_has_thirty_days_of_it);
    tcase_add_test(tcase, what_is_taken_back_can_be_taken_again);
    tcase_add_test(tcase, what_is_long_over_makes_room);
    tcase_add_test(tcase, what_is_stored_is_read_back);
    tcase_add_test(tcase, two_calendars_have_one_budget);
    tcase_add_test(tcase, taken_days_count_where_there_is_no_place_for_them);
    tcase_add_test(tcase, days_of_the_week_are_read_as_people_write_them);
    tcase_add_test(tcase, a_day_of_the_week_comes_every_seventh_day);
    suite_add_tcase(suite, tcase);
    return suite;
}
