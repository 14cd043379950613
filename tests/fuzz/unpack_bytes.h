/* A packed stream in pieces, for the fuzzers of each way to pack. */
#ifndef UNPACK_BYTES_H
#define UNPACK_BYTES_H

#include <stddef.h>
#include <stdint.h>

#include "unpack.h"

enum { UNPACK_BYTES_TEXT_MAX = 4096 };

/* Puts all bytes but the first, step at a time (at least 1). What comes out never exceeds
 * UNPACK_BYTES_TEXT_MAX, and once the stream is broken it stays so. */
void unpack_bytes(struct unpack *unpack, const uint8_t *data, size_t size, size_t step);

#endif
