/* A part of a house (store_part.h) in PostgreSQL: a store of its own, in a schema of its own beside
 * that of part 0. */
#ifndef POSTGRES_PART_H
#define POSTGRES_PART_H

#include "fault.h"

#include <stdbool.h>
#include <stddef.h>

struct store_sql;

/* Splits a place into its URL, which is to be freed, and its part. */
char *postgres_part_url(const char *place, unsigned *part_r);
/* Notes the schema in which the session is as that of part 0. Returns -1 with a fault. */
int postgres_part_find_main(const struct store_sql *store, struct fault *fault);
/* The session goes to the schema of its part, which is made where there is none and not only
 * reading. Returns -1 with a fault. */
int postgres_part_enter(const struct store_sql *store, struct fault *fault);
/* What the part is called where something for it is announced, "public#3". */
bool postgres_part_called(const struct store_sql *store, char *text, size_t size);
/* May this part be opened for writing? What all parts share is in part 0's schema, so that one has
 * to be as this program knows it: FAULT_RETRY until it is. */
int postgres_part_may_open(const struct store_sql *store, struct fault *fault);

#endif
