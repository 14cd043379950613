/* Time: deadlines, overdue, defaults, autoplay, pause, rulings, being away. */
#include "interceptor_kit.h"

#include <stdio.h>
#include <string.h>

START_TEST(signals_are_overdue_once_and_wait_on)
{
    kit_deal("interceptor", "", NULL);
    ck_assert_str_eq(kit_owed(), "0:register@120000 1:register@120000 2:register@120000 "
                                 "3:register@120000");
    kit_tick(120000);
    ck_assert_uint_eq(kit_out()->event_count, 0); /* exactly at the deadline is in time */
    kit_tick(120001);
    ck_assert_str_eq(kit_event("interceptor.overdue"),
                     "{\"phase\":\"signals\",\"teams\":[\"officials\",\"journalists\"]}");
    ck_assert_str_eq(kit_owed(), "0:register@null 1:register@null 2:register@null "
                                 "3:register@null");
    kit_tick(9000000);
    ck_assert_uint_eq(kit_out()->event_count, 0);
    kit_refused(REFUSAL_NOTHING_TO_SKIP, SEAT_MODERATOR, "skip", NULL);
    ck_assert_int_eq(in_register(0, "{\"kind\":\"word\",\"value\":\"tea\"}",
                                 "{\"kind\":\"word\",\"value\":\"coffee\"}"),
                     REFUSAL_NONE);
    ck_assert_str_eq(kit_owed(), "1:register@null 3:register@null");
}
END_TEST

START_TEST(leader_by_time_is_seat_0_and_his_turn_runs_from_then)
{
    in_deal("", "");
    ck_assert_str_eq(kit_owed(), "0:choose_leader@120000!leader_0 2:choose_leader@120000!leader_0");
    kit_tick(500000);
    ck_assert_str_eq(kit_event("interceptor.leader"), "{\"seat\":0,\"by\":null}");
    /* the turn began at 120000 and was over at 240000 */
    ck_assert_str_eq(kit_event("interceptor.overdue"), "{\"phase\":\"play\",\"seat\":0}");
    ck_assert_str_eq(kit_owed(), "0:play@null");
    in_play('D');
    ck_assert_str_eq(kit_owed(), "2:play@620000");
}
END_TEST

START_TEST(a_move_past_a_deadline_needs_a_tick_first)
{
    in_deal("", "\"leader\":0,");
    kit_at(120000);
    kit_refused(REFUSAL_NOT_YOUR_TURN, 1, "play", "{\"symbol\":\"money\"}");
    kit_at(120001);
    kit_refused(REFUSAL_TICK_FIRST, 0, "play", "{\"symbol\":\"documents\",\"say\":\"honestly\"}");
    kit_refused(REFUSAL_TICK_FIRST, SEAT_MODERATOR, "skip", NULL);
    kit_refused(REFUSAL_TICK_FIRST, SEAT_MODERATOR, "pause", NULL);
    kit_refused(REFUSAL_TICK_FIRST, SEAT_MODERATOR, "leave", "{\"seat\":1}");
    kit_refused(REFUSAL_TICK_FIRST, 9, "call", NULL);
    kit_tick(120001);
    kit_good(0, "play", "{\"symbol\":\"documents\",\"say\":\"honestly\"}");
    kit_at(120000);
    kit_refused(REFUSAL_BAD_INPUT, 2, "play", "{\"symbol\":\"documents\"}");
}
END_TEST

START_TEST(pace_and_turn_limit_set_the_deadlines)
{
    in_deal("pace=async", "\"leader\":0,");
    ck_assert_str_eq(kit_owed(), "0:play@86400000");
    in_deal("turn_limit=30s", "\"leader\":0,");
    ck_assert_str_eq(kit_owed(), "0:play@30000");
    in_deal("pace=async turn_limit=30s", "\"leader\":0,");
    ck_assert_str_eq(kit_owed(), "0:play@30000");
}
END_TEST

START_TEST(split_by_time_is_the_default_split)
{
    in_deal("", "\"leader\":0,");
    in_plays("DDMM");
    ck_assert_str_eq(kit_owed(), "0:split@120000!split_default 2:split@120000!split_default");
    kit_tick(120001);
    ck_hands(4, 3, 4, 3, 2);
    ck_assert_str_eq(kit_owed(), "2:play@240000");
}
END_TEST

