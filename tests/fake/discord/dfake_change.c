/* Places as the tests change them: each change tells the bot what Discord would tell it. */
#include "dfake_place.h"

#include <stdlib.h>

enum { DFAKE_INTENT_GUILDS = 1, DFAKE_INTENT_MEMBERS = 2, DFAKE_GUILD_AGE_MS = 3600 * 1000 };

/* What the invite of a bot for games asks for. */
static const uint64_t dfake_invited = DFAKE_MAY_VIEW | DFAKE_MAY_SEND | DFAKE_MAY_EMBED |
                                      DFAKE_MAY_ATTACH | DFAKE_MAY_READ_HISTORY |
                                      DFAKE_MAY_PRIVATE_THREAD | DFAKE_MAY_SEND_THREAD;
static const uint64_t dfake_everybody = DFAKE_MAY_VIEW | DFAKE_MAY_SEND | DFAKE_MAY_REACT |
                                        DFAKE_MAY_READ_HISTORY | DFAKE_MAY_COMMAND |
                                        DFAKE_MAY_SEND_THREAD;

static struct dfake_role *dfake_role_new(struct dfake_guild *guild, uint64_t id, const char *name,
                                         uint64_t permissions)
{
    struct dfake_role *role = fake_take(sizeof *role);
    role->id = id;
    role->permissions = permissions;
    role->position = (int)guild->roles.count;
    fake_name(role->name, sizeof role->name, name);
    fake_list_add(&guild->roles, role);
    return role;
}

static struct dfake_member *dfake_member_new(struct fake_discord *fake, struct dfake_guild *guild,
                                             uint64_t user)
{
    struct dfake_member *member = fake_take(sizeof *member);
    member->user = user;
    member->joined_ms = fake->now_ms;
    fake_list_add(&guild->members, member);
    return member;
}

static uint64_t dfake_guild_new(struct fake_discord *fake, const char *name, uint64_t id)
{
    struct dfake_guild *guild = fake_take(sizeof *guild);
    guild->id = id;
    guild->owner = fake->owner;
    fake_name(guild->name, sizeof guild->name, name);
    fake_map_put(&fake->world.guilds, guild->id, guild);
    fake_list_add(&fake->world.guild_list, guild);
    dfake_role_new(guild, guild->id, "@everyone", dfake_everybody);
    guild->bot_role = dfake_id(fake);
    dfake_role_new(guild, guild->bot_role, "bot", dfake_invited);
    dfake_member_new(fake, guild, fake->owner);
    fake_discord_invite_bot(fake, guild->id);
    return guild->id;
}

uint64_t fake_discord_guild(struct fake_discord *fake, const char *name)
{
    return dfake_guild_new(fake, name, dfake_id(fake));
}

uint64_t fake_discord_guild_on(struct fake_discord *fake, const char *name, unsigned shard,
                               unsigned shards)
{
    if (shard >= shards) {
        return dfake_no(fake, "there is no such shard");
    }
    uint64_t born = dfake_id(fake) >> 22;
    born -= DFAKE_GUILD_AGE_MS;
    born -= (born + shards - shard) % shards;
    return dfake_guild_new(fake, name, born << 22 | (1 + fake->world.guild_list.count));
}

uint64_t fake_discord_channel(struct fake_discord *fake, uint64_t guild, const char *name, int type)
{
    if (dfake_guild_find(fake, guild) == NULL) {
        return dfake_no(fake, "there is no such guild");
    }
    struct dfake_channel *channel = dfake_channel_new(fake, guild, name, type);
    dfake_event(fake, guild, DFAKE_INTENT_GUILDS, "CHANNEL_CREATE",
                dfake_channel_json(fake, channel));
    return channel->id;
}

static void dfake_role_event(struct fake_discord *fake, const struct dfake_guild *guild,
                             const struct dfake_role *role, const char *name)
{
    cJSON *event = cJSON_CreateObject();
    fake_add_id(event, "guild_id", guild->id);
    cJSON_AddItemToObject(event, "role", dfake_role_json(role));
    dfake_event(fake, guild->id, DFAKE_INTENT_GUILDS, name, event);
}

uint64_t fake_discord_role(struct fake_discord *fake, uint64_t guild, const char *name,
                           uint64_t permissions)
{
    struct dfake_guild *found = dfake_guild_find(fake, guild);
    if (found == NULL) {
        return dfake_no(fake, "there is no such guild");
    }
    struct dfake_role *role = dfake_role_new(found, dfake_id(fake), name, permissions);
    dfake_role_event(fake, found, role, "GUILD_ROLE_CREATE");
    return role->id;
}

/* Everybody who may now see more has seen it. */
static void dfake_guild_looks(struct fake_discord *fake, const struct dfake_guild *guild)
{
    for (size_t i = 0; i < guild->channels.count; i++) {
        dfake_sight_channel(fake, guild->channels.items[i]);
    }
}

