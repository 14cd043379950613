/* What is unavailable: guilds of which Discord says so, and all of a shard whose connection is
 * lost. Deadlines of the tables there wait, and of no others. */
#include <stdlib.h>
#include <string.h>

#include "discord_private.h"
#include "heap.h"
#include "json_at.h"

enum {
    UNAVAILABLE_LEAST_MS = 5000 /* a shorter gap costs nobody anything, and is not spoken of */
};

/* A guild that is unavailable. */
struct unavailable_guild {
    char guild[DISCORD_ID_BYTES];
    int64_t since_ms;
};

/* Channels and threads that are concerned. */
struct unavailable_rooms {
    const char **id;
    size_t count;
};

static unsigned unavailable_shard(const struct discord *discord, const char *guild)
{
    return discord_gateway_shard_of(discord->gateway, discord_number(guild));
}

/* Those of a guild, or (guild NULL) of a shard but for guilds that are unavailable by themselves.
 */
static void unavailable_rooms(const struct discord *discord, const char *guild, unsigned shard,
                              struct unavailable_rooms *rooms)
{
    size_t at = 0;
    rooms->id = heap_allocate((discord->channels.count + 1) * sizeof *rooms->id);
    rooms->count = 0;
    for (struct discord_channel *channel = NULL;
         (channel = map_next(&discord->channels, &at)) != NULL;) {
        bool within = channel->guild[0] != '\0' &&
                      (guild != NULL ? strcmp(channel->guild, guild) == 0
                                     : unavailable_shard(discord, channel->guild) == shard &&
                                           map_get(&discord->unavailable, channel->guild) == NULL);
        if (within) {
            rooms->id[rooms->count++] = channel->id;
        }
    }
}

static void unavailable_begin(struct discord *discord, const char *guild, unsigned shard)
{
    struct unavailable_rooms rooms;
    unavailable_rooms(discord, guild, shard, &rooms);
    if (rooms.count > 0) {
        house_rooms_unreachable(discord->house, (struct adapter *)discord, rooms.id, rooms.count);
    }
    free(rooms.id);
}

static void unavailable_end(struct discord *discord, const char *guild, unsigned shard,
                            struct downtime away)
{
    struct unavailable_rooms rooms;
    unavailable_rooms(discord, guild, shard, &rooms);
    if (away.since_ms <= 0 || away.back_ms - away.since_ms < UNAVAILABLE_LEAST_MS) {
        away.since_ms = away.back_ms;
    }
    if (rooms.count > 0) {
        house_rooms_reachable(discord->house, (struct adapter *)discord, rooms.id, rooms.count,
                              away);
    }
    free(rooms.id);
}

/* --- guilds ---------------------------------------------------------------------------------- */

static bool unavailable_is_known(const struct discord *discord, const char *guild)
{
    size_t at = 0;
    for (struct discord_channel *channel = NULL;
         (channel = map_next(&discord->channels, &at)) != NULL;) {
        if (strcmp(channel->guild, guild) == 0) {
            return true;
        }
    }
    return false;
}

void discord_unavailable_guild(struct discord *discord, const char *guild)
{
    if (map_get(&discord->unavailable, guild) != NULL || !unavailable_is_known(discord, guild)) {
        return;
    }
    unavailable_begin(discord, guild, 0);
    struct unavailable_guild *away = heap_allocate(sizeof *away);
    discord_copy(away->guild, guild);
    away->since_ms = discord_now_ms(discord);
    map_put(&discord->unavailable, away->guild, away);
}

void discord_available_guild(struct discord *discord, const char *guild)
{
    struct unavailable_guild *away = map_get(&discord->unavailable, guild);
    if (away == NULL) {
        return;
    }
    unavailable_end(discord, guild, 0, (struct downtime){away->since_ms, discord_now_ms(discord)});
    map_remove(&discord->unavailable, guild);
    free(away);
}

void discord_unavailable_ready(struct discord *discord, const cJSON *ready)
{
    const cJSON *guild = NULL;
    cJSON_ArrayForEach(guild, json_at(ready, "guilds"))
    {
        const char *id = discord_id(guild, "id");
        if (id != NULL && json_at_flag(guild, "unavailable")) {
            discord_unavailable_guild(discord, id); /* until its GUILD_CREATE */
        }
    }
}

/* --- shards ----------------------------------------------------------------------------------- */

void discord_unavailable_shard(struct discord *discord, unsigned shard)
{
    unavailable_begin(discord, NULL, shard);
}

void discord_available_shard(struct discord *discord, unsigned shard, struct downtime away)
{
    size_t at = 0;
    bool lost = away.since_ms > 0 && away.since_ms < away.back_ms;
    for (struct unavailable_guild *one = NULL;
         (one = map_next(&discord->unavailable, &at)) != NULL;) {
        if (lost && unavailable_shard(discord, one->guild) == shard &&
            away.since_ms < one->since_ms) {
            one->since_ms = away.since_ms;
        }
    }
    unavailable_end(discord, NULL, shard, away);
}

void discord_unavailable_free(struct discord *discord)
{
    size_t at = 0;
    for (struct unavailable_guild *away = NULL;
         (away = map_next(&discord->unavailable, &at)) != NULL;) {
        free(away);
    }
    map_deinit(&discord->unavailable);
}
