#include "discord_deaf.h"

#include <stdio.h>
#include <string.h>

#include "discord_private.h"
#include "log.h"

enum { DEAF_EACH_MS = 3600 * 1000 };

static void deaf_log(struct discord *discord, struct discord_place *here)
{
    int64_t now_ms = discord_now_ms(discord);
    size_t at = 0;
    for (struct discord_place *place = NULL; (place = map_next(&discord->places, &at)) != NULL;) {
        if (strcmp(place->guild, here->guild) == 0 && place->deaf_ms != 0 &&
            now_ms - place->deaf_ms < DEAF_EACH_MS) {
            return;
        }
    }
    here->deaf_ms = now_ms;
    log_event(LEVEL_WARNING, "discord.no_words",
              LOG_FIELDS(log_text("guild", here->guild),
                         log_text("mend", "messages come without their words: turn on Message "
                                          "Content Intent in the developer portal, or set "
                                          "discord.message_content = no; `deaddrop discord setup` "
                                          "looks")));
}

void discord_deaf_inbound(struct discord *discord, const struct discord_message *message)
{
    char event[2 * DISCORD_ID_BYTES];
    if (!message->blank || message->guild == NULL ||
        !settings_flag(discord->settings, "discord", "message_content")) {
        return;
    }
    discord_place_belongs(discord, message->channel, message->guild);
    struct discord_place *place = discord_place_at(discord, message->channel);
    deaf_log(discord, place);
    if (!place->deaf) {
        place->deaf = true;
        snprintf(event, sizeof event, "deaf/%s", message->id);
        discord_enqueue_room(discord, INBOUND_ROOM_WITHOUT_TEXT, message->channel, event, NULL);
    }
}
