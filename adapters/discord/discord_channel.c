/* Channels and threads that somebody has done something in, and what we may do there: as
 * interactions say, kept for after a restart. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "discord_private.h"
#include "heap.h"
#include "json_at.h"
#include "json_out.h"

enum { CHANNEL_JSON_MAX = 2048, CHANNEL_TEXT_MAX = 1900 };

struct channel_permission {
    uint64_t bit;
    const char *key; /* of what it is called, as in Discord's own settings */
};

static const struct channel_permission channel_needs[] = {
    {DISCORD_MAY_VIEW, "discord.may.view"},       {DISCORD_MAY_SEND, "discord.may.send"},
    {DISCORD_MAY_EMBED, "discord.may.embed"},     {DISCORD_MAY_ATTACH, "discord.may.attach"},
    {DISCORD_MAY_HISTORY, "discord.may.history"},
};

static const struct channel_permission channel_thread_needs[] = {
    {DISCORD_MAY_VIEW, "discord.may.view"},
    {DISCORD_MAY_SEND_THREADS, "discord.may.send_threads"},
    {DISCORD_MAY_EMBED, "discord.may.embed"},
    {DISCORD_MAY_ATTACH, "discord.may.attach"},
    {DISCORD_MAY_HISTORY, "discord.may.history"},
};

static bool channel_is_thread(int type)
{
    return type == THREAD_NEWS || type == THREAD_PUBLIC || type == THREAD_PRIVATE;
}

bool discord_channel_is_thread(const struct discord_channel *channel)
{
    return channel_is_thread(channel->type);
}

struct discord_channel *discord_channel_find(const struct discord *discord, const char *id)
{
    return map_get(&discord->channels, id);
}

struct discord_channel *discord_channel_at(struct discord *discord, const char *id)
{
    struct discord_channel *channel = map_get(&discord->channels, id);
    if (channel == NULL) {
        channel = heap_allocate(sizeof *channel);
        channel->type = -1;
        discord_copy(channel->id, id);
        map_put(&discord->channels, channel->id, channel);
    }
    return channel;
}

void discord_channel_keep(struct discord *discord, const struct discord_channel *channel)
{
    char key[DISCORD_ID_BYTES + 4];
    char may[24];
    struct buf json;
    buf_init(&json, CHANNEL_JSON_MAX);
    buf_text(&json, "{");
    json_out_text(&json, "guild", channel->guild[0] != '\0' ? channel->guild : NULL);
    json_out_text(&json, "parent", channel->parent[0] != '\0' ? channel->parent : NULL);
    json_out_text(&json, "name", channel->name);
    json_out_number(&json, "type", channel->type);
    snprintf(may, sizeof may, "%llu", (unsigned long long)channel->may);
    json_out_text(&json, "may", channel->rights != CHANNEL_RIGHTS_UNKNOWN ? may : NULL);
    buf_text(&json, "}");
    snprintf(key, sizeof key, DISCORD_CHANNEL_KEY "%s", channel->id);
    discord_store_row(discord, key, json.text);
    buf_deinit(&json);
}

void discord_channel_read(struct discord *discord, const char *id, const char *text, size_t len)
{
    cJSON *json = cJSON_ParseWithLength(text, len);
    if (json != NULL && discord_number(id) != 0) {
        struct discord_channel *channel = discord_channel_at(discord, id);
        const cJSON *type = json_at(json, "type");
        discord_copy(channel->guild, discord_id(json, "guild"));
        discord_copy(channel->parent, discord_id(json, "parent"));
        channel->type = cJSON_IsNumber(type) ? type->valueint : -1;
        channel->rights =
            json_at_text(json, "may") != NULL ? CHANNEL_RIGHTS_OLD : CHANNEL_RIGHTS_UNKNOWN;
        channel->may = discord_bits(json, "may");
        free(channel->name);
        channel->name = heap_copy(json_at_text(json, "name"));
    }
    cJSON_Delete(json);
}

void discord_channel_set_guild(struct discord *discord, const char *id, const char *guild)
{
    struct discord_channel *channel = discord_channel_at(discord, id);
    if (strcmp(channel->guild, guild) != 0) {
        discord_copy(channel->guild, guild);
        discord_channel_keep(discord, channel);
    }
}

