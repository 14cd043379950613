/* Messages out of one stream that is packed for as long as a connection lives. By zlib each ends
 * with a flush, the bytes 00 00 FF FF, at the end of what the connection hands over; by zstd each
 * is what the connection hands over at once. */
#ifndef UNPACK_H
#define UNPACK_H

#include "fault.h"

#include <stdbool.h>
#include <stddef.h>

struct unpack;

/* text_max: bytes that a message may become. */
struct unpack *unpack_new(size_t text_max);
/* Was the program built with zstd? Of a stream that it packed. */
bool unpack_has_zstd(void);
struct unpack *unpack_new_zstd(size_t text_max);
void unpack_free(struct unpack **unpack);

enum unpack_state {
    UNPACK_MORE,  /* the message continues */
    UNPACK_WHOLE, /* it is there, until the next put */
    UNPACK_BROKEN /* malformed, or longer than allowed: nothing can be read of this stream again */
};

/* Takes the next piece as it came, of any length. */
enum unpack_state unpack_put(struct unpack *unpack, const void *bytes, size_t len,
                             struct fault *fault);
/* The message that is whole; zero-terminated. */
const char *unpack_text(const struct unpack *unpack, size_t *len);

#endif
