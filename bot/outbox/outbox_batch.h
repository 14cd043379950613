/* An outbox batch: the messages of one commit, kept as one row of the store. What one move tells a
 * room and its seats is written once and taken away once, when the last of them has arrived; what
 * has arrived before the others is noted in it. */
#ifndef OUTBOX_BATCH_H
#define OUTBOX_BATCH_H

#include "store.h"

#include <stddef.h>

struct mail;
struct outbox_row;

struct outbox_batch {
    uint64_t id; /* in the store: the highest of its rows', so that none is given twice */
    uint64_t table;
    const struct mail *mail; /* that will settle it, the last one; NULL none */
    unsigned uses;           /* rows in memory, and commits that have to do with it */
    unsigned count;          /* places; one whose message has ended holds NULL */
    struct outbox_row *row[];
};

/* Packs rows (a list) into one, and writes it; nothing where there are none. */
void outbox_batch_put(struct store_batch *batch, struct outbox_row *rows);
/* The messages of a stored batch that have not ended, as a list; NULL when there is none. */
struct outbox_row *outbox_batch_read(const struct store_row *stored);
/* Writes what the batch holds now, or that it is done with, and as what its messages
 * have arrived. Rows that have arrived count as ended. */
void outbox_batch_rewrite(struct store_batch *batch, struct outbox_batch *outbox_batch);
/* One use less: frees it after the last. */
void outbox_batch_let_go(struct outbox_batch **outbox_batch);

#endif
