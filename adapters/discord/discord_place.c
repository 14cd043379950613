/* Channels and threads that somebody has done something in, and what we may do there: as the
 * interactions themselves tell, kept for after a restart. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "discord_private.h"
#include "heap.h"
#include "json_out.h"

enum {
    CHANNEL_TEXT = 0,
    CHANNEL_DM = 1,
    CHANNEL_NEWS = 5,
    THREAD_NEWS = 10,
    THREAD_PUBLIC = 11,
    THREAD_PRIVATE = 12,
    PLACE_JSON_MAX = 2048,
    PLACE_TEXT_MAX = 1900
};

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

struct discord_place *discord_place_find(const struct discord *discord, const char *id)
{
    return map_get(&discord->places, id);
}

struct discord_place *discord_place_at(struct discord *discord, const char *id)
{
    struct discord_place *place = map_get(&discord->places, id);
    if (place == NULL) {
        place = heap_take(sizeof *place);
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
        const cJSON *type = cJSON_GetObjectItemCaseSensitive(json, "type");
        discord_copy(place->guild, discord_id(json, "guild"));
        discord_copy(place->parent, discord_id(json, "parent"));
        place->type = cJSON_IsNumber(type) ? type->valueint : -1;
        place->known = discord_text(json, "may") != NULL;
        place->may = discord_bits(json, "may");
        free(place->name);
        place->name = heap_copy(discord_text(json, "name"));
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
static const char *place_lacks(struct discord *discord, bool thread, uint64_t may)
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
            buf_text(&text, discord_words(discord, needs[i].key));
        }
    }
    const char *missing = text.len > 0 ? arena_text(discord->arena, text.text, text.len) : NULL;
    buf_deinit(&text);
    return missing;
}

const char *discord_place_missing(struct discord *discord,
                                  const struct discord_interaction *interaction)
{
    return interaction->app_told ? place_lacks(discord, place_is_thread(interaction->channel_type),
                                               interaction->app_may)
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
        return place_lacks(discord, place_is_thread(place->type), place->may);
    }
    bool known = discord_rights_of(discord->rights, &asked, &may);
    return known ? place_lacks(discord, discord_rights_thread(discord->rights, &asked), may) : NULL;
}

void discord_place_refused(struct discord *discord, const char *id, int code)
{
    enum { NO_ACCESS = 50001, NO_PERMISSION = 50013 };
    char event[DISCORD_ID_BYTES + 40];
    struct discord_place *place = map_get(&discord->places, id);
    if (place == NULL || place->told || (code != NO_ACCESS && code != NO_PERMISSION)) {
        return;
    }
    place->fresh = false;
    place->told = true;
    const char *lacks = discord_lacks((struct adapter *)discord, id);
    if (lacks == NULL) {
        lacks = discord_words(discord, code == NO_ACCESS              ? "discord.may.view"
                                       : place_is_thread(place->type) ? "discord.may.send_threads"
                                                                      : "discord.may.send");
    }
    snprintf(event, sizeof event, "lacks/%s/%lld", id, (long long)discord_now_ms(discord));
    discord_hear_room(discord, HEARD_ROOM_CHANGED, id, event, lacks);
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

/* What was known of a server's places may be otherwise now. */
static void place_rights_changed(struct discord *discord, const char *guild)
{
    size_t at = 0;
    for (struct discord_place *place = NULL; (place = map_next(&discord->places, &at)) != NULL;) {
        if (strcmp(place->guild, guild) == 0) {
            place->fresh = false;
            place->told = false;
        }
    }
}

