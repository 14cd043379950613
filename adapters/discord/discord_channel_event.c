/* What happens to channels, threads and guilds, and to whom is there. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "discord_members.h"
#include "discord_private.h"
#include "heap.h"
#include "json_at.h"

static void channel_gone(struct discord *discord, const char *id)
{
    char event[DISCORD_ID_BYTES + 8];
    struct discord_channel *channel = id == NULL ? NULL : map_get(&discord->channels, id);
    if (channel == NULL) {
        return;
    }
    snprintf(event, sizeof event, "gone/%s", channel->id);
    discord_enqueue_room(discord, INBOUND_ROOM_GONE, channel->id, event, NULL);
    discord_channel_forget(discord, channel);
}

/* What is played in a public thread that cannot be written in any more goes on in its channel. */
static bool channel_moves(struct discord *discord, const struct discord_channel *channel)
{
    char event[DISCORD_ID_BYTES + 32];
    if (channel == NULL || channel->type != THREAD_PUBLIC || channel->parent[0] == '\0') {
        return false;
    }
    snprintf(event, sizeof event, "moved/%s/%lld", channel->id, (long long)discord_now_ms(discord));
    const struct inbound inbound = {.kind = INBOUND_ROOM_MOVED,
                                    .adapter = DISCORD_NAME,
                                    .event_id = event,
                                    .room = channel->id,
                                    .account = "",
                                    .name = "",
                                    .at_ms = discord_now_ms(discord),
                                    .moved_to = channel->parent};
    struct discord_channel *parent = discord_channel_at(discord, channel->parent);
    if (parent->guild[0] == '\0') { /* it may have sent nothing by itself */
        discord_copy(parent->guild, channel->guild);
        parent->type = CHANNEL_TEXT;
        discord_channel_keep(discord, parent);
    }
    return discord_enqueue(discord, &inbound, NULL, 0);
}

void discord_channel_refused(struct discord *discord, const char *id, int code)
{
    enum { NO_ACCESS = 50001, NO_PERMISSION = 50013 };
    char event[DISCORD_ID_BYTES + 40];
    struct discord_channel *channel = map_get(&discord->channels, id);
    if (channel == NULL || channel->missing_reported ||
        (code != NO_ACCESS && code != NO_PERMISSION)) {
        return;
    }
    discord_channel_doubt_rights(channel);
    channel->missing_reported = true;
    bool only_thread =
        channel->type == THREAD_PUBLIC && code == NO_PERMISSION &&
        discord_missing_permissions((struct adapter *)discord, channel->parent) == NULL;
    if (only_thread && channel_moves(discord, channel)) {
        return;
    }
    const char *missing = discord_missing_permissions((struct adapter *)discord, id);
    if (missing == NULL) {
        missing = discord_words(discord, id,
                                code == NO_ACCESS                    ? "discord.may.view"
                                : discord_channel_is_thread(channel) ? "discord.may.send_threads"
                                                                     : "discord.may.send");
    }
    snprintf(event, sizeof event, "lacks/%s/%lld", id, (long long)discord_now_ms(discord));
    discord_enqueue_room(discord, INBOUND_ROOM_CHANGED, id, event, missing);
}

/* A channel of that guild, or a thread of that parent; NULL: none is left. */
static struct discord_channel *channel_within(const struct discord *discord, const char *guild,
                                              const char *parent)
{
    size_t at = 0;
    for (struct discord_channel *channel = NULL;
         (channel = map_next(&discord->channels, &at)) != NULL;) {
        if ((guild != NULL && strcmp(channel->guild, guild) == 0) ||
            (parent != NULL && strcmp(channel->parent, parent) == 0)) {
            return channel;
        }
    }
    return NULL;
}

/* A guild that the bot is put out of has lost all its channels; one that is unavailable has not. */
static void channel_guild_gone(struct discord *discord, const cJSON *guild)
{
    const char *id = discord_id(guild, "id");
    const cJSON *unavailable = json_at(guild, "unavailable");
    if (id == NULL) {
        return;
    }
    if (cJSON_IsTrue(unavailable)) {
        discord_unavailable_guild(discord, id);
        return;
    }
    for (struct discord_channel *channel = NULL;
         (channel = channel_within(discord, id, NULL)) != NULL;) {
        channel_gone(discord, channel->id);
    }
}

static void channel_guild_back(struct discord *discord, const cJSON *guild)
{
    const char *id = discord_id(guild, "id");
    bool unavailable = json_at_flag(guild, "unavailable");
    if (id != NULL && !unavailable) {
        discord_available_guild(discord, id);
    }
}

static void channel_deleted(struct discord *discord, const cJSON *json)
{
    const char *id = discord_id(json, "id");
    for (struct discord_channel *channel = NULL;
         id != NULL && (channel = channel_within(discord, NULL, id)) != NULL;) {
        channel_gone(discord, channel->id);
    }
    channel_gone(discord, id);
}

