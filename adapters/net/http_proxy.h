/* Who really asks, when what is connected is a proxy. What a proxy says (Forwarded of RFC 7239, or
 * X-Forwarded-For) is believed only of addresses that the settings trust. Pure. */
#ifndef HTTP_PROXY_H
#define HTTP_PROXY_H

#include "http_head.h"
#include "subnet.h"

enum { HTTP_ADDRESS_BYTES = 48 };

struct http_origin {
    char address[HTTP_ADDRESS_BYTES]; /* whose place and rate it is */
    bool forwarded;                   /* a proxy's field was there, believed or not */
};

/* peer is the connection's numeric address. The right-most address that is not trusted counts; when
 * the two fields name different ones, at least one of them came from outside, and peer counts. */
void http_proxy_origin(const struct subnets *trusted, const char *peer,
                       const struct http_head *head, struct http_origin *origin);

#endif
