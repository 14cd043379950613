/* The parts of a URL. Pure. */
#ifndef NET_URL_H
#define NET_URL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { NET_URL_HOST_BYTES = 256, NET_URL_PATH_BYTES = 1024 };

struct net_url {
    bool secret; /* wss: by TLS */
    char host[NET_URL_HOST_BYTES];
    uint16_t port;
    char path[NET_URL_PATH_BYTES]; /* with the query; at least "/" */
};

/* "ws://host:port/path?query"; false when it is none. Names of people in it are refused. */
bool net_url_read(struct net_url *url, const char *text);

/* The bytes of "http://host:port" at the beginning of text, when what follows begins with a slash
 * and can be sent as it stands (RFC 9112, 3.2.1): ASCII that is visible, no fragment, no segment of
 * dots. Otherwise 0. Names of people in it are refused. */
size_t net_url_origin(const char *text);

#endif
