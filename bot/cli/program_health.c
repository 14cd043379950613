/* /healthz and /metrics, on a port of their own. */
#include "program_health.h"

#include <stdlib.h>

#include "clock.h"
#include "heap.h"
#include "house.h"
#include "http_server.h"
#include "log.h"
#include "loop.h"
#include "metrics.h"
#include "print.h"
#include "program_worker.h"
#include "settings.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { HEALTH_TEXT_MAX = 65536 };

struct program_health {
    struct http_server *server;
    struct loop *loop;
    const struct house *house; /* NULL: it stands by */
    const struct store *store;
    struct program_worker *worker;
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
    metrics_set(METRIC_MEMORY_BYTES, health_memory());
    metrics_set(METRIC_LOOP_LATE_MS, loop_late_ms(health->loop));
    metrics_set(METRIC_LEASE_LEFT_MS, program_worker_left_ms(health->worker));
    if (health->house == NULL) {
        return;
    }
    house_figures(health->house, &figures);
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

void program_health_name(struct buf *text, const char *name)
{
    print_to(text, "# HELP deaddrop_worker_info Which worker this is.\n"
                   "# TYPE deaddrop_worker_info gauge\ndeaddrop_worker_info{worker=\"");
    for (; *name != '\0'; name++) {
        if (*name == '"' || *name == '\\') {
            buf_text(text, "\\");
        }
        print_to(text, "%c", *name);
    }
    buf_text(text, "\"} 1\n");
}

static void health_asked_metrics(void *context, const struct http_request *request)
{
    struct buf text;
    const struct program_health *health = context;
    buf_init(&text, HEALTH_TEXT_MAX);
    health_measure(health);
    metrics_text(&text);
    if (health->worker != NULL) {
        program_health_name(&text, program_worker_name(health->worker));
    }
    const struct http_answer answer = {
        .status = 200,
        .type = "text/plain; version=0.0.4; charset=utf-8",
        .body = text.text,
        .len = text.len,
    };
    http_answer(&request, &answer);
    buf_deinit(&text);
}

static void health_answer(const struct http_request *request, int status, const char *text)
{
    const struct http_answer answer = {
        .status = status,
        .type = "text/plain; charset=utf-8",
        .body = text,
        .len = strlen(text),
    };
    http_answer(&request, &answer);
}

static void health_asked_health(void *context, const struct http_request *request)
{
    char text[FAULT_TEXT_BYTES + 64];
    char other[FAULT_TEXT_BYTES];
    const struct program_health *health = context;
    struct house_figures figures;
    if (health->house == NULL) {
        program_worker_other(health->worker, other, sizeof other);
        snprintf(text, sizeof text, "standby: another worker has the games (%s)\n", other);
        health_answer(request, 503, text);
        return;
    }
    house_figures(health->house, &figures);
    health_answer(request, figures.store_down ? 503 : 200,
                  figures.store_down ? "nothing can be stored: play stands still until it can\n"
                                     : "fine\n");
}

static const struct http_route health_routes[] = {
    {HTTP_METHOD_GET, "/healthz", health_asked_health},
    {HTTP_METHOD_GET, "/metrics", health_asked_metrics},
};

struct program_health *program_health_new(struct loop *loop, const struct settings *settings,
                                          struct program_worker *worker, struct fault *fault)
{
    static const char *const headers[] = {"X-Content-Type-Options:", "nosniff", NULL};
    struct program_health *health = heap_allocate(sizeof(*health));
    health->loop = loop;
    health->worker = worker;
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

void program_health_play(struct program_health *health, const struct house *house,
                         const struct store *store)
{
    health->house = house;
    health->store = store;
}

void program_health_free(struct program_health **health)
{
    if (*health != NULL) {
        http_server_close(&(*health)->server);
        free(*health);
        *health = NULL;
    }
}
