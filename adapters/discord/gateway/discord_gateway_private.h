/* The gateway among its files: what a shard asks of it. */
#ifndef DISCORD_GATEWAY_PRIVATE_H
#define DISCORD_GATEWAY_PRIVATE_H

#include "discord_session_limit.h"
#include "discord_shard_private.h"

enum {
    GATEWAY_FLUSH_MS = 1000,
    GATEWAY_DOUBT_MS = 600000, /* so long an earlier process may have stored what comes */
    GATEWAY_FRESH_MS = 60000,  /* so long an answer of GET /gateway/bot holds */
    GATEWAY_BACKOFF_MS = 1000,
    GATEWAY_BACKOFF_MS_MAX = 60000,
    GATEWAY_KEY_BYTES = 32,
    GATEWAY_VALUE_BYTES = 2048,
    GATEWAY_SLOT_OPEN_MS = 10000,                   /* from connecting to Hello */
    GATEWAY_SLOT_MS = SESSION_LIMIT_PAUSE_MS + 500, /* and from before an identify on */
    GATEWAY_SLOT_RETRY_MS = 400,                    /* it is another's: that, and as much */
    GATEWAY_HOLDER_BYTES = 2 * sizeof(uint64_t) + 16,
    GATEWAY_STORED_MAX = 1024 /* sessions of an earlier process */
};

enum gateway_save_kind { SAVE_SESSION, SAVE_SESSION_LIMIT, SAVE_SLOT };

enum gateway_state {
    GATEWAY_NEW,      /* nothing connects yet */
    GATEWAY_RUNNING,  /* its shards connect, and come back */
    GATEWAY_GONE,     /* Discord refuses us for good; all shards end */
    GATEWAY_STOPPING, /* all shards end, and their sessions are stored */
};
extern const struct transitions gateway_transitions;

/* What save() or take_slot() was given and is not on disk yet. */
struct gateway_save {
    struct gateway_save *next;
    enum gateway_save_kind kind;
    struct discord_shard *shard;
    uint32_t session;
    int64_t sequence;
};

/* A session that was restored before the number of shards was known. */
struct gateway_stored {
    struct gateway_stored *next;
    struct discord_session session;
    int64_t at_ms;
};

struct discord_gateway {
    const struct net_wire *wire;
    struct discord_rest *rest;
    struct discord_gateway_hooks hooks;
    char *token;
    char *activity;
    char *url;  /* as it was set up; NULL */
    char *base; /* where new sessions begin; NULL until known */
    uint32_t intents;
    unsigned first, step; /* the shards that are run here */
    unsigned shard_count; /* 0 until known */
    uint64_t holder;      /* of its slots, with a shard's number */
    int64_t slot_ms;      /* monotonic: no slot is asked for before */
    enum discord_compression compression;
    enum gateway_state state;
    bool flushing; /* the timer is set */
    struct discord_session_limit session_limit;
    bool has_limits;    /* GET /gateway/bot was answered */
    int64_t fetched_ms; /* when that last ended, monotonic */
    uint64_t request;   /* the one in flight; 0 none */
    bool limit_logged;  /* that the session start limit is reached */
    struct backoff fetch_backoff;
    struct net_timer *queue_timer; /* something of the queue is due */
    struct net_timer *flush_timer;
    struct discord_shard *shards;
    unsigned count; /* of them */
    struct gateway_stored *stored;
    struct gateway_save *saves;
    uint64_t identifies, resumes, dispatches, lost;
};

int64_t gateway_now_ms(const struct discord_gateway *gateway);  /* wall clock */
int64_t gateway_mono_ms(const struct discord_gateway *gateway); /* never jumps */
/* Starts every identify that the session start limit allows now (discord_shard_open). */
void gateway_serve_queue(struct discord_gateway *gateway);
/* Fetches where new sessions begin, unless that is known. */
void gateway_fetch_url(struct discord_gateway *gateway);
/* Hello has come: it identifies once that is counted on disk, and nobody else does. */
void gateway_greeted(struct discord_gateway *gateway, struct discord_shard *shard);
/* Its key is ours alone for a while, or still is; then gateway_slot_taken. */
void gateway_take_slot(struct discord_gateway *gateway, struct discord_shard *shard, int64_t ms);
void gateway_slot_taken(struct discord_gateway *gateway, struct discord_shard *shard,
                        const struct fault *fault);
/* Counts an identify and stores the session start limit; then discord_shard_identify. */
void gateway_spend(struct discord_gateway *gateway, struct discord_shard *shard);
/* The slot of its key is free for the next one. */
void gateway_release(struct discord_gateway *gateway, struct discord_shard *shard);
/* Never again: ends all shards and notifies. */
void gateway_gone(struct discord_gateway *gateway, const struct fault *fault);
/* Stores the session of this shard, if its watermark has advanced. */
void gateway_flush(struct discord_gateway *gateway, struct discord_shard *shard);
/* Within a second. */
void gateway_flush_soon(struct discord_gateway *gateway);
/* Sets the metrics. */
void gateway_count(const struct discord_gateway *gateway);
/* Gives a dispatch to the adapter; false: it was refused. */
bool gateway_dispatch(struct discord_gateway *gateway, struct discord_shard *shard,
                      const struct discord_frame *frame);

/* discord_gateway_row.c */
void gateway_key(const struct discord_shard *shard, char key[GATEWAY_KEY_BYTES]);
/* Hands a row out to be stored; save is the gateway's own from then on. */
void gateway_save(struct discord_gateway *gateway, const struct gateway_save *save, const char *key,
                  const struct buf *value);
/* How many shards an earlier process had a moment ago, when all of them can be resumed; 0 else. */
unsigned gateway_stored_count(const struct discord_gateway *gateway);
/* The newest session of an earlier process for this shard of so many, if there is one. */
void gateway_take_stored(struct discord_gateway *gateway, struct discord_shard *shard);
void gateway_forget_stored(struct discord_gateway *gateway);

#endif
