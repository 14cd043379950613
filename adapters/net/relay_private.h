/* Inside the relay: what its files share. A link is one connection with the one that is made for it
 * to whoever answers, and lives until the handles of both are closed. */
#ifndef RELAY_PRIVATE_H
#define RELAY_PRIVATE_H

#include "http_listener.h"
#include "relay.h"
#include "relay_head.h"
#include "transitions.h"

enum { RELAY_CHUNK_BYTES = 16 * 1024 };

enum relay_state {
    RELAY_HEAD,       /* the head is being read */
    RELAY_CONNECTING, /* whoever answers is being connected to */
    RELAY_OPEN,       /* bytes go both ways */
    RELAY_ANSWERED,   /* all of the answer was passed on: the other side is waited for, shortly */
    RELAY_REFUSED,    /* the same after a refusal of ours; what still comes is thrown away */
    RELAY_ENDED
};
extern const struct transitions relay_transitions; /* relay_link.c */

/* One end of a link. */
struct relay_side {
    uv_poll_t poll;
    struct relay_link *link;
    int fd; /* -1: none */
    int events;
    char *out; /* waits to be written; NULL: nothing, and the other side is read */
    size_t out_len;
    size_t out_sent;
    bool ended;    /* nothing more comes from it */
    bool shut;     /* it was told that nothing more goes to it */
    bool answered; /* something came from it */
};

struct relay_link {
    struct relay *relay;
    struct relay_link *next; /* of all, the newest first */
    struct relay_link *previous;
    enum relay_state state;
    struct relay_side client;
    struct relay_side server;
    uv_timer_t timer;
    unsigned handles; /* still to be closed */
    char *in;         /* the head so far */
    size_t in_len;
    size_t in_scanned;
    size_t lingered;
    char peer[HTTP_ADDRESS_BYTES];
    char here[HTTP_ADDRESS_BYTES];
};

struct relay {
    struct relay_setup setup;
    struct subnets trusted;
    struct http_listener listener;
    struct relay_link *links;
    struct relay_link *oldest;
    unsigned link_count;
    unsigned handles;              /* that must be closed before it is freed */
    char chunk[RELAY_CHUNK_BYTES]; /* what is being read */
};

/* relay.c */
void relay_release(struct relay *relay);

/* relay_link.c: takes over fd. */
void relay_link_new(struct relay *relay, int fd, const char *peer, const char *here);
void relay_link_end(struct relay_link *link);
/* Answers with this status in place of whoever should have. */
void relay_link_refuse(struct relay_link *link, int status);

#endif
