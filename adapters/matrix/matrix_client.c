/* The client as its user sees it, and the one place from which everything goes on: what ended is
 * told, what is due is taken up, what may be sent is sent. */
#include "matrix_client_private.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "heap.h"
#include "matrix_path.h"
#include "metrics.h"

enum { CLIENT_HEADER_BYTES = 8192, CLIENT_ACTING_BYTES = 2048 };

int64_t client_now_ms(const struct matrix_client *client)
{
    return client->wire->clock.monotonic_ms(client->wire->clock.context);
}

static void client_timer_set(struct matrix_client *client, int64_t delay_ms)
{
    client->wire->timer_set(client->wire->context, client->timer, delay_ms);
}

void client_wake(struct matrix_client *client)
{
    client_timer_set(client, 0);
}

/* --- what may be sent ------------------------------------------------------------------------- */

static struct client_job *client_first(struct matrix_client *client, unsigned from, unsigned to)
{
    for (unsigned i = from; i < to; i++) {
        if (client->queues[i].first != NULL) {
            return client->queues[i].first;
        }
    }
    return NULL;
}

static bool client_may_use_token(const struct matrix_client *client)
{
    return client->authorization != NULL && !client->held;
}

/* The next that may go now; NULL none. */
static struct client_job *client_next(struct matrix_client *client)
{
    struct client_job *job = client_first(client, CLIENT_QUEUE_OPEN, CLIENT_QUEUE_IDENTITY);
    if (job == NULL && client->authorization != NULL) {
        job = client_first(client, CLIENT_QUEUE_IDENTITY, CLIENT_QUEUE_FREE);
    }
    if (job == NULL && client_may_use_token(client)) {
        job = client_first(client, CLIENT_QUEUE_FREE, CLIENT_QUEUE_LIMITED);
        if (job == NULL && matrix_limit_wait_ms(&client->limit, client_now_ms(client)) == 0) {
            job = client_first(client, CLIENT_QUEUE_LIMITED, CLIENT_QUEUES);
        }
    }
    return job;
}

static void client_send(struct matrix_client *client, struct client_job *job)
{
    int64_t wait_ms = client_route_wait_ms(client, job->request.route);
    client_queue_drop(client_job_queue(job), job);
    job->place = CLIENT_NOWHERE;
    if (wait_ms > 0) {
        client_job_pause(job, wait_ms);
        return;
    }
    if (job->request.limited) {
        matrix_limit_take(&client->limit, client_now_ms(client));
    }
    client_job_begin(job);
}

static int64_t client_sooner(int64_t one, int64_t other)
{
    return one < 0 || (other >= 0 && other < one) ? other : one;
}

/* When something has to be done at the latest, as a delay; -1 never. */
static int64_t client_due_ms(struct matrix_client *client)
{
    int64_t now_ms = client_now_ms(client);
    int64_t due_ms = -1;
    const struct timers *heaps[] = {&client->untils, &client->agains};
    for (size_t i = 0; i < sizeof heaps / sizeof heaps[0]; i++) {
        const struct timer *first = timers_first(heaps[i]);
        if (first != NULL) {
            due_ms = client_sooner(due_ms, first->due_ms > now_ms ? first->due_ms - now_ms : 0);
        }
    }
    if (client_may_use_token(client) && client->under_way < CLIENT_UNDER_WAY_MAX &&
        client_first(client, CLIENT_QUEUE_LIMITED, CLIENT_QUEUES) != NULL) {
        due_ms = client_sooner(due_ms, matrix_limit_wait_ms(&client->limit, now_ms));
    }
    return client->ended.first != NULL ? 0 : due_ms;
}

static void client_count(const struct matrix_client *client)
{
    struct matrix_client_figures figures;
    matrix_client_figures(client, &figures);
    metrics_set(METRIC_MATRIX_WAITING, figures.waiting);
    metrics_set(METRIC_MATRIX_UNDER_WAY, figures.under_way);
    metrics_set(METRIC_MATRIX_QUEUE_MS, figures.queue_ms);
}

