/* SQL: rooms that have chosen for themselves how long what is said and played there
 * stays. */
#ifndef STORE_SQL_ROOMS_H
#define STORE_SQL_ROOMS_H

#include "store_sql_private.h"
#include "store_upkeep.h"

struct keep_room;

struct keep_rooms {
    struct keep_room *room; /* by their keys */
    size_t count;
};

/* Reads them anew; false where that cannot be. Where what a room has chosen is damaged, or does not
 * open, everything stays. */
bool keep_rooms_read(struct keep_rooms *rooms, struct store_sql *store);
void keep_rooms_free(struct keep_rooms *rooms);
/* For how many days that room ("adapter/room") keeps what stays for usual days elsewhere; 0: for
 * ever. */
uint32_t keep_rooms_days(const struct keep_rooms *rooms, const struct store_keeping *keeping,
                         const char *room, uint32_t usual);

#endif
