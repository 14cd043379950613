/* Inside the HTTP server: what its files share. Who owns what:
 * a link is one connection, until its handles are closed; a call lives from the request's head
 * until its answer is written or nobody is left to read it; a socket from the upgrade until
 * closed() was called. A holder is an account or an address: whose place and whose rate a link
 * uses.
 */
#ifndef HTTP_PRIVATE_H
#define HTTP_PRIVATE_H

#include <uv.h>

#include "http_call.h"
#include "http_file.h"
#include "http_link.h"
#include "http_listener.h"
#include "http_pieces.h"
#include "http_place.h"
#include "map.h"
#include "transitions.h"
#include "ws_frame.h"

enum {
    HTTP_INBOX_MAX = 16,                /* messages of one socket that wait to be taken */
    HTTP_INBOX_BYTES_MAX = 16 * 1024,   /* and bytes of them; the last may be longer */
    HTTP_OUTBOX_BYTES_HIGH = 64 * 1024, /* whoever does not read this is not read either */
    HTTP_READ_BYTES = 4096,             /* taken off a connection at once */
    HTTP_RATE_BYTES = 256,              /* the unit of the rate of bytes */
    HTTP_REASON_BYTES = 124,
    HTTP_CLOSE_TRY_AGAIN = 1013,
    HTTP_RETRY_SECONDS = 5
};

/* Of a WebSocket. Its link is there until HTTP_SOCKET_CUT. */
enum http_socket_state {
    HTTP_SOCKET_NEW, /* upgraded: opened() is to be called, and nothing is parsed before */
    HTTP_SOCKET_OPEN,
    HTTP_SOCKET_CLOSING,      /* we close it, behind what waits: what came counts no more */
    HTTP_SOCKET_FLUSHED,      /* the same, and the close frame is queued */
    HTTP_SOCKET_PEER_CLOSING, /* the other side closes it: what it said before still counts */
    HTTP_SOCKET_PEER_FLUSHED, /* the same, and the answering close frame is queued */
    HTTP_SOCKET_CUT,          /* the connection is gone: closed() is to be called */
    HTTP_SOCKET_DELIVERING,   /* the same, behind what it said before */
    HTTP_SOCKET_ENDED         /* closed() was called, or opened() never was: it is freed */
};
extern const struct transitions http_socket_transitions; /* http_socket.c */

struct http_socket {
    struct http_server *server;
    struct http_link *link; /* NULL once the connection is gone */
    enum http_socket_state state;
    struct http_call *call; /* the request that opened it */
    void *user;
    struct http_socket *next; /* of all */
    struct http_socket *previous;
    struct http_socket *next_ready;
    bool ready;           /* in server->ready */
    bool stalled;         /* said() did not take the first of inbox */
    bool drained;         /* drained() is to be called */
    bool dry;             /* the holder's rate is used up: nothing is read until the next refill */
    unsigned free_frames; /* the first ones are not charged to anybody */
    unsigned quiet;       /* ticks of the ping timer without a byte */
    unsigned code;
    char reason[HTTP_REASON_BYTES];
    struct ws_frame frame;
    struct http_pieces inbox;
    struct http_pieces outbox;
    char *rest; /* bytes read that may not be processed yet */
    size_t rest_len;
    char *partial; /* a message of which more is to come */
    size_t partial_len;
};

/* Is it being closed, by whichever side, or closed? */
static inline bool http_socket_is_ending(const struct http_socket *socket)
{
    return socket->state > HTTP_SOCKET_OPEN;
}

struct http_server {
    struct http_setup setup;
    struct http_limits limits;
    struct http_file *files; /* beside setup.files; each made at its first use */
    struct http_listener listener;
    uv_check_t check;  /* hands over what came, after the loop's input */
    uv_idle_t idle;    /* runs while something waits, so that the loop does not sleep */
    uv_timer_t pings;  /* finds silent sockets, while there are any */
    uv_timer_t refill; /* finds sockets that may be read again, while there are any */
    unsigned handles;  /* that must be closed before the server is freed */
    bool stopping;
    bool closing;
    struct http_link *links;
    unsigned link_count;
    struct map holders;
    struct http_holder *unused_first;
    struct http_holder *unused_last;
    void (*refilled)(uv_timer_t *timer); /* what refill does */
    struct http_call *calls;             /* wait for their hook, in order */
    struct http_call **calls_end;
    struct http_socket *sockets;
    struct http_socket *ready;
    struct http_socket **ready_end;
    char chunk[16 * 1024]; /* what is being read */
};

/* http_file.c: answers with a built-in file; false when there is none of that name */
bool http_server_file(struct http_call *call);

/* http_upgrade.c: the request wants to be something else: it becomes a socket, or is refused. */
void http_upgrade(struct http_link *link, char *rest, size_t rest_len);

/* http_socket.c */
void http_socket_new(struct http_link *link, const char *accept);
void http_socket_received(struct http_link *link, char *bytes, size_t count);
/* Goes on with what was held back. */
void http_socket_continue(struct http_socket *socket);
void http_socket_notify(struct http_socket *socket);
void http_socket_ready(struct http_socket *socket);
/* The server stops: it is closed with 1001, a new one once it is open. */
void http_socket_stop(struct http_socket *socket);
void http_socket_free(struct http_socket *socket);
void http_socket_tick(struct http_socket *socket);
/* The holder's rate has something left. */
bool http_socket_refilled(const struct http_socket *socket);

/* http_life.c */
void http_server_schedule(struct http_server *server);
void http_server_release(struct http_server *server);
/* A socket has used up its rate: it is resumed by a timer. */
void http_server_dry(struct http_server *server);

#endif
