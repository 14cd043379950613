/* The list of slash commands, made of the same rows that everything else is made of: a game's name
 * opens a table with its options, questions to the house, acts at a table. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "embed_page.h"
#include "heap.h"
#include "json_out.h"
#include "lesson.h"
#include "setting.h"
#include "table.h"
#include "table_night.h"
#include "web_file.h"
#include "web_page.h"
#include "web_private.h"

enum { WEB_COMMANDS_BYTES_MAX = 256 * 1024, WEB_COMMANDS_MAX = 128 };

/* Questions, by the catalogue's key "web.ask." and the name. */
static const char *const web_questions[] = {
    "help",     "rules",    "status", "hand",    "todo",  "board",       "log",    "tables",
    "practice", "settings", "room",   "share",   "about", "data",        "news",   "link",
    "unlink",   "notify",   "block",  "unblock", "stats", "leaderboard", "console"};

struct web_listing {
    const struct catalogue *catalogue;
    struct arena *arena;
    struct buf buf;
    const char *names[WEB_COMMANDS_MAX]; /* so far */
    unsigned count;
};

static const char *web_listing_text(struct web_listing *listing, const char *key)
{
    return catalogue_text(listing->catalogue, listing->arena, key, NULL, VALUE_NONE, NULL);
}

/* Begins a command, unless one of that name is there. */
static bool web_listing_begin(struct web_listing *listing, const char *name, const char *help)
{
    for (unsigned i = 0; i < listing->count; i++) {
        if (strcmp(listing->names[i], name) == 0) {
            return false;
        }
    }
    assert(listing->count < WEB_COMMANDS_MAX);
    listing->names[listing->count++] = name;
    json_out_next(&listing->buf);
    buf_text(&listing->buf, "{");
    json_out_text(&listing->buf, "name", name);
    json_out_text(&listing->buf, "help", help);
    json_out_key(&listing->buf, "args");
    buf_text(&listing->buf, "[");
    return true;
}

static void web_listing_end(struct web_listing *listing)
{
    buf_text(&listing->buf, "]}");
}

static void web_listing_arg(struct web_listing *listing, const char *name, const char *kind,
                            bool optional, const char *help)
{
    json_out_next(&listing->buf);
    buf_text(&listing->buf, "{");
    json_out_text(&listing->buf, "name", name);
    if (kind != NULL && strcmp(kind, "term") != 0 && strcmp(kind, "bool") != 0) {
        json_out_text(&listing->buf, "kind", kind); /* else its choices tell, or it is free */
    }
    json_out_flag(&listing->buf, "optional", optional);
    json_out_text(&listing->buf, "help", help);
}

static void web_listing_choice(struct web_listing *listing, const char *choice)
{
    json_out_next(&listing->buf);
    json_out_string(&listing->buf, choice, strlen(choice));
}

static const char *web_listing_word(const struct web_listing *listing, const char *value)
{
    const char *word = catalogue_word(listing->catalogue, "term", "value", value);
    return word != NULL ? word : catalogue_term(listing->catalogue, value);
}

/* What an option may be, with the word for it where there is another than the one that is typed. */
static void web_listing_value(struct web_listing *listing, const char *value)
{
    const char *word = web_listing_word(listing, value);
    if (strcmp(word, value) == 0) {
        web_listing_choice(listing, value);
        return;
    }
    json_out_next(&listing->buf);
    buf_text(&listing->buf, "{");
    json_out_text(&listing->buf, "value", value);
    json_out_text(&listing->buf, "label", word);
    buf_text(&listing->buf, "}");
}

static void web_listing_limits(struct web_listing *listing, int32_t min, int32_t max)
{
    if (max > 0) {
        json_out_number(&listing->buf, "min", min);
        json_out_number(&listing->buf, "max", max);
    }
}

static const char *web_arg_kind(const struct arg_def *arg)
{
    switch (arg->kind) {
    case ARG_SEAT:
        return "seat";
    case ARG_NUMBER:
        return "number";
    case ARG_BOOL:
        return "bool";
    case ARG_TERM:
        return arg->choice_count > 0 ? "term" : "text";
    case ARG_TEXT:
    case ARG_TEXTS:
    case ARG_SEATS:
    case ARG_OBJECT:
        break;
    }
    return "text";
}

static void web_listing_row_arg(struct web_listing *listing, const struct arg_def *arg)
{
    const char *kind = web_arg_kind(arg);
    bool free = strcmp(kind, "text") == 0 && arg->choice_count == 0;
    web_listing_arg(listing, arg->name, free ? NULL : kind, (arg->flags & ARG_OPTIONAL) != 0, NULL);
    if (arg->kind == ARG_TERM && arg->choice_count > 0) {
        json_out_key(&listing->buf, "choices");
        buf_text(&listing->buf, "[");
        for (unsigned i = 0; i < arg->choice_count; i++) {
            web_listing_choice(listing, arg->choices[i].name);
        }
        buf_text(&listing->buf, "]");
    } else if (arg->kind == ARG_NUMBER) {
        web_listing_limits(listing, arg->min, arg->max);
    }
    buf_text(&listing->buf, "}");
}

