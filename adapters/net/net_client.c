/* The client as its user sees it: a wire of functions, and timers that are the loop's. */
#include "net_client_private.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "heap.h"
#include "net_teardown.h"

struct net_timer {
    struct loop_timer *timer;
};

static struct net_timer *net_timer_new(void *context, void (*fired)(void *user), void *user)
{
    struct net_client *client = context;
    struct net_timer *timer = heap_allocate(sizeof *timer);
    timer->timer = loop_timer_new(client->loop, fired, user);
    return timer;
}

static void net_timer_set(void *context, struct net_timer *timer, int64_t delay_ms)
{
    (void)context;
    if (delay_ms < 0) {
        loop_timer_stop(timer->timer);
    } else {
        loop_timer_set(timer->timer, delay_ms);
    }
}

static void net_timer_free(void *context, struct net_timer **timer)
{
    (void)context;
    struct net_timer *freed = *timer;
    *timer = NULL;
    if (freed != NULL) {
        loop_timer_free(&freed->timer);
        free(freed);
    }
}

struct net_client *net_client_open(const struct net_client_setup *setup, struct fault *fault)
{
    struct net_client *client = heap_allocate(sizeof *client);
    bool own = setup->ca_file != NULL && setup->ca_file[0] != '\0';
    if (own && access(setup->ca_file, R_OK) != 0) {
        fault_set(fault, FAULT_CONFIG, "ca_file %s: %s", setup->ca_file, strerror(errno));
        free(client);
        return NULL;
    }
    client->loop = setup->loop;
    client->ca_file = own ? heap_copy(setup->ca_file) : NULL;
    client->agent = heap_copy(setup->agent);
    client->pipe_fd = -1;
    client->wire = (struct net_wire){.context = client,
                                     .clock = setup->clock,
                                     .entropy = setup->entropy,
                                     .call = net_http_call,
                                     .call_cancel = net_http_cancel,
                                     .socket_open = net_ws_socket,
                                     .socket_send = net_ws_send,
                                     .socket_close = net_ws_close,
                                     .socket_free = net_ws_free,
                                     .timer_new = net_timer_new,
                                     .timer_set = net_timer_set,
                                     .timer_free = net_timer_free};
    if (net_http_open(client, fault) != 0 || net_ws_open(client, fault) != 0) {
        net_client_close(&client);
        return NULL;
    }
    return client;
}

const struct net_wire *net_client_wire(struct net_client *client)
{
    return &client->wire;
}

static void net_client_ended(void *user)
{
    struct net_client *client = user;
    free(client->ca_file);
    free(client->agent);
    free(client);
}

void net_client_close(struct net_client **client)
{
    struct net_client *closing = *client;
    if (closing == NULL) {
        return;
    }
    *client = NULL;
    assert(closing->calls == 0);
    net_http_close(closing);
    net_teardown(loop_uv(closing->loop), closing->library, closing->pipe_fd, net_client_ended,
                 closing);
}