void client_go_on(struct matrix_client *client)
{
    while (client->under_way < CLIENT_UNDER_WAY_MAX) {
        struct client_job *job = client_next(client);
        if (job == NULL) {
            break;
        }
        client_send(client, job);
    }
    client_count(client);
    client_timer_set(client, client_due_ms(client));
}

/* --- the timer -------------------------------------------------------------------------------- */

/* Only those that had ended before: a user who starts another from done() has to wait. */
static void client_tell_ended(struct matrix_client *client)
{
    uint64_t last = client->ended.last != NULL ? client->last_number : 0;
    while (client->ended.first != NULL && client->ended.first->number <= last) {
        struct client_job *job = client->ended.first;
        struct matrix_answer answer = {.fate = job->fate, .errcode = "", .retry_ms = job->retry_ms};
        client_job_tell(job, &answer);
    }
}

static void client_time_is_up(struct matrix_client *client, int64_t now_ms)
{
    for (struct timer *first = timers_first(&client->untils);
         first != NULL && first->due_ms <= now_ms; first = timers_first(&client->untils)) {
        struct client_job *job =
            (struct client_job *)((char *)first - offsetof(struct client_job, until));
        client_job_end(job, client_job_late(job), "out of time");
    }
}

static void client_try_again(struct matrix_client *client, int64_t now_ms)
{
    for (struct timer *first = timers_first(&client->agains);
         first != NULL && first->due_ms <= now_ms; first = timers_first(&client->agains)) {
        struct client_job *job =
            (struct client_job *)((char *)first - offsetof(struct client_job, again));
        timers_drop(&client->agains, first);
        job->place = CLIENT_NOWHERE;
        client_job_wait(job);
    }
}

static void client_tick(void *context)
{
    struct matrix_client *client = context;
    int64_t now_ms = client_now_ms(client);
    client_time_is_up(client, now_ms);
    client_try_again(client, now_ms);
    client_tell_ended(client);
    client_go_on(client);
}

/* --- from outside ----------------------------------------------------------------------------- */

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
    struct matrix_client *client = heap_take(sizeof *client);
    client->wire = setup->wire;
    client->base = client_base_of(setup->base);
    client->context = setup->context;
    client->refused = setup->refused;
    map_init(&client->jobs, &setup->wire->entropy);
    memcpy(client->made_key, client->jobs.key, sizeof client->made_key);
    client->timer = setup->wire->timer_new(setup->wire->context, client_tick, client);
    return client;
}

void matrix_client_free(struct matrix_client **client)
{
    struct matrix_client *freed = *client;
    if (freed == NULL) {
        return;
    }
    *client = NULL;
    for (size_t at = 0;; at = 0) {
        struct client_job *job = map_next(&freed->jobs, &at);
        if (job == NULL) {
            break;
        }
        client_job_free(&job);
    }
    for (unsigned i = 0; i < CLIENT_ROUTES_MAX; i++) {
        free(freed->routes[i].route);
    }
    freed->wire->timer_free(freed->wire->context, &freed->timer);
    timers_deinit(&freed->untils);
    timers_deinit(&freed->agains);
    map_deinit(&freed->jobs);
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
    client_wake(client);
}

void matrix_client_hold(struct matrix_client *client, bool hold)
{
    client->held = hold;
    client_wake(client);
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
        matrix_path_add(&acting, user);
    }
    client->acting_user = acting.len;
    if (device != NULL && device[0] != '\0') {
        buf_text(&acting, acting.len > 0 ? "&device_id=" : "device_id=");
        matrix_path_add(&acting, device);
    }
    client->acting = heap_text(acting.text, acting.len);
    buf_deinit(&acting);
}

