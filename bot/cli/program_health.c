/* /healthz and /metrics, on a port of their own. */
#include "program.h"

#include <stdlib.h>

#include "clock.h"
#include "heap.h"
#include "house.h"
#include "http_server.h"
#include "log.h"
#include "loop.h"
#include "metrics.h"
#include "settings.h"

#include <stdio.h>
#include <unistd.h>

enum { HEALTH_TEXT_MAX = 65536 };

struct program_health {
    struct http_server *server;
    struct loop *loop;
    const struct house *house;
    const struct store *store;
};

/* Resident memory in bytes, as the kernel tells it; 0 when it does not. */
static int64_t health_memory(void)
{
    char text[64];
    FILE *file = fopen("/proc/self/statm", "re");
    size_t size = file == NULL ? 0 : fread(text, 1, sizeof(text) - 1, file);
    text[size] = '\0';
    if (file != NULL) {
        fclose(file);
    }
    char *end = NULL;
    strtoll(text, &end, 10);
    return strtoll(end, NULL, 10) * sysconf(_SC_PAGESIZE);
}

static void health_measure(const struct program_health *health)
{
    struct house_figures figures;
    house_figures(health->house, &figures);
    metrics_set(METRIC_MEMORY_BYTES, health_memory());
    metrics_set(METRIC_LOOP_LATE_MS, loop_late_ms(health->loop));
    metrics_set(METRIC_TABLES, figures.tables);
    metrics_set(METRIC_TABLES_RESIDENT, figures.resident);
    metrics_set(METRIC_QUEUED, figures.queued);
    metrics_set(METRIC_OUTBOX, figures.outbox);
    metrics_set(METRIC_TURNS, (int64_t)figures.turns);
    metrics_set(METRIC_REFUSED, (int64_t)figures.refused);
    metrics_set(METRIC_HOUSE_MOVES, (int64_t)figures.house_moves);
    metrics_set(METRIC_HOUSE_REFUSED, (int64_t)figures.house_refused);
    metrics_set(METRIC_DUPLICATES, (int64_t)figures.duplicates);
    metrics_set(METRIC_SENT, (int64_t)figures.sent);
    metrics_set(METRIC_RETRIED, (int64_t)figures.retried);
    metrics_set(METRIC_STORE_FAILED, (int64_t)figures.failed_commits);
    metrics_set(METRIC_STORE_DOWN, figures.store_down ? 1 : 0);
    metrics_set(METRIC_STORE_PENDING, (int64_t)store_pending(health->store));
}

static void health_asked_metrics(void *context, const struct http_request *request)
{
    struct buf text;
    buf_init(&text, HEALTH_TEXT_MAX);
    health_measure(context);
    metrics_text(&text);
    const struct http_answer answer = {
        .status = 200,
        .type = "text/plain; version=0.0.4; charset=utf-8",
        .body = text.text,
        .len = text.len,
    };
    http_answer(&request, &answer);
    buf_deinit(&text);
}

static void health_asked_health(void *context, const struct http_request *request)
{
    static const char good[] = "fine\n";
    static const char bad[] = "nothing can be stored: play stands still until it can\n";
    const struct program_health *health = context;
    struct house_figures figures;
    house_figures(health->house, &figures);
    const struct http_answer answer = {
        .status = figures.store_down ? 503 : 200,
        .type = "text/plain; charset=utf-8",
        .body = figures.store_down ? bad : good,
        .len = figures.store_down ? sizeof(bad) - 1 : sizeof(good) - 1,
    };
    http_answer(&request, &answer);
}

static const struct http_route health_routes[] = {
    {HTTP_METHOD_GET, "/healthz", health_asked_health},
    {HTTP_METHOD_GET, "/metrics", health_asked_metrics},
};

struct program_health *program_health_new(struct loop *loop, const struct settings *settings,
                                          const struct house *house, const struct store *store,
                                          struct fault *fault)
{
    static const char *const headers[] = {"X-Content-Type-Options:", "nosniff", NULL};
    struct program_health *health = heap_allocate(sizeof(*health));
    health->loop = loop;
    health->house = house;
    health->store = store;
    const struct http_setup setup = {
        .loop = loop_uv(loop),
        .clock = clock_system(),
        .address = settings_text(settings, "metrics", "address"),
        .port = (uint16_t)settings_number(settings, "metrics", "port"),
        .section = "metrics",
        .routes = health_routes,
        .route_count = sizeof(health_routes) / sizeof(health_routes[0]),
        .headers = headers,
        .context = health,
    };
    health->server = http_server_open(&setup, fault);
    if (health->server == NULL) {
        free(health);
        return NULL;
    }
    log_event(LEVEL_INFO, "metrics.served",
              LOG_FIELDS(log_text("address", setup.address),
                         log_number("port", http_server_port(health->server))));
    return health;
}

void program_health_free(struct program_health **health)
{
    if (*health != NULL) {
        http_server_close(&(*health)->server);
        free(*health);
        *health = NULL;
    }
}
