/* The worked examples of rulebook 3.10, by their numbers. A, B, C are seats 0, 1, 2. */
#include "infiltrators_kit.h"

#include <stdio.h>
#include <string.h>

enum { A, B, C };

START_TEST(inf_01_deals)
{
    static const char *const missions[] = {MISSION_T1, MISSION_T2, MISSION_T3};
    static const int hq[3][4] = {{24, 19, 14, 9}, {30, 24, 18, 12}, {44, 38, 32, 26}};
    for (int mission = 0; mission < 3; mission++) {
        for (int agents = 2; agents <= 5; agents++) {
            agents_deal(agents, "", missions[mission], "");
            int suspects = mission == 0 ? 2 : agents;
            ck_assert_int_eq(agents_state()->hq.count, hq[mission][agents - 2]);
            ck_assert_int_eq(agents_state()->centre.count, suspects);
            ck_assert_int_eq(agents_state()->bullets, suspects + 3);
            for (int seat = 0; seat < agents; seat++) {
                ck_assert_int_eq(agents_state()->agent[seat].hand.count, 5);
            }
        }
    }
}
END_TEST

static void ck_matches(const char *suspect, const char *vertical, const char *horizontal)
{
    const char *const rows[2] = {horizontal, vertical};
    for (int match = 0; match < 2; match++) {
        char copy[64];
        char *rest = NULL;
        snprintf(copy, sizeof copy, "%s", rows[match]);
        for (char *word = strtok_r(copy, " ", &rest); word != NULL;
             word = strtok_r(NULL, " ", &rest)) {
            ck_assert_msg(card_match(card_read(word), card_read(suspect)) == (match != 0), "%s %s",
                          word, suspect);
        }
    }
}

START_TEST(inf_02_matching)
{
    ck_matches("R6", "K6 R11 Y3 K12 Y2 R*", "K4 Y9 K5 Y13 K*");
    ck_matches("K11", "K2 K3 R11", "Y5 Y13 R2");
    ck_matches("R10", "K2 Y5 R2", "K3 K11 Y13");
    ck_matches("Y9", "K3 Y5 Y13", "K2 K11 R2");
}
END_TEST

/* INF-03 to INF-05 follow each other. */
static void play_03(void)
{
    agents_standard("");
    kit_good(A, "nab", NULL);
    ck_table("HQ 18 centre 1 up 0 down 1 bullets 5 left 2 hands 5 5 5");
    ck_view(A, "suspect", "\"R6\"");
    ck_view(B, "suspect", "null");
    ck_assert_int_eq(agents_at(B, "eliminate", A, "R14"), REFUSAL_NO_SUCH_CARD);
    ck_assert_int_eq(agents_card(B, "clue", "R3"), REFUSAL_NO_SUSPECT);
    ck_assert_int_eq(agents_at(B, "exchange", C, "R3"), REFUSAL_NO_SUSPECT);
    ck_assert_int_eq(agents_at(B, "exchange", B, "R3"), REFUSAL_OWN_SUSPECT);
    agents_exchange(B, A, "K10", true);
    ck_view(SEAT_CROWD, "stands.0.clues", "[{\"card\":\"K10\",\"match\":false}]");
    ck_table("HQ 17 centre 1 up 0 down 1 bullets 5 left 2 hands 5 5 5");
    kit_good(C, "nab", NULL);
    ck_view(C, "suspect", "\"K11\"");
    ck_table("HQ 16 centre 0 up 0 down 2 bullets 5 left 2 hands 5 5 5");
}

START_TEST(inf_03_first_turns)
{
    play_03();
}
END_TEST

static void play_04(void)
{
    play_03();
    agents_clue(A, "K12");
    ck_view(SEAT_CROWD, "stands.0.clues.1", "{\"card\":\"K12\",\"match\":true}");
    ck_table("HQ 16 centre 0 up 0 down 2 bullets 5 left 2 hands 4 5 5");
    ck_phase("turn");
}

START_TEST(inf_04_own_clue)
{
    play_04();
}
END_TEST

