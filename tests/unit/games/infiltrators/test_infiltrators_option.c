/* Every option of Infiltrators, every special rule of a mission, and pinned deals that are none. */
#include "infiltrators_kit.h"

#include <stdio.h>
#include <string.h>

enum { A, B, C };

/* Three Agents with a card each, A holding R6, C's K11 in the centre, B to play. */
#define SMALL                                                                                    \
    "\"hands\":[[\"R2\"],[\"R3\",\"K4\"],[\"K2\"]],\"centre\":[\"K11\"],\"hq\":[\"Y9\",\"Y10\"," \
    "\"Y11\",\"Y12\"],\"stands\":[{\"suspect\":\"R6\"},null,null],\"bullets\":5,\"first\":1"

static void deal_small(const char *options)
{
    agents_pinned(options, SMALL);
}

START_TEST(an_unknown_mission_is_refused)
{
    ck_assert_int_eq(kit_try_deal("infiltrators", 3, "", NULL), REFUSAL_BAD_INPUT);
    ck_assert_str_eq(kit_why("argument"), "mission");
    ck_assert_int_eq(kit_try_deal("infiltrators", 3, "mission=Z9", "{}"), REFUSAL_BAD_INPUT);
    ck_assert_int_eq(agents_try_deal(3, "", "mission = X1", ""), REFUSAL_BAD_INPUT);
    ck_assert_str_eq(kit_why("problem"), "not_fitting");
}
END_TEST

START_TEST(special_cards_are_clues_and_never_suspects)
{
    for (int seats = 2; seats <= 5; seats++) {
        agents_deal(seats, "specials=on", MISSION_T3, "");
        for (int i = 0; i < agents_state()->centre.count; i++) {
            ck_assert_int_ge(card_number(agents_state()->centre.card[i]), NUMBER_LOWEST);
        }
    }
    agents_deal(
        2, "specials=on", MISSION_T1,
        "\"hands\":[[\"R*\",\"K*\"],[]],\"stands\":[{\"suspect\":\"R6\"},null],\"first\":0");
    agents_clue(A, "R*");
    ck_view(SEAT_CROWD, "stands.0.clues.0", "{\"card\":\"R*\",\"match\":true}");
    ck_view(SEAT_CROWD, "stands.0.candidates", "12");
    agents_bide(B, 0);
    agents_clue(A, "K*");
    ck_view(SEAT_CROWD, "stands.0.clues.1", "{\"card\":\"K*\",\"match\":false}");
    ck_assert_int_eq(agents_try_deal(2, "specials=on", MISSION_T1, "\"centre\":[\"R*\",\"K2\"]"),
                     REFUSAL_BAD_INPUT);
    deal_small("");
    ck_assert_int_eq(agents_at(B, "exchange", A, "R*"), REFUSAL_NO_SUCH_CARD);
}
END_TEST

START_TEST(t1_scales_where_asked)
{
    for (int seats = 2; seats <= 5; seats++) {
        agents_deal(seats, "t1_scale=players_minus_1", MISSION_T1, "");
        ck_assert_int_eq(agents_state()->centre.count, seats - 1);
        ck_assert_int_eq(agents_state()->bullets, seats + 2);
        agents_deal(seats, "t1_scale=players_minus_1", MISSION_T2, "");
        ck_assert_int_eq(agents_state()->centre.count, seats);
    }
}
END_TEST

START_TEST(suits_are_the_ones_asked_for)
{
    agents_deal(3, "suits=YGB", MISSION_T1, "");
    ck_view(SEAT_CROWD, "suits", "[\"Y\",\"G\",\"B\"]");
    ck_assert_int_eq(card_set_count(&agents_state()->deck), 36);
    agents_deal(3, "suits=mission_default", MISSION_T1, "");
    ck_view(SEAT_CROWD, "suits", "[\"R\",\"K\",\"Y\"]");
    agents_deal(3, "suits=b,g", MISSION_T1, "");
    ck_view(SEAT_CROWD, "suits", "[\"G\",\"B\"]");
    ck_assert_int_eq(agents_try_deal(5, "suits=R", MISSION_T1, ""), REFUSAL_BAD_INPUT);
    ck_assert_str_eq(kit_why("problem"), "too_few");
}
END_TEST

