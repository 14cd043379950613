/* The people of the Discord for tests: the places they are in, what they do, and what they see.
 * An act that real Discord would not let them do is 0 or false, and fake_discord_why says why. */
#ifndef FAKE_DISCORD_ACT_H
#define FAKE_DISCORD_ACT_H

#include "fake_discord.h"

enum {
    FAKE_DISCORD_CHANNEL_TEXT = 0,
    FAKE_DISCORD_CHANNEL_DM = 1,
    FAKE_DISCORD_CHANNEL_VOICE = 2,
    FAKE_DISCORD_CHANNEL_NEWS = 5,
    FAKE_DISCORD_THREAD_PUBLIC = 11,
    FAKE_DISCORD_THREAD_PRIVATE = 12,
    FAKE_DISCORD_CHANNEL_FORUM = 15
};

/* Why a direct message to a person does not arrive. */
enum fake_discord_dms { FAKE_DISCORD_DMS_OPEN, FAKE_DISCORD_DMS_CLOSED, FAKE_DISCORD_DMS_STRANGER };

/* Places. A guild has the role everybody has (its id is the guild's), one of the bot with the
 * permissions of the invite, and an owner who is nobody else; the bot is in it. */
uint64_t fake_discord_guild(struct fake_discord *fake, const char *name);
/* The same, an hour old, which shard of so many is told of. */
uint64_t fake_discord_guild_on(struct fake_discord *fake, const char *name, unsigned shard,
                               unsigned shards);
uint64_t fake_discord_channel(struct fake_discord *fake, uint64_t guild, const char *name,
                              int type);
uint64_t fake_discord_role(struct fake_discord *fake, uint64_t guild, const char *name,
                           uint64_t permissions);
/* Permissions of a role that is there: the guild's id is everybody, fake_discord_bot the bot's. */
bool fake_discord_role_may(struct fake_discord *fake, uint64_t guild, uint64_t role,
                           uint64_t permissions);
bool fake_discord_role_give(struct fake_discord *fake, uint64_t guild, uint64_t user,
                            uint64_t role);
/* target: a role, or a person or the bot. */
bool fake_discord_overwrite(struct fake_discord *fake, uint64_t channel, uint64_t target,
                            uint64_t allow, uint64_t deny);
uint64_t fake_discord_person(struct fake_discord *fake, const char *name);
/* Another bot, or a webhook's author: its messages must not be played. */
uint64_t fake_discord_robot(struct fake_discord *fake, const char *name);
bool fake_discord_join(struct fake_discord *fake, uint64_t guild, uint64_t user);
bool fake_discord_leave(struct fake_discord *fake, uint64_t guild, uint64_t user);
bool fake_discord_nick(struct fake_discord *fake, uint64_t guild, uint64_t user, const char *nick);
bool fake_discord_locale(struct fake_discord *fake, uint64_t user, const char *locale);
bool fake_discord_time_out(struct fake_discord *fake, uint64_t guild, uint64_t user,
                           int64_t until_ms);
void fake_discord_dms(struct fake_discord *fake, uint64_t user, enum fake_discord_dms dms);
/* The bot is thrown out, or comes (back) in. */
bool fake_discord_kick_bot(struct fake_discord *fake, uint64_t guild);
bool fake_discord_invite_bot(struct fake_discord *fake, uint64_t guild);
/* The guild is out of reach, or back. */
bool fake_discord_outage(struct fake_discord *fake, uint64_t guild, bool out);
bool fake_discord_delete_channel(struct fake_discord *fake, uint64_t channel);
bool fake_discord_archive(struct fake_discord *fake, uint64_t thread, bool archived, bool locked);
bool fake_discord_thread_add(struct fake_discord *fake, uint64_t thread, uint64_t user);
/* Messages with this word are refused with 200000; "" : none. */
bool fake_discord_automod(struct fake_discord *fake, uint64_t guild, const char *word);
/* An event in the guild's list by somebody, as the bot's body would have it; people take one away.
 */
uint64_t fake_discord_schedule(struct fake_discord *fake, uint64_t user, uint64_t guild,
                               const char *event);
bool fake_discord_unschedule(struct fake_discord *fake, uint64_t guild, uint64_t event);

/* Acts. The id of the interaction, or of the message. */
/* command: "interceptor", or "table open"; args: a JSON object of option names and values (a
 * person, channel or role by its id as a string), or NULL. */
uint64_t fake_discord_slash(struct fake_discord *fake, uint64_t user, uint64_t channel,
                            const char *command, const char *args);
