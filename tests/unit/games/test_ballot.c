/* Ballots and clocks. Every result of small ballots is tried. */
#include "ballot.h"
#include "game_clock.h"

#include <check.h>

static struct ballot ballot;

/* The rules of a ruling by owners: one yes decides, all noes decide. */
static const struct ballot_rules owners = {.choices = 2, .threshold = 1, .all_no = true};

START_TEST(ballot_one_yes_decides_and_all_noes_decide)
{
    ballot_open(&ballot, &owners, 0x5, 0);
    ck_assert_int_eq(ballot_result(&ballot), BALLOT_RUNNING);
    ck_assert_int_eq(ballot_cast(&ballot, 1, 1), REFUSAL_NOT_YOURS);
    ck_assert_int_eq(ballot_cast(&ballot, 0, 0), REFUSAL_NONE);
    ck_assert_int_eq(ballot_result(&ballot), BALLOT_RUNNING);
    ck_assert_int_eq(ballot_cast(&ballot, 0, 0), REFUSAL_ALREADY_DONE);
    ck_assert_int_eq(ballot_next(&ballot), 2);
    ck_assert_int_eq(ballot_cast(&ballot, 2, 0), REFUSAL_NONE);
    ck_assert_int_eq(ballot_result(&ballot), 0);
    ballot_open(&ballot, &owners, 0x5, 0);
    ck_assert_int_eq(ballot_cast(&ballot, 2, 1), REFUSAL_NONE);
    ck_assert_int_eq(ballot_result(&ballot), 1);
}
END_TEST

START_TEST(ballot_closed_in_silence_is_no)
{
    ballot_open(&ballot, &owners, 0x5, 0);
    ballot_close(&ballot);
    ck_assert_int_eq(ballot_result(&ballot), 0);
}
END_TEST

/* Three voters, three choices or silence each: the most votes win, a tie elects nobody. */
START_TEST(ballot_of_most_votes_over_all_results)
{
    static const struct ballot_rules rules = {.choices = 3};
    for (int code = 0; code < 64; code++) {
        int votes[3] = {0};
        ballot_open(&ballot, &rules, 0x7, 0);
        for (int seat = 0; seat < 3; seat++) {
            int vote = (code >> (2 * seat) & 3) - 1;
            if (vote >= 0) {
                ck_assert_int_eq(ballot_cast(&ballot, seat, vote), REFUSAL_NONE);
                votes[vote]++;
            }
        }
        if (ballot_missing(&ballot) != 0) {
            ck_assert_int_eq(ballot_result(&ballot), BALLOT_RUNNING);
            ballot_close(&ballot);
        }
        int expected = BALLOT_NOBODY;
        for (int choice = 0; choice < 3; choice++) {
            int next = votes[(choice + 1) % 3];
            int last = votes[(choice + 2) % 3];
            if (votes[choice] > next && votes[choice] > last) {
                expected = choice;
            }
        }
        ck_assert_int_eq(ballot_result(&ballot), expected);
    }
}
END_TEST

START_TEST(ballot_in_order_goes_clockwise)
{
    static const struct ballot_rules rules = {.choices = 2, .ordered = true};
    ballot_open(&ballot, &rules, 0xd, 2);
    ck_assert_int_eq(ballot_next(&ballot), 2);
    ck_assert_int_eq(ballot_cast(&ballot, 0, 1), REFUSAL_NOT_YOUR_TURN);
    ck_assert_int_eq(ballot_cast(&ballot, 2, 1), REFUSAL_NONE);
    ck_assert_int_eq(ballot_next(&ballot), 3);
    ck_assert_int_eq(ballot_cast(&ballot, 3, 0), REFUSAL_NONE);
    ck_assert_int_eq(ballot_next(&ballot), 0);
    ck_assert_int_eq(ballot_cast(&ballot, 0, 1), REFUSAL_NONE);
    ck_assert_int_eq(ballot_next(&ballot), -1);
    ck_assert_int_eq(ballot_result(&ballot), 1);
}
END_TEST

START_TEST(ballot_quorum_silence_change_and_leaving)
{
    static const struct ballot_rules rules = {
        .choices = 2, .quorum = 2, .change = true, .silence_counts = true, .silence = 0};
    static const struct ballot_rules strict = {.choices = 2, .quorum = 2};
    ballot_open(&ballot, &rules, 0x7, 0);
    ck_assert_int_eq(ballot_cast(&ballot, 0, 0), REFUSAL_NONE);
    ck_assert_int_eq(ballot_cast(&ballot, 0, 1), REFUSAL_NONE);
    ballot_close(&ballot);
    ck_assert_int_eq(ballot_result(&ballot), 0); /* two silent ones stand for no */
    ballot_open(&ballot, &strict, 0x7, 0);
    ck_assert_int_eq(ballot_cast(&ballot, 0, 1), REFUSAL_NONE);
    ballot_close(&ballot);
    ck_assert_int_eq(ballot_result(&ballot), BALLOT_NOBODY);
    ballot_open(&ballot, &strict, 0x7, 0);
    ck_assert_int_eq(ballot_cast(&ballot, 0, 1), REFUSAL_NONE);
    ck_assert_int_eq(ballot_cast(&ballot, 1, 1), REFUSAL_NONE);
    ballot_drop(&ballot, 2);
    ck_assert_int_eq(ballot_result(&ballot), 1);
}
END_TEST

