/* REST: requests to Discord's API, each started when every limit allows it and repeated as long as
 * that is safe and of use. Buckets by hash and major parameter, 45 requests a second in all, a
 * breaker before Discord's own ban; answers to interactions wait for none of these.
 * Neither token, path nor body ever reach the log: a route's template does. */
#ifndef DISCORD_REST_H
#define DISCORD_REST_H

#include "answer.h"
#include "net_wire.h"
#include "route.h"

/* The User-Agent as Discord wants it: the project and its version. */
#define DISCORD_AGENT(version) "DiscordBot (https://deaddrop.invalid, " version ")"

struct discord_rest;
struct fault;

enum discord_priority {
    REST_GAME,     /* what the game cannot go on without */
    REST_COSMETIC, /* edits of boards and the like: after all others */
    REST_ANSWER    /* to an interaction, within its seconds: no queue, no bucket, no global limit */
};

/* May it be sent once more when nobody knows whether it was received? */
enum discord_repeat {
    REPEAT_SAFE,  /* GET, PUT, PATCH, DELETE, opening a direct channel */
    REPEAT_NONCE, /* a message with nonce and enforce_nonce: for 2 minutes */
    REPEAT_NEVER  /* other POSTs: it is reported that nobody knows */
};

struct discord_request {
    const char *method;
    const char *route;              /* for buckets, log and figures: "/channels/{}/messages/{}" */
    const char *ids[ROUTE_IDS_MAX]; /* what stands for its {}, in their order */
    const char *query;              /* behind "?"; NULL none */
    const char *major; /* the webhook's id and token, or the guild's; NULL: the first of ids, where
                        * the route begins with a channel or a guild */
    const char *path;  /* in place of route and ids, behind /api/v10; NULL: those */
    const char *json;  /* the body, or with files its payload_json; NULL none */
    const struct net_part *files; /* names are given by place: files[0], files[1] … */
    size_t file_count;
    enum discord_priority priority;
    enum discord_repeat repeat;
    int64_t time_ms; /* for all of it, waiting and repeating included; 0: 60 s, answers 2.5 s */
};

struct discord_rest_setup {
    const struct net_wire *wire;
    const char *api_base; /* "https://discord.com/api"; /v10 is added. Copied, like the others */
    const char *token;
    const char *agent; /* "DiscordBot (https://…, 1.0)" */
    unsigned parts;    /* so many processes share the limits of the bot; 0: this one is alone */
    void *context;
    /* The token is refused, and was again when asked once more: once; all requests end. The REST
     * must not be freed inside its hooks. */
    void (*refused)(void *context, const struct fault *fault);
};

struct discord_rest *discord_rest_new(const struct discord_rest_setup *setup);
/* Requests under way are dropped; nobody is called any more. */
void discord_rest_free(struct discord_rest **rest);

/* Starts a request; all of it is copied. Its number, never 0. */
uint64_t discord_rest_start(struct discord_rest *rest, const struct discord_request *wanted,
                            answer_fn done, void *context);
/* done is not called any more; it may have been received. Unknown numbers are nothing. */
void discord_rest_cancel(struct discord_rest *rest, uint64_t number);
/* A channel's permissions changed: what was held back after three refusals may be tried again. */
void discord_rest_forgive(struct discord_rest *rest, const char *channel);
/* A small request now and then, so that the next answer finds a connection that stands. */
void discord_rest_keep_warm(struct discord_rest *rest, bool on);
/* How far Discord's clock is ahead of ours, by its Date headers; 0 until known. To be added to
 * clock.now_ms before it is compared with the time in a snowflake. */
int64_t discord_rest_ahead_ms(const struct discord_rest *rest);

struct discord_rest_figures {
    unsigned waiting, under_way, buckets;
    unsigned invalid; /* 401, 403 and 429 of the last ten minutes, those that count */
    bool held;        /* the breaker holds back all but answers */
    uint64_t sent, repeated, limited;
};
void discord_rest_figures(struct discord_rest *rest, struct discord_rest_figures *figures);

#endif