void discord_channel_update(struct discord *discord, const struct discord_interaction *interaction)
{
    struct discord_channel *channel = discord_channel_at(discord, interaction->channel);
    const char *name = interaction->channel_name;
    bool named = name != NULL && (channel->name == NULL || strcmp(channel->name, name) != 0);
    bool direct = interaction->guild == NULL && interaction->channel_type < 0;
    int type = direct ? CHANNEL_DM : interaction->channel_type;
    bool typed = type >= 0 && channel->type != type;
    bool known = channel->rights != CHANNEL_RIGHTS_UNKNOWN;
    bool may = interaction->has_app_may && (!known || channel->may != interaction->app_may);
    bool moved = interaction->guild != NULL && strcmp(channel->guild, interaction->guild) != 0;
    discord_channel_doubt_rights(channel);
    if (interaction->has_app_may) {
        channel->rights = CHANNEL_RIGHTS_CURRENT;
    }
    if (!named && !typed && !may && !moved) {
        return;
    }
    if (named) {
        free(channel->name);
        channel->name = heap_copy(name);
    }
    if (known && (interaction->app_may & ~channel->may) != 0) {
        discord_rest_forgive(discord->rest, channel->id);
    }
    if (may) {
        channel->may = interaction->app_may;
    }
    if (typed) {
        channel->type = type;
        discord_copy(channel->parent, interaction->parent);
    }
    discord_copy(channel->guild, interaction->guild);
    discord_channel_keep(discord, channel);
}

/* What is not among these permissions; NULL: all that is needed is. */
static const char *channel_missing(struct discord *discord, const char *channel, bool thread,
                                   uint64_t may)
{
    const struct channel_permission *needs = thread ? channel_thread_needs : channel_needs;
    size_t count = thread ? sizeof channel_thread_needs / sizeof *channel_thread_needs
                          : sizeof channel_needs / sizeof *channel_needs;
    struct buf text;
    if ((may & DISCORD_MAY_ADMIN) != 0) {
        return NULL;
    }
    buf_init(&text, CHANNEL_TEXT_MAX);
    for (size_t i = 0; i < count; i++) {
        if ((may & needs[i].bit) == 0) {
            buf_text(&text, text.len > 0 ? ", " : "");
            buf_text(&text, discord_words(discord, channel, needs[i].key));
        }
    }
    const char *missing = text.len > 0 ? arena_text(discord->arena, text.text, text.len) : NULL;
    buf_deinit(&text);
    return missing;
}

const char *discord_channel_missing(struct discord *discord,
                                    const struct discord_interaction *interaction)
{
    return interaction->has_app_may
               ? channel_missing(discord, interaction->channel,
                                 channel_is_thread(interaction->channel_type), interaction->app_may)
               : NULL;
}

const char *discord_missing_permissions(struct adapter *adapter, const char *room)
{
    struct discord *discord = (struct discord *)adapter;
    const struct discord_channel *channel = map_get(&discord->channels, room);
    const struct discord_rights_query query = {.guild = channel == NULL ? NULL : channel->guild,
                                               .channel = room,
                                               .now_ms = discord_now_ms(discord)};
    uint64_t may = 0;
    if (channel != NULL && channel->rights == CHANNEL_RIGHTS_CURRENT) {
        return channel_missing(discord, room, channel_is_thread(channel->type), channel->may);
    }
    bool known = discord_rights_of(discord->rights, &query, &may);
    return known
               ? channel_missing(discord, room, discord_rights_thread(discord->rights, &query), may)
               : NULL;
}

bool discord_channel_moderates(const struct discord *discord, const struct discord_message *message)
{
    const struct discord_rights_query query = {.guild = message->guild,
                                               .channel = message->channel,
                                               .user = message->who.id,
                                               .roles = message->who.roles,
                                               .now_ms = discord_now_ms(discord)};
    uint64_t may = 0;
    return message->guild != NULL && discord_rights_of(discord->rights, &query, &may) &&
           (may & DISCORD_MODERATES) != 0;
}

bool discord_guild_moderates(const struct discord *discord, const char *guild,
                             const struct discord_person *person)
{
    const struct discord_rights_query query = {.guild = guild,
                                               .user = person->id,
                                               .roles = person->roles,
                                               .now_ms = discord_now_ms(discord)};
    uint64_t may = 0;
    return discord_rights_of_guild(discord->rights, &query, &may) && (may & DISCORD_MODERATES) != 0;
}

void discord_channel_doubt_rights(struct discord_channel *channel)
{
    if (channel->rights == CHANNEL_RIGHTS_CURRENT) {
        channel->rights = CHANNEL_RIGHTS_OLD;
    }
}

