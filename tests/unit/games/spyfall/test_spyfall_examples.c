/* The worked examples of rulebook 4.7, by their numbers. */
#include "spyfall_kit.h"

#include <stdio.h>
#include <string.h>

enum { AT_12 = 12 * 3600 * 1000 }; /* 12:00:00 */

static int64_t clock_at(int minutes, int seconds)
{
    return (int64_t)AT_12 + (minutes * 60 + seconds) * INT64_C(1000);
}

START_TEST(spy_01_cards)
{
    sp_deal(5, "", DEE, "");
    int agents = 0;
    for (int seat = 0; seat < 5; seat++) {
        const char *told = kit_told(seat_bit(seat));
        agents += strcmp(told, "spyfall.card {\"round\":1,\"role\":\"agent\",\"location\":"
                               "\"Bank\",\"part\":null}\n") == 0;
        ck_view(seat, "role", seat == DEE ? "\"spy\"" : "\"agent\"");
        ck_view(seat, "location", seat == DEE ? "null" : "\"Bank\"");
    }
    ck_assert_int_eq(agents, 4);
    ck_assert_str_eq(
        kit_told(seat_bit(DEE)),
        "spyfall.card {\"round\":1,\"role\":\"spy\",\"location\":null,\"part\":null}\n");
    ck_assert_ptr_null(strstr(kit_inbound(SEAT_CROWD), "\"role\""));
    ck_view(SEAT_CROWD, "role", "null");
    ck_assert_int_eq(kit_try_deal("spyfall", 3, "", "{" PLACES "}"), REFUSAL_BAD_INPUT);
    ck_assert_int_eq(kit_try_deal("spyfall", 13, "", "{" PLACES "}"), REFUSAL_BAD_INPUT);
}
END_TEST

START_TEST(spy_02_retaliation)
{
    sp_deal(5, "", DEE, "");
    ck_view(SEAT_CROWD, "asker", "0");
    no_ask(REFUSAL_NOT_YOUR_TURN, BEN, CY);
    sp_ask(ANA, BEN);
    ck_view(SEAT_CROWD, "pending", "1");
    no_ask(REFUSAL_PENDING_QUESTION, ANA, CY);
    kit_refused(REFUSAL_NOT_PENDING, CY, "answer", "{\"text\":\"Yes.\"}");
    sp_answer(BEN);
    ck_view(SEAT_CROWD, "barred", "0");
    no_ask(REFUSAL_BARRED_TARGET, BEN, ANA);
    no_ask(REFUSAL_SELF_TARGET, BEN, BEN);
    sp_ask(BEN, CY);
    sp_answer(CY);
    no_ask(REFUSAL_BARRED_TARGET, CY, BEN);
    sp_ask(CY, ANA);
}
END_TEST

START_TEST(spy_03_failed_vote_restores_the_round)
{
    sp_deal(5, "", DEE, "");
    sp_ask(ANA, BEN);
    sp_accuse(CY, DEE);
    ck_assert_str_eq(kit_told(AUDIENCE_CROWD),
                     "spyfall.accused {\"seat\":2,\"suspect\":3,\"secret\":false,"
                     "\"order\":[4,0,1]}\n");
    kit_refused(REFUSAL_VOTE_OPEN, BEN, "answer", "{\"text\":\"Yes.\"}");
    no_accuse(REFUSAL_VOTE_OPEN, EVA, ANA);
    no_vote(REFUSAL_NOT_NEXT_VOTER, ANA);
    no_vote(REFUSAL_NOT_NEXT_VOTER, CY);
    no_vote(REFUSAL_NOT_NEXT_VOTER, DEE);
    sp_vote(EVA, "yes");
    ck_view(SEAT_CROWD, "vote.yes", "[2,4]");
    ck_view(SEAT_CROWD, "vote.next", "0");
    sp_vote(ANA, "no");
    ck_phase("questions");
    ck_view(SEAT_CROWD, "vote", "null");
    ck_view(SEAT_CROWD, "pending", "1");
    ck_view(SEAT_CROWD, "accused", "[false,false,true,false,false]");
    no_accuse(REFUSAL_ALREADY_ACCUSED, CY, BEN);
    sp_answer(BEN);
    ck_view(SEAT_CROWD, "asker", "1");
    ck_view(SEAT_CROWD, "barred", "0");
    sp_accuse(EVA, ANA);
}
END_TEST

