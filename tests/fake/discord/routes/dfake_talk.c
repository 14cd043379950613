/* Routes of messages in channels and direct messages. */
#include "dfake_handlers.h"
#include "dfake_interaction.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DFAKE_OLD_EDITS_MS = 600 * 1000, DFAKE_BULK_MS_DAYS = 14 };

static bool dfake_may_dm(struct dfake_call *call, const struct dfake_channel *channel)
{
    const struct fake_discord *fake = call->fake;
    const struct dfake_user *user = dfake_user_find(fake, channel->person);
    bool mutual = false;
    for (size_t i = 0; i < fake->world.guild_list.count && !mutual; i++) {
        const struct dfake_guild *guild = fake->world.guild_list.items[i];
        mutual = guild->bot_in && dfake_member_find(guild, user->id) != NULL;
    }
    if (!mutual || user->dms == FAKE_DISCORD_DMS_STRANGER) {
        dfake_error(call, 50278);
        return false;
    }
    if (user->dms == FAKE_DISCORD_DMS_CLOSED) {
        dfake_error(call, 50007);
        return false;
    }
    return true;
}

bool dfake_may_post(struct dfake_call *call, struct dfake_channel *channel)
{
    struct fake_discord *fake = call->fake;
    if (channel->guild == 0) {
        return dfake_may_dm(call, channel);
    }
    bool thread = dfake_channel_is_thread(channel);
    uint64_t may = dfake_permissions(fake, fake->bot, channel);
    if (channel->type == FAKE_DISCORD_CHANNEL_FORUM) {
        dfake_error(call, 40058);
        return false;
    }
    if ((may & (thread ? DFAKE_MAY_SEND_THREAD : DFAKE_MAY_SEND)) == 0) {
        dfake_error(call, 50013);
        return false;
    }
    if (thread && channel->locked && (may & DFAKE_MAY_MANAGE_THREAD) == 0) {
        dfake_error(call, 160005);
        return false;
    }
    if (thread && channel->archived) {
        fake_discord_archive(fake, channel->id, false, channel->locked);
    }
    return true;
}

static uint64_t dfake_nonce_key(const struct dfake_call *call, const cJSON *body)
{
    const cJSON *nonce = fake_get(body, "nonce");
    char number[32];
    if (!fake_get_true(body, "enforce_nonce") || nonce == NULL) {
        return 0;
    }
    snprintf(number, sizeof number, "%.0f", nonce->valuedouble);
    const char *text = cJSON_IsString(nonce) ? nonce->valuestring : number;
    return fake_hash(call->fake->bot, text, strlen(text));
}

static void dfake_nonces_prune(struct fake_discord *fake)
{
    struct dfake_world *world = &fake->world;
    while (world->first_nonce != NULL &&
           world->first_nonce->at_ms + fake->knobs.nonce_ms <= fake->now_ms) {
        struct dfake_nonce *gone = world->first_nonce;
        world->first_nonce = gone->newer;
        if (fake_map_find(&world->nonces, gone->key) == gone) {
            fake_map_remove(&world->nonces, gone->key);
        }
        free(gone);
    }
    if (world->first_nonce == NULL) {
        world->last_nonce = NULL;
    }
}

static void dfake_nonce_keep(struct fake_discord *fake, uint64_t key,
                             const struct dfake_message *message)
{
    struct dfake_world *world = &fake->world;
    struct dfake_nonce *nonce = fake_take(sizeof *nonce);
    nonce->key = key;
    nonce->message = message->id;
    nonce->channel = message->channel;
    nonce->at_ms = fake->now_ms;
    *(world->last_nonce != NULL ? &world->last_nonce->newer : &world->first_nonce) = nonce;
    world->last_nonce = nonce;
    fake_map_put(&world->nonces, key, nonce);
}

