/* An inbound event, kept beyond the call that reported it: copied into one block of memory, or as
 * JSON for the store, where it is handled later. */
#ifndef INBOUND_COPY_H
#define INBOUND_COPY_H

#include "buf.h"
#include "inbound.h"

enum {
    INBOUND_ID_BYTES_MAX = 200, /* event, room, account, message ids */
    INBOUND_ARGS_MAX = 64,
    INBOUND_ARGS_BYTES_MAX = 32768
};

struct inbound_copy {
    struct inbound inbound;
    struct value_tree args;
    char *memory; /* what all of it points into */
};

/* Copies an event; text beyond INBOUND_TEXT_BYTES_MAX loses what is past it, and so much that it is
 * still too long for a command. False when ids or arguments are beyond all limits: it cannot be
 * something that was meant. */
bool inbound_copy(struct inbound_copy *copy, const struct inbound *inbound);
void inbound_copy_free(struct inbound_copy *copy);

/* As one JSON object; the answer token is left out. */
void inbound_json_write(const struct inbound *inbound, struct buf *json);
/* Reads it back into a copy of its own; adapter is not in it. False when it is no such text. */
bool inbound_json_read(struct inbound_copy *copy, const char *adapter, const char *json,
                       size_t len);

#endif
