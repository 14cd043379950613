/* What a relay says to the server behind it, in a field of its own: who asks, and where. It shows a
 * key that both know, since whoever else said so could ask in anybody's name. Pure. */
#ifndef HTTP_RELAYED_H
#define HTTP_RELAYED_H

#include "http_proxy.h"

#include <stdint.h>

#define HTTP_RELAYED "x-relayed"

enum { HTTP_RELAYED_BYTES = 256, HTTP_RELAY_KEY_BYTES = 65 };

struct http_relayed {
    char peer[HTTP_ADDRESS_BYTES]; /* who asks, behind proxies that the relay trusts */
    char here[HTTP_ADDRESS_BYTES]; /* at which address of the relay */
    uint16_t port;
    bool proxied; /* a proxy's field was there, believed or not */
};

/* The field's value. */
void http_relayed_write(const struct http_relayed *relayed, const char *key,
                        char value[HTTP_RELAYED_BYTES]);
/* False for what no relay with this key has written. */
bool http_relayed_read(struct http_relayed *relayed, const char *key, const char *value);

#endif
