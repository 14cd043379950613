/* The seam for end-to-end encryption: where a content becomes what is sent, and where what is
 * received becomes a content. There is one implementation, which fails closed: what would have to
 * be encrypted is not sent, and what is encrypted is not read. An implementation that can do it
 * fills the same struct; it holds its own state (device lists, one-time keys, sessions), is given
 * the changes by each sync, and stores with the rows of the send before anything leaves. */
#ifndef MATRIX_E2EE_H
#define MATRIX_E2EE_H

#include "matrix_room.h"

struct matrix_e2ee {
    /* What is sent in place of a content: itself in a room known not to be encrypted, NULL where it
     * must not be sent at all. type becomes the event type to send it under. */
    const char *(*seal)(const struct matrix_e2ee *e2ee, const struct matrix_room *room,
                        const char *content, const char **type);
    /* May anything be sent into this room at all: seal would give something. */
    bool (*may)(const struct matrix_e2ee *e2ee, const struct matrix_room *room);
};

extern const struct matrix_e2ee matrix_e2ee_closed;

#endif