START_TEST(inf_05_exchange_without_drawing)
{
    play_04();
    agents_exchange(B, C, "Y11", false);
    ck_view(SEAT_CROWD, "stands.2.clues", "[{\"card\":\"Y11\",\"match\":true}]");
    ck_table("HQ 16 centre 0 up 0 down 2 bullets 5 left 2 hands 4 4 5");
}
END_TEST

START_TEST(inf_06_over_the_limit)
{
    agents_deal(3, "", MISSION_T1,
                "\"hands\":[[\"R2\",\"K5\",\"Y9\",\"K12\",\"Y4\",\"R7\"],"
                "[\"R3\",\"R8\",\"K10\",\"Y6\",\"Y11\"],[\"K2\",\"K7\",\"R12\",\"Y2\",\"Y13\"]],"
                "\"centre\":[\"R6\",\"K11\"],\"first\":0,"
                "\"hq\":[\"Y7\",\"R4\",\"K9\",\"R13\",\"Y10\",\"K3\",\"R5\",\"Y12\",\"K8\",\"R9\","
                "\"Y3\",\"K13\",\"Y5\",\"K4\",\"R11\",\"Y8\",\"K6\",\"R10\"]");
    agents_bide(A, 3);
    ck_phase("drop");
    ck_table("HQ 14 centre 2 up 0 down 1 bullets 5 left 2 hands 9 5 5");
    ck_view(A, "hand", "[\"R2\",\"K5\",\"Y9\",\"K12\",\"Y4\",\"R7\",\"R4\",\"K9\",\"R13\"]");
    kit_refused(REFUSAL_WRONG_NUMBER, A, "drop", "{\"cards\":[\"Y9\"]}");
    kit_refused(REFUSAL_WRONG_NUMBER, A, "drop", "{\"cards\":[\"Y9\",\"Y4\",\"R2\"]}");
    kit_refused(REFUSAL_WRONG_NUMBER, A, "drop", "{\"cards\":[]}");
    kit_refused(REFUSAL_NOT_IN_HAND, A, "drop", "{\"cards\":[\"Y9\",\"K2\"]}");
    kit_refused(REFUSAL_BAD_ARGUMENT, A, "drop", "{\"cards\":[\"Y9\",\"Y9\"]}");
    kit_good(A, "drop", "{\"cards\":[\"Y9\",\"Y4\"]}");
    ck_table("HQ 14 centre 2 up 2 down 1 bullets 5 left 2 hands 7 5 5");
    ck_view(SEAT_CROWD, "discard.up", "[\"Y9\",\"Y4\"]");
    ck_view(SEAT_CROWD, "turn", "1");
}
END_TEST

START_TEST(inf_07_small_headquarters)
{
    static const char *const hq[] = {"[]", "[\"R9\"]", "[\"R9\",\"K9\"]", "[\"R9\",\"K9\",\"Y9\"]"};
    for (int size = 3; size >= 0; size--) {
        char members[256];
        snprintf(members, sizeof members,
                 "\"hands\":[[\"R2\"],[\"R3\"],[\"K2\"]],\"centre\":[\"R6\",\"K11\"],\"first\":0,"
                 "\"hq\":%s",
                 hq[size]);
        agents_pinned("", members);
        int down = agents_state()->down.count;
        if (size == 0) {
            kit_refused(REFUSAL_HQ_EMPTY, A, "bide", "{\"draw\":3}");
            continue;
        }
        agents_bide(A, 3);
        ck_assert_int_eq(agents_state()->agent[A].hand.count, 1 + size - 1);
        ck_assert_int_eq(agents_state()->hq.count, 0);
        ck_assert_int_eq(agents_state()->down.count, down + 1);
    }
}
END_TEST

