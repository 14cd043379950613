/* The command of a verb is found in the rows that the commands are made of. */
#include "discord_deaf.h"

#include <stdio.h>
#include <string.h>

#include "discord_private.h"
#include "log.h"
#include "table.h"

enum { DEAF_EACH_MS = 3600 * 1000, DEAF_VERB_BYTES = 32 };

static bool deaf_is_letter(char letter)
{
    return (letter >= 'a' && letter <= 'z') || (letter >= '0' && letter <= '9') || letter == '_';
}

/* A question to the house, by the word for it: where it stands. */
static const char *deaf_question(const char *verb)
{
    static const char *const questions[][2] = {
        {"help", "table help"},  {"status", "table status"}, {"board", "table board"},
        {"log", "table log"},    {"record", "table record"}, {"hand", "hand"},
        {"tables", "me tables"}, {"rules", "rules"},         {"todo", "todo"}};
    for (size_t i = 0; i < sizeof questions / sizeof *questions; i++) {
        if (strcmp(questions[i][0], verb) == 0) {
            return questions[i][1];
        }
    }
    return NULL;
}

static const char *deaf_print(struct arena *arena, const char *group, const char *name)
{
    size_t size = strlen(group) + strlen(name) + 2;
    char *text = arena_take(arena, size);
    snprintf(text, size, "/%s%s", group, name);
    return text;
}

static const char *deaf_command(struct arena *arena, const char *verb)
{
    size_t count = 0;
    const char *question = deaf_question(verb);
    const struct action_def *own = table_actions(&count);
    const struct action_def *row = action_find(own, count, verb);
    if (question != NULL || game_find(verb) != NULL) {
        return deaf_print(arena, "", question != NULL ? question : verb);
    }
    if (row != NULL) {
        return deaf_print(arena, "table ", row->name);
    }
    for (const struct game_def *const *game = games_all; *game != NULL; game++) {
        row = action_find((*game)->actions, (*game)->action_count, verb);
        if (row != NULL) {
            return deaf_print(arena, "", row->slash != NULL ? row->slash : row->name);
        }
    }
    return NULL;
}

const char *discord_deaf_word(struct arena *arena, const char *typed)
{
    char verb[DEAF_VERB_BYTES];
    size_t len = 0;
    if (typed[0] != '!') {
        return NULL;
    }
    while (deaf_is_letter(typed[1 + len]) && len + 1 < sizeof verb) {
        verb[len] = typed[1 + len];
        len++;
    }
    verb[len] = '\0';
    if (len == 0) {
        return typed[1] == '\0' ? "/" : NULL;
    }
    return deaf_command(arena, verb);
}

/* --- what should have been heard -------------------------------------------------------------- */

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

void discord_deaf_heard(struct discord *discord, const struct discord_message *message)
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
        discord_hear_room(discord, HEARD_ROOM_DEAF, message->channel, event, NULL);
    }
}