void discord_caps(const struct adapter *adapter, const char *room, struct room_caps *caps)
{
    const struct discord *discord = (const struct discord *)adapter;
    const struct discord_place *place = map_get(&discord->places, room);
    bool content = settings_flag(discord->settings, "discord", "message_content");
    bool direct = place != NULL && place->type == CHANNEL_DM;
    uint64_t may = place != NULL && place->known ? place->may : 0;
    bool all = (may & DISCORD_MAY_ADMIN) != 0;
    bool text = place != NULL && (place->type == CHANNEL_TEXT ||
                                  (place->type < 0 && place->guild[0] != '\0')); /* not told */
    bool teams = text && (all || (may & (DISCORD_MAY_PRIVATE_THREADS | DISCORD_MAY_SEND_THREADS)) ==
                                     (DISCORD_MAY_PRIVATE_THREADS | DISCORD_MAY_SEND_THREADS));
    *caps = (struct room_caps){.hears_text = content || direct,
                               .private_reply = true,
                               .direct = true,
                               .edit = true,
                               .buttons = true,
                               .forms = true,
                               .reactions = false,
                               .threads = false,
                               .team_rooms = teams,
                               .pictures = discord->pictures != NULL,
                               .silence = teams || (place != NULL && place->type == THREAD_PRIVATE)
                                              ? SILENCE_REMOVE
                                              : SILENCE_RELAY,
                               .text_max = DISCORD_CONTENT_MAX,
                               .board_ms = DISCORD_BOARD_MS};
}

const char *discord_server(const struct adapter *adapter, const char *room)
{
    const struct discord *discord = (const struct discord *)adapter;
    const struct discord_place *place = map_get(&discord->places, room);
    return place == NULL || place->guild[0] == '\0' ? NULL : place->guild;
}

/* --- what happens to places ------------------------------------------------------------------- */

static void place_gone(struct discord *discord, const char *id)
{
    char event[DISCORD_ID_BYTES + 8];
    char key[DISCORD_ID_BYTES + 4];
    struct discord_place *place = id == NULL ? NULL : map_get(&discord->places, id);
    if (place == NULL) {
        return;
    }
    snprintf(event, sizeof event, "gone/%s", place->id);
    discord_hear_room(discord, HEARD_ROOM_GONE, place->id, event, NULL);
    snprintf(key, sizeof key, PLACE_KEY "%s", place->id);
    discord_store_row(discord, key, NULL);
    map_remove(&discord->places, place->id);
    free(place->name);
    free(place);
}

/* A place of that server, or a thread of that channel; NULL: none is left. */
static struct discord_place *place_within(const struct discord *discord, const char *guild,
                                          const char *channel)
{
    size_t at = 0;
    for (struct discord_place *place = NULL; (place = map_next(&discord->places, &at)) != NULL;) {
        if ((guild != NULL && strcmp(place->guild, guild) == 0) ||
            (channel != NULL && strcmp(place->parent, channel) == 0)) {
            return place;
        }
    }
    return NULL;
}

/* A server that the bot is put out of has lost all its places; one that is out of reach has not. */
static void place_guild_gone(struct discord *discord, const cJSON *guild)
{
    const char *id = discord_id(guild, "id");
    const cJSON *unavailable = cJSON_GetObjectItemCaseSensitive(guild, "unavailable");
    if (id == NULL) {
        return;
    }
    if (cJSON_IsTrue(unavailable)) {
        discord_away_guild(discord, id);
        return;
    }
    for (struct discord_place *place = NULL; (place = place_within(discord, id, NULL)) != NULL;) {
        place_gone(discord, place->id);
    }
}

static void place_guild_back(struct discord *discord, const cJSON *guild)
{
    const char *id = discord_id(guild, "id");
    bool away = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(guild, "unavailable"));
    if (id != NULL && !away) {
        discord_back_guild(discord, id);
    }
}

static void place_channel_gone(struct discord *discord, const cJSON *channel)
{
    const char *id = discord_id(channel, "id");
    for (struct discord_place *place = NULL;
         id != NULL && (place = place_within(discord, NULL, id)) != NULL;) {
        place_gone(discord, place->id);
    }
    place_gone(discord, id);
}

