/* Routes of channels, direct messages and threads. */
#include "dfake_handlers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DFAKE_DM_WAIT_MS = 600 * 1000 };

void dfake_open_dm(struct dfake_call *call)
{
    struct fake_discord *fake = call->fake;
    uint64_t id = fake_get_id(call->body, "recipient_id");
    struct dfake_user *user = dfake_user_find(fake, id);
    if (user == NULL) {
        dfake_error(call, 10013);
    } else if (user->bot) {
        dfake_error(call, 50033);
    } else if (user->dm == 0 && !dfake_window_take(&fake->dm_opens, fake->now_ms,
                                                   fake->knobs.dm_each_ms * fake->knobs.dm_burst,
                                                   fake->knobs.dm_burst)) {
        dfake_limit_429(call, "user", DFAKE_DM_WAIT_MS, 40003);
    } else {
        dfake_answer_json(call, 200, dfake_channel_json(fake, dfake_dm_open(fake, user)));
    }
}

void dfake_get_channel(struct dfake_call *call)
{
    const struct dfake_channel *channel = dfake_call_channel(call, call->values[0], 0);
    if (channel != NULL) {
        dfake_answer_json(call, 200, dfake_channel_json(call->fake, channel));
    }
}

/* Is it the bot's to change? */
static bool dfake_may_change(struct dfake_call *call, const struct dfake_channel *channel)
{
    uint64_t may = dfake_permissions(call->fake, call->fake->bot, channel);
    bool thread = dfake_channel_is_thread(channel);
    uint64_t needed = thread ? DFAKE_MAY_MANAGE_THREAD : DFAKE_MAY_MANAGE_CHANNEL;
    bool own = thread && channel->owner == call->fake->bot && strcmp(call->method, "DELETE") != 0;
    if (channel->guild == 0 || (!own && (may & needed) == 0)) {
        dfake_error(call, channel->guild == 0 ? 50003 : 50013);
        return false;
    }
    return true;
}

static bool dfake_rename(struct dfake_call *call, struct dfake_channel *channel)
{
    const char *name = fake_get_text(call->body, "name");
    if (name == NULL) {
        return true;
    }
    if (fake_length(name) < 1 || fake_length(name) > 100) {
        dfake_error_field(call, "name", "BASE_TYPE_BAD_LENGTH");
        return false;
    }
    fake_name(channel->name, sizeof channel->name, name);
    return true;
}

void dfake_change_channel(struct dfake_call *call)
{
    struct fake_discord *fake = call->fake;
    struct dfake_channel *channel = dfake_call_channel(call, call->values[0], 0);
    if (channel == NULL || !dfake_may_change(call, channel)) {
        return;
    }
    const cJSON *archived = fake_get(call->body, "archived");
    bool thread = dfake_channel_is_thread(channel);
    if (thread && channel->archived && !cJSON_IsFalse(archived)) {
        dfake_error(call, 50083);
        return;
    }
    if (!dfake_rename(call, channel)) {
        return;
    }
    if (cJSON_IsBool(archived)) {
        channel->archived = cJSON_IsTrue(archived);
        channel->archived_ms = fake->now_ms;
    }
    if (cJSON_IsBool(fake_get(call->body, "locked"))) {
        channel->locked = fake_get_true(call->body, "locked");
    }
    if (cJSON_IsBool(fake_get(call->body, "invitable"))) {
        channel->invitable = fake_get_true(call->body, "invitable");
    }
    channel->auto_archive =
        (int)fake_get_number(call->body, "auto_archive_duration", channel->auto_archive);
    dfake_event(fake, channel->guild, 1, thread ? "THREAD_UPDATE" : "CHANNEL_UPDATE",
                dfake_channel_json(fake, channel));
    dfake_answer_json(call, 200, dfake_channel_json(fake, channel));
}

void dfake_end_channel(struct dfake_call *call)
{
    struct dfake_channel *channel = dfake_call_channel(call, call->values[0], 0);
    if (channel == NULL || !dfake_may_change(call, channel)) {
        return;
    }
    cJSON *json = dfake_channel_json(call->fake, channel);
    dfake_channel_delete(call->fake, channel);
    dfake_answer_json(call, 200, json);
}

