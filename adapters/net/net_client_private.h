/* Inside the client: what its files share. */
#ifndef NET_CLIENT_PRIVATE_H
#define NET_CLIENT_PRIVATE_H

#include <curl/curl.h>
#include <libwebsockets.h>

#include "http_pieces.h"
#include "http_pipe.h"
#include "loop.h"
#include "net_client.h"
#include "transitions.h"

enum {
    NET_CONNECTIONS_MAX = 128,      /* kept by libcurl */
    NET_HOST_CONNECTIONS_MAX = 100, /* to one host; what is more waits for one of them */
    NET_SOCKETS_MAX = 1100,
    NET_SEND_BYTES_MAX = 256 * 1024, /* that wait on one socket */
    NET_HOST_BYTES = 256,
    NET_PATH_BYTES = 1024,
    NET_REASON_BYTES = 124
};

/* A WebSocket. */
enum net_socket_state {
    NET_SOCKET_CONNECTING, /* its name is looked up, its addresses are tried */
    NET_SOCKET_OPEN,
    NET_SOCKET_CLOSING, /* we close it; what waits is written before */
    NET_SOCKET_FLUSHED, /* the close frame is next */
    NET_SOCKET_OVER,    /* closed() is to be called, once what came is handed over */
    NET_SOCKET_ENDED    /* it was called */
};
extern const struct transitions net_socket_transitions; /* net_ws.c */

struct net_client {
    struct net_wire wire;
    struct loop *loop;
    char *ca_file; /* NULL none */
    char *agent;
    CURLM *multi;
    struct loop_timer *multi_timer;
    struct net_watch **watches; /* by descriptor */
    size_t watches_room;
    unsigned calls;
    struct net_call *resting; /* ready for the next request */
    unsigned resting_count;
    bool doubt;  /* a kept connection may be dead without knowing it */
    bool direct; /* no proxy is named in the environment */
    struct lws_context *library;
    struct lws_vhost *vhost;
    struct lws_protocols protocols[2];
    int pipe_fd; /* the library's, -1 unknown */
    unsigned sockets;
};

/* net_http.c */
int net_http_open(struct net_client *client, struct fault *fault);
void net_http_close(struct net_client *client);
struct net_call *net_http_call(void *context, const struct net_request *request, net_call_fn done,
                               void *user);
void net_http_cancel(void *context, struct net_call **call);
/* Tells all that have ended. A hook may start and cancel others. */
void net_http_notify(struct net_client *client);

/* net_watch.c */
void net_watch_open(struct net_client *client);
/* After the end of libcurl's multi handle. */
void net_watch_close(struct net_client *client);
/* Sockets of this request are known, so that their watches outlive it. */
void net_watch_sockets(struct net_client *client, CURL *easy);

/* net_ws.c */
int net_ws_open(struct net_client *client, struct fault *fault);
struct net_socket *net_ws_socket(void *context, const struct net_socket_setup *setup);
bool net_ws_send(void *context, struct net_socket *socket, const char *text, size_t len);
void net_ws_close(void *context, struct net_socket *socket, unsigned code, const char *reason);
void net_ws_free(void *context, struct net_socket **socket);
int net_ws_called(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                  size_t len);

#endif
