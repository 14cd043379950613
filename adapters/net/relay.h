/* A door that passes each connection on to whoever answers at the time, here or on another machine:
 * one request, or one WebSocket. Who asks is said to them in X-Forwarded-For and X-Relayed
 * (http_relayed.h). A guest of the libuv loop. */
#ifndef RELAY_H
#define RELAY_H

#include "fault.h"
#include "subnet.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct relay;

/* "10.0.0.5:41234" or "[2001:db8::5]:41234", perhaps with a blank and the key behind that the
 * server there wants to be shown (http_setup.relay_key). */
enum { RELAY_PLACE_BYTES = 144 };

struct relay_limits { /* 0: the default in brackets */
    /* [1024]; it should be more than whoever answers takes, since they know who may stay */
    unsigned connections;
    unsigned head_ms;    /* for a head to arrive [10,000] */
    unsigned connect_ms; /* [3,000] */
    unsigned idle_ms;    /* without a byte either way [75,000]; servers ping their sockets before */
};

struct relay_setup {
    void *loop;          /* uv_loop_t */
    const char *address; /* numeric */
    uint16_t port;       /* 0: the kernel chooses one */
    const char *section; /* of the settings, for faults: "web" */
    bool shared;         /* other relays of this machine listen there too, and take turns */
    const struct subnets *trusted; /* proxies that are believed whom they ask for; NULL: none */
    struct relay_limits limits;
    /* Who answers now. False: nobody does. */
    bool (*where)(void *context, char *place, size_t size);
    void *context;
};

/* Listens from here on. Texts of setup must outlive it. NULL on a fault (port in use, no such
 * address), which says what to mend. */
struct relay *relay_open(const struct relay_setup *setup, struct fault *fault);
/* The port it listens at. */
uint16_t relay_port(const struct relay *relay);
/* Open connections. */
unsigned relay_count(const struct relay *relay);
/* Takes no new connection; those that are there stay. */
void relay_stop(struct relay *relay);
/* Cuts what is left. The loop has to run on until it has no more handles of the relay's. */
void relay_close(struct relay **relay);

#endif
