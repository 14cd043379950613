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
    int64_t timer_ms;    /* when it fires at the latest; NO_DEADLINE: not at all */
    struct arena *arena; /* of one event or send */
    char bot[DISCORD_ID_BYTES];
    char application[DISCORD_ID_BYTES];
    char mention[DISCORD_ID_BYTES + 8];
    char key[72];                           /* hex, the application's public key, "" unknown */
    char commands[72];                      /* hash of the commands that are registered */
    char registering[72];                   /* and of those that are being registered */
    bool syncing, draining, is_gone, leads; /* leads: shard 0 is ours, and was up */
    int64_t sync_ms; /* commands are not registered before; NO_DEADLINE: they are there */
    struct discord_rights *rights;
    struct discord_members *members;
    struct fault gone;
    struct map accounts;
    struct map channels;
    struct map boards;
    struct timers held; /* edits of boards that wait for their time */
    struct discord_interactions *interactions;
    struct discord_forms *forms;
    struct deliveries deliveries;
    struct discord_operation *operations;
    struct discord_scheduled_operation *scheduled_operations;
    struct map scheduled; /* events in guilds' lists that are ours, by the house's ids */
    struct discord_thread_creation *thread_creations;
    struct map threads; /* of tables, by the table */
    struct discord_account
        *dm_queue[DISCORD_DM_QUEUE_MAX]; /* direct channels to be opened, in order */
    unsigned dm_first, dm_count;
    int64_t dm_next_ms;               /* not before */
    bool dm_asks;                     /* whether it may is being asked of the other parts */
    char dm_holder[24];               /* as whom */
    struct discord_finding *findings; /* whose they are is not known */
    struct discord_letter *letters;   /* other parts have passed them on */
    struct map unavailable;           /* guilds, by id */
    struct discord_endpoint *endpoint;
};

/* A token for the house. */
enum discord_pending_kind { PENDING_EVENT, PENDING_SAVE, PENDING_DIRECT };
struct discord_pending {
    enum discord_pending_kind kind;
    struct discord_dispatch_id dispatch;
    bool has_dispatch;
    uint64_t interaction; /* 0: none */
    void *save;
};

/* discord_state.c */
int64_t discord_now_ms(const struct discord *discord);
/* The timer fires then, or earlier. */
void discord_schedule(struct discord *discord, int64_t due_ms);
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

/* discord_receive.c */
enum discord_kept discord_dispatch(void *context, const struct discord_dispatch *dispatch);
/* An interaction by HTTP. */
enum discord_kept discord_receive_interaction(struct discord *discord, const cJSON *json);

/* discord_thread.c: tables in threads of their own */
bool discord_thread_is_wanted(const struct discord *discord,
                              const struct discord_interaction *interaction,
                              const struct discord_dispatch *dispatch);
/* It is enqueued once there is a thread, or cannot be one. False: it is too long. */
bool discord_thread_create(struct discord *discord, const struct discord_interaction *interaction,
                           const struct inbound *inbound, const struct discord_dispatch *dispatch,
                           uint64_t number);
/* Something is said in this room: it is one of a table. */
void discord_thread_used(struct discord *discord, const char *room);
int64_t discord_threads_due_ms(const struct discord *discord);
void discord_threads_tick(struct discord *discord, int64_t now_ms);
void discord_threads_free(struct discord *discord);
/* discord_unavailable.c: unavailable guilds */
void discord_unavailable_guild(struct discord *discord, const char *guild);
void discord_available_guild(struct discord *discord, const char *guild);
/* Guilds that a new session has not sent yet. */
void discord_unavailable_ready(struct discord *discord, const cJSON *ready);
void discord_unavailable_shard(struct discord *discord, unsigned shard);
/* away: what was done then is never sent; the same moment twice: nothing is missing. */
void discord_available_shard(struct discord *discord, unsigned shard, struct downtime away);
void discord_unavailable_free(struct discord *discord);

/* discord_room.c: threads */
void discord_operate(struct adapter *adapter, const struct room_operation *requested);
void discord_operations_free(struct discord *discord);
/* discord_scheduled_event.c: events in a guild's list */
void discord_schedule_event(struct adapter *adapter, const struct room_operation *requested);
#define DISCORD_SCHEDULED_KEY "e/"
void discord_scheduled_read(struct discord *discord, const char *id, const char *text, size_t len);
void discord_scheduled_free(struct discord *discord);
/* Takes a thread out of the archive. */
void discord_thread_unarchive(struct discord *discord, const char *thread, answer_fn done,
                              void *context);
#endif
