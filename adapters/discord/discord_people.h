/* People and channels. Inside the adapter. */
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
    uint64_t interaction;    /* their last one; 0: none */
    int64_t interaction_ms;  /* when that was */
    char *interaction_token; /* stored: another process can ask whether it was answered */
    unsigned table_count;    /* tables at which an ephemeral answer has proven their way */
    uint64_t table[32];
    struct discord_delivery *first; /* waiting for their channel to be opened */
};

/* Kinds of channels and threads, by Discord's numbers. */
enum discord_channel_type {
    CHANNEL_TEXT = 0,
    CHANNEL_DM = 1,
    THREAD_NEWS = 10,
    THREAD_PUBLIC = 11,
    THREAD_PRIVATE = 12
};

/* How much is known of what we may do in a channel; in this order. */
enum discord_channel_rights {
    CHANNEL_RIGHTS_UNKNOWN,
    CHANNEL_RIGHTS_OLD, /* what Discord once sent, which may have changed since */
    CHANNEL_RIGHTS_CURRENT
};

/* A channel or thread that something came from. */
struct discord_channel {
    char id[DISCORD_ID_BYTES];
    char guild[DISCORD_ID_BYTES]; /* "": a direct channel */
    char parent[DISCORD_ID_BYTES];
    int type; /* -1 unknown */
    bool locked;
    enum discord_channel_rights rights;
    uint64_t may;              /* what we may do there, as far as that is known */
    bool missing_reported;     /* the house knows that permissions are missing there */
    uint32_t seen;             /* messages that were posted there */
    int64_t content_logged_ms; /* when it was logged that messages come without content; 0 never */
    bool content_reported;     /* and the house knows it */
    char *name;
};

/* discord_account.c: names, and what is kept of people */
struct discord_account *discord_account_at(struct discord *discord, const char *id);
void discord_account_named(struct discord *discord, const struct discord_person *person);
void discord_account_dm(struct discord *discord, const char *id, const char *channel);
void discord_account_read(struct discord *discord, const char *id, const char *text, size_t len);
/* They did this now: what of it is to be stored with the event. */
void discord_account_acted(struct discord *discord, const char *id, uint64_t number,
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
/* The other parts let us open one (NULL), or not now. */
void discord_direct_may(struct discord *discord, const struct fault *fault);

/* discord_seats.c: who sits at tables in threads */
/* A table stands in this room: if it is a thread, who sits there is to see it. */
void discord_seats_room(struct discord *discord, uint64_t table, const char *room);
/* Somebody has a card of this table. */
void discord_seats_add(struct discord *discord, uint64_t table, const char *account);
void discord_seats_free(struct discord *discord);

/* discord_channel.c: channels, and what we may do there */
struct discord_channel *discord_channel_at(struct discord *discord, const char *id);
struct discord_channel *discord_channel_find(const struct discord *discord, const char *id);
/* A channel that a table may be opened in by words alone: it is unavailable with its guild. */
void discord_channel_set_guild(struct discord *discord, const char *id, const char *guild);
void discord_channel_update(struct discord *discord, const struct discord_interaction *interaction);
void discord_channel_read(struct discord *discord, const char *id, const char *text, size_t len);
/* What is missing to play there, as words for people, in the arena; NULL: nothing. */
const char *discord_channel_missing(struct discord *discord,
                                    const struct discord_interaction *interaction);
/* The same of a room in which somebody typed; NULL also where that is not known. */
const char *discord_missing_permissions(struct adapter *adapter, const char *room);
/* May this member, whose roles a message shows, moderate there? */
bool discord_channel_moderates(const struct discord *discord,
                               const struct discord_message *message);
/* The same in all of a guild, by their roles alone; false also where that is not known. */
bool discord_guild_moderates(const struct discord *discord, const char *guild,
                             const struct discord_person *person);
void discord_capabilities(const struct adapter *adapter, const char *room,
                          struct room_capabilities *capabilities);
const char *discord_community(const struct adapter *adapter, const char *room);
/* What we may do in a guild's channels may have changed. */
void discord_channels_doubt_rights(struct discord *discord, const char *guild);
/* The same of one. */
void discord_channel_doubt_rights(struct discord_channel *channel);
bool discord_channel_is_thread(const struct discord_channel *channel);
/* Rows of channels are called this and the channel's id. */
#define DISCORD_CHANNEL_KEY "c/"
/* Which part of a house a channel is of, as such a row says: that of its guild; direct ones are of
 * part 0. */
unsigned discord_channel_part(const struct store_row *row, unsigned parts);
/* It is no more. */
void discord_channel_forget(struct discord *discord, struct discord_channel *channel);
/* discord_channel_event.c: what happens to them */
bool discord_channel_event(struct discord *discord, const struct discord_dispatch *dispatch);
/* A send was refused there: the house is notified of what is missing, once. */
void discord_channel_refused(struct discord *discord, const char *id, int code);
/* discord_reader.c: the channel of a public thread; who may read where */
const char *discord_opened_from(const struct adapter *adapter, const char *room);
enum may_read discord_may_read(const struct adapter *adapter, const char *room,
                               const char *account);
/* Stores what is known of it. */
void discord_channel_keep(struct discord *discord, const struct discord_channel *channel);
void discord_channels_free(struct discord *discord);

#endif
