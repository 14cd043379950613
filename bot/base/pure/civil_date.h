/* Dates of the Gregorian calendar as numbers of days and back; day 0 is 1 January 1970, a Thursday.
 */
#ifndef CIVIL_DATE_H
#define CIVIL_DATE_H

#include <stdint.h>

struct civil_date {
    int32_t year;
    int32_t month; /* from 1 */
    int32_t day;   /* from 1 */
};

/* The number of a day, of any year from 0 on. */
int64_t civil_date_days(const struct civil_date *date);
/* The number of the first day of a month. */
int64_t civil_date_month(int32_t year, int32_t month);
/* The date of a day, not before year 0. */
struct civil_date civil_date_of(int64_t days);

#endif
