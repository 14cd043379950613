/* The head of a request as a relay passes it on: as it came, but for what is said of its way here.
 * Pure. */
#ifndef RELAY_HEAD_H
#define RELAY_HEAD_H

#include "buf.h"
#include "http_relayed.h"

/* The connection that it came on. */
struct relay_from {
    const char *peer; /* numeric addresses */
    const char *here;
    uint16_t port;
    const struct subnets *trusted; /* proxies that are believed whom they ask for */
    const char *key;               /* http_relayed.h; "": nothing is said there */
};

/* Adds to out what is passed on of a head of this length. *upgrade_r: it wants to be something
 * else; all others are told to close behind their answer. 0, or the status to refuse it with. */
int relay_head_write(struct buf *out, const char *bytes, size_t len, const struct relay_from *from,
                     bool *upgrade_r);

#endif
