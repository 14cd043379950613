/* The civil calendar as arithmetic on days, in eras of 400 years that begin on the first of March,
 * so that the leap day is the last of its year. */
#include "moment.h"

#include <string.h>

enum {
    MOMENT_MINUTE_MS = 60 * 1000,
    MOMENT_DAY_MINUTES = 24 * 60,
    MOMENT_ERA_DAYS = 146097,
    MOMENT_EPOCH_DAY = 719468 /* days from 0000-03-01 to 1970-01-01 */
};

struct moment_date {
    int32_t year;
    int32_t month;
    int32_t day;
};

static struct moment_date moment_civil(int64_t days)
{
    int64_t shifted = days + MOMENT_EPOCH_DAY;
    int64_t era = (shifted >= 0 ? shifted : shifted - (MOMENT_ERA_DAYS - 1)) / MOMENT_ERA_DAYS;
    int32_t in_era = (int32_t)(shifted - era * MOMENT_ERA_DAYS);
    int32_t year = (in_era - in_era / 1460 + in_era / 36524 - in_era / 146096) / 365;
    int32_t in_year = in_era - (365 * year + year / 4 - year / 100);
    int32_t from_march = (5 * in_year + 2) / 153;
    struct moment_date date = {
        .year = (int32_t)(year + era * 400),
        .month = from_march < 10 ? from_march + 3 : from_march - 9,
        .day = in_year - (153 * from_march + 2) / 5 + 1,
    };
    date.year += date.month <= 2;
    return date;
}

/* number with exactly digits digits at text. */
static void moment_digits(char *text, int32_t number, int digits)
{
    for (int at = digits - 1; at >= 0; at--) {
        text[at] = (char)('0' + number % 10);
        number /= 10;
    }
}

void moment_print(int64_t time_ms, char text[MOMENT_BYTES])
{
    const int64_t first_ms = -62167219200000; /* 0000-01-01 */
    const int64_t last_ms = 253402300799999;  /* 9999-12-31 */
    time_ms = time_ms < first_ms ? first_ms : time_ms;
    time_ms = time_ms > last_ms ? last_ms : time_ms;
    int64_t minutes = (time_ms - first_ms) / MOMENT_MINUTE_MS;
    int32_t of_day = (int32_t)(minutes % MOMENT_DAY_MINUTES);
    struct moment_date date = moment_civil(minutes / MOMENT_DAY_MINUTES +
                                           first_ms / MOMENT_MINUTE_MS / MOMENT_DAY_MINUTES);
    static const char form[] = "0000-00-00 00:00 UTC";
    memcpy(text, form, sizeof form);
    moment_digits(text, date.year, 4);
    moment_digits(text + 5, date.month, 2);
    moment_digits(text + 8, date.day, 2);
    moment_digits(text + 11, of_day / 60, 2);
    moment_digits(text + 14, of_day % 60, 2);
}
