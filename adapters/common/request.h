/* One request to a platform, from its start until its end is reported: it waits in the queue of its
 * rate limit, is under way as a call, or waits for the moment of its next try. A platform's own
 * struct begins with this one. */
#ifndef REQUEST_H
#define REQUEST_H

#include "answer.h"
#include "net_wire.h"
#include "request_queue.h"

enum { REQUEST_WHY_BYTES = 200 };

enum request_state {
    REQUEST_IDLE, /* new, or between two of the others */
    REQUEST_QUEUED,
    REQUEST_PAUSED, /* until its next try */
    REQUEST_UNDER_WAY,
    REQUEST_ENDED /* which is reported from the timer */
};

/* Texts are copied, but for path, which is the request's from here on. */
struct request_setup {
    const char *method;
    const char *route; /* for the log: holds nobody's id */
    char *path;        /* by heap_text() */
    const void *body;  /* NULL none */
    size_t body_len;
    const char *type; /* of the body, as a header; NULL: none is sent */
    unsigned rank;    /* lower ones go first */
    int64_t time_ms;  /* for all of it, waiting and repeating included */
    int64_t try_ms;   /* for one try */
    bool uncounted;   /* takes no place among those that may be under way at once */
    answer_fn done;   /* NULL: nobody is called */
    void *context;
};

struct request {
    struct request_scheduler *scheduler;
    struct request *previous; /* in its queue, or among those that ended */
    struct request *next;
    struct request_queue *queue; /* while it waits there, and while it is under way */
    struct net_call *call;
    struct timer deadline; /* its time is up then */
    struct timer retry;    /* its next try */
    uint64_t number;
    int64_t started_ms, time_ms, try_ms;
    char *method, *route, *path, *body, *type;
    size_t body_len;
    enum request_state state;
    unsigned rank;
    unsigned tries;
    unsigned not_sent;  /* tries that surely did nothing */
    unsigned ambiguous; /* and those that may have */
    bool uncounted;
    answer_fn done;
    void *context;
    enum answer_status status; /* of one that has ended */
    int64_t retry_ms;
    char why[REQUEST_WHY_BYTES];
};

/* Of so many bytes, the platform's part zeroed; to be started, or ended, in the same iteration of
 * the loop. */
void *request_new(struct request_scheduler *scheduler, size_t size,
                  const struct request_setup *setup);
/* Wherever it is; done is not called. */
void request_free(struct request **request);
/* Goes on without a call: into its queue, or at once where the platform names none. */
void request_wait(struct request *request);
/* The same after a while. */
void request_pause(struct request *request, int64_t wait_ms);
/* Pauses if there is time for another try after it, or else gives up. */
void request_retry(struct request *request, int64_t wait_ms);
/* It is not tried again, and no answer says what has become of it; retry_ms: when the platform may
 * be there again. */
void request_give_up(struct request *request, int64_t retry_ms);
/* Ends it without an answer; reported from the timer. Nothing if it has ended. */
void request_end(struct request *request, enum answer_status status, const char *why);
/* Frees it and reports its end. */
void request_report(struct request *request, struct answer *answer);
/* Starts a try, from the platform's send(). Of the call it fills method, body, type and time; room
 * for one more header must be left. */
void request_call(struct request *request, struct net_request *call, struct net_header *headers);
/* The rest of its time. */
int64_t request_left_ms(const struct request *request);

#endif
