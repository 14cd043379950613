/* What must hold of the tables of every game: rows, options, names, help, phases. */
#include "game_kit.h"

#include "interceptor/interceptor.h"

#include <stdio.h>
#include <string.h>

static bool name_is_sound(const char *name)
{
    size_t len = strlen(name);
    return len >= 1 && len <= 32 && strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_-") == len;
}

/* Every word a row answers to, over the game's own and the common rows. */
static void check_words(const struct game_def *game)
{
    static char words[400][40];
    int count = 0;
    size_t commons = 0;
    const struct action_def *common = rules_common_actions(&commons);
    for (size_t i = 0; i < game->action_count + commons; i++) {
        const struct action_def *row =
            i < game->action_count ? &game->actions[i] : &common[i - game->action_count];
        const char *names[ACTION_ALIASES_MAX + 2] = {row->name, row->slash};
        memcpy(names + 2, row->aliases, sizeof row->aliases);
        for (size_t n = 0; n < ACTION_ALIASES_MAX + 2; n++) {
            bool twice = names[n] == NULL || (n == 1 && strcmp(names[1], row->name) == 0) ||
                         (n > 1 && row->slash != NULL && strcmp(names[n], row->slash) == 0);
            if (twice) {
                continue;
            }
            ck_assert_msg(name_is_sound(names[n]), "%s: %s", game->id, names[n]);
            for (int w = 0; w < count; w++) {
                ck_assert_msg(strcmp(words[w], names[n]) != 0, "%s twice in %s", names[n],
                              game->id);
            }
            snprintf(words[count++], 40, "%s", names[n]);
        }
    }
}

static void check_arg(const struct action_def *row, const struct arg_def *arg)
{
    ck_assert_ptr_nonnull(arg->name);
    ck_assert_msg(arg->choice_count <= 25, "%s %s has too many choices", row->name, arg->name);
    ck_assert((arg->choices != NULL) == (arg->choice_count > 0));
    for (unsigned i = 0; i < arg->choice_count; i++) {
        ck_assert_ptr_nonnull(arg->choices[i].name);
        ck_assert(name_is_sound(arg->choices[i].name));
    }
    if (arg->kind == ARG_TERM) {
        ck_assert_uint_gt(arg->choice_count, 0);
    }
    if (arg->kind == ARG_TEXT || arg->kind == ARG_NUMBER) {
        ck_assert_int_gt(arg->max, arg->min - 1);
        ck_assert_int_gt(arg->max, 0);
    }
    if (strchr(arg->name, '.') == NULL) {
        ck_assert(name_is_sound(arg->name));
    }
}

static void check_rows(const struct game_def *game, const struct action_def *rows, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        ck_assert_msg(rows[i].help != MSG_NONE, "%s has no help", rows[i].name);
        ck_assert_uint_ne(rows[i].who, 0);
        ck_assert_uint_le(rows[i].arg_count, ACTION_ARGS_MAX);
        ck_assert_ptr_eq(rules_action(game, rows[i].name), &rows[i]);
        for (unsigned arg = 0; arg < rows[i].arg_count; arg++) {
            check_arg(&rows[i], &rows[i].args[arg]);
        }
    }
}

START_TEST(rows_of_every_game_are_sound)
{
    size_t commons = 0;
    const struct action_def *common = rules_common_actions(&commons);
    for (const struct game_def *const *game = games_all; *game != NULL; game++) {
        check_words(*game);
        check_rows(*game, (*game)->actions, (*game)->action_count);
        check_rows(*game, common, commons);
        for (size_t i = 0; i < (*game)->action_count; i++) {
            ck_assert((*game)->actions[i].apply != NULL);
        }
    }
}
END_TEST

START_TEST(games_are_found_by_their_ids)
{
    ck_assert_ptr_eq(game_find("interceptor"), &interceptor_game);
    ck_assert_ptr_null(game_find("chess"));
    for (const struct game_def *const *game = games_all; *game != NULL; game++) {
        ck_assert_ptr_eq(game_find((*game)->id), *game);
        ck_assert(name_is_sound((*game)->id));
        ck_assert_uint_le((*game)->state_size, GAME_STATE_MAX);
        ck_assert_uint_le((*game)->seats_max, SEATS_MAX);
        int last = 0;
        while (last + 1 < PHASES_MAX && (*game)->phases[last + 1] != NULL) {
            last++;
        }
        ck_assert_str_eq((*game)->phases[last], "over");
    }
}
END_TEST

