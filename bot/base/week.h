/* Weeks of ISO 8601 in UTC: they begin on Monday at 00:00, and belong to the year that most of
 * their days are in. */
#ifndef WEEK_H
#define WEEK_H

#include <stdbool.h>
#include <stdint.h>

enum { WEEK_BYTES = 9 /* "2026-W48" */ };

/* The week that a moment from 1970 to 9999 is in. */
void week_print(int64_t at_ms, char week[WEEK_BYTES]);
/* When a week is over: its next Monday. -1 where the text is no week, as week_print writes it. */
int64_t week_end_ms(const char *week);

#endif
