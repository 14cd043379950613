/* Seats that a rematch keeps for who sat in them. */
#ifndef TABLE_KEPT_H
#define TABLE_KEPT_H

#include <stdbool.h>
#include <stdint.h>

#include "move.h"
#include "table_seat.h"

struct table;

struct table_kept {
    uint64_t person; /* whose it was: 0 where it is kept for nobody */
    int8_t wish;     /* the team they chose, -1 none */
    bool house;      /* a house player of this name sat there, whom the house seats again */
    char name[TABLE_NAME_BYTES];
};

/* Writes them as the argument "kept" of the move that opens the rematch of a table that is over. */
void table_kept_write(const struct table *over, struct move *move);
/* Reads them at the opening. False when there is something else. */
bool table_kept_read(struct table *table, const struct move *move);
/* The seat in which somebody sits down who comes to a lobby: the one that is kept for them, else one
 * kept for nobody, else any that is free; SEAT_NONE when all are taken. called: of a house player,
 * NULL for a person. */
int table_kept_seat(const struct table *table, uint64_t person, const char *called);
/* The seat is taken: it is kept for nobody any more. The team that goes with it, -1 none. */
int8_t table_kept_take(struct table *table, int seat, uint64_t person);
/* The name of a house player who is to be seated again; NULL: nobody. */
const char *table_kept_called(const struct table *table);
/* Is a seat still kept for a person? */
bool table_keeps_seats(const struct table *table);

#endif
