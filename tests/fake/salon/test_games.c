/* Whole games of all four on Matrix: undisturbed, with everything going wrong at random, and with a
 * homeserver that restarts. All end alike, nobody is told a thing twice or reads what is another's.
 */
#include <check.h>

#include "play.h"

enum { SEEDS = 2, TROUBLE = 12 };

Suite *suite_salon_games(void);

static struct salon salon;

static void tear_down(void)
{
    salon_close(&salon);
}

START_TEST(a_whole_game)
{
    const struct play_game *game = &play_games[_i];
    struct told told = play_undisturbed(game);
    play_open(&salon, game, 2);
    play(&salon, game, NULL);
    play_alike(&salon, game, &told);
}
END_TEST

START_TEST(what_goes_wrong_changes_nothing)
{
    const struct play_game *game = &play_games[_i % PLAY_GAMES];
    struct told told = play_undisturbed(game);
    play_open(&salon, game, (uint64_t)_i + 20);
    salon_trouble(&salon, TROUBLE);
    play(&salon, game, NULL);
    ck_assert_uint_gt(salon_struck(&salon), 20);
    play_alike(&salon, game, &told);
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
    struct told told = play_undisturbed(game);
    play_open(&salon, game, (uint64_t)_i + 180);
    play(&salon, game, server_restarts);
    play_alike(&salon, game, &told);
}
END_TEST

Suite *suite_salon_games(void)
{
    Suite *suite = suite_create("salon_games");
    TCase *tcase = tcase_create("games");
    tcase_set_timeout(tcase, 110);
    tcase_add_checked_fixture(tcase, NULL, tear_down);
    tcase_add_loop_test(tcase, a_whole_game, 0, PLAY_GAMES);
    tcase_add_loop_test(tcase, what_goes_wrong_changes_nothing, 0, SEEDS * PLAY_GAMES);
    tcase_add_loop_test(tcase, a_homeserver_that_restarts_behind_every_act_changes_nothing, 0,
                        PLAY_GAMES);
    suite_add_tcase(suite, tcase);
    return suite;
}
