/* A Discord for tests: REST, gateway, interactions, and what each person can see. A deterministic
 * value with no sockets and no clock of its own: it is asked, its frames are taken, and it is run
 * with the time. The same one serves in process under a virtual clock and behind a real server.
 * fake_discord_act.h has the people, fake_discord_fault.h what goes wrong. Ids are snowflakes of
 * the fake's clock; 0 is nobody. JSON texts that are returned are freed by the caller. */
#ifndef FAKE_DISCORD_H
#define FAKE_DISCORD_H

#include "fake_platform.h"

struct fake_discord;

struct fake_discord_setup {
    const char *token;       /* of the bot; NULL: "fake-token" */
    const char *gateway_url; /* NULL: "wss://gateway.fake" */
    const char *resume_url;  /* where sessions are resumed; NULL: "wss://resume.fake" */
    const char *public_key;  /* that is told, in hex; NULL: the one it signs with */
    int64_t now_ms;          /* UTC */
    uint64_t seed;           /* of what happens by chance */
    /* All traffic, a JSON object a line (README.md); NULL: none. Nothing is called from inside. */
    void (*record)(void *context, const char *line, size_t len);
    void *context;
};

/* What may be set at any time; fake_discord_new fills in what real Discord does. */
struct fake_discord_knobs {
    int64_t heartbeat_ms;      /* [41,250] */
    int64_t session_ms;        /* a session can be resumed after its connection is lost [120,000] */
    unsigned replay_events;    /* that are kept for a resume [2,000] */
    int64_t identify_each_ms;  /* between identifies of one key [5,000] */
    unsigned max_concurrency;  /* [1] */
    unsigned identifies_total; /* a day [1,000] */
    unsigned identifies_left;  /* used up: the token dies [1,000] */
    unsigned shards;           /* recommended [1] */
    unsigned sends_per_minute; /* more: 4008 [120] */
    unsigned send_bytes;       /* of a frame from the bot; longer: 4002 [4,096] */
    uint64_t intents_allowed;  /* asking for others: 4014 [all but 1<<1, 1<<8 and 1<<15] */
    bool acks;                 /* heartbeats are acknowledged [true] */
    bool hello;                /* op 10 is sent [true] */
    bool ready;                /* an identify is answered [true] */
    bool resumes;              /* a resume is taken; else op 9 false [true] */
    unsigned refuse_status;    /* HTTP status that refuses new connections; 0: taken [0] */
    unsigned reconnect_first;  /* this many connections get op 7 in place of Hello [0] */
    size_t split_bytes;        /* compressed messages go in frames of so many bytes; 0: one [0] */
    size_t fragment_bytes;     /* frames go in fragments of so many bytes; 0: one [0] */
    unsigned global_per_s;     /* requests of the bot [50]; 0: no limit */
    unsigned invalid_max;      /* 401, 403, 429 in 10 min, then Cloudflare's ban [10,000] */
    int64_t bucket_ms;         /* window of routes without a limit of their own [5,000] */
    unsigned bucket_limit;     /* requests in it [5]; 0: no buckets at all */
    int64_t nonce_ms;          /* enforce_nonce looks so far back [180,000] */
    int64_t answer_ms;         /* for the first answer to an interaction [3,000] */
    int64_t token_ms;          /* life of an interaction's token [900,000] */
    int64_t old_edit_ms;       /* edits of older messages share a small budget [3,600,000] */
    unsigned old_edits;        /* of these in 10 min, then 30046 [20] */
    unsigned commands_per_day; /* created in one scope [200] */
    int64_t dm_each_ms;        /* a DM channel may be opened [1,000] */
    unsigned dm_burst;         /* at once, then 40003 [10] */
    size_t messages_kept;      /* older ones are forgotten [100,000] */
    size_t ephemerals_kept;    /* the same of those [10,000] */
    bool ready_application;    /* READY says whose bot it is [true] */
    bool words; /* where the intent allows, messages come with what is in them [true] */
    int64_t
        slow_ms;   /* the bot posts in a channel of a server once in so long, else slow_code [0] */
    int slow_code; /* 20016 slow mode; 20028, 20029 write limits [20016] */
    bool watches;  /* keeps what each person saw [true] */
};
struct fake_discord *fake_discord_new(const struct fake_discord_setup *setup);
void fake_discord_free(struct fake_discord **fake);
struct fake_discord_knobs *fake_discord_knobs(struct fake_discord *fake);
/* Sets the clock, which never runs backwards; what was due by then happens, in order. What is asked
 * or heard comes at the time of the last run. */
void fake_discord_run(struct fake_discord *fake, int64_t now_ms);
/* When there is next something to do; INT64_MAX: nothing is waiting. */
int64_t fake_discord_next_ms(const struct fake_discord *fake);
int64_t fake_discord_now_ms(const struct fake_discord *fake);
/* As what serves it and the wire see it; paths are "/api/v10/…", or "/fake/…" (README.md). */
struct fake_platform fake_discord_platform(struct fake_discord *fake);
/* The bot's user, and its application. */
uint64_t fake_discord_bot(const struct fake_discord *fake);

/* Asks; the answer comes from inside of fake_discord_run, never of this. All is copied. */
void fake_discord_ask(struct fake_discord *fake, const struct fake_ask *ask,
                      fake_answered_fn *answered, void *context);
/* Whoever asked with this context is gone: what was asked still happens, nobody is told. */
void fake_discord_hang_up(struct fake_discord *fake, const void *context);
/* Asks and waits: the clock moves to when the answer comes. It lives until the next call. */
const struct fake_answer *fake_discord_request(struct fake_discord *fake,
                                               const struct fake_ask *ask);
/* The same as the bot, with a JSON body (NULL: none). */
const struct fake_answer *fake_discord_bot_asks(struct fake_discord *fake, const char *method,
                                                const char *path, const char *json);
/* The gateway: a connection. */
/* Opens "wss://…/?v=10&encoding=json&compress=zlib-stream"; one that does not start with a URL of
 * the setup is taken as the gateway's. NULL: refused with the HTTP status in *status. */
struct fake_link *fake_discord_link_open(struct fake_discord *fake, const char *url, int *status);
/* A whole message from the bot. */
void fake_discord_link_hear(struct fake_link *link, const char *bytes, size_t len);
/* The next frame to the bot; false: none now. */
bool fake_discord_link_take(struct fake_link *link, struct fake_frame *frame);
/* The bot closed (code), or was lost (0), or has taken the last frame. Frees it. */
void fake_discord_link_close(struct fake_link **link, unsigned code);

#endif
