/* A store copied into another, of whichever database. */
#ifndef STORE_COPY_H
#define STORE_COPY_H

#include "store_sql_private.h"
#include "store_upkeep.h"

/* A copy in a file of SQLite's, which must not be there, of one moment of a store that was opened
 * for looking. pause may be NULL. */
int store_copy_to_file(struct store_sql *store, const char *path, const struct store_pause *pause,
                       struct fault *fault);

#endif
