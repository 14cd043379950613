/* Joining a running game and changing the number of its rounds (rulebook 4.5, R35 and R31). */
#include "spyfall_kit.h"

#include <stdio.h>

static void join(void)
{
    kit_good(SEAT_MODERATOR, "join", NULL);
}

START_TEST(who_joins_waits_at_the_end_of_the_circle)
{
    sp_deal(4, "", DEE, "");
    sp_ask(ANA, BEN);
    join();
    ck_assert_str_eq(kit_event("spyfall.joined"), "{\"seat\":4}");
    ck_view(SEAT_CROWD, "waiting", "[4]");
    ck_scores("[0,0,0,0,0]");
    ck_view(SEAT_CROWD, "accused", "[false,false,false,false,false]");
    ck_view(EVA, "seat", "4");
    ck_view(EVA, "role", "null");
    ck_view(EVA, "location", "null");
    ck_view(SEAT_CROWD, "pending", "1");
    sp_answer(BEN);
    kit_refused(REFUSAL_BAD_ARGUMENT, BEN, "ask", "{\"seat\":4,\"text\":\"Is it?\"}");
    ck_assert_str_eq(kit_why("problem"), "waiting");
    kit_refused(REFUSAL_BAD_ARGUMENT, BEN, "accuse", "{\"seat\":4}");
    no_ask(REFUSAL_NOT_YOUR_TURN, EVA, ANA);
    no_accuse(REFUSAL_NOT_IN_ROUND, EVA, ANA);
    no_guess(REFUSAL_NOT_IN_ROUND, EVA, "Bank");
    no_guess(REFUSAL_NOT_IN_ROUND, EVA, "Moon");
    sp_accuse(ANA, DEE);
    no_vote(REFUSAL_NOT_NEXT_VOTER, EVA);
    sp_all_vote("yes");
    ck_points("[2,1,1,0,0]");
}
END_TEST

START_TEST(who_joined_plays_the_next_round)
{
    sp_rounds(4, "rounds=2", "3 1");
    join();
    sp_guess(DEE, "Zoo");
    ck_scores("[1,1,1,0,0]");
    ck_view(EVA, "role", "null");
    kit_good(ANA, "next", NULL);
    ck_view(SEAT_CROWD, "waiting", "[]");
    ck_view(EVA, "location", "\"Bank\"");
    ck_assert_int_eq(kit_events(seat_bit(EVA), "spyfall.card"), 1);
    sp_ask(ANA, EVA);
    sp_answer(EVA);
    sp_accuse(EVA, BEN);
    ck_view(SEAT_CROWD, "vote.voters", "[0,2,3]");
    sp_all_vote("yes");
    ck_points("[1,0,1,1,2]");
    ck_over("tie", "points", "[0,2,4]");
}
END_TEST

/* The dealt spies of many rounds: the one who joined is one of them, but never before coming in. */
START_TEST(who_joined_may_become_the_spy)
{
    unsigned times = 0;
    sp_pinned(4, "rounds=40 repeat_locations=on", "{" PLACES "}");
    join();
    for (int round = 1; round < 40; round++) {
        ck_assert(round > 1 || sp_state()->spy != EVA);
        times += sp_state()->spy == EVA;
        sp_guess(sp_state()->spy, "Zoo");
        kit_good(ANA, "next", NULL);
    }
    ck_assert_uint_gt(times, 2);
}
END_TEST

START_TEST(minutes_go_by_who_is_in)
{
    sp_deal(5, "", DEE, "");
    join();
    ck_view(SEAT_CROWD, "clock.left_ms", "360000");
    sp_guess(DEE, "Zoo");
    kit_good(ANA, "next", NULL);
    ck_view(SEAT_CROWD, "clock.left_ms", "420000");
}
END_TEST

START_TEST(a_place_is_found_up_to_twelve)
{
    sp_deal(10, "", DEE, "");
    join();
    join();
    ck_view(SEAT_CROWD, "waiting", "[10,11]");
    kit_refused(REFUSAL_TABLE_FULL, SEAT_MODERATOR, "join", NULL);
    kit_good(SEAT_MODERATOR, "leave", "{\"seat\":10}");
    kit_refused(REFUSAL_TABLE_FULL, SEAT_MODERATOR, "join", NULL);
    kit_good(SEAT_MODERATOR, "leave", "{\"seat\":11}");
    ck_view(SEAT_CROWD, "gone", "[10,11]");
    join(); /* nobody has ever played there */
    ck_view(SEAT_CROWD, "gone", "[10]");
    ck_view(SEAT_CROWD, "waiting", "[11]");
    kit_refused(REFUSAL_TABLE_FULL, SEAT_MODERATOR, "join", NULL);
}
END_TEST