static void channel_thread_gone(struct discord *discord, const cJSON *thread)
{
    const char *id = discord_id(thread, "id");
    channel_moves(discord, id == NULL ? NULL : map_get(&discord->channels, id));
    channel_gone(discord, id);
}

/* A thread that is locked takes words of moderators alone. */
static void channel_locked(struct discord *discord, struct discord_channel *channel, bool locked)
{
    const struct discord_rights_query query = {
        .guild = channel->guild, .channel = channel->id, .now_ms = discord_now_ms(discord)};
    uint64_t may = 0;
    discord_rights_of(discord->rights, &query, &may);
    if (locked && !channel->locked && (may & DISCORD_MAY_MANAGE_THREADS) == 0) {
        channel_moves(discord, channel);
    }
    channel->locked = locked;
}

/* Names and archives change; what was refused may be allowed now. */
static void channel_changed(struct discord *discord, const cJSON *json)
{
    const char *id = discord_id(json, "id");
    struct discord_channel *channel = id == NULL ? NULL : map_get(&discord->channels, id);
    const char *name = json_at_text(json, "name");
    const cJSON *meta = json_at(json, "thread_metadata");
    if (channel == NULL) {
        return;
    }
    channel_locked(discord, channel, json_at_flag(meta, "locked"));
    if (name != NULL && (channel->name == NULL || strcmp(channel->name, name) != 0)) {
        free(channel->name);
        channel->name = heap_copy(name);
        discord_channel_keep(discord, channel);
    }
    discord_rest_forgive(discord->rest, channel->id);
}

/* Roles change, or which of them we have: what was refused may be allowed now. */
static void channel_roles(struct discord *discord, const cJSON *data)
{
    const char *guild = discord_id(data, "guild_id");
    const cJSON *member = json_at(data, "user");
    const char *user = discord_id(member, "id");
    size_t at = 0;
    if (guild == NULL || (user != NULL && strcmp(user, discord->bot) != 0)) {
        return;
    }
    for (struct discord_channel *channel = NULL;
         (channel = map_next(&discord->channels, &at)) != NULL;) {
        if (strcmp(channel->guild, guild) == 0) {
            discord_rest_forgive(discord->rest, channel->id);
        }
    }
}

/* Somebody left a guild: once for each of its channels. */
static void channel_left(struct discord *discord, const cJSON *data)
{
    const char *guild = discord_id(data, "guild_id");
    const char *user = discord_id(json_at(data, "user"), "id");
    size_t at = 0;
    for (struct discord_channel *channel = NULL;
         guild != NULL && user != NULL && (channel = map_next(&discord->channels, &at)) != NULL;) {
        if (strcmp(channel->guild, guild) == 0) {
            discord_enqueue_departed(discord, channel->id, user);
        }
    }
}

/* A board that somebody deleted; not one that was posted anew by us. */
static void channel_message_gone(struct discord *discord, const char *channel, const char *id)
{
    if (channel != NULL && id != NULL && map_get(&discord->boards, id) != NULL) {
        discord_enqueue_message(discord, INBOUND_MESSAGE_GONE, channel, id);
    }
}

static void channel_messages_gone(struct discord *discord, const cJSON *data)
{
    const cJSON *ids = json_at(data, "ids");
    const cJSON *id = NULL;
    const char *channel = discord_id(data, "channel_id");
    channel_message_gone(discord, channel, discord_id(data, "id"));
    cJSON_ArrayForEach(id, ids)
    {
        if (cJSON_IsString(id) && discord_number(id->valuestring) != 0) {
            channel_message_gone(discord, channel, id->valuestring);
        }
    }
}

bool discord_channel_event(struct discord *discord, const struct discord_dispatch *dispatch)
{
    static const struct {
        const char *name;
        void (*inbound)(struct discord *discord, const cJSON *data);
    } events[] = {
        {"GUILD_DELETE", channel_guild_gone},   {"GUILD_CREATE", channel_guild_back},
        {"CHANNEL_DELETE", channel_deleted},    {"THREAD_DELETE", channel_thread_gone},
        {"CHANNEL_UPDATE", channel_changed},    {"THREAD_UPDATE", channel_changed},
        {"GUILD_MEMBER_REMOVE", channel_left},  {"MESSAGE_DELETE", channel_messages_gone},
        {"GUILD_ROLE_UPDATE", channel_roles},   {"GUILD_ROLE_DELETE", channel_roles},
        {"GUILD_MEMBER_UPDATE", channel_roles}, {"MESSAGE_DELETE_BULK", channel_messages_gone},
    };
    discord_members_update(discord->members, dispatch->name, dispatch->data);
    const char *guild =
        discord_rights_update(discord->rights, dispatch->name, dispatch->data, discord->bot);
    if (guild != NULL) {
        discord_channels_doubt_rights(discord, guild);
    }
    for (size_t i = 0; i < sizeof events / sizeof *events; i++) {
        if (strcmp(dispatch->name, events[i].name) == 0) {
            events[i].inbound(discord, dispatch->data);
            return true;
        }
    }
    return false;
}
