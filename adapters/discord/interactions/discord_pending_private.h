/* Inside the interactions' room: those that can still be replied to, and their states. */
#ifndef DISCORD_PENDING_PRIVATE_H
#define DISCORD_PENDING_PRIVATE_H

#include "catalogue.h"
#include "clock.h"
#include "discord_interactions.h"
#include "discord_rest.h"
#include "map.h"
#include "transitions.h"

enum {
    PENDING_FIRST_MS = 2900,           /* no first answer is tried any more: Discord waits 3 s */
    PENDING_DEFER_MS = 1200,           /* nothing was said by then: say that it comes */
    PENDING_UNLIKELY_MS = 3600 * 1000, /* no session brings anything so old */
    PENDING_ANSWERED_MAX = 512         /* sent once more, they are left alone */
};

/* There is one first answer. */
enum pending_state {
    PENDING_OPEN,
    PENDING_SENDING,   /* an answer is on its way: the first, or what a deferred reply becomes */
    PENDING_SEEKING,   /* the first answer is ambiguous: it is looked for */
    PENDING_RECALLING, /* of another life, and perhaps answered there: that is looked for */
    PENDING_DEFERRING_REPLY,  /* a deferred reply is on its way */
    PENDING_REPLY_DEFERRED,   /* it has arrived: what is said takes its place */
    PENDING_DEFERRING_UPDATE, /* a deferred update is on its way */
    PENDING_UPDATE_DEFERRED,  /* it has arrived: what is said follows, seen by them alone */
    PENDING_FOLLOWING,        /* something of that is on its way */
    PENDING_OVER
};
extern const struct transitions pending_transitions;

/* What became of the house's transaction. */
enum pending_stored { STORED_NOT_YET, STORED_DONE, STORED_FAILED };

struct pending {
    struct pending *next;
    uint64_t number; /* the interaction's id */
    enum pending_state state;
    enum pending_stored stored;
    enum discord_kind kind;
    bool from_message; /* it sits on a message of ours */
    bool on_ephemeral; /* which they alone see */
    bool opens;        /* a command that opens a table */
    bool sent;         /* what it was about went to their direct channel */
    int64_t due_ms;
    int64_t last_ms;               /* Discord takes no first answer any more */
    int64_t dead_ms;               /* the token is over */
    struct discord_reply *waiting; /* is said when what was deferred has arrived */
    struct discord_reply *repeat;  /* is sought, or edited in, once more when it is due */
    char account[DISCORD_ID_BYTES];
    char channel[DISCORD_ID_BYTES];
    char opened[DISCORD_ID_BYTES]; /* the thread that was made for it; "": none */
    char *token;
    char *wants; /* the control whose form they pressed for; NULL: none */
};

struct callback;

struct discord_interactions {
    struct discord_interactions_setup setup;
    struct net_timer *timer;
    int64_t planned_ms; /* when it fires */
    struct map by_number;
    struct pending *first;
    struct callback *callbacks;              /* under way */
    uint64_t answered[PENDING_ANSWERED_MAX]; /* the last ones; 0: none */
    uint64_t answered_newest;                /* what is above it was not answered */
    unsigned answered_next;
};

/* Copies an id, cut at its limit; "" for NULL. */
void pending_id(char *into, const char *id);
int64_t pending_now_ms(const struct discord_interactions *all);
/* NULL: it is not there. */
struct pending *pending_at(const struct discord_interactions *all, uint64_t number);
struct pending *pending_new(struct discord_interactions *all, uint64_t number,
                            enum pending_state state, const char *account, const char *token);
void pending_free(struct discord_interactions *all, struct pending *pending);
/* It has been answered, or will be. */
void pending_note(struct discord_interactions *all, uint64_t number);
bool pending_noted(const struct discord_interactions *all, uint64_t number);
/* The state that follows; it may not follow: our mistake. */
void pending_enter(struct pending *pending, enum pending_state state);
/* Is an answer of it on its way, or being looked for? */
bool pending_is_replying(const struct pending *pending);
/* It is looked after at this moment. */
void pending_due(struct discord_interactions *all, struct pending *pending, int64_t due_ms);
/* It is dealt with. */
void pending_over(struct discord_interactions *all, struct pending *pending);
/* How long its first answer may take; 0: it is too late for one. */
int64_t pending_left_ms(const struct discord_interactions *all, const struct pending *pending);
/* Sees to it that the timer fires when the first of them is due. */
void pending_plan(struct discord_interactions *all);
/* A sentence of its channel's language, as it is. In the arena. */
const char *pending_words(const struct discord_interactions *all, const struct pending *pending,
                          const char *key);

/* discord_reply.c: what the house says */
bool reply_send(struct discord_interactions *all, struct pending *pending,
                struct discord_reply *reply);
/* Asks again what was left open. */
void reply_repeat(struct discord_interactions *all, struct pending *pending);
/* Looks for the first answer. */
void reply_seek(struct discord_interactions *all, const struct pending *pending,
                struct discord_reply *reply);

/* discord_acknowledge.c: when nobody speaks */
void acknowledge_tick(struct discord_interactions *all, struct pending *pending, int64_t now_ms);

#endif
