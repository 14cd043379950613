/* Text that is seldom read: its length in four bytes, the lowest first, then zlib's stream. */

#include "packed.h"

#include <assert.h>
#include <stdlib.h>

#include <zlib.h>

#include "heap.h"

enum { PACKED_HEAD = 4 };

uint8_t *packed_new(const char *text, size_t len, size_t *size_r)
{
    assert(len <= PACKED_TEXT_MAX);
    uLongf size = compressBound((uLong)len);
    uint8_t *packed = heap_allocate(PACKED_HEAD + size);
    for (unsigned i = 0; i < PACKED_HEAD; i++) {
        packed[i] = (uint8_t)(len >> 8 * i);
    }
    int code =
        compress2(packed + PACKED_HEAD, &size, (const Bytef *)text, (uLong)len, Z_BEST_COMPRESSION);
    if (code != Z_OK) {
        abort(); /* the room suffices and the level is known: no memory is left */
    }
    *size_r = PACKED_HEAD + size;
    return packed;
}

bool packed_read(const uint8_t *packed, size_t size, struct buf *out)
{
    size_t len = 0;
    if (size < PACKED_HEAD) {
        return false;
    }
    for (unsigned i = 0; i < PACKED_HEAD; i++) {
        len |= (size_t)packed[i] << 8 * i;
    }
    if (len > PACKED_TEXT_MAX) {
        return false;
    }
    uLongf wrote = (uLongf)len;
    char *text = heap_allocate(len + 1);
    bool good = uncompress((Bytef *)text, &wrote, packed + PACKED_HEAD,
                           (uLong)(size - PACKED_HEAD)) == Z_OK &&
                wrote == len;
    if (good) {
        buf_add(out, text, len);
    }
    free(text);
    return good && !out->full;
}
