/* REST: requests to Discord's API, each started when every limit allows it and repeated as long as
 * that is safe and of use. Buckets by hash and major parameter, 45 requests a second in all, a
 * breaker before Discord's own ban; answers to interactions wait for none of these.
 * Neither token, path nor body ever reach the log: a route's template does. */
#ifndef DISCORD_REST_H
#define DISCORD_REST_H

#include "net_wire.h"

#include <cjson/cJSON.h>

struct discord_rest;
struct fault;

enum discord_priority {
    REST_ANSWER,  /* to an interaction, within its seconds: no queue, no bucket, no global limit */
    REST_GAME,    /* what the game cannot go on without */
    REST_COSMETIC /* edits of boards and the like: after all others */
};

/* May it be sent once more when nobody knows whether it was heard? */
enum discord_repeat {
    REPEAT_SAFE,  /* GET, PUT, PATCH, DELETE, opening a direct channel */
    REPEAT_NONCE, /* a message with nonce and enforce_nonce: for 2 minutes */
    REPEAT_NEVER  /* other POSTs: an unknown fate is told as such */
};

struct discord_request {
    const char *method;
    const char *route; /* for buckets, log and figures: "/channels/{}/messages/{}" */
    const char *major; /* the channel's, guild's or webhook's id (with its token); NULL none */
    const char *path;  /* behind /api/v10, with the query: "/channels/12/messages/34" */
    const char *json;  /* the body, or with files its payload_json; NULL none */
    size_t json_len;
    const struct net_part *files; /* names are given by place: files[0], files[1] … */
    size_t file_count;
    enum discord_priority priority;
    enum discord_repeat repeat;
    int64_t time_ms; /* for all of it, waiting and repeating included; 0: 60 s, answers 2.5 s */
    const char *coalesce; /* takes the place of one of the same key that still waits; NULL none */
    const char *reason;   /* for the audit log, plain UTF-8, 512 bytes written; NULL none */
};

/* What came of it. By Discord's error code first, by the status else. */
enum discord_fate {
    FATE_DONE,     /* 2xx */
    FATE_UNKNOWN,  /* may have happened: no answer, and repeating is not safe (any more) */
    FATE_LATE,     /* its time ran out, and it was surely not heard; or the bot is stopping */
    FATE_REPLACED, /* a newer one of the same key took its place; nothing was sent */
    FATE_DOWN,     /* Discord is not there, or all is held back (breaker): try later */
    FATE_GONE,     /* what it is about is no more: channel, message, guild, role, member, webhook */
    FATE_CLOSED,   /* this person takes no direct messages from the bot (50007, 50278, 20009) */
    FATE_PACED,    /* too many direct channels opened (40003): not again before retry_ms */
    FATE_FORBIDDEN, /* permission missing (50001, 50013 …), or the channel is held back for that */
    FATE_EXPIRED,   /* the interaction or its token is over (10062, 10015, 50027) */
    FATE_ANSWERED,  /* the interaction had been answered before (40060) */
    FATE_ARCHIVED,  /* the thread is archived (50083) */
    FATE_OLD,       /* too many edits of a message over an hour old (30046): post it anew */
    FATE_WORDS,     /* AutoMod or a filter took offence at the text (200000, 240000) */
    FATE_FULL, /* some number is at its limit (pins, threads, follow-ups, commands a day …) */
    FATE_BAD,  /* malformed: our mistake, logged with the fields that Discord names */
    FATE_TOKEN /* the bot's token is refused; hooks.refused has been called */
};

/* Lives during the hook. */
struct discord_answer {
    enum discord_fate fate;
    int status;        /* HTTP; 0 none */
    int code;          /* Discord's error code; 0 none */
    const cJSON *json; /* the body, NULL where there is none or it is no JSON; nothing is checked */
    int64_t retry_ms;  /* FATE_DOWN, FATE_PACED: not before; else 0 */
    int64_t took_ms;   /* from start to here */
    const char *why;   /* for the log, without secrets: "429 on POST /channels/{}/messages" */
};

/* Exactly once for each request that is not cancelled; never from inside discord_rest_start. */
typedef void (*discord_answer_fn)(void *context, const struct discord_answer *answer);

struct discord_rest_setup {
    const struct net_wire *wire;
    const char *api_base; /* "https://discord.com/api"; /v10 is added. Copied, like the others */
    const char *token;
    const char *agent; /* "DiscordBot (https://…, 1.0)" */
    void *context;
    /* The token is refused, and was again when asked once more: once; all requests end. The REST
     * must not be freed inside its hooks. */
    void (*refused)(void *context, const struct fault *fault);
};

struct discord_rest *discord_rest_new(const struct discord_rest_setup *setup);
/* Requests under way are dropped; nothing is told any more. */
void discord_rest_free(struct discord_rest **rest);

/* Starts a request; all of it is copied. Its number, never 0. */
uint64_t discord_rest_start(struct discord_rest *rest, const struct discord_request *request,
                            discord_answer_fn done, void *context);
/* done is not called any more; it may have been heard. Unknown numbers are nothing. */
void discord_rest_cancel(struct discord_rest *rest, uint64_t number);
/* A channel's permissions changed: what was held back after three refusals may be tried again. */
void discord_rest_forgive(struct discord_rest *rest, const char *channel);
/* What waits ends as FATE_LATE at once; what is under way may end, and answers still start. */
void discord_rest_drain(struct discord_rest *rest);
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
