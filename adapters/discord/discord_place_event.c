/* What happens to channels, threads and servers, and to whom is there. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "discord_members.h"
#include "discord_private.h"
#include "heap.h"
#include "json_at.h"

static void place_gone(struct discord *discord, const char *id)
{
    char event[DISCORD_ID_BYTES + 8];
    struct discord_place *place = id == NULL ? NULL : map_get(&discord->places, id);
    if (place == NULL) {
        return;
    }
    snprintf(event, sizeof event, "gone/%s", place->id);
    discord_enqueue_room(discord, INBOUND_ROOM_GONE, place->id, event, NULL);
    discord_place_forget(discord, place);
}

/* What is played in a public thread that cannot be written in any more goes on in its channel. */
static bool place_moves(struct discord *discord, const struct discord_place *place)
{
    char event[DISCORD_ID_BYTES + 32];
    if (place == NULL || place->type != THREAD_PUBLIC || place->parent[0] == '\0') {
        return false;
    }
    snprintf(event, sizeof event, "moved/%s/%lld", place->id, (long long)discord_now_ms(discord));
    const struct inbound inbound = {.kind = INBOUND_ROOM_MOVED,
                                    .adapter = DISCORD_NAME,
                                    .event_id = event,
                                    .room = place->id,
                                    .account = "",
                                    .name = "",
                                    .at_ms = discord_now_ms(discord),
                                    .moved_to = place->parent};
    struct discord_place *parent = discord_place_at(discord, place->parent);
    if (parent->guild[0] == '\0') { /* it may never have been heard of by itself */
        discord_copy(parent->guild, place->guild);
        parent->type = CHANNEL_TEXT;
        discord_place_keep(discord, parent);
    }
    return discord_enqueue(discord, &inbound, NULL, 0);
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
    bool only_thread = place->type == THREAD_PUBLIC && code == NO_PERMISSION &&
                       discord_lacks((struct adapter *)discord, place->parent) == NULL;
    if (only_thread && place_moves(discord, place)) {
        return;
    }
    const char *lacks = discord_lacks((struct adapter *)discord, id);
    if (lacks == NULL) {
        lacks = discord_words(discord, id,
                              code == NO_ACCESS                ? "discord.may.view"
                              : discord_place_is_thread(place) ? "discord.may.send_threads"
                                                               : "discord.may.send");
    }
    snprintf(event, sizeof event, "lacks/%s/%lld", id, (long long)discord_now_ms(discord));
    discord_enqueue_room(discord, INBOUND_ROOM_CHANGED, id, event, lacks);
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
    const cJSON *unavailable = json_at(guild, "unavailable");
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
    bool away = json_at_flag(guild, "unavailable");
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

static void place_thread_gone(struct discord *discord, const cJSON *thread)
{
    const char *id = discord_id(thread, "id");
    place_moves(discord, id == NULL ? NULL : map_get(&discord->places, id));
    place_gone(discord, id);
}

/* A thread that is locked takes words of moderators alone. */
static void place_locked(struct discord *discord, struct discord_place *place, bool locked)
{
    const struct discord_rights_asked asked = {
        .guild = place->guild, .channel = place->id, .now_ms = discord_now_ms(discord)};
    uint64_t may = 0;
    discord_rights_of(discord->rights, &asked, &may);
    if (locked && !place->locked && (may & DISCORD_MAY_MANAGE_THREADS) == 0) {
        place_moves(discord, place);
    }
    place->locked = locked;
}

/* Names and archives change; what was refused may be allowed now. */
static void place_changed(struct discord *discord, const cJSON *channel)
{
    const char *id = discord_id(channel, "id");
    struct discord_place *place = id == NULL ? NULL : map_get(&discord->places, id);
    const char *name = json_at_text(channel, "name");
    const cJSON *meta = json_at(channel, "thread_metadata");
    if (place == NULL) {
        return;
    }
    place_locked(discord, place, json_at_flag(meta, "locked"));
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
    const cJSON *member = json_at(data, "user");
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
    const char *user = discord_id(json_at(data, "user"), "id");
    size_t at = 0;
    for (struct discord_place *place = NULL;
         guild != NULL && user != NULL && (place = map_next(&discord->places, &at)) != NULL;) {
        if (strcmp(place->guild, guild) == 0) {
            discord_enqueue_departed(discord, place->id, user);
        }
    }
}

/* A board that somebody deleted; not one that was posted anew by us. */
static void place_message_gone(struct discord *discord, const char *channel, const char *id)
{
    if (channel != NULL && id != NULL && map_get(&discord->boards, id) != NULL) {
        discord_enqueue_message(discord, INBOUND_MESSAGE_GONE, channel, id);
    }
}

static void place_deleted(struct discord *discord, const cJSON *data)
{
    const cJSON *ids = json_at(data, "ids");
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
        void (*inbound)(struct discord *discord, const cJSON *data);
    } events[] = {
        {"GUILD_DELETE", place_guild_gone},     {"GUILD_CREATE", place_guild_back},
        {"CHANNEL_DELETE", place_channel_gone}, {"THREAD_DELETE", place_thread_gone},
        {"CHANNEL_UPDATE", place_changed},      {"THREAD_UPDATE", place_changed},
        {"GUILD_MEMBER_REMOVE", place_left},    {"MESSAGE_DELETE", place_deleted},
        {"GUILD_ROLE_UPDATE", place_roles},     {"GUILD_ROLE_DELETE", place_roles},
        {"GUILD_MEMBER_UPDATE", place_roles},   {"MESSAGE_DELETE_BULK", place_deleted},
    };
    discord_members_hear(discord->members, dispatch->name, dispatch->data);
    const char *guild =
        discord_rights_hear(discord->rights, dispatch->name, dispatch->data, discord->bot);
    if (guild != NULL) {
        discord_places_changed(discord, guild);
    }
    for (size_t i = 0; i < sizeof events / sizeof *events; i++) {
        if (strcmp(dispatch->name, events[i].name) == 0) {
            events[i].inbound(discord, dispatch->data);
            return true;
        }
    }
    return false;
}
