/* One list is filled from the rows, then printed. Rows of one name are one command with the
 * arguments of all, each of them optional: who leaves out what is needed gets a form. */
#include "discord_commands_private.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "discord_menu.h"
#include "discord_text.h"
#include "discord_word.h"
#include "json_out.h"
#include "setting.h"
#include "table.h"

/* --- filling ---------------------------------------------------------------------------------- */

/* A name as Discord takes it: small letters, digits, - and _; a dot becomes -. */
static const char *list_name(const struct list *list, const char *name)
{
    size_t len = strlen(name);
    char *copy = arena_text(list->arena, name, len < DISCORD_NAME_MAX ? len : DISCORD_NAME_MAX);
    for (char *at = copy; *at != '\0'; at++) {
        if (*at >= 'A' && *at <= 'Z') {
            *at = (char)(*at - 'A' + 'a');
        } else if (*at == '.' || *at == ' ') {
            *at = '-';
        }
    }
    return copy;
}

static struct list_command *list_new(const struct list *list, const char *name, const char *key)
{
    struct list_command *command = arena_take(list->arena, sizeof *command);
    command->name = list_name(list, name);
    command->key = key;
    command->contexts = CONTEXTS_BOTH;
    return command;
}

/* The command of that name, made when it is not there. */
static struct list_command *list_at(struct list *list, const char *name, const char *key)
{
    const char *wanted = list_name(list, name);
    for (struct list_command *command = list->first; command != NULL; command = command->next) {
        if (strcmp(command->name, wanted) == 0) {
            return command;
        }
    }
    struct list_command *command = list_new(list, name, key);
    *(list->first == NULL ? &list->first : &list->last->next) = command;
    list->last = command;
    return command;
}

static struct list_command *list_sub(const struct list *list, struct list_command *group,
                                     const char *name, const char *key)
{
    struct list_command *sub = list_new(list, name, key);
    *(group->subs == NULL ? &group->subs : &group->last_sub->next) = sub;
    group->last_sub = sub;
    return sub;
}

static struct list_option *list_option(const struct list *list, struct list_command *command,
                                       const char *name, unsigned room)
{
    const char *wanted = list_name(list, name);
    for (unsigned i = 0; i < command->option_count; i++) {
        if (strcmp(command->option[i].name, wanted) == 0) {
            return NULL;
        }
    }
    if (command->option_count + room >= DISCORD_OPTIONS_MAX) {
        return NULL;
    }
    struct list_option *option = &command->option[command->option_count++];
    option->name = wanted;
    option->type = OPTION_STRING;
    return option;
}

static void list_choice(struct list_option *option, const char *name, const char *label)
{
    if (option->choice_count < DISCORD_OPTIONS_MAX) {
        option->choice[option->choice_count++] = (struct choice_word){name, label};
    }
}

static void list_limits(struct list_option *option, int32_t min, int32_t max)
{
    option->limited = max > min;
    option->min = min;
    option->max = max;
}

static void list_arg_term(const struct list *list, struct list_option *option,
                          const struct arg_def *arg)
{
    bool fixed = arg->choice_count > 0 && (arg->flags & ARG_OPEN) == 0 &&
                 arg->choice_count <= DISCORD_OPTIONS_MAX;
    option->autocomplete = !fixed;
    for (unsigned i = 0; fixed && i < arg->choice_count; i++) {
        list_choice(option, arg->choices[i].name,
                    catalogue_term(list->catalogue, arg->choices[i].name));
    }
}

static void list_arg(const struct list *list, struct list_command *command,
                     const struct arg_def *arg, const char *game)
{
    struct list_option *option = NULL;
    if ((arg->flags & ARG_RESOLVED) != 0 || arg->kind == ARG_OBJECT ||
        (option = list_option(list, command, arg->name, 1)) == NULL) {
        return;
    }
    option->key = arg->name;
    option->game = game;
    switch (arg->kind) {
    case ARG_SEAT:
        option->autocomplete = true;
        break;
    case ARG_NUMBER:
        if (strcmp(arg->name, "person") == 0) { /* somebody who need not sit at the table */
            option->type = OPTION_USER;
            break;
        }
        if ((arg->flags & ARG_OPEN) == 0) {
            list_limits(option, arg->min, arg->max);
        }
        option->type = OPTION_INTEGER;
        break;
    case ARG_BOOL:
        option->type = OPTION_BOOLEAN;
        break;
    case ARG_TERM:
        list_arg_term(list, option, arg);
        break;
    case ARG_TEXT:
    case ARG_TEXTS:
        option->autocomplete = (arg->flags & ARG_KNOWN) != 0;
        break;
    case ARG_SEATS:
    case ARG_OBJECT:
        break;
    }
}

