/* REST as its user sees it, and the limits over all requests. */
#include "discord_rest_private.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "heap.h"
#include "metrics.h"
#include "print.h"

enum { REST_BASE_BYTES = 512 };

int64_t rest_now_ms(const struct discord_rest *rest)
{
    return request_scheduler_now_ms(&rest->scheduler);
}

void rest_pause(struct discord_rest *rest, int64_t wait_ms)
{
    int64_t until_ms = rest_now_ms(rest) + wait_ms;
    rest->pause_ms = until_ms > rest->pause_ms ? until_ms : rest->pause_ms;
}

static int64_t rest_wait_all_ms(void *context, int64_t now_ms)
{
    const struct discord_rest *rest = context;
    int64_t until_ms = rest->pause_ms > rest->stop_ms ? rest->pause_ms : rest->stop_ms;
    int64_t wait_ms = window_wait_ms(&rest->second, now_ms);
    return until_ms > now_ms + wait_ms ? until_ms - now_ms : wait_ms;
}

static void rest_dropped(void *context, struct request *request)
{
    struct rest_queue *queue = (struct rest_queue *)request->queue;
    if (queue != NULL) {
        discord_bucket_end(&queue->bucket);
        rest_queue_changed(context, queue);
    }
}

static void rest_changed(void *context)
{
    struct discord_rest_figures figures;
    discord_rest_figures(context, &figures);
    metrics_set(METRIC_DISCORD_WAITING, figures.waiting);
    metrics_set(METRIC_DISCORD_UNDER_WAY, figures.under_way);
    metrics_set(METRIC_DISCORD_BUCKETS, figures.buckets);
    metrics_set(METRIC_DISCORD_INVALID, figures.invalid);
    metrics_set(METRIC_DISCORD_HELD, figures.held ? 1 : 0);
}

static const struct request_platform rest_platform = {.queue_of = rest_queue_of,
                                                      .wait_ms = rest_queue_wait_ms,
                                                      .wait_all_ms = rest_wait_all_ms,
                                                      .forget = rest_queue_forget,
                                                      .send = rest_send,
                                                      .dropped = rest_dropped,
                                                      .answered = rest_answered,
                                                      .status = rest_status,
                                                      .ended = rest_ended,
                                                      .freed = rest_freed,
                                                      .changed = rest_changed};

/* --- a connection that is kept warm ----------------------------------------------------------- */

static void rest_warm_set(struct discord_rest *rest, int64_t delay_ms)
{
    const struct net_wire *wire = rest->scheduler.wire;
    wire->timer_set(wire->context, rest->warm_timer, delay_ms);
}

static void rest_warm(void *user)
{
    struct discord_rest *rest = user;
    int64_t now_ms = rest_now_ms(rest);
    int64_t last_ms = rest->scheduler.sent_ms;
    int64_t due_ms = (last_ms > rest->warm_ms ? last_ms : rest->warm_ms) + REST_WARM_MS;
    if (now_ms < due_ms) {
        rest_warm_set(rest, due_ms - now_ms);
        return;
    }
    rest->warm_ms = now_ms;
    rest_warm_set(rest, REST_WARM_MS);
    if (rest->scheduler.calls == 0) {
        const struct discord_request small = {.method = "GET",
                                              .route = "/gateway",
                                              .priority = REST_COSMETIC,
                                              .time_ms = REST_TRY_MS};
        discord_rest_start(rest, &small, NULL, NULL);
    }
}

void discord_rest_keep_warm(struct discord_rest *rest, bool on)
{
    rest->warm_ms = rest_now_ms(rest);
    rest_warm_set(rest, on ? REST_WARM_MS : -1);
}

/* --- from outside ----------------------------------------------------------------------------- */

/* With the version of the API, whatever of its path has been given. */
static char *rest_base(const char *given)
{
    struct buf base;
    size_t len = strlen(given);
    while (len > 0 && given[len - 1] == '/') {
        len--;
    }
    buf_init(&base, REST_BASE_BYTES);
    buf_add(&base, given, len);
    const char *path = strstr(base.text, "://");
    path = strchr(path != NULL ? path + 3 : base.text, '/');
    if (path == NULL) {
        buf_text(&base, "/api");
    }
    if (path == NULL || strcmp(path, "/api") == 0) {
        buf_text(&base, "/v10");
    }
    char *text = heap_copy(base.text);
    buf_deinit(&base);
    return text;
}

