/* A job: its own copies of a request, one try of it, its end. */
#include "matrix_client_private.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "heap.h"
#include "metrics.h"

enum { JOB_HEADERS_MAX = 4 };

struct client_job *client_job_new(struct matrix_client *client,
                                  const struct matrix_request *request)
{
    struct client_job *job = heap_take(sizeof *job);
    struct matrix_request *own = &job->request;
    job->client = client;
    job->number = ++client->last_number;
    *own = *request;
    own->method = heap_copy(request->method);
    own->route = heap_copy(request->route);
    own->path = heap_copy(request->path);
    own->type = heap_copy(request->type);
    own->json = request->json == NULL ? NULL : heap_text(request->json, request->json_len);
    own->bytes = request->bytes == NULL ? NULL : heap_text(request->bytes, request->bytes_len);
    own->time_ms = request->time_ms > 0 ? request->time_ms : CLIENT_TIME_MS;
    own->try_ms = request->try_ms > 0 ? request->try_ms : CLIENT_TRY_MS;
    job->started_ms = client_now_ms(client);
    backoff_init(&job->backoff, CLIENT_BACKOFF_MS, CLIENT_BACKOFF_MS_MAX);
    timers_set(&client->untils, &job->until, job->started_ms + own->time_ms);
    map_put_number(&client->jobs, job->number, job);
    return job;
}

/* Of texts that are the job's own. */
static void job_text_free(const void *text)
{
    free((void *)(uintptr_t)text); /* NOLINT(performance-no-int-to-ptr): it was a char * */
}

struct client_queue *client_job_queue(struct client_job *job)
{
    struct matrix_client *client = job->client;
    const struct matrix_request *request = &job->request;
    if (job->place == CLIENT_ENDED) {
        return &client->ended;
    }
    if (request->unsigned_in) {
        return &client->queues[CLIENT_QUEUE_OPEN];
    }
    if (request->identity) {
        return &client->queues[CLIENT_QUEUE_IDENTITY];
    }
    return &client->queues[(request->limited ? CLIENT_QUEUE_LIMITED : CLIENT_QUEUE_FREE) +
                           (int)request->priority];
}

/* By their numbers, from the end: what has been there before goes before what came later. */
void client_queue_put(struct client_queue *queue, struct client_job *job)
{
    struct client_job *before = queue->last;
    while (before != NULL && before->number > job->number) {
        before = before->previous;
    }
    job->previous = before;
    job->next = before == NULL ? queue->first : before->next;
    *(before == NULL ? &queue->first : &before->next) = job;
    *(job->next == NULL ? &queue->last : &job->next->previous) = job;
    queue->count++;
}

void client_queue_drop(struct client_queue *queue, struct client_job *job)
{
    assert(queue->count > 0);
    *(job->previous == NULL ? &queue->first : &job->previous->next) = job->next;
    *(job->next == NULL ? &queue->last : &job->next->previous) = job->previous;
    job->previous = NULL;
    job->next = NULL;
    queue->count--;
}

/* Out of wherever it is; nowhere then. */
static void job_leave(struct client_job *job)
{
    struct matrix_client *client = job->client;
    timers_drop(&client->agains, &job->again);
    if (job->place == CLIENT_WAITING || job->place == CLIENT_ENDED) {
        client_queue_drop(client_job_queue(job), job);
    }
    if (job->place == CLIENT_UNDER_WAY) {
        client->wire->call_cancel(client->wire->context, &job->call);
        client->under_way -= job->request.apart ? 0 : 1;
    }
    job->place = CLIENT_NOWHERE;
}

void client_job_free(struct client_job **job)
{
    struct client_job *freed = *job;
    *job = NULL;
    job_leave(freed);
    timers_drop(&freed->client->untils, &freed->until);
    map_remove_number(&freed->client->jobs, freed->number);
    job_text_free(freed->request.method);
    job_text_free(freed->request.route);
    job_text_free(freed->request.path);
    job_text_free(freed->request.type);
    job_text_free(freed->request.json);
    job_text_free(freed->request.bytes);
    free(freed);
}

void client_job_wait(struct client_job *job)
{
    assert(job->place == CLIENT_NOWHERE);
    job->place = CLIENT_WAITING;
    client_queue_put(client_job_queue(job), job);
}

void client_job_pause(struct client_job *job, int64_t wait_ms)
{
    struct matrix_client *client = job->client;
    assert(job->place == CLIENT_NOWHERE);
    job->place = CLIENT_PAUSED;
    timers_set(&client->untils, &job->until, job->started_ms + job->request.time_ms);
    timers_set(&client->agains, &job->again, client_now_ms(client) + wait_ms);
    client_wake(client);
}