START_TEST(the_first_seat_begins_where_asked)
{
    bool others = false;
    for (int seats = 2; seats <= 5; seats++) {
        agents_deal(seats, "first=host", MISSION_T1, "");
        ck_view(SEAT_CROWD, "turn", "0");
        agents_deal(seats, "", MISSION_T2, "");
        others = others || agents_state()->turn != 0;
    }
    ck_assert(others);
}
END_TEST

START_TEST(a_capped_hand_draws_what_fits)
{
    static const char members[] =
        "\"hands\":[[\"R2\",\"R3\",\"R4\",\"R5\",\"R7\",\"R8\"],[\"K2\"]],\"hq\":[\"Y9\",\"Y10\","
        "\"Y11\",\"Y12\",\"Y13\"],\"centre\":[\"K11\"],\"stands\":[null,{\"suspect\":\"R6\"}],"
        "\"first\":0,\"bullets\":5";
    agents_pinned_as(2, "hand_cap=no_draw_over", MISSION_T1, members, NULL);
    agents_bide(A, 3);
    ck_phase("turn");
    ck_assert_int_eq(agents_state()->agent[A].hand.count, 7);
    agents_bide(B, 0);
    agents_shoot(A, B, "R6");
    ck_phase("turn"); /* a full hand gets no reward */
    ck_assert_int_eq(agents_state()->agent[A].hand.count, 7);
    agents_pinned_as(2, "", MISSION_T1, members, NULL);
    agents_bide(A, 3);
    ck_phase("drop");
}
END_TEST

START_TEST(drawing_one_by_one)
{
    deal_small("draw=one_by_one");
    kit_refused(REFUSAL_BAD_ARGUMENT, B, "bide", "{\"draw\":2}");
    kit_good(B, "bide", NULL);
    ck_phase("draw");
    ck_view(SEAT_CROWD, "hq", "3");
    kit_good(B, "draw", "{\"take\":true}");
    kit_good(B, "draw", "{\"take\":true}");
    ck_phase("draw");
    kit_good(B, "draw", "{\"take\":false}");
    ck_view(SEAT_CROWD, "turn", "2");
    ck_view(SEAT_CROWD, "hands", "[1,4,1]");
    deal_small("draw=one_by_one");
    kit_good(B, "bide", NULL);
    for (int i = 0; i < 3; i++) {
        kit_good(B, "draw", "{\"take\":true}");
    }
    ck_view(SEAT_CROWD, "turn", "2");
    ck_view(SEAT_CROWD, "hands", "[1,5,1]");
    kit_refused(REFUSAL_HQ_EMPTY, C, "bide", NULL);
}
END_TEST

START_TEST(a_face_down_reward)
{
    bool differs = false;
    for (int option = 0; option < 2; option++) {
        deal_small(option == 0 ? "" : "facedown=random");
        const struct card_row *down = &agents_state()->down;
        uint8_t latest = down->card[down->count - 1];
        agents_shoot(B, A, "R6");
        kit_good(B, "retrieve", "{\"card\":\"down\"}");
        const struct card_row *hand = &agents_state()->agent[B].hand;
        bool same = hand->card[hand->count - 1] == latest;
        ck_assert(option == 1 || same);
        differs = differs || !same;
    }
    ck_assert(differs);
}
END_TEST

