/* What every option of Spyfall changes. */
#include "spyfall_kit.h"

#include <stdio.h>
#include <string.h>

START_TEST(options_read_and_print_as_the_rulebook_writes_them)
{
    static const struct {
        const char *name;
        const char *usual;
        const char *other;
    } rows[] = {
        {"rounds", "5", "7"},
        {"minutes", "auto", "8"},
        {"first_asker", "leader", "previous_spy"},
        {"roles", "off", "on"},
        {"repeat_locations", "off", "on"},
        {"locations", "builtin", "list"},
        {"list", "30", "24"},
        {"vote", "sequential", "simultaneous"},
        {"vote_limit", "60 s / 24 h", "90 s"},
        {"silent_vote", "no", "yes"},
        {"clock_in_vote", "stopped", "running"},
        {"guess_during_vote", "allowed", "blocked"},
        {"final_vote", "off", "on"},
        {"last_guess", "off", "on"},
        {"table_talk", "free", "turns_only"},
        {"answer_limit", "none / 24 h", "none"},
        {"budget", "2_x_minutes", "9"},
        {"tie", "shared", "extra_round"},
        {"streak", "off", "soft"},
    };
    struct options options;
    const struct option_def *row = NULL;
    options_default(&spyfall_game, &options);
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[64];
        options_print(&spyfall_game, &options, OPTION_COMMON_COUNT + i, text);
        ck_assert_str_eq(text, rows[i].usual);
        ck_assert(options_set(&spyfall_game, &options, rows[i].name, rows[i].other, &row));
        options_print(&spyfall_game, &options, OPTION_COMMON_COUNT + i, text);
        ck_assert_str_eq(text, rows[i].other);
        ck_assert(options_set(&spyfall_game, &options, rows[i].name, rows[i].usual, &row));
    }
    ck_assert(options_set(&spyfall_game, &options, "budget", "2 x minutes", &row));
    ck_assert_int_eq(options.value[SPYFALL_BUDGET], 0);
    ck_assert(!options_set(&spyfall_game, &options, "minutes", "5", &row));
    ck_assert(!options_set(&spyfall_game, &options, "minutes", "11", &row));
    ck_assert(!options_set(&spyfall_game, &options, "list", "19", &row));
    ck_assert(!options_set(&spyfall_game, &options, "rounds", "0", &row));
    ck_assert(!options_set(&spyfall_game, &options, "budget", "0", &row));
}
END_TEST

START_TEST(minutes_and_budget)
{
    sp_deal(12, "minutes=6", DEE, "");
    ck_view(SEAT_CROWD, "clock.left_ms", "360000");
    sp_deal(12, "minutes=6 pace=async", DEE, "");
    ck_view(SEAT_CROWD, "questions_left", "12");
    ck_view(SEAT_CROWD, "clock.running", "false");
    sp_deal(12, "budget=3 pace=async", DEE, "");
    ck_view(SEAT_CROWD, "questions_left", "3");
    sp_deal(12, "", DEE, ",\"minutes\":2");
    ck_view(SEAT_CROWD, "clock.left_ms", "120000");
}
END_TEST

/* Who asks first in round 2, after a first round of seat 0 with this spy. */
static void ck_second_asker(const char *option, int spy, const char *asker)
{
    sp_deal(5, option, spy, "");
    ck_view(SEAT_CROWD, "asker", "0");
    kit_tick(6 * 60000 + 1);
    kit_good(ANA, "next", NULL);
    ck_view(SEAT_CROWD, "asker", asker);
}

START_TEST(first_asker)
{
    ck_second_asker("first_asker=leader", DEE, "0");
    ck_second_asker("first_asker=previous_spy", DEE, "3");
    ck_second_asker("first_asker=rotate", DEE, "1");
    unsigned seen = 0;
    for (int game = 0; game < 1; game++) {
        sp_deal(5, "first_asker=random rounds=40", DEE, "");
        for (int round = 0; round < 39; round++) {
            seen |= 1u << sp_state()->asker;
            kit_tick(kit_common()->now_ms + (long)6 * 60000 + 1);
            kit_good(ANA, "next", NULL);
        }
    }
    ck_assert_uint_eq(seen, 31);
}
END_TEST

START_TEST(parts_are_cosmetic)
{
    sp_deal(6, "roles=on", DEE, "");
    for (int seat = 0; seat < 6; seat++) {
        ck_assert_str_ne(kit_view(seat, "part"), "null");
    }
    ck_view(SEAT_CROWD, "part", "null");
    sp_guess(DEE, "Bank");
    ck_points("[0,0,0,4,0,0]");
    sp_deal(6, "", DEE, "");
    ck_view(ANA, "part", "null");
}
END_TEST