START_TEST(inf_08_hit_and_retrieve)
{
    agents_deal(3, "", MISSION_T1,
                "\"hands\":[[\"R2\",\"K5\",\"Y9\",\"Y4\"],[\"R3\",\"R8\",\"Y11\",\"Y7\"],"
                "[\"K2\",\"K7\",\"R12\",\"Y2\",\"Y13\"]],"
                "\"stands\":[{\"suspect\":\"R6\",\"clues\":[\"K10\",\"K12\",\"Y6\"]},null,null],"
                "\"centre\":[\"K11\"],\"discard\":{\"up\":[],\"down\":[\"R4\"]},\"first\":1,"
                "\"bullets\":5");
    ck_table("HQ 17 centre 1 up 0 down 1 bullets 5 left 2 hands 4 4 5");
    agents_shoot(B, A, "R6");
    ck_phase("retrieve");
    ck_table("HQ 18 centre 1 up 3 down 1 bullets 4 left 1 hands 4 4 5");
    ck_view(SEAT_CROWD, "discard.up", "[\"K10\",\"K12\",\"Y6\"]");
    ck_view(SEAT_CROWD, "stands", "[null,null,null]");
    kit_refused(REFUSAL_NOT_IN_DISCARD, B, "retrieve", "{\"card\":\"R6\"}");
    kit_refused(REFUSAL_NO_SUCH_CARD, B, "retrieve", "{\"card\":\"G6\"}");
    kit_good(B, "retrieve", "{\"card\":\"K12\"}");
    ck_table("HQ 18 centre 1 up 2 down 1 bullets 4 left 1 hands 4 5 5");
    ck_view(SEAT_CROWD, "discard.up", "[\"K10\",\"Y6\"]");
    kit_good(C, "nab", NULL);
    ck_assert_ptr_null(strstr(kit_view(SEAT_CROWD, "stands.2.possible"), "\"K12\""));
    ck_assert_ptr_nonnull(strstr(kit_view(SEAT_CROWD, "stands.2.possible"), "\"K13\""));
}
END_TEST

START_TEST(inf_09_face_down_reward_with_a_full_hand)
{
    agents_deal(
        3, "", MISSION_T1,
        "\"hands\":[[\"R2\",\"K5\",\"Y9\",\"Y4\"],"
        "[\"R3\",\"R8\",\"Y11\",\"Y7\",\"Y6\",\"K12\",\"Y10\"],[\"K2\",\"K7\",\"R12\",\"Y2\","
        "\"Y13\"]],\"stands\":[{\"suspect\":\"R6\",\"clues\":[\"K10\"]},null,null],"
        "\"centre\":[\"K11\"],\"discard\":{\"up\":[],\"down\":[\"R4\"]},\"first\":1,"
        "\"bullets\":5");
    ck_table("HQ 16 centre 1 up 0 down 1 bullets 5 left 2 hands 4 7 5");
    agents_shoot(B, A, "R6");
    kit_good(B, "retrieve", "{\"card\":\"down\"}");
    ck_assert_str_eq(kit_told(seat_bit(B)), "infiltrators.took {\"cards\":[\"R4\"]}\n");
    ck_assert_ptr_null(strstr(kit_told(AUDIENCE_CROWD), "R4"));
    ck_assert_int_eq(agents_state()->agent[B].hand.count, 8);
    ck_phase("drop");
    kit_good(B, "drop", "{\"cards\":[\"R3\"]}");
    ck_table("HQ 17 centre 1 up 2 down 0 bullets 4 left 1 hands 4 7 5");
    ck_view(SEAT_CROWD, "discard.up", "[\"K10\",\"R3\"]");
}
END_TEST

START_TEST(inf_10_four_misses)
{
    agents_deal(3, "", MISSION_T1,
                STANDARD_HANDS "," STANDARD_HQ
                               ",\"stands\":[{\"suspect\":\"R6\"},null,null],\"centre\":[\"K11\"],"
                               "\"first\":1,\"bullets\":5");
    agents_shoot(B, A, "R9");
    agents_shoot(C, A, "Y3");
    agents_bide(A, 0);
    agents_shoot(B, A, "K6");
    ck_assert_int_eq(agents_state()->bullets, 2);
    ck_assert(!kit_common()->over);
    agents_shoot(C, A, "R12");
    ck_over("loss", "bullets", "[]");
    ck_view(SEAT_CROWD, "bullets", "1");
}
END_TEST

