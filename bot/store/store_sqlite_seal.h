/* The SQLite driver: which columns are sealed (seal.h), and which key a file is sealed by. */
#ifndef STORE_SQLITE_SEAL_H
#define STORE_SQLITE_SEAL_H

#include "seal.h"
#include "store_sqlite_private.h"

/* The texts of one op as they are written; NULL: as the item says. They live until the next. */
struct store_sealed {
    const struct buf *extra;
    const struct buf *text;
};
void store_seal_item(struct store_sqlite *sqlite, const struct store_item *item,
                     struct store_sealed *sealed_r);

/* What is sealed in a row that a query gave is opened; it lives until the next row. What does not
 * open is damaged; where its key is not here, -1 with a fault. */
int store_seal_row(struct store_sqlite *sqlite, enum store_query query,
                   struct sqlite3_stmt *statement, struct store_row *row, struct fault *fault);
/* That its key is not here. */
int store_seal_no_key(const struct store_sqlite *sqlite, struct fault *fault);
/* Forgets what was opened last. */
void store_seal_wipe(struct store_sqlite *sqlite);
/* Opens a column into out where it is sealed, else copies it. */
enum seal_opened store_seal_column(struct sqlite3_stmt *statement, int column,
                                   const struct seal_place *place, struct buf *out);

/* Fills fault where the file is sealed by a key that is not here. Changes nothing. */
int store_seal_fits(const struct store_sqlite *sqlite, struct fault *fault);
/* Seals, opens or seals anew all that is there where the file's key is another than ours, in one
 * transaction; then nothing of before is left in free pages and the log. */
int store_seal_begin(struct store_sqlite *sqlite, struct fault *fault);

#endif
