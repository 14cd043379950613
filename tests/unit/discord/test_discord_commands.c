/* The registration, against Discord's own limits. */
#include <check.h>
#include <string.h>

#include "discord_decode.h"
#include "discord_locales.h"
#include "discord_menu.h"
#include "discord_text.h"
#include "game.h"
#include "shape_kit.h"

Suite *suite_discord_commands(void);

static struct catalogue *english;
static cJSON *commands;

static void set_up(void)
{
    shape_set_up();
    english = shape_english();
    commands = shape_json(discord_commands(english, NULL, 0, shape_arena));
}

static void tear_down(void)
{
    cJSON_Delete(commands);
    catalogue_free(&english);
    shape_tear_down();
}

static const cJSON *member(const cJSON *json, const char *name)
{
    return cJSON_GetObjectItemCaseSensitive(json, name);
}

static const cJSON *named(const cJSON *list, const char *name)
{
    const cJSON *one = NULL;
    cJSON_ArrayForEach(one, list)
    {
        if (strcmp(shape_member(one, "name"), name) == 0) {
            return one;
        }
    }
    return NULL;
}

static void name_is_sound(const cJSON *json)
{
    const char *name = shape_member(json, "name");
    const char *description = shape_member(json, "description");
    size_t len = strlen(name);
    ck_assert_msg(len >= 1 && len <= 32, "%s", name);
    ck_assert_msg(name[strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-_")] == '\0', "%s", name);
    ck_assert_msg(description[0] != '\0' && discord_count(description, strlen(description)) <= 100,
                  "%s: %s", name, description);
}

static size_t choices_are_sound(const cJSON *option)
{
    const cJSON *choices = member(option, "choices");
    const cJSON *choice = NULL;
    size_t text = 0;
    ck_assert_int_le(cJSON_GetArraySize(choices), 25);
    ck_assert(choices == NULL || member(option, "autocomplete") == NULL);
    cJSON_ArrayForEach(choice, choices)
    {
        const char *name = shape_member(choice, "name");
        ck_assert_uint_le(strlen(shape_member(choice, "value")), 100);
        ck_assert_uint_gt(strlen(name), 0);
        text += strlen(name) + strlen(shape_member(choice, "value"));
    }
    return text;
}

static size_t options_are_sound(const cJSON *command)
{
    const cJSON *options = member(command, "options");
    const cJSON *option = NULL;
    size_t text =
        strlen(shape_member(command, "name")) + strlen(shape_member(command, "description"));
    name_is_sound(command);
    ck_assert_int_le(cJSON_GetArraySize(options), 25);
    cJSON_ArrayForEach(option, options)
    {
        ck_assert_ptr_eq(named(options, shape_member(option, "name")), option);
        if (member(option, "type")->valueint == 1) {
            text += options_are_sound(option);
            continue;
        }
        name_is_sound(option);
        text += strlen(shape_member(option, "name")) + strlen(shape_member(option, "description"));
        text += choices_are_sound(option);
    }
    return text;
}

/* What stands beside a name is a sentence, neither the catalogue's key of one nor the name itself.
 */
static void says_what_it_is(const cJSON *one)
{
    const char *text = shape_member(one, "description");
    const char *space = strchr(text, ' ');
    const cJSON *option = NULL;
    ck_assert_msg(strcmp(text, shape_member(one, "name")) != 0, "%s has no description", text);
    ck_assert_msg(catalogue_entry(english, text) == NULL, "%s is a key", text);
    ck_assert_msg(space != NULL || strchr(text, '.') == NULL, "%s is a key", text);
    cJSON_ArrayForEach(option, member(one, "choices"))
    {
        const char *name = shape_member(option, "name");
        ck_assert_msg(strncmp(name, "term.", 5) != 0 && catalogue_entry(english, name) == NULL,
                      "%s is a key", name);
    }
    cJSON_ArrayForEach(option, member(one, "options"))
    {
        says_what_it_is(option); /* NOLINT(misc-no-recursion): commands have two levels */
    }
}

START_TEST(every_command_and_option_says_what_it_does)
{
    const cJSON *command = NULL;
    cJSON_ArrayForEach(command, commands)
    {
        if (member(command, "type")->valueint == 1) {
            says_what_it_is(command);
        }
    }
    ck_assert_str_eq(
        shape_member(named(member(named(commands, "table"), "options"), "record"), "description"),
        "All that has happened here, as a file to keep");
}
END_TEST

START_TEST(what_the_house_knows_is_completed)
{
    static const char *const known[][2] = {
        {"guess", "location"}, {"clue", "card"},     {"exchange", "card"}, {"eliminate", "card"},
        {"drop", "cards"},     {"retrieve", "card"}, {"accuse", "seat"},   {"ask", "seat"}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        const cJSON *option = named(member(named(commands, known[i][0]), "options"), known[i][1]);
        ck_assert_msg(cJSON_IsTrue(member(option, "autocomplete")), "%s %s", known[i][0],
                      known[i][1]);
    }
}
END_TEST

START_TEST(every_command_is_within_discords_limits)
{
    const cJSON *command = NULL;
    ck_assert_int_le(cJSON_GetArraySize(commands), 100);
    cJSON_ArrayForEach(command, commands)
    {
        if (member(command, "type")->valueint != 1) {
            continue; /* in the menu of a message: named as it likes, and not described */
        }
        ck_assert_ptr_eq(named(commands, shape_member(command, "name")), command);
        ck_assert_uint_le(options_are_sound(command), 8000);
    }
}
END_TEST

START_TEST(a_line_is_hidden_out_of_its_own_menu)
{
    unsigned menus = 0;
    const cJSON *command = NULL;
    cJSON_ArrayForEach(command, commands)
    {
        if (member(command, "type")->valueint == 3) {
            ck_assert_str_eq(shape_member(command, "name"), "Hide this line");
            ck_assert_str_eq(shape_member(command, "default_member_permissions"), "8192");
            ck_assert_ptr_null(member(command, "description"));
            ck_assert_ptr_null(member(command, "options"));
            menus++;
        }
    }
    ck_assert_uint_eq(menus, 1);
    struct arena *arena = arena_new();
    ck_assert_str_eq(discord_menu_command(english, arena, "Hide this line"), "mod hide");
    ck_assert_ptr_null(discord_menu_command(english, arena, "hide"));
    arena_free(&arena);
    ck_assert_ptr_nonnull(named(member(named(commands, "mod"), "options"), "hide"));
    ck_assert_ptr_nonnull(named(member(named(commands, "table"), "options"), "hide"));
}
END_TEST

START_TEST(each_game_opens_by_its_name_in_servers_alone)
{
    for (const struct game_def *const *game = games_all; *game != NULL; game++) {
        const cJSON *command = named(commands, (*game)->id);
        ck_assert_msg(command != NULL, "%s", (*game)->id);
        const cJSON *contexts = member(command, "contexts");
        ck_assert_int_eq(cJSON_GetArraySize(contexts), 1);
        ck_assert_int_eq(contexts->child->valueint, 0);
    }
}
END_TEST

/* Discord takes 25 options: none is cut off, those without a place are marked. */
START_TEST(every_option_of_a_game_is_its_commands_but_for_marked_ones)
{
    unsigned marked = 0;
    for (const struct game_def *const *game = games_all; *game != NULL; game++) {
        const struct option_def *row = NULL;
        const cJSON *options = member(named(commands, (*game)->id), "options");
        for (unsigned i = 0; (row = option_row(*game, i)) != NULL; i++) {
            bool there = named(options, row->name) != NULL;
            ck_assert_msg(there == !row->no_slash, "%s %s", (*game)->id, row->name);
            marked += row->no_slash;
        }
    }
    ck_assert_uint_gt(marked, 0);
}
END_TEST

START_TEST(every_act_of_a_game_is_a_command)
{
    for (const struct game_def *const *game = games_all; *game != NULL; game++) {
        for (size_t i = 0; i < (*game)->action_count; i++) {
            const struct action_def *row = &(*game)->actions[i];
            bool offered =
                (row->surfaces & AS_HIDDEN) == 0 && (row->who & ~(unsigned)WHO_HOUSE) != 0;
            const char *name = row->slash != NULL ? row->slash : row->name;
            ck_assert_msg(!offered || named(commands, name) != NULL, "%s %s", (*game)->id, name);
        }
    }
}
END_TEST

START_TEST(the_house_has_its_groups)
{
    static const char *const names[] = {"table", "mod", "me", "hand", "rules", "todo"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        ck_assert_msg(named(commands, names[i]) != NULL, "%s", names[i]);
    }
    ck_assert_str_eq(shape_member(named(commands, "mod"), "default_member_permissions"), "8192");
    ck_assert_ptr_nonnull(named(member(named(commands, "table"), "options"), "join"));
    ck_assert_ptr_nonnull(named(member(named(commands, "mod"), "options"), "skip"));
    ck_assert_ptr_null(named(commands, "skip"));
    ck_assert_ptr_null(named(commands, "leave"));
    ck_assert_ptr_null(named(commands, "play"));
    ck_assert_ptr_null(named(commands, "help"));
}
END_TEST

START_TEST(a_language_or_prefix_is_a_channels_or_its_servers)
{
    static const char *const chosen[] = {"language", "prefix"};
    for (size_t i = 0; i < sizeof chosen / sizeof *chosen; i++) {
        const cJSON *mod = member(named(commands, "mod"), "options");
        const cJSON *options = member(named(mod, chosen[i]), "options");
        ck_assert_int_eq(member(named(options, "to"), "type")->valueint, 3);
        ck_assert_int_eq(member(named(options, "server"), "type")->valueint, 5);
        ck_assert_ptr_null(member(named(options, "server"), "required"));
    }
}
END_TEST

START_TEST(other_languages_stand_beside)
{
    static const char german[] = "language = de\n"
                                 "discord.name.hand = blatt\n"
                                 "web.ask.hand = Alles, was dein Platz weiß\n"
                                 "term.spyfall = Spionfall\n";
    struct fault fault;
    struct catalogue *other = catalogue_new(german, sizeof german - 1, &fault);
    ck_assert_msg(other != NULL, "%s", fault.text);
    const struct discord_language languages[] = {{"de", other}};
    cJSON *both = shape_json(discord_commands(english, languages, 1, shape_arena));
    const cJSON *hand = named(both, "hand");
    ck_assert_str_eq(shape_member(member(hand, "name_localizations"), "de"), "blatt");
    ck_assert_str_eq(shape_member(member(hand, "description_localizations"), "de"),
                     "Alles, was dein Platz weiß");
    const cJSON *games = member(named(member(named(both, "rules"), "options"), "game"), "choices");
    const cJSON *game = NULL;
    unsigned german_games = 0;
    cJSON_ArrayForEach(game, games)
    {
        const cJSON *names = cJSON_GetObjectItemCaseSensitive(game, "name_localizations");
        if (names != NULL) {
            ck_assert_str_eq(shape_member(game, "value"), "spyfall");
            ck_assert_str_eq(shape_member(names, "de"), "Spionfall");
            german_games++;
        }
    }
    ck_assert_uint_eq(german_games, 1);
    cJSON_Delete(both);
    catalogue_free(&other);
}
END_TEST

START_TEST(what_is_built_in_is_described_under_discords_names)
{
    struct discord_locales locales;
    discord_locales_open(&locales);
    cJSON *all =
        shape_json(discord_commands(english, locales.language, locales.count, shape_arena));
    const cJSON *told = member(named(all, "hand"), "description_localizations");
    ck_assert_str_eq(shape_member(told, "en-US"), shape_member(named(all, "hand"), "description"));
    ck_assert_str_eq(shape_member(told, "en-GB"), shape_member(told, "en-US"));
    ck_assert_int_eq(cJSON_GetArraySize(told), (int)locales.count);
    cJSON_Delete(all);
    discord_locales_close(&locales);
}
END_TEST

START_TEST(an_option_is_its_argument)
{
    char name[40];
    ck_assert(discord_argument_name("documents-kind", name, sizeof name));
    ck_assert_str_eq(name, "documents.kind");
    ck_assert(!discord_argument_name("", name, sizeof name));
}
END_TEST

Suite *suite_discord_commands(void)
{
    Suite *suite = suite_create("discord_commands");
    TCase *tcase = tcase_create("commands");
    tcase_add_checked_fixture(tcase, set_up, tear_down);
    tcase_add_test(tcase, every_command_and_option_says_what_it_does);
    tcase_add_test(tcase, what_the_house_knows_is_completed);
    tcase_add_test(tcase, every_command_is_within_discords_limits);
    tcase_add_test(tcase, a_line_is_hidden_out_of_its_own_menu);
    tcase_add_test(tcase, each_game_opens_by_its_name_in_servers_alone);
    tcase_add_test(tcase, every_option_of_a_game_is_its_commands_but_for_marked_ones);
    tcase_add_test(tcase, every_act_of_a_game_is_a_command);
    tcase_add_test(tcase, the_house_has_its_groups);
    tcase_add_test(tcase, a_language_or_prefix_is_a_channels_or_its_servers);
    tcase_add_test(tcase, other_languages_stand_beside);
    tcase_add_test(tcase, what_is_built_in_is_described_under_discords_names);
    tcase_add_test(tcase, an_option_is_its_argument);
    suite_add_tcase(suite, tcase);
    return suite;
}
