/* Channels and threads that somebody has done something in, and what we may do there: as the
 * interactions themselves tell, kept for after a restart. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "discord_private.h"
#include "heap.h"
#include "json_at.h"
#include "json_out.h"

enum { PLACE_JSON_MAX = 2048, PLACE_TEXT_MAX = 1900 };

#define PLACE_KEY "c/"

struct place_permission {
    uint64_t bit;
    const char *key; /* of what it is called, as in Discord's own settings */
};

static const struct place_permission place_needs[] = {
    {DISCORD_MAY_VIEW, "discord.may.view"},       {DISCORD_MAY_SEND, "discord.may.send"},
    {DISCORD_MAY_EMBED, "discord.may.embed"},     {DISCORD_MAY_ATTACH, "discord.may.attach"},
    {DISCORD_MAY_HISTORY, "discord.may.history"},
};

static const struct place_permission place_thread_needs[] = {
    {DISCORD_MAY_VIEW, "discord.may.view"},
    {DISCORD_MAY_SEND_THREADS, "discord.may.send_threads"},
    {DISCORD_MAY_EMBED, "discord.may.embed"},
    {DISCORD_MAY_ATTACH, "discord.may.attach"},
    {DISCORD_MAY_HISTORY, "discord.may.history"},
};

static bool place_is_thread(int type)
{
    return type == THREAD_NEWS || type == THREAD_PUBLIC || type == THREAD_PRIVATE;
}

bool discord_place_is_thread(const struct discord_place *place)
{
    return place_is_thread(place->type);
}

struct discord_place *discord_place_find(const struct discord *discord, const char *id)
{
    return map_get(&discord->places, id);
}

struct discord_place *discord_place_at(struct discord *discord, const char *id)
{
    struct discord_place *place = map_get(&discord->places, id);
    if (place == NULL) {
        place = heap_allocate(sizeof *place);
        place->type = -1;
        discord_copy(place->id, id);
        map_put(&discord->places, place->id, place);
    }
    return place;
}

void discord_place_keep(struct discord *discord, const struct discord_place *place)
{
    char key[DISCORD_ID_BYTES + 4];
    char may[24];
    struct buf json;
    buf_init(&json, PLACE_JSON_MAX);
    buf_text(&json, "{");
    json_out_text(&json, "guild", place->guild[0] != '\0' ? place->guild : NULL);
    json_out_text(&json, "parent", place->parent[0] != '\0' ? place->parent : NULL);
    json_out_text(&json, "name", place->name);
    json_out_number(&json, "type", place->type);
    snprintf(may, sizeof may, "%llu", (unsigned long long)place->may);
    json_out_text(&json, "may", place->known ? may : NULL);
    buf_text(&json, "}");
    snprintf(key, sizeof key, PLACE_KEY "%s", place->id);
    discord_store_row(discord, key, json.text);
    buf_deinit(&json);
}

void discord_place_read(struct discord *discord, const char *id, const char *text, size_t len)
{
    cJSON *json = cJSON_ParseWithLength(text, len);
    if (json != NULL && discord_number(id) != 0) {
        struct discord_place *place = discord_place_at(discord, id);
        const cJSON *type = json_at(json, "type");
        discord_copy(place->guild, discord_id(json, "guild"));
        discord_copy(place->parent, discord_id(json, "parent"));
        place->type = cJSON_IsNumber(type) ? type->valueint : -1;
        place->known = json_at_text(json, "may") != NULL;
        place->may = discord_bits(json, "may");
        free(place->name);
        place->name = heap_copy(json_at_text(json, "name"));
    }
    cJSON_Delete(json);
}

void discord_place_belongs(struct discord *discord, const char *id, const char *guild)
{
    struct discord_place *place = discord_place_at(discord, id);
    if (strcmp(place->guild, guild) != 0) {
        discord_copy(place->guild, guild);
        discord_place_keep(discord, place);
    }
}

void discord_place_seen(struct discord *discord, const struct discord_interaction *interaction)
{
    struct discord_place *place = discord_place_at(discord, interaction->channel);
    const char *name = interaction->channel_name;
    bool named = name != NULL && (place->name == NULL || strcmp(place->name, name) != 0);
    bool direct = interaction->guild == NULL && interaction->channel_type < 0;
    int type = direct ? CHANNEL_DM : interaction->channel_type;
    bool typed = type >= 0 && place->type != type;
    bool may = interaction->app_told && (!place->known || place->may != interaction->app_may);
    place->fresh = interaction->app_told;
    bool moved = interaction->guild != NULL && strcmp(place->guild, interaction->guild) != 0;
    if (!named && !typed && !may && !moved) {
        return;
    }
    if (named) {
        free(place->name);
        place->name = heap_copy(name);
    }
    if (place->known && (interaction->app_may & ~place->may) != 0) {
        discord_rest_forgive(discord->rest, place->id);
    }
    if (may) {
        place->known = true;
        place->may = interaction->app_may;
    }
    if (typed) {
        place->type = type;
        discord_copy(place->parent, interaction->parent);
    }
    discord_copy(place->guild, interaction->guild);
    discord_place_keep(discord, place);
}

