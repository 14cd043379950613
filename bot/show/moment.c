#include "moment.h"

#include <string.h>

#include "civil_date.h"

enum { MOMENT_MINUTE_MS = 60 * 1000, MOMENT_DAY_MINUTES = 24 * 60 };

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
    struct civil_date date = civil_date_of(minutes / MOMENT_DAY_MINUTES +
                                           first_ms / MOMENT_MINUTE_MS / MOMENT_DAY_MINUTES);
    static const char form[] = "0000-00-00 00:00 UTC";
    memcpy(text, form, sizeof form);
    moment_digits(text, date.year, 4);
    moment_digits(text + 5, date.month, 2);
    moment_digits(text + 8, date.day, 2);
    moment_digits(text + 11, of_day / 60, 2);
    moment_digits(text + 14, of_day % 60, 2);
}