START_TEST(a_running_clock_ends_after_an_open_vote)
{
    for (int indicted = 0; indicted < 2; indicted++) {
        sp_deal(5, "clock_in_vote=running vote_limit=10m", DEE, "");
        kit_at(359000);
        sp_accuse(BEN, DEE);
        ck_view(SEAT_CROWD, "clock.running", "true");
        kit_tick(361000);
        ck_phase("vote");
        sp_vote(CY, "yes");
        if (indicted != 0) {
            sp_all_vote("yes");
            ck_end("spy_indicted");
        } else {
            sp_vote(EVA, "no");
            ck_end("clock");
        }
    }
}
END_TEST

START_TEST(a_running_clock_goes_on_through_a_vote)
{
    sp_deal(5, "clock_in_vote=running", DEE, "");
    kit_at(60000);
    sp_accuse(BEN, DEE);
    kit_at(90000);
    sp_vote(CY, "no");
    ck_assert_int_eq(spyfall_due_ms(kit_state()), 360000);
}
END_TEST

START_TEST(final_vote)
{
    sp_deal(5, "final_vote=on", DEE, ",\"leader\":2");
    sp_accuse(CY, DEE);
    sp_all_vote("no");
    kit_tick(360001);
    ck_phase("final_vote");
    ck_view(SEAT_CROWD, "turn", "2");
    ck_assert_str_eq(kit_owed(), "2:accuse,pass@420000!pass");
    no_guess(REFUSAL_WRONG_PHASE, DEE, "Bank");
    no_accuse(REFUSAL_NOT_YOUR_TURN, ANA, DEE);
    kit_refused(REFUSAL_NOT_YOUR_TURN, ANA, "pass", NULL);
    no_vote(REFUSAL_WRONG_PHASE, ANA);
    sp_accuse(CY, DEE); /* although he has accused before */
    no_accuse(REFUSAL_VOTE_OPEN, ANA, DEE);
    kit_refused(REFUSAL_VOTE_OPEN, CY, "pass", NULL);
    sp_vote(EVA, "no");
    ck_view(SEAT_CROWD, "turn", "3");
    kit_good(DEE, "pass", NULL);
    kit_tick(kit_common()->now_ms + 60001);
    ck_assert_str_ne(kit_event("spyfall.passed"), "");
    ck_view(SEAT_CROWD, "turn", "0");
    sp_accuse(ANA, DEE);
    sp_all_vote("yes");
    ck_end("spy_indicted");
    ck_points("[2,1,1,0,1]");
}
END_TEST

START_TEST(final_vote_without_success_is_the_clock)
{
    sp_deal(5, "final_vote=on", DEE, "");
    kit_tick(360001);
    for (int seat = 0; seat < 5; seat++) {
        ck_phase("final_vote");
        if (seat % 2 == 0) {
            kit_good(seat, "pass", NULL);
        } else {
            kit_good(SEAT_MODERATOR, "skip", NULL);
        }
    }
    ck_end("clock");
    sp_deal(5, "final_vote=on pace=async budget=1", DEE, "");
    sp_ask(ANA, BEN);
    sp_answer(BEN);
    kit_tick(INT64_C(12) * 3600 * 1000 + 1);
    ck_phase("final_vote");
}
END_TEST

START_TEST(last_guess)
{
    for (int right = 0; right < 3; right++) {
        sp_deal(5, "last_guess=on", DEE, "");
        sp_accuse(BEN, DEE);
        sp_all_vote("yes");
        ck_phase("last_guess");
        ck_assert_str_eq(kit_owed(), "3:guess@60000!no_guess");
        no_guess(REFUSAL_NOT_THE_SPY, ANA, "Bank");
        no_guess(REFUSAL_UNKNOWN_LOCATION, DEE, "Moon");
        if (right == 1) {
            sp_guess(DEE, "Bank");
            ck_end("spy_guessed");
            ck_points("[0,0,0,4,0]");
            continue;
        }
        if (right == 0) {
            sp_guess(DEE, "Zoo");
        } else {
            kit_tick(60001);
        }
        ck_end("spy_indicted");
        ck_points("[1,2,1,0,1]");
    }
    sp_deal(5, "last_guess=on", DEE, "");
    sp_accuse(BEN, CY);
    sp_all_vote("yes");
    ck_end("innocent_indicted");
}
END_TEST

START_TEST(extra_rounds_until_one_leads)
{
    sp_rounds(4, "rounds=2 tie=extra_round", "020");
    kit_tick(6 * 60000 + 1);
    kit_good(ANA, "next", NULL);
    kit_tick(12 * 60000 + 2);
    ck_phase("between");
    ck_view(SEAT_CROWD, "rounds", "3");
    kit_good(ANA, "next", NULL);
    kit_tick(18 * 60000 + 3);
    ck_over("win", "points", "[0]");
}
END_TEST

