/* The command of a verb is found in the rows that the commands are made of. */
#include "discord_word.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "setting.h"
#include "table.h"

enum { WORD_VERB_BYTES = 32 };

static bool word_is_letter(char letter)
{
    return (letter >= 'a' && letter <= 'z') || (letter >= '0' && letter <= '9') || letter == '_';
}

/* A question to the house, by the word for it: where it stands. */
static const char *word_question(const char *verb)
{
    static const char *const questions[][2] = {
        {"help", "table help"},     {"status", "table status"},
        {"board", "table board"},   {"log", "table log"},
        {"record", "table record"}, {"hand", "hand"},
        {"tables", "me tables"},    {"rules", "rules"},
        {"todo", "todo"},           {"settings", "me settings"},
        {"room", "mod room"},       {"about", "about"},
        {"data", "me data"},        {"link", "me link"},
        {"unlink", "me unlink"},    {"news", "me news"},
        {"share", "table share"},   {"notify", "me notify"},
        {"block", "me block"},      {"unblock", "me unblock"},
        {"stats", "me stats"},      {"leaderboard", "leaderboard"},
        {"console", "host console"}};
    for (size_t i = 0; i < sizeof questions / sizeof *questions; i++) {
        if (strcmp(questions[i][0], verb) == 0) {
            return questions[i][1];
        }
    }
    return NULL;
}

/* A setting is a person's own, or its room's. */
static const char *word_setting(const char *verb)
{
    bool own = setting_named(verb, true) != SETTINGS;
    return own ? "me " : setting_named(verb, false) != SETTINGS ? "mod " : NULL;
}

static const char *word_print(struct arena *arena, const char *group, const char *name)
{
    size_t size = strlen(group) + strlen(name) + 2;
    char *text = arena_take(arena, size);
    snprintf(text, size, "/%s%s", group, name);
    return text;
}

const char *discord_word_group(const struct action_def *row)
{
    static const char *const elsewhere[][2] = {
        {"pause", "time "},       {"resume", "time "},    {"extend", "time "},
        {"skip", "time "},        {"lock", "host "},      {"ready_check", "time "},
        {"announce", "host "},    {"cohost", "host "},    {"swap", "host "},
        {"warn", "host "},        {"force", "host "},     {"replace", "host "},
        {"later", "host "},       {"later_off", "host "}, {"open_host", "host "},
        {"announce_all", "mod "}, {"when", "host "}};
    for (size_t i = 0; i < sizeof elsewhere / sizeof *elsewhere; i++) {
        if (strcmp(elsewhere[i][0], row->name) == 0) {
            return elsewhere[i][1];
        }
    }
    return "table ";
}

static const char *word_of_verb(struct arena *arena, const char *verb)
{
    size_t count = 0;
    const char *question = word_question(verb);
    const struct action_def *own = table_actions(&count);
    const struct action_def *row = action_find(own, count, verb);
    if (word_setting(verb) != NULL) {
        bool mine = strncmp(verb, "my_", 3) == 0;
        return word_print(arena, word_setting(verb), mine ? verb + 3 : verb);
    }
    if (question != NULL || game_find(verb) != NULL) {
        return word_print(arena, "", question != NULL ? question : verb);
    }
    if (row != NULL) {
        return word_print(arena, discord_word_group(row), row->name);
    }
    for (const struct game_def *const *game = games_all; *game != NULL; game++) {
        row = action_find((*game)->actions, (*game)->action_count, verb);
        if (row != NULL) {
            return word_print(arena, "", row->slash != NULL ? row->slash : row->name);
        }
    }
    return NULL;
}

const char *discord_word_command(struct arena *arena, const char *typed)
{
    char verb[WORD_VERB_BYTES];
    size_t len = 0;
    if (typed[0] != '!') {
        return NULL;
    }
    while (word_is_letter(typed[1 + len]) && len + 1 < sizeof verb) {
        verb[len] = typed[1 + len];
        len++;
    }
    verb[len] = '\0';
    if (len == 0) {
        return typed[1] == '\0' ? "/" : NULL;
    }
    return word_of_verb(arena, verb);
}