START_TEST(inf_11_last_bullet)
{
    agents_pinned("",
                  "\"hands\":[[\"R2\"],[\"R3\"],[\"K2\"]],\"hq\":[\"Y9\"],\"centre\":[],"
                  "\"stands\":[{\"suspect\":\"R6\",\"clues\":[\"K12\"]},null,null],\"bullets\":1,"
                  "\"first\":1");
    agents_shoot(B, A, "R6");
    ck_over("win", "solved", "[0,1,2]");
    ck_view(SEAT_CROWD, "bullets", "0");
    ck_view(SEAT_CROWD, "result.scores", "[1,1,1]");
}
END_TEST

#define USED_UP                                                                                  \
    "\"hands\":[[\"K12\"],[],[]],\"hq\":[],\"centre\":[],\"stands\":[{\"suspect\":\"R6\"},null," \
    "null],\"bullets\":3,\"first\":0"

START_TEST(inf_12_everything_used_up)
{
    agents_pinned("", USED_UP);
    agents_clue(A, "K12");
    ck_over("loss", "used_up", "[]");
    ck_view(SEAT_CROWD, "bullets", "3");
    agents_pinned("empty_rule=stuck", USED_UP);
    agents_clue(A, "K12");
    ck_assert(!kit_common()->over);
    agents_shoot(B, A, "R6");
    ck_over("win", "solved", "[0,1,2]");
}
END_TEST

START_TEST(inf_13_nab_from_an_empty_headquarters)
{
    agents_pinned("", "\"hands\":[[\"R2\"],[\"R3\"],[\"K2\"]],\"hq\":[],\"centre\":[\"R6\"],"
                      "\"stands\":[{\"suspect\":\"K11\"},null,null],\"bullets\":4,\"first\":1");
    int down = agents_state()->down.count;
    kit_good(B, "nab", NULL);
    ck_view(B, "suspect", "\"R6\"");
    ck_assert_int_eq(agents_state()->down.count, down);
    ck_view(SEAT_CROWD, "left", "2");
    ck_view(SEAT_CROWD, "hands", "[1,1,1]");
}
END_TEST

START_TEST(inf_14_refusals)
{
    agents_standard("");
    kit_good(A, "nab", NULL);
    kit_good(B, "nab", NULL);
    kit_refused(REFUSAL_CENTRE_EMPTY, C, "nab", NULL);
    ck_assert_int_eq(agents_at(C, "eliminate", C, "R6"), REFUSAL_OWN_SUSPECT);
    agents_bide(C, 0);
    kit_refused(REFUSAL_ALREADY_HOLDING, A, "nab", NULL);
    ck_assert_int_eq(agents_card(A, "clue", "R3"), REFUSAL_NOT_IN_HAND);
    ck_assert_int_eq(agents_at(A, "eliminate", C, "R6"), REFUSAL_NO_SUSPECT);
    ck_assert_int_eq(agents_at(A, "eliminate", B, "red"), REFUSAL_NO_SUCH_CARD);
    ck_assert_int_eq(agents_at(A, "eliminate", B, "6"), REFUSAL_NO_SUCH_CARD);
    ck_assert_int_eq(agents_at(A, "eliminate", B, "R*"), REFUSAL_NO_SUCH_CARD);
    ck_assert_int_eq(agents_at(A, "eliminate", B, "G6"), REFUSAL_NO_SUCH_CARD);
    kit_refused(REFUSAL_BAD_ARGUMENT, A, "bide", "{\"draw\":4}");
    kit_refused(REFUSAL_BAD_ARGUMENT, A, "bide", NULL);
    ck_assert_int_eq(agents_card(B, "clue", "R3"), REFUSAL_NOT_YOUR_TURN);
    kit_refused(REFUSAL_WRONG_PHASE, A, "draw", "{\"take\":true}");
    ck_assert_int_eq(agents_at(A, "exchange", B, "R2"), REFUSAL_NONE);
    kit_refused(REFUSAL_WRONG_PHASE, A, "bide", "{\"draw\":0}");
    kit_refused(REFUSAL_NOT_YOUR_TURN, B, "draw", "{\"take\":true}");
    ck_table("HQ 16 centre 0 up 0 down 3 bullets 5 left 2 hands 4 5 5");
}
END_TEST