static size_t job_headers(const struct client_job *job, struct net_header *headers)
{
    size_t count = 0;
    const struct matrix_request *request = &job->request;
    if (!request->unsigned_in) {
        assert(job->client->authorization != NULL);
        headers[count++] = (struct net_header){"Authorization", job->client->authorization};
    }
    if (request->bytes != NULL) {
        headers[count++] = (struct net_header){
            "Content-Type", request->type != NULL ? request->type : "application/octet-stream"};
    } else if (strcmp(request->method, "GET") != 0) {
        headers[count++] = (struct net_header){"Content-Type", "application/json"};
    }
    return count;
}

static void job_body(const struct matrix_request *request, struct net_request *wanted)
{
    if (request->bytes != NULL) {
        wanted->body = request->bytes;
        wanted->body_len = request->bytes_len;
    } else if (request->json != NULL) {
        wanted->body = request->json;
        wanted->body_len = request->json_len;
    } else if (strcmp(request->method, "GET") != 0) {
        wanted->body = "{}";
        wanted->body_len = 2;
    }
}

/* How much of what an appservice acts as goes into the query. */
static size_t job_acts(const struct client_job *job)
{
    const struct matrix_client *client = job->client;
    if (client->acting == NULL || job->request.unsigned_in) {
        return 0;
    }
    switch (job->request.as) {
    case MATRIX_AS_DEVICE:
        return strlen(client->acting);
    case MATRIX_AS_USER:
        return client->acting_user;
    case MATRIX_AS_SERVICE:
        break;
    }
    return 0;
}

static bool job_url(const struct client_job *job, char url[CLIENT_URL_BYTES])
{
    const struct matrix_client *client = job->client;
    const char *path = job->request.path;
    size_t acts = job_acts(job);
    bool whole = strncmp(path, "https://", 8) == 0 || strncmp(path, "http://", 7) == 0;
    int len = snprintf(url, CLIENT_URL_BYTES, "%s%s%s%.*s", whole ? "" : client->base, path,
                       acts == 0                   ? ""
                       : strchr(path, '?') == NULL ? "?"
                                                   : "&",
                       (int)acts, acts > 0 ? client->acting : "");
    return len > 0 && len < CLIENT_URL_BYTES;
}

static void job_piece(void *user, const char *bytes, size_t len)
{
    const struct client_job *job = user;
    job->client->in_piece = true;
    if (job->request.piece != NULL) {
        job->request.piece(job->context, bytes, len);
    }
    job->client->in_piece = false;
}

void client_job_begin(struct client_job *job)
{
    struct matrix_client *client = job->client;
    char url[CLIENT_URL_BYTES];
    struct net_header headers[JOB_HEADERS_MAX];
    int64_t left_ms = job->started_ms + job->request.time_ms - client_now_ms(client);
    assert(job->place == CLIENT_NOWHERE);
    if (!job_url(job, url)) {
        client_job_end(job, MATRIX_BAD, "path too long");
        return;
    }
    left_ms = left_ms < job->request.try_ms ? left_ms : job->request.try_ms;
    struct net_request request = {
        .method = job->request.method,
        .url = url,
        .headers = headers,
        .header_count = job_headers(job, headers),
        .time_ms = left_ms < 1 ? 1 : left_ms,
        .answer_max = job->request.answer_max,
        .once = !job->request.repeatable,
        .moves = job->request.moves && job->request.unsigned_in ? CLIENT_MOVES_MAX : 0,
        .piece = job->request.piece == NULL ? NULL : job_piece,
        .urgent = job->request.priority == MATRIX_SECRET};
    job_body(&job->request, &request);
    if (job->request.restart != NULL) {
        job->request.restart(job->context);
    }
    /* the call's own end says more about what became of it, and comes first */
    timers_set(&client->untils, &job->until,
               job->started_ms + job->request.time_ms + CLIENT_GRACE_MS);
    job->place = CLIENT_UNDER_WAY;
    job->token = client->token;
    job->limited = false;
    client->under_way += job->request.apart ? 0 : 1;
    client->sent++;
    client->repeated += job->tries > 0;
    metrics_add(METRIC_MATRIX_REQUESTS, 1);
    metrics_add(METRIC_MATRIX_REPEATED, job->tries > 0 ? 1 : 0);
    job->tries++;
    job->call = client->wire->call(client->wire->context, &request, client_answered, job);
}

void client_job_end(struct client_job *job, enum matrix_fate fate, const char *why)
{
    struct matrix_client *client = job->client;
    if (job->place == CLIENT_ENDED) {
        return;
    }
    job_leave(job);
    timers_drop(&client->untils, &job->until);
    job->fate = fate;
    snprintf(job->why, sizeof job->why, "%.80s on %.16s %.80s", why, job->request.method,
             job->request.route);
    job->place = CLIENT_ENDED;
    client_queue_put(&client->ended, job);
    client_wake(client);
}
