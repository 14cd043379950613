/* The one place from which everything goes on, out of one timer: what has ended is reported, what
 * is due is resumed, what may be sent is sent. */
#include "request_scheduler.h"

#include <assert.h>
#include <stddef.h>

int64_t request_scheduler_now_ms(const struct request_scheduler *scheduler)
{
    return scheduler->wire->clock.monotonic_ms(scheduler->wire->clock.context);
}

static void scheduler_timer_set(struct request_scheduler *scheduler, int64_t delay_ms)
{
    scheduler->wire->timer_set(scheduler->wire->context, scheduler->timer, delay_ms);
}

void request_scheduler_schedule(struct request_scheduler *scheduler)
{
    scheduler_timer_set(scheduler, 0);
}

static int64_t scheduler_wait_all_ms(const struct request_scheduler *scheduler, int64_t now_ms)
{
    const struct request_platform *platform = scheduler->platform;
    return platform->wait_all_ms == NULL ? 0 : platform->wait_all_ms(scheduler->context, now_ms);
}

/* Sets the timer for what has to be done next. */
static void scheduler_schedule(struct request_scheduler *scheduler)
{
    const struct timers *heaps[] = {&scheduler->deadlines, &scheduler->retries, &scheduler->queues};
    int64_t now_ms = request_scheduler_now_ms(scheduler);
    int64_t due_ms = INT64_MAX;
    for (size_t i = 0; i < sizeof heaps / sizeof heaps[0]; i++) {
        const struct timer *first = timers_first(heaps[i]);
        due_ms = first != NULL && first->due_ms < due_ms ? first->due_ms : due_ms;
    }
    if (scheduler->ready.count > 0 && scheduler->under_way < scheduler->under_way_max) {
        int64_t go_ms = now_ms + scheduler_wait_all_ms(scheduler, now_ms);
        due_ms = go_ms < due_ms ? go_ms : due_ms;
    }
    if (scheduler->ended.first != NULL || due_ms <= now_ms) {
        scheduler_timer_set(scheduler, 0);
    } else {
        scheduler_timer_set(scheduler, due_ms == INT64_MAX ? -1 : due_ms - now_ms);
    }
    if (scheduler->platform->changed != NULL) {
        scheduler->platform->changed(scheduler->context);
    }
}

void request_scheduler_send(struct request_scheduler *scheduler, struct request *request)
{
    struct request_queue *queue = request->queue;
    if (request->state == REQUEST_QUEUED) {
        request_queue_drop(scheduler, queue);
        request_list_remove(&queue->waiting, request);
        request->state = REQUEST_IDLE;
    }
    scheduler->platform->send(scheduler->context, request);
    if (queue != NULL) {
        request_queue_reschedule(scheduler, queue);
    }
}

void request_scheduler_resume(struct request_scheduler *scheduler)
{
    int64_t now_ms = request_scheduler_now_ms(scheduler);
    while (!scheduler->held && scheduler->under_way < scheduler->under_way_max &&
           scheduler_wait_all_ms(scheduler, now_ms) == 0) {
        struct request *request = request_queue_next(scheduler);
        if (request == NULL) {
            break;
        }
        request_scheduler_send(scheduler, request);
    }
    scheduler_schedule(scheduler);
}

/* Only those that there were before: a user who starts another from done() has to wait. */
static void scheduler_report_ended(struct request_scheduler *scheduler)
{
    uint64_t last = scheduler->last_number;
    struct request *request = NULL;
    while ((request = scheduler->ended.first) != NULL && request->number <= last) {
        struct answer answer = {.status = request->status, .retry_ms = request->retry_ms};
        request_report(request, &answer);
    }
}

/* The first of these that is due; NULL none. */
static struct timer *scheduler_due(const struct timers *timers, int64_t now_ms)
{
    struct timer *first = timers_first(timers);
    return first != NULL && first->due_ms <= now_ms ? first : NULL;
}

static void scheduler_fired(void *user)
{
    struct request_scheduler *scheduler = user;
    const struct request_platform *platform = scheduler->platform;
    int64_t now_ms = request_scheduler_now_ms(scheduler);
    struct timer *due = NULL;
    while ((due = scheduler_due(&scheduler->deadlines, now_ms)) != NULL) {
        struct request *request = REQUEST_OF_TIMER(struct request, deadline, due);
        request_end(request, platform->status(scheduler->context, request, true), "out of time");
    }
    while ((due = scheduler_due(&scheduler->retries, now_ms)) != NULL) {
        struct request *request = REQUEST_OF_TIMER(struct request, retry, due);
        timers_drop(&scheduler->retries, due);
        request->state = REQUEST_IDLE;
        request_wait(request);
    }
    while ((due = scheduler_due(&scheduler->queues, now_ms)) != NULL) {
        struct request_queue *queue = REQUEST_OF_TIMER(struct request_queue, timer, due);
        if (queue->waiting.first != NULL) {
            request_queue_reschedule(scheduler, queue);
        } else {
            platform->forget(scheduler->context, queue);
        }
    }
    scheduler_report_ended(scheduler);
    request_scheduler_resume(scheduler);
}

void request_scheduler_init(struct request_scheduler *scheduler,
                            const struct request_platform *platform, void *context,
                            const struct net_wire *wire, unsigned under_way_max)
{
    *scheduler = (struct request_scheduler){
        .platform = platform, .context = context, .wire = wire, .under_way_max = under_way_max};
    map_init(&scheduler->requests, &wire->entropy);
    scheduler->timer = wire->timer_new(wire->context, scheduler_fired, scheduler);
}

void request_scheduler_deinit(struct request_scheduler *scheduler)
{
    struct request *request = NULL;
    for (size_t at = 0; (request = map_next(&scheduler->requests, &at)) != NULL; at = 0) {
        request_free(&request);
    }
    scheduler->wire->timer_free(scheduler->wire->context, &scheduler->timer);
    timers_deinit(&scheduler->deadlines);
    timers_deinit(&scheduler->retries);
    timers_deinit(&scheduler->queues);
    timers_deinit(&scheduler->ready);
    map_deinit(&scheduler->requests);
}

uint64_t request_scheduler_start(struct request_scheduler *scheduler, struct request *request)
{
    uint64_t number = request->number;
    if (request->state == REQUEST_IDLE) {
        request_wait(request);
        request_scheduler_resume(scheduler);
    }
    return number;
}

struct request *request_scheduler_find(const struct request_scheduler *scheduler, uint64_t number)
{
    return map_get_number(&scheduler->requests, number);
}

void request_scheduler_cancel(struct request_scheduler *scheduler, uint64_t number)
{
    struct request *request = request_scheduler_find(scheduler, number);
    if (request != NULL) {
        request_free(&request);
        request_scheduler_schedule(scheduler);
    }
}

void request_scheduler_end_all(struct request_scheduler *scheduler, enum answer_status status,
                               const char *why)
{
    size_t at = 0;
    for (struct request *one = map_next(&scheduler->requests, &at); one != NULL;
         one = map_next(&scheduler->requests, &at)) {
        request_end(one, status, why);
    }
}
