/* SQL: which columns are sealed (seal.h), and which key a file is sealed by. */
#ifndef STORE_SQL_SEAL_H
#define STORE_SQL_SEAL_H

#include "seal.h"
#include "store_sql_private.h"

/* The texts of one op as they are written; NULL: as the item says. They live until the next. */
struct store_sealed {
    const struct buf *extra;
    const struct buf *text;
};
void store_seal_item(struct store_sql *store, const struct store_item *item,
                     struct store_sealed *sealed_r);

/* What is sealed in a row that a query gave is opened; it lives until the next row. What does not
 * open is damaged; where its key is not here, -1 with a fault. */
int store_seal_row(struct store_sql *store, enum store_query query, struct sql_statement *statement,
                   struct store_row *row, struct fault *fault);
/* That its key is not here. */
int store_seal_no_key(const struct store_sql *store, struct fault *fault);
/* Forgets what was opened last. */
void store_seal_wipe(struct store_sql *store);
/* Opens a column into out where it is sealed, else copies it. */
enum seal_opened store_seal_column(struct sql_statement *statement, int column,
                                   const struct seal_place *place, struct buf *out);

/* A value as it is to be stored from now on, into out. */
enum seal_opened store_seal_again(const struct seal_place *place, const void *bytes, size_t size,
                                  struct buf *out);

/* Fills fault where the file is sealed by a key that is not here. Changes nothing. */
int store_seal_fits(const struct store_sql *store, struct fault *fault);
/* Seals, opens or seals anew all that is there where the file's key is another than ours, in one
 * transaction; then nothing of before is left in free pages and the log. */
int store_seal_begin(struct store_sql *store, struct fault *fault);

#endif
