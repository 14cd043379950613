/* The civil calendar as arithmetic on days, in eras of 400 years that begin on the first of March,
 * so that the leap day is the last of its year. */
#include "civil.h"

#include <string.h>

enum {
    CIVIL_SECOND_MS = 1000,
    CIVIL_DAY_SECONDS = 24 * 60 * 60,
    CIVIL_ERA_DAYS = 146097,
    CIVIL_EPOCH_DAY = 719468 /* days from 0000-03-01 to 1970-01-01 */
};

struct civil_date {
    int32_t year;
    int32_t month;
    int32_t day;
};

static struct civil_date civil_date(int64_t days)
{
    int64_t shifted = days + CIVIL_EPOCH_DAY;
    int64_t era = (shifted >= 0 ? shifted : shifted - (CIVIL_ERA_DAYS - 1)) / CIVIL_ERA_DAYS;
    int32_t in_era = (int32_t)(shifted - era * CIVIL_ERA_DAYS);
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

void civil_fill(int64_t time_ms, char *form)
{
    static const char letters[] = "YMDhms";
    const int64_t first_ms = -62167219200000; /* 0000-01-01 */
    const int64_t last_ms = 253402300799999;  /* 9999-12-31 */
    time_ms = time_ms < first_ms ? first_ms : time_ms;
    time_ms = time_ms > last_ms ? last_ms : time_ms;
    int64_t seconds = (time_ms - first_ms) / CIVIL_SECOND_MS;
    int32_t of_day = (int32_t)(seconds % CIVIL_DAY_SECONDS);
    struct civil_date date =
        civil_date(seconds / CIVIL_DAY_SECONDS + first_ms / CIVIL_SECOND_MS / CIVIL_DAY_SECONDS);
    int32_t numbers[] = {date.year,     date.month,       date.day,
                         of_day / 3600, of_day / 60 % 60, of_day % 60};
    for (size_t at = strlen(form); at-- > 0;) {
        const char *letter = strchr(letters, form[at]);
        if (letter != NULL) {
            int32_t *number = &numbers[letter - letters];
            form[at] = (char)('0' + *number % 10);
            *number /= 10;
        }
    }
}