/* What is not among these permissions; NULL: all that is needed is. */
static const char *place_lacks(struct discord *discord, const char *channel, bool thread,
                               uint64_t may)
{
    const struct place_permission *needs = thread ? place_thread_needs : place_needs;
    size_t count = thread ? sizeof place_thread_needs / sizeof *place_thread_needs
                          : sizeof place_needs / sizeof *place_needs;
    struct buf text;
    if ((may & DISCORD_MAY_ADMIN) != 0) {
        return NULL;
    }
    buf_init(&text, PLACE_TEXT_MAX);
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

const char *discord_place_missing(struct discord *discord,
                                  const struct discord_interaction *interaction)
{
    return interaction->app_told
               ? place_lacks(discord, interaction->channel,
                             place_is_thread(interaction->channel_type), interaction->app_may)
               : NULL;
}

const char *discord_lacks(struct adapter *adapter, const char *room)
{
    struct discord *discord = (struct discord *)adapter;
    const struct discord_place *place = map_get(&discord->places, room);
    const struct discord_rights_asked asked = {.guild = place == NULL ? NULL : place->guild,
                                               .channel = room,
                                               .now_ms = discord_now_ms(discord)};
    uint64_t may = 0;
    if (place != NULL && place->fresh) {
        return place_lacks(discord, room, place_is_thread(place->type), place->may);
    }
    bool known = discord_rights_of(discord->rights, &asked, &may);
    return known ? place_lacks(discord, room, discord_rights_thread(discord->rights, &asked), may)
                 : NULL;
}

bool discord_place_moderates(const struct discord *discord, const struct discord_message *message)
{
    const struct discord_rights_asked asked = {.guild = message->guild,
                                               .channel = message->channel,
                                               .user = message->who.id,
                                               .roles = message->who.roles,
                                               .now_ms = discord_now_ms(discord)};
    uint64_t may = 0;
    return message->guild != NULL && discord_rights_of(discord->rights, &asked, &may) &&
           (may & DISCORD_MODERATES) != 0;
}

void discord_places_changed(struct discord *discord, const char *guild)
{
    size_t at = 0;
    for (struct discord_place *place = NULL; (place = map_next(&discord->places, &at)) != NULL;) {
        if (strcmp(place->guild, guild) == 0) {
            place->fresh = false;
            place->told = false;
        }
    }
}

void discord_caps(const struct adapter *adapter, const char *room, struct room_capabilities *caps)
{
    const struct discord *discord = (const struct discord *)adapter;
    const struct discord_place *place = map_get(&discord->places, room);
    uint64_t may = place != NULL && place->known ? place->may : 0;
    bool all = (may & DISCORD_MAY_ADMIN) != 0;
    bool text = place != NULL && (place->type == CHANNEL_TEXT ||
                                  (place->type < 0 && place->guild[0] != '\0')); /* not told */
    bool teams = text && (all || (may & (DISCORD_MAY_PRIVATE_THREADS | DISCORD_MAY_SEND_THREADS)) ==
                                     (DISCORD_MAY_PRIVATE_THREADS | DISCORD_MAY_SEND_THREADS));
    *caps = (struct room_capabilities){
        .private_reply = true,
        .direct = true,
        .edit = true,
        .buttons = true,
        .team_rooms = teams,
        .pictures = discord->pictures != NULL,
        .mute =
            teams || (place != NULL && place->type == THREAD_PRIVATE) ? MUTE_REMOVE : MUTE_RELAY,
        .board_ms = DISCORD_BOARD_MS};
}

const char *discord_server(const struct adapter *adapter, const char *room)
{
    const struct discord *discord = (const struct discord *)adapter;
    const struct discord_place *place = map_get(&discord->places, room);
    return place == NULL || place->guild[0] == '\0' ? NULL : place->guild;
}

void discord_place_forget(struct discord *discord, struct discord_place *place)
{
    char key[DISCORD_ID_BYTES + 4];
    snprintf(key, sizeof key, PLACE_KEY "%s", place->id);
    discord_store_row(discord, key, NULL);
    map_remove(&discord->places, place->id);
    free(place->name);
    free(place);
}

void discord_places_free(struct discord *discord)
{
    size_t at = 0;
    for (struct discord_place *place = NULL; (place = map_next(&discord->places, &at)) != NULL;) {
        free(place->name);
        free(place);
    }
    map_deinit(&discord->places);
}