START_TEST(no_place_comes_twice_before_all_have_been)
{
    for (int repeat = 0; repeat < 2; repeat++) {
        unsigned seen = 0;
        int fresh = 0;
        kit_forgets(NULL);
        ck_assert_int_eq(kit_try_deal("spyfall", 4,
                                      repeat != 0 ? "rounds=10 repeat_locations=on" : "rounds=10",
                                      "{" PLACES "}"),
                         REFUSAL_NONE);
        for (int round = 0; round < 10; round++) {
            fresh += (seen & 1u << sp_state()->place) == 0;
            seen |= 1u << sp_state()->place;
            seen = round == 4 ? 0 : seen;
            kit_tick(kit_common()->now_ms + (long)6 * 60000 + 1);
            if (round < 9) {
                kit_good(ANA, "next", NULL);
            }
        }
        if (repeat == 0) {
            ck_assert_int_eq(fresh, 10);
        } else {
            ck_assert_int_lt(fresh, 10);
        }
    }
}
END_TEST

START_TEST(what_is_pinned_twice_brings_no_other_place_back)
{
    unsigned seen = 0;
    sp_pinned(4, "rounds=7",
              "{" PLACES ",\"rounds\":[{\"location\":\"Bank\"},{\"location\":\"Zoo\"},"
              "{\"location\":\"Bank\"}]}");
    for (int round = 0; round < 6; round++) {
        seen |= 1u << sp_state()->place;
        kit_tick(kit_common()->now_ms + (long)6 * 60000 + 1);
        kit_good(ANA, "next", NULL);
    }
    ck_assert_uint_eq(seen, 31);
}
END_TEST

START_TEST(an_answer_limit_of_a_live_game_only_reminds)
{
    sp_deal(5, "answer_limit=30s", DEE, "");
    ck_assert_str_eq(kit_owed(), "0:ask@null");
    sp_ask(ANA, BEN);
    ck_assert_str_eq(kit_owed(), "1:answer@30000");
    kit_at(10000);
    sp_accuse(CY, DEE); /* an answer's limit stands meanwhile */
    kit_at(20000);
    sp_vote(EVA, "no");
    ck_assert_str_eq(kit_owed(), "1:answer@40000");
    kit_tick(40001);
    ck_assert_str_eq(kit_event("spyfall.overdue"), "{\"phase\":\"questions\",\"seats\":[1]}");
    ck_assert_str_eq(kit_owed(), "1:answer@null");
    kit_good(SEAT_MODERATOR, "skip", NULL);
    ck_view(SEAT_CROWD, "asker", "1");
    ck_view(SEAT_CROWD, "barred", "0");
    ck_view(SEAT_CROWD, "questions.0.skipped", "true");
}
END_TEST

START_TEST(conceding_by_all_ends_it)
{
    sp_deal(4, "", DEE, "");
    sp_ask(ANA, BEN);
    sp_answer(BEN);
    sp_ask(BEN, CY);
    for (int seat = 0; seat < 4; seat++) {
        ck_view(SEAT_CROWD, "over", "false");
        kit_good(seat, "concede", NULL);
    }
    ck_over("none", "conceded", "[]");
    ck_view(SEAT_CROWD, "asker", "null"); /* nobody is waited for any more */
    ck_view(SEAT_CROWD, "barred", "null");
    ck_view(SEAT_CROWD, "pending", "null");
}
END_TEST

Suite *suite_spyfall_option(void);

Suite *suite_spyfall_option(void)
{
    Suite *suite = suite_create("spyfall_option");
    TCase *tcase = tcase_create("options");
    tcase_set_timeout(tcase, 60);
    tcase_add_test(tcase, options_read_and_print_as_the_rulebook_writes_them);
    tcase_add_test(tcase, minutes_and_budget);
    tcase_add_test(tcase, first_asker);
    tcase_add_test(tcase, parts_are_cosmetic);
    tcase_add_test(tcase, a_running_clock_ends_after_an_open_vote);
    tcase_add_test(tcase, a_running_clock_goes_on_through_a_vote);
    tcase_add_test(tcase, final_vote);
    tcase_add_test(tcase, final_vote_without_success_is_the_clock);
    tcase_add_test(tcase, last_guess);
    tcase_add_test(tcase, extra_rounds_until_one_leads);
    tcase_add_test(tcase, no_place_comes_twice_before_all_have_been);
    tcase_add_test(tcase, what_is_pinned_twice_brings_no_other_place_back);
    tcase_add_test(tcase, an_answer_limit_of_a_live_game_only_reminds);
    tcase_add_test(tcase, conceding_by_all_ends_it);
    suite_add_tcase(suite, tcase);
    return suite;
}
