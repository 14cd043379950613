/* Only what could matter is kept: of overwrites those that touch a permission of ours. */
#include "discord_rights.h"

#include <stdlib.h>
#include <string.h>

#include "civil_date.h"
#include "heap.h"
#include "json_at.h"
#include "map.h"

enum {
    RIGHTS_ROLES_MAX = 512,
    RIGHTS_CHANNELS_MAX = 4096, /* of a guild, with threads */
    RIGHTS_OVER_MAX = 256,      /* of a channel */
    OVER_MEMBER = 1
};

#define RIGHTS_ALL UINT64_MAX
#define RIGHTS_SAID \
    (DISCORD_MAY_SEND | DISCORD_MAY_SEND_THREADS) /* without one of them nothing can be put in */
#define RIGHTS_KEPT                                                                          \
    (DISCORD_MAY_VIEW | RIGHTS_SAID | DISCORD_MAY_MANAGE_MESSAGES | DISCORD_MAY_EMBED |      \
     DISCORD_MAY_ATTACH | DISCORD_MAY_HISTORY | DISCORD_MAY_MANAGE_CHANNELS |                \
     DISCORD_MAY_MANAGE_THREADS | DISCORD_MAY_PUBLIC_THREADS | DISCORD_MAY_PRIVATE_THREADS | \
     DISCORD_MAY_MODERATE)

struct rights_role {
    uint64_t id;
    uint64_t may;
};

struct rights_over {
    uint64_t id;
    uint64_t allow;
    uint64_t deny;
    bool member;
};

struct rights_channel {
    uint64_t id;
    uint64_t parent; /* of a thread, whose rules are its own; 0: a channel */
    unsigned count;
    struct rights_over over[];
};

struct rights_guild {
    uint64_t id;
    uint64_t owner;
    bool met; /* our own roles are known */
    int64_t silent_until_ms;
    uint64_t self; /* the bot's user */
    unsigned role_count;
    unsigned own_count;
    struct rights_role *role;
    uint64_t *own;
    struct map channels;
};

struct discord_rights {
    struct entropy entropy;
    struct map guilds;
};

static uint64_t rights_id(const cJSON *object, const char *name)
{
    return discord_number(json_at_text(object, name));
}

struct discord_rights *discord_rights_new(const struct entropy *entropy)
{
    struct discord_rights *rights = heap_allocate(sizeof *rights);
    rights->entropy = *entropy;
    map_init(&rights->guilds, entropy);
    return rights;
}

static void rights_guild_free(struct rights_guild *guild)
{
    size_t at = 0;
    for (struct rights_channel *channel = NULL;
         (channel = map_next(&guild->channels, &at)) != NULL;) {
        free(channel);
    }
    map_deinit(&guild->channels);
    free(guild->role);
    free(guild->own);
    free(guild);
}

void discord_rights_free(struct discord_rights **rights)
{
    size_t at = 0;
    for (struct rights_guild *guild = NULL;
         *rights != NULL && (guild = map_next(&(*rights)->guilds, &at)) != NULL;) {
        rights_guild_free(guild);
    }
    if (*rights != NULL) {
        map_deinit(&(*rights)->guilds);
    }
    free(*rights);
    *rights = NULL;
}

/* --- roles ------------------------------------------------------------------------------------ */

static void rights_put_role(struct rights_guild *guild, const cJSON *json)
{
    uint64_t id = rights_id(json, "id");
    unsigned at = 0;
    while (at < guild->role_count && guild->role[at].id != id) {
        at++;
    }
    if (id != 0 && at < RIGHTS_ROLES_MAX) {
        guild->role = heap_grow(guild->role, guild->role_count + 1, sizeof *guild->role);
        guild->role[at] = (struct rights_role){id, discord_bits(json, "permissions")};
        guild->role_count += at == guild->role_count;
    }
}

static void rights_drop_role(struct rights_guild *guild, uint64_t id)
{
    for (unsigned i = 0; i < guild->role_count; i++) {
        if (guild->role[i].id == id) {
            guild->role[i] = guild->role[--guild->role_count];
            return;
        }
    }
}

/* Digits of a text whose form is known; -1 where they are none. */
static int rights_digits(const char *text, unsigned at, unsigned count)
{
    int number = 0;
    for (unsigned i = at; i < at + count; i++) {
        if (text[i] < '0' || text[i] > '9') {
            return -1;
        }
        number = number * 10 + (text[i] - '0');
    }
    return number;
}