/* Which table is meant, for who sits at several. */
static void list_table(const struct list *list, struct list_command *command)
{
    struct list_option *option = list_option(list, command, "table", 0);
    if (option != NULL) {
        option->key = "table";
        option->type = OPTION_INTEGER;
        list_limits(option, 1, 1000000);
    }
}

static void list_args(const struct list *list, struct list_command *command,
                      const struct action_def *row, const char *game)
{
    for (unsigned i = 0; i < row->arg_count; i++) {
        list_arg(list, command, &row->args[i], game);
    }
}

static bool list_is_offered(const struct action_def *row)
{
    return (row->surfaces & AS_HIDDEN) == 0 && (row->who & ~(unsigned)WHO_HOUSE) != 0;
}

/* An act of a game as a command of its own. */
static void list_row(struct list *list, const struct action_def *row, const char *game)
{
    if (!list_is_offered(row)) {
        return;
    }
    const char *name = row->slash != NULL ? row->slash : row->name;
    list_args(list, list_at(list, name, message_name(row->help)), row, game);
}

static void list_setting(const struct list *list, struct list_command *command,
                         const struct option_def *row)
{
    struct list_option *option = list_option(list, command, row->name, 0);
    if (option == NULL) {
        return;
    }
    option->key = message_name(row->help);
    if (row->kind == OPTION_PERSON) {
        option->type = OPTION_USER;
        return;
    }
    bool words = row->kind == OPTION_CHOICE || (row->kind == OPTION_NUMBER && row->choices[0]);
    if (row->kind == OPTION_NUMBER && !words) {
        option->type = OPTION_INTEGER;
        list_limits(option, row->min, row->max);
    }
    option->autocomplete = row->menu != NULL;
    for (unsigned i = 0;
         row->kind == OPTION_CHOICE && i < OPTION_CHOICES_MAX && row->choices[i] != NULL; i++) {
        list_choice(option, row->choices[i], catalogue_term(list->catalogue, row->choices[i]));
    }
}

static void list_game(struct list *list, const struct game_def *game)
{
    struct list_command *command =
        list_at(list, game->id, game->gathers ? "web.open.night" : "web.open");
    const struct option_def *row = NULL;
    if (game->gathers) {
        list_option(list, command, "at", 0)->key = "discord.night.at";
    }
    command->game = game->id;
    command->contexts = CONTEXTS_GUILD;
    for (unsigned i = OPTION_COMMON_COUNT; (row = option_row(game, i)) != NULL; i++) {
        if (!row->no_slash) {
            list_setting(list, command, row);
        }
    }
    for (unsigned i = 0; i < OPTION_COMMON_COUNT && !game->gathers; i++) {
        list_setting(list, command, option_row(game, i));
    }
}

static void list_game_rows(struct list *list, const struct game_def *game)
{
    struct table *table = arena_take(list->arena, sizeof *table);
    for (size_t i = 0; i < game->action_count; i++) {
        list_row(list, &game->actions[i], game->id);
    }
    table->game = game; /* what every game has is found by name alone */
    const struct action_def *concede = table_action(table, "concede");
    if (concede != NULL) {
        list_row(list, concede, game->id);
    }
}

/* A question to the house; key: what stands beside it. */
static struct list_command *list_rules_options(const struct list *list,
                                               struct list_command *command)
{
    struct list_option *option = list_option(list, command, "game", 0);
    option->key = "game";
    for (const struct game_def *const *game = games_all; *game != NULL; game++) {
        list_choice(option, (*game)->id, catalogue_term(list->catalogue, (*game)->id));
    }
    list_option(list, command, "topic", 0)->key = "topic";
    return command;
}

