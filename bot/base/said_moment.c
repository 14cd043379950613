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

const char *said_time(const char *text, int *minute_r)
{
    int hour = 0;
    int minute = 0;
    const char *at = said_number(said_blanks(text), &hour);
    if (at != NULL && (*at == ':' || *at == '.')) {
        at = said_number(at + 1, &minute);
    }
    if (at == NULL || hour > 24 || minute > 59 || (hour == 24 && minute > 0)) {
        return NULL;
    }
    const char *half = said_blanks(at);
    bool after_noon = strncasecmp(half, "pm", 2) == 0;
    if (after_noon || strncasecmp(half, "am", 2) == 0) {
        if (hour < 1 || hour > 12) {
            return NULL;
        }
        hour = hour % 12 + (after_noon ? 12 : 0);
        at = half + 2;
    }
    *minute_r = hour % 24 * 60 + minute;
    return said_blanks(at);
}

int64_t said_moment(const char *said, const char *zone, int64_t now_ms)
{
    int number = 0;
    int minute = 0;
    const char *at = said_blanks(said);
    at = strncasecmp(at, "in ", 3) == 0 ? said_blanks(at + 3) : at;
    at = strncasecmp(at, "at ", 3) == 0 ? said_blanks(at + 3) : at;
    const char *unit = said_number(at, &number);
    const char *end = said_time(at, &minute);
    if (unit == NULL || *said_blanks(unit) == '\0') {
        return 0; /* a number alone could be both */
    }
    int64_t length = said_length(said_blanks(unit), number);
    return end != NULL && *end == '\0' ? calendar_next(zone, now_ms + 1, minute)
           : length > 0                ? now_ms + length * MINUTE_MS
                                       : 0;
}