START_TEST(autoplay_passes_over_who_is_late)
{
    in_deal("autoplay=on", "\"leader\":0,");
    ck_assert_str_eq(kit_owed(), "0:play@120000!skip");
    kit_tick(250000);
    ck_assert_int_eq(kit_events(AUDIENCE_CROWD, "interceptor.overdue"), 0);
    ck_assert_int_eq(kit_events(AUDIENCE_CROWD, "interceptor.passed_over"), 2);
    ck_assert_str_eq(kit_owed(), "1:play@360000!skip");
    ck_hands(4, 4, 4, 4, 0);
    /* a night of silence: as many ticks as it takes, and nobody loses a card */
    kit_at(86400000);
    for (int i = 0; i < 200 && rules_due_ms(kit_game(), kit_state()) < 86400000; i++) {
        kit_good(SEAT_HOUSE, "tick", NULL);
    }
    ck_assert(rules_due_ms(kit_game(), kit_state()) >= 86400000);
    ck_hands(4, 4, 4, 4, 0);
    ck_assert_uint_eq(kit_common()->round, 180);
}
END_TEST

START_TEST(autoplay_has_nothing_to_do_about_signals)
{
    kit_deal("interceptor", "autoplay=on", NULL);
    kit_tick(120001);
    ck_assert_int_eq(kit_events(AUDIENCE_CROWD, "interceptor.overdue"), 1);
    ck_phase("signals");
}
END_TEST

START_TEST(skip_applies_the_default_of_whoever_is_waited_for)
{
    in_deal("", "");
    kit_good(SEAT_MODERATOR, "skip", NULL);
    ck_view(SEAT_CROWD, "leader", "0");
    kit_good(SEAT_MODERATOR, "skip", NULL); /* OA is passed over and keeps his card */
    ck_assert_str_eq(kit_event("interceptor.passed_over"), "{\"seat\":0,\"why\":\"skipped\"}");
    in_plays("DDD"); /* OB, JA, JB */
    ck_view(SEAT_CROWD, "last.plays", "[null,\"documents\",\"documents\",\"documents\"]");
    ck_view(SEAT_CROWD, "last.outcome", "\"follow_takes\"");
    ck_view(SEAT_CROWD, "pot", "{\"team\":\"journalists\",\"cards\":3}");
    kit_refused(REFUSAL_NOT_YOURS, 0, "skip", NULL);
    kit_refused(REFUSAL_NOT_SEATED, SEAT_HOUSE, "skip", NULL);
    kit_good(SEAT_MODERATOR, "skip", NULL);
    ck_hands(4, 5, 3, 4, 0);
}
END_TEST

START_TEST(skipping_never_breaks_a_round_off)
{
    in_deal("cardless=end_now", "\"leader\":0,");
    kit_good(SEAT_MODERATOR, "skip", NULL);
    ck_phase("play");
    ck_view(SEAT_CROWD, "turn", "2");
    in_plays("D");
    kit_good(SEAT_MODERATOR, "skip", NULL);
    in_plays("D");
    ck_view(SEAT_CROWD, "last.outcome", "\"none\"");
    ck_hands(4, 4, 3, 3, 2);
}
END_TEST

START_TEST(pause_stops_time_and_moves_every_deadline)
{
    in_deal("", "\"leader\":0,");
    kit_at(100000);
    kit_refused(REFUSAL_NOT_PAUSED, SEAT_MODERATOR, "resume", NULL);
    kit_good(SEAT_MODERATOR, "pause", NULL);
    ck_view(SEAT_CROWD, "paused", "true");
    ck_assert_str_eq(kit_owed(), "0:play@null");
    kit_refused(REFUSAL_PAUSED, SEAT_MODERATOR, "pause", NULL);
    kit_refused(REFUSAL_PAUSED, SEAT_MODERATOR, "skip", NULL);
    kit_refused(REFUSAL_PAUSED, 0, "play", "{\"symbol\":\"documents\",\"say\":\"honestly\"}");
    kit_refused(REFUSAL_PAUSED, 0, "concede", NULL);
    kit_tick(900000);
    ck_assert_uint_eq(kit_out()->event_count, 0);
    kit_at(1000000);
    kit_good(SEAT_MODERATOR, "resume", NULL);
    ck_assert_str_eq(kit_event("game.resumed"), "{\"ms\":900000}");
    ck_assert_str_eq(kit_owed(), "0:play@1020000");
    kit_refused(REFUSAL_NOT_YOURS, 0, "pause", NULL);
}
END_TEST

START_TEST(leave_is_taken_in_a_pause)
{
    in_deal("", "\"leader\":0,");
    kit_good(SEAT_MODERATOR, "pause", NULL);
    kit_good(SEAT_MODERATOR, "leave", "{\"seat\":2}");
    ck_over("win", "forfeit", "[1,3]");
}
END_TEST

