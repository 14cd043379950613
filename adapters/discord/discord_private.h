/* Inside the adapter: what its files share. */
#ifndef DISCORD_PRIVATE_H
#define DISCORD_PRIVATE_H

#include "catalogue.h"
#include "discord.h"
#include "discord_ask.h"
#include "discord_flight.h"
#include "discord_people.h"
#include "discord_rights.h"
#include "house.h"
#include "map.h"
#include "settings.h"

enum {
    DISCORD_DEFER_MS = 1200, /* the house has not answered: say that it comes */
    DISCORD_QUIET_MS = 5,    /* after the commit, when nothing is said to who pressed */
    DISCORD_STALE_MS = 2500, /* older ones are not answered in time any more */
    DISCORD_LATE_MS = 6000,  /* the same of what came live, whose age the clocks make uncertain */
    DISCORD_UNLIKELY_MS = 3600 * 1000, /* no session brings anything so old */
    DISCORD_TOKEN_MS = 14 * 60 * 1000, /* an interaction's token is used so long */
    DISCORD_BOARD_MS = 2000,           /* between two edits of a board */
    DISCORD_DM_QUEUE_MAX = 256,
    DISCORD_ANSWERED_MAX = 512, /* told once more, they are left alone */
    DISCORD_PATH_BYTES = 700
};

struct discord_form;
struct discord {
    struct house *house;
    const struct house_setup *world;
    const struct settings *settings;
    struct net_client *client; /* what the wire is of; NULL where it is somebody else's */
    const struct net_wire *wire;
    struct pictures *pictures;
    struct pictures *own_pictures;
    struct discord_rest *rest;
    struct discord_gateway *gateway;
    struct net_timer *timer;
    struct arena *arena; /* of one event or send */
    char bot[DISCORD_ID_BYTES];
    char application[DISCORD_ID_BYTES];
    char mention[DISCORD_ID_BYTES + 8];
    char key[72];                           /* hex, the application's public key, "" unknown */
    char commands[72];                      /* hash of what is registered */
    char asked[72];                         /* and of what is being registered */
    bool syncing, draining, is_gone, leads; /* leads: shard 0 is ours, and was up */
    int64_t sync_ms; /* commands are not registered before; NO_DEADLINE: they are there */
    struct discord_rights *rights;
    struct fault gone;
    struct map accounts;
    struct map places;
    struct map boards;
    struct timers held; /* edits of boards that wait for their time */
    struct map asks;
    struct map forms;
    struct discord_form *oldest_form;
    struct discord_form *newest_form;
    unsigned form_count;
    struct discord_ask *first_ask;
    struct ask_call *calls;
    uint64_t answered[DISCORD_ANSWERED_MAX]; /* interactions, the last ones; 0: none */
    uint64_t answered_newest;                /* what is above it was not answered */
    unsigned answered_next;
    struct discord_flight *flights;
    struct discord_errand *errands;
    struct discord_opening *openings;
    struct discord_account
        *dm_queue[DISCORD_DM_QUEUE_MAX]; /* direct channels to be opened, in order */
    unsigned dm_first, dm_count;
    int64_t dm_next_ms; /* not before */
    struct map aways;   /* servers out of reach, by id */
    struct discord_endpoint *endpoint;
};

/* A token for the house. */
enum discord_pending_kind { PENDING_EVENT, PENDING_SAVE };
struct discord_pending {
    enum discord_pending_kind kind;
    struct discord_mark mark;
    bool marked;
    uint64_t ask;
    void *save;
};

int64_t discord_now_ms(const struct discord *discord);
/* Sees to it that discord_tick comes when the next thing is due. */
void discord_plan(struct discord *discord);
/* A sentence of the catalogue, as it is. In the arena. */
const char *discord_words(struct discord *discord, const char *key);
struct discord_names discord_names(struct discord *discord);
/* A row of ours, alone; value NULL takes it away. And an id, cut at its limit; "" for NULL. */
void discord_store_row(struct discord *discord, const char *key, const char *value);
char *discord_copy(char *into, const char *id);

/* discord_hear.c */
enum discord_kept discord_dispatch(void *context, const struct discord_dispatch *dispatch);
/* An interaction by the gateway (dispatch) or by HTTP (NULL). */
enum discord_kept discord_hear_interaction(struct discord *discord, const cJSON *json,
                                           const struct discord_dispatch *dispatch);
/* Something about a room: kind HEARD_ROOM_GONE …; id: of the event. */
void discord_hear_room(struct discord *discord, enum heard_kind kind, const char *room,
                       const char *id, const char *text);
void discord_hear_message(struct discord *discord, enum heard_kind kind, const char *room,
                          const char *message);
void discord_hear_departed(struct discord *discord, const char *room, const char *account);
/* Hands over. False: the house takes nothing now. */
bool discord_hear_hand(struct discord *discord, const struct heard *heard,
                       const struct discord_dispatch *dispatch, uint64_t ask);

/* discord_opening.c: tables in threads of their own */
bool discord_opening_wanted(const struct discord *discord,
                            const struct discord_interaction *interaction,
                            const struct discord_dispatch *dispatch);
/* The house hears it once there is a thread, or cannot be one. False: it is too long. */
bool discord_opening_begin(struct discord *discord, const struct discord_interaction *interaction,
                           const struct heard *heard, const struct discord_dispatch *dispatch,
                           uint64_t ask);
/* Something is said in this room: it is one of a table. */
void discord_opening_used(struct discord *discord, const char *room);
int64_t discord_openings_due_ms(const struct discord *discord);
void discord_openings_tick(struct discord *discord, int64_t now_ms);
void discord_openings_free(struct discord *discord);

/* discord_form.c: forms of messages that were sent */
/* scope: who may open it: an account, or a channel. modal: JSON, copied. */
void discord_forms_put(struct discord *discord, const char *scope, const char *control,
                       const char *modal);
const char *discord_forms_at(const struct discord *discord, const char *scope, const char *control);
/* All forms of a panel. */
void discord_forms_keep(struct discord *discord, const char *scope, const struct doc *doc);
void discord_forms_free(struct discord *discord);
/* discord_away.c: what is out of reach, and back */
void discord_away_guild(struct discord *discord, const char *guild);
void discord_back_guild(struct discord *discord, const char *guild);
/* Servers that a new session has not told of yet. */
void discord_away_ready(struct discord *discord, const cJSON *ready);
void discord_away_shard(struct discord *discord, unsigned shard);
/* away: what was done then will never be told; the same moment twice: nothing is missing. */
void discord_back_shard(struct discord *discord, unsigned shard, struct away away);
void discord_aways_free(struct discord *discord);

/* discord_room.c: threads */
void discord_order(struct adapter *adapter, const struct room_order *order);
void discord_errands_free(struct discord *discord);
/* Takes a thread out of the archive. */
void discord_wake(struct discord *discord, const char *thread, discord_answer_fn done,
                  void *context);

#endif
