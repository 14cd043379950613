/* Inside the HTTP server: what its files share. Who owns what:
 * a link lives as long as the library's connection; a call from the request's head until its answer
 * is written or nobody is left to read it; a socket from the upgrade until closed() was told. */
#ifndef HTTP_PRIVATE_H
#define HTTP_PRIVATE_H

#include <libwebsockets.h>
#include <uv.h>

#include "bucket.h"
#include "http_pieces.h"
#include "http_pipe.h"
#include "http_server.h"

enum {
    HTTP_ADDRESS_BYTES = 48,
    HTTP_ADDRESSES_MAX = 1024,
    HTTP_TEXT_BYTES_MAX = 2048, /* one header that we read */
    HTTP_INBOX_MAX = 16,        /* messages of one socket that wait to be taken */
    HTTP_CHUNK_BYTES = 16 * 1024,
    HTTP_REASON_BYTES = 124,
    HTTP_CLOSE_TRY_AGAIN = 1013
};

struct http_address {
    char text[HTTP_ADDRESS_BYTES];
    unsigned connections;
    struct bucket requests;
};

struct http_call {
    struct http_request request;
    struct http_server *server;
    struct http_link *link; /* NULL once the connection is gone */
    struct http_call *next; /* in server->calls while it waits to be handed over */
    char *texts;            /* the strings of request, one after the other */
    char *body;
    size_t body_max; /* what Content-Length said */
    bool head;       /* HEAD: everything but the body */
    bool queued;     /* handed over, or about to be */
    bool answered;
    char *out; /* the whole answer as it goes out */
    size_t out_len;
    size_t out_sent;
};

struct http_link {
    struct http_server *server;
    struct lws *wsi;
    struct http_address *address;
    char peer[HTTP_ADDRESS_BYTES];
    char here[HTTP_ADDRESS_BYTES];
    struct http_call *call;     /* being read or answered */
    struct http_socket *socket; /* after an upgrade */
};

struct http_socket {
    struct http_server *server;
    struct http_link *link; /* NULL once the connection is gone */
    struct http_call *call; /* the request that opened it */
    void *user;
    struct http_socket *next; /* of all */
    struct http_socket *previous;
    struct http_socket *next_ready;
    bool ready; /* in server->ready */
    bool opened;
    bool stalled; /* said() did not take the first of inbox */
    bool drained; /* drained() is to be told */
    bool held;    /* reading is held back: the inbox is full */
    bool ending;
    bool flushed; /* ending, and all was written before */
    unsigned code;
    char reason[HTTP_REASON_BYTES];
    struct http_pieces inbox;
    struct http_pieces outbox;
    char *partial; /* a message of which more is to come */
    size_t partial_len;
};

struct http_server {
    struct http_setup setup;
    struct http_limits limits;
    struct lws_context *library;
    struct lws_vhost *vhost;
    struct lws_protocols protocols[3];
    lws_retry_bo_t pings;
    uv_poll_t listening;
    uv_check_t check; /* hands over what came, after the loop's input */
    uv_idle_t idle;   /* runs while something waits, so that the loop does not sleep */
    int listen_fd;
    int pipe_fd;  /* the library's own, -1 unknown */
    int spare_fd; /* given up to turn somebody away when there are no others */
    uint16_t port;
    unsigned handles; /* that must be closed before the server is freed */
    bool stopping;
    bool closing;
    unsigned links;
    struct http_address *addresses; /* HTTP_ADDRESSES_MAX */
    struct http_call *calls;        /* wait to be handed over, in order */
    struct http_call **calls_end;
    struct http_socket *sockets;
    struct http_socket *ready;
    struct http_socket **ready_end;
};

/* http_listen.c */
int http_listen_open(struct http_server *server, struct fault *fault);
void http_listen_close(struct http_server *server);
void http_link_free(struct http_link *link);
bool http_address_may(struct http_link *link);

/* http_library.c: context and callbacks */
int http_library_open(struct http_server *server, struct fault *fault);
/* The connection is cut after this time, unless it is set again; 0: not at all. */
void http_link_timer(struct http_link *link, unsigned seconds);
/* Reads on, or holds back what the other side sends. */
void http_link_read(struct http_link *link, bool on);

int http_call_begin(struct http_link *link, const char *path, size_t path_len);
int http_call_body(struct http_link *link, const char *bytes, size_t count);
int http_call_whole(struct http_link *link);
int http_call_write(struct http_link *link);
void http_call_gone(struct http_link *link);
/* Reads the head of what is being asked. NULL: too long or malformed. */
struct http_call *http_call_read(struct http_link *link, const char *path, size_t path_len);
void http_call_free(struct http_call **call);
void http_call_queue(struct http_call *call);
void http_call_hand(struct http_call *call);

/* http_file.c: answers with a built-in file; false when there is none of that name */
bool http_file_answer(struct http_call *call);

/* http_socket.c */
/* 0 to go on with the upgrade; above: answered otherwise; below: hang up. */
int http_socket_admit(struct http_link *link);
int http_socket_established(struct http_link *link);
int http_socket_received(struct http_link *link, const char *bytes, size_t count);
int http_socket_write(struct http_link *link);
/* The link's time is up. */
int http_socket_timer(struct http_link *link);
void http_socket_gone(struct http_link *link);
void http_socket_tell(struct http_socket *socket);
void http_socket_ready(struct http_socket *socket);
void http_socket_free(struct http_socket *socket);

/* http_server.c */
void http_server_wake(struct http_server *server);
void http_server_release(struct http_server *server);

#endif
