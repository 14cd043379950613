/* All that is kept of somebody in all parts of a house (store_part.h). */
#ifndef POSTGRES_EXPORT_H
#define POSTGRES_EXPORT_H

#include "store_driver.h"

struct store_sql;

/* STORE_EXPORT: what this store has, and what the others have in "parts", each with its number. The
 * others are opened for reading by this driver. */
int postgres_export(const struct store_driver *driver, struct store_sql *store,
                    const struct store_question *question, store_row_fn row, void *context,
                    struct fault *fault);

#endif
