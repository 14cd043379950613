/* Which worker has which part of a house (store_part.h), from who is there alone: each of them
 * comes to the same result by itself. */
#ifndef DIVIDE_H
#define DIVIDE_H

#include "store_part.h"

#include <stddef.h>

/* owners[part]: index among the workers, whose names are given in an order that all of them see.
 * Each worker has as many parts as any other, or one more. One that goes and comes again has what
 * it had, and most of the others keep theirs. count is at least 1, parts at most STORE_PARTS_MAX.
 */
void divide(const char *const *names, size_t count, unsigned parts, size_t owners[STORE_PARTS_MAX]);

#endif
