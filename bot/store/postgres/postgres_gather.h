/* What turns write, gathered over a transaction: a statement for each kind of row, not for each
 * row; of several writes to one row the last. */
#ifndef POSTGRES_GATHER_H
#define POSTGRES_GATHER_H

#include "fault.h"

#include <stdbool.h>
#include <stddef.h>

struct postgres_gather;
struct store_batch;
struct store_item;
struct store_sql;

struct postgres_gather *postgres_gather_new(void);
/* Another connection: its statements are prepared anew. */
void postgres_gather_finalize(struct postgres_gather *gather);
void postgres_gather_free(struct postgres_gather **gather);
/* Before a transaction of these batches: reads where their tables stand. Where something among it
 * is damaged, or is an op whose order among the others counts, nothing will be gathered. Returns -1
 * with a fault. */
int postgres_gather_begin(struct store_sql *store, struct store_batch *const *batches, size_t count,
                          struct fault *fault);
/* Takes an op, which is the so manieth of its transaction, from 1 on: 1; leaves it to who asks: 0;
 * -1 with a fault. */
int postgres_gather_take(struct store_sql *store, const struct store_item *item, size_t number,
                         struct fault *fault);
/* Writes what was taken. Returns -1 with a fault. */
int postgres_gather_write(struct store_sql *store, struct fault *fault);

#endif
