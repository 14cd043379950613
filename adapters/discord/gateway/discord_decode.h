/* What Discord sends, decoded: interactions and messages. Pure; whatever comes in is taken apart
 * without trust, and what is not as it should be is not there. */
#ifndef DISCORD_DECODE_H
#define DISCORD_DECODE_H

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stdint.h>

#include "arena.h"
#include "inbound.h"

enum { DISCORD_ARGS_MAX = 26, DISCORD_ARGS_BYTES = 24 * 1024, DISCORD_ID_BYTES = 24 };

/* Permissions that matter to us, by bit. */
#define DISCORD_MAY_ADMIN           (1ULL << 3)
#define DISCORD_MAY_MANAGE_CHANNELS (1ULL << 4)
#define DISCORD_MAY_MANAGE_GUILD    (1ULL << 5)
#define DISCORD_MAY_VIEW            (1ULL << 10)
#define DISCORD_MAY_SEND            (1ULL << 11)
#define DISCORD_MAY_MANAGE_MESSAGES (1ULL << 13)
#define DISCORD_MAY_EMBED           (1ULL << 14)
#define DISCORD_MAY_ATTACH          (1ULL << 15)
#define DISCORD_MAY_HISTORY         (1ULL << 16)
#define DISCORD_MAY_MANAGE_EVENTS   (1ULL << 33)
#define DISCORD_MAY_MANAGE_THREADS  (1ULL << 34)
#define DISCORD_MAY_PUBLIC_THREADS  (1ULL << 35)
#define DISCORD_MAY_PRIVATE_THREADS (1ULL << 36)
#define DISCORD_MAY_SEND_THREADS    (1ULL << 38)
#define DISCORD_MAY_MODERATE        (1ULL << 40)
#define DISCORD_MAY_CREATE_EVENTS   (1ULL << 44)
/* One of these makes a moderator. */
#define DISCORD_MODERATES                                                         \
    (DISCORD_MAY_ADMIN | DISCORD_MAY_MANAGE_GUILD | DISCORD_MAY_MANAGE_MESSAGES | \
     DISCORD_MAY_MODERATE)

/* A person, as an interaction or a message shows them. */
struct discord_person {
    const char *id;
    const char *name; /* nick, or global name, or username */
    bool bot;
    uint64_t may;       /* their permissions in the channel; 0 unknown */
    const cJSON *roles; /* ids, or NULL */
};

enum discord_kind {
    DISCORD_PING = 1,
    DISCORD_SLASH = 2,
    DISCORD_PRESS = 3,
    DISCORD_COMPLETE = 4,
    DISCORD_FORM = 5
};

/* Texts live in the arena. */
struct discord_interaction {
    enum discord_kind kind;
    const char *id;
    uint64_t number; /* the same */
    const char *token;
    const char *guild; /* NULL: a direct channel */
    const char *channel;
    int channel_type;         /* -1 unknown */
    const char *parent;       /* of a thread; NULL none or unknown */
    const char *channel_name; /* NULL unknown */
    const char *locale;       /* their client's, NULL unknown */
    struct discord_person who;
    uint64_t app_may;    /* ours, in the channel */
    bool has_app_may;    /* app_may is what Discord says */
    bool foreign;        /* the bot is not a member here: installed by a person, or another's DM */
    const char *command; /* SLASH, COMPLETE: "table join" */
    const char *focused; /* COMPLETE: the option's name, as an argument */
    const char *typed;   /* and what is there of it */
    const char *control; /* PRESS, FORM */
    bool wants_form;     /* PRESS: the button says that a form follows */
    const char *target;  /* SLASH out of a message's own menu: that message; NULL: typed */
    const char *message; /* the message its component sits on, or NULL */
    bool on_ephemeral;   /* that message only they see */
    unsigned value_count;
    const char *values[INBOUND_VALUES_MAX];
    unsigned mention_count; /* people who were chosen */
    const char *mentions[INBOUND_MENTIONS_MAX];
    const char *mention_names[INBOUND_MENTIONS_MAX];
    struct value_tree args; /* texts by name */
    struct value fact[DISCORD_ARGS_MAX];
    char *pool;
};

/* False when it is no interaction that can be answered. */
bool discord_interaction(struct arena *arena, const cJSON *json,
                         struct discord_interaction *interaction);

/* A message. */
struct discord_message {
    const char *id;
    const char *channel;
    const char *guild; /* NULL: a direct channel */
    struct discord_person who;
    bool own;          /* the bot's */
    bool robot;        /* another bot's, or a webhook's */
    bool plain;        /* an ordinary message or a reply, not a notice of Discord's */
    bool ephemeral;    /* ours, seen by one person: no direct message though it may look like one */
    bool blank;        /* nothing at all is in it, as far as Discord shows it to us */
    const char *text;  /* "" where Discord shows it to us empty */
    const char *reply; /* the message it answers, or NULL */
    const char *reply_author;
    bool mentions_us;
    const char *media; /* "image" "gif" "sticker" "voice", or NULL */
    const char *nonce; /* of our own */
    unsigned mention_count;
    const char *mentions[INBOUND_MENTIONS_MAX];
    const char *mention_names[INBOUND_MENTIONS_MAX];
};

/* bot: our user's id. False when it is no message. */
bool discord_message(struct arena *arena, const cJSON *json, const char *bot,
                     struct discord_message *message);

/* What a command registered under this name is called in the house, a group's verb as "table join"
 * and an option by its argument ("documents-kind" is "documents.kind"): into text, at most size
 * bytes; false when it cannot be ours. */
bool discord_argument_name(const char *option, char *text, size_t size);

/* An id, in decimals; NULL when it is none. Lives as long as the JSON. */
const char *discord_id(const cJSON *object, const char *name);
uint64_t discord_number(const char *id); /* 0 when it is none */
/* When Discord made it, by its own clock, UTC milliseconds. */
int64_t discord_born_ms(uint64_t id);
/* A bit set in decimals, as text or number; 0 when there is none. */
uint64_t discord_bits(const cJSON *object, const char *name);
/* How a member of a guild is called: member may be NULL. In the arena; never empty. */
const char *discord_person_name(struct arena *arena, const cJSON *member, const cJSON *user);

#endif