START_TEST(clocks_as_the_option_says)
{
    static const struct {
        const char *options;
        const char *clock;
        const char *turns;
    } rows[] = {
        {"", "900000", "null"},
        {"pace=async", "null", "30"},
        {"t3_clock=real_15min pace=async", "900000", "null"},
        {"t3_clock=turns", "null", "30"},
        {"t3_clock=off", "null", "null"},
        {"t3_clock=off pace=async", "null", "null"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        agents_deal(3, rows[i].options, MISSION_T3, "");
        ck_view(SEAT_CROWD, "clock_ms", rows[i].clock);
        ck_view(SEAT_CROWD, "turns_max", rows[i].turns);
    }
}
END_TEST

START_TEST(without_a_clue_board)
{
    deal_small("board=off");
    ck_view(SEAT_CROWD, "stands.0.candidates", "null");
    ck_view(SEAT_CROWD, "stands.0.possible", "null");
    ck_view(B, "mine", "null");
    agents_exchange(B, A, "K4", false);
    ck_assert_ptr_null(strstr(kit_event("infiltrators.turn"), "candidates"));
    ck_assert_int_eq(agents_at(C, "eliminate", A, "K4"), REFUSAL_NONE); /* no board, no warning */
    deal_small("board_private=off");
    ck_view(B, "mine", "null");
    ck_view(SEAT_CROWD, "stands.0.candidates", "36");
}
END_TEST

START_TEST(a_private_board_crosses_out_what_i_hold)
{
    deal_small("");
    ck_view(SEAT_CROWD, "stands.0.candidates", "36");
    ck_view(B, "mine.0.candidates", "34");
    ck_view(B, "mine.0.owner", "0");
    ck_view(A, "mine", "[]");
    ck_assert_ptr_null(strstr(kit_view(B, "mine.0.possible"), "\"R3\""));
    agents_bide(B, 0);
    kit_good(C, "nab", NULL);
    ck_view(C, "mine.0.candidates", "34"); /* K2 in hand, and the own Suspect */
    ck_assert_ptr_null(strstr(kit_view(C, "mine.0.possible"), "\"K11\""));
}
END_TEST

START_TEST(impossible_shots_are_asked_back)
{
    deal_small("");
    agents_exchange(B, A, "K4", false);
    ck_assert_int_eq(agents_at(C, "eliminate", A, "K4"), REFUSAL_WARNING);
    ck_assert_str_eq(kit_why("problem"), "crossed_out");
    ck_view(SEAT_CROWD, "bullets", "5");
    agents_shoot(C, A, "K4");
    ck_view(SEAT_CROWD, "bullets", "4");
    ck_view(SEAT_CROWD, "stands.0.wrong", "[\"K4\"]");
    deal_small("warn_impossible=off");
    agents_exchange(B, A, "K4", false);
    ck_assert_int_eq(agents_at(C, "eliminate", A, "K4"), REFUSAL_NONE);
    ck_assert_int_eq(agents_at(A, "eliminate", C, "K4"), REFUSAL_NO_SUSPECT);
}
END_TEST

/* --- special rules of missions -------------------------------------------------------------------
 */

#define SPECIAL(id, suits, more)                                                               \
    "mission = " id "; suits = " suits "; numbers = 2-13; suspects = 2; bullets = suspects + " \
    "3" more

START_TEST(a_closed_discard)
{
    agents_pinned_as(3, "", SPECIAL("X1", "R K Y", "; rules = closed_discard"), SMALL, "[\"Y2\"]");
    ck_view(SEAT_CROWD, "discard.up", "null");
    ck_view(SEAT_CROWD, "discard.up_count", "1");
    ck_view(SEAT_CROWD, "stands.0.candidates", "36"); /* the board forgets it */
    agents_exchange(B, A, "K4", false);
    ck_assert_ptr_null(strstr(kit_view(SEAT_CROWD, "stands.0.possible"), "\"K4\""));
    agents_shoot(C, A, "R6");
    kit_refused(REFUSAL_NOT_IN_DISCARD, C, "retrieve", "{\"card\":\"Y3\"}");
    kit_good(C, "retrieve", "{\"card\":\"Y2\"}");
    kit_good(A, "nab", NULL);
    ck_assert_ptr_nonnull(strstr(kit_view(SEAT_CROWD, "stands.0.possible"), "\"K4\""));
    ck_assert_ptr_null(strstr(kit_view(SEAT_CROWD, "stands.0.possible"), "\"R6\""));
}
END_TEST

START_TEST(hidden_bullets)
{
    agents_pinned_as(3, "", SPECIAL("X1", "R K Y", "; rules = hidden_bullets"), SMALL, NULL);
    ck_view(SEAT_CROWD, "bullets", "null");
    ck_view(B, "bullets", "null");
    agents_shoot(B, A, "R9");
    ck_assert_ptr_nonnull(strstr(kit_event("infiltrators.shot"), "\"bullets\":null"));
    ck_assert_ptr_null(strstr(kit_inbound(B), "\"bullets\":5"));
    agents_shoot(C, A, "R6");
    kit_good(C, "retrieve", "{\"card\":\"none\"}");
    kit_good(A, "nab", NULL);
    agents_shoot(B, A, "K11");
    ck_over("win", "solved", "[0,1,2]");
    ck_view(SEAT_CROWD, "bullets", "2");
}
END_TEST

START_TEST(a_lower_hand_limit)
{
    agents_deal(2, "", SPECIAL("X1", "R K Y", "; hand_limit = 3"), "\"first\":0");
    ck_view(SEAT_CROWD, "hands", "[3,3]");
    agents_bide(A, 2);
    ck_phase("drop");
    ck_view(A, "over_limit", "2");
    ck_assert_int_eq(agents_try_deal(2, "", SPECIAL("X1", "R K Y", "; hand_limit = 3"),
                                     "\"hands\":[[\"R2\",\"R3\",\"R4\",\"R5\"],[]]"),
                     REFUSAL_BAD_INPUT);
}
END_TEST

#define HIDDEN SPECIAL("X1", "R K", "; rules = hidden_suit")

START_TEST(a_suit_that_nobody_names)
{
    agents_deal(3, "", HIDDEN,
                "\"hidden\":\"G\",\"hands\":[[\"R2\"],[\"R3\",\"G4\"],[\"K2\"]],\"stands\":"
                "[{\"suspect\":\"R6\"},null,null],\"centre\":[\"G11\"],\"bullets\":5,\"first\":1");
    ck_view(SEAT_CROWD, "suits", "[\"R\",\"K\"]");
    ck_view(SEAT_CROWD, "hidden_suit", "true");
    ck_view(SEAT_CROWD, "stands.0.candidates", "60");
    ck_view(B, "mine.0.candidates", "34"); /* who holds a green card knows */
    ck_view(C, "mine.0.candidates", "59");
    agents_shoot(B, A, "B7"); /* a suit that is not in play is a miss, not a refusal */
    ck_view(SEAT_CROWD, "bullets", "4");
    ck_assert_int_eq(agents_card(C, "clue", "Y7"), REFUSAL_NO_SUSPECT);
    agents_bide(C, 0);
    agents_bide(A, 0);
    agents_exchange(B, A, "G4", false);
    ck_view(SEAT_CROWD, "suits", "[\"R\",\"K\",\"G\"]");
    ck_view(SEAT_CROWD, "hidden_suit", "false");
    ck_assert_int_eq(agents_at(C, "eliminate", A, "B7"), REFUSAL_NO_SUCH_CARD);
}
END_TEST

START_TEST(the_unnamed_suit_is_drawn)
{
    unsigned drawn = 0;
    for (int seats = 2; seats <= 5; seats++) {
        for (int suit = 2; suit < SUITS; suit++) {
            char members[64];
            snprintf(members, sizeof members, "\"hidden\":\"%c\"", card_suit_letter(suit));
            agents_deal(seats, "", HIDDEN, members);
            ck_assert_int_eq(agents_state()->suit_hidden, suit);
        }
        agents_deal(seats, "", HIDDEN, "");
        drawn |= 1u << agents_state()->suit_hidden;
        ck_assert_int_eq(card_set_count(&agents_state()->deck), 36);
    }
    ck_assert_uint_eq(drawn & 3u, 0);
    ck_assert_int_eq(agents_try_deal(3, "", HIDDEN, "\"hidden\":\"R\""), REFUSAL_BAD_INPUT);
    ck_assert_int_eq(agents_try_deal(3, "", MISSION_T1, "\"hidden\":\"G\""), REFUSAL_BAD_INPUT);
    ck_assert_int_eq(agents_try_deal(3, "suits=RKYGB", HIDDEN, ""), REFUSAL_BAD_INPUT);
    ck_assert_int_eq(agents_try_deal(3, "suits=RKYG", HIDDEN, ""), REFUSAL_BAD_INPUT);
    ck_assert_int_eq(agents_try_deal(3, "suits=RKY", HIDDEN, ""), REFUSAL_NONE);
}
END_TEST

/* --- deals that are none
 * ---------------------------------------------------------------------------- */

static void ck_deal(const char *members, const char *argument, const char *problem,
                    const char *card)
{
    ck_assert_int_eq(agents_try_deal(3, "", MISSION_T1, members), REFUSAL_BAD_INPUT);
    ck_assert_str_eq(kit_why("argument"), argument);
    ck_assert_str_eq(kit_why("problem"), problem);
    ck_assert_str_eq(kit_why("card"), card);
}

START_TEST(a_pinned_deal_names_the_card_that_is_wrong)
{
    ck_deal("\"centre\":[\"R6\",\"R6\"]", "centre", "twice", "R6");
    ck_deal("\"centre\":[\"R6\",\"G6\"]", "centre", "unknown", "G6");
    ck_deal("\"centre\":[\"R6\",\"R14\"]", "centre", "unknown", "R14");
    ck_deal("\"centre\":[\"R6\",\"hello\"]", "centre", "unknown", "hello");
    ck_deal("\"centre\":[\"R6\",7]", "centre", "unknown", "-");
    ck_deal("\"centre\":{}", "centre", "not_a_list", "");
    ck_deal("\"hands\":[[],[]]", "hands", "not_a_list", "");
    ck_deal("\"hands\":[[\"R2\"],[\"R2\"],[]]", "hands", "twice", "R2");
    ck_deal("\"hands\":[[\"R2\",\"R3\",\"R4\",\"R5\",\"R6\",\"R7\",\"R8\",\"R9\"],[],[]]", "hands",
            "too_many", "");
    ck_deal("\"stands\":[{},null,null]", "stands", "missing", "");
    ck_deal("\"stands\":[null]", "stands", "not_a_list", "");
    ck_deal("\"stands\":[{\"suspect\":\"R6\",\"clue\":[]},null,null]", "clue", "unknown", "");
    ck_deal("\"discard\":{\"up\":[],\"sideways\":[]}", "sideways", "unknown", "");
    ck_deal("\"discard\":[]", "discard", "not_an_object", "");
    ck_deal("\"bullets\":-1", "bullets", "out_of_range", "");
    ck_deal("\"first\":3", "first", "not_a_seat", "");
    ck_deal("\"turns\":-1", "turns", "out_of_range", "");
    static const char hq[] =
        "[\"Y7\",\"R4\",\"K9\",\"R13\",\"Y10\",\"K3\",\"R5\",\"Y12\",\"K8\",\"R9\","
        "\"Y3\",\"K13\",\"R7\",\"Y5\",\"K4\",\"R11\",\"Y8\",\"K6\"]";
    char members[600];
    snprintf(members, sizeof members, "%s,\"centre\":[\"R6\",\"K11\"],\"hq\":%s", STANDARD_HANDS,
             hq);
    ck_deal(members, "hq", "missing", "R10");
}
END_TEST

START_TEST(a_deal_that_is_over_already)
{
    agents_pinned("", "\"hands\":[[],[],[]],\"hq\":[],\"centre\":[\"R6\"],\"bullets\":5");
    ck_over("loss", "used_up", "[]");
    agents_pinned("", "\"hands\":[[\"R2\"],[],[]],\"centre\":[\"R6\"],\"bullets\":0");
    ck_over("loss", "bullets", "[]");
}
END_TEST

Suite *suite_infiltrators_option(void);

Suite *suite_infiltrators_option(void)
{
    Suite *suite = suite_create("infiltrators_option");
    TCase *tcase = tcase_create("options");
    tcase_add_test(tcase, an_unknown_mission_is_refused);
    tcase_add_test(tcase, special_cards_are_clues_and_never_suspects);
    tcase_add_test(tcase, t1_scales_where_asked);
    tcase_add_test(tcase, suits_are_the_ones_asked_for);
    tcase_add_test(tcase, the_first_seat_begins_where_asked);
    tcase_add_test(tcase, a_capped_hand_draws_what_fits);
    tcase_add_test(tcase, drawing_one_by_one);
    tcase_add_test(tcase, a_face_down_reward);
    tcase_add_test(tcase, clocks_as_the_option_says);
    tcase_add_test(tcase, without_a_clue_board);
    tcase_add_test(tcase, a_private_board_crosses_out_what_i_hold);
    tcase_add_test(tcase, impossible_shots_are_asked_back);
    tcase_add_test(tcase, a_closed_discard);
    tcase_add_test(tcase, hidden_bullets);
    tcase_add_test(tcase, a_lower_hand_limit);
    tcase_add_test(tcase, a_suit_that_nobody_names);
    tcase_add_test(tcase, the_unnamed_suit_is_drawn);
    tcase_add_test(tcase, a_pinned_deal_names_the_card_that_is_wrong);
    tcase_add_test(tcase, a_deal_that_is_over_already);
    suite_add_tcase(suite, tcase);
    return suite;
}
