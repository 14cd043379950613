/* Seats that a rematch keeps for who sat in them. */
#ifndef TABLE_KEPT_H
#define TABLE_KEPT_H

#include <stdbool.h>
#include <stdint.h>

#include "move.h"
#include "table_seat.h"

struct table;

/* Who sat in one of its seats. */
struct table_kept {
    uint64_t person; /* 0: nobody, or they sit again */
    int8_t wish;     /* the team they chose, -1 none */
    bool house;      /* a house player of this name, whom the house seats again */
    char name[TABLE_NAME_BYTES];
};

/* Writes them as the argument "kept" of the move that opens the rematch of a table that is over. */
void table_kept_write(const struct table *over, struct move *move);
/* Reads them at the opening. False when there is something else. */
bool table_kept_read(struct table *table, const struct move *move);
/* Until when seats are kept for people who have not come back yet, NO_DEADLINE when they are not
 * (any more). */
int64_t table_kept_until_ms(const struct table *table, int64_t now_ms);
/* Is every seat that is free kept for somebody else? */
bool table_kept_from(const struct table *table, uint64_t person, int64_t now_ms);
/* They sit again: the team that goes with it, -1 none. */
int8_t table_kept_take(struct table *table, uint64_t person);
/* A house player of that name sits, or nobody wants one: none is to be seated for it any more. */
void table_kept_take_house(struct table *table, const char *called);
/* The name of a house player who is to be seated again; NULL: nobody. */
const char *table_kept_called(const struct table *table);

#endif