/* Every request that is not under way, and with all every one, ends. */
static void client_end_all(struct matrix_client *client, enum matrix_fate fate, bool all,
                           const char *why)
{
    size_t at = 0;
    for (struct client_job *job = map_next(&client->jobs, &at); job != NULL;
         job = map_next(&client->jobs, &at)) {
        if (job->place != CLIENT_ENDED && (all || job->place != CLIENT_UNDER_WAY)) {
            client_job_end(job, all || job->unknown == 0 ? fate : MATRIX_UNKNOWN, why);
        }
    }
}

void matrix_client_sign_out(struct matrix_client *client)
{
    client->signed_out = true;
    client_end_all(client, MATRIX_SIGNED_OUT, true, "signed out");
}

void matrix_client_drain(struct matrix_client *client)
{
    client->draining = true;
    client_end_all(client, MATRIX_LATE, false, "stopping");
}

/* --- transactions ----------------------------------------------------------------------------- */

static uint64_t client_hash(const struct matrix_client *client, const char *transaction)
{
    return map_hash(client->made_key, transaction, strlen(transaction));
}

static void client_note(struct matrix_client *client, const struct matrix_request *request)
{
    bool has =
        strstr(request->route, "/send/") != NULL || strstr(request->route, "/redact/") != NULL;
    const char *last = has ? strrchr(request->path, '/') : NULL;
    if (last != NULL) {
        client->made[client->made_count++ % CLIENT_MADE_MAX] = client_hash(client, last + 1);
    }
}

bool matrix_client_made(const struct matrix_client *client, const char *transaction)
{
    uint64_t hash = client_hash(client, transaction);
    bool made = false;
    for (unsigned i = 1; i <= CLIENT_MADE_MAX && i <= client->made_count && !made; i++) {
        made = client->made[(client->made_count - i) % CLIENT_MADE_MAX] == hash;
    }
    return made;
}

/* --- requests --------------------------------------------------------------------------------- */

uint64_t matrix_client_start(struct matrix_client *client, const struct matrix_request *request,
                             matrix_answer_fn done, void *context)
{
    struct client_job *job = client_job_new(client, request);
    job->done = done;
    job->context = context;
    client_note(client, request);
    if (client->signed_out || client->draining) {
        client_job_end(job, client->signed_out ? MATRIX_SIGNED_OUT : MATRIX_LATE,
                       client->signed_out ? "signed out" : "stopping");
        return job->number;
    }
    uint64_t number = job->number;
    client_job_wait(job);
    if (client->in_piece) {
        client_wake(client);
    } else {
        client_go_on(client);
    }
    return number;
}

void matrix_client_cancel(struct matrix_client *client, uint64_t number)
{
    struct client_job *job = map_get_number(&client->jobs, number);
    if (job != NULL && client->in_piece && job->place == CLIENT_UNDER_WAY) {
        job->done = NULL; /* it ends, and nobody hears of it */
        job->request.piece = NULL;
        job->request.restart = NULL;
    } else if (job != NULL) {
        client_job_free(&job);
        client_wake(client);
    }
}

void matrix_client_figures(const struct matrix_client *client,
                           struct matrix_client_figures *figures)
{
    unsigned limited = 0;
    unsigned talk = 0;
    *figures = (struct matrix_client_figures){.under_way = client->under_way,
                                              .sent = client->sent,
                                              .repeated = client->repeated,
                                              .limited = client->limited};
    for (unsigned i = 0; i < CLIENT_QUEUES; i++) {
        figures->waiting += client->queues[i].count;
        limited += i >= CLIENT_QUEUE_LIMITED ? client->queues[i].count : 0;
        bool said = i >= CLIENT_QUEUE_LIMITED && i < CLIENT_QUEUE_LIMITED + MATRIX_COSMETIC;
        talk += said ? client->queues[i].count : 0;
    }
    if (client->limit.known) {
        int64_t wait_ms = matrix_limit_wait_ms(&client->limit, client_now_ms(client));
        figures->queue_ms = wait_ms + (int64_t)limited * client->limit.bucket.each_ms;
        figures->talk_ms = talk == 0 ? 0 : wait_ms + (int64_t)talk * client->limit.bucket.each_ms;
    }
}
