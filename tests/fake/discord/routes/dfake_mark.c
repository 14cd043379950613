/* Routes of pins and reactions. */
#include "dfake_handlers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DFAKE_PINS_MAX = 250, DFAKE_REACTIONS_MAX = 20 };

static unsigned dfake_pins(const struct dfake_channel *channel)
{
    unsigned count = 0;
    for (const struct dfake_message *at = channel->first; at != NULL; at = at->after) {
        count += at->pinned;
    }
    return count;
}

static void dfake_pin_set(struct dfake_call *call, bool pinned)
{
    struct fake_discord *fake = call->fake;
    struct dfake_channel *channel = dfake_call_channel(call, call->values[0], DFAKE_MAY_PIN);
    struct dfake_message *message =
        channel == NULL ? NULL : dfake_call_message(call, channel, call->values[1]);
    if (message == NULL) {
        return;
    }
    if (pinned && !message->pinned && dfake_pins(channel) >= DFAKE_PINS_MAX) {
        dfake_error(call, 30003);
        return;
    }
    message->pinned = pinned;
    channel->pinned_ms = fake->now_ms;
    cJSON *json = cJSON_ParseWithLength(message->json->bytes, message->json->len);
    fake_put(json, "pinned", cJSON_CreateBool(pinned));
    dfake_message_change(fake, message, json);
    cJSON *event = cJSON_CreateObject();
    fake_add_id(event, "channel_id", channel->id);
    if (channel->guild != 0) {
        fake_add_id(event, "guild_id", channel->guild);
    }
    fake_add_time(event, "last_pin_timestamp", fake->now_ms);
    dfake_event(fake, channel->guild, channel->guild != 0 ? 1 : 4096, "CHANNEL_PINS_UPDATE", event);
    dfake_answer_empty(call);
}

void dfake_pin(struct dfake_call *call)
{
    dfake_pin_set(call, true);
}

void dfake_unpin(struct dfake_call *call)
{
    dfake_pin_set(call, false);
}

void dfake_get_pins(struct dfake_call *call)
{
    const struct dfake_channel *channel =
        dfake_call_channel(call, call->values[0], DFAKE_MAY_READ_HISTORY);
    if (channel == NULL) {
        return;
    }
    cJSON *json = cJSON_CreateObject();
    cJSON *items = fake_add_list(json, "items");
    for (const struct dfake_message *at = channel->last; at != NULL; at = at->before) {
        if (at->pinned) {
            cJSON *item = fake_add_object(items, NULL);
            fake_add_time(item, "pinned_at", channel->pinned_ms);
            cJSON_AddItemToObject(item, "message",
                                  cJSON_ParseWithLength(at->json->bytes, at->json->len));
        }
    }
    fake_add_bool(json, "has_more", false);
    dfake_answer_json(call, 200, json);
}

static void dfake_reaction(struct dfake_call *call, bool on)
{
    struct fake_discord *fake = call->fake;
    uint64_t may = on ? DFAKE_MAY_READ_HISTORY | DFAKE_MAY_REACT : DFAKE_MAY_READ_HISTORY;
    struct dfake_channel *channel = dfake_call_channel(call, call->values[0], may);
    const struct dfake_message *message =
        channel == NULL ? NULL : dfake_call_message(call, channel, call->values[1]);
    if (message == NULL) {
        return;
    }
    const char *emoji = call->values[2];
    if ((unsigned char)emoji[0] < 0x80 && strchr(emoji, ':') == NULL) {
        dfake_error(call, 10014);
        return;
    }
    fake_discord_react(fake, fake->bot, message->id, emoji, on);
    dfake_answer_empty(call);
}

void dfake_react(struct dfake_call *call)
{
    dfake_reaction(call, true);
}

void dfake_unreact(struct dfake_call *call)
{
    dfake_reaction(call, false);
}