START_TEST(spy_04_spy_indicted)
{
    sp_deal(6, "", DEE, "");
    sp_accuse(BEN, DEE);
    sp_vote(CY, "yes");
    sp_vote(EVA, "yes");
    sp_vote(FIN, "yes");
    sp_vote(ANA, "yes");
    ck_end("spy_indicted");
    ck_points("[1,2,1,0,1,1]");
    ck_scores("[1,2,1,0,1,1]");
}
END_TEST

START_TEST(spy_05_innocent_indicted)
{
    sp_deal(6, "", DEE, "");
    sp_accuse(BEN, FIN);
    sp_vote(CY, "yes");
    sp_vote(DEE, "yes");
    sp_vote(EVA, "yes");
    sp_vote(ANA, "yes");
    ck_end("innocent_indicted");
    ck_points("[0,0,0,4,0,0]");
}
END_TEST

START_TEST(spy_06_the_spy_accuses)
{
    sp_deal(6, "", DEE, "");
    sp_accuse(DEE, ANA);
    sp_vote(EVA, "yes");
    sp_vote(FIN, "yes");
    sp_vote(BEN, "yes");
    sp_vote(CY, "yes");
    ck_end("innocent_indicted");
    ck_points("[0,0,0,4,0,0]");
}
END_TEST

START_TEST(spy_07_right_guess)
{
    for (int pending = 0; pending < 2; pending++) {
        sp_deal(6, "", DEE, "");
        if (pending == 1) {
            sp_ask(ANA, BEN);
        }
        sp_guess(DEE, "Bank");
        ck_end("spy_guessed");
        ck_points("[0,0,0,4,0,0]");
        ck_view(SEAT_CROWD, "last.location", "\"Bank\"");
        ck_view(SEAT_CROWD, "last.spy", "3");
    }
}
END_TEST

START_TEST(spy_08_wrong_guess)
{
    sp_deal(6, "", DEE, "");
    no_guess(REFUSAL_NOT_THE_SPY, ANA, "Bank");
    ck_assert_uint_eq(kit_out()->event_count, 0);
    sp_guess(DEE, "Zoo");
    ck_end("spy_guessed_wrong");
    ck_points("[1,1,1,0,1,1]");
}
END_TEST

START_TEST(spy_09_time_out)
{
    sp_deal(6, "", DEE, "");
    kit_at(7 * 60000 + 1);
    no_guess(REFUSAL_TICK_FIRST, DEE, "Bank");
    kit_tick(7 * 60000 + 1);
    ck_end("clock");
    ck_points("[0,0,0,2,0,0]");
    no_guess(REFUSAL_WRONG_PHASE, DEE, "Bank");
    no_accuse(REFUSAL_WRONG_PHASE, ANA, DEE);
}
END_TEST

START_TEST(spy_10_clock)
{
    sp_deal(8, "", DEE, "");
    kit_at(AT_12); /* the round is dealt at 0 */
    ck_view(SEAT_CROWD, "clock.left_ms", "480000");
    for (int late = 0; late < 2; late++) {
        sp_deal(8, "", DEE, "");
        kit_at(clock_at(3, 10) - AT_12);
        sp_accuse(BEN, DEE);
        ck_view(SEAT_CROWD, "clock.left_ms", "290000");
        ck_view(SEAT_CROWD, "clock.running", "false");
        kit_at(clock_at(4, 0) - AT_12);
        sp_vote(CY, "no");
        ck_assert_int_eq(spyfall_due_ms(kit_state()), clock_at(8, 50) - AT_12);
        kit_at(clock_at(8, 20) - AT_12);
        sp_accuse(CY, DEE);
        ck_view(SEAT_CROWD, "clock.left_ms", "30000");
        kit_at(clock_at(8, 45) - AT_12);
        sp_vote(EVA, "no");
        ck_assert_int_eq(spyfall_due_ms(kit_state()), clock_at(9, 15) - AT_12);
        kit_at(clock_at(9, 15 + late) - AT_12);
        if (late == 0) {
            sp_guess(DEE, "Bank");
            ck_end("spy_guessed");
        } else {
            no_guess(REFUSAL_TICK_FIRST, DEE, "Bank");
            kit_tick(clock_at(9, 16) - AT_12);
            ck_end("clock");
        }
    }
}
END_TEST

