/* Every result a vote can have, for every number of players, by the ways votes are taken. */
#include "spyfall_kit.h"

#include <stdio.h>
#include <string.h>

static bool vote_open_now(void)
{
    return spyfall_vote_is_open(sp_state());
}

/* Votes by the bits of pattern, in clockwise order, as long as anybody is asked. */
static void cast_all(int seats, int accuser, int suspect, unsigned pattern)
{
    int bit = 0;
    for (int i = 1; i < seats && vote_open_now(); i++) {
        int seat = (accuser + i) % seats;
        if (seat != suspect) {
            sp_vote(seat, (pattern >> bit++ & 1) != 0 ? "yes" : "no");
        }
    }
    ck_assert(!vote_open_now());
}

static void ck_result(int seats, int accuser, int suspect, bool indicted)
{
    if (!indicted) {
        ck_phase("questions");
        ck_view(SEAT_CROWD, "last", "null");
        return;
    }
    ck_end(suspect == 1 ? "spy_indicted" : "innocent_indicted");
    int sum = 0;
    for (int seat = 0; seat < seats; seat++) {
        int points = sp_state()->last.points[seat];
        int due = suspect != 1 ? (seat == 1 ? 4 : 0) : seat == 1 ? 0 : seat == accuser ? 2 : 1;
        ck_assert_int_eq(points, due);
        sum += points;
    }
    ck_assert_int_eq(sum, suspect == 1 ? seats : 4);
}

static void run_all(int seats, const char *options, int accuser, int suspect)
{
    unsigned patterns = 1u << (seats - 2);
    for (unsigned pattern = 0; pattern < patterns; pattern++) {
        /* the full square is small up to 8 players; beyond, those with one no or few yes */
        unsigned noes = patterns - 1 - pattern;
        bool few = (noes & (noes - 1)) == 0 || pattern < 4;
        if (seats > 8 && !few) {
            continue;
        }
        sp_deal(seats, options, 1, "");
        sp_accuse(accuser, suspect);
        cast_all(seats, accuser, suspect, pattern);
        ck_result(seats, accuser, suspect, pattern == patterns - 1);
    }
}

START_TEST(only_all_yes_indicts_in_turn)
{
    for (int seats = 4; seats <= 12; seats++) {
        run_all(seats, "", 0, 1);
        run_all(seats, "", seats - 1, 2);
    }
}
END_TEST

START_TEST(only_all_yes_indicts_at_once)
{
    for (int seats = 4; seats <= 12; seats++) {
        run_all(seats, "vote=simultaneous", 1, seats - 1);
        run_all(seats, "vote=simultaneous", 2, 1);
    }
}
END_TEST

START_TEST(votes_at_once_are_secret_until_all_are_in)
{
    sp_deal(5, "vote=simultaneous", DEE, "");
    sp_accuse(BEN, DEE);
    ck_view(SEAT_CROWD, "vote.next", "null");
    sp_vote(EVA, "no");
    ck_assert_str_eq(kit_told(AUDIENCE_CROWD), "spyfall.ballot {\"seat\":4,\"by_time\":false}\n");
    ck_view(SEAT_CROWD, "vote.yes", "[1]");
    ck_view(EVA, "voted", "\"no\"");
    ck_view(ANA, "voted", "null");
    no_vote(REFUSAL_ALREADY_DONE, EVA);
    no_vote(REFUSAL_NOT_YOURS, DEE);
    no_vote(REFUSAL_NOT_YOURS, BEN);
    sp_vote(ANA, "yes");
    ck_view(SEAT_CROWD, "vote.yes", "[1]");
    sp_vote(CY, "yes");
    ck_assert_str_eq(kit_event("spyfall.ballots"), "{\"yes\":[0,2],\"no\":[4]}");
    ck_phase("questions");
}
END_TEST

