/* A seat at a table and who is in it; the rooms in which a table is played. */
#ifndef TABLE_SEAT_H
#define TABLE_SEAT_H

#include <stdbool.h>
#include <stdint.h>

enum {
    TABLE_NAME_BYTES = 132, /* a display name: at most 32 characters, cleaned, zero-terminated */
    TABLE_ROOM_BYTES = 128,
    TABLE_EVENT_ID_BYTES = 96
};

enum direct_channel {
    DIRECT_UNVERIFIED,
    DIRECT_VERIFIED,
    DIRECT_CLOSED,
    DIRECT_BEHIND /* in private only what they press is answered: secrets are behind "My hand" */
};

enum venue_kind { VENUE_TABLE, VENUE_TEAM_0, VENUE_TEAM_1, VENUE_PRIVATE };

struct venue {
    enum venue_kind kind;
    char adapter[16];
    char room[TABLE_ROOM_BYTES];
};

struct table_seat {
    uint64_t person;      /* internal id; 0 for an empty seat */
    int64_t due_ms;       /* lobby: when idle, to ask, then to drop; left: the substitute's time */
    uint32_t ask;         /* "still here?" asked with this number; 0 not asked */
    uint32_t joined_step; /* the journal line of the join; orders the joins */
    uint32_t place_step;  /* the joined_step whose place they have, where a host moved them; 0 */
    uint8_t reach;        /* enum direct_channel: is the direct channel to this person verified */
    bool ready;
    bool house;       /* filled by the program: person is no person's id */
    bool left;        /* the person left; a substitute may take the seat */
    bool absent;      /* let several turns go by: somebody else may take it until they act again */
    bool leaving;     /* must leave, and plays on until somebody else takes it over */
    bool stepped_in;  /* they took it over from somebody else */
    uint8_t missed;   /* turns let go by, one after another */
    uint8_t extended; /* how often they took more time */
    int8_t wish;      /* team asked for in the lobby, -1 none */
    char name[TABLE_NAME_BYTES];
    char event[TABLE_EVENT_ID_BYTES]; /* "adapter/event id" of the join: part of the seed */
};

/* What orders the seats before the start, where the seed does not. */
static inline uint32_t table_seat_place(const struct table_seat *seat)
{
    return seat->place_step != 0 ? seat->place_step : seat->joined_step;
}

#endif
