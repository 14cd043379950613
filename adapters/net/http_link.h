/* One connection. */
#ifndef HTTP_LINK_H
#define HTTP_LINK_H

#include <uv.h>

#include "http_proxy.h"
#include "http_server.h"

struct http_call;
struct http_holder;
struct http_link;

enum http_phase {
    HTTP_HEAD,   /* the head is being read */
    HTTP_BODY,   /* the body is */
    HTTP_ASKED,  /* the route answers */
    HTTP_WRITE,  /* the answer is being written */
    HTTP_LINGER, /* it is written; what still comes is thrown away until the other side ends */
    HTTP_SOCKET
};

/* Whoever a connection works for: a call, then perhaps a socket. */
struct http_link_user {
    void (*came)(struct http_link *link, size_t count); /* bytes, in server->chunk */
    void (*writable)(struct http_link *link);
    /* What it waits for: UV_READABLE, UV_WRITABLE. */
    int (*events)(const struct http_link *link);
    /* The connection is cut; NULL: it does not matter. */
    void (*gone)(struct http_link *link);
};

struct http_link {
    uv_poll_t poll; /* first two: closed one by one */
    uv_timer_t timer;
    struct http_server *server;
    struct http_link *next; /* of all */
    struct http_link *previous;
    struct http_holder *holder;
    const struct http_link_user *user;
    enum http_phase phase;
    enum http_rank rank;
    int fd;
    int events;       /* that are waited for */
    unsigned handles; /* still to be closed */
    bool ended;
    int64_t active_ms; /* when it last did what counts */
    size_t lingered;
    char peer[HTTP_ADDRESS_BYTES];
    char here[HTTP_ADDRESS_BYTES];
    struct http_origin origin;
    char *in; /* the head so far */
    size_t in_len;
    size_t in_scanned;
    struct http_call *call;     /* being read or answered */
    struct http_socket *socket; /* after an upgrade */
};

/* Takes over fd. */
void http_link_new(struct http_server *server, int fd, const char *peer, const char *here,
                   const struct http_link_user *user);
/* Cuts it; the link may still be read until the loop's next iteration. */
void http_link_end(struct http_link *link);
/* Sends what there is once it can be sent, reads when it may be read. */
void http_link_want(struct http_link *link);
/* The connection is cut after this time, unless it is set again; 0: not at all. */
void http_link_timer(struct http_link *link, unsigned seconds);
/* All is written: waits shortly for the other side to end, so that it reads the answer whole. */
void http_link_linger(struct http_link *link);
/* Sends bytes: how many went, 0 none now, -1 the connection is broken. */
long http_link_send(struct http_link *link, const char *bytes, size_t len);
/* Turns it away: 503 with Retry-After, or 1013 for a socket. */
void http_link_turn_away(struct http_link *link);

#endif
