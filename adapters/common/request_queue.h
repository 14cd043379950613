/* Requests that wait for the same rate limit, in the order in which they go: by rank, then by
 * number, so that one which is tried again goes before those that came after it. */
#ifndef REQUEST_QUEUE_H
#define REQUEST_QUEUE_H

#include "timers.h"

struct request;
struct request_scheduler;

struct request_list {
    struct request *first;
    struct request *last;
    unsigned count;
};

/* Zeroed before it is used; usually part of what knows the limit. */
struct request_queue {
    struct request_list waiting;
    struct timer
        ready; /* set while the limit lets the first one go: by its rank, then round robin */
    struct timer timer; /* when the limit is asked again */
};

void request_list_put(struct request_list *list, struct request *request);
void request_list_remove(struct request_list *list, struct request *request);

void request_queue_put(struct request_scheduler *scheduler, struct request_queue *queue,
                       struct request *request);
/* Takes it out of its queue. */
void request_queue_take(struct request_scheduler *scheduler, struct request *request);
/* Asks the limit again: after each change of it. */
void request_queue_reschedule(struct request_scheduler *scheduler, struct request_queue *queue);
/* What its requests wait for is another limit now: those that belong elsewhere are moved there. */
void request_queue_sort(struct request_scheduler *scheduler, struct request_queue *queue);
/* An empty queue is out of the scheduler, and may be freed. */
void request_queue_drop(struct request_scheduler *scheduler, struct request_queue *queue);
/* The next that its queue's limit lets go: of the lowest rank, queues round robin. NULL none. */
struct request *request_queue_next(struct request_scheduler *scheduler);

#endif
