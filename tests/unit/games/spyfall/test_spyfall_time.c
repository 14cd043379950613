/* Deadlines, skips, pauses, and people who leave (rulebook 4.5, R40). */
#include "spyfall_kit.h"

#include <stdio.h>
#include <string.h>

static const int64_t day = INT64_C(24) * 3600 * 1000;

static void leaves(int seat)
{
    char args[32];
    snprintf(args, sizeof args, "{\"seat\":%d}", seat);
    kit_good(SEAT_MODERATOR, "leave", args);
}

START_TEST(between_rounds_the_leader_goes_on_or_time_does)
{
    sp_deal(5, "", DEE, ",\"leader\":1");
    kit_tick(360001);
    ck_phase("between");
    ck_assert_str_eq(kit_owed(), "1:next@480000!next");
    kit_refused(REFUSAL_NOT_YOURS, ANA, "next", NULL);
    kit_tick(480001);
    ck_phase("questions");
    ck_view(SEAT_CROWD, "round", "2");
    ck_view(SEAT_CROWD, "asker", "1");
    ck_assert_int_eq(spyfall_due_ms(kit_state()), 480000 + 360000);
    kit_tick(480000 + 360001);
    kit_good(SEAT_MODERATOR, "skip", NULL);
    ck_view(SEAT_CROWD, "round", "3");
}
END_TEST

START_TEST(async_waits_a_day_and_only_reminds)
{
    sp_deal(5, "pace=async", DEE, "");
    ck_assert_str_eq(kit_owed(), "0:ask@86400000");
    kit_tick(day + 1);
    ck_assert_int_eq(kit_events(AUDIENCE_CROWD, "spyfall.overdue"), 1);
    ck_assert_str_eq(kit_owed(), "0:ask@null");
    ck_assert_int_eq(spyfall_due_ms(kit_state()), NO_DEADLINE);
    sp_ask(ANA, BEN);
    ck_assert_str_eq(kit_owed(), "1:answer@172800001");
    sp_answer(BEN);
    kit_good(SEAT_MODERATOR, "skip", NULL); /* who does not ask: the next seat, nobody barred */
    ck_view(SEAT_CROWD, "asker", "2");
    ck_view(SEAT_CROWD, "barred", "null");
    ck_view(SEAT_CROWD, "questions_left", "11");
    sp_ask(CY, BEN);
    kit_good(SEAT_MODERATOR, "skip", NULL);
    ck_view(SEAT_CROWD, "questions_left", "10");
    ck_view(SEAT_CROWD, "asker", "1");
}
END_TEST

START_TEST(autoplay_does_what_skip_would)
{
    sp_deal(5, "pace=async autoplay=on", DEE, "");
    ck_assert_str_eq(kit_owed(), "0:ask@86400000!skip");
    kit_tick(day + 1);
    ck_view(SEAT_CROWD, "asker", "1");
    sp_ask(BEN, CY);
    kit_tick(2 * day + 2);
    ck_view(SEAT_CROWD, "asker", "2");
    ck_view(SEAT_CROWD, "questions_left", "11");
}
END_TEST

static void to_last_call(const char *options)
{
    char all[96];
    snprintf(all, sizeof all, "pace=async budget=1 %s", options);
    sp_deal(5, all, DEE, "");
    sp_ask(ANA, BEN);
    sp_answer(BEN);
    ck_phase("last_call");
}

START_TEST(last_call)
{
    to_last_call("");
    ck_view(SEAT_CROWD, "clock.left_ms", "43200000");
    ck_assert_str_eq(kit_owed(), "0:done@null 1:done@null 2:done@null 3:done@null 4:done@null");
    kit_good(ANA, "done", NULL);
    kit_refused(REFUSAL_ALREADY_DONE, ANA, "done", NULL);
    kit_at(3600000);
    sp_accuse(ANA, DEE); /* who has nothing more may still accuse */
    kit_refused(REFUSAL_VOTE_OPEN, BEN, "done", NULL);
    kit_at((int64_t)2 * 3600000);
    sp_vote(BEN, "no");
    ck_phase("last_call");
    ck_view(SEAT_CROWD, "clock.left_ms", "39600000");
    kit_tick(13 * 3600000 + 1);
    ck_end("clock");
    to_last_call("");
    kit_good(SEAT_MODERATOR, "skip", NULL);
    ck_end("clock");
}
END_TEST

