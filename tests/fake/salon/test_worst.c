/* Whole games on Matrix while one thing goes wrong with every fourth request that it can happen to:
 * each thing that can, in a game of its own. All end as if nothing were. */
#include <check.h>

#include "play.h"

enum { WORST = 250 };

Suite *suite_salon_worst(void);

static struct salon salon;

static void tear_down(void)
{
    salon_close(&salon);
}

START_TEST(each_thing_that_goes_wrong_all_the_time_changes_nothing)
{
    const struct play_game *game = &play_games[_i % PLAY_GAMES];
    struct told told = play_undisturbed(game);
    play_open(&salon, game, (uint64_t)_i + 60);
    salon_trouble_of(&salon, (enum mxfake_verb)_i, WORST);
    play(&salon, game, NULL);
    ck_assert_uint_gt(salon_struck(&salon) + (_i == MXFAKE_UNKNOWN_TOKEN ? 9 : 0), 3);
    play_alike(&salon, game, &told);
}
END_TEST

Suite *suite_salon_worst(void)
{
    Suite *suite = suite_create("salon_worst");
    TCase *tcase = tcase_create("worst");
    tcase_set_timeout(tcase, 110);
    tcase_add_checked_fixture(tcase, NULL, tear_down);
    tcase_add_loop_test(tcase, each_thing_that_goes_wrong_all_the_time_changes_nothing, 0,
                        MXFAKE_VERBS);
    suite_add_tcase(suite, tcase);
    return suite;
}