static void web_listing_row(struct web_listing *listing, const struct action_def *row)
{
    bool of_night = row->phases == BIT(TABLE_NIGHT); /* they stand on its board */
    if ((row->surfaces & AS_HIDDEN) != 0 || of_night || (row->who & ~(unsigned)WHO_HOUSE) == 0 ||
        !web_listing_begin(listing, row->name,
                           web_listing_text(listing, message_name(row->help)))) {
        return;
    }
    for (unsigned i = 0; i < row->arg_count; i++) {
        const struct arg_def *arg = &row->args[i];
        if ((arg->flags & ARG_RESOLVED) == 0 && arg->kind != ARG_OBJECT) {
            web_listing_row_arg(listing, arg);
        }
    }
    web_listing_end(listing);
}

/* What an option is when nobody says otherwise, in words, at a pace. */
static void web_listing_usual(struct web_listing *listing, const struct game_def *game,
                              unsigned index, const char *key, int32_t pace)
{
    enum { USUAL_BYTES = 24 };
    struct options options;
    char value[USUAL_BYTES];
    options_default(game, &options);
    const struct option_def *option = option_row(game, index);
    if (option->kind == OPTION_SECONDS && options.value[index] == OPTION_BY_PACE) {
        options.value[index] = pace == PACE_LIVE ? option->live : option->async;
    }
    options_print(game, &options, index, value);
    json_out_text(&listing->buf, key, web_listing_word(listing, value));
}

static void web_listing_option(struct web_listing *listing, const struct game_def *game,
                               unsigned index)
{
    const struct option_def *option = option_row(game, index);
    const char *help = web_listing_text(listing, message_name(option->help));
    bool is_number = option->kind == OPTION_NUMBER && option->choices[0] == NULL;
    const char *kind = option->kind == OPTION_CHOICE ? "term" : is_number ? "number" : "text";
    web_listing_arg(listing, option->name, option->kind == OPTION_PERSON ? "seat" : kind, true,
                    help);
    if (option->choices[0] != NULL) {
        json_out_key(&listing->buf, "choices");
        buf_text(&listing->buf, "[");
        for (unsigned i = 0; i < OPTION_CHOICES_MAX && option->choices[i] != NULL; i++) {
            web_listing_value(listing, option->choices[i]);
        }
        buf_text(&listing->buf, "]");
    }
    if (option->kind == OPTION_NUMBER) {
        web_listing_limits(listing, option->min, option->max);
    }
    if (option->kind != OPTION_CHOICE) { /* of choices it is the first */
        web_listing_usual(listing, game, index, "usual", PACE_ASYNC);
    }
    if (option->kind == OPTION_SECONDS) {
        web_listing_usual(listing, game, index, "live", PACE_LIVE);
    }
    buf_text(&listing->buf, "}");
}

/* "pitch.GAME" and what comes behind it. */
static const char *web_listing_pitch(struct web_listing *listing, const struct game_def *game,
                                     const char *what)
{
    char key[64];
    snprintf(key, sizeof key, "pitch.%s%s", game->id, what);
    return web_listing_text(listing, key);
}

/* The game's picture, where its folder has one: with the list it costs a request less each. */
static void web_listing_picture(struct web_listing *listing, const struct game_def *game)
{
    char name[64];
    snprintf(name, sizeof name, "game-%s.svg", game->id);
    const struct embedded_file *picture = embedded_find(page, page_count, name);
    if (picture != NULL) {
        json_out_text(&listing->buf, "picture", (const char *)picture->bytes);
    }
}

/* What somebody chooses a game by. */
static void web_listing_about(struct web_listing *listing, const struct game_def *game)
{
    json_out_key(&listing->buf, "game");
    buf_text(&listing->buf, "{");
    json_out_text(&listing->buf, "name", catalogue_term(listing->catalogue, game->id));
    json_out_text(&listing->buf, "pitch", web_listing_pitch(listing, game, ""));
    if (!game->gathers) {
        json_out_text(&listing->buf, "minutes", web_listing_pitch(listing, game, ".minutes"));
    }
    json_out_number(&listing->buf, "seats_min", game->seats_min);
    json_out_number(&listing->buf, "seats_max", game->seats_max);
    if (game->gathers) {
        json_out_flag(&listing->buf, "plan", true);
    }
    json_out_flag(&listing->buf, "lesson", lesson_is_built_in(game));
    web_listing_picture(listing, game);
    buf_text(&listing->buf, "}");
}

static void web_listing_game(struct web_listing *listing, const struct game_def *game)
{
    struct value_tree values;
    struct value fact[2];
    char pool[8];
    value_init(&values, fact, 2, pool, sizeof pool);
    value_term(&values, "game", game->id);
    if (!web_listing_begin(listing, game->id,
                           catalogue_text(listing->catalogue, listing->arena,
                                          game->gathers ? "web.open.night" : "web.open", &values,
                                          VALUE_NONE, NULL))) {
        return;
    }
    for (unsigned i = 0; option_row(game, i) != NULL && !game->gathers; i++) {
        web_listing_option(listing, game, i);
    }
    buf_text(&listing->buf, "]");
    web_listing_about(listing, game);
    buf_text(&listing->buf, "}");
}