START_TEST(spy_11_guess_inside_a_vote)
{
    sp_deal(5, "", DEE, "");
    sp_accuse(BEN, DEE);
    sp_vote(CY, "yes");
    sp_vote(EVA, "yes");
    sp_guess(DEE, "Bank");
    ck_points("[0,0,0,4,0]");
    no_vote(REFUSAL_WRONG_PHASE, ANA);
    sp_deal(5, "guess_during_vote=blocked", DEE, "");
    sp_accuse(BEN, DEE);
    sp_vote(CY, "yes");
    no_guess(REFUSAL_VOTE_OPEN, DEE, "Bank");
    no_guess(REFUSAL_VOTE_OPEN, ANA, "Bank");
    sp_vote(EVA, "yes");
    sp_vote(ANA, "yes");
    ck_end("spy_indicted");
}
END_TEST

START_TEST(spy_12_all_accusations_spent)
{
    sp_deal(4, "", CY, "");
    sp_accuse(ANA, CY);
    sp_vote(BEN, "no");
    sp_accuse(BEN, CY);
    sp_vote(DEE, "no");
    sp_accuse(CY, DEE);
    sp_vote(DEE == 3 ? ANA : DEE, "no");
    sp_accuse(DEE, ANA);
    sp_vote(BEN, "no");
    for (int seat = 0; seat < 4; seat++) {
        no_accuse(REFUSAL_ALREADY_ACCUSED, seat, (seat + 1) % 4);
    }
    sp_ask(ANA, BEN);
    sp_answer(BEN);
    kit_tick(6 * 60000 + 1);
    ck_end("clock");
    ck_points("[0,0,2,0]");
}
END_TEST

/* The four rounds of SPY-13, as far as so many. */
static void play_totals(int rounds)
{
    char options[32];
    snprintf(options, sizeof options, "rounds=%d", rounds);
    sp_rounds(4, options, "1032");
    sp_accuse(ANA, BEN);
    sp_all_vote("yes");
    ck_scores("[2,0,1,1]");
    kit_good(ANA, "next", NULL);
    kit_tick((int64_t)7 * 60000);
    ck_scores("[4,0,1,1]");
    kit_good(ANA, "next", NULL);
    sp_guess(DEE, "Bank");
    ck_scores("[4,0,1,5]");
    if (rounds == 4) {
        kit_good(ANA, "next", NULL);
        sp_guess(CY, "Zoo");
        ck_scores("[5,1,1,6]");
    }
}

START_TEST(spy_13_totals)
{
    play_totals(4);
    ck_over("win", "points", "[3]");
    ck_view(SEAT_CROWD, "result.scores", "[5,1,1,6]");
    play_totals(3);
    ck_over("win", "points", "[3]");
    ck_view(SEAT_CROWD, "result.scores", "[4,0,1,5]");
}
END_TEST

START_TEST(spy_14_tie)
{
    sp_rounds(4, "rounds=2", "02");
    kit_tick(6 * 60000 + 1);
    kit_good(ANA, "next", NULL);
    kit_tick(12 * 60000 + 2);
    ck_over("tie", "points", "[0,2]");
}
END_TEST

