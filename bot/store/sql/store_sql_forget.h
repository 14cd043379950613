/* SQL: forgetting somebody, and what it needs of the rest. */
#ifndef STORE_SQL_FORGET_H
#define STORE_SQL_FORGET_H

#include "store_sql_private.h"

/* Writes what one op says, inside a transaction. */
int store_sql_put(struct store_sql *store, const struct store_item *item, struct fault *fault);
int store_sql_read(void *db, const struct store_question *question, store_row_fn row, void *context,
                   struct fault *fault);
/* The same of what lies in rows of its own, without records of finished tables. */
int store_sql_read_rows(struct store_sql *store, const struct store_question *question,
                        store_row_fn row, void *context, struct fault *fault);
/* STORE_FORGET, inside a transaction. */
int store_sql_forget(struct store_sql *store, const struct store_item *item, struct fault *fault);
/* What own_export says of somebody in this store. */
int store_sql_export_of(struct store_sql *store, uint64_t person, const char *address,
                        struct buf *json, struct fault *fault);
/* Tells it as STORE_EXPORT does, but for rows below 0, and frees it. */
int store_sql_export_end(const struct store_question *question, int rows, struct buf *json,
                         store_row_fn row, void *context);
/* STORE_EXPORT. */
int store_sql_export(struct store_sql *store, const struct store_question *question,
                     store_row_fn row, void *context, struct fault *fault);
/* What was taken away goes out of free pages and the log too, as far as nobody reads them now. */
void store_sql_wipe(struct store_sql *store);

#endif