/* Chooses a command in the menu of a message that they see. */
uint64_t fake_discord_menu(struct fake_discord *fake, uint64_t user, uint64_t message,
                           const char *command);
/* The same while it is being typed; focused: the option the cursor is in. */
uint64_t fake_discord_complete(struct fake_discord *fake, uint64_t user, uint64_t channel,
                               const char *command, const char *args, const char *focused);
/* values: a JSON array for menus, NULL for buttons. */
uint64_t fake_discord_press(struct fake_discord *fake, uint64_t user, uint64_t message,
                            const char *custom_id, const char *values);
/* The same where the client's picture is older than Discord's, or is no client at all: whatever
 * control, as if on that message, from whatever channel they see. */
struct fake_discord_forged {
    uint64_t channel;
    uint64_t message;      /* 0: the newest of the bot's there */
    const char *custom_id; /* of a button, or with values of a menu */
    const char *values;
};
uint64_t fake_discord_forge(struct fake_discord *fake, uint64_t user,
                            const struct fake_discord_forged *forged);
/* Sends off the form that this person was shown last. fields: a JSON object by custom_id, of text
 * or arrays of text. */
uint64_t fake_discord_submit(struct fake_discord *fake, uint64_t user, const char *fields);
/* channel: also a DM channel, from fake_discord_dm. reply: a message, or 0. */
uint64_t fake_discord_say(struct fake_discord *fake, uint64_t user, uint64_t channel,
                          const char *text, uint64_t reply);
bool fake_discord_edit(struct fake_discord *fake, uint64_t user, uint64_t message,
                       const char *text);
bool fake_discord_react(struct fake_discord *fake, uint64_t user, uint64_t message,
                        const char *emoji, bool on);
bool fake_discord_delete_message(struct fake_discord *fake, uint64_t user, uint64_t message);
/* The DM channel between the bot and this person, made where it is missing. */
uint64_t fake_discord_dm(struct fake_discord *fake, uint64_t user);
/* Why the last act was not possible. */
const char *fake_discord_why(const struct fake_discord *fake);

/* What came of an interaction: {"state":"waiting"|"answered"|"failed","type","at_ms","took_ms",
 * "ephemeral","deferred","message","choices","modal"}; NULL: there is none. */
char *fake_discord_outcome(const struct fake_discord *fake, uint64_t interaction);

/* The picture of who sees what. Each is {"at_ms","kind":"message"|"ephemeral"|"dm"|"choices"|
 * "modal","channel","message","version","text","json"}; text is all words in it, a line each. */
/* What a person can see now, in order. */
char *fake_discord_sees(const struct fake_discord *fake, uint64_t user);
/* All they ever saw, every version of it. Needs the knob watches. */
char *fake_discord_saw(const struct fake_discord *fake, uint64_t user);
/* The same without the words, for who asks often; json lives until the next run or act. */
struct fake_discord_seen {
    const char *kind;
    uint64_t channel;
    uint64_t message;
    unsigned version;
    const char *json;
    size_t json_len;
};
typedef void fake_discord_seen_fn(void *context, const struct fake_discord_seen *seen);
void fake_discord_each_seen(const struct fake_discord *fake, uint64_t user,
                            fake_discord_seen_fn *seen, void *context);
/* All that they ever saw from the n-th on; how many there are by now. */
size_t fake_discord_each_saw(const struct fake_discord *fake, uint64_t user, size_t from,
                             fake_discord_seen_fn *seen, void *context);
bool fake_discord_has_seen(const struct fake_discord *fake, uint64_t user, const char *words);
bool fake_discord_can_see(const struct fake_discord *fake, uint64_t user, uint64_t message);
/* The newest message in a channel that user can see (ephemerals too); 0: none. */
uint64_t fake_discord_latest(const struct fake_discord *fake, uint64_t user, uint64_t channel);
/* A message as Discord shows it; NULL: there is none. */
char *fake_discord_message(const struct fake_discord *fake, uint64_t message);
/* How often they were notified: by a direct message, or a mention that was allowed to. */
unsigned fake_discord_notified(const struct fake_discord *fake, uint64_t user);
/* Effective permissions of a person or the bot in a channel. */
uint64_t fake_discord_may(const struct fake_discord *fake, uint64_t user, uint64_t channel);
/* Is the thread among theirs? */
bool fake_discord_in_thread(const struct fake_discord *fake, uint64_t thread, uint64_t user);

/* Everything that can be counted, and the connections with the times of their heartbeats. */
char *fake_discord_state(const struct fake_discord *fake);

#endif
