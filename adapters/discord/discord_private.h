/* Inside the adapter: what its files share. */
#ifndef DISCORD_PRIVATE_H
#define DISCORD_PRIVATE_H

#include "catalogue.h"
#include "discord.h"
#include "discord_delivery.h"
#include "discord_forms.h"
#include "discord_interactions.h"
#include "discord_people.h"
#include "discord_rights.h"
#include "house.h"
#include "map.h"
#include "settings.h"

/* The adapter's name, in events and rows. */
#define DISCORD_NAME "discord"

enum {
    DISCORD_BOARD_MS = 2000, /* between two edits of a board */
    DISCORD_DM_QUEUE_MAX = 256
};

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
    int64_t wake_ms;     /* when it fires at the latest; NO_DEADLINE: not at all */
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
    struct discord_members *members;
    struct fault gone;
    struct map accounts;
    struct map places;
    struct map boards;
    struct timers held; /* edits of boards that wait for their time */
    struct discord_interactions *interactions;
    struct discord_forms *forms;
    struct deliveries deliveries;
    struct discord_operation *operations;
    struct discord_opening *openings;
    struct map threads; /* of tables, by the table */
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
    uint64_t interaction; /* 0: none */
    void *save;
};

/* discord_state.c */
int64_t discord_now_ms(const struct discord *discord);
/* Sees to it that what is due then is looked after: not later, maybe earlier. */
void discord_wake_by(struct discord *discord, int64_t due_ms);
/* A sentence of that channel's language (NULL: of the settings'), as it is. In the arena. */
const char *discord_words(struct discord *discord, const char *channel, const char *key);
/* The catalogue of that language. */
const struct catalogue *discord_catalogue(const struct discord *discord, const char *channel);
struct discord_names discord_names(struct discord *discord);
/* A row of ours, alone; value NULL takes it away. And an id, cut at its limit; "" for NULL. */
void discord_store_row(struct discord *discord, const char *key, const char *value);
char *discord_copy(char *into, const char *id);

/* discord_enqueue.c: to the house */
/* Enqueues an event, with what is to be stored with it. False: the house takes nothing now. */
bool discord_enqueue(struct discord *discord, const struct inbound *inbound,
                     const struct discord_dispatch *dispatch, uint64_t interaction);
/* Something about a room: kind INBOUND_ROOM_GONE …; id: of the event. */
void discord_enqueue_room(struct discord *discord, enum inbound_kind kind, const char *room,
                          const char *id, const char *text);
void discord_enqueue_message(struct discord *discord, enum inbound_kind kind, const char *room,
                             const char *message);
void discord_enqueue_departed(struct discord *discord, const char *room, const char *account);

/* discord_hear.c */
enum discord_kept discord_dispatch(void *context, const struct discord_dispatch *dispatch);
/* An interaction by the gateway (dispatch) or by HTTP (NULL). */
enum discord_kept discord_hear_interaction(struct discord *discord, const cJSON *json,
                                           const struct discord_dispatch *dispatch);

/* discord_opening.c: tables in threads of their own */
bool discord_opening_wanted(const struct discord *discord,
                            const struct discord_interaction *interaction,
                            const struct discord_dispatch *dispatch);
/* The house hears it once there is a thread, or cannot be one. False: it is too long. */
bool discord_opening_begin(struct discord *discord, const struct discord_interaction *interaction,
                           const struct inbound *inbound, const struct discord_dispatch *dispatch,
                           uint64_t number);
/* Something is said in this room: it is one of a table. */
void discord_opening_used(struct discord *discord, const char *room);
int64_t discord_openings_due_ms(const struct discord *discord);
void discord_openings_tick(struct discord *discord, int64_t now_ms);
void discord_openings_free(struct discord *discord);
/* discord_away.c: what is out of reach, and back */
void discord_away_guild(struct discord *discord, const char *guild);
void discord_back_guild(struct discord *discord, const char *guild);
/* Servers that a new session has not told of yet. */
void discord_away_ready(struct discord *discord, const cJSON *ready);
void discord_away_shard(struct discord *discord, unsigned shard);
/* away: what was done then will never be told; the same moment twice: nothing is missing. */
void discord_back_shard(struct discord *discord, unsigned shard, struct downtime away);
void discord_aways_free(struct discord *discord);

/* discord_room.c: threads */
void discord_order(struct adapter *adapter, const struct room_operation *order);
void discord_operations_free(struct discord *discord);
/* Takes a thread out of the archive. */
void discord_wake(struct discord *discord, const char *thread, answer_fn done, void *context);
#endif
