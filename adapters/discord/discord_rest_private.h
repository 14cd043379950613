/* Inside REST: what its files share. A job is a request from its start until done() was called; it
 * waits in a lane (one for each bucket and major parameter), is under way as a call, or waits for
 * its next try; answers to interactions have no lane. */
#ifndef DISCORD_REST_PRIVATE_H
#define DISCORD_REST_PRIVATE_H

#include "discord_fate.h"
#include "discord_rest.h"
#include "discord_rest_lane.h"
#include "discord_rest_limits.h"
#include "fault.h"
#include "heap.h"
#include "map.h"
#include "timers.h"
#include "window.h"

/* A channel that refused us. */
struct rest_channel {
    unsigned refusals;
    int64_t since_ms;
    char id[];
};

struct discord_rest {
    const struct net_wire *wire;
    char *base; /* "https://discord.com/api/v10" */
    char *authorization;
    char *agent;
    void *context;
    void (*refused)(void *context, const struct fault *fault);
    struct net_timer *timer;
    struct timers untils; /* of jobs */
    struct timers agains;
    struct timers lane_timers;
    struct map jobs;     /* by number */
    struct map lanes;    /* by key */
    struct map routes;   /* by key */
    struct map channels; /* by id */
    struct map coalesce; /* by key: the newest job of it */
    struct rest_lane *ready[REST_COSMETIC + 1];
    struct rest_lane *ready_last[REST_COSMETIC + 1];
    struct rest_queue ended;
    struct window second;
    int64_t pause_ms;   /* nothing but answers before then */
    int64_t stop_ms;    /* nothing at all before then: what is asked ends at once */
    int64_t blocked_ms; /* nothing that must be in time before then */
    unsigned blocked;   /* 429 without JSON, one after the other */
    unsigned invalid[REST_INVALID_SLOTS];
    int64_t invalid_slot; /* number of the newest */
    uint64_t last_number;
    unsigned under_way; /* answers aside */
    unsigned calls;
    bool refused_told;
    bool draining;
    int64_t warm_ms; /* when the next small request is due; -1 never */
    unsigned subs;   /* lanes of single routes */
    int64_t ahead_ms;
    uint64_t sent, repeated, limited;
};

int64_t rest_now_ms(const struct discord_rest *rest);
/* Sends what may be sent, and wakes when something is due. */
void rest_go_on(struct discord_rest *rest);
/* Comes round at once, from the timer. */
void rest_wake(struct discord_rest *rest);

/* discord_rest_job.c */
struct rest_job *rest_job_new(struct discord_rest *rest, const struct discord_request *request);
void rest_job_free(struct discord_rest *rest, struct rest_job **job);
/* Sends it. */
void rest_job_begin(struct discord_rest *rest, struct rest_job *job);
/* It ends as fate, without an answer of its own; done() is called from the timer. */
void rest_job_end(struct discord_rest *rest, struct rest_job *job, enum discord_fate fate,
                  const char *why);
/* It waits for this time before it goes back into its lane. */
void rest_job_pause(struct discord_rest *rest, struct rest_job *job, int64_t wait_ms);

/* discord_rest_answer.c */
void rest_answered(void *user, const struct net_answer *answer);
/* Tells how the job ended, and frees it. */
void rest_job_tell(struct discord_rest *rest, struct rest_job *job, struct discord_answer *answer);

/* discord_rest_guard.c: what keeps us from Discord's ban */
bool rest_guard_holds(struct discord_rest *rest, const struct discord_request *request,
                      int64_t *retry_ms, const char **why);
/* Has its channel refused us too often? */
bool rest_guard_refuses(struct discord_rest *rest, const struct discord_request *request);
void rest_guard_count(struct discord_rest *rest, int status, bool shared);
unsigned rest_guard_invalid(struct discord_rest *rest);
void rest_guard_channel(struct discord_rest *rest, const struct rest_job *job,
                        enum discord_fate fate);
void rest_guard_free(struct discord_rest *rest);

#endif