START_TEST(inf_15_skipping)
{
    agents_pinned("", "\"hands\":[[\"K12\"],[],[\"R2\"]],\"hq\":[],\"centre\":[],\"stands\":[null,"
                      "{\"suspect\":\"R6\"},null],\"bullets\":4,\"first\":0");
    ck_assert_str_eq(kit_owed(), "0:exchange,eliminate@120000");
    agents_exchange(A, B, "K12", false);
    ck_assert_int_eq(kit_events(AUDIENCE_CROWD, "infiltrators.passed"), 1);
    ck_assert_str_eq(kit_owed(), "2:exchange,eliminate@120000");
    ck_view(SEAT_CROWD, "turns", "1");
}
END_TEST

/* A's Suspect R6 with these clues at it: how many candidates everybody sees. */
static void ck_candidates(const char *clues, const char *count, const char *possible)
{
    char members[300];
    snprintf(members, sizeof members,
             "\"hands\":[[\"R2\"],[\"R5\"],[\"K2\"]],\"centre\":[\"K11\"],\"hq\":[\"Y9\"],"
             "\"stands\":[{\"suspect\":\"R6\",\"clues\":%s},null,null],\"bullets\":5",
             clues);
    agents_pinned("", members);
    ck_view(SEAT_CROWD, "stands.0.candidates", count);
    if (possible != NULL) {
        ck_view(SEAT_CROWD, "stands.0.possible", possible);
    }
}

START_TEST(inf_16_clue_board_counts)
{
    ck_candidates("[]", "36", NULL);
    ck_candidates("[\"K12\"]", "21", NULL);
    ck_candidates("[\"K12\",\"K10\"]", "8",
                  "[\"R3\",\"R4\",\"R6\",\"R12\",\"Y3\",\"Y4\",\"Y6\",\"Y12\"]");
    ck_candidates("[\"K12\",\"K10\",\"R9\"]", "5", "[\"R3\",\"R4\",\"R6\",\"R12\",\"Y3\"]");
    ck_candidates("[\"K12\",\"K10\",\"R9\",\"Y6\"]", "4", "[\"R3\",\"R6\",\"R12\",\"Y3\"]");
    ck_candidates("[\"K12\",\"K10\",\"R9\",\"Y6\",\"R8\"]", "3", "[\"R3\",\"R6\",\"R12\"]");
    ck_matches("R3", "", "Y4 Y2");
    ck_matches("R6", "Y2", "Y4");
    ck_matches("R12", "Y4 Y2", "");
}
END_TEST

/* T3 for three with one Suspect left, A's R6; times in ms from the deal. */
static void deal_17(const char *options, int turns)
{
    char members[256];
    snprintf(members, sizeof members,
             "\"hands\":[[\"R2\"],[\"R3\"],[\"K2\"]],\"centre\":[],\"hq\":[\"Y9\",\"Y10\"],"
             "\"stands\":[{\"suspect\":\"R6\"},null,null],\"bullets\":4,\"first\":1,\"turns\":%d",
             turns);
    agents_pinned_as(3, options, MISSION_T3, members, NULL);
}

/* Paused from minute 5 to 7, nobody answers: the moment the mission ends is 17 minutes. */
static void wait_17(void)
{
    deal_17("", 0);
    kit_tick(300000);
    kit_good(SEAT_MODERATOR, "pause", NULL);
    kit_at(420000);
    kit_good(SEAT_MODERATOR, "resume", NULL);
    ck_view(SEAT_CROWD, "clock_ms", "1020000");
}

START_TEST(inf_17_t3_clock)
{
    wait_17();
    kit_tick(1020000);
    agents_shoot(B, A, "R6");
    ck_over("win", "solved", "[0,1,2]");
    wait_17();
    kit_at(1020001);
    kit_refused(REFUSAL_TICK_FIRST, B, "eliminate", "{\"seat\":0,\"card\":\"R6\"}");
    kit_tick(1020001);
    ck_over("loss", "clock", "[]");
}
END_TEST

