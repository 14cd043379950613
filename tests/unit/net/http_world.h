/* The server on a loop of its own, with bare clients on the same loop. Times that the library
 * measures are real and short; everything else runs on a clock that the test moves. */
#ifndef HTTP_WORLD_H
#define HTTP_WORLD_H

#include "http_server.h"
#include "wire.h"

enum { HTTP_SAID_MAX = 64 };

struct http_world {
    uv_loop_t loop;
    struct http_server *server;
    int64_t now_ms;
    const struct http_request *held; /* answered by the test itself */
    struct http_socket *socket;
    char said[HTTP_SAID_MAX][256];
    size_t said_len[HTTP_SAID_MAX];
    unsigned said_count;
    bool stops;      /* the server stops while somebody asks to come in */
    unsigned refuse; /* so many messages are not taken at first */
    unsigned drained;
    unsigned closed;
};

extern struct http_world world;

struct http_setup world_setup(void);
/* limits may be NULL. */
void world_start(const struct http_limits *limits);
/* The same; it takes only what relays with this key pass on. */
void world_start_relayed(const struct http_limits *limits, const char *relay_key);
void world_stop(void);
/* Is nobody connected any more, and no request open? */
bool world_is_quiet(void);
void world_client(struct wire *wire);
/* Runs the loop until *number is at least that. */
void world_until(const unsigned *number, unsigned least);

#endif