/* A phase that nothing leads out of would keep a table for ever. */
START_TEST(phases_have_a_way_out)
{
    for (const struct game_def *const *game = games_all; *game != NULL; game++) {
        for (int phase = 0; phase + 1 < PHASES_MAX && (*game)->phases[phase + 1] != NULL; phase++) {
            bool way = false;
            for (size_t i = 0; i < (*game)->action_count; i++) {
                way = way || ((*game)->actions[i].phases & BIT(phase)) != 0;
            }
            ck_assert_msg(way, "%s: nothing to do in %s", (*game)->id, (*game)->phases[phase]);
        }
    }
}
END_TEST

static void check_option(const struct game_def *game, unsigned index)
{
    const struct option_def *row = option_row(game, index);
    const struct option_def *found = NULL;
    struct options options;
    char text[64];
    ck_assert(name_is_sound(row->name));
    ck_assert_uint_ne(row->help, MSG_NONE);
    options_default(game, &options);
    options_print(game, &options, index, text);
    ck_assert_uint_lt(strlen(text), 24);
    struct options again = options;
    again.value[index] = 77;
    ck_assert(options_set(game, &again, row->name, text, &found));
    ck_assert_ptr_eq(found, row);
    ck_assert_mem_eq(&options, &again, sizeof options);
    for (int choice = 0;
         row->kind == OPTION_CHOICE && choice < OPTION_CHOICES_MAX && row->choices[choice] != NULL;
         choice++) {
        ck_assert(options_set(game, &options, row->name, row->choices[choice], &found));
        ck_assert_int_eq(options.value[index], choice);
        options_print(game, &options, index, text);
        ck_assert_str_eq(text, row->choices[choice]);
    }
}

START_TEST(options_of_every_game_print_and_read_back)
{
    for (const struct game_def *const *game = games_all; *game != NULL; game++) {
        unsigned index = 0;
        while (option_row(*game, index) != NULL) {
            check_option(*game, index);
            for (unsigned other = 0; other < index; other++) {
                ck_assert_str_ne(option_row(*game, other)->name, option_row(*game, index)->name);
            }
            index++;
        }
        ck_assert_uint_le(index, OPTIONS_MAX);
    }
}
END_TEST

static int32_t set_to(const char *name, const char *value, unsigned index)
{
    const struct option_def *row = NULL;
    struct options options;
    options_default(&interceptor_game, &options);
    bool good = options_set(&interceptor_game, &options, name, value, &row);
    return good ? options.value[index] : -99;
}

START_TEST(a_deadline_is_a_length_or_a_time_of_day)
{
    static const struct {
        const char *said;
        const char *print; /* NULL: it is none */
        int daily;
        int64_t wait_s;
    } tries[] = {{"6 h", "6 h", -1, 21600},
                 {"14 d", "336 h", -1, 1209600},
                 {"1d", "24 h", -1, 86400},
                 {"18:00", "18:00", 18 * 60, OPTION_DAILY_LEAST_S},
                 {"0:00", "00:00", 0, 28800},
                 {"23:59", "23:59", 24 * 60 - 1, 28800},
                 {"6pm", "18:00", 18 * 60, 28800},
                 {"12 am", "00:00", 0, 28800},
                 {"default", "default", -1, 86400},
                 {"5 h", NULL, 0, 0},
                 {"15 d", NULL, 0, 0},
                 {"24:00", NULL, 0, 0},
                 {"18:60", NULL, 0, 0},
                 {"18:0", NULL, 0, 0},
                 {"13pm", NULL, 0, 0},
                 {"0 pm", NULL, 0, 0},
                 {"12", NULL, 0, 0},
                 {"1", NULL, 0, 0},
                 {":30", NULL, 0, 0},
                 {"18:00 daily", NULL, 0, 0}};
    for (size_t i = 0; i < sizeof tries / sizeof *tries; i++) {
        const struct option_def *row = NULL;
        struct options options;
        char text[24];
        options_default(&interceptor_game, &options);
        bool good = options_set(&interceptor_game, &options, "deadline", tries[i].said, &row);
        ck_assert_msg(good == (tries[i].print != NULL), "%s", tries[i].said);
        if (!good) {
            continue;
        }
        bool chosen = strcmp(tries[i].said, "default") != 0;
        ck_assert_int_eq(options.value[OPTION_PACE], chosen ? PACE_ASYNC : PACE_LIVE);
        options.value[OPTION_PACE] = PACE_ASYNC;
        options_print(&interceptor_game, &options, OPTION_DEADLINE, text);
        ck_assert_str_eq(text, tries[i].print);
        ck_assert_int_eq(options_daily(&options), tries[i].daily);
        ck_assert_int_eq(options_ms(&interceptor_game, &options, INTERCEPTOR_TURN_LIMIT),
                         tries[i].wait_s * 1000);
        /* not how long a substitute is waited for, nor what was chosen for one wait alone */
        ck_assert_int_eq(options_ms(&interceptor_game, &options, OPTION_SUBSTITUTE_WINDOW),
                         INT64_C(86400000));
        ck_assert(options_set(&interceptor_game, &options, "turn_limit", "3 h", &row));
        ck_assert_int_eq(options_ms(&interceptor_game, &options, INTERCEPTOR_TURN_LIMIT),
                         INT64_C(3 * 3600000));
        options.value[OPTION_PACE] = PACE_LIVE;
        ck_assert_int_eq(options_daily(&options), -1);
    }
}
END_TEST

