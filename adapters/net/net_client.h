/* The way out over real sockets: HTTP on libcurl (HTTP/2 where the other side has it, connections
 * that are kept), WebSockets on libwebsockets, both guests of our loop. TLS 1.2 at least, every
 * certificate checked. Fills the functions of net_wire.h. */
#ifndef NET_CLIENT_H
#define NET_CLIENT_H

#include "fault.h"
#include "net_wire.h"

struct loop;
struct net_client;

struct net_client_setup {
    struct loop *loop;
    struct clock clock;
    struct entropy entropy;
    const char *ca_file; /* certificates to trust instead of the system's; NULL or "": none */
    const char *agent;   /* User-Agent of WebSockets, and of requests that name none; copied */
};

/* NULL on a fault: a ca_file that cannot be read. */
struct net_client *net_client_open(const struct net_client_setup *setup, struct fault *fault);
/* Lives as long as the client. */
const struct net_wire *net_client_wire(struct net_client *client);
/* All calls, sockets and timers have been freed before. The loop has to run on for a moment, until
 * it has no more handles of the client's. */
void net_client_close(struct net_client **client);

#endif
