/* A wire whose other side is the test, by hand: what is asked waits here until it is answered, the
 * clock stands until hand_run. */
#ifndef HAND_WIRE_H
#define HAND_WIRE_H

#include "net_wire.h"

enum { HAND_CALLS_MAX = 4096, HAND_SOCKETS_MAX = 256, HAND_TIMERS_MAX = 128, HAND_SENT_MAX = 256 };

struct hand_call {
    char *method;
    char *url;
    char *headers; /* "name: value\n" each */
    char *body;    /* with parts: the first one's */
    size_t parts;
    int64_t time_ms;
    bool urgent;
    bool open; /* neither answered nor cancelled */
    int64_t at_ms;
    net_call_fn done;
    void *user;
};

struct hand_socket {
    char *url;
    struct net_socket_setup setup;
    bool opened;
    bool closed;   /* closed() was told */
    bool freed;    /* dropped by the user */
    unsigned code; /* of socket_close; 0: not asked for */
    int64_t at_ms;
    int64_t close_at_ms;
    char *sent[HAND_SENT_MAX];
    int64_t sent_ms[HAND_SENT_MAX];
    unsigned sent_count;
};

struct hand_timer {
    bool used;
    bool set;
    int64_t due_ms;
    uint64_t order;
    void (*fired)(void *user);
    void *user;
};

struct hand_wire {
    struct net_wire wire;
    int64_t now_ms;   /* monotonic */
    int64_t ahead_ms; /* of the wall clock */
    uint64_t entropy;
    uint64_t order;
    struct hand_call calls[HAND_CALLS_MAX];
    unsigned call_count; /* all there ever were */
    struct hand_socket sockets[HAND_SOCKETS_MAX];
    unsigned socket_count;
    struct hand_timer timers[HAND_TIMERS_MAX];
};

struct hand_wire *hand_wire_new(void);
void hand_wire_free(struct hand_wire **hand);

/* Lets time pass; timers fire in their order. */
void hand_run(struct hand_wire *hand, int64_t ms);
/* When the next timer is due, as a delay; -1 none. */
int64_t hand_next_ms(const struct hand_wire *hand);

/* How many calls are open, and the one that has been open longest but `skip`. */
unsigned hand_open(const struct hand_wire *hand);
struct hand_call *hand_call(struct hand_wire *hand, unsigned skip);
/* headers: "name: value" with line ends between, names in small letters; NULL none. */
void hand_answer(struct hand_call *call, int status, const char *headers, const char *body);
void hand_lose(struct hand_call *call, enum net_end end);
/* The head of an answer came, and then the connection was cut. */
void hand_cut(struct hand_call *call, const char *headers);

/* The newest socket. */
struct hand_socket *hand_socket(struct hand_wire *hand);
void hand_socket_open(struct hand_socket *socket);
void hand_socket_receive(struct hand_socket *socket, const char *text);
void hand_socket_receive_bytes(struct hand_socket *socket, const void *bytes, size_t len);
void hand_socket_close(struct hand_socket *socket, unsigned code);
/* The last text that was sent; "" none. */
const char *hand_socket_sent(const struct hand_socket *socket);

#endif