bool fake_discord_role_may(struct fake_discord *fake, uint64_t guild, uint64_t role,
                           uint64_t permissions)
{
    struct dfake_guild *found = dfake_guild_find(fake, guild);
    if (found != NULL && role == fake->bot) {
        role = found->bot_role;
    }
    struct dfake_role *changed = dfake_role_find(found, role);
    if (found == NULL || changed == NULL) {
        return dfake_no(fake, "there is no such role");
    }
    changed->permissions = permissions;
    dfake_role_event(fake, found, changed, "GUILD_ROLE_UPDATE");
    dfake_guild_looks(fake, found);
    return true;
}

static void dfake_member_event(struct fake_discord *fake, const struct dfake_guild *guild,
                               const struct dfake_member *member)
{
    cJSON *event = dfake_member_json(fake, guild, member, true);
    fake_add_id(event, "guild_id", guild->id);
    uint64_t intents = member->user == fake->bot ? 0 : DFAKE_INTENT_MEMBERS;
    dfake_event(fake, guild->id, intents, "GUILD_MEMBER_UPDATE", event);
}

bool fake_discord_role_give(struct fake_discord *fake, uint64_t guild, uint64_t user, uint64_t role)
{
    struct dfake_guild *found = dfake_guild_find(fake, guild);
    struct dfake_member *member = dfake_member_find(found, user);
    if (member == NULL || dfake_role_find(found, role) == NULL ||
        member->role_count == DFAKE_ROLES_MAX) {
        return dfake_no(fake, "no such member or role, or too many");
    }
    member->roles[member->role_count++] = role;
    dfake_member_event(fake, found, member);
    dfake_guild_looks(fake, found);
    return true;
}

bool fake_discord_overwrite(struct fake_discord *fake, uint64_t channel, uint64_t target,
                            uint64_t allow, uint64_t deny)
{
    struct dfake_channel *found = dfake_channel_find(fake, channel);
    if (found == NULL || found->guild == 0) {
        return dfake_no(fake, "there is no such channel in a guild");
    }
    unsigned at = 0;
    while (at < found->overwrite_count && found->overwrites[at].id != target) {
        at++;
    }
    if (at == DFAKE_OVERWRITES_MAX) {
        return dfake_no(fake, "too many overwrites");
    }
    if (at == found->overwrite_count) {
        found->overwrite_count++;
    }
    const struct dfake_guild *guild = dfake_guild_find(fake, found->guild);
    bool member = dfake_role_find(guild, target) == NULL;
    found->overwrites[at] = (struct dfake_overwrite){target, member, allow, deny};
    dfake_event(fake, found->guild, DFAKE_INTENT_GUILDS, "CHANNEL_UPDATE",
                dfake_channel_json(fake, found));
    dfake_guild_looks(fake, guild);
    return true;
}

uint64_t fake_discord_person(struct fake_discord *fake, const char *name)
{
    return dfake_user_new(fake, name, false)->id;
}

uint64_t fake_discord_robot(struct fake_discord *fake, const char *name)
{
    return dfake_user_new(fake, name, true)->id;
}

bool fake_discord_join(struct fake_discord *fake, uint64_t guild, uint64_t user)
{
    struct dfake_guild *found = dfake_guild_find(fake, guild);
    if (found == NULL || dfake_user_find(fake, user) == NULL) {
        return dfake_no(fake, "there is no such guild or person");
    }
    if (dfake_member_find(found, user) == NULL) {
        struct dfake_member *member = dfake_member_new(fake, found, user);
        cJSON *event = dfake_member_json(fake, found, member, true);
        fake_add_id(event, "guild_id", guild);
        dfake_event(fake, guild, DFAKE_INTENT_MEMBERS, "GUILD_MEMBER_ADD", event);
        dfake_guild_looks(fake, found);
    }
    return true;
}

bool fake_discord_leave(struct fake_discord *fake, uint64_t guild, uint64_t user)
{
    struct dfake_guild *found = dfake_guild_find(fake, guild);
    struct dfake_member *member = dfake_member_find(found, user);
    if (member == NULL || user == found->owner || user == fake->bot) {
        return dfake_no(fake, "they are not in it, or cannot leave");
    }
    for (size_t i = 0; i < found->channels.count; i++) {
        dfake_thread_remove(fake, found->channels.items[i], user);
    }
    fake_list_remove(&found->members, member);
    free(member);
    cJSON *event = cJSON_CreateObject();
    fake_add_id(event, "guild_id", guild);
    cJSON_AddItemToObject(event, "user", dfake_user_json(fake, user));
    dfake_event(fake, guild, DFAKE_INTENT_MEMBERS, "GUILD_MEMBER_REMOVE", event);
    return true;
}

bool fake_discord_nick(struct fake_discord *fake, uint64_t guild, uint64_t user, const char *nick)
{
    struct dfake_guild *found = dfake_guild_find(fake, guild);
    struct dfake_member *member = dfake_member_find(found, user);
    if (member == NULL) {
        return dfake_no(fake, "they are not in it");
    }
    fake_name(member->nick, sizeof member->nick, nick);
    dfake_member_event(fake, found, member);
    return true;
}

