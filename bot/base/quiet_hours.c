#include "quiet_hours.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

static const char *quiet_skip(const char *text)
{
    while (*text == ' ') {
        text++;
    }
    return text;
}

/* One or two digits, which are passed over; -1: there are none. */
static int quiet_number(const char **text)
{
    int number = -1;
    for (int digits = 0; digits < 2 && isdigit((unsigned char)**text); digits++) {
        number = (number < 0 ? 0 : number * 10) + (**text - '0');
        (*text)++;
    }
    return number;
}

/* "8", "08:30", "8.30", "8am", "10 pm": to minutes of the day. NULL when it is none. */
static const char *quiet_time(const char *text, int16_t *minute_r)
{
    int minute = 0;
    text = quiet_skip(text);
    int hour = quiet_number(&text);
    if (hour >= 0 && (*text == ':' || *text == '.')) {
        text++;
        minute = quiet_number(&text);
    }
    if (hour < 0 || minute < 0) {
        return NULL;
    }
    const char *half = quiet_skip(text);
    bool after_noon = strncasecmp(half, "pm", 2) == 0;
    if (after_noon || strncasecmp(half, "am", 2) == 0) {
        if (hour < 1 || hour > 12) {
            return NULL;
        }
        hour = hour % 12 + (after_noon ? 12 : 0);
        text = half + 2;
    }
    if (hour > 24 || minute > 59 || (hour == 24 && minute > 0)) {
        return NULL;
    }
    *minute_r = (int16_t)((hour % 24) * 60 + minute);
    return quiet_skip(text);
}

/* What stands between both times. */
static const char *quiet_until(const char *text)
{
    static const char *const words[] = {"-", "–", "to", "till", "until"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        size_t len = strlen(words[i]);
        if (strncasecmp(text, words[i], len) == 0) {
            return text + len;
        }
    }
    return NULL;
}

static int quiet_length(int16_t from, int16_t to)
{
    return (to - from + CALENDAR_DAY_MINUTES) % CALENDAR_DAY_MINUTES;
}

bool quiet_hours_read(struct quiet_hours *quiet, const char *text)
{
    int16_t from = 0;
    int16_t to = 0;
    text = quiet_skip(text);
    if (strcasecmp(text, "off") == 0 || strcasecmp(text, "none") == 0) {
        quiet->from = quiet->to = 0;
        return true;
    }
    text = quiet_time(text, &from);
    text = text == NULL ? NULL : quiet_until(text);
    text = text == NULL ? NULL : quiet_time(text, &to);
    int length = quiet_length(from, to);
    if (text == NULL || *text != '\0' || length == 0 || length > QUIET_MINUTES_MAX) {
        return false;
    }
    quiet->from = from;
    quiet->to = to;
    return true;
}

void quiet_hours_print(const struct quiet_hours *quiet, char text[QUIET_TEXT_BYTES])
{
    unsigned from = (unsigned)quiet->from % CALENDAR_DAY_MINUTES;
    unsigned to = (unsigned)quiet->to % CALENDAR_DAY_MINUTES;
    text[0] = '\0';
    if (from != to) {
        snprintf(text, QUIET_TEXT_BYTES, "%02u:%02u-%02u:%02u", from / 60, from % 60, to / 60,
                 to % 60);
    }
}

bool quiet_hours_at(const struct quiet_hours *quiet, int minute)
{
    int since = (minute - quiet->from + CALENDAR_DAY_MINUTES) % CALENDAR_DAY_MINUTES;
    return since < quiet_length(quiet->from, quiet->to);
}

int quiet_hours_until(const struct quiet_hours *quiet, int minute)
{
    int edge = quiet_hours_at(quiet, minute) ? quiet->to : quiet->from;
    int next = quiet->from == quiet->to || edge <= minute ? CALENDAR_DAY_MINUTES : edge;
    return next;
}