START_TEST(spy_15_leader_is_the_spy)
{
    sp_deal(5, "", ANA, "");
    ck_view(SEAT_CROWD, "asker", "0");
    sp_ask(ANA, BEN);
    kit_tick(6 * 60000 + 1);
    ck_points("[2,0,0,0,0]");
}
END_TEST

static void play_async(void)
{
    sp_deal(6, "pace=async", DEE, "");
    ck_view(SEAT_CROWD, "questions_left", "14");
    for (int question = 0; question < 14; question++) {
        int asker = question % 6;
        sp_ask(asker, (asker + 1) % 6);
        ck_view(SEAT_CROWD, "phase", "\"questions\"");
        sp_answer((asker + 1) % 6);
    }
    ck_phase("last_call");
    ck_view(SEAT_CROWD, "questions_left", "0");
    no_ask(REFUSAL_NO_QUESTIONS_LEFT, CY, DEE);
    kit_refused(REFUSAL_NOT_PENDING, CY, "answer", "{\"text\":\"Yes.\"}");
}

START_TEST(spy_16_async)
{
    play_async();
    sp_guess(DEE, "Bank");
    ck_points("[0,0,0,4,0,0]");
    play_async();
    for (int seat = 0; seat < 6; seat++) {
        ck_phase("last_call");
        kit_good(seat, "done", NULL);
    }
    ck_end("clock");
    ck_points("[0,0,0,2,0,0]");
}
END_TEST

/* Section 5.4. */
START_TEST(computed_facts)
{
    static const int minutes[] = {6, 6, 7, 7, 8, 8, 9, 9, 10};
    for (int seats = 4; seats <= 12; seats++) {
        char json[16];
        sp_deal(seats, "", 1, "");
        ck_assert_int_eq(spyfall_due_ms(kit_state()), (intmax_t)minutes[seats - 4] * 60000);
        sp_accuse(0, 1);
        ck_assert_int_eq(spyfall_count(sp_state()->vote.ballot.electorate) + 1, seats - 1);
        sp_deal(seats, "pace=async", 1, "");
        snprintf(json, sizeof json, "%d", 2 * minutes[seats - 4]);
        ck_view(SEAT_CROWD, "questions_left", json);
        for (int seat = 0; seat < seats; seat++) { /* one accusation each, and no more */
            sp_accuse(seat, (seat + 1) % seats);
            sp_vote((seat + 2) % seats, "no");
        }
        for (int seat = 0; seat < seats; seat++) {
            no_accuse(REFUSAL_ALREADY_ACCUSED, seat, (seat + 1) % seats);
        }
    }
}
END_TEST

Suite *suite_spyfall_examples(void);

Suite *suite_spyfall_examples(void)
{
    Suite *suite = suite_create("spyfall_examples");
    TCase *tcase = tcase_create("rulebook 4.7");
    tcase_set_timeout(tcase, 60);
    tcase_add_test(tcase, spy_01_cards);
    tcase_add_test(tcase, spy_02_retaliation);
    tcase_add_test(tcase, spy_03_failed_vote_restores_the_round);
    tcase_add_test(tcase, spy_04_spy_indicted);
    tcase_add_test(tcase, spy_05_innocent_indicted);
    tcase_add_test(tcase, spy_06_the_spy_accuses);
    tcase_add_test(tcase, spy_07_right_guess);
    tcase_add_test(tcase, spy_08_wrong_guess);
    tcase_add_test(tcase, spy_09_time_out);
    tcase_add_test(tcase, spy_10_clock);
    tcase_add_test(tcase, spy_11_guess_inside_a_vote);
    tcase_add_test(tcase, spy_12_all_accusations_spent);
    tcase_add_test(tcase, spy_13_totals);
    tcase_add_test(tcase, spy_14_tie);
    tcase_add_test(tcase, spy_15_leader_is_the_spy);
    tcase_add_test(tcase, spy_16_async);
    tcase_add_test(tcase, computed_facts);
    suite_add_tcase(suite, tcase);
    return suite;
}
