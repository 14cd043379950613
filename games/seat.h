/* Seats: places at a table, numbered clockwise from 0, and who else can act or read. */
#ifndef SEAT_H
#define SEAT_H

#include <stdbool.h>
#include <stdint.h>

enum {
    SEATS_MAX = 12,
    SEAT_HOUSE = -1,     /* the bot itself: time, defaults */
    SEAT_MODERATOR = -2, /* who may overrule; at a game without a person's seat number */
    SEAT_CROWD = -3,     /* everyone who reads the channel; only ever a reader */
    SEAT_NONE = -4
};

/* A set of seats, and readers beside them: bit n is seat n. */
enum { AUDIENCE_MODERATORS = 1 << 14, AUDIENCE_CROWD = 1 << 15 };

static inline bool seat_is_person(int seat)
{
    return seat >= 0 && seat < SEATS_MAX;
}

/* The bit of one seat; 0 for the house, moderators and nobody. */
static inline uint16_t seat_bit(int seat)
{
    return (uint16_t)(seat_is_person(seat) ? 1u << seat : 0u);
}

#endif
