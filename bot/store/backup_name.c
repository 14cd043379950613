/* The names of copies in a folder, and which of them stay. */

#include "backup_name.h"

#include <stdio.h>
#include <string.h>

enum {
    NAME_DAY_S = 86400,
    NAME_TIME_LEN = 16, /* 20261123T231305Z */
    NAME_MONDAY = 3     /* day 0, 1 January 1970, was a Thursday: so many days after a Monday */
};

static const char name_end[] = ".db";
static const char name_end_damaged[] = ".damaged.db";

/* Days since 1970 of a date, and back: years begin in March, so that the leap day is the last. */
static int64_t name_days(int64_t year, int64_t month, int64_t day)
{
    int64_t march = month > 2 ? month - 3 : month + 9;
    int64_t years = month > 2 ? year : year - 1;
    int64_t leaps = years / 4 - years / 100 + years / 400;
    return years * 365 + leaps + (153 * march + 2) / 5 + day - 1 - 719468;
}

static void name_date(int64_t days, int date_r[3])
{
    int64_t shifted = days + 719468;
    int64_t era = shifted / 146097;
    int64_t of_era = shifted % 146097;
    int64_t year = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
    int64_t of_year = of_era - (365 * year + year / 4 - year / 100);
    int64_t march = (5 * of_year + 2) / 153;
    date_r[2] = (int)(of_year - (153 * march + 2) / 5 + 1);
    date_r[1] = (int)(march < 10 ? march + 3 : march - 9);
    date_r[0] = (int)(era * 400 + year + (march < 10 ? 0 : 1));
}

bool backup_name_write(char name[BACKUP_NAME_BYTES], const char *base,
                       const struct backup_name *copy)
{
    int date[3];
    int64_t second = copy->made_ms / 1000;
    int of_day = (int)(second % NAME_DAY_S);
    name_date(second / NAME_DAY_S, date);
    int len = snprintf(name, BACKUP_NAME_BYTES, "%s-%04d%02d%02dT%02d%02d%02dZ%s", base, date[0],
                       date[1], date[2], of_day / 3600, of_day / 60 % 60, of_day % 60,
                       copy->damaged ? name_end_damaged : name_end);
    return len > 0 && len < BACKUP_NAME_BYTES;
}

/* So many digits as a number; -1 where there are none. */
static int64_t name_number(const char *text, size_t digits)
{
    int64_t number = 0;
    for (size_t i = 0; i < digits; i++) {
        if (text[i] < '0' || text[i] > '9') {
            return -1;
        }
        number = number * 10 + (text[i] - '0');
    }
    return number;
}

bool backup_name_read(const char *name, const char *base, struct backup_name *copy_r)
{
    size_t len = strlen(base);
    if (strncmp(name, base, len) != 0 || name[len] != '-' || strlen(name + len) <= NAME_TIME_LEN) {
        return false;
    }
    const char *time = name + len + 1;
    const char *end = time + NAME_TIME_LEN;
    int64_t day =
        name_days(name_number(time, 4), name_number(time + 4, 2), name_number(time + 6, 2));
    int64_t second = name_number(time + 9, 2) * 3600 + name_number(time + 11, 2) * 60 +
                     name_number(time + 13, 2);
    *copy_r = (struct backup_name){(day * NAME_DAY_S + second) * 1000,
                                   strcmp(end, name_end_damaged) == 0};
    /* it is one of ours when it is what we would have written */
    char again[BACKUP_NAME_BYTES];
    return day >= 0 && second >= 0 && backup_name_write(again, base, copy_r) &&
           strcmp(again, name) == 0;
}

/* Of the newest stretches of time that have a copy, the newest copy of each stays. */
static void name_keep_of(uint32_t stretches, int64_t days, const int64_t *made_ms, size_t count,
                         bool *stays_r)
{
    int64_t last = INT64_MAX;
    for (size_t i = 0; i < count && stretches > 0; i++) {
        int64_t stretch = (made_ms[i] / 1000 / NAME_DAY_S + (days == 7 ? NAME_MONDAY : 0)) / days;
        if (stretch != last) {
            stays_r[i] = true;
            stretches--;
        }
        last = stretch;
    }
}

void backup_keep_choose(const struct backup_keep *keep, const int64_t *made_ms, size_t count,
                        bool *stays_r)
{
    for (size_t i = 0; i < count; i++) {
        stays_r[i] = i < keep->newest;
    }
    name_keep_of(keep->days, 1, made_ms, count, stays_r);
    name_keep_of(keep->weeks, 7, made_ms, count, stays_r);
}
