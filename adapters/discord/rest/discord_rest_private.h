/* Inside REST: what its files share. Requests wait, are tried and end by adapters/common
 * (request_scheduler.h); here is what they wait for, what is sent and what an answer changes. */
#ifndef DISCORD_REST_PRIVATE_H
#define DISCORD_REST_PRIVATE_H

#include "discord_answer.h"
#include "discord_bucket.h"
#include "discord_rest.h"
#include "discord_rest_limits.h"
#include "request_scheduler.h"
#include "window.h"

struct rest_request {
    struct request request;
    struct discord_request wanted; /* its texts must not be used: they are in request and here */
    char *major;                   /* NULL none */
    struct net_part *files;
    int64_t ambiguous_ms; /* when first nobody knew whether it was received; 0 never */
    bool unauthorized;    /* was answered with 401 */
};

/* The requests of one bucket and major parameter. */
struct rest_queue {
    struct request_queue queue;
    struct discord_bucket bucket;
    bool single; /* of one route alone: one request at a time */
    char key[];
};

/* Which bucket a route belongs to, by method and template; split: for one major parameter alone,
 * whose answers named another one than the first of the route did. */
struct rest_route {
    bool split;
    char hash[REST_HASH_BYTES];
    char key[];
};

/* A channel that refused us. */
struct rest_channel {
    unsigned refusals;
    int64_t since_ms;
    char id[];
};

/* 429 without JSON, one after the other: who stands in front of Discord holds us back. */
struct rest_gate {
    int64_t until_ms;
    unsigned count;
};

struct discord_rest {
    struct request_scheduler scheduler;
    char *base; /* "https://discord.com/api/v10" */
    char *authorization;
    char *agent;
    void *context;
    void (*refused)(void *context, const struct fault *fault);
    struct net_timer *warm_timer;
    struct map queues;   /* by key */
    struct map routes;   /* by key */
    struct map channels; /* by id */
    struct window second;
    int64_t pause_ms;         /* nothing but answers before then */
    int64_t stop_ms;          /* nothing at all before then: what is asked ends at once */
    struct rest_gate gate[2]; /* of all but answers; of answers */
    unsigned parts;           /* that share what Discord allows; at least 1 */
    unsigned invalid[REST_INVALID_SLOTS];
    int64_t invalid_slot; /* number of the newest */
    bool unauthorized;    /* the token is refused for good */
    int64_t warm_ms;      /* when it was last seen to that the connection stands */
    unsigned singles;     /* queues of single routes */
    unsigned splits;      /* routes that are known for one resource alone */
    int64_t ahead_ms;
    uint64_t repeated, limited;
};

int64_t rest_now_ms(const struct discord_rest *rest);
/* Nothing but answers for so long. */
void rest_pause(struct discord_rest *rest, int64_t wait_ms);

/* discord_rest_queue.c; the first three are of struct request_platform */
struct request_queue *rest_queue_of(void *context, const struct request *request);
int64_t rest_queue_wait_ms(void *context, const struct request_queue *queue, int64_t now_ms);
void rest_queue_forget(void *context, struct request_queue *queue);
/* Its bucket's, even if its route has a queue of its own. */
struct rest_queue *rest_queue_shared(struct discord_rest *rest, const struct request *request);
/* After a 429 that is not of the whole bucket: a queue for this route and major parameter alone. */
struct rest_queue *rest_queue_single(struct discord_rest *rest, const struct request *request);
/* An answer named this hash as the bucket of the request's route. */
void rest_queue_update(struct discord_rest *rest, const struct request *request, const char *hash);
/* Its bucket has changed. */
void rest_queue_changed(struct discord_rest *rest, struct rest_queue *queue);

/* discord_rest_call.c; the last two are of struct request_platform */
struct rest_request *rest_request_new(struct discord_rest *rest,
                                      const struct discord_request *wanted, answer_fn done,
                                      void *context);
void rest_freed(void *context, struct request *request);
void rest_send(void *context, struct request *request);

/* discord_rest_answer.c, of struct request_platform */
void rest_answered(void *context, struct request *request, const struct net_answer *answer);
enum answer_status rest_status(void *context, const struct request *request, bool late);
void rest_ended(void *context, const struct request *request, const struct answer *answer);

/* discord_rest_guard.c: what keeps us from Discord's ban */
bool rest_guard_holds(struct discord_rest *rest, const struct rest_request *request,
                      int64_t *retry_ms, const char **why);
/* Has its channel refused us too often? */
bool rest_guard_refuses(struct discord_rest *rest, const struct rest_request *request);
void rest_guard_count(struct discord_rest *rest, int status, bool shared);
unsigned rest_guard_invalid(struct discord_rest *rest);
/* How many of them hold back all but answers. */
unsigned rest_guard_held_max(const struct discord_rest *rest);
void rest_guard_channel(struct discord_rest *rest, const struct rest_request *request,
                        enum answer_status status);

#endif