static struct dfake_channel *dfake_thread_new(struct dfake_call *call,
                                              const struct dfake_channel *parent, int type)
{
    struct fake_discord *fake = call->fake;
    const char *name = fake_get_text(call->body, "name");
    int64_t archive = fake_get_number(call->body, "auto_archive_duration", 1440);
    if (name == NULL || fake_length(name) < 1 || fake_length(name) > 100) {
        dfake_error_field(call, "name", "BASE_TYPE_BAD_LENGTH");
        return NULL;
    }
    if (archive != 60 && archive != 1440 && archive != 4320 && archive != 10080) {
        dfake_error_field(call, "auto_archive_duration", "BASE_TYPE_CHOICES");
        return NULL;
    }
    struct dfake_channel *thread = dfake_channel_new(fake, parent->guild, name, type);
    thread->parent = parent->id;
    thread->owner = fake->bot;
    thread->auto_archive = (int)archive;
    const cJSON *invitable = fake_get(call->body, "invitable");
    thread->invitable = invitable == NULL || cJSON_IsTrue(invitable);
    fake_list_add(&thread->members, dfake_user_find(fake, fake->bot));
    return thread;
}

static void dfake_thread_tell(struct dfake_call *call, const struct dfake_channel *thread)
{
    cJSON *event = dfake_channel_json(call->fake, thread);
    fake_add_bool(event, "newly_created", true);
    dfake_event(call->fake, thread->guild, 1, "THREAD_CREATE", event);
    dfake_answer_json(call, 201, dfake_channel_json(call->fake, thread));
}

void dfake_create_thread(struct dfake_call *call)
{
    int type = (int)fake_get_number(call->body, "type", FAKE_DISCORD_THREAD_PRIVATE);
    uint64_t may =
        type == FAKE_DISCORD_THREAD_PRIVATE ? DFAKE_MAY_PRIVATE_THREAD : DFAKE_MAY_PUBLIC_THREAD;
    struct dfake_channel *parent = dfake_call_channel(call, call->values[0], may);
    if (parent == NULL) {
        return;
    }
    if (type != FAKE_DISCORD_THREAD_PRIVATE && type != FAKE_DISCORD_THREAD_PUBLIC) {
        dfake_error_field(call, "type", "BASE_TYPE_CHOICES");
        return;
    }
    if (parent->type != FAKE_DISCORD_CHANNEL_TEXT) {
        dfake_error(call, parent->guild == 0 ? 50003 : 50024);
        return;
    }
    const struct dfake_channel *thread = dfake_thread_new(call, parent, type);
    if (thread != NULL) {
        dfake_thread_tell(call, thread);
    }
}

void dfake_create_message_thread(struct dfake_call *call)
{
    struct fake_discord *fake = call->fake;
    struct dfake_channel *parent =
        dfake_call_channel(call, call->values[0], DFAKE_MAY_PUBLIC_THREAD);
    const struct dfake_message *message =
        parent == NULL ? NULL : dfake_call_message(call, parent, call->values[1]);
    if (message == NULL) {
        return;
    }
    if (dfake_channel_find(fake, message->id) != NULL) {
        dfake_error(call, 160004);
        return;
    }
    if (parent->type != FAKE_DISCORD_CHANNEL_TEXT) {
        dfake_error(call, 50024);
        return;
    }
    struct dfake_channel *thread = dfake_thread_new(call, parent, FAKE_DISCORD_THREAD_PUBLIC);
    if (thread != NULL) {
        fake_map_remove(&fake->world.channels, thread->id);
        thread->id = message->id;
        fake_map_put(&fake->world.channels, thread->id, thread);
        dfake_thread_tell(call, thread);
    }
}

static struct dfake_channel *dfake_call_thread(struct dfake_call *call)
{
    struct dfake_channel *thread = dfake_call_channel(call, call->values[0], 0);
    if (thread != NULL && !dfake_channel_is_thread(thread)) {
        dfake_error(call, 50024);
        return NULL;
    }
    return thread;
}

static uint64_t dfake_call_user(const struct dfake_call *call)
{
    const char *text = call->values[1];
    return strcmp(text, "@me") == 0 ? call->fake->bot : fake_id_of(text);
}

