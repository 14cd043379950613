/* Hours of the day in which somebody is not to be reminded, and in which their time to act stands
 * still: from one time of day to another, in their zone, over midnight too. */
#ifndef QUIET_HOURS_H
#define QUIET_HOURS_H

#include "calendar.h"

enum { QUIET_TEXT_BYTES = 12, QUIET_MINUTES_MAX = 16 * 60 };

struct quiet_hours {
    char zone[CALENDAR_ZONE_BYTES];
    int16_t from; /* minutes of the day; */
    int16_t to;   /* equal: there are none */
};

/* Reads "22:00-08:00", "22-8", "22 to 8", "10pm - 8am", "off". False, and nothing changed, when it
 * is none of them or more than QUIET_MINUTES_MAX. */
bool quiet_hours_read(struct quiet_hours *quiet, const char *text);
/* "22:00-08:00"; "" where there are none. */
void quiet_hours_print(const struct quiet_hours *quiet, char text[QUIET_TEXT_BYTES]);
/* The moment itself where it is not quiet then, else when the quiet ends. */
int64_t quiet_hours_end(const struct quiet_hours *quiet, int64_t at_ms);
/* When so much time that is not quiet has passed since from_ms. */
int64_t quiet_hours_later(const struct quiet_hours *quiet, int64_t from_ms, int64_t length_ms);

#endif
