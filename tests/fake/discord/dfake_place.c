/* Users, guilds, channels and threads: found, made, ended. */
#include "dfake_place.h"
#include "dfake_interaction.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct dfake_user *dfake_user_find(const struct fake_discord *fake, uint64_t id)
{
    return fake_map_find(&fake->world.users, id);
}

struct dfake_guild *dfake_guild_find(const struct fake_discord *fake, uint64_t id)
{
    return fake_map_find(&fake->world.guilds, id);
}

struct dfake_channel *dfake_channel_find(const struct fake_discord *fake, uint64_t id)
{
    return fake_map_find(&fake->world.channels, id);
}

struct dfake_member *dfake_member_find(const struct dfake_guild *guild, uint64_t user)
{
    for (size_t i = 0; guild != NULL && i < guild->members.count; i++) {
        struct dfake_member *member = guild->members.items[i];
        if (member->user == user) {
            return member;
        }
    }
    return NULL;
}

struct dfake_role *dfake_role_find(const struct dfake_guild *guild, uint64_t id)
{
    for (size_t i = 0; guild != NULL && i < guild->roles.count; i++) {
        struct dfake_role *role = guild->roles.items[i];
        if (role->id == id) {
            return role;
        }
    }
    return NULL;
}

struct dfake_user *dfake_user_new(struct fake_discord *fake, const char *name, bool bot)
{
    struct dfake_user *user = fake_take(sizeof *user);
    user->id = dfake_id(fake);
    fake_name(user->name, sizeof user->name, name);
    fake_name(user->locale, sizeof user->locale, "en-US");
    user->bot = bot;
    fake_map_put(&fake->world.users, user->id, user);
    fake_list_add(&fake->world.user_list, user);
    return user;
}

struct dfake_channel *dfake_channel_new(struct fake_discord *fake, uint64_t guild, const char *name,
                                        int type)
{
    struct dfake_channel *channel = fake_take(sizeof *channel);
    channel->id = dfake_id(fake);
    channel->guild = guild;
    channel->type = type;
    channel->auto_archive = 1440;
    fake_name(channel->name, sizeof channel->name, name);
    fake_map_put(&fake->world.channels, channel->id, channel);
    if (guild != 0) {
        fake_list_add(&dfake_guild_find(fake, guild)->channels, channel);
    }
    return channel;
}

struct dfake_channel *dfake_dm_open(struct fake_discord *fake, struct dfake_user *user)
{
    if (user->dm == 0) {
        struct dfake_channel *channel = dfake_channel_new(fake, 0, "", FAKE_DISCORD_CHANNEL_DM);
        channel->person = user->id;
        user->dm = channel->id;
    }
    return dfake_channel_find(fake, user->dm);
}

bool dfake_channel_is_thread(const struct dfake_channel *channel)
{
    return channel->type >= 10 && channel->type <= 12;
}

/* Ids of members are kept as pointers to users, which live as long as the fake. */
bool dfake_thread_has(const struct dfake_channel *thread, uint64_t user)
{
    for (size_t i = 0; i < thread->members.count; i++) {
        const struct dfake_user *member = thread->members.items[i];
        if (member->id == user) {
            return true;
        }
    }
    return false;
}

static void dfake_thread_members_event(struct fake_discord *fake,
                                       const struct dfake_channel *thread, uint64_t added,
                                       uint64_t removed)
{
    if (added != fake->bot && removed != fake->bot) {
        return; /* without the members intent only the bot's own coming and going is told */
    }
    cJSON *event = cJSON_CreateObject();
    fake_add_id(event, "id", thread->id);
    fake_add_id(event, "guild_id", thread->guild);
    fake_add_number(event, "member_count", (int64_t)thread->members.count);
    if (added != 0) {
        cJSON *list = fake_add_list(event, "added_members");
        cJSON_AddItemToArray(list, dfake_thread_member_json(thread, added));
    }
    if (removed != 0) {
        fake_add_id(fake_add_list(event, "removed_member_ids"), NULL, removed);
    }
    dfake_event(fake, thread->guild, 1, "THREAD_MEMBERS_UPDATE", event);
}

