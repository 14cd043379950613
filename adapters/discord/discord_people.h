/* People and places: the way to each. Inside the adapter. */
#ifndef DISCORD_PEOPLE_H
#define DISCORD_PEOPLE_H

#include "discord_decode.h"
#include "discord_gateway.h"
#include "own.h"

struct adapter;
struct discord;
struct discord_delivery;

/* A person, as far as the way to them is concerned. */
struct discord_account {
    char id[DISCORD_ID_BYTES];
    char *name;
    char dm[DISCORD_ID_BYTES]; /* their direct channel, "" unknown */
    int64_t closed_ms;         /* since when it takes nothing from us; 0: it does, or who knows */
    unsigned deliveries;       /* private messages on their way */
    bool opening;
    uint64_t asked;       /* the interaction that was heard of them last; 0: none */
    int64_t asked_ms;     /* when */
    char *asked_token;    /* stored with it: whether it was answered can be asked in another life */
    unsigned table_count; /* tables at which an ephemeral answer has proven their way */
    uint64_t table[32];
    struct discord_delivery *first; /* waiting for their channel to be opened */
};

/* Kinds of channels and threads, by Discord's numbers. */
enum discord_channel {
    CHANNEL_TEXT = 0,
    CHANNEL_DM = 1,
    THREAD_NEWS = 10,
    THREAD_PUBLIC = 11,
    THREAD_PRIVATE = 12
};

/* A channel or thread that something was heard in. */
struct discord_place {
    char id[DISCORD_ID_BYTES];
    char guild[DISCORD_ID_BYTES]; /* "": a direct channel */
    char parent[DISCORD_ID_BYTES];
    int type; /* -1 unknown */
    bool locked;
    bool known;      /* may is what Discord told */
    bool fresh;      /* and nothing was heard since that could have changed it */
    bool told;       /* that something is missing there */
    uint64_t may;    /* what we may do there */
    uint32_t seen;   /* messages that were posted there */
    int64_t deaf_ms; /* when it was logged that words do not reach us there; 0 never */
    bool deaf;       /* and who hosts there was told */
    char *name;
};

/* discord_account.c: names, and what is kept of people */
struct discord_account *discord_account_at(struct discord *discord, const char *id);
void discord_account_named(struct discord *discord, const struct discord_person *person);
void discord_account_dm(struct discord *discord, const char *id, const char *channel);
void discord_account_read(struct discord *discord, const char *id, const char *text, size_t len);
/* They did this now: what of it is to be stored with what was heard. */
void discord_account_asks(struct discord *discord, const char *id, uint64_t number,
                          const char *token);
/* Their row; its texts live in the arena. */
struct adapter_row discord_account_row(struct discord *discord, const char *id);
/* Somebody's row says which direct channel is theirs. */
extern const struct row_rules discord_rows;
/* They are a stranger from here on. */
void discord_forgetting(struct adapter *adapter, const char *id);
void discord_forgotten(struct adapter *adapter, const char *id, bool stored);
/* An ephemeral answer has reached the person: their way at this table is proven. */
void discord_account_prove(struct discord *discord, const char *id, uint64_t table);
bool discord_account_proven(const struct discord_account *account, uint64_t table);
/* Stores what is known of them. */
void discord_account_keep(struct discord *discord, const struct discord_account *account);
void discord_accounts_free(struct discord *discord);
/* discord_direct.c: direct channels, and what goes there */
void discord_private_send(struct discord_delivery *delivery);
int64_t discord_direct_due_ms(const struct discord *discord);
void discord_direct_tick(struct discord *discord, int64_t now_ms);

/* discord_seats.c: who sits at tables in threads */
/* A table stands in this room: if it is a thread, who sits there is to see it. */
void discord_seats_room(struct discord *discord, uint64_t table, const char *room);
/* Somebody has a card of this table. */
void discord_seats_add(struct discord *discord, uint64_t table, const char *account);
void discord_seats_free(struct discord *discord);

/* discord_place.c: channels, and what we may do there */
struct discord_place *discord_place_at(struct discord *discord, const char *id);
struct discord_place *discord_place_find(const struct discord *discord, const char *id);
/* A channel that a table may be opened in by words alone: whose outages are its own. */
void discord_place_belongs(struct discord *discord, const char *id, const char *guild);
void discord_place_seen(struct discord *discord, const struct discord_interaction *interaction);
void discord_place_read(struct discord *discord, const char *id, const char *text, size_t len);
/* What is missing to play there, as words for people, in the arena; NULL: nothing. */
const char *discord_place_missing(struct discord *discord,
                                  const struct discord_interaction *interaction);
/* The same of a room in which somebody typed; NULL also where nobody knows. */
const char *discord_lacks(struct adapter *adapter, const char *room);
/* May this member, whose roles a message shows, moderate there? */
bool discord_place_moderates(const struct discord *discord, const struct discord_message *message);
void discord_caps(const struct adapter *adapter, const char *room, struct room_capabilities *caps);
const char *discord_server(const struct adapter *adapter, const char *room);
/* What was known of a server's places may be otherwise now. */
void discord_places_changed(struct discord *discord, const char *guild);
bool discord_place_is_thread(const struct discord_place *place);
/* It is no more. */
void discord_place_forget(struct discord *discord, struct discord_place *place);
/* discord_place_event.c: what happens to them */
bool discord_place_event(struct discord *discord, const struct discord_dispatch *dispatch);
/* A send was refused there: who plays there is told what is missing, once. */
void discord_place_refused(struct discord *discord, const char *id, int code);
/* discord_reader.c: the channel of a public thread; who may read where */
const char *discord_opened_from(const struct adapter *adapter, const char *room);
enum may_read discord_may_read(const struct adapter *adapter, const char *room,
                               const char *account);
/* Stores what is known of it. */
void discord_place_keep(struct discord *discord, const struct discord_place *place);
void discord_places_free(struct discord *discord);

#endif