START_TEST(a_pause_moves_every_deadline)
{
    sp_deal(5, "answer_limit=60s", DEE, "");
    sp_ask(ANA, BEN);
    kit_at(10000);
    kit_good(SEAT_MODERATOR, "pause", NULL);
    ck_view(SEAT_CROWD, "clock.running", "false");
    ck_view(SEAT_CROWD, "clock.left_ms", "350000");
    kit_at(50000);
    kit_refused(REFUSAL_PAUSED, BEN, "answer", "{\"text\":\"Yes.\"}");
    kit_refused(REFUSAL_PAUSED, DEE, "guess", "{\"location\":\"Bank\"}");
    kit_good(SEAT_MODERATOR, "resume", NULL);
    ck_assert_str_eq(kit_owed(), "1:answer@100000");
    ck_view(SEAT_CROWD, "clock.left_ms", "350000");
    sp_accuse(CY, DEE);
    kit_at(60000);
    kit_good(SEAT_MODERATOR, "pause", NULL);
    kit_at(90000);
    kit_good(SEAT_MODERATOR, "resume", NULL);
    ck_assert_str_eq(kit_owed(), "4:vote@140000!no");
}
END_TEST

START_TEST(a_spy_who_leaves_makes_the_round_void)
{
    sp_deal(5, "", DEE, "");
    leaves(DEE);
    ck_end("void");
    ck_points("[0,0,0,0,0]");
    ck_phase("between");
    kit_good(ANA, "next", NULL);
    ck_view(EVA, "role", "\"spy\""); /* a pinned spy who has left: the next one still in */
}
END_TEST

START_TEST(with_fewer_than_three_a_round_is_void_and_with_fewer_than_four_none_begins)
{
    sp_deal(4, "", DEE, ",\"scores\":[3,0,0,0]");
    leaves(BEN);
    ck_phase("questions");
    leaves(CY);
    ck_end("void");
    ck_phase("between");
    kit_good(ANA, "next", NULL);
    ck_over("win", "points", "[0]");
    sp_deal(4, "", DEE, ",\"scores\":[0,9,0,0]");
    leaves(BEN);
    sp_guess(DEE, "Bank");
    kit_good(ANA, "next", NULL);
    ck_over("win", "points", "[3]"); /* who leaves cannot win */
    ck_view(SEAT_CROWD, "result.scores", "[0,9,0,4]");
}
END_TEST

START_TEST(who_asks_or_is_asked_leaves)
{
    sp_deal(6, "", DEE, "");
    sp_ask(ANA, BEN);
    leaves(BEN); /* the same one asks again */
    ck_view(SEAT_CROWD, "asker", "0");
    ck_view(SEAT_CROWD, "pending", "null");
    ck_view(SEAT_CROWD, "questions", "[]");
    sp_ask(ANA, CY);
    leaves(ANA); /* the question stands */
    ck_view(SEAT_CROWD, "pending", "2");
    ck_view(SEAT_CROWD, "leader", "2");
    sp_answer(CY);
    ck_view(SEAT_CROWD, "asker", "2");
    ck_view(SEAT_CROWD, "barred", "null");
    leaves(CY); /* without a question: the next seat */
    ck_view(SEAT_CROWD, "asker", "3");
    sp_deal(6, "", DEE, "");
    sp_ask(ANA, BEN);
    leaves(ANA);
    leaves(BEN); /* asker and asked are gone: the seat after the asker that is left */
    ck_view(SEAT_CROWD, "asker", "2");
    ck_view(SEAT_CROWD, "pending", "null");
}
END_TEST

