/* What every file of the adapter leans on. */
#include <string.h>

#include "discord_private.h"
#include "table.h"

int64_t discord_now_ms(const struct discord *discord)
{
    return discord->world->clock.now_ms(discord->world->clock.context);
}

char *discord_copy(char *into, const char *id)
{
    size_t len = id == NULL ? 0 : strlen(id);
    len = len < DISCORD_ID_BYTES ? len : DISCORD_ID_BYTES - 1;
    memmove(into, id == NULL ? "" : id, len);
    into[len] = '\0';
    return into;
}

const struct catalogue *discord_catalogue(const struct discord *discord, const char *channel)
{
    return channel == NULL
               ? discord->world->catalogue
               : house_language(discord->house, (const struct adapter *)discord, channel);
}

const char *discord_words(struct discord *discord, const char *channel, const char *key)
{
    return catalogue_text(discord_catalogue(discord, channel), discord->arena, key, NULL,
                          VALUE_NONE, NULL);
}

static const char *discord_name_of(const void *context, uint64_t person)
{
    const struct discord *discord = context;
    return house_account(discord->house, (const struct adapter *)discord, person);
}

struct discord_names discord_names(struct discord *discord)
{
    return (struct discord_names){discord_name_of, discord,
                                  !settings_flag(discord->settings, "discord", "message_content")};
}

void discord_store_row(struct discord *discord, const char *key, const char *value)
{
    const struct adapter_row row = {.key = key,
                                    .value = value,
                                    .len = value == NULL ? 0 : strlen(value),
                                    .order = discord_now_ms(discord)};
    house_store_rows(discord->house, (struct adapter *)discord, &row, 1, NULL);
}

void discord_schedule(struct discord *discord, int64_t due_ms)
{
    int64_t now_ms = discord_now_ms(discord);
    if (due_ms < discord->timer_ms) {
        discord->timer_ms = due_ms;
        discord->wire->timer_set(discord->wire->context, discord->timer,
                                 due_ms <= now_ms ? 0 : due_ms - now_ms);
    }
}
