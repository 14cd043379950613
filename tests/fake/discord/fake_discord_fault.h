/* What goes wrong with the Discord for tests: at REST by rules, at the gateway by hand. */
#ifndef FAKE_DISCORD_FAULT_H
#define FAKE_DISCORD_FAULT_H

#include "fake_discord.h"

/* X(name in JSON, NAME) */
#define FAKE_DISCORD_FAULTS(X)                                                                    \
    X("delay_before", DELAY_BEFORE)   /* the request takes effect after ms */                     \
    X("delay_after", DELAY_AFTER)     /* the answer to what took effect comes after ms */         \
    X("drop_before", DROP_BEFORE)     /* the connection is cut, nothing happened */               \
    X("drop_after", DROP_AFTER)       /* the connection is cut, it happened */                    \
    X("user_429", USER_429)           /* retry after ms */                                        \
    X("shared_429", SHARED_429)       /* the same */                                              \
    X("global_429", GLOBAL_429)       /* the same */                                              \
    X("html_429", HTML_429)           /* Cloudflare's, without any header that helps */           \
    X("status_before", STATUS_BEFORE) /* HTTP status code, nothing happened */                    \
    X("status_after", STATUS_AFTER)   /* HTTP status code, it happened */                         \
    X("truncated", TRUNCATED)         /* half of the body, its length told as such */             \
    X("wrong_length", WRONG_LENGTH)   /* the whole length is told, half of it comes */            \
    X("hash_change", HASH_CHANGE)     /* the bucket of the route has another hash from here on */ \
    X("unauthorized", UNAUTHORIZED)   /* 401 */                                                   \
    X("refused", REFUSED)             /* Discord's error code, with its HTTP status; with ms: 429 */

enum fake_discord_verb {
#define FAKE_DISCORD_VERB(text, name) FAKE_DISCORD_##name,
    FAKE_DISCORD_FAULTS(FAKE_DISCORD_VERB)
#undef FAKE_DISCORD_VERB
        FAKE_DISCORD_VERBS
};

/* One rule. The first that fits a request and strikes is what happens to it. */
struct fake_discord_fault {
    enum fake_discord_verb verb;
    const char *route;  /* "POST ?channels?*?messages": any text at a star, any character at a
                           question mark; without /api/v10 and query; NULL: all but /fake/ */
    unsigned skip;      /* requests that fit are spared first */
    unsigned times;     /* it strikes so often; 0: always */
    unsigned per_mille; /* of those that fit, by the seed; 0: all */
    int64_t ms;         /* of delays and 429s */
    int code;           /* HTTP status, or Discord's error code */
};

/* Adds a rule; its texts are copied. */
void fake_discord_fault(struct fake_discord *fake, const struct fake_discord_fault *fault);
/* Takes all rules away, and what events suffer. */
void fake_discord_mend(struct fake_discord *fake);
/* How often a verb struck. */
unsigned fake_discord_struck(const struct fake_discord *fake, enum fake_discord_verb verb);
/* The same of its rules with this code alone, as long as nothing is mended. */
unsigned fake_discord_struck_as(const struct fake_discord *fake, enum fake_discord_verb verb,
                                int code);
const char *fake_discord_verb_name(enum fake_discord_verb verb);

/* A limit of its own for a route ("POST /channels/{}/messages"), in place of the knobs'. */
void fake_discord_limit(struct fake_discord *fake, const char *route, unsigned limit, int64_t ms);

/* What events suffer on their way, each with so many of a thousand, by the seed. */
struct fake_discord_weather {
    unsigned doubled_per_mille; /* come twice, with two sequence numbers */
    unsigned late_per_mille;    /* come after notify_delay_ms, behind later ones */
    int64_t notify_delay_ms;
    unsigned lost_per_mille; /* the connection is cut after it is sent */
};
void fake_discord_weather(struct fake_discord *fake, const struct fake_discord_weather *weather);

/* Acts on all connections of a shard; shard -1: on all. */
/* Any op: 1, 7, 9 (d "true" or "false"), or one nobody knows; d is JSON. */
void fake_discord_push_op(struct fake_discord *fake, int shard, int op, const char *d);
/* An event with this name and payload, to those identified. */
void fake_discord_push_event(struct fake_discord *fake, int shard, const char *name, const char *d);
/* Bytes as they are, in a frame that says it is text or binary. */
void fake_discord_push_raw(struct fake_discord *fake, int shard, const char *bytes, size_t len,
                           bool binary);
/* A compressed message that inflates to so many bytes (a bomb, where it is large). */
void fake_discord_push_bomb(struct fake_discord *fake, int shard, size_t bytes);
/* Close with this code; 0: the connection is lost without one. */
void fake_discord_push_close(struct fake_discord *fake, int shard, unsigned code);
/* From here on nothing arrives either way, and nobody is told (a half-open connection). */
void fake_discord_push_silence(struct fake_discord *fake, int shard);
/* All sessions are forgotten: a resume meets op 9 false. */
void fake_discord_forget_sessions(struct fake_discord *fake);

#endif