START_TEST(leave_loses_by_forfeit_in_every_phase)
{
    kit_deal("interceptor", "", NULL);
    kit_refused(REFUSAL_BAD_ARGUMENT, SEAT_MODERATOR, "leave", "{\"seat\":4}");
    kit_refused(REFUSAL_BAD_ARGUMENT, SEAT_MODERATOR, "leave", NULL);
    kit_refused(REFUSAL_NOT_YOURS, 3, "leave", "{\"seat\":3}");
    kit_good(SEAT_MODERATOR, "leave", "{\"seat\":3}");
    ck_over("win", "forfeit", "[0,2]");
    ck_view(SEAT_CROWD, "signals", "null");
    in_deal("", "");
    kit_good(SEAT_MODERATOR, "leave", "{\"seat\":0}");
    ck_over("win", "forfeit", "[1,3]");
    in_deal("leave=abort", "");
    kit_good(SEAT_MODERATOR, "leave", "{\"seat\":0}");
    ck_over("none", "aborted", "[]");
}
END_TEST

/* A ruling: the turn's clock stands and goes on with what it had left. */
START_TEST(ruling_holds_the_clock_of_the_turn)
{
    in_deal("", "\"leader\":0,");
    kit_at(100000);
    ck_assert_int_eq(in_call(1, "word", "honest", "documents"), REFUSAL_NONE);
    ck_phase("ruling");
    ck_assert_str_eq(kit_owed(), "0:rule@220000!ruling_no 2:rule@220000!ruling_no");
    kit_at(200000);
    kit_refused(REFUSAL_RULING_PENDING, 0, "play", "{\"symbol\":\"documents\"}");
    kit_refused(REFUSAL_RULING_PENDING, 3, "call", NULL);
    kit_refused(REFUSAL_RULING_PENDING, 0, "concede", NULL);
    kit_refused(REFUSAL_NOT_YOURS, 3, "rule", "{\"answer\":\"yes\"}");
    kit_refused(REFUSAL_BAD_ARGUMENT, 0, "rule", "{\"answer\":\"perhaps\"}");
    kit_good(0, "rule", "{\"answer\":\"no\"}");
    ck_phase("ruling");
    ck_assert_str_eq(kit_owed(), "2:rule@220000!ruling_no");
    kit_good(0, "rule", "{\"answer\":\"no\"}"); /* counts once */
    ck_phase("ruling");
    ck_assert_str_eq(kit_owed(), "2:rule@220000!ruling_no");
    ck_hands(4, 4, 4, 4, 0);
    kit_good(2, "rule", "{\"answer\":\"no\"}");
    ck_hands(4, 3, 4, 4, 1);
    ck_assert_str_eq(kit_owed(), "0:play@220000");
    kit_refused(REFUSAL_WRONG_PHASE, 0, "rule", "{\"answer\":\"no\"}");
    kit_refused(REFUSAL_WRONG_PHASE, SEAT_MODERATOR, "rule", "{\"answer\":\"no\"}");
}
END_TEST

START_TEST(ruling_by_time_is_no_and_the_turn_goes_on_from_there)
{
    in_deal("", "\"leader\":0,");
    kit_at(100000);
    ck_assert_int_eq(in_call(1, "word", "honest", "documents"), REFUSAL_NONE);
    kit_tick(230000); /* the ruling ended at 220000, the turn has until 240000 */
    ck_assert_int_eq(kit_events(AUDIENCE_CROWD, "interceptor.wrong"), 1);
    ck_assert_str_eq(kit_owed(), "0:play@240000");
    in_deal("", "\"leader\":0,");
    kit_at(100000);
    ck_assert_int_eq(in_call(1, "word", "honest", "documents"), REFUSAL_NONE);
    kit_tick(240001);
    ck_assert_int_eq(kit_events(AUDIENCE_CROWD, "interceptor.overdue"), 1);
    ck_assert_str_eq(kit_owed(), "0:play@null");
}
END_TEST

START_TEST(ruling_after_the_turn_was_overdue_leaves_it_so)
{
    in_deal("", "\"leader\":0,");
    kit_tick(150000);
    ck_assert_int_eq(in_call(1, "word", "honest", "documents"), REFUSAL_NONE);
    kit_good(SEAT_MODERATOR, "skip", NULL);
    ck_assert_str_eq(kit_owed(), "0:play@null");
    ck_hands(4, 3, 4, 4, 1);
}
END_TEST

