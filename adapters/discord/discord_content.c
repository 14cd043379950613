#include "discord_content.h"

#include <stdio.h>
#include <string.h>

#include "discord_private.h"
#include "log.h"

enum { CONTENT_LOG_EACH_MS = 3600 * 1000 };

static void content_log(struct discord *discord, struct discord_channel *here)
{
    int64_t now_ms = discord_now_ms(discord);
    size_t at = 0;
    for (struct discord_channel *channel = NULL;
         (channel = map_next(&discord->channels, &at)) != NULL;) {
        if (strcmp(channel->guild, here->guild) == 0 && channel->content_logged_ms != 0 &&
            now_ms - channel->content_logged_ms < CONTENT_LOG_EACH_MS) {
            return;
        }
    }
    here->content_logged_ms = now_ms;
    log_event(LEVEL_WARNING, "discord.no_words",
              LOG_FIELDS(log_text("guild", here->guild),
                         log_text("mend", "messages come without their words: turn on Message "
                                          "Content Intent in the developer portal, or set "
                                          "discord.message_content = no; `deaddrop discord setup` "
                                          "looks")));
}

void discord_content_missing(struct discord *discord, const struct discord_message *message)
{
    char event[2 * DISCORD_ID_BYTES];
    if (!message->blank || message->guild == NULL ||
        !settings_flag(discord->settings, "discord", "message_content")) {
        return;
    }
    discord_channel_set_guild(discord, message->channel, message->guild);
    struct discord_channel *channel = discord_channel_at(discord, message->channel);
    content_log(discord, channel);
    if (!channel->content_reported) {
        channel->content_reported = true;
        snprintf(event, sizeof event, "deaf/%s", message->id);
        discord_enqueue_room(discord, INBOUND_ROOM_WITHOUT_TEXT, message->channel, event, NULL);
    }
}