/* Names and archives change; what was refused may be allowed now. */
static void place_changed(struct discord *discord, const cJSON *channel)
{
    const char *id = discord_id(channel, "id");
    struct discord_place *place = id == NULL ? NULL : map_get(&discord->places, id);
    const char *name = discord_text(channel, "name");
    const cJSON *meta = cJSON_GetObjectItemCaseSensitive(channel, "thread_metadata");
    if (place == NULL) {
        return;
    }
    place->archived = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(meta, "archived"));
    if (name != NULL && (place->name == NULL || strcmp(place->name, name) != 0)) {
        free(place->name);
        place->name = heap_copy(name);
        discord_place_keep(discord, place);
    }
    discord_rest_forgive(discord->rest, place->id);
}

/* Roles change, or which of them we have: what was refused may be allowed now. */
static void place_roles(struct discord *discord, const cJSON *data)
{
    const char *guild = discord_id(data, "guild_id");
    const cJSON *member = cJSON_GetObjectItemCaseSensitive(data, "user");
    const char *user = discord_id(member, "id");
    size_t at = 0;
    if (guild == NULL || (user != NULL && strcmp(user, discord->bot) != 0)) {
        return;
    }
    for (struct discord_place *place = NULL; (place = map_next(&discord->places, &at)) != NULL;) {
        if (strcmp(place->guild, guild) == 0) {
            discord_rest_forgive(discord->rest, place->id);
        }
    }
}

/* Somebody left a server: once for each of its places. */
static void place_left(struct discord *discord, const cJSON *data)
{
    const char *guild = discord_id(data, "guild_id");
    const char *user = discord_id(cJSON_GetObjectItemCaseSensitive(data, "user"), "id");
    size_t at = 0;
    for (struct discord_place *place = NULL;
         guild != NULL && user != NULL && (place = map_next(&discord->places, &at)) != NULL;) {
        if (strcmp(place->guild, guild) == 0) {
            discord_hear_departed(discord, place->id, user);
        }
    }
}

/* A board that somebody deleted; not one that was posted anew by us. */
static void place_message_gone(struct discord *discord, const char *channel, const char *id)
{
    if (channel != NULL && id != NULL && map_get(&discord->boards, id) != NULL) {
        discord_hear_message(discord, HEARD_MESSAGE_GONE, channel, id);
    }
}

static void place_deleted(struct discord *discord, const cJSON *data)
{
    const cJSON *ids = cJSON_GetObjectItemCaseSensitive(data, "ids");
    const cJSON *id = NULL;
    const char *channel = discord_id(data, "channel_id");
    place_message_gone(discord, channel, discord_id(data, "id"));
    cJSON_ArrayForEach(id, ids)
    {
        if (cJSON_IsString(id) && discord_number(id->valuestring) != 0) {
            place_message_gone(discord, channel, id->valuestring);
        }
    }
}

bool discord_place_event(struct discord *discord, const struct discord_dispatch *dispatch)
{
    static const struct {
        const char *name;
        void (*heard)(struct discord *discord, const cJSON *data);
    } events[] = {
        {"GUILD_DELETE", place_guild_gone},     {"GUILD_CREATE", place_guild_back},
        {"CHANNEL_DELETE", place_channel_gone}, {"THREAD_DELETE", place_channel_gone},
        {"CHANNEL_UPDATE", place_changed},      {"THREAD_UPDATE", place_changed},
        {"GUILD_MEMBER_REMOVE", place_left},    {"MESSAGE_DELETE", place_deleted},
        {"GUILD_ROLE_UPDATE", place_roles},     {"GUILD_ROLE_DELETE", place_roles},
        {"GUILD_MEMBER_UPDATE", place_roles},   {"MESSAGE_DELETE_BULK", place_deleted},
    };
    const char *guild =
        discord_rights_hear(discord->rights, dispatch->name, dispatch->data, discord->bot);
    if (guild != NULL) {
        place_rights_changed(discord, guild);
    }
    for (size_t i = 0; i < sizeof events / sizeof *events; i++) {
        if (strcmp(dispatch->name, events[i].name) == 0) {
            events[i].heard(discord, dispatch->data);
            return true;
        }
    }
    return false;
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
