/* What people write, edit, delete, and how they react. */
#include "dfake_call.h"

#include <stdlib.h>
#include <string.h>

uint64_t fake_discord_dm(struct fake_discord *fake, uint64_t user)
{
    struct dfake_user *found = dfake_user_find(fake, user);
    if (found == NULL || found->bot) {
        return dfake_no(fake, "there is no such person");
    }
    return dfake_dm_open(fake, found)->id;
}

static bool dfake_may_say(struct fake_discord *fake, uint64_t user, struct dfake_channel *channel)
{
    if (channel == NULL || !dfake_sees_channel(fake, user, channel)) {
        return dfake_no(fake, "they do not see the channel");
    }
    bool thread = dfake_channel_is_thread(channel);
    uint64_t may = dfake_permissions(fake, user, channel);
    if ((may & (thread ? DFAKE_MAY_SEND_THREAD : DFAKE_MAY_SEND)) == 0) {
        return dfake_no(fake, "they may not write there");
    }
    if (thread && channel->locked && (may & DFAKE_MAY_MANAGE_THREAD) == 0) {
        return dfake_no(fake, "the thread is locked");
    }
    if (thread && channel->archived) {
        fake_discord_archive(fake, channel->id, false, channel->locked);
    }
    return true;
}

uint64_t fake_discord_say(struct fake_discord *fake, uint64_t user, uint64_t channel,
                          const char *text, uint64_t reply)
{
    struct dfake_channel *found = dfake_channel_find(fake, channel);
    if (!dfake_may_say(fake, user, found)) {
        return 0;
    }
    if (fake_length(text) < 1 || fake_length(text) > 2000) {
        return dfake_no(fake, "too short or too long");
    }
    struct dfake_message as = {.id = dfake_id(fake), .channel = channel, .author = user};
    const struct dfake_message *target = dfake_message_find(fake, reply);
    cJSON *json = dfake_build_empty(fake, &as, target == NULL ? 0 : 19);
    fake_put(json, "content", cJSON_CreateString(text));
    dfake_build_mentions(fake, json, NULL, false);
    if (target != NULL) {
        as.reply_to = target->author;
        cJSON *reference = fake_add_object(json, "message_reference");
        fake_add_number(reference, "type", 0);
        fake_add_id(reference, "channel_id", channel);
        fake_add_id(reference, "message_id", reply);
        cJSON_AddItemToArray(fake_get(json, "mentions"), dfake_user_json(fake, target->author));
    }
    return dfake_message_put(fake, &as, json)->id;
}

bool fake_discord_edit(struct fake_discord *fake, uint64_t user, uint64_t message, const char *text)
{
    struct dfake_message *found = dfake_message_find(fake, message);
    if (found == NULL || found->author != user) {
        return dfake_no(fake, "it is not theirs");
    }
    char now[FAKE_TIME_BYTES];
    fake_time_text(now, fake->now_ms);
    cJSON *json = cJSON_ParseWithLength(found->json->bytes, found->json->len);
    fake_put(json, "content", cJSON_CreateString(text));
    fake_put(json, "edited_timestamp", cJSON_CreateString(now));
    dfake_build_mentions(fake, json, NULL, false);
    dfake_message_change(fake, found, json);
    return true;
}

bool fake_discord_delete_message(struct fake_discord *fake, uint64_t user, uint64_t message)
{
    struct dfake_message *found = dfake_message_find(fake, message);
    if (found == NULL || !dfake_message_visible(fake, user, found)) {
        return dfake_no(fake, "they do not see the message");
    }
    const struct dfake_channel *channel = dfake_channel_find(fake, found->channel);
    uint64_t may = dfake_permissions(fake, user, channel);
    bool own = found->author == user || found->seer == user;
    if (!own && (channel->guild == 0 || (may & DFAKE_MAY_MANAGE_MESSAGE) == 0)) {
        return dfake_no(fake, "they may not delete it");
    }
    dfake_message_delete(fake, found, true);
    return true;
}

/* The entry of this emoji among the reactions, made where it is missing. */
static cJSON *dfake_reaction_of(cJSON *json, const char *emoji)
{
    cJSON *list = fake_get(json, "reactions");
    if (list == NULL) {
        list = fake_add_list(json, "reactions");
    }
    cJSON *item = NULL;
    cJSON_ArrayForEach(item, list)
    {
        if (strcmp(fake_get_text(fake_get(item, "emoji"), "name"), emoji) == 0) {
            return item;
        }
    }
    item = fake_add_object(list, NULL);
    cJSON *named = fake_add_object(item, "emoji");
    fake_add_null(named, "id");
    fake_add_text(named, "name", emoji);
    fake_add_number(item, "count", 0);
    cJSON *details = fake_add_object(item, "count_details");
    fake_add_number(details, "burst", 0);
    fake_add_number(details, "normal", 0);
    fake_add_list(item, "burst_colors");
    fake_add_bool(item, "me_burst", false);
    fake_add_bool(item, "me", false);
    return item;
}

static void dfake_reaction_count(struct fake_discord *fake, struct dfake_message *message,
                                 const char *emoji, int64_t step, bool self)
{
    cJSON *json = cJSON_ParseWithLength(message->json->bytes, message->json->len);
    cJSON *entry = dfake_reaction_of(json, emoji);
    int64_t count = fake_get_number(entry, "count", 0) + step;
    fake_put(entry, "count", cJSON_CreateNumber((double)count));
    fake_put(fake_get(entry, "count_details"), "normal", cJSON_CreateNumber((double)count));
    if (self) {
        fake_put(entry, "me", cJSON_CreateBool(step > 0));
    }
    if (count <= 0) {
        cJSON_Delete(cJSON_DetachItemViaPointer(fake_get(json, "reactions"), entry));
    }
    fake_text_drop(&message->json);
    message->json = fake_text_json(json);
    (void)fake;
}

bool fake_discord_react(struct fake_discord *fake, uint64_t user, uint64_t message,
                        const char *emoji, bool on)
{
    struct dfake_message *found = dfake_message_find(fake, message);
    if (found == NULL || found->seer != 0 || !dfake_message_visible(fake, user, found)) {
        return dfake_no(fake, "they cannot react to it");
    }
    dfake_reaction_count(fake, found, emoji, on ? 1 : -1, user == fake->bot);
    cJSON *event = cJSON_CreateObject();
    fake_add_id(event, "user_id", user);
    fake_add_id(event, "channel_id", found->channel);
    fake_add_id(event, "message_id", message);
    const struct dfake_guild *guild = dfake_guild_find(fake, found->guild);
    if (guild != NULL) {
        fake_add_id(event, "guild_id", guild->id);
        const struct dfake_member *member = dfake_member_find(guild, user);
        cJSON_AddItemToObject(event, "member", dfake_member_json(fake, guild, member, true));
    }
    fake_add_id(event, "message_author_id", found->author);
    cJSON *named = fake_add_object(event, "emoji");
    fake_add_null(named, "id");
    fake_add_text(named, "name", emoji);
    fake_add_bool(event, "burst", false);
    fake_add_number(event, "type", 0);
    dfake_event(fake, found->guild, found->guild != 0 ? 1024 : 8192,
                on ? "MESSAGE_REACTION_ADD" : "MESSAGE_REACTION_REMOVE", event);
    return true;
}
