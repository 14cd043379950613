/* The parts of a URL of a WebSocket. Pure. */
#ifndef NET_URL_H
#define NET_URL_H

#include <stdbool.h>
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

#endif