/* True: there was one already, and it is the answer. */
static bool dfake_nonce_answers(struct dfake_call *call, uint64_t key)
{
    struct fake_discord *fake = call->fake;
    dfake_nonces_prune(fake);
    const struct dfake_nonce *nonce = fake_map_find(&fake->world.nonces, key);
    if (nonce == NULL) {
        return false;
    }
    fake->counts.nonce_hits++;
    const struct dfake_message *message = dfake_message_find(fake, nonce->message);
    if (message == NULL) {
        dfake_error(call, 10008); /* it has been deleted since */
    } else {
        dfake_answer_text(call, 200, message->json->bytes, message->json->len);
    }
    return true;
}

/* The message it answers; false: refused. */
static bool dfake_reference(struct dfake_call *call, const struct dfake_channel *channel,
                            const cJSON *body, cJSON *json, struct dfake_message *as)
{
    const struct fake_discord *fake = call->fake;
    const cJSON *reference = fake_get(body, "message_reference");
    if (!cJSON_IsObject(reference)) {
        return true;
    }
    const struct dfake_message *target =
        dfake_message_find(fake, fake_get_id(reference, "message_id"));
    if (target == NULL || target->channel != channel->id) {
        const cJSON *fail = fake_get(reference, "fail_if_not_exists");
        if (fail == NULL || cJSON_IsTrue(fail)) {
            dfake_error_field(call, "message_reference", "REPLIES_UNKNOWN_MESSAGE");
            return false;
        }
        return true;
    }
    if ((dfake_permissions(fake, fake->bot, channel) & DFAKE_MAY_READ_HISTORY) == 0) {
        dfake_error(call, 160002);
        return false;
    }
    as->reply_to = target->author;
    cJSON *shown = fake_add_object(json, "message_reference");
    fake_add_number(shown, "type", 0);
    fake_add_id(shown, "channel_id", channel->id);
    fake_add_id(shown, "message_id", target->id);
    fake_put(json, "type", cJSON_CreateNumber(19));
    return true;
}

static bool dfake_may_contain(struct dfake_call *call, const struct dfake_channel *channel,
                              const cJSON *body)
{
    uint64_t may = dfake_permissions(call->fake, call->fake->bot, channel);
    bool files = call->file_count > 0 && (may & DFAKE_MAY_ATTACH) == 0;
    bool embeds = cJSON_GetArraySize(fake_get(body, "embeds")) > 0 && (may & DFAKE_MAY_EMBED) == 0;
    if (files || embeds) {
        dfake_error(call, 50013);
        return false;
    }
    if (dfake_shape_blocked(call->fake, channel, body)) {
        dfake_error(call, 200000);
        return false;
    }
    return true;
}

/* Who is mentioned in a private thread is in it from then on, where they may see the channel. */
static void dfake_mentioned_in(struct fake_discord *fake, struct dfake_channel *channel,
                               const cJSON *json)
{
    const cJSON *mention = NULL;
    cJSON_ArrayForEach(mention, fake_get(json, "mentions"))
    {
        uint64_t user = fake_get_id(mention, "id");
        if (channel->type == FAKE_DISCORD_THREAD_PRIVATE &&
            (dfake_permissions(fake, user, channel) & DFAKE_MAY_VIEW) != 0) {
            dfake_thread_add(fake, channel, user);
        }
    }
}

static void dfake_notify(struct fake_discord *fake, uint64_t user)
{
    struct dfake_user *found = dfake_user_find(fake, user);
    if (found != NULL && !found->bot) {
        found->notified++;
        fake->counts.notifications++;
    }
}

/* A new message notifies: in a direct channel the other one, elsewhere who is mentioned with leave
 * and can read there; one that says it is silent nobody. An edit never does. */
static void dfake_notifies(struct fake_discord *fake, const struct dfake_channel *channel,
                           const cJSON *json)
{
    const cJSON *mention = NULL;
    if ((fake_get_number(json, "flags", 0) & DFAKE_FLAG_SILENT) != 0) {
        return;
    }
    if (channel->guild == 0) {
        dfake_notify(fake, channel->person);
        return;
    }
    cJSON_ArrayForEach(mention, fake_get(json, "mentions"))
    {
        uint64_t user = fake_get_id(mention, "id");
        if ((dfake_permissions(fake, user, channel) & DFAKE_MAY_VIEW) != 0) {
            dfake_notify(fake, user);
        }
    }
}

