/* What somebody wants to be told in private: that a room's table lacks people, that a lobby has so
 * many, that a seat is free. Nobody else learns of it. Kept in the person's row. */
#ifndef ALERTS_H
#define ALERTS_H

#include <stdbool.h>
#include <stdint.h>

#include "buf.h"
#include "table_seat.h"

struct cJSON;

enum { ALERTS_MAX = 16, ALERTS_TOLD_MAX = 16, ALERT_ROOM_BYTES = 16 + TABLE_ROOM_BYTES };

enum alert_kind {
    ALERT_PLAYERS, /* a table of the room lacks people */
    ALERT_STEP_IN, /* a seat is free at a table of the room: they are willing to step in */
    ALERT_SEATS,   /* so many people sit in that table's lobby */
    ALERT_KINDS
};

struct alert {
    uint64_t table;              /* of ALERT_SEATS */
    int64_t asked_ms;            /* when they were asked by it last; 0: never */
    uint16_t number;             /* by which its button takes it back */
    uint8_t kind;                /* enum alert_kind */
    uint8_t seats;               /* of ALERT_SEATS: how many */
    char room[ALERT_ROOM_BYTES]; /* "adapter/room" */
};

/* They were told of a table. */
struct alert_told {
    uint64_t table;
    int64_t at_ms;
};

struct alerts {
    uint16_t last; /* number given */
    uint8_t count;
    uint8_t told_count;
    struct alert item[ALERTS_MAX];
    struct alert_told told[ALERTS_TOLD_MAX]; /* the oldest first, which goes when there are more */
};

/* The one of that kind about that room, of ALERT_SEATS about that table; NULL: there is none.
 * alerts may be NULL. */
struct alert *alerts_find(struct alerts *alerts, enum alert_kind kind, const char *room,
                          uint64_t table);
/* Adds one, with a number of its own, to *alerts, which is made where it is NULL. False when there
 * are ALERTS_MAX. */
bool alerts_add(struct alerts **alerts, const struct alert *alert);
/* Takes the one of that number back; false: there is none. */
bool alerts_remove(struct alerts *alerts, unsigned number);
/* Takes back all about a room. False: there was none. */
bool alerts_remove_room(struct alerts *alerts, const char *room);
/* When they were told of that table last, 0 never; and of any. */
int64_t alerts_told_ms(const struct alerts *alerts, uint64_t table);
int64_t alerts_last_ms(const struct alerts *alerts);
/* They are told of a table at that moment. */
void alerts_tell(struct alerts *alerts, uint64_t table, int64_t at_ms);

/* Adds members to the JSON of a person's row, and reads them from there. */
void alerts_write(const struct alerts *alerts, struct buf *json);
/* NULL where nothing was asked for; the caller frees it. */
struct alerts *alerts_read(const struct cJSON *json);

#endif
