/* A moment that somebody writes: "20:00", "8pm", "8.30 pm", "in 45m", "3 h", "2d", "tomorrow
 * 20:00", "Friday 8pm", "2026-12-04 20:00". */
#ifndef SAID_MOMENT_H
#define SAID_MOMENT_H

#include <stdint.h>

/* The first such moment after now_ms, a time of day in a zone that calendar_zone has given; 0 where
 * it is none, is over already, or is a length of more than 99 days. */
int64_t said_moment(const char *said, const char *zone, int64_t now_ms);

/* Reads a time of day off the front: "8", "08:30", "8.30", "8am", "10 pm", "24:00". Returns what
 * stands behind it and blanks, the minutes of the day in minute_r; NULL: it is none. */
const char *said_time(const char *text, int *minute_r);

#endif
