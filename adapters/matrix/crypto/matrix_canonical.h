/* Canonical JSON (Matrix specification, appendices): the one text of a value that is signed. */
#ifndef MATRIX_CANONICAL_H
#define MATRIX_CANONICAL_H

#include <cjson/cJSON.h>
#include <stdbool.h>

#include "buf.h"

enum { MATRIX_CANONICAL_BYTES_MAX = 256 * 1024, MATRIX_CANONICAL_DEPTH_MAX = 32 };

/* Adds it to out. False, with out as it was: the value has none, for a number that is not whole or
 * beyond 2^53 - 1, two members of one name, a text that is no UTF-8, or its depth or length. */
bool matrix_canonical(const cJSON *value, struct buf *out);
/* The same of an object without its members "signatures" and "unsigned": what is signed of it. */
bool matrix_canonical_signed(const cJSON *object, struct buf *out);

#endif
