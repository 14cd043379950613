/* Owed actions: who must do what by when, with which default. The one list that status lines,
 * nudges, deadlines, defaults and buttons read. */
#ifndef OWED_H
#define OWED_H

#include "message.h"
#include "seat.h"

#include <stddef.h>

enum { OWED_MAX = SEATS_MAX * 4, OWED_ACTIONS_MAX = 4 };

#define NO_DEADLINE INT64_MAX

struct owed {
    int8_t seat;  /* a seat, or SEAT_MODERATOR */
    uint32_t ask; /* the number of the wait: equal as long as it is the same wait, never used
                   * again in this game; what buttons carry */
    const char *actions[OWED_ACTIONS_MAX]; /* names of rows, NULL after the last */
    int64_t deadline_ms;   /* absolute, NO_DEADLINE without one or once it has fallen */
    enum message fallback; /* what happens at the deadline, MSG_NONE: only a reminder */
    uint16_t known_to;     /* seat bits of who may know of it; 0: everybody */
    const char *others;    /* what all others are told instead, NULL: nothing: that each of
                            * others_seats owes this act, */
    uint16_t others_seats;
    uint32_t others_ask; /* under this number, which tells them nothing either */
};

struct owed_list {
    size_t count;
    struct owed owed[OWED_MAX];
};

#endif
