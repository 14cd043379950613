/* Two routes over the server. Any Host is served: what is told here is no secret of anybody, and
 * collectors ask by whatever name they were given. */
#include "http_probe.h"

#include <stdlib.h>

#include "heap.h"
#include "http_server.h"

enum { HTTP_PROBE_BYTES_MAX = 1024 * 1024, HTTP_PROBE_CONNECTIONS = 32 };

struct http_probe {
    struct http_probe_setup setup;
    struct http_server *server;
};

static void http_probe_answer(const struct http_request *request, int status, const char *type,
                              const struct buf *text)
{
    struct http_answer answer = {.status = status,
                                 .type = type,
                                 .body = text->text != NULL ? text->text : "",
                                 .len = text->len};
    http_answer(&request, &answer);
}

static void http_probe_health(void *context, const struct http_request *request)
{
    struct http_probe *probe = context;
    struct buf text;
    buf_init(&text, HTTP_PROBE_BYTES_MAX);
    bool well = probe->setup.health(probe->setup.context, &text);
    http_probe_answer(request, well ? 200 : 503, "text/plain; charset=utf-8", &text);
    buf_deinit(&text);
}

static void http_probe_metrics(void *context, const struct http_request *request)
{
    struct http_probe *probe = context;
    struct buf text;
    buf_init(&text, HTTP_PROBE_BYTES_MAX);
    probe->setup.metrics(probe->setup.context, &text);
    http_probe_answer(request, 200, "text/plain; version=0.0.4; charset=utf-8", &text);
    buf_deinit(&text);
}

static const struct http_route http_probe_routes[] = {
    {HTTP_METHOD_GET, "/healthz", http_probe_health},
    {HTTP_METHOD_GET, "/metrics", http_probe_metrics},
};

static const char *const http_probe_headers[] = {"X-Content-Type-Options:", "nosniff", NULL};

struct http_probe *http_probe_open(const struct http_probe_setup *setup, struct fault *fault)
{
    struct http_probe *probe = heap_take(sizeof *probe);
    probe->setup = *setup;
    struct http_setup server = {.loop = setup->loop,
                                .clock = setup->clock,
                                .address = setup->address,
                                .port = setup->port,
                                .setting = "[metrics] address, port",
                                .routes = http_probe_routes,
                                .route_count = sizeof http_probe_routes / sizeof *http_probe_routes,
                                .headers = http_probe_headers,
                                .limits = {.connections = HTTP_PROBE_CONNECTIONS},
                                .context = probe};
    probe->server = http_server_open(&server, fault);
    if (probe->server == NULL) {
        free(probe);
        return NULL;
    }
    return probe;
}

uint16_t http_probe_port(const struct http_probe *probe)
{
    return http_server_port(probe->server);
}

void http_probe_close(struct http_probe **probe)
{
    if (*probe == NULL) {
        return;
    }
    http_server_close(&(*probe)->server);
    free(*probe);
    *probe = NULL;
}
