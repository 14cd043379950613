/* Every result a vote can have, for every number of players, by the ways votes are taken. */
#include "spyfall_kit.h"

#include "rules.h"

#include <string.h>

static bool vote_open_now(void)
{
    return spyfall_vote_is_open(sp_state());
}

/* One vote, walked to all its ends: who is asked says yes and no, each on a copy of the game. */
struct walk {
    int seats;
    int accuser;
    int suspect;
    bool clockwise; /* of those who vote at once, who comes first */
    unsigned ends;
    unsigned indicted;
};

static void ck_indicted(const struct walk *walk, const struct spyfall *state)
{
    bool spy = walk->suspect == state->spy;
    ck_assert_uint_eq(state->last.end, spy ? SPYFALL_SPY_INDICTED : SPYFALL_INNOCENT_INDICTED);
    ck_assert_uint_eq(state->common.phase, SPYFALL_AT_BETWEEN);
    for (int seat = 0; seat < walk->seats; seat++) {
        bool is_spy = seat == state->spy;
        int due = spy ? (is_spy ? 0 : seat == walk->accuser ? 2 : 1) : is_spy ? 4 : 0;
        ck_assert_int_eq(state->last.points[seat], due);
        ck_assert_int_eq(state->scores[seat], due);
    }
}

/* The round goes on exactly as it was, but for the accusation that is spent. */
static void ck_failed(const struct walk *walk, const struct spyfall *state)
{
    ck_assert_uint_eq(state->common.phase, SPYFALL_AT_QUESTIONS);
    ck_assert_uint_eq(state->last.round, 0);
    ck_assert_uint_eq(state->accused, seat_bit(walk->accuser));
    ck_assert_int_eq(state->asker, 0);
    ck_assert_int_eq(state->pending, 3);
    ck_assert_int_eq(state->barred, SEAT_NONE);
}

static int next_voter(const struct walk *walk, uint16_t voters)
{
    int from = walk->clockwise ? -1 : walk->seats;
    int step = walk->clockwise ? 1 : -1;
    for (int seat = from + step; seat >= 0 && seat < walk->seats; seat += step) {
        if ((voters & seat_bit(seat)) != 0) {
            return seat;
        }
    }
    return SEAT_NONE;
}

static void walk_on(struct walk *walk, const struct spyfall *before, bool all_yes)
{
    static const char *const answers[] = {"yes", "no"};
    int seat = next_voter(walk, spyfall_voters(before));
    if (seat == SEAT_NONE) {
        walk->ends++;
        walk->indicted += all_yes;
        if (all_yes) {
            ck_indicted(walk, before);
        } else {
            ck_failed(walk, before);
        }
        return;
    }
    ck_assert(seat != walk->accuser && seat != walk->suspect);
    for (int i = 0; i < 2; i++) {
        struct spyfall state = *before;
        struct move move;
        struct outcome out;
        move_init(&move, rules_action(&spyfall_game, "vote"), seat, 0);
        value_term(&move.args, "answer", answers[i]);
        ck_assert_int_eq(rules_apply(&spyfall_game, &state, &move, &out), REFUSAL_NONE);
        walk_on(walk, &state, all_yes && i == 0); /* NOLINT(misc-no-recursion): as many as vote */
    }
}

/* Everybody accuses everybody; pairs that only turn the circle round are left out where told. */
static void walk_all(int seats, const char *options, bool turned, unsigned ends)
{
    for (int accuser = 0; accuser < (turned ? seats : 1); accuser++) {
        for (int suspect = 0; suspect < seats; suspect++) {
            struct walk walk = {.seats = seats, .accuser = accuser, .suspect = suspect};
            if (suspect == accuser) {
                continue;
            }
            walk.clockwise = (accuser + suspect) % 2 == 0;
            sp_deal(seats, options, 1, "");
            sp_ask(0, 3);
            sp_accuse(accuser, suspect);
            walk_on(&walk, sp_state(), true);
            ck_assert_uint_eq(walk.ends, ends);
            ck_assert_uint_eq(walk.indicted, 1);
        }
    }
}