static void list_table_rows(struct list *list, struct list_command *group, const char *named)
{
    size_t count = 0;
    const struct action_def *rows = table_actions(&count);
    for (size_t i = 0; i < count; i++) {
        bool theirs = (rows[i].who & (WHO_ANYONE | WHO_SEATED | WHO_HOST)) != 0 ||
                      (rows[i].surfaces & AS_MESSAGE) != 0; /* a referee needs no permission */
        if (list_is_offered(&rows[i]) && theirs &&
            strcmp(discord_word_group(&rows[i]), named) == 0) {
            struct list_command *sub =
                list_sub(list, group, rows[i].name, message_name(rows[i].help));
            list_args(list, sub, &rows[i], NULL);
            list_table(list, sub);
        }
    }
}

static void list_table_group(struct list *list)
{
    static const char *const questions[][2] = {
        {"help", "web.ask.help"}, {"status", "web.ask.status"}, {"board", "web.ask.board"},
        {"log", "web.ask.log"},   {"record", "web.ask.record"}, {"share", "web.ask.share"}};
    struct list_command *group = list_at(list, "table", "discord.group.table");
    for (size_t i = 0; i < sizeof questions / sizeof *questions; i++) {
        list_table(list, list_sub(list, group, questions[i][0], questions[i][1]));
    }
    list_table_rows(list, group, "table ");
    list_table_rows(list, list_at(list, "time", "discord.group.time"), "time ");
    struct list_command *host = list_at(list, "host", "discord.group.host");
    list_table(list, list_sub(list, host, "console", "web.ask.console"));
    list_table_rows(list, host, "host ");
}

/* What a setting is to be: from a menu where nothing else can be said. */
static void list_setting_option(const struct list *list, struct list_command *command,
                                enum setting setting)
{
    const struct setting_row *row = setting_row(setting);
    struct list_option *option = list_option(list, command, "to", 0);
    char value[SETTING_VALUE_BYTES];
    option->key = "setting.to";
    for (unsigned i = 0; !row->open && setting_value(setting, i, value); i++) {
        char key[64];
        snprintf(key, sizeof key, "setting.%s.%s", row->name, value);
        list_choice(option, arena_text(list->arena, value, strlen(value)),
                    catalogue_text(list->catalogue, list->arena, key, NULL, VALUE_NONE, NULL));
    }
    if (row->server) {
        struct list_option *server = list_option(list, command, "server", 0);
        server->type = OPTION_BOOLEAN;
        server->key = "setting.to.server";
    }
}

/* What somebody chooses for themselves, or a room's moderators for it. */
static void list_settings(const struct list *list, struct list_command *group, bool own)
{
    for (unsigned i = 0; i < SETTINGS; i++) {
        const struct setting_row *row = setting_row((enum setting)i);
        const char *name = strncmp(row->name, "my_", 3) == 0 ? row->name + 3 : row->name;
        char key[64];
        snprintf(key, sizeof key, "web.ask.%s", row->name);
        if (row->own == own) {
            const char *kept = arena_text(list->arena, key, strlen(key));
            list_setting_option(list, list_sub(list, group, name, kept), (enum setting)i);
        }
    }
}

/* What is to become of what is kept of somebody. */
static void list_data(const struct list *list, struct list_command *command)
{
    struct list_option *option = list_option(list, command, "to", 0);
    option->key = "web.ask.data";
    list_choice(
        option, "export",
        catalogue_text(list->catalogue, list->arena, "label.export", NULL, VALUE_NONE, NULL));
    list_choice(
        option, "forget",
        catalogue_text(list->catalogue, list->arena, "label.forget", NULL, VALUE_NONE, NULL));
}

/* What somebody wants to be told, and whom they keep away from their tables. */
static void list_own_lists(const struct list *list, struct list_command *me)
{
    struct list_command *notify = list_sub(list, me, "notify", "web.ask.notify");
    list_option(list, notify, "to", 0)->key = "web.ask.notify.to";
    list_table(list, notify);
    static const char *const blocks[][2] = {{"block", "web.ask.block"},
                                            {"unblock", "web.ask.unblock"}};
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++) {
        struct list_option *whom =
            list_option(list, list_sub(list, me, blocks[i][0], blocks[i][1]), "to", 0);
        whom->key = "web.ask.block.to";
        whom->type = OPTION_USER;
    }
}