START_TEST(who_is_barred_leaves)
{
    sp_deal(6, "", DEE, "");
    sp_ask(ANA, BEN);
    sp_answer(BEN);
    leaves(ANA);
    ck_view(SEAT_CROWD, "barred", "null");
    sp_ask(BEN, CY);
}
END_TEST

START_TEST(accuser_suspect_and_voters_leave)
{
    sp_deal(6, "", DEE, "");
    sp_accuse(BEN, FIN);
    leaves(BEN);
    ck_phase("questions");
    sp_deal(6, "", DEE, "");
    sp_accuse(BEN, FIN);
    leaves(FIN);
    ck_phase("questions");
    sp_accuse(BEN, DEE); /* the accusation came back */
    sp_vote(CY, "yes");
    sp_vote(EVA, "yes");
    leaves(ANA); /* all others have said yes */
    ck_end("spy_indicted");
    ck_points("[0,2,1,0,1,0]");
    sp_deal(6, "vote=simultaneous", DEE, "");
    sp_accuse(BEN, DEE);
    sp_vote(CY, "yes");
    sp_vote(EVA, "yes");
    sp_vote(FIN, "no");
    leaves(ANA);
    ck_assert_str_eq(kit_event("spyfall.ballots"), "{\"yes\":[2,4],\"no\":[5]}");
    ck_phase("questions");
    sp_deal(6, "", DEE, "");
    sp_ask(ANA, BEN);
    sp_accuse(CY, DEE);
    leaves(BEN); /* asked, and a voter to come */
    ck_phase("vote");
    sp_vote(EVA, "yes");
    sp_vote(FIN, "yes");
    sp_vote(ANA, "no");
    ck_view(SEAT_CROWD, "asker", "0");
    ck_view(SEAT_CROWD, "pending", "null");
    ck_assert_str_eq(kit_owed(), "0:ask@null");
}
END_TEST

START_TEST(leaving_in_the_last_call_and_the_final_vote)
{
    to_last_call("");
    for (int seat = 0; seat < 4; seat++) {
        kit_good(seat, "done", NULL);
    }
    leaves(EVA);
    ck_end("clock");
    sp_deal(6, "final_vote=on", DEE, "");
    kit_tick(7 * 60000 + 1);
    leaves(ANA);
    ck_view(SEAT_CROWD, "turn", "1");
    sp_accuse(BEN, FIN);
    leaves(FIN);
    ck_view(SEAT_CROWD, "turn", "1");
    sp_accuse(BEN, DEE);
    leaves(BEN);
    ck_view(SEAT_CROWD, "turn", "2");
    sp_deal(5, "last_guess=on", DEE, "");
    sp_accuse(BEN, DEE);
    sp_all_vote("yes");
    leaves(DEE);
    ck_end("spy_indicted");
}
END_TEST

/* At half time, a minute and ten seconds before the end; while the clock stands, never. */
START_TEST(the_clock_reminds)
{
    sp_deal(5, "", DEE, "");
    kit_tick(180000);
    ck_assert_str_eq(kit_told(AUDIENCE_CROWD), "");
    kit_tick(180001);
    ck_assert_str_eq(kit_told(AUDIENCE_CROWD), "spyfall.reminder {\"ms\":180000}\n");
    kit_at(290000);
    sp_accuse(BEN, DEE);
    kit_tick(340000);
    ck_assert_str_eq(kit_told(AUDIENCE_CROWD), "");
    sp_vote(CY, "no"); /* 70 s are left */
    kit_at(395000);
    sp_ask(ANA, BEN); /* a move need not wait for a reminder */
    kit_tick(395001);
    ck_assert_str_eq(kit_told(AUDIENCE_CROWD), "spyfall.reminder {\"ms\":15000}\n");
    kit_tick(400001);
    ck_assert_str_eq(kit_told(AUDIENCE_CROWD), "spyfall.reminder {\"ms\":10000}\n");
    kit_tick(410000);
    ck_assert_str_eq(kit_told(AUDIENCE_CROWD), "");
    kit_tick(410001);
    ck_end("clock");
    to_last_call("");
    kit_tick((int64_t)13 * 3600000);
    ck_assert_ptr_null(strstr(kit_told(AUDIENCE_CROWD), "spyfall.reminder"));
}
END_TEST

