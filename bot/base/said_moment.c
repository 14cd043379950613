#include "said_moment.h"

#include <stdbool.h>
#include <stddef.h>
#include <strings.h>

#include "calendar.h"

enum { MINUTE_MS = 60 * 1000 };

/* Up to two digits; NULL where there are none, or more. */
static const char *said_number(const char *at, int *number_r)
{
    int digits = 0;
    *number_r = 0;
    for (; *at >= '0' && *at <= '9'; at++) {
        *number_r = *number_r * 10 + (*at - '0');
        if (++digits > 2) {
            return NULL;
        }
    }
    return digits > 0 ? at : NULL;
}

static const char *said_blanks(const char *at)
{
    while (*at == ' ') {
        at++;
    }
    return at;
}

static bool said_is(const char *at, const char *const *words)
{
    for (; *words != NULL; words++) {
        if (strcasecmp(at, *words) == 0) {
            return true;
        }
    }
    return false;
}

/* Minutes of a length; 0: it is none. */
static int64_t said_length(const char *unit, int number)
{
    static const char *const minutes[] = {"m", "min", "mins", "minutes", "minute", NULL};
    static const char *const hours[] = {"h", "hrs", "hours", "hour", NULL};
    static const char *const days[] = {"d", "days", "day", NULL};
    return said_is(unit, minutes) ? number
           : said_is(unit, hours) ? INT64_C(60) * number
           : said_is(unit, days)  ? INT64_C(60) * 24 * number
                                  : 0;
}

/* Minutes of the day; -1: it is no time of day. */
static int said_of_day(const char *at, int hour)
{
    int minute = 0;
    if (*at == ':') {
        const char *end = said_number(at + 1, &minute);
        bool fits = end == at + 3 && *end == '\0' && hour < 24 && minute < 60;
        return fits ? hour * 60 + minute : -1;
    }
    bool after_noon = strcasecmp(at, "pm") == 0;
    bool fits = (after_noon || strcasecmp(at, "am") == 0) && hour >= 1 && hour <= 12;
    return fits ? (hour % 12 + (after_noon ? 12 : 0)) * 60 : -1;
}

int64_t said_moment(const char *said, const char *zone, int64_t now_ms)
{
    int number = 0;
    const char *at = said_blanks(said);
    at = strncasecmp(at, "in ", 3) == 0 ? said_blanks(at + 3) : at;
    at = strncasecmp(at, "at ", 3) == 0 ? said_blanks(at + 3) : at;
    at = said_number(at, &number);
    if (at == NULL) {
        return 0;
    }
    at = said_blanks(at);
    int minute = said_of_day(at, number);
    int64_t length = said_length(at, number);
    return minute >= 0  ? calendar_next(zone, now_ms + 1, minute)
           : length > 0 ? now_ms + length * MINUTE_MS
                        : 0;
}
