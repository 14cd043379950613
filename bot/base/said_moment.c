#include "said_moment.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>
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

/* A day that somebody names in front of a time: from how many days on from today it is looked for,
 * and which day of the week it is then, 0 Monday, -1 any. False: at names none. */
struct said_day {
    int ahead;
    int weekday;
};

static bool said_named_day(const char *word, struct said_day *day)
{
    static const char *const names[] = {"monday", "tuesday",  "wednesday", "thursday",
                                        "friday", "saturday", "sunday"};
    *day = (struct said_day){.ahead = 0, .weekday = -1};
    if (strcasecmp(word, "today") == 0 || strcasecmp(word, "tonight") == 0) {
        return true;
    }
    if (strcasecmp(word, "tomorrow") == 0) {
        day->ahead = 1;
        return true;
    }
    size_t len = strlen(word);
    for (int i = 0; i < 7 && len >= 2; i++) {
        if (len <= strlen(names[i]) && strncasecmp(word, names[i], len) == 0) {
            day->weekday = i;
            return true;
        }
    }
    return false;
}

/* So many digits, and what stands behind them; false: they are others. */
static bool said_digits(const char **at, int digits, char end, int *number_r)
{
    *number_r = 0;
    for (; digits > 0; digits--, (*at)++) {
        if (**at < '0' || **at > '9') {
            return false;
        }
        *number_r = *number_r * 10 + (**at - '0');
    }
    bool ends = **at == end;
    *at += ends && end != '\0';
    return ends;
}

/* "2026-12-04": days since 1970; false: it is no date. */
static bool said_date(const char *word, int32_t *day_r)
{
    int year = 0;
    int month = 0;
    int of_month = 0;
    if (!said_digits(&word, 4, '-', &year) || !said_digits(&word, 2, '-', &month) ||
        !said_digits(&word, 2, '\0', &of_month) || year < 1970 || month < 1 || month > 12 ||
        of_month < 1 || of_month > 31) {
        return false;
    }
    int y = month <= 2 ? year - 1 : year; /* years that begin in March: the leap day is the last */
    int era = y / 400;
    int of_era = y - era * 400;
    int of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + of_month - 1;
    *day_r = era * 146097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719468;
    return true;
}

/* The first moment after now_ms of that minute, on such a day. */
static int64_t said_on_day(const char *zone, int64_t now_ms, const struct said_day *day, int minute)
{
    int64_t at_ms = now_ms + 1;
    int32_t today = calendar_day(zone, now_ms);
    for (int i = 0; i < 16; i++) {
        at_ms = calendar_next(zone, at_ms, minute);
        int32_t on = calendar_day(zone, at_ms);
        int weekday = (int)((on + 3) % 7); /* 1 January 1970 was a Thursday */
        if (on >= today + day->ahead && (day->weekday < 0 || weekday == day->weekday)) {
            bool fits = day->weekday >= 0 || on == today + day->ahead;
            return fits ? at_ms : 0; /* "today" may be over already */
        }
        at_ms++;
    }
    return 0;
}

static int64_t said_on_date(const char *zone, int64_t now_ms, int32_t date, int minute)
{
    int64_t at_ms = ((int64_t)date - 1) * CALENDAR_DAY_MS;
    for (int i = 0; i < 4; i++) {
        at_ms = calendar_next(zone, at_ms, minute);
        if (calendar_day(zone, at_ms) == date) {
            return at_ms > now_ms ? at_ms : 0;
        }
        at_ms++;
    }
    return 0;
}

/* The time of day, or length, that at says. */
static int64_t said_time(const char *at, const char *zone, int64_t now_ms, int *minute_r)
{
    int number = 0;
    at = strncasecmp(at, "in ", 3) == 0 ? said_blanks(at + 3) : at;
    at = strncasecmp(at, "at ", 3) == 0 ? said_blanks(at + 3) : at;
    *minute_r = -1;
    at = said_number(at, &number);
    if (at == NULL) {
        return 0;
    }
    at = said_blanks(at);
    *minute_r = said_of_day(at, number);
    int64_t length = said_length(at, number);
    return *minute_r >= 0 ? calendar_next(zone, now_ms + 1, *minute_r)
           : length > 0   ? now_ms + length * MINUTE_MS
                          : 0;
}

int64_t said_moment(const char *said, const char *zone, int64_t now_ms)
{
    enum { WORD_BYTES = 16 };
    char word[WORD_BYTES] = "";
    struct said_day day;
    int32_t date = 0;
    int minute = 0;
    const char *at = said_blanks(said);
    at = strncasecmp(at, "on ", 3) == 0 ? said_blanks(at + 3) : at;
    size_t len = strcspn(at, " ,");
    if (len > 0 && len < sizeof word) {
        memcpy(word, at, len);
    }
    bool dated = said_date(word, &date);
    if (!dated && !said_named_day(word, &day)) {
        return said_time(at, zone, now_ms, &minute);
    }
    at = said_blanks(at + len + (at[len] == ','));
    int64_t at_ms = said_time(at, zone, now_ms, &minute);
    if (at_ms == 0 || minute < 0) {
        return 0;
    }
    return dated ? said_on_date(zone, now_ms, date, minute)
                 : said_on_day(zone, now_ms, &day, minute);
}