/* In turn the first no is the end of it, so there are as many ends as voters, and one more. */
START_TEST(only_all_yes_indicts_in_turn)
{
    for (int seats = 4; seats <= 12; seats++) {
        walk_all(seats, "", true, (unsigned)seats - 2 + 1);
    }
}
END_TEST

/* At once every pattern of votes is an end of its own: all of them, for every number of players. */
START_TEST(only_all_yes_indicts_at_once)
{
    for (int seats = 4; seats <= 12; seats++) {
        walk_all(seats, "vote=simultaneous", seats <= 6, 1u << (seats - 2));
    }
}
END_TEST

/* The same with voters who leave, and with silence: the vote goes on without who has left, ends for
 * nothing with the spy or the circle, and else is as the votes and the silence say. */
struct fork {
    const char *action; /* of the next voter; NULL: he leaves; "tick": all are silent */
    const char *answer;
};

static const struct fork forks[] = {
    {"vote", "yes"},
    {"vote", "no"},
    {NULL, NULL},
    {"tick", NULL},
};

struct maze {
    int seats;
    int suspect;
    bool silence_agrees;
    bool once;
    unsigned ends[SPYFALL_ENDS + 1]; /* and: it goes on */
};

/* What has been said so far. */
struct said {
    bool no;
    bool silent;
    uint16_t gone;
};

static void ck_maze_end(struct maze *maze, const struct spyfall *now, struct said said)
{
    int in = maze->seats - spyfall_count(said.gone);
    bool void_round = (said.gone & seat_bit(now->spy)) != 0 || in < SPYFALL_CIRCLE_MIN;
    bool agreed = !said.no && (!said.silent || maze->silence_agrees);
    unsigned end = void_round             ? SPYFALL_VOID
                   : !agreed              ? SPYFALL_ENDS
                   : maze->suspect == DEE ? SPYFALL_SPY_INDICTED
                                          : SPYFALL_INNOCENT_INDICTED;
    maze->ends[end]++;
    if (end == SPYFALL_ENDS) {
        ck_assert_uint_eq(now->common.phase, SPYFALL_AT_QUESTIONS);
        ck_assert_uint_eq(now->last.round, 0);
        ck_assert_uint_eq(now->accused, seat_bit(ANA));
        ck_assert(now->clock.running);
        return;
    }
    ck_assert_uint_eq(now->common.phase, SPYFALL_AT_BETWEEN);
    ck_assert_uint_eq(now->last.end, end);
    for (int seat = 0; seat < maze->seats && seat < SEATS_MAX; seat++) {
        bool spy = seat == now->spy;
        int due = end == SPYFALL_SPY_INDICTED        ? (spy           ? 0
                                                        : seat == ANA ? 2
                                                                      : 1)
                  : end == SPYFALL_INNOCENT_INDICTED ? (spy ? 4 : 0)
                                                     : 0;
        bool gone = (said.gone & seat_bit(seat)) != 0;
        ck_assert_int_eq(now->last.points[seat], gone ? 0 : due);
    }
}

static void maze_move(struct spyfall *state, const struct fork *fork, int voter)
{
    struct move move;
    struct outcome out;
    bool tick = fork->action != NULL && fork->answer == NULL;
    const char *action = fork->action != NULL ? fork->action : "leave";
    int seat = tick ? SEAT_HOUSE : fork->action != NULL ? voter : SEAT_MODERATOR;
    int64_t at_ms = state->common.now_ms + (tick ? 60001 : 0);
    move_init(&move, rules_action(&spyfall_game, action), seat, at_ms);
    if (fork->answer != NULL) {
        value_term(&move.args, "answer", fork->answer);
    } else if (!tick) {
        value_number(&move.args, "seat", voter);
    }
    ck_assert_int_eq(rules_apply(&spyfall_game, state, &move, &out), REFUSAL_NONE);
}

