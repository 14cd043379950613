/* What the other parts of a house (store_part.h) have of somebody, read on this store's own
 * connection. */
#ifndef POSTGRES_ELSEWHERE_H
#define POSTGRES_ELSEWHERE_H

#include <stdbool.h>

#include "store.h"

struct store_sql;

bool postgres_elsewhere_is_asked(enum store_query query);
/* Answers such a question, part by part. */
int postgres_elsewhere_read(struct store_sql *store, const struct store_question *question,
                            store_row_fn row, void *context, struct fault *fault);

#endif
