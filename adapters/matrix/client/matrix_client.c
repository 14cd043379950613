/* The client as its user sees it, and what its requests wait for. */
#include "matrix_client_private.h"

#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "heap.h"
#include "metrics.h"
#include "route.h"

enum { CLIENT_HEADER_BYTES = 8192, CLIENT_ACTING_BYTES = 2048 };

int64_t client_now_ms(const struct matrix_client *client)
{
    return request_scheduler_now_ms(&client->scheduler);
}

/* --- what may be sent ------------------------------------------------------------------------- */

static unsigned client_queue(const struct matrix_request *wanted)
{
    if (wanted->unsigned_in) {
        return CLIENT_OPEN;
    }
    if (wanted->identity) {
        return CLIENT_IDENTITY;
    }
    return wanted->limited ? CLIENT_LIMITED : CLIENT_FREE;
}

static unsigned client_rank(const struct matrix_request *wanted)
{
    unsigned queue = client_queue(wanted);
    unsigned before = queue == CLIENT_LIMITED ? MATRIX_COSMETIC + 1 : 0;
    return queue < CLIENT_FREE ? queue : CLIENT_FREE + before + (unsigned)wanted->priority;
}

static struct request_queue *client_queue_of(void *context, const struct request *request)
{
    struct matrix_client *client = context;
    return &client->queues[client_queue(&((const struct client_request *)request)->wanted)];
}

static int64_t client_wait_ms(void *context, const struct request_queue *queue, int64_t now_ms)
{
    const struct matrix_client *client = context;
    bool token = client->authorization != NULL;
    switch (queue->waiting.first == NULL ? CLIENT_QUEUES : queue - client->queues) {
    case CLIENT_OPEN:
        return 0;
    case CLIENT_IDENTITY:
        return token ? 0 : -1;
    case CLIENT_FREE:
        return token && !client->held ? 0 : -1;
    case CLIENT_LIMITED:
        return token && !client->held ? matrix_limit_wait_ms(&client->limit, now_ms) : -1;
    default:
        return -1;
    }
}

void client_limit_changed(struct matrix_client *client)
{
    request_queue_reschedule(&client->scheduler, &client->queues[CLIENT_LIMITED]);
}

static void client_token_changed(struct matrix_client *client)
{
    for (unsigned i = 0; i < CLIENT_QUEUES; i++) {
        request_queue_reschedule(&client->scheduler, &client->queues[i]);
    }
    request_scheduler_schedule(&client->scheduler);
}

static unsigned client_waiting(const struct matrix_client *client)
{
    unsigned waiting = 0;
    for (unsigned i = 0; i < CLIENT_QUEUES; i++) {
        waiting += client->queues[i].waiting.count;
    }
    return waiting;
}

/* How long so many that are limited would take. */
static int64_t client_queue_ms(const struct matrix_client *client, unsigned count)
{
    const struct matrix_limit *limit = &client->limit;
    return !limit->known ? 0
                         : matrix_limit_wait_ms(limit, client_now_ms(client)) +
                               (int64_t)count * limit->bucket.each_ms;
}

static void client_changed(void *context)
{
    const struct matrix_client *client = context;
    metrics_set(METRIC_MATRIX_WAITING, client_waiting(client));
    metrics_set(METRIC_MATRIX_UNDER_WAY, client->scheduler.under_way);
    metrics_set(METRIC_MATRIX_QUEUE_MS,
                client_queue_ms(client, client->queues[CLIENT_LIMITED].waiting.count));
}

/* --- from outside ----------------------------------------------------------------------------- */

static const struct request_platform client_platform = {.queue_of = client_queue_of,
                                                        .wait_ms = client_wait_ms,
                                                        .send = client_send,
                                                        .answered = client_answered,
                                                        .status = client_status,
                                                        .ended = client_ended,
                                                        .changed = client_changed};

static char *client_base_of(const char *base)
{
    size_t len = strlen(base);
    while (len > 0 && base[len - 1] == '/') {
        len--;
    }
    return heap_text(base, len);
}

struct matrix_client *matrix_client_new(const struct matrix_client_setup *setup)
{
    struct matrix_client *client = heap_allocate(sizeof *client);
    client->base = client_base_of(setup->base);
    client->context = setup->context;
    client->refused = setup->refused;
    request_scheduler_init(&client->scheduler, &client_platform, client, setup->wire,
                           CLIENT_UNDER_WAY_MAX);
    memcpy(client->own_key, client->scheduler.requests.key, sizeof client->own_key);
    return client;
}

void matrix_client_free(struct matrix_client **client)
{
    struct matrix_client *freed = *client;
    if (freed == NULL) {
        return;
    }
    *client = NULL;
    request_scheduler_deinit(&freed->scheduler);
    for (unsigned i = 0; i < CLIENT_ROUTES_MAX; i++) {
        free(freed->routes[i].route);
    }
    free(freed->base);
    free(freed->authorization);
    free(freed->acting);
    free(freed);
}

void matrix_client_token(struct matrix_client *client, const char *token)
{
    struct buf header;
    free(client->authorization);
    client->authorization = NULL;
    client->token++;
    if (token[0] != '\0') {
        buf_init(&header, CLIENT_HEADER_BYTES);
        buf_text(&header, "Bearer ");
        buf_text(&header, token);
        client->authorization = heap_text(header.text, header.len);
        buf_deinit(&header);
    }
    client_token_changed(client);
}

