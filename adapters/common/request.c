#include "request.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "heap.h"
#include "request_scheduler.h"

enum { REQUEST_GRACE_MS = 250 };

void *request_new(struct request_scheduler *scheduler, size_t size,
                  const struct request_setup *setup)
{
    struct request *request = heap_allocate(size);
    *request = (struct request){.scheduler = scheduler,
                                .number = ++scheduler->last_number,
                                .started_ms = request_scheduler_now_ms(scheduler),
                                .time_ms = setup->time_ms,
                                .try_ms = setup->try_ms,
                                .method = heap_copy(setup->method),
                                .route = heap_copy(setup->route),
                                .path = setup->path,
                                .type = heap_copy(setup->type),
                                .body_len = setup->body_len,
                                .rank = setup->rank,
                                .uncounted = setup->uncounted,
                                .done = setup->done,
                                .context = setup->context};
    request->body = setup->body == NULL ? NULL : heap_text(setup->body, setup->body_len);
    timers_set(&scheduler->deadlines, &request->deadline, request->started_ms + request->time_ms);
    map_put_number(&scheduler->requests, request->number, request);
    return request;
}

static void request_call_over(struct request *request)
{
    struct request_scheduler *scheduler = request->scheduler;
    assert(request->state == REQUEST_UNDER_WAY);
    scheduler->calls--;
    scheduler->under_way -= request->uncounted ? 0 : 1;
    request->state = REQUEST_IDLE;
}

/* Out of wherever it is. */
static void request_leave(struct request *request)
{
    struct request_scheduler *scheduler = request->scheduler;
    timers_drop(&scheduler->retries, &request->retry);
    if (request->state == REQUEST_QUEUED) {
        request_queue_take(scheduler, request);
    } else if (request->state == REQUEST_ENDED) {
        request_list_remove(&scheduler->ended, request);
    } else if (request->state == REQUEST_UNDER_WAY) {
        scheduler->wire->call_cancel(scheduler->wire->context, &request->call);
        request_call_over(request);
        if (scheduler->platform->dropped != NULL) {
            scheduler->platform->dropped(scheduler->context, request);
        }
    }
    request->state = REQUEST_IDLE;
}

void request_free(struct request **request)
{
    struct request *freed = *request;
    struct request_scheduler *scheduler = freed->scheduler;
    *request = NULL;
    request_leave(freed);
    timers_drop(&scheduler->deadlines, &freed->deadline);
    map_remove_number(&scheduler->requests, freed->number);
    if (scheduler->platform->freed != NULL) {
        scheduler->platform->freed(scheduler->context, freed);
    }
    free(freed->method);
    free(freed->route);
    free(freed->path);
    free(freed->body);
    free(freed->type);
    free(freed);
}

int64_t request_left_ms(const struct request *request)
{
    return request->started_ms + request->time_ms - request_scheduler_now_ms(request->scheduler);
}

static void request_set_deadline(struct request *request, int64_t grace_ms)
{
    timers_set(&request->scheduler->deadlines, &request->deadline,
               request->started_ms + request->time_ms + grace_ms);
}

void request_wait(struct request *request)
{
    struct request_scheduler *scheduler = request->scheduler;
    struct request_queue *queue = scheduler->platform->queue_of(scheduler->context, request);
    request_set_deadline(request, 0);
    if (queue != NULL) {
        request_queue_put(scheduler, queue, request);
    } else {
        request_scheduler_send(scheduler, request);
    }
}

void request_pause(struct request *request, int64_t wait_ms)
{
    struct request_scheduler *scheduler = request->scheduler;
    assert(request->state == REQUEST_IDLE);
    request_set_deadline(request, 0);
    request->state = REQUEST_PAUSED;
    request->queue = NULL;
    timers_set(&scheduler->retries, &request->retry, request_scheduler_now_ms(scheduler) + wait_ms);
    request_scheduler_schedule(scheduler);
}

void request_retry(struct request *request, int64_t wait_ms)
{
    if (wait_ms >= request_left_ms(request)) {
        request_give_up(request, wait_ms);
    } else {
        request_pause(request, wait_ms);
    }
}

void request_give_up(struct request *request, int64_t retry_ms)
{
    struct request_scheduler *scheduler = request->scheduler;
    struct answer answer = {.status =
                                scheduler->platform->status(scheduler->context, request, false)};
    if (answer.status == ANSWER_DOWN || answer.status == ANSWER_LIMITED) {
        answer.retry_ms = retry_ms;
    }
    request_report(request, &answer);
}

static void request_set_why(struct request *request, const char *why)
{
    snprintf(request->why, sizeof request->why, "%.80s on %.16s %.80s", why, request->method,
             request->route);
}

void request_end(struct request *request, enum answer_status status, const char *why)
{
    struct request_scheduler *scheduler = request->scheduler;
    if (request->state == REQUEST_ENDED) {
        return;
    }
    request_leave(request);
    timers_drop(&scheduler->deadlines, &request->deadline);
    request_set_why(request, why);
    request->status = status;
    request->state = REQUEST_ENDED;
    request->rank = 0; /* those that ended are in the order of their numbers alone */
    request_list_put(&scheduler->ended, request);
    request_scheduler_schedule(scheduler);
}

void request_report(struct request *request, struct answer *answer)
{
    struct request_scheduler *scheduler = request->scheduler;
    answer_fn done = request->done;
    void *context = request->context;
    char why[REQUEST_WHY_BYTES];
    memcpy(why, request->why, sizeof why);
    answer->why = why;
    answer->errcode = answer->errcode != NULL ? answer->errcode : "";
    answer->took_ms = request_scheduler_now_ms(scheduler) - request->started_ms;
    scheduler->platform->ended(scheduler->context, request, answer);
    request_free(&request);
    if (done != NULL) {
        done(context, answer);
    }
    answer->why = "";
}

/* Of one that went well nobody asks why. */
static void request_answered(void *user, const struct net_answer *answer)
{
    struct request *request = user;
    struct request_scheduler *scheduler = request->scheduler;
    char status[16];
    request_call_over(request);
    request->call = NULL;
    if (answer->end == NET_ANSWERED && answer->status >= 200 && answer->status < 300) {
        request->why[0] = '\0';
    } else if (answer->end == NET_ANSWERED) {
        snprintf(status, sizeof status, "%d", answer->status);
        request_set_why(request, status);
    } else {
        request_set_why(request, answer->why);
    }
    scheduler->platform->answered(scheduler->context, request, answer);
    request_scheduler_resume(scheduler);
}

void request_call(struct request *request, struct net_request *call, struct net_header *headers)
{
    struct request_scheduler *scheduler = request->scheduler;
    int64_t left_ms = request_left_ms(request);
    assert(request->state == REQUEST_IDLE);
    left_ms = left_ms < request->try_ms ? left_ms : request->try_ms;
    call->method = request->method;
    call->time_ms = left_ms < 1 ? 1 : left_ms;
    if (call->part_count == 0) {
        call->body = request->body;
        call->body_len = request->body_len;
    }
    if (request->type != NULL) {
        headers[call->header_count++] = (struct net_header){"Content-Type", request->type};
    }
    call->headers = headers;
    /* the call's own end says more about what became of it, and comes first */
    request_set_deadline(request, REQUEST_GRACE_MS);
    request->state = REQUEST_UNDER_WAY;
    request->tries++;
    scheduler->calls++;
    scheduler->under_way += request->uncounted ? 0 : 1;
    scheduler->sent++;
    scheduler->sent_ms = request_scheduler_now_ms(scheduler);
    request->call =
        scheduler->wire->call(scheduler->wire->context, call, request_answered, request);
}
