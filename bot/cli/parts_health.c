/* What a worker of a divided house says of itself. */
#include "parts_health.h"

#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "clock.h"
#include "heap.h"
#include "http_server.h"
#include "loop.h"
#include "metrics.h"
#include "program_health.h"
#include "settings.h"

enum { HEALTH_TEXT_MAX = 65536 };

struct parts_health {
    struct http_server *server;
    const char *worker;
    bool plays;
};

static void health_asked_health(void *context, const struct http_request *request)
{
    static const char fine[] = "fine\n";
    static const char nobody[] = "nobody plays part 0 at the moment\n";
    const struct parts_health *health = context;
    const struct http_answer answer = {.status = health->plays ? 200 : 503,
                                       .type = "text/plain; charset=utf-8",
                                       .body = health->plays ? fine : nobody,
                                       .len = strlen(health->plays ? fine : nobody)};
    http_answer(&request, &answer);
}

static void health_asked_metrics(void *context, const struct http_request *request)
{
    struct buf text;
    const struct parts_health *health = context;
    buf_init(&text, HEALTH_TEXT_MAX);
    metrics_text(&text);
    program_health_name(&text, health->worker);
    const struct http_answer answer = {.status = 200,
                                       .type = "text/plain; version=0.0.4; charset=utf-8",
                                       .body = text.text,
                                       .len = text.len};
    http_answer(&request, &answer);
    buf_deinit(&text);
}

static const struct http_route health_routes[] = {
    {HTTP_METHOD_GET, "/healthz", health_asked_health},
    {HTTP_METHOD_GET, "/metrics", health_asked_metrics},
};

int parts_health_new(struct parts_health **health_r, struct loop *loop,
                     const struct settings *settings, const char *worker, struct fault *fault)
{
    static const char *const headers[] = {"X-Content-Type-Options:", "nosniff", NULL};
    *health_r = NULL;
    if (!settings_flag(settings, "metrics", "enabled")) {
        return 0;
    }
    struct parts_health *health = heap_allocate(sizeof *health);
    health->worker = worker;
    const struct http_setup setup = {
        .loop = loop_uv(loop),
        .clock = clock_system(),
        .address = settings_text(settings, "metrics", "address"),
        .port = (uint16_t)settings_number(settings, "metrics", "port"),
        .section = "metrics",
        .routes = health_routes,
        .route_count = sizeof health_routes / sizeof health_routes[0],
        .headers = headers,
        .context = health,
    };
    health->server = http_server_open(&setup, fault);
    if (health->server == NULL) {
        free(health);
        return -1;
    }
    *health_r = health;
    return 0;
}

void parts_health_plays(struct parts_health *health, bool plays)
{
    if (health != NULL) {
        health->plays = plays;
    }
}

void parts_health_free(struct parts_health **health)
{
    if (*health != NULL) {
        http_server_close(&(*health)->server);
        free(*health);
        *health = NULL;
    }
}