unsigned fake_discord_notified(const struct fake_discord *fake, uint64_t user)
{
    const struct dfake_user *found = dfake_user_find(fake, user);
    return found == NULL ? 0 : found->notified;
}

struct dfake_message *dfake_send(struct dfake_call *call, struct dfake_channel *channel,
                                 const cJSON *body)
{
    struct fake_discord *fake = call->fake;
    if (!dfake_may_post(call, channel) || !dfake_shape_message(call, body, false) ||
        !dfake_may_contain(call, channel, body)) {
        return NULL;
    }
    struct dfake_message as = {.id = dfake_id(fake), .channel = channel->id, .author = fake->bot};
    cJSON *json = dfake_build_empty(fake, &as, 0);
    if (!dfake_reference(call, channel, body, json, &as)) {
        cJSON_Delete(json);
        return NULL;
    }
    dfake_build_fill(call, json, body, false);
    dfake_mentioned_in(fake, channel, json);
    dfake_notifies(fake, channel, json);
    const cJSON *nonce = fake_get(body, "nonce");
    if (cJSON_IsString(nonce) || cJSON_IsNumber(nonce)) {
        cJSON_AddItemToObject(json, "nonce", cJSON_Duplicate(nonce, false));
    }
    return dfake_message_put(fake, &as, json);
}

void dfake_create_message(struct dfake_call *call)
{
    struct dfake_channel *channel = dfake_call_channel(call, call->values[0], 0);
    if (channel == NULL) {
        return;
    }
    uint64_t key = dfake_nonce_key(call, call->body);
    if (key != 0 && dfake_nonce_answers(call, key)) {
        return;
    }
    struct fake_discord *fake = call->fake;
    if (channel->guild != 0 && fake->knobs.slow_ms > 0) {
        if (channel->slow_until_ms > fake->now_ms) {
            dfake_limit_429(call, "user", channel->slow_until_ms - fake->now_ms,
                            fake->knobs.slow_code);
            return;
        }
        channel->slow_until_ms = fake->now_ms + fake->knobs.slow_ms;
    }
    const struct dfake_message *message = dfake_send(call, channel, call->body);
    if (message == NULL) {
        return;
    }
    if (key != 0) {
        dfake_nonce_keep(call->fake, key, message);
    }
    dfake_answer_text(call, 200, message->json->bytes, message->json->len);
}

void dfake_get_message(struct dfake_call *call)
{
    struct dfake_channel *channel =
        dfake_call_channel(call, call->values[0], DFAKE_MAY_READ_HISTORY);
    const struct dfake_message *message =
        channel == NULL ? NULL : dfake_call_message(call, channel, call->values[1]);
    if (message != NULL) {
        dfake_answer_text(call, 200, message->json->bytes, message->json->len);
    }
}

void dfake_get_messages(struct dfake_call *call)
{
    char text[FAKE_ID_BYTES];
    const struct dfake_channel *channel = dfake_call_channel(call, call->values[0], 0);
    if (channel == NULL) {
        return;
    }
    uint64_t may = dfake_permissions(call->fake, call->fake->bot, channel);
    unsigned most = 50;
    if (dfake_query(call, "limit", text, sizeof text)) {
        most = (unsigned)strtoul(text, NULL, 10);
    }
    uint64_t before = dfake_query(call, "before", text, sizeof text) ? fake_id_of(text) : 0;
    uint64_t after = dfake_query(call, "after", text, sizeof text) ? fake_id_of(text) : 0;
    cJSON *list = cJSON_CreateArray();
    const struct dfake_message *message = channel->last;
    for (; message != NULL && most > 0 && (may & DFAKE_MAY_READ_HISTORY) != 0;
         message = message->before) {
        bool wanted =
            message->seer == 0 && (before == 0 || message->id < before) && message->id > after;
        if (wanted) {
            cJSON_AddItemToArray(list,
                                 cJSON_ParseWithLength(message->json->bytes, message->json->len));
            most--;
        }
    }
    dfake_answer_json(call, 200, list);
}

