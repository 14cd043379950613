/* The names of copies in a folder, and which of them stay. */

#include "backup_name.h"

#include <stdio.h>
#include <string.h>

#include "civil_date.h"

enum {
    NAME_DAY_S = 86400,
    NAME_TIME_LEN = 16, /* 20261123T231305Z */
    NAME_MONDAY = 3     /* day 0, 1 January 1970, was a Thursday: so many days after a Monday */
};

static const char name_end[] = ".db";
static const char name_end_damaged[] = ".damaged.db";

bool backup_name_write(char name[BACKUP_NAME_BYTES], const char *base,
                       const struct backup_name *copy)
{
    int64_t second = copy->made_ms / 1000;
    int of_day = (int)(second % NAME_DAY_S);
    const struct civil_date date = civil_date_of(second / NAME_DAY_S);
    int len = snprintf(name, BACKUP_NAME_BYTES, "%s-%04d%02d%02dT%02d%02d%02dZ%s", base, date.year,
                       date.month, date.day, of_day / 3600, of_day / 60 % 60, of_day % 60,
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
    int64_t day = civil_date_days(&(struct civil_date){(int32_t)name_number(time, 4),
                                                       (int32_t)name_number(time + 4, 2),
                                                       (int32_t)name_number(time + 6, 2)});
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
