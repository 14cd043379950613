/* What was heard, kept beyond the call that told it: copied into one block of memory, or as JSON
 * for the store, where its turn comes later. */
#ifndef HEARD_COPY_H
#define HEARD_COPY_H

#include "buf.h"
#include "heard.h"

enum {
    HEARD_ID_BYTES_MAX = 200, /* event, room, account, message ids */
    HEARD_ARGS_MAX = 64,
    HEARD_ARGS_BYTES_MAX = 32768
};

struct heard_copy {
    struct heard heard;
    struct facts args;
    char *memory; /* what all of it points into */
};

/* Copies heard; text beyond HEARD_TEXT_BYTES_MAX loses what is past it, and so much that it is
 * still too long for a command. False when ids or arguments are beyond all limits: it cannot be
 * something that was meant. */
bool heard_copy(struct heard_copy *copy, const struct heard *heard);
void heard_copy_free(struct heard_copy *copy);

/* As one JSON object; the answer token is left out. */
void heard_json_write(const struct heard *heard, struct buf *json);
/* Reads it back into a copy of its own; adapter is not in it. False when it is no such text. */
bool heard_json_read(struct heard_copy *copy, const char *adapter, const char *json, size_t len);

#endif