void dfake_put_thread_member(struct dfake_call *call)
{
    struct fake_discord *fake = call->fake;
    struct dfake_channel *thread = dfake_call_thread(call);
    if (thread == NULL) {
        return;
    }
    uint64_t user = dfake_call_user(call);
    const struct dfake_guild *guild = dfake_guild_find(fake, thread->guild);
    if (thread->archived) {
        dfake_error(call, 50083);
    } else if (dfake_user_find(fake, user) == NULL) {
        dfake_error(call, 10013);
    } else if (dfake_member_find(guild, user) == NULL) {
        dfake_error(call, 10007);
    } else if ((dfake_permissions(fake, user, thread) & DFAKE_MAY_VIEW) == 0) {
        dfake_error(call, 50001);
    } else if ((dfake_permissions(fake, fake->bot, thread) & DFAKE_MAY_SEND_THREAD) == 0) {
        dfake_error(call, 50013);
    } else {
        dfake_thread_add(fake, thread, user);
        dfake_answer_empty(call);
    }
}

void dfake_delete_thread_member(struct dfake_call *call)
{
    struct fake_discord *fake = call->fake;
    struct dfake_channel *thread = dfake_call_thread(call);
    if (thread == NULL) {
        return;
    }
    uint64_t user = dfake_call_user(call);
    bool own = thread->type == FAKE_DISCORD_THREAD_PRIVATE && thread->owner == fake->bot;
    if (thread->archived) {
        dfake_error(call, 50083);
    } else if (user != fake->bot && !own &&
               (dfake_permissions(fake, fake->bot, thread) & DFAKE_MAY_MANAGE_THREAD) == 0) {
        dfake_error(call, 50013);
    } else if (!dfake_thread_has(thread, user)) {
        dfake_error(call, 10007);
    } else {
        dfake_thread_remove(fake, thread, user);
        dfake_answer_empty(call);
    }
}

void dfake_get_thread_member(struct dfake_call *call)
{
    const struct dfake_channel *thread = dfake_call_thread(call);
    if (thread == NULL) {
        return;
    }
    uint64_t user = dfake_call_user(call);
    if (!dfake_thread_has(thread, user)) {
        dfake_error(call, 10007);
        return;
    }
    dfake_answer_json(call, 200, dfake_thread_member_json(thread, user));
}

void dfake_get_thread_members(struct dfake_call *call)
{
    const struct dfake_channel *thread = dfake_call_thread(call);
    if (thread == NULL) {
        return;
    }
    if ((call->fake->knobs.intents_allowed & 2) == 0) {
        dfake_error(call, 50001); /* needs the members intent */
        return;
    }
    cJSON *list = cJSON_CreateArray();
    for (size_t i = 0; i < thread->members.count; i++) {
        const struct dfake_user *user = thread->members.items[i];
        cJSON_AddItemToArray(list, dfake_thread_member_json(thread, user->id));
    }
    dfake_answer_json(call, 200, list);
}

static uint64_t dfake_bits(const cJSON *body, const char *name)
{
    const char *text = fake_get_text(body, name);
    return text == NULL ? 0 : strtoull(text, NULL, 10);
}

void dfake_put_overwrite(struct dfake_call *call)
{
    struct fake_discord *fake = call->fake;
    struct dfake_channel *channel =
        dfake_call_channel(call, call->values[0], DFAKE_MAY_MANAGE_ROLES);
    if (channel == NULL) {
        return;
    }
    uint64_t may = dfake_permissions(fake, fake->bot, channel);
    uint64_t allow = dfake_bits(call->body, "allow");
    uint64_t deny = dfake_bits(call->body, "deny");
    if (((allow | deny) & ~may) != 0) {
        dfake_error(call, 50013);
    } else if (fake_discord_overwrite(fake, channel->id, fake_id_of(call->values[1]), allow,
                                      deny)) {
        dfake_answer_empty(call);
    } else {
        dfake_error(call, 30060);
    }
}

void dfake_delete_overwrite(struct dfake_call *call)
{
    struct dfake_channel *channel =
        dfake_call_channel(call, call->values[0], DFAKE_MAY_MANAGE_ROLES);
    if (channel == NULL) {
        return;
    }
    uint64_t id = fake_id_of(call->values[1]);
    for (unsigned i = 0; i < channel->overwrite_count; i++) {
        if (channel->overwrites[i].id == id) {
            channel->overwrites[i] = channel->overwrites[--channel->overwrite_count];
            dfake_event(call->fake, channel->guild, 1, "CHANNEL_UPDATE",
                        dfake_channel_json(call->fake, channel));
            dfake_answer_empty(call);
            return;
        }
    }
    dfake_error(call, 10009);
}
