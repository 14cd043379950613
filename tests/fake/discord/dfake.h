/* The inside of the Discord for tests: what its files share. */
#ifndef DFAKE_H
#define DFAKE_H

#include "dfake_bits.h"
#include "dfake_count.h"
#include "dfake_world.h"
#include "fake_base.h"
#include "fake_discord.h"
#include "fake_discord_act.h"
#include "fake_discord_fault.h"

enum {
    DFAKE_WHY_BYTES = 200,
    DFAKE_DAY_MS = 24 * 3600 * 1000,
    DFAKE_LIMITS_MAX = 32,
    DFAKE_FAULTS_MAX = 64,
    DFAKE_URL_BYTES = 128
};

struct dfake_call;
struct dfake_session;
struct dfake_due;

struct fake_discord {
    struct fake_discord_setup setup;
    char token[DFAKE_URL_BYTES];
    char gateway_url[DFAKE_URL_BYTES];
    char resume_url[DFAKE_URL_BYTES];
    char public_key[80];
    char endpoint[DFAKE_URL_BYTES]; /* of interactions by HTTP, as the bot's owner set it */
    struct fake_discord_knobs knobs;
    int64_t now_ms;
    int64_t ahead_ms; /* of the time it is run with: /fake/pass */
    uint64_t chance;
    uint64_t id_last;
    uint64_t bot;
    uint64_t owner;
    struct dfake_world world;
    /* REST */
    struct dfake_limit limits[DFAKE_LIMITS_MAX];
    size_t limit_count;
    struct fake_map buckets;
    struct fake_map generations; /* of the hash of a route's bucket */
    struct dfake_window global;
    struct dfake_window invalid;
    struct dfake_window old_edits;
    struct dfake_window dm_opens;
    int64_t banned_until_ms;
    int64_t global_until_ms; /* a fault said so */
    bool token_dead;
    struct dfake_rule rules[DFAKE_FAULTS_MAX];
    size_t rule_count;
    unsigned struck[FAKE_DISCORD_VERBS];
    struct dfake_due *due; /* what is to happen, in order of time */
    struct dfake_due *due_last;
    struct dfake_call *waited; /* of fake_discord_request */
    /* gateway */
    struct fake_list sessions;
    struct fake_list links;
    struct fake_map identified; /* key + 1 -> when, int64_t */
    cJSON *past_links;
    struct fake_discord_weather weather;
    struct dfake_counts counts;
    struct fake_list posts; /* interactions to be posted to the endpoint: dfake_text */
    char why[DFAKE_WHY_BYTES];
};

uint64_t dfake_id(struct fake_discord *fake);
int64_t dfake_id_ms(uint64_t id);
/* A number below limit, by the seed. */
uint64_t dfake_chance(struct fake_discord *fake, uint64_t limit);
bool dfake_strikes(struct fake_discord *fake, unsigned per_mille);
/* Counts one in a window of ms; false when that is more than limit. */
bool dfake_window_take(struct dfake_window *window, int64_t now_ms, int64_t ms, unsigned limit);
/* Says why an act is not possible; 0. */
uint64_t dfake_no(struct fake_discord *fake, const char *why);

/* dfake_due.c: something at a time */
typedef void dfake_due_fn(struct fake_discord *fake, void *what);
/* forget frees what, where the fake is freed before it happens. */
void dfake_due_add(struct fake_discord *fake, int64_t at_ms, dfake_due_fn *happens,
                   void (*forget)(void *what), void *what);
void dfake_due_run(struct fake_discord *fake, int64_t now_ms);
/* Visits all that are to happen in this way. */
void dfake_due_visit(const struct fake_discord *fake, dfake_due_fn *happens,
                     void (*visit)(void *what, const void *context), const void *context);
int64_t dfake_due_next_ms(const struct fake_discord *fake);
void dfake_due_deinit(struct fake_discord *fake);

/* dfake_link.c, dfake_event.c */
enum { DFAKE_ALL_SHARDS = -1 };

/* An event to every session that sees this guild (0: direct messages, shard 0) and has one of the
 * intents (0: all). Takes the JSON. */
void dfake_event(struct fake_discord *fake, uint64_t guild, uint64_t intents, const char *name,
                 cJSON *d);
/* The same of a message: without its words for those who may not read them. */
void dfake_event_message(struct fake_discord *fake, const struct dfake_message *message,
                         const char *name);
void dfake_link_deinit(struct fake_discord *fake);
void dfake_link_state(const struct fake_discord *fake, cJSON *state);
/* Ends all sessions with this code, the token being dead. */
void dfake_link_end_all(struct fake_discord *fake, unsigned code);

/* dfake_post.c: the public key of the seed */
void dfake_post_key(struct fake_discord *fake);

/* dfake_sight.c */
void dfake_sight_message(struct fake_discord *fake, const struct dfake_message *message);
void dfake_sight_channel(struct fake_discord *fake, const struct dfake_channel *channel);
void dfake_sight_private(struct fake_discord *fake, uint64_t user, const char *kind,
                         uint64_t channel, const cJSON *json);
void dfake_sight_deinit(struct dfake_user *user);

#endif
