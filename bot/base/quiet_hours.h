/* Hours of the day in which somebody is not to be reminded, and in which their time to act stands
 * still (own_clock.h): from one time of day to another, over midnight too. */
#ifndef QUIET_HOURS_H
#define QUIET_HOURS_H

#include "calendar.h"

enum { QUIET_TEXT_BYTES = 12, QUIET_MINUTES_MAX = 16 * 60 };

struct quiet_hours {
    int16_t from; /* minutes of the day; */
    int16_t to;   /* equal: there are none */
};

/* Reads "22:00-08:00", "22-8", "22 to 8", "10pm - 8am", "off". False, and nothing changed, when it
 * is none of them or more than QUIET_MINUTES_MAX. */
bool quiet_hours_read(struct quiet_hours *quiet, const char *text);
/* "22:00-08:00"; "" where there are none. */
void quiet_hours_print(const struct quiet_hours *quiet, char text[QUIET_TEXT_BYTES]);
/* From when on that minute of the day it is different than at it: quiet, or not any more. */
int quiet_hours_until(const struct quiet_hours *quiet, int minute);
/* Is it quiet at that minute of the day? */
bool quiet_hours_at(const struct quiet_hours *quiet, int minute);

#endif
