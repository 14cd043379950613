#include "vacation.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "civil_date.h"

enum { DATE_YEAR_LEAST = 1970, DATE_YEAR_MOST = 9998 };

/* How many days a month has; after December the January of the next year comes. */
static int date_month_days(int year, int month)
{
    int64_t next = month < 12 ? civil_date_month(year, month + 1) : civil_date_month(year + 1, 1);
    return (int)(next - civil_date_month(year, month));
}

/* So many digits at most, which are passed over; -1: there are none. */
static int date_number(const char **text, int most)
{
    int number = -1;
    for (int digits = 0; digits < most && isdigit((unsigned char)**text); digits++) {
        number = (number < 0 ? 0 : number * 10) + (**text - '0');
        (*text)++;
    }
    return number;
}

/* "2026-12-24", which is passed over. */
static bool date_read(const char **text, int32_t *day_r)
{
    const char *at = *text;
    struct civil_date date = {.year = date_number(&at, 4)};
    at += *at == '-';
    date.month = date_number(&at, 2);
    at += *at == '-';
    date.day = date_number(&at, 2);
    bool good = date.year >= DATE_YEAR_LEAST && date.year <= DATE_YEAR_MOST && date.month >= 1 &&
                date.month <= 12 && date.day >= 1 &&
                date.day <= date_month_days(date.year, date.month) && !isdigit((unsigned char)*at);
    if (good) {
        *day_r = (int32_t)civil_date_days(&date);
        *text = at;
    }
    return good;
}

static const char *vacation_skip(const char *text)
{
    static const char *const words[] = {"to", "till", "until", "–", "-"};
    text += strspn(text, " ");
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (strncasecmp(text, words[i], strlen(words[i])) == 0) {
            text += strlen(words[i]);
            break;
        }
    }
    return text + strspn(text, " ");
}

/* "9 days", "2 weeks", from a day on. */
static bool vacation_counted(const char *text, int32_t from, struct vacation_span *span)
{
    char *unit = NULL;
    long count = isdigit((unsigned char)text[0]) ? strtol(text, &unit, 10) : 0;
    if (count < 1 || count > VACATION_AHEAD_MOST) {
        return false;
    }
    unit += strspn(unit, " ");
    bool weeks = strcasecmp(unit, "weeks") == 0 || strcasecmp(unit, "week") == 0;
    *span = (struct vacation_span){from, from + (int32_t)count * (weeks ? 7 : 1) - 1};
    return weeks || strcasecmp(unit, "days") == 0 || strcasecmp(unit, "day") == 0;
}

static bool vacation_dates(const char **text, struct vacation_span *span)
{
    if (!date_read(text, &span->first)) {
        return false;
    }
    span->last = span->first;
    *text = vacation_skip(*text);
    bool one = **text == '\0' || **text == ',';
    return (one || date_read(text, &span->last)) && span->last >= span->first;
}

bool vacation_has(const struct vacation *vacation, int32_t day)
{
    for (unsigned i = 0; i < vacation->count; i++) {
        if (day >= vacation->span[i].first && day <= vacation->span[i].last) {
            return true;
        }
    }
    return false;
}

int vacation_left(const struct vacation *vacation, int32_t day)
{
    int year = civil_date_of(day).year;
    int32_t first = (int32_t)civil_date_month(year, 1);
    int32_t end = (int32_t)civil_date_month(year + 1, 1);
    int taken = 0;
    for (int32_t at = first; vacation->count > 0 && at < end; at++) {
        taken += vacation_has(vacation, at) ? 1 : 0;
    }
    return taken < VACATION_YEAR_MOST ? VACATION_YEAR_MOST - taken : 0;
}

/* What is over since the last year goes. */
static void vacation_prune(struct vacation *vacation, int32_t today)
{
    int32_t since = (int32_t)civil_date_month(civil_date_of(today).year - 1, 1);
    unsigned kept = 0;
    for (unsigned i = 0; i < vacation->count; i++) {
        if (vacation->span[i].last >= since) {
            vacation->span[kept++] = vacation->span[i];
        }
    }
    vacation->count = (uint8_t)kept;
}

static void vacation_take_back(struct vacation *vacation, int32_t today)
{
    unsigned kept = 0;
    for (unsigned i = 0; i < vacation->count; i++) {
        struct vacation_span span = vacation->span[i];
        span.last = span.last < today ? span.last : today - 1;
        if (span.last >= span.first) {
            vacation->span[kept++] = span;
        }
    }
    vacation->count = (uint8_t)kept;
}

/* How many days without one between, with those before and after it. */
static int vacation_run(const struct vacation *vacation, const struct vacation_span *span)
{
    int32_t first = span->first;
    int32_t last = span->last;
    while (vacation_has(vacation, first - 1)) {
        first--;
    }
    while (vacation_has(vacation, last + 1)) {
        last++;
    }
    return last - first + 1;
}

