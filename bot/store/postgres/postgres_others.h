/* The other parts of a house (store_part.h) that have a store beside this one, whether it is
 * divided into so many now or was once. */
#ifndef POSTGRES_OTHERS_H
#define POSTGRES_OTHERS_H

#include "store.h"
#include "store_part.h"

struct store_sql;

enum { POSTGRES_SCHEMA_BYTES = 132 /* as it stands in a statement: each " of it twice */ };

struct postgres_others {
    unsigned count;
    unsigned part[STORE_PARTS_MAX]; /* in their order */
    char schema[STORE_PARTS_MAX][POSTGRES_SCHEMA_BYTES];
};

/* Which there are. Returns -1 with a fault. */
int postgres_others_find(const struct store_sql *store, struct postgres_others *others_r,
                         struct fault *fault);
/* Where that part of the house is. */
int postgres_others_place(const struct store_sql *store, unsigned part, char *place, size_t size,
                          struct fault *fault);
/* STORE_OTHERS. */
int postgres_others_read(const struct store_sql *store, const struct store_question *question,
                         store_row_fn row, void *context, struct fault *fault);

#endif
