/* Whole games on Matrix, and the program is killed behind every act of them: while nothing is
 * wrong, and while everything is. All end alike. */
#include <check.h>

#include "play.h"

enum { SEEDS = 2, TROUBLE = 12 };

Suite *suite_salon_killed(void);

static struct salon salon;

static void tear_down(void)
{
    salon_close(&salon);
}

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
    struct told told = play_undisturbed(game);
    killed_dice = (uint64_t)_i + 1;
    play_open(&salon, game, (uint64_t)_i + 100);
    play(&salon, game, is_killed);
    play_alike(&salon, game, &told);
}
END_TEST

START_TEST(a_program_that_is_killed_while_all_goes_wrong_goes_on)
{
    const struct play_game *game = &play_games[_i % PLAY_GAMES];
    struct told told = play_undisturbed(game);
    killed_dice = (uint64_t)_i + 1;
    play_open(&salon, game, (uint64_t)_i + 140);
    salon_trouble(&salon, TROUBLE);
    play(&salon, game, is_killed);
    play_alike(&salon, game, &told);
}
END_TEST

Suite *suite_salon_killed(void)
{
    Suite *suite = suite_create("salon_killed");
    TCase *tcase = tcase_create("killed");
    tcase_set_timeout(tcase, 110);
    tcase_add_checked_fixture(tcase, NULL, tear_down);
    tcase_add_loop_test(tcase, a_program_that_is_killed_behind_every_act_goes_on, 0,
                        SEEDS * PLAY_GAMES);
    tcase_add_loop_test(tcase, a_program_that_is_killed_while_all_goes_wrong_goes_on, 0,
                        SEEDS * PLAY_GAMES);
    suite_add_tcase(suite, tcase);
    return suite;
}
