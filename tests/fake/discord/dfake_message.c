/* Messages: kept as the text Discord shows, in their channel's order and in the order of all. */
#include "dfake_place.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct dfake_message *dfake_message_find(const struct fake_discord *fake, uint64_t id)
{
    return fake_map_find(&fake->world.messages, id);
}

static void dfake_message_link(struct fake_discord *fake, struct dfake_message *message)
{
    struct dfake_world *world = &fake->world;
    struct dfake_channel *channel = dfake_channel_find(fake, message->channel);
    message->before = channel->last;
    if (channel->last != NULL) {
        channel->last->after = message;
    } else {
        channel->first = message;
    }
    channel->last = message;
    message->older = world->newest;
    if (world->newest != NULL) {
        world->newest->newer = message;
    } else {
        world->oldest = message;
    }
    world->newest = message;
}

static void dfake_message_unlink(struct fake_discord *fake, const struct dfake_message *message)
{
    struct dfake_world *world = &fake->world;
    struct dfake_channel *channel = dfake_channel_find(fake, message->channel);
    *(message->before != NULL ? &message->before->after : &channel->first) = message->after;
    *(message->after != NULL ? &message->after->before : &channel->last) = message->before;
    *(message->older != NULL ? &message->older->newer : &world->oldest) = message->newer;
    *(message->newer != NULL ? &message->newer->older : &world->newest) = message->older;
}

void dfake_message_free(struct fake_discord *fake, struct dfake_message *message)
{
    dfake_message_unlink(fake, message);
    fake_map_remove(&fake->world.messages, message->id);
    fake_text_drop(&message->json);
    free(message);
}

static void dfake_ephemeral_pop(struct fake_discord *fake)
{
    struct dfake_world *world = &fake->world;
    struct dfake_ephemeral *gone = world->first_ephemeral;
    struct dfake_message *message = dfake_message_find(fake, gone->id);
    world->first_ephemeral = gone->newer;
    world->ephemerals--;
    free(gone);
    if (message != NULL) {
        dfake_message_free(fake, message);
    }
}

static void dfake_ephemeral_keep(struct fake_discord *fake, uint64_t id)
{
    struct dfake_world *world = &fake->world;
    struct dfake_ephemeral *kept = fake_take(sizeof *kept);
    kept->id = id;
    *(world->first_ephemeral != NULL ? &world->last_ephemeral->newer : &world->first_ephemeral) =
        kept;
    world->last_ephemeral = kept;
    if (++world->ephemerals > fake->knobs.ephemerals_kept) {
        dfake_ephemeral_pop(fake);
    }
}

void dfake_messages_deinit(struct fake_discord *fake)
{
    while (fake->world.first_ephemeral != NULL) {
        dfake_ephemeral_pop(fake);
    }
    while (fake->world.oldest != NULL) {
        dfake_message_free(fake, fake->world.oldest);
    }
}

struct dfake_message *dfake_message_put(struct fake_discord *fake, const struct dfake_message *as,
                                        cJSON *json)
{
    struct dfake_message *message = fake_take(sizeof *message);
    *message = *as;
    message->json = fake_text_json(json);
    struct dfake_channel *channel = dfake_channel_find(fake, message->channel);
    message->guild = channel->guild;
    fake_map_put(&fake->world.messages, message->id, message);
    dfake_message_link(fake, message);
    if (message->seer == 0) {
        channel->last_message = message->id;
        channel->message_count++;
    } else {
        dfake_ephemeral_keep(fake, message->id);
    }
    if (!message->loading) {
        dfake_sight_message(fake, message);
    }
    dfake_event_message(fake, message, "MESSAGE_CREATE");
    if (fake->world.messages.count > fake->knobs.messages_kept + fake->world.ephemerals) {
        dfake_message_free(fake, fake->world.oldest);
    }
    return message;
}

void dfake_message_change(struct fake_discord *fake, struct dfake_message *message, cJSON *json)
{
    fake_text_drop(&message->json);
    message->json = fake_text_json(json);
    message->version++;
    message->loading = false;
    dfake_sight_message(fake, message);
    dfake_event_message(fake, message, "MESSAGE_UPDATE");
}

void dfake_message_delete(struct fake_discord *fake, struct dfake_message *message, bool told)
{
    if (told) {
        cJSON *event = cJSON_CreateObject();
        fake_add_id(event, "id", message->id);
        fake_add_id(event, "channel_id", message->channel);
        if (message->guild != 0 && message->seer == 0) {
            fake_add_id(event, "guild_id", message->guild);
        }
        uint64_t guild = message->seer == 0 ? message->guild : 0;
        dfake_event(fake, guild, guild != 0 ? 512 : 4096, "MESSAGE_DELETE", event);
    }
    dfake_message_free(fake, message);
}

bool dfake_message_visible(const struct fake_discord *fake, uint64_t user,
                           const struct dfake_message *message)
{
    if (message->loading) {
        return false;
    }
    if (message->seer != 0) {
        return message->seer == user;
    }
    const struct dfake_channel *channel = dfake_channel_find(fake, message->channel);
    return dfake_sees_channel(fake, user, channel) &&
           (channel->guild == 0 ||
            (dfake_permissions(fake, user, channel) & DFAKE_MAY_READ_HISTORY) != 0 ||
            message->author == user);
}

char *fake_discord_message(const struct fake_discord *fake, uint64_t message)
{
    const struct dfake_message *found = dfake_message_find(fake, message);
    return found == NULL ? NULL : fake_copy(found->json->bytes, found->json->len);
}

bool fake_discord_can_see(const struct fake_discord *fake, uint64_t user, uint64_t message)
{
    const struct dfake_message *found = dfake_message_find(fake, message);
    return found != NULL && dfake_message_visible(fake, user, found);
}

uint64_t fake_discord_latest(const struct fake_discord *fake, uint64_t user, uint64_t channel)
{
    const struct dfake_channel *found = dfake_channel_find(fake, channel);
    const struct dfake_message *message = found == NULL ? NULL : found->last;
    while (message != NULL && !dfake_message_visible(fake, user, message)) {
        message = message->before;
    }
    return message == NULL ? 0 : message->id;
}
