/* The server as its user sees it: opening, stopping, closing, and the one place from which hooks
 * are called. The library's callbacks only queue; a check handle hands over after the loop's input.
 */
#include "http_private.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
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
    limits->address_sockets = http_default(given->address_sockets, 512);
    limits->address_burst = http_default(given->address_burst, 1000);
    limits->address_each_ms = http_default(given->address_each_ms, 5);
    limits->request_seconds = http_default(given->request_seconds, 10);
    limits->answer_seconds = http_default(given->answer_seconds, 30);
    limits->ping_seconds = http_default(given->ping_seconds, 25);
    limits->body_bytes = given->body_bytes != 0 ? given->body_bytes : HTTP_BODY_BYTES_MAX;
    limits->message_bytes = given->message_bytes != 0 ? given->message_bytes : HTTP_MESSAGE_BYTES;
    limits->skip_bytes = given->skip_bytes != 0 ? given->skip_bytes : HTTP_SKIP_BYTES;
    limits->queue_bytes = given->queue_bytes != 0 ? given->queue_bytes : HTTP_QUEUE_BYTES;
}

/* Only what is there at the start: what the hooks add waits for the loop's next turn. */
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
        http_socket_tell(socket);
    }
    if (server->calls == NULL && server->ready == NULL) {
        uv_idle_stop(&server->idle);
    }
}

static void http_server_awake(uv_idle_t *idle)
{
    assert(idle->data != NULL);
}

void http_server_wake(struct http_server *server)
{
    if (!server->closing) {
        uv_idle_start(&server->idle, http_server_awake);
    }
}

void http_server_release(struct http_server *server)
{
    assert(server->handles > 0);
    if (--server->handles == 0) {
        free(server->addresses);
        free(server);
    }
}

/* What nobody has been told of, and never will be. */
static void http_server_forget(struct http_server *server)
{
    while (server->calls != NULL) {
        struct http_call *call = server->calls;
        server->calls = call->next;
        if (call->link != NULL) {
            call->link->call = NULL;
        }
        http_call_free(&call);
    }
    while (server->sockets != NULL) {
        struct http_socket *socket = server->sockets;
        if (socket->link != NULL) {
            socket->link->socket = NULL;
        }
        http_socket_free(socket);
    }
}

static void http_server_handle_closed(uv_handle_t *handle)
{
    http_server_release(handle->data);
}

static void http_server_handles(struct http_server *server)
{
    uv_loop_t *loop = server->setup.loop;
    uv_check_init(loop, &server->check);
    server->check.data = server;
    uv_check_start(&server->check, http_server_hand_over);
    uv_unref((uv_handle_t *)&server->check);
    uv_idle_init(loop, &server->idle);
    server->idle.data = server;
    server->handles += 2;
}

struct http_server *http_server_open(const struct http_setup *setup, struct fault *fault)
{
    assert(setup->loop != NULL);
    assert(setup->clock.monotonic_ms != NULL);
    struct http_server *server = calloc(1, sizeof *server);
    struct http_address *addresses = calloc(HTTP_ADDRESSES_MAX, sizeof *addresses);
    if (server == NULL || addresses == NULL) {
        abort();
    }
    server->setup = *setup;
    server->addresses = addresses;
    server->calls_end = &server->calls;
    server->ready_end = &server->ready;
    server->listen_fd = -1;
    server->pipe_fd = -1;
    http_server_limits(server, &setup->limits);
    server->handles = 1; /* ours, until it is closed */
    http_server_handles(server);
    if (http_library_open(server, fault) != 0 || http_listen_open(server, fault) != 0) {
        http_server_close(&server);
        return NULL;
    }
    return server;
}

uint16_t http_server_port(const struct http_server *server)
{
    return server->port;
}

void http_server_stop(struct http_server *server)
{
    server->stopping = true;
    http_listen_close(server);
    for (struct http_socket *socket = server->sockets; socket != NULL; socket = socket->next) {
        http_socket_close(socket, LWS_CLOSE_STATUS_GOINGAWAY, "the server stops");
    }
}

bool http_server_is_quiet(const struct http_server *server)
{
    return server->links == 0 && server->sockets == NULL && server->calls == NULL;
}

/* Does a handle of somebody else's wait to be closed? Then the library may not be done. */
static void http_server_look(uv_handle_t *handle, void *others)
{
    *(bool *)others = *(bool *)others || uv_is_closing(handle);
}

/* The library closes its handles over several turns of the loop and never says that it is done;
 * what it has left must be freed by a second call that is not made from one of its own callbacks.
 */
static void http_server_end(uv_check_t *check)
{
    struct http_server *server = check->data;
    bool others = false;
    uv_walk(server->setup.loop, http_server_look, &others);
    if (others) {
        return;
    }
    if (server->library != NULL) {
        lws_context_destroy(server->library);
    }
    uv_close((uv_handle_t *)&server->check, http_server_handle_closed);
    uv_close((uv_handle_t *)&server->idle, http_server_handle_closed);
    http_server_release(server);
}

void http_server_close(struct http_server **server)
{
    struct http_server *closing = *server;
    if (closing == NULL) {
        return;
    }
    *server = NULL;
    http_listen_close(closing);
    closing->stopping = true;
    closing->closing = true;
    uv_check_stop(&closing->check); /* one that is active keeps its function */
    uv_check_start(&closing->check, http_server_end);
    uv_idle_start(&closing->idle, http_server_awake);
    if (closing->library != NULL) {
        lws_context_destroy(closing->library);
        http_pipe_hold(closing->pipe_fd);
    }
    http_server_forget(closing);
}