START_TEST(ballot_threshold_decides_early_or_never)
{
    static const struct ballot_rules rules = {.choices = 2, .threshold = 2};
    ballot_open(&ballot, &rules, 0x7, 0);
    ck_assert_int_eq(ballot_cast(&ballot, 0, 1), REFUSAL_NONE);
    ck_assert_int_eq(ballot_result(&ballot), BALLOT_RUNNING);
    ck_assert_int_eq(ballot_cast(&ballot, 1, 1), REFUSAL_NONE);
    ck_assert_int_eq(ballot_result(&ballot), 1);
}
END_TEST

START_TEST(ballot_abstaining_and_taking_back)
{
    static const struct ballot_rules rules = {
        .choices = 2, .threshold = 2, .change = true, .early = true};
    ballot_open(&ballot, &rules, 0xf, 0);
    ck_assert_int_eq(ballot_cast(&ballot, 0, 1), REFUSAL_NONE);
    ck_assert_int_eq(ballot_withdraw(&ballot, 1), REFUSAL_NOT_YOURS);
    ck_assert_int_eq(ballot_withdraw(&ballot, 0), REFUSAL_NONE);
    ck_assert_int_eq(ballot_missing(&ballot), 0xf);
    ck_assert_int_eq(ballot_abstain(&ballot, 0), REFUSAL_NONE);
    ck_assert_int_eq(ballot_missing(&ballot), 0xe);
    ck_assert_int_eq(ballot_cast(&ballot, 1, 0), REFUSAL_NONE);
    ck_assert_int_eq(ballot_result(&ballot), BALLOT_RUNNING); /* two may still say yes */
    ck_assert_int_eq(ballot_abstain(&ballot, 2), REFUSAL_NONE);
    ck_assert_int_eq(ballot_result(&ballot), BALLOT_NOBODY);
    ballot_open(&ballot, &owners, 0x5, 0);
    ck_assert_int_eq(ballot_cast(&ballot, 0, 0), REFUSAL_NONE);
    ck_assert_int_eq(ballot_withdraw(&ballot, 0), REFUSAL_ALREADY_DONE);
}
END_TEST

START_TEST(clock_runs_stands_and_goes_on)
{
    struct game_clock clock = {0};
    ck_assert(game_clock_due_ms(&clock) == INT64_MAX);
    game_clock_start(&clock, 1000, 500);
    ck_assert_int_eq(game_clock_due_ms(&clock), 1500);
    ck_assert_int_eq(game_clock_left_ms(&clock, 1200), 300);
    game_clock_hold(&clock, 1200);
    ck_assert(game_clock_due_ms(&clock) == INT64_MAX);
    ck_assert_int_eq(game_clock_left_ms(&clock, 9999), 300);
    game_clock_shift(&clock, 50);
    game_clock_go(&clock, 2000);
    ck_assert_int_eq(game_clock_due_ms(&clock), 2300);
    game_clock_shift(&clock, 50);
    ck_assert_int_eq(game_clock_due_ms(&clock), 2350);
    game_clock_stop(&clock);
    game_clock_hold(&clock, 2400);
    game_clock_go(&clock, 2500);
    ck_assert(game_clock_due_ms(&clock) == INT64_MAX);
}
END_TEST

Suite *suite_ballot(void);

Suite *suite_ballot(void)
{
    Suite *suite = suite_create("ballot");
    TCase *tcase = tcase_create("ballot");
    tcase_add_test(tcase, ballot_one_yes_decides_and_all_noes_decide);
    tcase_add_test(tcase, ballot_closed_in_silence_is_no);
    tcase_add_test(tcase, ballot_of_most_votes_over_all_results);
    tcase_add_test(tcase, ballot_in_order_goes_clockwise);
    tcase_add_test(tcase, ballot_quorum_silence_change_and_leaving);
    tcase_add_test(tcase, ballot_threshold_decides_early_or_never);
    tcase_add_test(tcase, ballot_abstaining_and_taking_back);
    tcase_add_test(tcase, clock_runs_stands_and_goes_on);
    suite_add_tcase(suite, tcase);
    return suite;
}