static bool dfake_may_edit(struct dfake_call *call, const struct dfake_channel *channel,
                           const struct dfake_message *message)
{
    struct fake_discord *fake = call->fake;
    if (message->author != fake->bot) {
        dfake_error(call, 50005);
        return false;
    }
    if (channel->archived) {
        dfake_error(call, 50083);
        return false;
    }
    bool old = dfake_id_ms(message->id) + fake->knobs.old_edit_ms <= fake->now_ms;
    if (old && !dfake_window_take(&fake->old_edits, fake->now_ms, DFAKE_OLD_EDITS_MS,
                                  fake->knobs.old_edits)) {
        dfake_limit_429(call, "user", fake->old_edits.from_ms + DFAKE_OLD_EDITS_MS - fake->now_ms,
                        30046);
        return false;
    }
    return true;
}

void dfake_edit_message(struct dfake_call *call)
{
    struct dfake_channel *channel = dfake_call_channel(call, call->values[0], 0);
    struct dfake_message *message =
        channel == NULL ? NULL : dfake_call_message(call, channel, call->values[1]);
    if (message == NULL || !dfake_may_edit(call, channel, message) ||
        !dfake_shape_message(call, call->body, true) ||
        !dfake_may_contain(call, channel, call->body)) {
        return;
    }
    cJSON *json = cJSON_ParseWithLength(message->json->bytes, message->json->len);
    dfake_build_edit(call, json, call->body, false);
    dfake_message_change(call->fake, message, json);
    dfake_answer_text(call, 200, message->json->bytes, message->json->len);
}

void dfake_delete_message(struct dfake_call *call)
{
    struct dfake_channel *channel = dfake_call_channel(call, call->values[0], 0);
    struct dfake_message *message =
        channel == NULL ? NULL : dfake_call_message(call, channel, call->values[1]);
    if (message == NULL) {
        return;
    }
    uint64_t may = dfake_permissions(call->fake, call->fake->bot, channel);
    if (message->author != call->fake->bot && channel->guild == 0) {
        dfake_error(call, 50003);
    } else if (message->author != call->fake->bot && (may & DFAKE_MAY_MANAGE_MESSAGE) == 0) {
        dfake_error(call, 50013);
    } else if (channel->archived) {
        dfake_error(call, 50083);
    } else {
        dfake_message_delete(call->fake, message, true);
        dfake_answer_empty(call);
    }
}

void dfake_delete_messages(struct dfake_call *call)
{
    struct fake_discord *fake = call->fake;
    struct dfake_channel *channel =
        dfake_call_channel(call, call->values[0], DFAKE_MAY_MANAGE_MESSAGE);
    const cJSON *ids = fake_get(call->body, "messages");
    int count = cJSON_GetArraySize(ids);
    if (channel == NULL) {
        return;
    }
    if (count < 2 || count > 100) {
        dfake_error(call, 50016);
        return;
    }
    int64_t oldest = fake->now_ms - (int64_t)DFAKE_BULK_MS_DAYS * DFAKE_DAY_MS;
    const cJSON *id = NULL;
    cJSON_ArrayForEach(id, ids)
    {
        if (dfake_id_ms(fake_id_of(id->valuestring)) < oldest) {
            dfake_error(call, 50034);
            return;
        }
    }
    cJSON *event = cJSON_CreateObject();
    cJSON_AddItemToObject(event, "ids", cJSON_Duplicate(ids, true));
    fake_add_id(event, "channel_id", channel->id);
    fake_add_id(event, "guild_id", channel->guild);
    cJSON_ArrayForEach(id, ids)
    {
        struct dfake_message *message = dfake_message_find(fake, fake_id_of(id->valuestring));
        if (message != NULL && message->channel == channel->id) {
            dfake_message_delete(fake, message, false);
        }
    }
    dfake_event(fake, channel->guild, 512, "MESSAGE_DELETE_BULK", event);
    dfake_answer_empty(call);
}

void dfake_type(struct dfake_call *call)
{
    if (dfake_call_channel(call, call->values[0], 0) != NULL) {
        dfake_answer_empty(call);
    }
}