START_TEST(a_seat_that_has_played_is_nobody_elses)
{
    sp_deal(4, "", BEN, "");
    kit_good(SEAT_MODERATOR, "leave", "{\"seat\":3}");
    join();
    ck_view(SEAT_CROWD, "waiting", "[4]");
    sp_guess(BEN, "Zoo");
    ck_points("[1,0,1,0,0]");
    kit_good(ANA, "next", NULL); /* four are in again */
    ck_phase("questions");
    ck_view(EVA, "role", "\"agent\"");
    kit_good(SEAT_MODERATOR, "leave", "{\"seat\":4}");
    join();
    ck_view(SEAT_CROWD, "waiting", "[5]");
}
END_TEST

START_TEST(who_leaves_before_coming_in_changes_nothing)
{
    sp_deal(4, "leave=abort", DEE, "");
    join();
    sp_accuse(ANA, DEE);
    kit_good(SEAT_MODERATOR, "leave", "{\"seat\":4}");
    ck_phase("vote");
    ck_view(SEAT_CROWD, "vote.next", "1");
    kit_refused(REFUSAL_NOT_SEATED, EVA, "vote", "{\"answer\":\"yes\"}");
    sp_all_vote("yes");
    kit_good(ANA, "next", NULL);
    ck_view(EVA, "role", "null");
}
END_TEST

START_TEST(too_few_are_enough_with_who_waits)
{
    sp_deal(4, "rounds=1 tie=extra_round", DEE, "");
    join();
    kit_good(SEAT_MODERATOR, "leave", "{\"seat\":3}"); /* the spy: void, 0 : 0 */
    ck_end("void");
    ck_phase("between");
    kit_good(ANA, "next", NULL);
    ck_view(SEAT_CROWD, "round", "2");
    sp_deal(4, "rounds=1 tie=extra_round", DEE, "");
    kit_good(SEAT_MODERATOR, "leave", "{\"seat\":3}");
    ck_over("tie", "points", "[0,1,2]");
}
END_TEST

START_TEST(who_was_in_no_round_cannot_win)
{
    sp_deal(4, "rounds=1", DEE, "");
    join();
    kit_good(SEAT_MODERATOR, "leave", "{\"seat\":3}");
    ck_over("tie", "points", "[0,1,2]");
    kit_refused(REFUSAL_GAME_OVER, SEAT_MODERATOR, "join", NULL);
}
END_TEST

START_TEST(only_house_and_moderator_let_somebody_in)
{
    sp_deal(4, "", DEE, "");
    kit_refused(REFUSAL_NOT_YOURS, ANA, "join", NULL);
    kit_refused(REFUSAL_NOT_SEATED, EVA, "join", NULL);
    kit_refused(REFUSAL_NOT_SEATED, SEAT_NONE, "join", NULL);
    kit_refused(REFUSAL_BAD_ARGUMENT, SEAT_MODERATOR, "join", "{\"seat\":4}");
    kit_good(SEAT_MODERATOR, "pause", NULL);
    kit_refused(REFUSAL_PAUSED, SEAT_MODERATOR, "join", NULL);
    kit_good(SEAT_MODERATOR, "resume", NULL);
    kit_good(SEAT_HOUSE, "join", NULL);
}
END_TEST

START_TEST(in_the_last_call_only_who_is_in_is_waited_for)
{
    sp_deal(4, "pace=async budget=1", DEE, "");
    sp_ask(ANA, BEN);
    sp_answer(BEN);
    ck_phase("last_call");
    join();
    kit_refused(REFUSAL_NOT_IN_ROUND, EVA, "done", NULL);
    for (int seat = ANA; seat <= DEE; seat++) {
        kit_good(seat, "done", NULL);
    }
    ck_end("clock");
}
END_TEST

