/* Slash commands: they name the act themselves, as a button does. */
#include "command_private.h"

#include <string.h>

/* "table join", "mod skip", "me tables": the verb without its group. */
static struct span slash_verb(const char *command)
{
    struct span rest = span_trim(span_of(command));
    struct span first = span_take(&rest);
    rest = span_trim(rest);
    bool group = span_fold_is(first, "table") || span_fold_is(first, "mod") ||
                 span_fold_is(first, "me") || span_fold_is(first, "time") ||
                 span_fold_is(first, "host");
    return group && rest.len > 0 ? span_take(&rest) : first;
}

/* An option "table" of a slash command: "3" or "#3". */
static void slash_number(struct reading *reading)
{
    const struct value_tree *args = reading->inbound->args;
    const char *said = args == NULL ? NULL : value_text_at(args, "table", NULL);
    uint32_t number = 0;
    if (said == NULL) {
        return;
    }
    said += *said == '#';
    for (; *said >= '0' && *said <= '9' && number < 100000000; said++) {
        number = number * 10 + (uint32_t)(*said - '0');
    }
    if (*said == '\0') {
        reading->number = number;
    }
}

static void slash_row(struct reading *reading, const struct verb *verb)
{
    struct raw raw = {.given = {false}};
    const struct table *table = reading_table(reading, verb->row, verb->game, true);
    if (table == NULL) {
        return;
    }
    reading->command->table = table;
    if (!press_named(reading, verb->row, reading->inbound->args, &raw)) {
        return;
    }
    reading->command->row = verb->row;
    if (strcmp(verb->name, "rematch") == 0 && table->phase == TABLE_OVER) {
        reading_rematch(reading, table);
    } else {
        press_make(reading, table, verb->row, &raw, 0);
    }
}

static void slash_practice(const struct reading *reading, const struct game_def *game)
{
    const struct table *table = game == NULL ? reading_table(reading, NULL, NULL, false) : NULL;
    game = table == NULL ? game : table->game;
    outcome_init(reading->out);
    if (game == NULL) {
        reading_refuse(reading, REFUSAL_WHICH_GAME);
    } else {
        reading_open(reading, game, span_of("practice"), NULL);
    }
}

/* What a room is to choose, or all of its server. */
static void slash_wish(struct reading *reading, const char *wish)
{
    struct value_tree *args = &reading->command->args;
    const char *wished = value_text_at(reading->inbound->args, wish, NULL);
    if (wished == NULL) { /* as older lists of commands call it */
        wished = value_text_at(reading->inbound->args, "for", NULL);
    }
    const char *server = value_text_at(reading->inbound->args, "server", "");
    if (wished != NULL && strlen(wished) < PRESS_WISH_MAX) {
        value_text(args, wish, wished, strlen(wished));
    }
    if (reading_is_term(reading, server, "yes", "y on true 1")) {
        value_bool(args, "server", true);
    }
}

static void slash_question(struct reading *reading, const struct verb *verb)
{
    const struct value_tree *args = reading->inbound->args;
    const char *topic = args == NULL ? NULL : value_text_at(args, "topic", NULL);
    const char *game = args == NULL ? NULL : value_text_at(args, "game", NULL);
    bool needs = verb->question == ASK_HAND || verb->question == ASK_BOARD ||
                 verb->question == ASK_LOG || verb->question == ASK_NEWS ||
                 verb->question == ASK_RECORD || verb->question == ASK_SHARE ||
                 verb->question == ASK_CONSOLE;
    const struct table *table = NULL;
    if (verb->question == ASK_PRACTICE) {
        slash_practice(reading, game == NULL ? NULL : game_find(game));
        return;
    }
    const char *wish = reading_wish(verb->question);
    bool house = wish != NULL || reading_is_house(verb->question);
    if (wish != NULL && args != NULL) {
        slash_wish(reading, wish);
    }
    if ((!house || verb->question == ASK_NOTIFY) && game == NULL) {
        table = reading_table(reading, NULL, NULL, needs);
        if (reading->command->kind == COMMAND_REFUSED) {
            if (needs) {
                return;
            }
            outcome_init(reading->out);
            table = NULL;
        }
    }
    reading_ask(reading, verb->question, table);
    reading_whom(reading);
    if (game != NULL && game_find(game) != NULL) {
        reading->command->game = game_find(game);
    }
    if (topic != NULL && topic[0] != '\0' && strlen(topic) < 64) {
        value_text(&reading->command->args, "topic", topic, strlen(topic));
    }
}

/* "me language": the person's own where a room has one by that name too. */
static void slash_own(const struct reading *reading, char folded[FOLD_BYTES])
{
    static const char own[] = "my_";
    char name[FOLD_BYTES + sizeof own];
    enum command_question question = ASK_HELP;
    struct span rest = span_trim(span_of(reading->inbound->command));
    if (!span_fold_is(span_take(&rest), "me") || span_trim(rest).len == 0) {
        return;
    }
    memcpy(name, own, sizeof own - 1);
    memcpy(name + sizeof own - 1, folded, strlen(folded) + 1);
    if (verbs_question(name, &question) && strlen(name) < FOLD_BYTES) {
        memcpy(folded, name, strlen(name) + 1);
    }
}

void reading_slash(struct reading *reading)
{
    struct span word =
        slash_verb(reading->inbound->command == NULL ? "" : reading->inbound->command);
    char folded[FOLD_BYTES];
    struct verbs verbs;
    if (!span_fold(word, folded) || folded[0] == '\0') {
        reading_refuse(reading, REFUSAL_BAD_INPUT);
        return;
    }
    slash_own(reading, folded);
    slash_number(reading);
    verbs_find(reading, folded, &verbs);
    for (size_t i = 0; i < verbs.count && verbs.exact; i++) {
        if (verbs.verb[i].kind == VERB_OPEN) {
            reading_open(reading, verbs.verb[i].game, span_of(""), reading->inbound->args);
            return;
        }
    }
    verbs_keep_meant(reading, &verbs);
    if (verbs.count == 0 || !verbs.exact) {
        const char *nearest = verbs_nearest(reading, folded);
        struct value_tree *facts = outcome_refuse(reading->out, REFUSAL_UNKNOWN_VERB);
        value_text(facts, "verb", word.at, word.len < 64 ? word.len : 0);
        if (nearest != NULL) {
            value_term(facts, "nearest", nearest);
        } else {
            value_null(facts, "nearest");
        }
        outcome_end(reading->out);
        reading->command->kind = COMMAND_REFUSED;
    } else if (verbs.verb[0].kind == VERB_ASK) {
        slash_question(reading, &verbs.verb[0]);
    } else {
        slash_row(reading, &verbs.verb[0]);
    }
}
