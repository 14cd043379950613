/* The places, people and messages of the Discord for tests. */
#ifndef DFAKE_WORLD_H
#define DFAKE_WORLD_H

#include "fake_base.h"
#include "fake_discord_act.h"

enum { DFAKE_NAME_BYTES = 128, DFAKE_ROLES_MAX = 16, DFAKE_OVERWRITES_MAX = 32, DFAKE_TOKEN = 180 };

struct dfake_sight {
    int64_t at_ms;
    const char *kind; /* a constant */
    uint64_t channel;
    uint64_t message;
    unsigned version;
    struct fake_text *json;
};

struct dfake_user {
    uint64_t id;
    char name[DFAKE_NAME_BYTES];
    char locale[8];
    bool bot;
    enum fake_discord_dms dms;
    uint64_t dm;
    uint64_t form; /* the interaction that showed the form on the screen */
    unsigned notified;
    struct dfake_sight *sights;
    size_t sight_count;
    size_t sight_size;
};

struct dfake_role {
    uint64_t id;
    char name[DFAKE_NAME_BYTES];
    uint64_t permissions;
    int position;
};

struct dfake_member {
    uint64_t user;
    char nick[DFAKE_NAME_BYTES];
    int64_t joined_ms;
    int64_t timed_out_ms;
    uint64_t roles[DFAKE_ROLES_MAX];
    unsigned role_count;
};

struct dfake_guild {
    uint64_t id;
    char name[DFAKE_NAME_BYTES];
    uint64_t owner;
    uint64_t bot_role;
    bool bot_in;
    bool out;
    char automod[DFAKE_NAME_BYTES];
    struct fake_list roles;
    struct fake_list members;
    struct fake_list channels;  /* and threads */
    struct fake_list scheduled; /* events, as Discord shows them: cJSON */
};

struct dfake_overwrite {
    uint64_t id;
    bool member;
    uint64_t allow;
    uint64_t deny;
};

struct dfake_channel {
    uint64_t id;
    uint64_t guild; /* 0: direct messages */
    uint64_t parent;
    uint64_t person; /* of direct messages */
    uint64_t owner;  /* of a thread */
    int type;
    char name[DFAKE_NAME_BYTES];
    struct dfake_overwrite overwrites[DFAKE_OVERWRITES_MAX];
    unsigned overwrite_count;
    bool archived;
    bool locked;
    bool invitable;
    int auto_archive;
    int64_t archived_ms;
    int slow_s;
    int64_t slow_until_ms;       /* for the bot, by the knob */
    struct fake_list members;    /* users of a thread */
    struct dfake_message *first; /* oldest */
    struct dfake_message *last;
    unsigned message_count;
    uint64_t last_message;
    int64_t pinned_ms;
};

struct dfake_message {
    uint64_t id;
    uint64_t channel;
    uint64_t guild;
    uint64_t author;
    uint64_t seer;        /* of an ephemeral message, or 0 */
    uint64_t interaction; /* it answers, or 0 */
    uint64_t reply_to;    /* the author of what it answers */
    unsigned version;
    bool loading; /* "thinking…" */
    bool pinned;
    struct fake_text *json;
    struct dfake_message *before; /* in the channel */
    struct dfake_message *after;
    struct dfake_message *older; /* of all */
    struct dfake_message *newer;
};

/* In the order they came. */
struct dfake_ephemeral {
    uint64_t id;
    struct dfake_ephemeral *newer;
};

struct dfake_world {
    struct fake_map users;
    struct fake_map guilds;
    struct fake_map channels;
    struct fake_map messages;
    struct fake_map interactions;
    struct fake_map nonces;
    struct fake_list user_list;
    struct fake_list guild_list;
    struct fake_list scopes;
    struct dfake_message *oldest;
    struct dfake_message *newest;
    struct dfake_ephemeral *first_ephemeral;
    struct dfake_ephemeral *last_ephemeral;
    size_t ephemerals;
    struct dfake_interaction *first_interaction;
    struct dfake_interaction *last_interaction;
    struct dfake_nonce *first_nonce;
    struct dfake_nonce *last_nonce;
};

#endif