START_TEST(the_number_of_rounds_changes_between_rounds)
{
    sp_deal(4, "rounds=3", DEE, "");
    kit_refused(REFUSAL_WRONG_PHASE, ANA, "rounds", "{\"rounds\":4}");
    sp_guess(DEE, "Zoo");
    kit_refused(REFUSAL_NOT_YOURS, BEN, "rounds", "{\"rounds\":4}");
    kit_refused(REFUSAL_BAD_ARGUMENT, ANA, "rounds", NULL);
    kit_refused(REFUSAL_BAD_ARGUMENT, ANA, "rounds", "{\"rounds\":0}");
    kit_refused(REFUSAL_BAD_ARGUMENT, ANA, "rounds", "{\"rounds\":101}");
    kit_refused(REFUSAL_BAD_ARGUMENT, ANA, "rounds", "{\"rounds\":\"many\"}");
    kit_refused(REFUSAL_ALREADY_DONE, ANA, "rounds", "{\"rounds\":3}");
    kit_good(ANA, "rounds", "{\"rounds\":2}");
    ck_assert_str_eq(kit_event("spyfall.rounds"), "{\"rounds\":2,\"left\":1}");
    ck_view(SEAT_CROWD, "rounds", "2");
    ck_phase("between");
    kit_good(ANA, "next", NULL);
    sp_guess(DEE, "Zoo");
    ck_over("tie", "points", "[0,1,2]");
}
END_TEST

START_TEST(the_host_may_end_it_after_the_round_just_played)
{
    sp_deal(4, "rounds=5", DEE, "");
    sp_guess(DEE, "Bank");
    kit_good(SEAT_MODERATOR, "rounds", "{\"rounds\":1}");
    ck_over("win", "points", "[3]");
    sp_deal(4, "rounds=5 tie=extra_round", DEE, "");
    sp_guess(DEE, "Zoo");
    kit_good(ANA, "rounds", "{\"rounds\":1}"); /* three lead: one more */
    ck_assert_str_eq(kit_event("spyfall.rounds"), "{\"rounds\":2,\"left\":1}");
    kit_good(ANA, "next", NULL);
    sp_guess(DEE, "Bank");
    ck_over("win", "points", "[3]");
    sp_deal(4, "rounds=2", DEE, "");
    sp_guess(DEE, "Bank");
    kit_good(ANA, "next", NULL);
    sp_guess(DEE, "Zoo");
    kit_refused(REFUSAL_GAME_OVER, ANA, "rounds", "{\"rounds\":3}");
}
END_TEST

START_TEST(fewer_rounds_than_played_are_none)
{
    sp_deal(4, "rounds=5", DEE, "");
    for (int round = 0; round < 2; round++) {
        sp_guess(DEE, "Bank");
        if (round == 0) {
            kit_good(ANA, "next", NULL);
        }
    }
    kit_refused(REFUSAL_BAD_ARGUMENT, ANA, "rounds", "{\"rounds\":1}");
    ck_assert_str_eq(kit_why("problem"), "out_of_range");
    kit_good(ANA, "rounds", "{\"rounds\":100}");
    ck_view(SEAT_CROWD, "rounds", "100");
}
END_TEST

Suite *suite_spyfall_join(void);

Suite *suite_spyfall_join(void)
{
    Suite *suite = suite_create("spyfall_join");
    TCase *tcase = tcase_create("in the midst");
    tcase_add_test(tcase, who_joins_waits_at_the_end_of_the_circle);
    tcase_add_test(tcase, who_joined_plays_the_next_round);
    tcase_add_test(tcase, who_joined_may_become_the_spy);
    tcase_add_test(tcase, minutes_go_by_who_is_in);
    tcase_add_test(tcase, a_place_is_found_up_to_twelve);
    tcase_add_test(tcase, a_seat_that_has_played_is_nobody_elses);
    tcase_add_test(tcase, who_leaves_before_coming_in_changes_nothing);
    tcase_add_test(tcase, too_few_are_enough_with_who_waits);
    tcase_add_test(tcase, who_was_in_no_round_cannot_win);
    tcase_add_test(tcase, only_house_and_moderator_let_somebody_in);
    tcase_add_test(tcase, in_the_last_call_only_who_is_in_is_waited_for);
    tcase_add_test(tcase, the_number_of_rounds_changes_between_rounds);
    tcase_add_test(tcase, the_host_may_end_it_after_the_round_just_played);
    tcase_add_test(tcase, fewer_rounds_than_played_are_none);
    suite_add_tcase(suite, tcase);
    return suite;
}
