/* Arithmetic in eras of 400 years that begin on the first of March, so that the leap day is the
 * last of its year. */
#include "civil_date.h"

enum {
    ERA_DAYS = 146097,
    EPOCH_DAY = 719468 /* days from 0000-03-01 to 1970-01-01 */
};

int64_t civil_date_days(const struct civil_date *date)
{
    int64_t year = date->month > 2 ? date->year : date->year - 1;
    int64_t era = (year >= 0 ? year : year - 399) / 400;
    int64_t in_era = year - era * 400;
    int64_t from_march = date->month > 2 ? date->month - 3 : date->month + 9;
    int64_t in_year = (153 * from_march + 2) / 5 + date->day - 1;
    return era * ERA_DAYS + in_era * 365 + in_era / 4 - in_era / 100 + in_year - EPOCH_DAY;
}

int64_t civil_date_month(int32_t year, int32_t month)
{
    return civil_date_days(&(struct civil_date){year, month, 1});
}

struct civil_date civil_date_of(int64_t days)
{
    int64_t shifted = days + EPOCH_DAY;
    int64_t era = (shifted >= 0 ? shifted : shifted - (ERA_DAYS - 1)) / ERA_DAYS;
    int32_t in_era = (int32_t)(shifted - era * ERA_DAYS);
    int32_t year = (in_era - in_era / 1460 + in_era / 36524 - in_era / 146096) / 365;
    int32_t in_year = in_era - (365 * year + year / 4 - year / 100);
    int32_t from_march = (5 * in_year + 2) / 153;
    struct civil_date date = {
        .year = (int32_t)(year + era * 400),
        .month = from_march < 10 ? from_march + 3 : from_march - 9,
        .day = in_year - (153 * from_march + 2) / 5 + 1,
    };
    date.year += date.month <= 2;
    return date;
}
