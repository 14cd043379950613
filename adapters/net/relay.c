/* The relay as its user sees it: opening, stopping, closing, and whom it takes. */
#include <assert.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include "heap.h"
#include "relay_private.h"

enum {
    RELAY_CONNECTIONS = 1024,
    RELAY_HEAD_MS = 10000,
    RELAY_CONNECT_MS = 3000,
    RELAY_IDLE_MS = 75000
};

static void relay_default(unsigned *limit, unsigned otherwise)
{
    *limit = *limit != 0 ? *limit : otherwise;
}

/* When all places are taken, who has waited longest without a whole request goes, or who has got
 * their answer; NULL without one. */
static struct relay_link *relay_victim(const struct relay *relay)
{
    struct relay_link *link = relay->oldest;
    while (link != NULL && (link->state == RELAY_CONNECTING || link->state == RELAY_OPEN)) {
        link = link->previous;
    }
    return link;
}

/* What has come is read before, so that closing does not take the answer away with it. */
static void relay_turn_away(struct relay *relay, int fd)
{
    static const char full[] = "HTTP/1.1 503 Unavailable\r\nRetry-After: 5\r\n"
                               "Content-Length: 0\r\nConnection: close\r\n\r\n";
    send(fd, full, sizeof full - 1, MSG_NOSIGNAL | MSG_DONTWAIT);
    recv(fd, relay->chunk, sizeof relay->chunk, MSG_DONTWAIT);
    shutdown(fd, SHUT_WR);
}

static void relay_accepted(void *context, int fd, const char *peer, const char *here)
{
    struct relay *relay = context;
    if (relay->link_count >= relay->setup.limits.connections) {
        struct relay_link *victim = relay_victim(relay);
        if (victim == NULL) {
            relay_turn_away(relay, fd);
            close(fd);
            return;
        }
        if (victim->state == RELAY_HEAD) {
            relay_turn_away(relay, victim->client.fd);
        }
        relay_link_end(victim);
    }
    relay_link_new(relay, fd, peer, here);
}

void relay_release(struct relay *relay)
{
    assert(relay->handles > 0);
    if (--relay->handles == 0) {
        free(relay);
    }
}

static void relay_listened(void *context)
{
    relay_release(context);
}

struct relay *relay_open(const struct relay_setup *setup, struct fault *fault)
{
    struct relay *relay = heap_allocate(sizeof *relay);
    relay->setup = *setup;
    if (setup->trusted != NULL) {
        relay->trusted = *setup->trusted;
    }
    struct relay_limits *limits = &relay->setup.limits;
    relay_default(&limits->connections, RELAY_CONNECTIONS);
    relay_default(&limits->head_ms, RELAY_HEAD_MS);
    relay_default(&limits->connect_ms, RELAY_CONNECT_MS);
    relay_default(&limits->idle_ms, RELAY_IDLE_MS);
    relay->handles = 1; /* ours, until it is closed */
    const struct http_listener_setup listening = {.loop = setup->loop,
                                                  .address = setup->address,
                                                  .port = setup->port,
                                                  .section = setup->section,
                                                  .descriptors = 2 * limits->connections,
                                                  .shared = setup->shared,
                                                  .accepted = relay_accepted,
                                                  .closed = relay_listened,
                                                  .context = relay};
    if (http_listener_open(&relay->listener, &listening, fault) != 0) {
        relay_close(&relay);
        return NULL;
    }
    relay->handles++;
    return relay;
}

uint16_t relay_port(const struct relay *relay)
{
    return relay->listener.port;
}

unsigned relay_count(const struct relay *relay)
{
    return relay->link_count;
}

void relay_stop(struct relay *relay)
{
    http_listener_close(&relay->listener);
}

void relay_close(struct relay **relay)
{
    struct relay *closing = *relay;
    if (closing == NULL) {
        return;
    }
    *relay = NULL;
    relay_stop(closing);
    while (closing->links != NULL) {
        relay_link_end(closing->links);
    }
    relay_release(closing);
}
