/* Pieces are inflated as they come, so that a message is never held twice; what it becomes grows as
 * it is needed and never above the limit, whatever a bomb promises. */
#include "unpack.h"

#include <assert.h>
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define ZLIB_CONST
#include <zlib.h>
#ifdef DD_ZSTD
#include <zstd.h>
#endif

#include "heap.h"

enum {
    UNPACK_TAIL_BYTES = 4,
    UNPACK_FIRST_BYTES = 16 * 1024,
    UNPACK_KEEP_BYTES = 256 * 1024,
    UNPACK_WINDOW_LOG = 24
};

static const unsigned char unpack_flush[UNPACK_TAIL_BYTES] = {0x00, 0x00, 0xff, 0xff};

struct unpack {
    z_stream stream;
#ifdef DD_ZSTD
    ZSTD_DCtx *zstd; /* in place of it; NULL: zlib */
#endif
    unsigned char tail[UNPACK_TAIL_BYTES]; /* the last bytes that came */
    size_t tail_len;
    char *text;
    size_t len;
    size_t size; /* of text, with room for a zero */
    size_t text_max;
    bool whole;
    bool broken;
};

struct unpack *unpack_new(size_t text_max)
{
    struct unpack *unpack = heap_allocate(sizeof *unpack);
    assert(text_max > 0 && text_max < UINT_MAX / 2);
    unpack->text_max = text_max;
    if (inflateInit(&unpack->stream) != Z_OK) {
        abort(); /* out of memory */
    }
    return unpack;
}

#ifdef DD_ZSTD
bool unpack_has_zstd(void)
{
    return true;
}

struct unpack *unpack_new_zstd(size_t text_max)
{
    struct unpack *unpack = unpack_new(text_max);
    unpack->zstd = ZSTD_createDCtx();
    if (unpack->zstd == NULL || ZSTD_isError(ZSTD_DCtx_setParameter(
                                    unpack->zstd, ZSTD_d_windowLogMax, UNPACK_WINDOW_LOG))) {
        abort(); /* out of memory */
    }
    return unpack;
}
#else
bool unpack_has_zstd(void)
{
    return false;
}

struct unpack *unpack_new_zstd(size_t text_max)
{
    (void)text_max;
    return NULL;
}
#endif

void unpack_free(struct unpack **unpack)
{
    struct unpack *freed = *unpack;
    *unpack = NULL;
    if (freed != NULL) {
#ifdef DD_ZSTD
        ZSTD_freeDCtx(freed->zstd);
#endif
        inflateEnd(&freed->stream);
        free(freed->text);
        free(freed);
    }
}

static void unpack_begin(struct unpack *unpack)
{
    unpack->len = 0;
    unpack->whole = false;
    if (unpack->size > UNPACK_KEEP_BYTES) {
        free(unpack->text);
        unpack->text = NULL;
        unpack->size = 0;
    }
}

static void unpack_grow(struct unpack *unpack)
{
    size_t size = unpack->size == 0 ? UNPACK_FIRST_BYTES : unpack->size * 2;
    size_t most = unpack->text_max + 2; /* one byte too many is seen, and a zero */
    unpack->size = size < most ? size : most;
    unpack->text = heap_grow(unpack->text, unpack->size, 1);
}

static void unpack_remember(struct unpack *unpack, const unsigned char *bytes, size_t len)
{
    for (size_t i = len > UNPACK_TAIL_BYTES ? len - UNPACK_TAIL_BYTES : 0; i < len; i++) {
        if (unpack->tail_len == UNPACK_TAIL_BYTES) {
            memmove(unpack->tail, unpack->tail + 1, UNPACK_TAIL_BYTES - 1);
            unpack->tail_len--;
        }
        unpack->tail[unpack->tail_len++] = bytes[i];
    }
}

static enum unpack_state unpack_break(struct unpack *unpack, struct fault *fault, const char *why)
{
    unpack->broken = true;
    fault_set(fault, FAULT_BROKEN, "%s", why);
    return UNPACK_BROKEN;
}

/* 0: all that was given is taken. */
static int unpack_inflate(struct unpack *unpack)
{
    z_stream *stream = &unpack->stream;
    do {
        if (unpack->len + 1 >= unpack->size) {
            unpack_grow(unpack);
        }
        stream->next_out = (unsigned char *)unpack->text + unpack->len;
        stream->avail_out = (unsigned)(unpack->size - unpack->len - 1);
        int result = inflate(stream, Z_SYNC_FLUSH);
        unpack->len = unpack->size - 1 - stream->avail_out;
        if (unpack->len > unpack->text_max || (result != Z_OK && result != Z_BUF_ERROR)) {
            return -1; /* also a stream that ends: this one never does */
        }
        if (result == Z_BUF_ERROR && stream->avail_in > 0 && stream->avail_out > 0) {
            return -1;
        }
    } while (stream->avail_in > 0 || stream->avail_out == 0);
    return 0;
}

static enum unpack_state unpack_end(struct unpack *unpack)
{
    if (unpack->text == NULL) {
        unpack_grow(unpack);
    }
    unpack->text[unpack->len] = '\0';
    unpack->tail_len = 0;
    unpack->whole = true;
    return UNPACK_WHOLE;
}

#ifdef DD_ZSTD
/* 0: all that was given is taken, and all that it becomes is there. */
static int unpack_decompress(struct unpack *unpack, const void *bytes, size_t len)
{
    ZSTD_inBuffer in = {bytes, len, 0};
    bool full = true;
    while (in.pos < in.size || full) {
        if (unpack->len + 1 >= unpack->size) {
            unpack_grow(unpack);
        }
        size_t before = in.pos;
        ZSTD_outBuffer out = {unpack->text, unpack->size - 1, unpack->len};
        size_t result = ZSTD_decompressStream(unpack->zstd, &out, &in);
        bool stands = in.pos == before && out.pos == unpack->len && in.pos < in.size;
        unpack->len = out.pos;
        full = out.pos == out.size;
        if (ZSTD_isError(result) || unpack->len > unpack->text_max || stands) {
            return -1;
        }
    }
    return unpack->len > 0 ? 0 : -1; /* a message that is none: what follows would be none either */
}
#endif

enum unpack_state unpack_put(struct unpack *unpack, const void *bytes, size_t len,
                             struct fault *fault)
{
    if (unpack->broken || len > UINT_MAX) {
        return unpack_break(unpack, fault, "the packed stream is broken");
    }
    if (unpack->whole) {
        unpack_begin(unpack);
    }
#ifdef DD_ZSTD
    if (unpack->zstd != NULL) {
        return unpack_decompress(unpack, bytes, len) == 0
                   ? unpack_end(unpack)
                   : unpack_break(unpack, fault, "a packed message is malformed, or too long");
    }
#endif
    unpack->stream.next_in = bytes;
    unpack->stream.avail_in = (unsigned)len;
    if (len > 0 && unpack_inflate(unpack) != 0) {
        return unpack_break(unpack, fault,
                            unpack->len > unpack->text_max ? "a packed message is too long"
                                                           : "a packed message is malformed");
    }
    unpack_remember(unpack, bytes, len);
    if (unpack->tail_len < UNPACK_TAIL_BYTES ||
        memcmp(unpack->tail, unpack_flush, UNPACK_TAIL_BYTES) != 0) {
        return UNPACK_MORE;
    }
    return unpack_end(unpack);
}

const char *unpack_text(const struct unpack *unpack, size_t *len)
{
    assert(unpack->whole);
    *len = unpack->len;
    return unpack->text;
}