START_TEST(who_alone_had_more_to_say_leaves_in_a_vote)
{
    to_last_call("");
    for (int seat = 0; seat < 4; seat++) {
        kit_good(seat, "done", NULL);
    }
    sp_accuse(ANA, DEE);
    sp_vote(BEN, "yes");
    leaves(EVA);
    ck_phase("vote");
    sp_vote(CY, "no");
    ck_end("clock"); /* and nobody waits for twelve hours */
}
END_TEST

START_TEST(who_has_nothing_more_may_leave_and_end_the_game)
{
    static const char *const options[] = {"leave=abort", ""};
    for (int i = 0; i < 2; i++) {
        to_last_call(options[i]);
        kit_good(BEN, "done", NULL);
        leaves(BEN);
        if (i == 0) {
            ck_over("none", "aborted", "[]");
        } else {
            ck_view(SEAT_CROWD, "done", "[]");
        }
    }
}
END_TEST

START_TEST(the_leader_leaves_between_rounds)
{
    sp_deal(5, "", DEE, "");
    sp_guess(DEE, "Bank");
    leaves(ANA);
    ck_view(SEAT_CROWD, "leader", "1");
    ck_assert_str_eq(kit_owed(), "1:next@120000!next");
    kit_good(BEN, "next", NULL);
    ck_view(SEAT_CROWD, "asker", "1");
    ck_view(SEAT_CROWD, "clock.left_ms", "360000");
}
END_TEST

START_TEST(all_may_leave)
{
    sp_deal(5, "", DEE, "");
    leaves(DEE);
    for (int seat = 0; seat < 5; seat++) {
        if (seat != DEE) {
            leaves(seat);
        }
    }
    ck_over("none", "points", "[]");
    sp_deal(5, "leave=abort", DEE, "");
    leaves(ANA);
    ck_over("none", "aborted", "[]");
}
END_TEST

Suite *suite_spyfall_time(void);

Suite *suite_spyfall_time(void)
{
    Suite *suite = suite_create("spyfall_time");
    TCase *tcase = tcase_create("time and leaving");
    tcase_set_timeout(tcase, 60);
    tcase_add_test(tcase, between_rounds_the_leader_goes_on_or_time_does);
    tcase_add_test(tcase, async_waits_a_day_and_only_reminds);
    tcase_add_test(tcase, autoplay_does_what_skip_would);
    tcase_add_test(tcase, last_call);
    tcase_add_test(tcase, a_pause_moves_every_deadline);
    tcase_add_test(tcase, a_spy_who_leaves_makes_the_round_void);
    tcase_add_test(tcase,
                   with_fewer_than_three_a_round_is_void_and_with_fewer_than_four_none_begins);
    tcase_add_test(tcase, who_asks_or_is_asked_leaves);
    tcase_add_test(tcase, who_is_barred_leaves);
    tcase_add_test(tcase, accuser_suspect_and_voters_leave);
    tcase_add_test(tcase, leaving_in_the_last_call_and_the_final_vote);
    tcase_add_test(tcase, the_clock_reminds);
    tcase_add_test(tcase, who_alone_had_more_to_say_leaves_in_a_vote);
    tcase_add_test(tcase, who_has_nothing_more_may_leave_and_end_the_game);
    tcase_add_test(tcase, the_leader_leaves_between_rounds);
    tcase_add_test(tcase, all_may_leave);
    suite_add_tcase(suite, tcase);
    return suite;
}