/* A setting, with what is offered of it. */
static void web_listing_setting(struct web_listing *listing, enum setting setting)
{
    const struct setting_row *row = setting_row(setting);
    char value[SETTING_VALUE_BYTES];
    char key[64];
    snprintf(key, sizeof key, "web.ask.%s", row->name);
    web_listing_begin(listing, row->name, web_listing_text(listing, key));
    web_listing_arg(listing, "to", row->open || !setting_value(setting, 0, value) ? "text" : "term",
                    true, web_listing_text(listing, "setting.to"));
    if (!row->open && setting_value(setting, 0, value)) {
        json_out_key(&listing->buf, "choices");
        buf_text(&listing->buf, "[");
        for (unsigned i = 0; setting_value(setting, i, value); i++) {
            web_listing_choice(listing, value);
        }
        buf_text(&listing->buf, "]");
    }
    buf_text(&listing->buf, "}");
    web_listing_end(listing);
}

/* Questions that a text can go with, and what it is. */
static const struct {
    const char *question;
    const char *help;
} web_wishes[] = {{"notify", "web.ask.notify.to"},
                  {"block", "web.ask.block.to"},
                  {"unblock", "web.ask.block.to"},
                  {"stats", "web.ask.stats.to"},
                  {"leaderboard", "web.ask.leaderboard.to"}};

static void web_listing_wish(struct web_listing *listing, const char *question)
{
    for (size_t i = 0; i < sizeof web_wishes / sizeof *web_wishes; i++) {
        if (strcmp(web_wishes[i].question, question) == 0) {
            web_listing_arg(listing, "to", "text", true,
                            web_listing_text(listing, web_wishes[i].help));
            buf_text(&listing->buf, "}");
        }
    }
}

static void web_listing_questions(struct web_listing *listing)
{
    for (size_t i = 0; i < sizeof web_questions / sizeof *web_questions; i++) {
        char key[64] = "web.ask.";
        memcpy(key + strlen(key), web_questions[i], strlen(web_questions[i]) + 1);
        web_listing_begin(listing, web_questions[i], web_listing_text(listing, key));
        web_listing_wish(listing, web_questions[i]);
        bool practice = strcmp(web_questions[i], "practice") == 0;
        if (practice || strcmp(web_questions[i], "rules") == 0) {
            web_listing_arg(listing, "game", "term", !practice, NULL);
            json_out_key(&listing->buf, "choices");
            buf_text(&listing->buf, "[");
            for (const struct game_def *const *game = games_all; *game != NULL; game++) {
                web_listing_choice(listing, (*game)->id);
            }
            buf_text(&listing->buf, "]}");
        }
        web_listing_end(listing);
    }
    for (unsigned i = 0; i < SETTINGS; i++) {
        web_listing_setting(listing, (enum setting)i);
    }
}

static char *web_listing_make(const struct catalogue *catalogue)
{
    struct arena *arena = arena_new();
    struct web_listing *listing = arena_take(arena, sizeof *listing);
    struct table *table = arena_take(arena, sizeof *table);
    size_t count = 0;
    listing->catalogue = catalogue;
    listing->arena = arena;
    buf_init(&listing->buf, WEB_COMMANDS_BYTES_MAX);
    buf_text(&listing->buf, "[");
    for (const struct game_def *const *game = games_all; *game != NULL; game++) {
        web_listing_game(listing, *game);
    }
    for (const struct game_def *const *game = games_gathering; *game != NULL; game++) {
        web_listing_game(listing, *game);
    }
    web_listing_questions(listing);
    const struct action_def *rows = table_actions(&count);
    for (size_t i = 0; i < count; i++) {
        web_listing_row(listing, &rows[i]);
    }
    for (const struct game_def *const *game = games_all; *game != NULL; game++) {
        for (size_t i = 0; i < (*game)->action_count; i++) {
            web_listing_row(listing, &(*game)->actions[i]);
        }
        table->game = *game; /* acts that every game has are found by name alone */
        const struct action_def *concede = table_action(table, "concede");
        if (concede != NULL) {
            web_listing_row(listing, concede);
        }
    }
    buf_text(&listing->buf, "]");
    assert(!listing->buf.full);
    char *json = heap_text(listing->buf.text, listing->buf.len);
    buf_deinit(&listing->buf);
    arena_free(&arena);
    return json;
}

const struct http_file *web_commands(struct web *web)
{
    struct web_page *kept = web->page;
    if (kept->commands_of != web->world->catalogue) {
        free(kept->commands);
        kept->commands = web_listing_make(web->world->catalogue);
        kept->commands_of = web->world->catalogue;
        http_file_make(&kept->commands_file, http_file_type("commands.json"), kept->commands,
                       strlen(kept->commands));
    }
    return &kept->commands_file;
}