/* How people play. */
static void list_results(struct list *list, struct list_command *me)
{
    struct list_option *whom =
        list_option(list, list_sub(list, me, "stats", "web.ask.stats"), "to", 0);
    whom->key = "web.ask.stats.to";
    whom->type = OPTION_USER;
    list_option(list, list_at(list, "leaderboard", "web.ask.leaderboard"), "to", 0)->key =
        "web.ask.leaderboard.to";
}

/* What a moderator does with somebody else's table. */
static void list_mod_group(struct list *list)
{
    struct list_command *group = list_at(list, "mod", "discord.group.mod");
    size_t count = 0;
    const struct action_def *rows = table_actions(&count);
    group->permissions = DISCORD_MOD_PERMISSIONS;
    group->contexts = CONTEXTS_GUILD;
    list_sub(list, group, "room", "web.ask.room");
    list_settings(list, group, false);
    for (size_t i = 0; i < count; i++) {
        bool mods = (rows[i].who & (WHO_MODERATOR | WHO_HOST)) != 0 &&
                    (rows[i].phases & BIT(TABLE_PLAYING)) != 0;
        bool hosts = strcmp(discord_word_group(&rows[i]), "host ") == 0; /* they stand there */
        if (list_is_offered(&rows[i]) && mods && !hosts) {
            struct list_command *sub =
                list_sub(list, group, rows[i].name, message_name(rows[i].help));
            list_args(list, sub, &rows[i], NULL);
            list_table(list, sub);
        }
    }
}

static void list_house(struct list *list)
{
    list_table_group(list);
    list_mod_group(list);
    struct list_command *me = list_at(list, "me", "discord.group.me");
    list_sub(list, me, "keep", "web.ask.keep");
    list_sub(list, me, "settings", "web.ask.settings");
    list_settings(list, me, true);
    list_data(list, list_sub(list, me, "data", "web.ask.data"));
    list_option(list, list_sub(list, me, "link", "web.ask.link"), "to", 0)->key =
        "label.link_field";
    list_sub(list, me, "unlink", "web.ask.unlink");
    list_own_lists(list, me);
    list_results(list, me);
    list_table(list, list_sub(list, me, "news", "web.ask.news"));
    list_sub(list, me, "tables", "web.ask.tables");
    list_sub(list, me, "todo", "web.ask.todo");
    list_table(list, list_at(list, "hand", "web.ask.hand"));
    list_rules_options(list, list_at(list, "rules", "web.ask.rules"));
    list_at(list, "todo", "web.ask.todo");
    list_at(list, "about", "web.ask.about");
}

static void list_fill(struct list *list)
{
    for (const struct game_def *const *game = games_all; *game != NULL; game++) {
        list_game(list, *game);
    }
    for (const struct game_def *const *game = games_gathering; *game != NULL; game++) {
        list_game(list, *game);
    }
    list_house(list);
    for (const struct game_def *const *game = games_all; *game != NULL; game++) {
        list_game_rows(list, *game);
    }
    for (struct list_command *command = list->first; command != NULL; command = command->next) {
        bool act = command->game == NULL && command->subs == NULL &&
                   strcmp(command->name, "rules") != 0 && strcmp(command->name, "todo") != 0 &&
                   strcmp(command->name, "leaderboard") != 0;
        if (act) {
            list_table(list, command);
        }
    }
}

const char *discord_commands(const struct catalogue *catalogue,
                             const struct discord_language *languages, size_t count,
                             struct arena *arena)
{
    struct list list = {
        .catalogue = catalogue, .languages = languages, .language_count = count, .arena = arena};
    unsigned commands = 0;
    list_fill(&list);
    buf_init(&list.out, LIST_BYTES_MAX);
    buf_text(&list.out, "[");
    for (const struct list_command *command = list.first; command != NULL;
         command = command->next) {
        discord_command_print(&list, command);
        commands++;
    }
    unsigned menus = discord_menus(catalogue, languages, count, arena, &list.out);
    buf_text(&list.out, "]");
    assert(!list.out.full && commands <= DISCORD_COMMANDS_MAX && menus <= DISCORD_MENUS_MAX);
    const char *json = arena_text(arena, list.out.text, list.out.len);
    buf_deinit(&list.out);
    return json;
}