void discord_channels_doubt_rights(struct discord *discord, const char *guild)
{
    size_t at = 0;
    for (struct discord_channel *channel = NULL;
         (channel = map_next(&discord->channels, &at)) != NULL;) {
        if (strcmp(channel->guild, guild) == 0) {
            discord_channel_doubt_rights(channel);
            channel->missing_reported = false;
        }
    }
}

/* What we may do there: as the last interaction said, and where roles may have changed since, as
 * the gateway has it. */
static uint64_t channel_may(const struct discord *discord, const struct discord_channel *channel)
{
    const struct discord_rights_query query = {
        .guild = channel->guild, .channel = channel->id, .now_ms = discord_now_ms(discord)};
    uint64_t may = 0;
    bool known = channel->rights != CHANNEL_RIGHTS_CURRENT &&
                 discord_rights_of(discord->rights, &query, &may);
    return known ? may : channel->may;
}

/* Of the guild's list everybody there knows: so they may all read the channel, as far as is known.
 * Before an event is put in Discord is asked. */
static bool channel_is_open(const struct discord *discord, const struct discord_channel *channel)
{
    const struct discord_rights_query query = {
        .guild = channel->guild, .channel = channel->id, .now_ms = discord_now_ms(discord)};
    uint64_t may = 0;
    bool known = discord_rights_of_everybody(discord->rights, &query, &may);
    return channel->type != THREAD_PRIVATE && (!known || (may & DISCORD_MAY_VIEW) != 0);
}

static bool channel_takes_events(const struct discord *discord,
                                 const struct discord_channel *channel)
{
    static const uint64_t any =
        DISCORD_MAY_ADMIN | DISCORD_MAY_CREATE_EVENTS | DISCORD_MAY_MANAGE_EVENTS;
    return channel != NULL && channel->guild[0] != '\0' && channel_is_open(discord, channel) &&
           (channel_may(discord, channel) & any) != 0;
}

void discord_capabilities(const struct adapter *adapter, const char *room,
                          struct room_capabilities *capabilities)
{
    const struct discord *discord = (const struct discord *)adapter;
    const struct discord_channel *channel = map_get(&discord->channels, room);
    uint64_t may = channel != NULL ? channel->may : 0;
    bool all = (may & DISCORD_MAY_ADMIN) != 0;
    bool text =
        channel != NULL && (channel->type == CHANNEL_TEXT ||
                            (channel->type < 0 && channel->guild[0] != '\0')); /* not known */
    bool teams = text && (all || (may & (DISCORD_MAY_PRIVATE_THREADS | DISCORD_MAY_SEND_THREADS)) ==
                                     (DISCORD_MAY_PRIVATE_THREADS | DISCORD_MAY_SEND_THREADS));
    *capabilities = (struct room_capabilities){
        .private_reply = true,
        .buttons = true,
        .team_rooms = teams,
        .events = channel_takes_events(discord, channel),
        .pictures = discord->pictures != NULL,
        .mute = teams || (channel != NULL && channel->type == THREAD_PRIVATE) ? MUTE_REMOVE
                                                                              : MUTE_RELAY,
        .board_ms = DISCORD_BOARD_MS};
}

const char *discord_community(const struct adapter *adapter, const char *room)
{
    const struct discord *discord = (const struct discord *)adapter;
    const struct discord_channel *channel = map_get(&discord->channels, room);
    return channel == NULL || channel->guild[0] == '\0' ? NULL : channel->guild;
}

unsigned discord_channel_part(const struct store_row *row, unsigned parts)
{
    cJSON *json = cJSON_ParseWithLength(row->text, row->text_len);
    const char *guild = discord_id(json, "guild");
    unsigned part = guild == NULL ? 0 : (unsigned)((discord_number(guild) >> 22) % parts);
    cJSON_Delete(json);
    return part;
}

void discord_channel_forget(struct discord *discord, struct discord_channel *channel)
{
    char key[DISCORD_ID_BYTES + 4];
    snprintf(key, sizeof key, DISCORD_CHANNEL_KEY "%s", channel->id);
    discord_store_row(discord, key, NULL);
    map_remove(&discord->channels, channel->id);
    free(channel->name);
    free(channel);
}

void discord_channels_free(struct discord *discord)
{
    size_t at = 0;
    for (struct discord_channel *channel = NULL;
         (channel = map_next(&discord->channels, &at)) != NULL;) {
        free(channel->name);
        free(channel);
    }
    map_deinit(&discord->channels);
}
