#include <check.h>
#include <stdio.h>
#include "play.h"
Suite *suite_salon_games(void);
static struct salon salon;
START_TEST(undisturbed){
    const struct play_game *game = &play_games[_i];
    play_open(&salon, game, 1);
    play(&salon, game, NULL);
    for (unsigned who = 0; who < salon.people; who++) {
        char *text = mxfake_sees(salon.fake, salon.person[who], NULL);
        cJSON *all = cJSON_Parse(text);
        char *out = cJSON_Print(all);
        fprintf(stderr, "===== %u\n%s\n", who, out);
    }
    struct told told = play_told(&salon, game);
    fprintf(stderr, "%s\n%s\n", told.moves, told.lines);
    salon_close(&salon);
}
END_TEST
Suite *suite_salon_games(void)
{
    Suite *suite = suite_create("salon_games");
    TCase *tcase = tcase_create("games");
    tcase_add_loop_test(tcase, undisturbed, 0, 4);
    suite_add_tcase(suite, tcase);
    return suite;
}
