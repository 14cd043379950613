/* Lowball, the example of a game: its rules, its secret, and games of chance through the kit. */
#include "game_kit.h"

#include "lowball/lowball.h"

#include <stdio.h>

static void deal(int seats, const char *options)
{
    ck_assert_int_eq(kit_try_deal("lowball", seats, options, NULL), REFUSAL_NONE);
}

static void pick(int seat, int number)
{
    char args[32];
    snprintf(args, sizeof args, "{\"number\":%d}", number);
    kit_good(seat, "choose", args);
}

START_TEST(the_lowest_number_that_is_alone_scores)
{
    deal(4, "goal=2");
    pick(0, 1);
    pick(1, 1);
    pick(2, 3);
    ck_assert_str_eq(kit_owed(), "3:choose@120000!none");
    pick(3, 2);
    ck_view(SEAT_CROWD, "points", "[0,0,0,1]");
    ck_view(SEAT_CROWD, "last", "[1,1,3,2]");
    ck_view(SEAT_CROWD, "round", "2");
    pick(0, 5);
    pick(1, 5);
    pick(2, 5);
    pick(3, 4);
    ck_over("win", "points", "[3]");
}
END_TEST

START_TEST(a_number_is_a_secret_until_all_have_picked)
{
    deal(3, "");
    pick(1, 2);
    ck_view(1, "mine", "2");
    ck_view(0, "mine", "null");
    ck_view(SEAT_CROWD, "mine", "null");
    ck_view(SEAT_CROWD, "picked", "[false,true,false]");
    kit_refused(REFUSAL_ALREADY_DONE, 1, "choose", "{\"number\":1}");
    kit_refused(REFUSAL_NUMBER_TOO_HIGH, 0, "choose", "{\"number\":5}");
}
END_TEST

START_TEST(time_goes_on_without_who_is_late)
{
    deal(3, "goal=1");
    pick(0, 4);
    kit_tick(120001);
    ck_over("win", "points", "[0]");
}
END_TEST

START_TEST(thirty_rounds_end_it)
{
    deal(3, "");
    for (int round = 0; round < LOWBALL_ROUNDS_MAX; round++) {
        pick(0, 1);
        pick(1, 1);
        kit_good(SEAT_MODERATOR, "skip", NULL);
    }
    ck_over("tie", "rounds", "[0,1,2]");
}
END_TEST

START_TEST(who_leaves_ends_it)
{
    deal(3, "");
    kit_good(SEAT_MODERATOR, "leave", "{\"seat\":1}");
    ck_over("none", "aborted", "[]");
}
END_TEST

START_TEST(an_example_opens_by_its_name_and_is_offered_nowhere)
{
    ck_assert_ptr_eq(game_find("lowball"), &lowball_game);
    for (const struct game_def *const *game = games_all; *game != NULL; game++) {
        ck_assert_ptr_ne(*game, &lowball_game);
    }
}
END_TEST

Suite *suite_lowball(void);

Suite *suite_lowball(void)
{
    Suite *suite = suite_create("lowball");
    TCase *tcase = tcase_create("lowball");
    tcase_add_test(tcase, the_lowest_number_that_is_alone_scores);
    tcase_add_test(tcase, a_number_is_a_secret_until_all_have_picked);
    tcase_add_test(tcase, time_goes_on_without_who_is_late);
    tcase_add_test(tcase, thirty_rounds_end_it);
    tcase_add_test(tcase, who_leaves_ends_it);
    tcase_add_test(tcase, an_example_opens_by_its_name_and_is_offered_nowhere);
    suite_add_tcase(suite, tcase);
    return suite;
}