void matrix_client_hold(struct matrix_client *client, bool hold)
{
    client->held = hold;
    client_token_changed(client);
}

void matrix_client_base(struct matrix_client *client, const char *base)
{
    free(client->base);
    client->base = client_base_of(base);
}

void matrix_client_act_as(struct matrix_client *client, const char *user, const char *device)
{
    struct buf acting;
    free(client->acting);
    client->acting = NULL;
    if (user == NULL) {
        return;
    }
    buf_init(&acting, CLIENT_ACTING_BYTES);
    if (user[0] != '\0') {
        buf_text(&acting, "user_id=");
        route_encode(&acting, user);
    }
    client->acting_user = acting.len;
    if (device != NULL && device[0] != '\0') {
        buf_text(&acting, acting.len > 0 ? "&device_id=" : "device_id=");
        route_encode(&acting, device);
    }
    client->acting = heap_text(acting.text, acting.len);
    buf_deinit(&acting);
}

void matrix_client_sign_out(struct matrix_client *client)
{
    client->signed_out = true;
    request_scheduler_end_all(&client->scheduler, ANSWER_UNAUTHORIZED, "signed out");
}

/* --- transactions ----------------------------------------------------------------------------- */

static uint64_t client_hash(const struct matrix_client *client, const char *transaction)
{
    return map_hash(client->own_key, transaction, strlen(transaction));
}

static void client_note(struct matrix_client *client, const char *route, const char *path)
{
    bool has = strstr(route, "/send/") != NULL || strstr(route, "/redact/") != NULL;
    const char *last = has ? strrchr(path, '/') : NULL;
    if (last != NULL) {
        client->own[client->own_count++ % CLIENT_OWN_MAX] = client_hash(client, last + 1);
    }
}

bool matrix_client_made(const struct matrix_client *client, const char *transaction)
{
    uint64_t hash = client_hash(client, transaction);
    bool made = false;
    for (unsigned i = 1; i <= CLIENT_OWN_MAX && i <= client->own_count && !made; i++) {
        made = client->own[(client->own_count - i) % CLIENT_OWN_MAX] == hash;
    }
    return made;
}

/* --- requests --------------------------------------------------------------------------------- */

static struct client_request *client_request_new(struct matrix_client *client,
                                                 const struct matrix_request *wanted,
                                                 answer_fn done, void *context)
{
    struct request_setup setup = {
        .method = wanted->method,
        .route = wanted->route,
        .path = route_text(MATRIX_API, wanted->route, wanted->ids, wanted->query),
        .rank = client_rank(wanted),
        .time_ms = wanted->time_ms > 0 ? wanted->time_ms : CLIENT_TIME_MS,
        .try_ms = wanted->try_ms > 0 ? wanted->try_ms : CLIENT_TRY_MS,
        .uncounted = wanted->long_poll,
        .done = done,
        .context = context};
    if (wanted->bytes != NULL) {
        setup.body = wanted->bytes;
        setup.body_len = wanted->bytes_len;
        setup.type = wanted->type != NULL ? wanted->type : "application/octet-stream";
    } else if (wanted->json != NULL || strcmp(wanted->method, "GET") != 0) {
        const char *json = wanted->json != NULL ? wanted->json : "{}";
        setup.body = json;
        setup.body_len = strlen(json);
        setup.type = "application/json";
    }
    struct client_request *request = request_new(&client->scheduler, sizeof *request, &setup);
    request->wanted = *wanted;
    backoff_init(&request->backoff, CLIENT_BACKOFF_MS, CLIENT_BACKOFF_MS_MAX);
    return request;
}

uint64_t matrix_client_start(struct matrix_client *client, const struct matrix_request *wanted,
                             answer_fn done, void *context)
{
    struct request *request = &client_request_new(client, wanted, done, context)->request;
    client_note(client, request->route, request->path);
    if (client->signed_out) {
        request_end(request, ANSWER_UNAUTHORIZED, "signed out");
    }
    return request_scheduler_start(&client->scheduler, request);
}

void matrix_client_cancel(struct matrix_client *client, uint64_t number)
{
    struct request *request = request_scheduler_find(&client->scheduler, number);
    if (request != NULL && client->scheduler.held && request->state == REQUEST_UNDER_WAY) {
        request->done = NULL; /* it ends, and nobody is notified */
        ((struct client_request *)request)->wanted.piece = NULL;
        ((struct client_request *)request)->wanted.restart = NULL;
    } else {
        request_scheduler_cancel(&client->scheduler, number);
    }
}

void matrix_client_figures(const struct matrix_client *client,
                           struct matrix_client_figures *figures)
{
    const struct request_list *limited = &client->queues[CLIENT_LIMITED].waiting;
    const struct request *said = limited->last;
    unsigned cosmetic = 0;
    for (;
         said != NULL && ((const struct client_request *)said)->wanted.priority == MATRIX_COSMETIC;
         said = said->previous) {
        cosmetic++;
    }
    *figures = (struct matrix_client_figures){
        .waiting = client_waiting(client),
        .under_way = client->scheduler.under_way,
        .sent = client->scheduler.sent,
        .repeated = client->repeated,
        .limited = client->limited,
        .queue_ms = client_queue_ms(client, limited->count),
        .talk_ms = said == NULL ? 0 : client_queue_ms(client, limited->count - cosmetic),
        .roomy = matrix_limit_is_roomy(&client->limit, client_now_ms(client))};
}
