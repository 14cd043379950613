/* The server as its user sees it: opening, stopping, closing, and the one place from which hooks
 * are called. Links only queue; a check handle hands over after the loop's input. */
#include "http_private.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "entropy.h"
#include "heap.h"

enum {
    HTTP_CLOSE_GOING_AWAY = 1001,
    HTTP_STRANGER_BYTES = 16 * 1024,
    HTTP_RATE_BURST_BYTES = 4 * 1024 * 1024,
    HTTP_MESSAGE_BYTES = 64 * 1024,
    HTTP_SKIP_BYTES = 8 * 1024 * 1024,
    HTTP_QUEUE_BYTES = 4 * 1024 * 1024
};

static unsigned http_default(unsigned given, unsigned otherwise)
{
    return given != 0 ? given : otherwise;
}

static void http_server_limits(struct http_server *server, const struct http_limits *given)
{
    struct http_limits *limits = &server->limits;
    limits->connections = http_default(given->connections, 1024);
    limits->held_places = http_default(given->held_places, limits->connections / 4);
    if (limits->held_places > limits->connections / 2) {
        limits->held_places = limits->connections / 2;
    }
    limits->address_sockets = http_default(given->address_sockets, 512);
    limits->account_sockets = http_default(given->account_sockets, 8);
    limits->frame_burst = http_default(given->frame_burst, 200);
    limits->frame_each_ms = http_default(given->frame_each_ms, 50);
    limits->rate_burst_bytes = http_default(given->rate_burst_bytes, HTTP_RATE_BURST_BYTES);
    limits->rate_each_ms = http_default(given->rate_each_ms, 2);
    limits->stranger_bytes =
        given->stranger_bytes != 0 ? given->stranger_bytes : HTTP_STRANGER_BYTES;
    limits->address_burst = http_default(given->address_burst, 2000);
    limits->address_each_ms = http_default(given->address_each_ms, 5);
    limits->request_seconds = http_default(given->request_seconds, 10);
    limits->answer_seconds = http_default(given->answer_seconds, 30);
    limits->ping_seconds = http_default(given->ping_seconds, 25);
    limits->body_bytes = given->body_bytes != 0 ? given->body_bytes : HTTP_BODY_BYTES_MAX;
    limits->message_bytes = given->message_bytes != 0 ? given->message_bytes : HTTP_MESSAGE_BYTES;
    limits->skip_bytes = given->skip_bytes != 0 ? given->skip_bytes : HTTP_SKIP_BYTES;
    limits->queue_bytes = given->queue_bytes != 0 ? given->queue_bytes : HTTP_QUEUE_BYTES;
}

/* Only what is there at the start: what the hooks add waits for the loop's next iteration. */
static void http_server_hand_over(uv_check_t *check)
{
    struct http_server *server = check->data;
    struct http_call *calls = server->calls;
    struct http_socket *ready = server->ready;
    server->calls = NULL;
    server->calls_end = &server->calls;
    server->ready = NULL;
    server->ready_end = &server->ready;
    while (calls != NULL) {
        struct http_call *call = calls;
        calls = call->next;
        call->next = NULL;
        http_call_hand(call);
    }
    while (ready != NULL) {
        struct http_socket *socket = ready;
        ready = socket->next_ready;
        socket->next_ready = NULL;
        socket->ready = false;
        http_socket_notify(socket);
    }
    if (server->calls == NULL && server->ready == NULL) {
        uv_idle_stop(&server->idle);
    }
}

/* Sockets that have used up their rate, once there is some again. */
static void http_server_refill(uv_timer_t *timer)
{
    struct http_server *server = timer->data;
    bool dry = false;
    for (struct http_socket *socket = server->sockets; socket != NULL; socket = socket->next) {
        if (socket->link == NULL || !socket->dry) {
            continue;
        }
        socket->dry = !http_socket_refilled(socket);
        if (!socket->dry) {
            http_socket_continue(socket);
        }
        dry = dry || socket->dry;
    }
    if (!dry) {
        uv_timer_stop(timer);
    }
}

static void http_server_tick(uv_timer_t *timer)
{
    struct http_server *server = timer->data;
    struct http_socket *socket = server->sockets;
    while (socket != NULL) {
        struct http_socket *next = socket->next;
        http_socket_tick(socket);
        socket = next;
    }
}

static void http_server_handle_closed(uv_handle_t *handle)
{
    http_server_release(handle->data);
}

