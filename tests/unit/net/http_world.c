#include "http_world.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

#include "http_private.h"

struct http_world world;

static int64_t world_now(void *context)
{
    return ((struct http_world *)context)->now_ms;
}

static void world_echo(void *context, const struct http_request *request)
{
    (void)context;
    struct http_answer answer = {
        .status = 200, .type = "text/plain", .body = request->body, .len = request->body_len};
    http_answer(&request, &answer);
}

/* The path, and how much came. */
static void world_where(void *context, const struct http_request *request)
{
    char text[300];
    (void)context;
    int len = snprintf(text, sizeof text, "%s: %zu", request->path, request->body_len);
    const struct http_answer answer = {
        .status = 200, .type = "text/plain", .body = text, .len = (size_t)len};
    http_answer(&request, &answer);
}

/* Who asks, where, and from how near. */
static void world_who(void *context, const struct http_request *request)
{
    char text[200];
    (void)context;
    int len = snprintf(text, sizeof text, "<%s at %s port %u%s>", request->peer, request->here,
                       (unsigned)request->port, request->same_machine ? ", near" : "");
    const struct http_answer answer = {
        .status = 200, .type = "text/plain", .body = text, .len = (size_t)len};
    http_answer(&request, &answer);
}

static void world_hold(void *context, const struct http_request *request)
{
    ((struct http_world *)context)->held = request;
}

static void world_cookie(void *context, const struct http_request *request)
{
    (void)context;
    struct http_answer answer = {.status = 204, .cookie = request->cookie};
    http_answer(&request, &answer);
}

static bool world_admits(void *context, const struct http_request *request)
{
    const struct http_world *in = context;
    if (in->stops) {
        http_server_stop(in->server);
    }
    return strcmp(request->host, "here") == 0;
}

static void world_opened(void *context, struct http_socket *socket)
{
    struct http_world *in = context;
    in->socket = socket;
    http_socket_patience(socket, 0);
    http_socket_send(socket, "hello", 5);
}

static bool world_said(void *context, struct http_socket *socket, const char *text, size_t len)
{
    struct http_world *in = context;
    ck_assert_ptr_eq(socket, in->socket);
    if (in->refuse > 0) {
        in->refuse--;
        return false;
    }
    ck_assert_uint_lt(in->said_count, HTTP_SAID_MAX);
    in->said_len[in->said_count] = len;
    char *kept = in->said[in->said_count++];
    snprintf(kept, sizeof in->said[0], "%.200s", text != NULL ? text : "<too long>");
    return true;
}

static void world_drained(void *context, struct http_socket *socket)
{
    (void)socket;
    ((struct http_world *)context)->drained++;
}

static void world_closed(void *context, struct http_socket *socket)
{
    struct http_world *in = context;
    in->socket = socket == in->socket ? NULL : in->socket;
    in->closed++;
}

static const unsigned char world_long[513]; /* zeroes */

static const struct embedded_file world_files[] = {
    {"long.txt", world_long, 512},
    {"index.html", (const unsigned char *)"<p>page", 7},
    {"page.js", (const unsigned char *)"x=1", 3},
};

static const struct http_route world_routes[] = {
    {HTTP_METHOD_POST, "/echo", world_echo},    {HTTP_METHOD_PUT, "/things/*", world_where},
    {HTTP_METHOD_GET, "/hold", world_hold},     {HTTP_METHOD_GET, "/who", world_who},
    {HTTP_METHOD_GET, "/cookie", world_cookie},
};

static const char *const world_headers[] = {"X-Content-Type-Options:", "nosniff", NULL};

struct http_setup world_setup(void)
{
    return (struct http_setup){
        .loop = &world.loop,
        .clock = {world_now, world_now, &world},
        .address = "127.0.0.1",
        .section = "web",
        .routes = world_routes,
        .route_count = sizeof world_routes / sizeof *world_routes,
        .files = world_files,
        .file_count = sizeof world_files / sizeof *world_files,
        .headers = world_headers,
        .admits = world_admits,
        .sockets = {.path = "/socket",
                    .protocol = "deaddrop",
                    .opened = world_opened,
                    .said = world_said,
                    .drained = world_drained,
                    .closed = world_closed},
        .context = &world,
    };
}

void world_start(const struct http_limits *limits)
{
    world_start_relayed(limits, NULL);
}

void world_start_relayed(const struct http_limits *limits, const char *relay_key)
{
    memset(&world, 0, sizeof world);
    world.now_ms = 1000;
    uv_loop_init(&world.loop);
    struct http_setup setup = world_setup();
    setup.relay_key = relay_key;
    if (limits != NULL) {
        setup.limits = *limits;
    }
    struct fault fault = {0};
    world.server = http_server_open(&setup, &fault);
    ck_assert_msg(world.server != NULL, "%s", fault.text);
}

void world_stop(void)
{
    http_server_close(&world.server);
    uv_run(&world.loop, UV_RUN_DEFAULT);
    ck_assert_int_eq(uv_loop_close(&world.loop), 0);
}

bool world_is_quiet(void)
{
    const struct http_server *server = world.server;
    return server->links == NULL && server->sockets == NULL && server->calls == NULL;
}

void world_client(struct wire *wire)
{
    wire_open(wire, &world.loop, http_server_port(world.server), NULL);
}

void world_until(const unsigned *number, unsigned least)
{
    while (*number < least) {
        uv_run(&world.loop, UV_RUN_ONCE);
    }
}
