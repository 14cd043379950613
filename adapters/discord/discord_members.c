/* One row for each member that an event named; who has left keeps a row that says so. */
#include "discord_members.h"

#include <stdlib.h>
#include <string.h>

#include "heap.h"
#include "json_at.h"
#include "map.h"

enum { MEMBERS_MAX = 100000 }; /* of all guilds: further ones are not known */

struct members_guild {
    uint64_t id;
    struct map by_user; /* of struct members_row */
};

struct members_row {
    uint64_t user;
    cJSON *roles; /* NULL: they have left */
};

struct discord_members {
    struct entropy entropy;
    bool on;
    size_t count;
    struct map guilds;
};

struct discord_members *discord_members_new(const struct entropy *entropy, bool on)
{
    struct discord_members *members = heap_allocate(sizeof *members);
    members->entropy = *entropy;
    members->on = on;
    map_init(&members->guilds, entropy);
    return members;
}

static void members_drop(struct discord_members *members, struct members_guild *guild)
{
    size_t at = 0;
    for (struct members_row *row = NULL; (row = map_next(&guild->by_user, &at)) != NULL;) {
        cJSON_Delete(row->roles);
        free(row);
        members->count--;
    }
    map_deinit(&guild->by_user);
    map_remove_number(&members->guilds, guild->id);
    free(guild);
}

void discord_members_free(struct discord_members **members)
{
    size_t at = 0;
    for (struct members_guild *guild = NULL;
         *members != NULL && (guild = map_next(&(*members)->guilds, &at)) != NULL; at = 0) {
        members_drop(*members, guild);
    }
    if (*members != NULL) {
        map_deinit(&(*members)->guilds);
    }
    free(*members);
    *members = NULL;
}

static uint64_t members_user(const cJSON *json)
{
    return discord_number(json_at_text(json_at(json, "user"), "id"));
}

static void members_put(struct discord_members *members, struct members_guild *guild,
                        const cJSON *member, bool in)
{
    uint64_t user = members_user(member);
    const cJSON *roles = json_at(member, "roles");
    struct members_row *row = map_get_number(&guild->by_user, user);
    if (user == 0 || (in && !cJSON_IsArray(roles)) ||
        (row == NULL && members->count >= MEMBERS_MAX)) {
        return;
    }
    if (row == NULL) {
        row = heap_allocate(sizeof *row);
        row->user = user;
        map_put_number(&guild->by_user, user, row);
        members->count++;
    }
    cJSON_Delete(row->roles);
    row->roles = in ? cJSON_Duplicate(roles, true) : NULL;
}

/* The guild as it is now, or (there false) not at all any more. */
static void members_guild(struct discord_members *members, const cJSON *data, bool there)
{
    uint64_t id = discord_number(discord_id(data, "id"));
    struct members_guild *guild = map_get_number(&members->guilds, id);
    const cJSON *member = NULL;
    if (guild != NULL) {
        members_drop(members, guild);
    }
    if (!there || id == 0) {
        return;
    }
    guild = heap_allocate(sizeof *guild);
    guild->id = id;
    map_init(&guild->by_user, &members->entropy);
    map_put_number(&members->guilds, id, guild);
    cJSON_ArrayForEach(member, json_at(data, "members"))
    {
        members_put(members, guild, member, true);
    }
}

void discord_members_update(struct discord_members *members, const char *event, const cJSON *data)
{
    bool create = strcmp(event, "GUILD_CREATE") == 0;
    if (!members->on) {
        return;
    }
    if (create || strcmp(event, "GUILD_DELETE") == 0) {
        members_guild(members, data, create);
        return;
    }
    bool gone = strcmp(event, "GUILD_MEMBER_REMOVE") == 0;
    struct members_guild *guild =
        map_get_number(&members->guilds, discord_number(discord_id(data, "guild_id")));
    if (guild != NULL && (gone || strcmp(event, "GUILD_MEMBER_ADD") == 0 ||
                          strcmp(event, "GUILD_MEMBER_UPDATE") == 0)) {
        members_put(members, guild, data, !gone);
    }
}

enum discord_member discord_members_at(const struct discord_members *members, const char *guild,
                                       const char *user, const cJSON **roles_r)
{
    const struct members_guild *known = map_get_number(&members->guilds, discord_number(guild));
    const struct members_row *row =
        known == NULL ? NULL : map_get_number(&known->by_user, discord_number(user));
    *roles_r = row == NULL ? NULL : row->roles;
    if (row == NULL) {
        return DISCORD_MEMBER_UNKNOWN;
    }
    return row->roles != NULL ? DISCORD_MEMBER_IN : DISCORD_MEMBER_GONE;
}
