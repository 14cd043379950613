/* Every game, opened and dealt on Discord: whatever the house says fits into what Discord takes. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "game.h"
#include "round.h"

Suite *suite_party_games(void);

static struct party party;

static void everybody(unsigned people, const char *label)
{
    for (unsigned who = 0; who < people; who++) {
        party_press(&party, who, label);
        party_pass(&party, 1500);
    }
}

START_TEST(every_game_is_opened_and_dealt)
{
    const struct game_def *game = games_all[_i];
    unsigned people = game->seats_min > 4 ? game->seats_min : 4;
    memset(&party, 0, sizeof party);
    party_open(&party, people + 1);
    party_slash(&party, 0, game->id, "{\"pace\":\"async\"}");
    everybody(people, "Join");
    party_press(&party, 0, "Start");
    sees(&party, people, "My hand");
    everybody(people, "My hand");
    for (unsigned who = 0; who < people; who++) {
        party_slash(&party, who, "todo", NULL);
        party_slash(&party, who, "rules", NULL);
    }
    party_slash(&party, 0, "table status", NULL);
    party_slash(&party, 0, "table board", NULL);
    ck_assert_int_eq(party_count(&party, "invalid_bodies"), 0);
    ck_assert_int_eq(party_count(&party, "invalid"), 0);
    ck_assert_int_eq(party_count(&party, "late_answers"), 0);
    ck_assert_int_eq(party_count(&party, "double_answers"), 0);
    party_close(&party);
}
END_TEST

Suite *suite_party_games(void)
{
    Suite *suite = suite_create("party_games");
    TCase *tcase = tcase_create("games");
    int games = 0;
    while (games_all[games] != NULL) {
        games++;
    }
    tcase_set_timeout(tcase, 60);
    tcase_add_loop_test(tcase, every_game_is_opened_and_dealt, 0, games);
    suite_add_tcase(suite, tcase);
    return suite;
}
