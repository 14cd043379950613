/* Inside REST: jobs, and the lanes they wait in, one for each bucket and major parameter. */
#ifndef DISCORD_REST_LANE_H
#define DISCORD_REST_LANE_H

#include "discord_bucket.h"
#include "discord_rest.h"
#include "discord_rest_limits.h"
#include "timers.h"

struct rest_lane;

enum rest_place { REST_NOWHERE, REST_IN_LANE, REST_PAUSED, REST_UNDER_WAY, REST_ENDED };

struct rest_job {
    uint64_t number;
    struct discord_rest *rest;
    struct rest_job *next; /* in its lane, or among those that ended */
    struct rest_job *previous;
    enum rest_place place;
    struct rest_lane *lane; /* while it waits or is under way; NULL for answers */
    struct net_call *call;
    struct timer until;             /* its deadline; the job's time is up then */
    struct timer again;             /* its next try */
    struct discord_request request; /* texts are the job's own */
    struct net_part *files;
    char *reason; /* encoded */
    int64_t started_ms;
    int64_t unknown_ms; /* when first its fate became unknown; 0 never */
    unsigned unheard;   /* tries that were surely not heard */
    unsigned unknown;   /* and those that may have been */
    bool untrusted;     /* was answered with 401 */
    bool overtaken;     /* a newer one of the same key came while it was under way */
    discord_answer_fn done;
    void *context;
    enum discord_fate fate; /* REST_ENDED */
    int64_t retry_ms;
    char why[REST_ROUTE_BYTES];
};

struct rest_queue {
    struct rest_job *first;
    struct rest_job *last;
};

struct rest_lane {
    struct discord_bucket bucket;
    struct rest_queue queue[REST_COSMETIC + 1];
    unsigned waiting;
    struct rest_lane *next; /* of those that can go on */
    struct rest_lane *previous;
    int ready;          /* in rest->ready[priority]; -1 not */
    bool sub;           /* of one route alone: one request at a time */
    struct timer timer; /* when it can go on; or when it is forgotten */
    char key[];
};

/* Which bucket a route belongs to, by method and template. */
struct rest_route {
    char hash[REST_HASH_BYTES];
    char key[];
};

struct rest_lane *rest_lane_of(struct discord_rest *rest, const struct rest_job *job);
/* Puts the job at the end of its lane, or at its front. */
void rest_lane_put(struct discord_rest *rest, struct rest_job *job, bool front);
void rest_lane_take(struct discord_rest *rest, struct rest_job *job);
/* The job takes the place of an older one that waits, which is nowhere then; false when it belongs
 * elsewhere, and nothing was done. */
bool rest_lane_replace(struct discord_rest *rest, struct rest_job *older, struct rest_job *job);
/* Sets what becomes of the lane next: it goes on, waits, or is forgotten after a while. */
void rest_lane_settle(struct discord_rest *rest, struct rest_lane *lane);
void rest_lane_free(struct discord_rest *rest, struct rest_lane *lane);
/* The next job that may be sent as far as its lane goes; NULL none. */
struct rest_job *rest_lane_next(struct discord_rest *rest);
/* The hash that an answer named for this route. */
void rest_lane_learn(struct discord_rest *rest, const struct rest_job *job, const char *hash);
/* A 429 that is not of the whole bucket: this route with this major parameter gets its own lane. */
struct rest_lane *rest_lane_sub(struct discord_rest *rest, const struct rest_job *job);

#endif