/* "2026-11-23T05:00:00.000000+00:00", in UTC as Discord writes it; 0: no moment. */
static int64_t rights_moment_ms(const char *text)
{
    static const unsigned places[][2] = {{0, 4}, {5, 2}, {8, 2}, {11, 2}, {14, 2}, {17, 2}};
    int part[6];
    for (unsigned i = 0; i < sizeof part / sizeof *part; i++) {
        bool there = text != NULL && strlen(text) >= 19;
        part[i] = there ? rights_digits(text, places[i][0], places[i][1]) : -1;
        if (part[i] < 0) {
            return 0;
        }
    }
    int64_t days = civil_date_days(&(struct civil_date){part[0], part[1], part[2]});
    return (((days * 24 + part[3]) * 60 + part[4]) * 60 + part[5]) * 1000;
}

static void rights_meet(struct rights_guild *guild, const cJSON *member)
{
    const cJSON *role = NULL;
    guild->met = true;
    guild->self = rights_id(json_at(member, "user"), "id");
    guild->own_count = 0;
    guild->silent_until_ms = rights_moment_ms(json_at_text(member, "communication_disabled_until"));
    cJSON_ArrayForEach(role, json_at(member, "roles"))
    {
        uint64_t id = cJSON_IsString(role) ? discord_number(role->valuestring) : 0;
        if (id != 0 && guild->own_count < RIGHTS_ROLES_MAX) {
            guild->own = heap_grow(guild->own, guild->own_count + 1, sizeof *guild->own);
            guild->own[guild->own_count++] = id;
        }
    }
}

/* --- channels --------------------------------------------------------------------------------- */

static void rights_drop_channel(struct rights_guild *guild, uint64_t id)
{
    struct rights_channel *old = map_get_number(&guild->channels, id);
    if (old != NULL) {
        map_remove_number(&guild->channels, id);
        free(old);
    }
}

static void rights_put_channel(struct rights_guild *guild, const cJSON *json, bool thread)
{
    uint64_t id = rights_id(json, "id");
    const cJSON *list = json_at(json, "permission_overwrites");
    const cJSON *item = NULL;
    int count = cJSON_GetArraySize(list);
    count = count < RIGHTS_OVER_MAX ? count : RIGHTS_OVER_MAX;
    rights_drop_channel(guild, id);
    if (id == 0 || guild->channels.count >= RIGHTS_CHANNELS_MAX) {
        return;
    }
    struct rights_channel *channel =
        heap_allocate(sizeof *channel + (size_t)count * sizeof channel->over[0]);
    channel->id = id;
    channel->parent = thread ? rights_id(json, "parent_id") : 0;
    cJSON_ArrayForEach(item, list)
    {
        const cJSON *type = json_at(item, "type");
        struct rights_over over = {
            .id = rights_id(item, "id"),
            .allow = discord_bits(item, "allow") & RIGHTS_KEPT,
            .deny = discord_bits(item, "deny") & RIGHTS_KEPT,
            .member = cJSON_IsNumber(type) && type->valueint == OVER_MEMBER,
        };
        if ((over.allow | over.deny) != 0 && channel->count < (unsigned)count) {
            channel->over[channel->count++] = over;
        }
    }
    map_put_number(&guild->channels, id, channel);
}

static void rights_put_channels(struct rights_guild *guild, const cJSON *list, bool threads)
{
    const cJSON *item = NULL;
    cJSON_ArrayForEach(item, list)
    {
        rights_put_channel(guild, item, threads);
    }
}

/* --- what is sent ----------------------------------------------------------------------------- */

static void rights_forget(struct discord_rights *rights, uint64_t id)
{
    struct rights_guild *guild = map_get_number(&rights->guilds, id);
    if (guild != NULL) {
        map_remove_number(&rights->guilds, id);
        rights_guild_free(guild);
    }
}

