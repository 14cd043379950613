/* A parcel: the messages of one commit, kept as one row of the store. What one turn tells a room
 * and its seats is written once and taken away once, when the last of them has arrived; what has
 * arrived before the others is noted in it. */
#ifndef PARCEL_H
#define PARCEL_H

#include "store.h"

#include <stddef.h>

struct commit;
struct outbox_row;

struct parcel {
    uint64_t id; /* in the store: the highest of its rows', so that none is given twice */
    uint64_t table;
    const struct commit *commit; /* that will settle it, the last one; NULL none */
    unsigned uses;               /* rows in memory, and commits that have to do with it */
    unsigned count;              /* places; one whose message has ended holds NULL */
    struct outbox_row *row[];
};

/* Packs commit->rows into one, and writes it; nothing where there are none. */
void parcel_put(struct commit *commit);
/* The messages of a stored parcel that have not ended, as a list; NULL when there is none. */
struct outbox_row *parcel_read(const struct store_row *stored);
/* In a commit: writes what the parcel holds now, or that it is done with, and as what its messages
 * have arrived. Rows that have arrived count as ended. */
void parcel_settle(struct commit *commit, struct parcel *parcel);
/* One use less: frees it after the last. */
void parcel_let_go(struct parcel **parcel);

#endif
