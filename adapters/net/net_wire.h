/* The way out: HTTP requests, WebSockets and timers as an adapter sees them. A struct of functions,
 * so that the same adapter runs over real sockets (net_client.h) and, on one thread with a virtual
 * clock, against a server of the tests' own.
 *
 * Two promises hold for whoever fills it. No hook is ever called from inside one of these
 * functions: what happens at once is reported later. And after cancel, free and timer_free no hook
 * of that thing is called any more; all of them take NULL, leave NULL behind, and may be called
 * inside its hook. */
#ifndef NET_WIRE_H
#define NET_WIRE_H

#include "clock.h"
#include "entropy.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct net_call;
struct net_socket;
struct net_timer;

struct net_header {
    const char *name;
    const char *value;
};

/* A part of multipart/form-data. */
struct net_part {
    const char *name;
    const char *filename; /* NULL: none */
    const char *type;     /* "image/png" */
    const void *bytes;
    size_t len;
};

/* What start() is asked; all of it is copied. */
struct net_request {
    const char *method; /* "GET" */
    const char *url;    /* http:// or https://; never logged, since it may hold a secret */
    const struct net_header *headers;
    size_t header_count;
    const char *body; /* NULL: none; a method that wants one then says Content-Length: 0 */
    size_t body_len;
    const struct net_part *parts; /* with parts, body is not used */
    size_t part_count;
    int64_t time_ms;   /* for all of it, connecting included; above 0 */
    size_t answer_max; /* bytes of body; 0: NET_ANSWER_BYTES_MAX */
    bool once;         /* never over a kept connection, whose end would have it sent twice */
    bool urgent;       /* before others that wait for a connection */
    unsigned moves;    /* how often an answer may send it elsewhere (30x); 0: that is the answer.
                        * What is asked for so must carry no secret */
    /* The body of a 2xx piece by piece, as it comes; answer.body is "" then. Nothing of the wire
     * may be called in there. A wire that has the whole at once may leave it to answer.body. NULL:
     * the body is kept. */
    void (*piece)(void *user, const char *bytes, size_t len);
};

enum net_end {
    NET_ANSWERED,  /* a whole answer, of whatever status */
    NET_UNREACHED, /* surely not received: no address, refused, TLS failed, nothing written */
    NET_UNKNOWN, /* may have been received: reset, or out of time after writing began; cut answer */
    NET_TOO_LONG /* received and answered, with more than answer_max */
};

enum { NET_ANSWER_BYTES_MAX = 4 * 1024 * 1024, NET_ANSWER_HEADERS_MAX = 64 };

/* Lives during the hook. */
struct net_answer {
    enum net_end end;
    int status;                       /* NET_ANSWERED alone */
    const struct net_header *headers; /* names in small letters; of a cut answer what came */
    size_t header_count;
    const char *body; /* zero-terminated, never NULL */
    size_t body_len;
    const char *why; /* of an end that is no answer: one line without the URL; "" else */
};

/* The end of a call, exactly once; the call is freed after it. */
typedef void (*net_call_fn)(void *context, const struct net_answer *answer);

/* A header of the answer; NULL when it was not sent. name in small letters. */
const char *net_answer_header(const struct net_answer *answer, const char *name);

enum { NET_MESSAGE_BYTES_MAX = 32 * 1024 * 1024 };

struct net_socket_hooks {
    void *context;
    void (*opened)(void *context);
    /* A whole message, put together from its frames; binary as it came. */
    void (*received)(void *context, const char *bytes, size_t len, bool binary);
    /* The end, exactly once; freeing remains to be done. code as the other side said it, 0 when it
     * said none (lost, refused, never opened). why: one line, "" when there is nothing to say. */
    void (*closed)(void *context, unsigned code, const char *why);
};

struct net_socket_setup {
    const char *url;      /* ws:// or wss:// */
    size_t message_max;   /* a longer one closes with 1009; 0: NET_MESSAGE_BYTES_MAX */
    int64_t open_ms;      /* until opened, or it counts as lost; above 0 */
    int64_t close_ms;     /* after socket_close until the other side is not waited for any more */
    const char *agent;    /* User-Agent; NULL: the wire's */
    const char *protocol; /* subprotocol that is offered; NULL: none */
    struct net_socket_hooks hooks;
};

struct net_wire {
    void *context;
    struct clock clock;
    struct entropy entropy;

    /* Never NULL: what cannot be started ends as NET_UNREACHED. */
    struct net_call *(*call)(void *context, const struct net_request *request, net_call_fn done,
                             void *user);
    /* It may have been received all the same. */
    void (*call_cancel)(void *context, struct net_call **call);

    struct net_socket *(*socket_open)(void *context, const struct net_socket_setup *setup);
    /* One text message. False when it is not open, or too much waits to be written. */
    bool (*socket_send)(void *context, struct net_socket *socket, const char *text, size_t len);
    /* Says goodbye after what waits; closed() follows, at the latest after close_ms. */
    void (*socket_close)(void *context, struct net_socket *socket, unsigned code,
                         const char *reason);
    /* Drops it at once, without a word. */
    void (*socket_free)(void *context, struct net_socket **socket);

    struct net_timer *(*timer_new)(void *context, void (*fired)(void *user), void *user);
    /* Fires once after delay_ms, instead of before; below 0: not at all. */
    void (*timer_set)(void *context, struct net_timer *timer, int64_t delay_ms);
    void (*timer_free)(void *context, struct net_timer **timer);
};

#endif
