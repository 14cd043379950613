/* An iCalendar file (RFC 5545) of something that takes place once, or every week, for people's own
 * calendars. Each time is an event of its own, in UTC: so the wall's clock is right wherever it is
 * read, through every change of the clocks, and one time of a weekly thing can be moved or called
 * off alone. Whatever its texts hold, they are only text there. */
#ifndef ICS_H
#define ICS_H

#include "arena.h"
#include "buf.h"

enum {
    ICS_TIMES_MAX = 8,     /* of something weekly: so many of the next */
    ICS_BYTES_MAX = 262144 /* of a file: eight times the longest text, and more */
};

/* One time that it takes place. */
struct ics_time {
    int64_t start_ms;
    int32_t day; /* of something weekly: the day where it lives (calendar_day); it names this time
                  * for ever, so that one that is moved by hours stays the same in a calendar */
    bool cancelled; /* this time alone is called off */
};

struct ics_event {
    const char *uid;   /* names it in the whole world, for ever: something random of ours */
    const char *title; /* the texts are cut at 200 letters, text at 2,000; "" or NULL: none */
    const char *text;
    const char *place;
    const char *url; /* left out where it is none */
    const struct ics_time *times;
    unsigned count;    /* 1 to ICS_TIMES_MAX */
    unsigned minutes;  /* how long it takes, at least 1 */
    unsigned sequence; /* goes up with each change: a calendar keeps the highest */
    bool weekly;       /* its times go by their day; one that is once has one time, on any day */
    bool cancelled;    /* all of it is called off */
};

/* Adds the whole file, as it is now; the arena is for what lives until then. A buffer that is full
 * holds no file. */
void ics_write(struct buf *buf, struct arena *arena, const struct ics_event *event, int64_t now_ms);

#endif