bool fake_discord_locale(struct fake_discord *fake, uint64_t user, const char *locale)
{
    struct dfake_user *found = dfake_user_find(fake, user);
    if (found == NULL) {
        return dfake_no(fake, "there is no such person");
    }
    fake_name(found->locale, sizeof found->locale, locale);
    return true;
}

bool fake_discord_time_out(struct fake_discord *fake, uint64_t guild, uint64_t user,
                           int64_t until_ms)
{
    struct dfake_guild *found = dfake_guild_find(fake, guild);
    struct dfake_member *member = dfake_member_find(found, user);
    if (member == NULL) {
        return dfake_no(fake, "they are not in it");
    }
    member->timed_out_ms = until_ms;
    dfake_member_event(fake, found, member);
    return true;
}

void fake_discord_dms(struct fake_discord *fake, uint64_t user, enum fake_discord_dms dms)
{
    struct dfake_user *found = dfake_user_find(fake, user);
    if (found != NULL) {
        found->dms = dms;
    }
}

bool fake_discord_invite_bot(struct fake_discord *fake, uint64_t guild)
{
    struct dfake_guild *found = dfake_guild_find(fake, guild);
    if (found == NULL || found->bot_in) {
        return dfake_no(fake, "no such guild, or the bot is in it");
    }
    struct dfake_member *member = dfake_member_new(fake, found, fake->bot);
    member->roles[member->role_count++] = found->bot_role;
    found->bot_in = true;
    dfake_event(fake, guild, DFAKE_INTENT_GUILDS, "GUILD_CREATE",
                dfake_guild_create_json(fake, found));
    return true;
}

bool fake_discord_kick_bot(struct fake_discord *fake, uint64_t guild)
{
    struct dfake_guild *found = dfake_guild_find(fake, guild);
    if (found == NULL || !found->bot_in) {
        return dfake_no(fake, "no such guild, or the bot is not in it");
    }
    cJSON *event = cJSON_CreateObject();
    fake_add_id(event, "id", guild);
    dfake_event(fake, guild, DFAKE_INTENT_GUILDS, "GUILD_DELETE", event);
    for (size_t i = 0; i < found->channels.count; i++) {
        struct dfake_channel *channel = found->channels.items[i];
        fake_list_remove(&channel->members, dfake_user_find(fake, fake->bot));
    }
    struct dfake_member *member = dfake_member_find(found, fake->bot);
    fake_list_remove(&found->members, member);
    free(member);
    found->bot_in = false;
    return true;
}

bool fake_discord_outage(struct fake_discord *fake, uint64_t guild, bool out)
{
    struct dfake_guild *found = dfake_guild_find(fake, guild);
    if (found == NULL || found->out == out) {
        return dfake_no(fake, "no such guild, or it is so already");
    }
    found->out = out;
    if (!out) {
        dfake_event(fake, guild, DFAKE_INTENT_GUILDS, "GUILD_CREATE",
                    dfake_guild_create_json(fake, found));
        return true;
    }
    cJSON *event = cJSON_CreateObject();
    fake_add_id(event, "id", guild);
    fake_add_bool(event, "unavailable", true);
    dfake_event(fake, guild, DFAKE_INTENT_GUILDS, "GUILD_DELETE", event);
    return true;
}

bool fake_discord_delete_channel(struct fake_discord *fake, uint64_t channel)
{
    struct dfake_channel *found = dfake_channel_find(fake, channel);
    if (found == NULL || found->guild == 0) {
        return dfake_no(fake, "there is no such channel in a guild");
    }
    dfake_channel_delete(fake, found);
    return true;
}

bool fake_discord_archive(struct fake_discord *fake, uint64_t thread, bool archived, bool locked)
{
    struct dfake_channel *found = dfake_channel_find(fake, thread);
    if (found == NULL || !dfake_channel_is_thread(found)) {
        return dfake_no(fake, "there is no such thread");
    }
    found->archived = archived;
    found->locked = locked;
    found->archived_ms = fake->now_ms;
    dfake_event(fake, found->guild, DFAKE_INTENT_GUILDS, "THREAD_UPDATE",
                dfake_channel_json(fake, found));
    return true;
}

bool fake_discord_thread_add(struct fake_discord *fake, uint64_t thread, uint64_t user)
{
    struct dfake_channel *found = dfake_channel_find(fake, thread);
    if (found == NULL || !dfake_channel_is_thread(found) || dfake_user_find(fake, user) == NULL) {
        return dfake_no(fake, "there is no such thread or person");
    }
    dfake_thread_add(fake, found, user);
    return true;
}

bool fake_discord_automod(struct fake_discord *fake, uint64_t guild, const char *word)
{
    struct dfake_guild *found = dfake_guild_find(fake, guild);
    if (found == NULL) {
        return dfake_no(fake, "there is no such guild");
    }
    fake_name(found->automod, sizeof found->automod, word);
    return true;
}