static void rights_create(struct discord_rights *rights, const cJSON *data, const char *bot)
{
    uint64_t id = rights_id(data, "id");
    const cJSON *item = NULL;
    rights_forget(rights, id);
    if (id == 0 || json_at_flag(data, "unavailable")) {
        return;
    }
    struct rights_guild *guild = heap_allocate(sizeof *guild);
    guild->id = id;
    guild->owner = rights_id(data, "owner_id");
    map_init(&guild->channels, &rights->entropy);
    cJSON_ArrayForEach(item, json_at(data, "roles"))
    {
        rights_put_role(guild, item);
    }
    cJSON_ArrayForEach(item, json_at(data, "members"))
    {
        const char *user = json_at_text(json_at(item, "user"), "id");
        if (user != NULL && strcmp(user, bot) == 0) {
            rights_meet(guild, item);
        }
    }
    rights_put_channels(guild, json_at(data, "channels"), false);
    rights_put_channels(guild, json_at(data, "threads"), true);
    map_put_number(&rights->guilds, id, guild);
}

static void rights_member(struct rights_guild *guild, const cJSON *data, const char *bot)
{
    const char *user = json_at_text(json_at(data, "user"), "id");
    if (user != NULL && strcmp(user, bot) == 0) {
        rights_meet(guild, data);
    }
}

static void rights_change(struct rights_guild *guild, const char *event, const cJSON *data,
                          const char *bot)
{
    bool gone = strstr(event, "_DELETE") != NULL;
    bool thread = strncmp(event, "THREAD_", 7) == 0;
    if (strcmp(event, "GUILD_UPDATE") == 0) {
        guild->owner = rights_id(data, "owner_id");
    } else if (strcmp(event, "GUILD_MEMBER_UPDATE") == 0) {
        rights_member(guild, data, bot);
    } else if (strncmp(event, "GUILD_ROLE_", 11) == 0 && gone) {
        rights_drop_role(guild, rights_id(data, "role_id"));
    } else if (strncmp(event, "GUILD_ROLE_", 11) == 0) {
        rights_put_role(guild, json_at(data, "role"));
    } else if (strcmp(event, "THREAD_LIST_SYNC") == 0) {
        rights_put_channels(guild, json_at(data, "threads"), true);
    } else if (gone) {
        rights_drop_channel(guild, rights_id(data, "id"));
    } else {
        rights_put_channel(guild, data, thread);
    }
}

const char *discord_rights_update(struct discord_rights *rights, const char *event,
                                  const cJSON *data, const char *bot)
{
    static const char *const changes[] = {
        "GUILD_UPDATE",      "GUILD_MEMBER_UPDATE", "GUILD_ROLE_CREATE", "GUILD_ROLE_UPDATE",
        "GUILD_ROLE_DELETE", "CHANNEL_CREATE",      "CHANNEL_UPDATE",    "CHANNEL_DELETE",
        "THREAD_CREATE",     "THREAD_UPDATE",       "THREAD_DELETE",     "THREAD_LIST_SYNC"};
    bool self = strcmp(event, "GUILD_UPDATE") == 0;
    if (strcmp(event, "GUILD_CREATE") == 0) {
        rights_create(rights, data, bot);
        return discord_id(data, "id");
    }
    if (strcmp(event, "GUILD_DELETE") == 0) {
        rights_forget(rights, rights_id(data, "id"));
        return discord_id(data, "id");
    }
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        if (strcmp(event, changes[i]) == 0) {
            const char *id = discord_id(data, self ? "id" : "guild_id");
            struct rights_guild *guild = map_get_number(&rights->guilds, discord_number(id));
            if (guild != NULL) {
                rights_change(guild, event, data, bot);
            }
            return id;
        }
    }
    return NULL;
}

/* --- what follows ----------------------------------------------------------------------------- */

/* Somebody's roles: our own, or those that were given. */
static bool rights_has(const struct rights_guild *guild, const struct discord_rights_query *query,
                       uint64_t role)
{
    const cJSON *item = NULL;
    if (role == guild->id) {
        return true; /* everybody */
    }
    for (unsigned i = 0; query->user == NULL && i < guild->own_count; i++) {
        if (guild->own[i] == role) {
            return true;
        }
    }
    const cJSON *roles = query->user == NULL ? NULL : query->roles;
    cJSON_ArrayForEach(item, roles)
    {
        if (cJSON_IsString(item) && discord_number(item->valuestring) == role) {
            return true;
        }
    }
    return false;
}