struct discord_rest *discord_rest_new(const struct discord_rest_setup *setup)
{
    struct discord_rest *rest = heap_allocate(sizeof *rest);
    const struct net_wire *wire = setup->wire;
    struct buf authorization;
    rest->base = rest_base(setup->api_base);
    buf_init(&authorization, REST_BASE_BYTES);
    print_to(&authorization, "Bot %s", setup->token);
    rest->authorization = heap_copy(authorization.text);
    buf_deinit(&authorization);
    rest->agent = heap_copy(setup->agent);
    rest->context = setup->context;
    rest->refused = setup->refused;
    map_init(&rest->queues, &wire->entropy);
    map_init(&rest->routes, &wire->entropy);
    map_init(&rest->channels, &wire->entropy);
    rest->parts = setup->parts > 1 ? setup->parts : 1;
    unsigned most = REST_SECOND_MAX / rest->parts;
    window_init(&rest->second, most > 0 ? most : 1,
                most > 0 ? 1000 : (int64_t)1000 * rest->parts / REST_SECOND_MAX);
    rest->warm_timer = wire->timer_new(wire->context, rest_warm, rest);
    request_scheduler_init(&rest->scheduler, &rest_platform, rest, wire, REST_UNDER_WAY_MAX);
    return rest;
}

static void rest_map_free(struct map *map)
{
    size_t at = 0;
    for (void *value = map_next(map, &at); value != NULL; value = map_next(map, &at)) {
        free(value);
    }
    map_deinit(map);
}

void discord_rest_free(struct discord_rest **rest)
{
    struct discord_rest *freed = *rest;
    if (freed == NULL) {
        return;
    }
    *rest = NULL;
    const struct net_wire *wire = freed->scheduler.wire;
    wire->timer_free(wire->context, &freed->warm_timer);
    request_scheduler_deinit(&freed->scheduler);
    rest_map_free(&freed->queues);
    rest_map_free(&freed->routes);
    rest_map_free(&freed->channels);
    free(freed->base);
    free(freed->authorization);
    free(freed->agent);
    free(freed);
}

/* Ends it at once when nothing can come of it. */
static void rest_check(struct discord_rest *rest, struct rest_request *own)
{
    struct request *request = &own->request;
    const char *why = "";
    int64_t gate_ms = rest->gate[1].until_ms - rest_now_ms(rest);
    if (rest->unauthorized) {
        request_end(request, ANSWER_UNAUTHORIZED, "the token is refused");
    } else if (rest_guard_refuses(rest, own)) {
        request_end(request, ANSWER_FORBIDDEN, "refused before in this channel");
    } else if (rest_guard_holds(rest, own, &request->retry_ms, &why)) {
        request_end(request, ANSWER_DOWN, why);
    } else if (rest->scheduler.requests.count > rest->scheduler.calls + REST_WAITING_MAX) {
        request->retry_ms = REST_BACKOFF_MS;
        request_end(request, ANSWER_DOWN, "too many requests wait");
    } else if (own->wanted.priority == REST_ANSWER && gate_ms > 0) {
        request->retry_ms = gate_ms;
        request_end(request, ANSWER_DOWN, "Discord's gate holds us back");
    }
}

uint64_t discord_rest_start(struct discord_rest *rest, const struct discord_request *wanted,
                            answer_fn done, void *context)
{
    assert(wanted->route[0] == '/');
    struct rest_request *request = rest_request_new(rest, wanted, done, context);
    rest_check(rest, request);
    return request_scheduler_start(&rest->scheduler, &request->request);
}

void discord_rest_cancel(struct discord_rest *rest, uint64_t number)
{
    request_scheduler_cancel(&rest->scheduler, number);
}

int64_t discord_rest_ahead_ms(const struct discord_rest *rest)
{
    return rest->ahead_ms;
}

void discord_rest_figures(struct discord_rest *rest, struct discord_rest_figures *figures)
{
    const struct request_scheduler *scheduler = &rest->scheduler;
    unsigned invalid = rest_guard_invalid(rest);
    bool stopped = rest_now_ms(rest) < rest->stop_ms;
    *figures = (struct discord_rest_figures){
        .waiting = (unsigned)scheduler->requests.count - scheduler->calls,
        .under_way = scheduler->calls,
        .buckets = (unsigned)rest->queues.count,
        .invalid = invalid,
        .held = invalid >= rest_guard_held_max(rest) || stopped,
        .sent = scheduler->sent,
        .repeated = rest->repeated,
        .limited = rest->limited};
}
