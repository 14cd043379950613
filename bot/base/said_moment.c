#include "said_moment.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <strings.h>

#include "calendar.h"
#include "civil_date.h"

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

/* A day that somebody names in front of a time: from how many days on from today it is looked for,
 * and which day of the week it is then, 0 Monday, -1 any. */
struct said_day {
    int ahead;
    int weekday;
};

static bool said_named_day(const char *word, struct said_day *day)
{
    static const char *const today[] = {"today", "tonight", NULL};
    static const char *const names[] = {"monday", "tuesday",  "wednesday", "thursday",
                                        "friday", "saturday", "sunday"};
    size_t len = strlen(word);
    *day = (struct said_day){.ahead = strcasecmp(word, "tomorrow") == 0, .weekday = -1};
    if (day->ahead > 0 || said_is(word, today)) {
        return true;
    }
    for (int i = 0; i < 7 && len >= 2; i++) {
        if (len <= strlen(names[i]) && strncasecmp(word, names[i], len) == 0) {
            day->weekday = i;
            return true;
        }
    }
    return false;
}

/* So many digits, and what stands behind them; false: they are others. */
static bool said_digits(const char **at, int digits, char end, int32_t *number_r)
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

/* "2026-12-04": its number; false: it is no date. */
static bool said_date(const char *word, int64_t *day_r)
{
    struct civil_date date;
    bool reads = said_digits(&word, 4, '-', &date.year) &&
                 said_digits(&word, 2, '-', &date.month) && said_digits(&word, 2, '\0', &date.day);
    if (!reads || date.month < 1 || date.month > 12 || date.day < 1) {
        return false;
    }
    *day_r = civil_date_days(&date);
    struct civil_date there = civil_date_of(*day_r);
    return there.month == date.month && there.day == date.day; /* not 30 February */
}

/* The first moment after now_ms of that minute, on such a day; 0: it is over already. */
static int64_t said_on_day(const char *zone, int64_t now_ms, const struct said_day *day, int minute)
{
    enum { DAYS = 16 };
    int64_t at_ms = now_ms;
    int32_t from = calendar_day(zone, now_ms) + day->ahead;
    for (int i = 0; i < DAYS; i++) {
        at_ms = calendar_next(zone, at_ms + 1, minute);
        int32_t on = calendar_day(zone, at_ms);
        int weekday = (int)((on + 3) % 7); /* 1 January 1970 was a Thursday */
        if (on >= from && (day->weekday < 0 || weekday == day->weekday)) {
            return day->weekday >= 0 || on == from ? at_ms : 0;
        }
    }
    return 0;
}

static int64_t said_on_date(const char *zone, int64_t now_ms, int64_t date, int minute)
{
    enum { DAYS = 4 };
    int64_t at_ms = (date - 1) * CALENDAR_DAY_MS;
    for (int i = 0; i < DAYS; i++) {
        at_ms = calendar_next(zone, at_ms + 1, minute);
        if (calendar_day(zone, at_ms) == date) {
            return at_ms > now_ms ? at_ms : 0;
        }
    }
    return 0;
}

/* A time of day or a length, without a day. */
static int64_t said_today(const char *at, const char *zone, int64_t now_ms)
{
    int number = 0;
    int minute = 0;
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

int64_t said_moment(const char *said, const char *zone, int64_t now_ms)
{
    enum { WORD_BYTES = 16 };
    char word[WORD_BYTES] = "";
    struct said_day day;
    int64_t date = 0;
    int minute = 0;
    const char *at = said_blanks(said);
    at = strncasecmp(at, "on ", 3) == 0 ? said_blanks(at + 3) : at;
    size_t len = strcspn(at, " ,");
    memcpy(word, at, len < sizeof word ? len : 0);
    bool dated = said_date(word, &date);
    if (!dated && !said_named_day(word, &day)) {
        return said_today(at, zone, now_ms);
    }
    at = said_blanks(at + len + (at[len] == ','));
    at = strncasecmp(at, "at ", 3) == 0 ? said_blanks(at + 3) : at;
    const char *end = said_time(at, &minute);
    if (end == NULL || *end != '\0') {
        return 0;
    }
    return dated ? said_on_date(zone, now_ms, date, minute)
                 : said_on_day(zone, now_ms, &day, minute);
}
