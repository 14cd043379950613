/* What is out of reach: servers of which Discord says so, and all of a shard whose connection is
 * lost. Deadlines of the tables there wait, and of no others. */
#include <stdlib.h>
#include <string.h>

#include "discord_private.h"
#include "heap.h"
#include "json_at.h"

enum { AWAY_LEAST_MS = 5000 /* a shorter gap costs nobody anything, and is not spoken of */ };

/* A server that is out of reach. */
struct discord_away {
    char guild[DISCORD_ID_BYTES];
    int64_t since_ms;
};

/* Channels and threads that are concerned. */
struct away_rooms {
    const char **id;
    size_t count;
};

static unsigned away_shard(const struct discord *discord, const char *guild)
{
    return discord_gateway_shard_of(discord->gateway, discord_number(guild));
}

/* Those of a server, or (guild NULL) of a shard but for servers that are away by themselves. */
static void away_rooms(const struct discord *discord, const char *guild, unsigned shard,
                       struct away_rooms *rooms)
{
    size_t at = 0;
    rooms->id = heap_allocate((discord->places.count + 1) * sizeof *rooms->id);
    rooms->count = 0;
    for (struct discord_place *place = NULL; (place = map_next(&discord->places, &at)) != NULL;) {
        bool within = place->guild[0] != '\0' &&
                      (guild != NULL ? strcmp(place->guild, guild) == 0
                                     : away_shard(discord, place->guild) == shard &&
                                           map_get(&discord->aways, place->guild) == NULL);
        if (within) {
            rooms->id[rooms->count++] = place->id;
        }
    }
}

static void away_lost(struct discord *discord, const char *guild, unsigned shard)
{
    struct away_rooms rooms;
    away_rooms(discord, guild, shard, &rooms);
    if (rooms.count > 0) {
        house_rooms_unreachable(discord->house, (struct adapter *)discord, rooms.id, rooms.count);
    }
    free(rooms.id);
}

static void away_found(struct discord *discord, const char *guild, unsigned shard,
                       struct downtime away)
{
    struct away_rooms rooms;
    away_rooms(discord, guild, shard, &rooms);
    if (away.since_ms <= 0 || away.back_ms - away.since_ms < AWAY_LEAST_MS) {
        away.since_ms = away.back_ms;
    }
    if (rooms.count > 0) {
        house_rooms_reachable(discord->house, (struct adapter *)discord, rooms.id, rooms.count,
                              away);
    }
    free(rooms.id);
}

/* --- servers ---------------------------------------------------------------------------------- */

static bool away_is_ours(const struct discord *discord, const char *guild)
{
    size_t at = 0;
    for (struct discord_place *place = NULL; (place = map_next(&discord->places, &at)) != NULL;) {
        if (strcmp(place->guild, guild) == 0) {
            return true;
        }
    }
    return false;
}

void discord_away_guild(struct discord *discord, const char *guild)
{
    if (map_get(&discord->aways, guild) != NULL || !away_is_ours(discord, guild)) {
        return;
    }
    away_lost(discord, guild, 0);
    struct discord_away *away = heap_allocate(sizeof *away);
    discord_copy(away->guild, guild);
    away->since_ms = discord_now_ms(discord);
    map_put(&discord->aways, away->guild, away);
}

void discord_back_guild(struct discord *discord, const char *guild)
{
    struct discord_away *away = map_get(&discord->aways, guild);
    if (away == NULL) {
        return;
    }
    away_found(discord, guild, 0, (struct downtime){away->since_ms, discord_now_ms(discord)});
    map_remove(&discord->aways, guild);
    free(away);
}

void discord_away_ready(struct discord *discord, const cJSON *ready)
{
    const cJSON *guild = NULL;
    cJSON_ArrayForEach(guild, json_at(ready, "guilds"))
    {
        const char *id = discord_id(guild, "id");
        if (id != NULL && json_at_flag(guild, "unavailable")) {
            discord_away_guild(discord, id); /* until its GUILD_CREATE */
        }
    }
}

/* --- shards ----------------------------------------------------------------------------------- */

void discord_away_shard(struct discord *discord, unsigned shard)
{
    away_lost(discord, NULL, shard);
}

void discord_back_shard(struct discord *discord, unsigned shard, struct downtime away)
{
    size_t at = 0;
    bool lost = away.since_ms > 0 && away.since_ms < away.back_ms;
    for (struct discord_away *one = NULL; (one = map_next(&discord->aways, &at)) != NULL;) {
        if (lost && away_shard(discord, one->guild) == shard && away.since_ms < one->since_ms) {
            one->since_ms = away.since_ms;
        }
    }
    away_found(discord, NULL, shard, away);
}

void discord_aways_free(struct discord *discord)
{
    size_t at = 0;
    for (struct discord_away *away = NULL; (away = map_next(&discord->aways, &at)) != NULL;) {
        free(away);
    }
    map_deinit(&discord->aways);
}
