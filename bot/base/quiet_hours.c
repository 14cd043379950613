#include "quiet_hours.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "said_moment.h"

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

static int quiet_length(int from, int to)
{
    return (to - from + CALENDAR_DAY_MINUTES) % CALENDAR_DAY_MINUTES;
}

bool quiet_hours_read(struct quiet_hours *quiet, const char *text)
{
    int from = 0;
    int to = 0;
    text += strspn(text, " ");
    if (strcasecmp(text, "off") == 0 || strcasecmp(text, "none") == 0) {
        quiet->from = quiet->to = 0;
        return true;
    }
    text = said_time(text, &from);
    text = text == NULL ? NULL : quiet_until(text);
    text = text == NULL ? NULL : said_time(text, &to);
    int length = quiet_length(from, to);
    if (text == NULL || *text != '\0' || length == 0 || length > QUIET_MINUTES_MAX) {
        return false;
    }
    quiet->from = (int16_t)from;
    quiet->to = (int16_t)to;
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