START_TEST(options_read_what_people_write)
{
    ck_assert_int_eq(set_to("turn_limit", "90 s", INTERCEPTOR_TURN_LIMIT), 90);
    ck_assert_int_eq(set_to("turn_limit", "90", INTERCEPTOR_TURN_LIMIT), 90);
    ck_assert_int_eq(set_to("turn_limit", "5 min", INTERCEPTOR_TURN_LIMIT), 300);
    ck_assert_int_eq(set_to("turn_limit", "24h", INTERCEPTOR_TURN_LIMIT), 86400);
    ck_assert_int_eq(set_to("turn_limit", "120 s / 24 h", INTERCEPTOR_TURN_LIMIT), OPTION_BY_PACE);
    ck_assert_int_eq(set_to("turn_limit", "2 min / 1 d", INTERCEPTOR_TURN_LIMIT), OPTION_BY_PACE);
    ck_assert_int_eq(set_to("turn_limit", "120 s / 25 h", INTERCEPTOR_TURN_LIMIT), -99);
    ck_assert_int_eq(set_to("turn_limit", "120 s / ", INTERCEPTOR_TURN_LIMIT), -99);
    ck_assert_int_eq(set_to("turn_limit", "0", INTERCEPTOR_TURN_LIMIT), -99);
    ck_assert_int_eq(set_to("turn_limit", "soon", INTERCEPTOR_TURN_LIMIT), -99);
    ck_assert_int_eq(set_to("turn_limit", "99999999999 h", INTERCEPTOR_TURN_LIMIT), -99);
    ck_assert_int_eq(set_to("max_rounds", "12", INTERCEPTOR_MAX_ROUNDS), 12);
    ck_assert_int_eq(set_to("max_rounds", "-1", INTERCEPTOR_MAX_ROUNDS), -99);
    ck_assert_int_eq(set_to("max_rounds", "1.5", INTERCEPTOR_MAX_ROUNDS), -99);
    ck_assert_int_eq(set_to("variant", "standard", INTERCEPTOR_VARIANT), 0);
    ck_assert_int_eq(set_to("variant", "everyone_corrupt", INTERCEPTOR_VARIANT), 1);
    ck_assert_int_eq(set_to("variant", "Everyone", INTERCEPTOR_VARIANT), -99);
    ck_assert_int_eq(set_to("referee", "none", OPTION_REFEREE), 0);
    ck_assert_int_eq(set_to("referee", "@user", OPTION_REFEREE), 0);
    ck_assert_int_eq(set_to("referee", "@kim", OPTION_REFEREE), 1);
    ck_assert_int_eq(set_to("referee", "", OPTION_REFEREE), -99);
    ck_assert_int_eq(set_to("colour", "red", 0), -99);
}
END_TEST

START_TEST(names_of_messages_and_refusals_are_unique)
{
    for (int i = 0; i < MESSAGE_COUNT; i++) {
        for (int j = 0; j < i; j++) {
            ck_assert_str_ne(message_name((enum message)i), message_name((enum message)j));
        }
    }
    for (int i = 0; i < REFUSAL_COUNT; i++) {
        for (int j = 0; j < i; j++) {
            ck_assert_str_ne(refusal_name((enum refusal)i), refusal_name((enum refusal)j));
        }
    }
}
END_TEST

Suite *suite_tables(void);

Suite *suite_tables(void)
{
    Suite *suite = suite_create("tables");
    TCase *tcase = tcase_create("tables");
    tcase_add_test(tcase, rows_of_every_game_are_sound);
    tcase_add_test(tcase, games_are_found_by_their_ids);
    tcase_add_test(tcase, phases_have_a_way_out);
    tcase_add_test(tcase, options_of_every_game_print_and_read_back);
    tcase_add_test(tcase, options_read_what_people_write);
    tcase_add_test(tcase, a_deadline_is_a_length_or_a_time_of_day);
    tcase_add_test(tcase, names_of_messages_and_refusals_are_unique);
    suite_add_tcase(suite, tcase);
    return suite;
}
