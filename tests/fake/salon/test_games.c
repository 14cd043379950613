/* Whole games of all four on Matrix: undisturbed, with everything going wrong at random, with each
 * thing that can go wrong at its worst, and with the program and the homeserver ended again and
 * again. All end alike, nobody is told a thing twice or reads what is another's. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "play.h"

enum { SEEDS = 6, TROUBLE = 12, WORST = 250, QUIET_MS = 700000 };

Suite *suite_salon_games(void);

static struct salon salon;

static void tear_down(void)
{
    salon_close(&salon);
}

static struct told undisturbed(const struct play_game *game)
{
    play_open(&salon, game, 1);
    play(&salon, game, NULL);
    struct told told = play_told(&salon, game);
    salon_close(&salon);
    ck_assert_uint_gt(strlen(told.moves), 300);
    ck_assert_ptr_nonnull(strstr(told.lines, "The game is over"));
    return told;
}

/* What was heard is what happened, whatever went wrong on the way. */
static void is_alike(const struct play_game *game, struct told *told)
{
    mxfake_mend(salon.fake);
    salon_pass(&salon, QUIET_MS);
    struct told other = play_told(&salon, game);
    told_alike(told, &other);
    told_free(told);
    told_free(&other);
}

START_TEST(a_whole_game)
{
    const struct play_game *game = &play_games[_i];
    struct told told = undisturbed(game);
    play_open(&salon, game, 2);
    play(&salon, game, NULL);
    is_alike(game, &told);
}
END_TEST

START_TEST(what_goes_wrong_changes_nothing)
{
    const struct play_game *game = &play_games[_i % PLAY_GAMES];
    struct told told = undisturbed(game);
    play_open(&salon, game, (uint64_t)_i + 20);
    salon_trouble(&salon, TROUBLE);
    play(&salon, game, NULL);
    ck_assert_uint_gt(salon_struck(&salon), 20);
    is_alike(game, &told);
}
END_TEST

START_TEST(each_thing_that_goes_wrong_all_the_time_changes_nothing)
{
    const struct play_game *game = &play_games[_i % PLAY_GAMES];
    struct told told = undisturbed(game);
    play_open(&salon, game, (uint64_t)_i + 60);
    salon_trouble_of(&salon, (enum mxfake_verb)_i, WORST);
    play(&salon, game, NULL);
    ck_assert_uint_gt(salon_struck(&salon) + (_i == MXFAKE_UNKNOWN_TOKEN ? 9 : 0), 3);
    is_alike(game, &told);
}
END_TEST

/* --- killed ----------------------------------------------------------------------------------- */

static uint64_t killed_dice;

/* So many milliseconds of a second and a half behind the act. */
static void is_killed(struct salon *at, unsigned number)
{
    killed_dice = killed_dice * 6364136223846793005u + 1442695040888963407u;
    (void)number;
    salon_pass(at, (int64_t)(killed_dice >> 40) % 1500);
    salon_cut(at);
    salon_reopen(at, 1000 + (int64_t)(killed_dice >> 50) % 4000);
}

START_TEST(a_program_that_is_killed_behind_every_act_goes_on)
{
    const struct play_game *game = &play_games[_i % PLAY_GAMES];
    struct told told = undisturbed(game);
    killed_dice = (uint64_t)_i + 1;
    play_open(&salon, game, (uint64_t)_i + 100);
    play(&salon, game, is_killed);
    is_alike(game, &told);
}
END_TEST

START_TEST(a_program_that_is_killed_while_all_goes_wrong_goes_on)
{
    const struct play_game *game = &play_games[_i % PLAY_GAMES];
    struct told told = undisturbed(game);
    killed_dice = (uint64_t)_i + 1;
    play_open(&salon, game, (uint64_t)_i + 140);
    salon_trouble(&salon, TROUBLE);
    play(&salon, game, is_killed);
    is_alike(game, &told);
}
END_TEST

static void server_restarts(struct salon *at, unsigned number)
{
    (void)number;
    mxfake_restart(at->fake);
}

START_TEST(a_homeserver_that_restarts_behind_every_act_changes_nothing)
{
    const struct play_game *game = &play_games[_i];
    struct told told = undisturbed(game);
    play_open(&salon, game, (uint64_t)_i + 180);
    play(&salon, game, server_restarts);
    is_alike(game, &told);
}
END_TEST

Suite *suite_salon_games(void)
{
    Suite *suite = suite_create("salon_games");
    TCase *tcase = tcase_create("games");
    tcase_set_timeout(tcase, 60);
    tcase_add_checked_fixture(tcase, NULL, tear_down);
    tcase_add_loop_test(tcase, a_whole_game, 0, PLAY_GAMES);
    tcase_add_loop_test(tcase, what_goes_wrong_changes_nothing, 0, PLAY_GAMES * SEEDS);
    tcase_add_loop_test(tcase, each_thing_that_goes_wrong_all_the_time_changes_nothing, 0,
                        MXFAKE_VERBS);
    tcase_add_loop_test(tcase, a_program_that_is_killed_behind_every_act_goes_on, 0,
                        PLAY_GAMES * SEEDS);
    tcase_add_loop_test(tcase, a_program_that_is_killed_while_all_goes_wrong_goes_on, 0,
                        PLAY_GAMES * SEEDS);
    tcase_add_loop_test(tcase, a_homeserver_that_restarts_behind_every_act_changes_nothing, 0,
                        PLAY_GAMES);
    suite_add_tcase(suite, tcase);
    return suite;
}