START_TEST(inf_17_t3_turns)
{
    deal_17("pace=async", 29);
    ck_view(SEAT_CROWD, "turns_max", "30");
    agents_shoot(B, A, "R6");
    ck_over("win", "solved", "[0,1,2]");
    deal_17("pace=async", 29);
    agents_bide(B, 0);
    ck_over("loss", "turns", "[]");
    ck_view(SEAT_CROWD, "turns", "30");
    deal_17("pace=async", 28);
    agents_bide(B, 0);
    ck_assert(!kit_common()->over);
}
END_TEST

START_TEST(inf_18_whole_game)
{
    agents_standard("");
    kit_good(A, "nab", NULL);
    agents_exchange(B, A, "K10", true);
    kit_good(C, "nab", NULL);
    agents_clue(A, "K12");
    agents_exchange(B, C, "Y11", true);
    agents_exchange(C, A, "Y2", true);
    agents_exchange(A, C, "K5", true);
    agents_exchange(B, A, "R8", true);
    agents_clue(C, "K7");
    ck_view(SEAT_CROWD, "stands.0.possible", "[\"R4\",\"R6\",\"R12\",\"Y4\"]");
    ck_view(SEAT_CROWD, "stands.2.possible", "[\"K11\"]");
    ck_table("HQ 12 centre 0 up 0 down 2 bullets 5 left 2 hands 4 5 4");
    kit_refused(REFUSAL_WARNING, A, "eliminate", "{\"seat\":2,\"card\":\"Y5\"}");
    agents_shoot(A, C, "Y5");
    agents_shoot(B, C, "K11");
    ck_table("HQ 13 centre 0 up 3 down 2 bullets 3 left 1 hands 4 5 4");
    kit_good(B, "retrieve", "{\"card\":\"Y11\"}");
    agents_exchange(C, A, "Y13", false);
    agents_clue(A, "Y4");
    ck_view(SEAT_CROWD, "stands.0.possible", "[\"R6\"]");
    agents_shoot(B, A, "R6");
    ck_over("win", "solved", "[0,1,2]");
    ck_table("HQ 14 centre 0 up 8 down 2 bullets 2 left 0 hands 3 6 3");
    ck_view(A, "hand", "[\"R2\",\"Y9\",\"K3\"]");
    ck_view(B, "hand", "[\"R3\",\"Y6\",\"R4\",\"R13\",\"R5\",\"Y11\"]");
    ck_view(C, "hand", "[\"K2\",\"R12\",\"Y10\"]");
    ck_view(SEAT_CROWD, "discard.up",
            "[\"K5\",\"K7\",\"K10\",\"K12\",\"Y2\",\"R8\",\"Y13\",\"Y4\"]");
    kit_refused(REFUSAL_GAME_OVER, A, "nab", NULL);
}
END_TEST

Suite *suite_infiltrators_examples(void);

Suite *suite_infiltrators_examples(void)
{
    Suite *suite = suite_create("infiltrators_examples");
    TCase *tcase = tcase_create("worked examples");
    tcase_add_test(tcase, inf_01_deals);
    tcase_add_test(tcase, inf_02_matching);
    tcase_add_test(tcase, inf_03_first_turns);
    tcase_add_test(tcase, inf_04_own_clue);
    tcase_add_test(tcase, inf_05_exchange_without_drawing);
    tcase_add_test(tcase, inf_06_over_the_limit);
    tcase_add_test(tcase, inf_07_small_headquarters);
    tcase_add_test(tcase, inf_08_hit_and_retrieve);
    tcase_add_test(tcase, inf_09_face_down_reward_with_a_full_hand);
    tcase_add_test(tcase, inf_10_four_misses);
    tcase_add_test(tcase, inf_11_last_bullet);
    tcase_add_test(tcase, inf_12_everything_used_up);
    tcase_add_test(tcase, inf_13_nab_from_an_empty_headquarters);
    tcase_add_test(tcase, inf_14_refusals);
    tcase_add_test(tcase, inf_15_skipping);
    tcase_add_test(tcase, inf_16_clue_board_counts);
    tcase_add_test(tcase, inf_17_t3_clock);
    tcase_add_test(tcase, inf_17_t3_turns);
    tcase_add_test(tcase, inf_18_whole_game);
    suite_add_tcase(suite, tcase);
    return suite;
}