START_TEST(silence_is_no_or_yes_as_agreed)
{
    static const char *const options[] = {"", "silent_vote=yes", "vote=simultaneous",
                                          "vote=simultaneous silent_vote=yes"};
    for (int i = 0; i < 4; i++) {
        bool once = i >= 2;
        bool yes = i % 2 == 1;
        sp_deal(5, options[i], DEE, "");
        sp_accuse(BEN, DEE);
        ck_assert_str_eq(kit_owed(), once  ? yes ? "0:vote@60000!yes 2:vote@60000!yes 4:vote@60000!"
                                                   "yes"
                                                 : "0:vote@60000!no 2:vote@60000!no 4:vote@60000!no"
                                     : yes ? "2:vote@60000!yes"
                                           : "2:vote@60000!no");
        for (int voter = 0; voter < 3 && vote_open_now(); voter++) {
            kit_tick((int64_t)60001 * (voter + 1));
        }
        ck_assert(!vote_open_now());
        if (yes) {
            ck_end("spy_indicted");
        } else {
            ck_phase("questions");
        }
    }
}
END_TEST

START_TEST(each_voter_in_turn_has_the_whole_limit)
{
    sp_deal(5, "vote_limit=30s", DEE, "");
    sp_accuse(BEN, DEE);
    kit_at(20000);
    sp_vote(CY, "yes");
    ck_assert_str_eq(kit_owed(), "4:vote@50000!no");
    kit_at(50000);
    sp_vote(EVA, "yes");
    ck_assert_str_eq(kit_owed(), "0:vote@80000!no");
    kit_good(SEAT_MODERATOR, "skip", NULL);
    ck_phase("questions");
}
END_TEST

START_TEST(ghosts_do_not_vote)
{
    sp_deal(5, "", DEE, "");
    no_vote(REFUSAL_WRONG_PHASE, ANA);
    sp_accuse(BEN, DEE);
    kit_refused(REFUSAL_NOT_SEATED, 5, "vote", "{\"answer\":\"yes\"}");
    kit_refused(REFUSAL_NOT_SEATED, 11, "vote", "{\"answer\":\"yes\"}");
    kit_refused(REFUSAL_NOT_SEATED, SEAT_CROWD, "vote", "{\"answer\":\"yes\"}");
    kit_refused(REFUSAL_NOT_SEATED, SEAT_MODERATOR, "vote", "{\"answer\":\"yes\"}");
    kit_refused(REFUSAL_BAD_ARGUMENT, CY, "vote", "{\"answer\":\"perhaps\"}");
    kit_refused(REFUSAL_BAD_ARGUMENT, CY, "vote", NULL);
    kit_good(SEAT_MODERATOR, "leave", "{\"seat\":2}");
    kit_refused(REFUSAL_NOT_SEATED, CY, "vote", "{\"answer\":\"yes\"}");
    ck_view(SEAT_CROWD, "vote.next", "4");
    kit_refused(REFUSAL_BAD_ARGUMENT, EVA, "accuse", "{\"seat\":9}");
}
END_TEST

START_TEST(the_same_suspect_may_be_accused_again_by_another)
{
    sp_deal(5, "", DEE, "");
    sp_accuse(BEN, DEE);
    sp_vote(CY, "no");
    sp_accuse(CY, DEE);
    sp_all_vote("yes");
    ck_end("spy_indicted");
    ck_points("[1,1,2,0,1]");
    kit_good(ANA, "next", NULL);
    sp_accuse(BEN, DEE); /* once a round */
    no_accuse(REFUSAL_VOTE_OPEN, BEN, BEN);
    sp_all_vote("no");
    no_accuse(REFUSAL_SELF_TARGET, ANA, ANA);
}
END_TEST

Suite *suite_spyfall_vote(void);

Suite *suite_spyfall_vote(void)
{
    Suite *suite = suite_create("spyfall_vote");
    TCase *tcase = tcase_create("votes");
    tcase_set_timeout(tcase, 100);
    tcase_add_test(tcase, only_all_yes_indicts_in_turn);
    tcase_add_test(tcase, only_all_yes_indicts_at_once);
    tcase_add_test(tcase, votes_at_once_are_secret_until_all_are_in);
    tcase_add_test(tcase, silence_is_no_or_yes_as_agreed);
    tcase_add_test(tcase, each_voter_in_turn_has_the_whole_limit);
    tcase_add_test(tcase, ghosts_do_not_vote);
    tcase_add_test(tcase, the_same_suspect_may_be_accused_again_by_another);
    suite_add_tcase(suite, tcase);
    return suite;
}