static void maze_on(struct maze *maze, const struct spyfall *before, struct said said)
{
    uint16_t voters = spyfall_voters(before);
    bool spy_gone = (said.gone & seat_bit(before->spy)) != 0;
    bool decided = !maze->once && (said.no || (said.silent && !maze->silence_agrees));
    if (voters == 0) {
        ck_maze_end(maze, before, said);
        return;
    }
    ck_assert(!spy_gone && !decided);
    int voter = 0;
    while ((voters & seat_bit(voter)) == 0) {
        voter++;
    }
    for (size_t i = 0; i < sizeof forks / sizeof forks[0]; i++) {
        struct spyfall state = *before;
        struct said then = said;
        maze_move(&state, &forks[i], voter);
        then.no = then.no || i == 1;
        then.gone = (uint16_t)(then.gone | (i == 2 ? seat_bit(voter) : 0));
        then.silent = then.silent || i == 3;
        maze_on(maze, &state, then); /* NOLINT(misc-no-recursion): as many as vote */
    }
}

static void maze_all(int seats, const char *options, bool once)
{
    struct maze maze = {.seats = seats, .once = once};
    maze.silence_agrees = strstr(options, "silent_vote=yes") != NULL;
    for (maze.suspect = 1; maze.suspect < seats; maze.suspect++) {
        sp_deal(seats, options, DEE, "");
        sp_accuse(ANA, maze.suspect);
        maze_on(&maze, sp_state(), (struct said){0});
    }
    for (int end = 0; end <= SPYFALL_ENDS; end++) {
        bool comes = end == SPYFALL_SPY_INDICTED || end == SPYFALL_INNOCENT_INDICTED ||
                     end == SPYFALL_VOID || end == SPYFALL_ENDS;
        ck_assert_msg((maze.ends[end] > 0) == comes, "%d seats, end %d", seats, end);
    }
}

START_TEST(who_leaves_or_is_silent_decides_nothing_else)
{
    for (int seats = 4; seats <= 8; seats++) {
        maze_all(seats, "", false);
        maze_all(seats, "silent_vote=yes", false);
    }
    for (int seats = 4; seats <= 7; seats++) {
        maze_all(seats, "vote=simultaneous", true);
        maze_all(seats, "vote=simultaneous silent_vote=yes", true);
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
    no_vote(REFUSAL_NOT_YOURS, DEE);
    no_vote(REFUSAL_NOT_YOURS, BEN);
    sp_vote(ANA, "yes");
    ck_view(SEAT_CROWD, "vote.yes", "[1]");
    sp_vote(CY, "yes");
    ck_assert_str_eq(kit_event("spyfall.ballots"), "{\"yes\":[0,2],\"no\":[4]}");
    ck_phase("questions");
}
END_TEST

START_TEST(a_secret_vote_may_be_changed_until_all_are_in)
{
    sp_deal(5, "vote=simultaneous", DEE, "");
    sp_accuse(BEN, DEE);
    sp_vote(EVA, "no");
    sp_vote(EVA, "yes");
    no_vote(REFUSAL_ALREADY_DONE, EVA); /* the same once more */
    sp_vote(EVA, "no");
    sp_vote(EVA, "yes");
    ck_assert_str_eq(kit_told(AUDIENCE_CROWD), "");
    ck_assert_str_eq(kit_told(seat_bit(EVA)), "spyfall.ballot_changed {\"answer\":\"yes\"}\n");
    ck_view(EVA, "voted", "\"yes\"");
    ck_view(SEAT_CROWD, "vote.yes", "[1]");
    sp_vote(CY, "yes");
    sp_vote(ANA, "yes");
    ck_assert_str_eq(kit_event("spyfall.ballots"), "{\"yes\":[0,2,4],\"no\":[]}");
    sp_deal(5, "", DEE, "");
    sp_accuse(BEN, DEE);
    sp_vote(CY, "yes");
    no_vote(REFUSAL_NOT_NEXT_VOTER, CY); /* an open one has been shown */
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
    tcase_add_test(tcase, who_leaves_or_is_silent_decides_nothing_else);
    tcase_add_test(tcase, votes_at_once_are_secret_until_all_are_in);
    tcase_add_test(tcase, a_secret_vote_may_be_changed_until_all_are_in);
    tcase_add_test(tcase, silence_is_no_or_yes_as_agreed);
    tcase_add_test(tcase, each_voter_in_turn_has_the_whole_limit);
    tcase_add_test(tcase, ghosts_do_not_vote);
    tcase_add_test(tcase, the_same_suspect_may_be_accused_again_by_another);
    suite_add_tcase(suite, tcase);
    return suite;
}
