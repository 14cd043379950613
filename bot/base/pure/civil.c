/* Moments as digits: the day is civil_date's. */
#include "civil.h"

#include <string.h>

#include "civil_date.h"

enum { CIVIL_SECOND_MS = 1000, CIVIL_DAY_SECONDS = 24 * 60 * 60 };

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
        civil_date_of(seconds / CIVIL_DAY_SECONDS + first_ms / CIVIL_SECOND_MS / CIVIL_DAY_SECONDS);
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