static void http_server_handles(struct http_server *server)
{
    uv_loop_t *loop = server->setup.loop;
    uint64_t tick_ms = (uint64_t)server->limits.ping_seconds * 500;
    uv_check_init(loop, &server->check);
    uv_idle_init(loop, &server->idle);
    uv_timer_init(loop, &server->pings);
    uv_timer_init(loop, &server->refill);
    server->check.data = server;
    server->idle.data = server;
    server->pings.data = server;
    server->refill.data = server;
    server->refilled = http_server_refill;
    server->handles += 4;
    uv_check_start(&server->check, http_server_hand_over);
    uv_unref((uv_handle_t *)&server->check);
    uv_timer_start(&server->pings, http_server_tick, tick_ms, tick_ms);
    uv_unref((uv_handle_t *)&server->pings);
}

static void http_server_accepted(void *context, int fd, const char *peer, const char *here)
{
    struct http_server *server = context;
    static const char full[] = "HTTP/1.1 503 Unavailable\r\nRetry-After: 5\r\n"
                               "Content-Length: 0\r\nConnection: close\r\n\r\n";
    if (!http_place_accept(server)) {
        send(fd, full, sizeof full - 1, MSG_NOSIGNAL | MSG_DONTWAIT);
        close(fd);
        return;
    }
    http_link_new(server, fd, peer, here, &http_call_user);
}

static void http_server_listened(void *context)
{
    http_server_release(context);
}

static int http_server_listen(struct http_server *server, struct fault *fault)
{
    const struct http_listener_setup setup = {.loop = server->setup.loop,
                                              .address = server->setup.address,
                                              .port = server->setup.port,
                                              .section = server->setup.section,
                                              .descriptors = server->limits.connections,
                                              .shared = server->setup.relay_key != NULL,
                                              .accepted = http_server_accepted,
                                              .closed = http_server_listened,
                                              .context = server};
    int status = http_listener_open(&server->listener, &setup, fault);
    server->handles += status == 0 ? 1 : 0;
    return status;
}

struct http_server *http_server_open(const struct http_setup *setup, struct fault *fault)
{
    assert(setup->loop != NULL);
    assert(setup->clock.monotonic_ms != NULL);
    const struct entropy entropy = entropy_system();
    struct http_server *server = heap_allocate(sizeof *server);
    server->setup = *setup;
    server->files = heap_allocate((setup->file_count + 1) * sizeof *server->files);
    server->calls_end = &server->calls;
    server->ready_end = &server->ready;
    map_init(&server->holders, &entropy);
    http_server_limits(server, &setup->limits);
    server->handles = 1; /* ours, until it is closed */
    http_server_handles(server);
    if (http_server_listen(server, fault) != 0) {
        http_server_close(&server);
        return NULL;
    }
    return server;
}

uint16_t http_server_port(const struct http_server *server)
{
    return server->listener.port;
}

void http_server_stop(struct http_server *server)
{
    server->stopping = true;
    http_listener_close(&server->listener);
    for (struct http_socket *socket = server->sockets; socket != NULL; socket = socket->next) {
        http_socket_stop(socket);
    }
    struct http_link *link = server->links;
    while (link != NULL) { /* who has asked nothing yet */
        struct http_link *next = link->next;
        if (link->phase == HTTP_HEAD && link->in_len == 0) {
            http_link_end(link);
        }
        link = next;
    }
}

/* Whose hooks were never called, and will not be; and files, which nobody asks for any more. */
static void http_server_forget(struct http_server *server)
{
    while (server->calls != NULL) {
        struct http_call *call = server->calls;
        server->calls = call->next;
        http_call_free(&call);
    }
    while (server->sockets != NULL) {
        http_socket_free(server->sockets);
    }
    for (size_t i = 0; i < server->setup.file_count; i++) {
        http_file_free(&server->files[i]);
    }
    free(server->files);
    server->files = NULL;
}

void http_server_close(struct http_server **server)
{
    struct http_server *closing = *server;
    if (closing == NULL) {
        return;
    }
    *server = NULL;
    http_listener_close(&closing->listener);
    closing->stopping = true;
    closing->closing = true;
    while (closing->links != NULL) {
        http_link_end(closing->links);
    }
    http_server_forget(closing);
    uv_close((uv_handle_t *)&closing->check, http_server_handle_closed);
    uv_close((uv_handle_t *)&closing->idle, http_server_handle_closed);
    uv_close((uv_handle_t *)&closing->pings, http_server_handle_closed);
    uv_close((uv_handle_t *)&closing->refill, http_server_handle_closed);
    http_server_release(closing);
}
