/* Time of day where people live: the time zones of the IANA, from the system's tzdata. Moments are
 * UTC milliseconds, as everywhere; minutes are of the day on the wall's clock, 0 to 1439. For the
 * loop's thread alone. */
#ifndef CALENDAR_H
#define CALENDAR_H

#include <stdbool.h>
#include <stdint.h>

enum { CALENDAR_ZONE_BYTES = 48, CALENDAR_DAY_MINUTES = 24 * 60, CALENDAR_TEXT_BYTES = 32 };
enum { CALENDAR_DAY_MS = CALENDAR_DAY_MINUTES * 60 * 1000 };

/* A time in which the clocks of a zone run evenly: they are not changed before it ends. */
struct calendar_span {
    int64_t offset_ms; /* what they are ahead of UTC */
    int64_t end_ms;    /* at most a day after its beginning */
};

/* The zone that somebody means by "Europe/Berlin", "europe/berlin", "berlin" or "New York". False
 * when it is none, or several. */
bool calendar_zone(const char *said, char name[CALENDAR_ZONE_BYTES]);
/* From that moment on in a zone that calendar_zone has given. */
struct calendar_span calendar_span(const char *zone, int64_t at_ms);
/* The day that it is there, 0: 1 January 1970. */
int32_t calendar_day(const char *zone, int64_t at_ms);
/* The first moment from at_ms on at which it shows this minute. One that a change of the clocks
 * leaves out is the moment of the change; of one that comes twice, it is one of both. */
int64_t calendar_next(const char *zone, int64_t at_ms, int minute);
/* The same minute of the wall's clock so many weeks later; a change of the clocks as above. */
int64_t calendar_weeks_later(const char *zone, int64_t at_ms, unsigned weeks);
/* "2030-01-01 18:00 CET": the moment as somebody in the zone reads it. */
void calendar_print(const char *zone, int64_t at_ms, char text[CALENDAR_TEXT_BYTES]);

#endif
