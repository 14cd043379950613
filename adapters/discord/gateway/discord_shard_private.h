/* One connection to the gateway, and the session it carries. Owned by a gateway, which decides who
 * may identify when; everything between two connections is made anew, so that nothing of an old one
 * can disturb the next. */
#ifndef DISCORD_SHARD_PRIVATE_H
#define DISCORD_SHARD_PRIVATE_H

#include "backoff.h"
#include "discord_close.h"
#include "discord_gateway.h"
#include "discord_session.h"
#include "transitions.h"
#include "unpack.h"
#include "window.h"

enum {
    SHARD_OPEN_MS = 15000,
    SHARD_CLOSE_MS = 5000,
    SHARD_HELLO_MS = 20000,
    SHARD_READY_MS = 30000, /* from identify to READY; from one replayed event to the next */
    SHARD_BACKOFF_MS = 500, /* doubles with each failure … */
    SHARD_BACKOFF_MS_MAX = 60000,
    SHARD_STABLE_MS = 60000,  /* … until it has been up so long */
    SHARD_AT_ONCE_MS = 1000,  /* a first drop: after at most this */
    SHARD_KEEP_MS = 600000,   /* a session is not tried any more after that */
    SHARD_RESUMES_MAX = 2,    /* that were received and not granted, one after the other */
    SHARD_REQUESTED_MAX = 30, /* heartbeats a minute that Discord may request */
    SHARD_ASLEEP_MS = 5000,   /* a heartbeat late by this, and an interval: the machine slept */
    SHARD_URL_BYTES = 384
};

enum shard_state {
    SHARD_RESTING,     /* until its timer fires */
    SHARD_QUEUED,      /* waits until it may identify */
    SHARD_OPENING,     /* the socket is being opened for a new session, Hello is to come */
    SHARD_GREETED,     /* Hello has come; it identifies once that is counted on disk */
    SHARD_IDENTIFYING, /* READY is to come */
    SHARD_REOPENING,   /* the socket is being opened to resume, Hello is to come */
    SHARD_RESUMING,    /* what was missed comes, and then RESUMED */
    SHARD_UP,
    SHARD_CLOSING, /* we said goodbye */
    SHARD_ENDED    /* for good */
};
extern const struct transitions shard_transitions;

/* What follows the end of the connection, besides a next one; the last of them wins. */
enum shard_follow {
    SHARD_RECONNECTS,
    SHARD_REPLAYS, /* what was received could not be stored: it is sent once more */
    SHARD_FORGETS, /* the session is over */
    SHARD_ENDS     /* for good */
};

struct discord_shard {
    struct discord_gateway *gateway;
    unsigned id;
    enum shard_state state;
    struct discord_session session;
    struct backoff backoff;
    int64_t lost_ms; /* wall clock: when it was last received from; 0 before the first connection */
    int64_t stored_ms;  /* when an earlier process last knew of the session; 0 not at all */
    bool inherited;     /* the session is an earlier process's */
    int64_t up_ms;      /* monotonic: since when it is up */
    unsigned resumes;   /* tries that were not granted */
    unsigned unreached; /* tries to open a socket that failed, one after the other */
    bool holds_slot;    /* the one of its key, until it has identified */
    enum shard_follow follow;
    int64_t rest_ms; /* at least so long before the next connection */
    /* of one connection */
    struct net_socket *socket;
    struct unpack *unpack;
    struct net_timer *timer; /* the state lasts too long, or long enough */
    struct net_timer *heartbeat;
    struct window requested; /* heartbeats that Discord requested */
    bool reached;            /* something has come */
    bool heartbeat_pending;  /* it is not answered yet */
    int64_t interval_ms;
    int64_t heartbeat_ms; /* when it was sent, monotonic */
    int64_t due_ms;       /* when the next one is due, monotonic */
    int64_t ack_ms;       /* when it was answered, monotonic */
    int64_t received_ms;  /* when anything came, monotonic */
    int64_t latency_ms;
};

void discord_shard_init(struct discord_shard *shard, struct discord_gateway *gateway, unsigned id);
void discord_shard_deinit(struct discord_shard *shard);
/* Connects after so long, resuming when it can. */
void discord_shard_rest(struct discord_shard *shard, int64_t wait_ms);
/* Connects, for a new session; it holds the slot of its key. */
void discord_shard_open(struct discord_shard *shard);
/* The session start limit is stored with it: now it may say who it is. */
void discord_shard_identify(struct discord_shard *shard);
/* Another process identifies first: it connects anew. */
void discord_shard_yield(struct discord_shard *shard);
/* Says goodbye with this code; it ends for good. */
void discord_shard_end(struct discord_shard *shard, unsigned code);
/* Closes, and resumes from the watermark: what is behind it is sent once more. */
void discord_shard_replay(struct discord_shard *shard);

/* discord_shard_url.c */
void shard_url(const struct discord_shard *shard, char *url, size_t size);
/* What reads a stream that is compressed so; NULL: it comes as text. */
struct unpack *shard_unpack_new(enum discord_compression compression);

#endif
