#include "week.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "civil_date.h"

enum { WEEK_DAYS = 7, WEEK_THURSDAY = 3, WEEK_YEAR_FIRST = 1970, WEEK_YEAR_LAST = 9999 };

static const int64_t week_day_ms = INT64_C(24) * 60 * 60 * 1000;

/* 0 for a Monday. */
static int64_t week_weekday(int64_t day)
{
    return (day + WEEK_THURSDAY) % WEEK_DAYS;
}

/* The Monday of the year's first week, which is the one that has the fourth of January in it. */
static int64_t week_first_monday(int32_t year)
{
    int64_t fourth = civil_date_month(year, 1) + 3;
    return fourth - week_weekday(fourth);
}

void week_print(int64_t at_ms, char week[WEEK_BYTES])
{
    int64_t day = at_ms / week_day_ms;
    int64_t thursday = day - week_weekday(day) + WEEK_THURSDAY;
    int32_t year = civil_date_of(thursday).year;
    year = year > WEEK_YEAR_LAST ? WEEK_YEAR_LAST : year;
    int64_t number = (thursday - civil_date_month(year, 1)) / WEEK_DAYS + 1;
    snprintf(week, WEEK_BYTES, "%04u-W%02u", (unsigned)year % 10000U, (unsigned)number % 100U);
}

int64_t week_end_ms(const char *week)
{
    char again[WEEK_BYTES];
    if (strlen(week) != WEEK_BYTES - 1 || strspn(week, "0123456789") != 4 ||
        strncmp(week + 4, "-W", 2) != 0 || strspn(week + 6, "0123456789") != 2) {
        return -1;
    }
    int32_t year = (int32_t)strtol(week, NULL, 10);
    int64_t number = strtol(week + 6, NULL, 10);
    if (year < WEEK_YEAR_FIRST) {
        return -1;
    }
    int64_t monday = week_first_monday(year) + (number - 1) * WEEK_DAYS;
    week_print((monday + WEEK_THURSDAY) * week_day_ms, again);
    return strcmp(again, week) == 0 ? (monday + WEEK_DAYS) * week_day_ms : -1;
}
