#ifndef STORE_ROWS_H
#define STORE_ROWS_H

#include <stddef.h>

#include "store.h"

/* A row that was read, with places of its texts in the block; see store_rows.c. */
struct store_rows_one;

/* Rows that were read, until they are delivered. All zero is none. */
struct store_rows {
    struct store_rows_one *rows;
    size_t count;
    size_t room;
    char *bytes;
    size_t used;
    size_t size;
};

/* Keeps a copy of a row: a store_row_fn whose context is the rows. */
void store_rows_add(void *context, const struct store_row *row);

/* Tells of all of them, in the order in which they came. */
void store_rows_deliver(const struct store_rows *rows, store_row_fn row, void *context);

/* Frees what they hold, wiped: rows hold secrets. */
void store_rows_free(struct store_rows *rows);

#endif
