/* The lock file beside a store: who holds it, that there is a database, how far it has come. */
#ifndef STORE_BESIDE_H
#define STORE_BESIDE_H

#include "store_sql_private.h"

/* Says in the lock file who holds it: a help for another start, no more. */
void store_beside_sign(const struct store_sql *store);
/* Does it say that there is a database? */
bool store_beside_was_marked(const struct store_sql *store);
/* Notes in the lock file that there is a database, and how far it has come. After each commit. */
void store_beside_count(const struct store_sql *store);
/* What is noted there; false: nothing. */
bool store_beside_counted(const struct store_sql *store, struct store_sql_count *count_r);
/* Goes on with the database that lies here: one that was put back, or is new here, gets a lineage
 * of its own and gives no id again that was given before. */
int store_beside_adopt(struct store_sql *store, struct fault *fault);

#endif
