/* A queue whose limit lets its first request go is ready; one that has sent goes behind the others
 * of that rank. All others wait for their timer or for a change of their limit. */
#include "request_queue.h"

#include <assert.h>
#include <stddef.h>

#include "request_scheduler.h"

static bool request_is_before(const struct request *one, const struct request *other)
{
    return one->rank != other->rank ? one->rank < other->rank : one->number < other->number;
}

void request_list_put(struct request_list *list, struct request *request)
{
    struct request *before = list->last;
    while (before != NULL && request_is_before(request, before)) {
        before = before->previous;
    }
    request->previous = before;
    request->next = before == NULL ? list->first : before->next;
    *(before == NULL ? &list->first : &before->next) = request;
    *(request->next == NULL ? &list->last : &request->next->previous) = request;
    list->count++;
}

void request_list_remove(struct request_list *list, struct request *request)
{
    assert(list->count > 0);
    *(request->previous == NULL ? &list->first : &request->previous->next) = request->next;
    *(request->next == NULL ? &list->last : &request->next->previous) = request->previous;
    request->previous = NULL;
    request->next = NULL;
    list->count--;
}

void request_queue_put(struct request_scheduler *scheduler, struct request_queue *queue,
                       struct request *request)
{
    assert(request->state == REQUEST_IDLE);
    request->queue = queue;
    request->state = REQUEST_QUEUED;
    request_list_put(&queue->waiting, request);
    request_queue_reschedule(scheduler, queue);
}

void request_queue_take(struct request_scheduler *scheduler, struct request *request)
{
    struct request_queue *queue = request->queue;
    assert(request->state == REQUEST_QUEUED);
    request_list_remove(&queue->waiting, request);
    request->state = REQUEST_IDLE;
    request->queue = NULL;
    request_queue_reschedule(scheduler, queue);
}

void request_queue_reschedule(struct request_scheduler *scheduler, struct request_queue *queue)
{
    int64_t now_ms = request_scheduler_now_ms(scheduler);
    int64_t wait_ms = scheduler->platform->wait_ms(scheduler->context, queue, now_ms);
    request_queue_drop(scheduler, queue);
    if (wait_ms > 0) {
        timers_set(&scheduler->queues, &queue->timer, now_ms + wait_ms);
    } else if (wait_ms == 0 && queue->waiting.first != NULL) {
        queue->ready.rank = ++scheduler->last_ready;
        timers_set(&scheduler->ready, &queue->ready, queue->waiting.first->rank);
    }
}

void request_queue_drop(struct request_scheduler *scheduler, struct request_queue *queue)
{
    timers_drop(&scheduler->ready, &queue->ready);
    timers_drop(&scheduler->queues, &queue->timer);
}

/* Where it belongs; is it still where it was? */
static bool request_queue_keeps(struct request_scheduler *scheduler, struct request *request)
{
    struct request_queue *queue = scheduler->platform->queue_of(scheduler->context, request);
    if (queue == request->queue) {
        return true;
    }
    request_queue_take(scheduler, request);
    request_queue_put(scheduler, queue, request);
    return false;
}

void request_queue_sort(struct request_scheduler *scheduler, struct request_queue *queue)
{
    struct request *next = NULL;
    for (struct request *one = queue->waiting.first; one != NULL; one = next) {
        next = one->next;
        request_queue_keeps(scheduler, one);
    }
}

struct request *request_queue_next(struct request_scheduler *scheduler)
{
    struct timer *first = NULL;
    while ((first = timers_first(&scheduler->ready)) != NULL) {
        const struct request_queue *queue = REQUEST_OF_TIMER(struct request_queue, ready, first);
        if (request_queue_keeps(scheduler, queue->waiting.first)) {
            return queue->waiting.first;
        }
    }
    return NULL;
}