START_TEST(ruling_paused_moves_its_deadline)
{
    in_deal("", "\"leader\":0,");
    kit_at(100000);
    ck_assert_int_eq(in_call(1, "word", "honest", "documents"), REFUSAL_NONE);
    kit_at(110000);
    kit_good(SEAT_MODERATOR, "pause", NULL);
    kit_refused(REFUSAL_PAUSED, 0, "rule", "{\"answer\":\"yes\"}");
    kit_at(210000);
    kit_good(SEAT_MODERATOR, "resume", NULL);
    ck_assert_str_eq(kit_owed(), "0:rule@320000!ruling_no 2:rule@320000!ruling_no");
    kit_at(300000);
    kit_good(SEAT_MODERATOR, "rule", "{\"answer\":\"no\"}");
    ck_assert_str_eq(kit_owed(), "0:play@320000"); /* it had 20 s left */
}
END_TEST

START_TEST(being_away_moves_what_runs)
{
    in_deal("", "\"leader\":0,");
    rules_shift(kit_game(), kit_state(), 5000);
    ck_assert_str_eq(kit_owed(), "0:play@125000");
    ck_assert_int_eq(rules_due_ms(kit_game(), kit_state()), 125000);
}
END_TEST

START_TEST(asks_are_numbered_by_wait)
{
    struct owed_list list;
    in_deal("", "\"leader\":0,");
    rules_owed(kit_game(), kit_state(), &list);
    uint32_t turn = list.owed[0].ask;
    ck_assert_int_eq(in_call(1, "word", "honest", "documents"), REFUSAL_NONE);
    rules_owed(kit_game(), kit_state(), &list);
    uint32_t ruling = list.owed[0].ask;
    ck_assert_uint_ne(ruling, turn);
    kit_good(SEAT_MODERATOR, "skip", NULL);
    rules_owed(kit_game(), kit_state(), &list);
    ck_assert_uint_eq(list.owed[0].ask, turn); /* the same wait goes on */
    in_play('D');
    rules_owed(kit_game(), kit_state(), &list);
    ck_assert_uint_gt(list.owed[0].ask, ruling);
}
END_TEST

START_TEST(a_wrong_call_leaves_the_turn_and_its_clock)
{
    struct owed_list list;
    in_deal("", "\"leader\":0,\"hands\":[4,1,5,6],");
    rules_owed(kit_game(), kit_state(), &list);
    uint32_t turn = list.owed[0].ask;
    kit_at(50000);
    in_wrong_call(1); /* his last card, not his turn */
    ck_assert_str_eq(kit_owed(), "0:play@120000");
    rules_owed(kit_game(), kit_state(), &list);
    ck_assert_uint_eq(list.owed[0].ask, turn);
}
END_TEST

START_TEST(abort_ends_without_a_result)
{
    in_deal("", "\"leader\":0,");
    rules_abort(kit_game(), kit_state(), 500);
    ck_over("none", "aborted", "[]");
    ck_assert(rules_due_ms(kit_game(), kit_state()) == NO_DEADLINE);
}
END_TEST

Suite *suite_interceptor_time(void);

Suite *suite_interceptor_time(void)
{
    Suite *suite = suite_create("interceptor_time");
    TCase *tcase = tcase_create("time");
    tcase_add_test(tcase, signals_are_overdue_once_and_wait_on);
    tcase_add_test(tcase, leader_by_time_is_seat_0_and_his_turn_runs_from_then);
    tcase_add_test(tcase, a_move_past_a_deadline_needs_a_tick_first);
    tcase_add_test(tcase, pace_and_turn_limit_set_the_deadlines);
    tcase_add_test(tcase, split_by_time_is_the_default_split);
    tcase_add_test(tcase, autoplay_passes_over_who_is_late);
    tcase_add_test(tcase, autoplay_has_nothing_to_do_about_signals);
    tcase_add_test(tcase, skip_applies_the_default_of_whoever_is_waited_for);
    tcase_add_test(tcase, skipping_never_breaks_a_round_off);
    tcase_add_test(tcase, pause_stops_time_and_moves_every_deadline);
    tcase_add_test(tcase, leave_is_taken_in_a_pause);
    tcase_add_test(tcase, leave_loses_by_forfeit_in_every_phase);
    tcase_add_test(tcase, ruling_holds_the_clock_of_the_turn);
    tcase_add_test(tcase, ruling_by_time_is_no_and_the_turn_goes_on_from_there);
    tcase_add_test(tcase, ruling_after_the_turn_was_overdue_leaves_it_so);
    tcase_add_test(tcase, ruling_paused_moves_its_deadline);
    tcase_add_test(tcase, being_away_moves_what_runs);
    tcase_add_test(tcase, asks_are_numbered_by_wait);
    tcase_add_test(tcase, a_wrong_call_leaves_the_turn_and_its_clock);
    tcase_add_test(tcase, abort_ends_without_a_result);
    suite_add_tcase(suite, tcase);
    return suite;
}