static uint64_t rights_overwritten(const struct rights_guild *guild,
                                   const struct rights_channel *channel,
                                   const struct discord_rights_query *query, uint64_t may)
{
    uint64_t user = query->user == NULL ? guild->self : discord_number(query->user);
    uint64_t allow = 0;
    uint64_t deny = 0;
    for (unsigned i = 0; i < channel->count; i++) {
        const struct rights_over *over = &channel->over[i];
        if (!over->member && over->id == guild->id) {
            may = (may & ~over->deny) | over->allow;
        } else if (!over->member && rights_has(guild, query, over->id)) {
            allow |= over->allow;
            deny |= over->deny;
        }
    }
    may = (may & ~deny) | allow;
    for (unsigned i = 0; i < channel->count; i++) {
        const struct rights_over *over = &channel->over[i];
        if (over->member && over->id == user) {
            may = (may & ~over->deny) | over->allow;
        }
    }
    return may;
}

/* What one permission takes away with it. */
static uint64_t rights_implied(const struct rights_guild *guild,
                               const struct discord_rights_query *query, uint64_t may)
{
    if ((may & DISCORD_MAY_VIEW) == 0) {
        return 0;
    }
    if (query->user == NULL && guild->silent_until_ms > query->now_ms) {
        return may & (DISCORD_MAY_VIEW | DISCORD_MAY_HISTORY);
    }
    if ((may & RIGHTS_SAID) == 0) {
        may &= ~(DISCORD_MAY_EMBED | DISCORD_MAY_ATTACH);
    }
    return may;
}

/* The guild that was named, or that has this channel; NULL unknown. */
static const struct rights_guild *rights_guild_of(const struct discord_rights *rights,
                                                  const struct discord_rights_query *query)
{
    uint64_t id = discord_number(query->guild);
    size_t at = 0;
    if (id != 0) {
        return map_get_number(&rights->guilds, id);
    }
    for (const struct rights_guild *guild = NULL;
         (guild = map_next(&rights->guilds, &at)) != NULL;) {
        if (map_get_number(&guild->channels, discord_number(query->channel)) != NULL) {
            return guild;
        }
    }
    return NULL;
}

bool discord_rights_thread(const struct discord_rights *rights,
                           const struct discord_rights_query *query)
{
    const struct rights_guild *guild = rights_guild_of(rights, query);
    const struct rights_channel *channel =
        guild == NULL ? NULL : map_get_number(&guild->channels, discord_number(query->channel));
    return channel != NULL && channel->parent != 0;
}

/* By roles alone; everything for the owner and administrators. */
static uint64_t rights_of_roles(const struct rights_guild *guild,
                                const struct discord_rights_query *query)
{
    uint64_t may = 0;
    for (unsigned i = 0; i < guild->role_count; i++) {
        may |= rights_has(guild, query, guild->role[i].id) ? guild->role[i].may : 0;
    }
    bool all = (query->user != NULL && discord_number(query->user) == guild->owner) ||
               (may & DISCORD_MAY_ADMIN) != 0;
    return all ? RIGHTS_ALL : may;
}

bool discord_rights_of_guild(const struct discord_rights *rights,
                             const struct discord_rights_query *query, uint64_t *may_r)
{
    const struct rights_guild *guild =
        map_get_number(&rights->guilds, discord_number(query->guild));
    *may_r = guild == NULL ? 0 : rights_of_roles(guild, query);
    return guild != NULL;
}

bool discord_rights_of(const struct discord_rights *rights,
                       const struct discord_rights_query *query, uint64_t *may_r)
{
    const struct rights_guild *guild = rights_guild_of(rights, query);
    *may_r = 0;
    if (guild == NULL || (query->user == NULL && !guild->met)) {
        return false;
    }
    const struct rights_channel *channel =
        map_get_number(&guild->channels, discord_number(query->channel));
    if (channel != NULL && channel->parent != 0) {
        channel = map_get_number(&guild->channels, channel->parent);
    }
    if (channel == NULL) {
        return false;
    }
    uint64_t may = rights_of_roles(guild, query);
    *may_r = may == RIGHTS_ALL
                 ? may
                 : rights_implied(guild, query, rights_overwritten(guild, channel, query, may));
    return true;
}

bool discord_rights_of_everybody(const struct discord_rights *rights,
                                 const struct discord_rights_query *query, uint64_t *may_r)
{
    struct discord_rights_query anybody = *query;
    anybody.user = "1"; /* who is none of the guild's people */
    anybody.roles = NULL;
    return discord_rights_of(rights, &anybody, may_r);
}
