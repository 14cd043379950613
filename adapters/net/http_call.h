/* One request and its answer. */
#ifndef HTTP_CALL_H
#define HTTP_CALL_H

#include "http_head.h"
#include "http_proxy.h"
#include "http_server.h"

struct http_link;
struct http_link_user;

struct http_call {
    struct http_request request;
    struct http_server *server;
    struct http_link *link; /* NULL once the connection is gone */
    struct http_call *next; /* in server->calls while it waits for its hook */
    struct http_head head;  /* into texts */
    char *texts;            /* the head as it came */
    char peer[HTTP_ADDRESS_BYTES];
    char here[HTTP_ADDRESS_BYTES];
    char *body;
    size_t body_max; /* what Content-Length said */
    bool only_head;  /* HEAD: everything but the body */
    bool queued;     /* its hook was called, or is about to be */
    bool answered;
    char *out; /* the whole answer as it goes out */
    size_t out_len;
    size_t out_sent;
};

/* For a connection from its first byte on. Bytes behind what belongs to the request are not
 * read. */
extern const struct http_link_user http_call_user;
void http_call_free(struct http_call **call);
void http_call_hand(struct http_call *call);
void http_call_sorry(struct http_call *call, int status, const char *text);

#endif