/* Would it be more than a year has? */
static bool vacation_is_beyond(const struct vacation *vacation, const struct vacation_span *span)
{
    int taken[2] = {0, 0};
    int year = civil_date_of(span->first).year;
    for (int32_t day = span->first; day <= span->last; day++) {
        taken[civil_date_of(day).year == year ? 0 : 1] += vacation_has(vacation, day) ? 0 : 1;
    }
    return taken[0] > vacation_left(vacation, span->first) ||
           taken[1] > vacation_left(vacation, span->last);
}

enum vacation_end vacation_take(struct vacation *vacation, const char *text, int32_t today)
{
    struct vacation_span span = {0, 0};
    text += strspn(text, " ");
    if (strcasecmp(text, "off") == 0 || strcasecmp(text, "none") == 0) {
        vacation_take_back(vacation, today);
        return VACATION_TAKEN;
    }
    const char *end = text;
    bool dates = vacation_dates(&end, &span) && *end == '\0';
    if (!dates && !vacation_counted(text, today + 1, &span)) {
        return VACATION_UNREADABLE;
    }
    if (span.first <= today || span.last > today + VACATION_AHEAD_MOST) {
        return VACATION_NOT_AHEAD;
    }
    if (span.last - span.first >= VACATION_DAYS_MOST ||
        vacation_run(vacation, &span) > VACATION_DAYS_MOST) {
        return VACATION_TOO_LONG;
    }
    vacation_prune(vacation, today);
    if (vacation->count == VACATION_SPANS_MAX || vacation_is_beyond(vacation, &span)) {
        return VACATION_USED_UP;
    }
    vacation->span[vacation->count++] = span;
    return VACATION_TAKEN;
}

/* Days that are over count as taken: where there is no place for one more span, the nearest one
 * grows to it. */
static void vacation_note(struct vacation *vacation, const struct vacation_span *span)
{
    unsigned nearest = 0;
    int32_t least = INT32_MAX;
    int32_t day = span->first;
    while (day <= span->last && vacation_has(vacation, day)) {
        day++;
    }
    if (day > span->last) {
        return; /* all of them are there */
    }
    if (vacation->count < VACATION_SPANS_MAX) {
        vacation->span[vacation->count++] = *span;
        return;
    }
    for (unsigned i = 0; i < vacation->count; i++) {
        int32_t before = vacation->span[i].first - span->last;
        int32_t behind = span->first - vacation->span[i].last;
        int32_t apart = before > behind ? before : behind;
        nearest = apart < least ? i : nearest;
        least = apart < least ? apart : least;
    }
    struct vacation_span *grows = &vacation->span[nearest];
    grows->first = span->first < grows->first ? span->first : grows->first;
    grows->last = span->last > grows->last ? span->last : grows->last;
}

static bool vacation_comes(const struct vacation *vacation, int32_t today)
{
    bool comes = false;
    for (unsigned i = 0; i < vacation->count; i++) {
        comes = comes || vacation->span[i].last > today;
    }
    return comes;
}

void vacation_join(struct vacation *vacation, const struct vacation *other, int32_t today)
{
    bool comes = vacation_comes(vacation, today);
    vacation_prune(vacation, today);
    for (unsigned i = 0; i < other->count; i++) {
        struct vacation_span span = other->span[i];
        if (span.first <= today) {
            span.last = span.last < today ? span.last : today;
            vacation_note(vacation, &span);
        }
    }
    for (unsigned i = 0; i < other->count && !comes; i++) {
        struct vacation_span span = other->span[i];
        span.first = span.first > today ? span.first : today + 1;
        bool fits = span.first <= span.last && vacation->count < VACATION_SPANS_MAX &&
                    vacation_run(vacation, &span) <= VACATION_DAYS_MOST;
        if (fits && !vacation_is_beyond(vacation, &span)) {
            vacation->span[vacation->count++] = span;
        }
    }
}

void vacation_print(const struct vacation *vacation, int32_t from, char text[VACATION_TEXT_BYTES])
{
    size_t len = 0;
    text[0] = '\0';
    for (unsigned i = 0; i < vacation->count; i++) {
        struct civil_date first = civil_date_of(vacation->span[i].first);
        struct civil_date last = civil_date_of(vacation->span[i].last);
        if (vacation->span[i].last >= from) {
            len += (size_t)snprintf(text + len, VACATION_TEXT_BYTES - len,
                                    "%s%04d-%02d-%02d – %04d-%02d-%02d", len > 0 ? ", " : "",
                                    first.year, first.month, first.day, last.year, last.month,
                                    last.day);
        }
    }
}

void vacation_read(struct vacation *vacation, const char *text)
{
    struct vacation_span span = {0, 0};
    vacation->count = 0;
    while (vacation->count < VACATION_SPANS_MAX && vacation_dates(&text, &span)) {
        vacation->span[vacation->count++] = span;
        text += strspn(text, ", ");
    }
}
