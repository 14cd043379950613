/* Text that is seldom read, packed (zlib's deflate). */
#ifndef PACKED_H
#define PACKED_H

#include "buf.h"

#include <stdint.h>

enum { PACKED_TEXT_MAX = 64 * 1024 * 1024 };

/* The packed form of a text of at most PACKED_TEXT_MAX bytes; free() frees it. */
uint8_t *packed_new(const char *text, size_t len, size_t *size_r);
/* Adds the text to out; false where it is no packed text, or longer than out takes. */
bool packed_read(const uint8_t *packed, size_t size, struct buf *out);

#endif
