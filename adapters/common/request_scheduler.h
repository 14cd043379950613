/* All requests to one platform: each starts when every limit allows it, and ends in its time. Knows
 * no platform: what a limit is, what an answer means and what is sent is the platform's. */
#ifndef REQUEST_SCHEDULER_H
#define REQUEST_SCHEDULER_H

#include "map.h"
#include "request.h"

/* What a timer is part of. */
#define REQUEST_OF_TIMER(type, member, timer) ((type *)((char *)(timer)-offsetof(type, member)))

/* Of a platform. None of these may free the scheduler; requests may be started and ended in them,
 * but for the two that ask (queue_of, wait). */
struct request_platform {
    /* The queue to wait in, by what is known of the limits now; NULL: it starts at once. */
    struct request_queue *(*queue_of)(void *context, const struct request *request);
    /* How long the queue's limit holds back its first request: 0 not at all, -1 until
     * request_queue_reschedule. Of an empty one: how long until forget(), -1 never. */
    int64_t (*wait_ms)(void *context, const struct request_queue *queue, int64_t now_ms);
    /* The same of a limit over all queues, 0 or more. NULL: there is none. */
    int64_t (*wait_all_ms)(void *context, int64_t now_ms);
    /* It has been empty for so long: drop and free it. NULL where none is forgotten. */
    void (*forget)(void *context, struct request_queue *queue);
    /* Counts it in the limits and calls request_call; or ends or pauses it. */
    void (*send)(void *context, struct request *request);
    /* It was under way and is not waited for any more. NULL: the limits do not count that. */
    void (*dropped)(void *context, struct request *request);
    /* Updates the limits, and has the request retried, given up or reported. */
    void (*answered)(void *context, struct request *request, const struct net_answer *answer);
    /* What to say of one that no answer speaks of: late, or else given up. */
    enum answer_status (*status)(void *context, const struct request *request, bool late);
    /* For figures and the log, before done(). */
    void (*ended)(void *context, const struct request *request, const struct answer *answer);
    /* Frees what is the platform's in it. NULL: nothing is. */
    void (*freed)(void *context, struct request *request);
    /* After each change, for figures. */
    void (*changed)(void *context);
};

struct request_scheduler {
    const struct request_platform *platform;
    void *context;
    const struct net_wire *wire;
    unsigned under_way_max;
    struct net_timer *timer;
    struct timers deadlines;
    struct timers retries;
    struct timers queues; /* whose limit is asked again then */
    struct timers ready;  /* of queues whose first may go, by rank instead of time */
    struct map requests;  /* by number */
    struct request_list ended;
    uint64_t last_number;
    uint64_t last_ready;
    unsigned under_way; /* that are counted */
    unsigned calls;     /* all of them */
    int64_t sent_ms;    /* when the last one was sent */
    uint64_t sent;
    bool held; /* inside a hook of the wire's in which nothing may be started */
};

void request_scheduler_init(struct request_scheduler *scheduler,
                            const struct request_platform *platform, void *context,
                            const struct net_wire *wire, unsigned under_way_max);
/* Frees all requests, and not their queues; no done is called. */
void request_scheduler_deinit(struct request_scheduler *scheduler);
int64_t request_scheduler_now_ms(const struct request_scheduler *scheduler);
/* Starts a new one; one that has ended already is left to the timer. Its number, never 0. */
uint64_t request_scheduler_start(struct request_scheduler *scheduler, struct request *request);
/* NULL: there is none of this number (any more). */
struct request *request_scheduler_find(const struct request_scheduler *scheduler, uint64_t number);
/* done is not called any more; it may have been received. Unknown numbers are nothing. */
void request_scheduler_cancel(struct request_scheduler *scheduler, uint64_t number);
/* Ends all that there are. */
void request_scheduler_end_all(struct request_scheduler *scheduler, enum answer_status status,
                               const char *why);
/* Sends what may be sent, and sets the timer for what is due next. */
void request_scheduler_resume(struct request_scheduler *scheduler);
/* The same from the timer, at once. */
void request_scheduler_schedule(struct request_scheduler *scheduler);
/* For request.c: sends it now, whatever its queue's limit says. */
void request_scheduler_send(struct request_scheduler *scheduler, struct request *request);

#endif
