/* Days that somebody takes off in advance, from one date to another, as their calendar has them.
 * Days are numbers, 0: 1 January 1970. */
#ifndef VACATION_H
#define VACATION_H

#include <stdbool.h>
#include <stdint.h>

enum {
    VACATION_SPANS_MAX = 8,    /* those to come, and those of this year and the last */
    VACATION_DAYS_MOST = 21,   /* at once, */
    VACATION_YEAR_MOST = 30,   /* in a year of the calendar, */
    VACATION_AHEAD_MOST = 366, /* and so far ahead */
    VACATION_TEXT_BYTES = VACATION_SPANS_MAX * 28
};

struct vacation {
    struct vacation_span {
        int32_t first;
        int32_t last;
    } span[VACATION_SPANS_MAX];
    uint8_t count;
};

/* What becomes of a wish. */
enum vacation_end {
    VACATION_TAKEN,
    VACATION_UNREADABLE, /* it is no date, or none after another */
    VACATION_NOT_AHEAD,  /* it begins today or before, or in more than a year */
    VACATION_TOO_LONG,   /* more than VACATION_DAYS_MOST days without a day between */
    VACATION_USED_UP     /* more than VACATION_YEAR_MOST days of a year */
};

/* Takes "2026-12-24 2027-01-02", one date, or "9 days" from tomorrow on; "off" takes back all that
 * is left of it, today too. Changes nothing but for VACATION_TAKEN. */
enum vacation_end vacation_take(struct vacation *vacation, const char *text, int32_t today);
/* Days that somebody has taken by another calendar of theirs, too: what is over counts as taken,
 * and what is to come is taken over where nothing is to come here, as far as days are left. */
void vacation_join(struct vacation *vacation, const struct vacation *other, int32_t today);
/* How many days can still be taken in the year of that day. */
int vacation_left(const struct vacation *vacation, int32_t day);
/* Is that day one of them? */
bool vacation_has(const struct vacation *vacation, int32_t day);
/* "2026-12-24 – 2027-01-02, …": those that are not over before that day. */
void vacation_print(const struct vacation *vacation, int32_t from, char text[VACATION_TEXT_BYTES]);
/* What vacation_print has written, however long ago; what is none of it is left out. */
void vacation_read(struct vacation *vacation, const char *text);

#endif