void dfake_thread_add(struct fake_discord *fake, struct dfake_channel *thread, uint64_t user)
{
    struct dfake_user *found = dfake_user_find(fake, user);
    if (found == NULL || dfake_thread_has(thread, user)) {
        return;
    }
    fake_list_add(&thread->members, found);
    dfake_thread_members_event(fake, thread, user, 0);
    dfake_sight_channel(fake, thread);
}

void dfake_thread_remove(struct fake_discord *fake, struct dfake_channel *thread, uint64_t user)
{
    if (dfake_thread_has(thread, user)) {
        fake_list_remove(&thread->members, dfake_user_find(fake, user));
        dfake_thread_members_event(fake, thread, 0, user);
    }
}

static void dfake_channel_free(struct dfake_channel *channel)
{
    fake_list_deinit(&channel->members);
    free(channel);
}

void dfake_channel_delete(struct fake_discord *fake, struct dfake_channel *channel)
{
    while (channel->first != NULL) {
        dfake_message_delete(fake, channel->first, false);
    }
    struct dfake_guild *guild = dfake_guild_find(fake, channel->guild);
    for (size_t i = guild->channels.count; i-- > 0;) {
        struct dfake_channel *inner = guild->channels.items[i];
        if (inner->parent == channel->id) {
            dfake_channel_delete(fake, inner);
            i = guild->channels.count;
        }
    }
    cJSON *event = cJSON_CreateObject();
    fake_add_id(event, "id", channel->id);
    fake_add_id(event, "guild_id", channel->guild);
    fake_add_id(event, "parent_id", channel->parent);
    fake_add_number(event, "type", channel->type);
    if (!dfake_channel_is_thread(channel)) {
        cJSON_Delete(event);
        event = dfake_channel_json(fake, channel);
    }
    const char *name = dfake_channel_is_thread(channel) ? "THREAD_DELETE" : "CHANNEL_DELETE";
    dfake_event(fake, channel->guild, 1, name, event);
    fake_list_remove(&guild->channels, channel);
    fake_map_remove(&fake->world.channels, channel->id);
    dfake_channel_free(channel);
}

static void dfake_guild_free(struct dfake_guild *guild)
{
    for (size_t i = 0; i < guild->roles.count; i++) {
        free(guild->roles.items[i]);
    }
    for (size_t i = 0; i < guild->members.count; i++) {
        free(guild->members.items[i]);
    }
    fake_list_deinit(&guild->roles);
    fake_list_deinit(&guild->members);
    fake_list_deinit(&guild->channels);
    dfake_scheduled_deinit(guild);
    free(guild);
}

static void dfake_interactions_free(struct dfake_world *world)
{
    while (world->first_interaction != NULL) {
        struct dfake_interaction *gone = world->first_interaction;
        world->first_interaction = gone->newer;
        cJSON_Delete(gone->form);
        cJSON_Delete(gone->choices);
        free(gone);
    }
    while (world->first_nonce != NULL) {
        struct dfake_nonce *gone = world->first_nonce;
        world->first_nonce = gone->newer;
        free(gone);
    }
    for (size_t i = 0; i < world->scopes.count; i++) {
        struct dfake_scope *scope = world->scopes.items[i];
        cJSON_Delete(scope->commands);
        free(scope);
    }
}

void dfake_world_deinit(struct fake_discord *fake)
{
    struct dfake_world *world = &fake->world;
    dfake_messages_deinit(fake);
    for (size_t i = 0; i < world->channels.size; i++) {
        if (world->channels.keys[i] != 0) {
            dfake_channel_free(world->channels.values[i]);
        }
    }
    for (size_t i = 0; i < world->guild_list.count; i++) {
        dfake_guild_free(world->guild_list.items[i]);
    }
    for (size_t i = 0; i < world->user_list.count; i++) {
        dfake_sight_deinit(world->user_list.items[i]);
        free(world->user_list.items[i]);
    }
    dfake_interactions_free(world);
    fake_map_deinit(&world->users);
    fake_map_deinit(&world->guilds);
    fake_map_deinit(&world->channels);
    fake_map_deinit(&world->messages);
    fake_map_deinit(&world->interactions);
    fake_map_deinit(&world->nonces);
    fake_list_deinit(&world->user_list);
    fake_list_deinit(&world->guild_list);
    fake_list_deinit(&world->scopes);
}
