/* What rulebook 5.3 computed: relations, matches, Headquarters, bounds; cards as people write them;
 * and what makes a mission whole. */
#include "infiltrators_kit.h"

#include <stdio.h>
#include <string.h>

static const char *const relations[] = {
    "x.x.x.x.x.x.x.", ".x..x..x..x..x", "x.x...x...x...", "...x....x....x", "xx..x.....x...",
    ".....x......x.", "x.x...x.......", ".x.....x......", "x..x....x.....", ".........x....",
    "xxx.x.....x...", "...........x..", "x....x......x.", ".x.x.........x",
};

START_TEST(numbers_are_related_as_the_table_says)
{
    for (int a = 2; a <= 15; a++) {
        for (int b = 2; b <= 15; b++) {
            bool related = relations[a - 2][b - 2] == 'x';
            ck_assert_msg(card_match(card_of(0, a), card_of(1, b)) == related, "%d %d", a, b);
            ck_assert(card_match(card_of(2, a), card_of(2, b)));
        }
    }
    for (int suit = 0; suit < SUITS; suit++) {
        for (int other = 0; other < SUITS; other++) {
            ck_assert(card_match(card_of(suit, NUMBER_SPECIAL), card_of(other, 7)) ==
                      (suit == other));
        }
    }
}
END_TEST

static int others_that_match(int suits, int highest, int number)
{
    int count = 0;
    for (int suit = 0; suit < suits; suit++) {
        for (int n = 2; n <= highest; n++) {
            uint8_t card = card_of(suit, n);
            count += card != card_of(0, number) && card_match(card, card_of(0, number));
        }
    }
    return count;
}

START_TEST(so_many_other_cards_match_a_suspect)
{
    static const int t1[] = {23, 19, 19, 15, 19, 13, 17, 15, 17, 13, 21, 13};
    static const int t2[] = {27, 23, 21, 19, 21, 17, 19, 17, 19, 15, 23, 15, 19, 19};
    static const int t3[] = {34, 28, 25, 22, 25, 19, 22, 19, 22, 16, 28, 16, 22, 22};
    for (int number = 2; number <= 15; number++) {
        if (number <= 13) {
            ck_assert_int_eq(others_that_match(3, 13, number), t1[number - 2]);
        }
        ck_assert_int_eq(others_that_match(3, 15, number), t2[number - 2]);
        ck_assert_int_eq(others_that_match(4, 15, number), t3[number - 2]);
    }
}
END_TEST

/* Some third card matches one of two Suspects and not the other. */
static bool told_apart(int suits, int highest, uint8_t a, uint8_t b)
{
    for (int suit = 0; suit < suits; suit++) {
        for (int n = 2; n <= highest; n++) {
            uint8_t card = card_of(suit, n);
            if (card != a && card != b && card_match(card, a) != card_match(card, b)) {
                return true;
            }
        }
    }
    return false;
}

START_TEST(every_two_suspects_are_told_apart_by_a_third_card)
{
    static const int shapes[3][2] = {{3, 13}, {3, 15}, {4, 15}};
    for (int shape = 0; shape < 3; shape++) {
        int suits = shapes[shape][0];
        int highest = shapes[shape][1];
        for (int a = 1; a < suits * 16; a++) {
            for (int b = 1; b < a; b++) {
                bool cards = a % 16 >= 2 && b % 16 >= 2 && a % 16 <= highest && b % 16 <= highest;
                ck_assert(!cards || told_apart(suits, highest, (uint8_t)a, (uint8_t)b));
            }
        }
    }
}
END_TEST

START_TEST(headquarters_with_specials)
{
    static const char *const missions[] = {MISSION_T1, MISSION_T2, MISSION_T3};
    static const int hq[3][4] = {{24, 19, 14, 9}, {30, 24, 18, 12}, {44, 38, 32, 26}};
    static const int more[] = {3, 3, 4};
    for (int mission = 0; mission < 3; mission++) {
        for (int agents = 2; agents <= 5; agents++) {
            agents_deal(agents, "specials=on", missions[mission], "");
            ck_assert_int_eq(agents_state()->hq.count, hq[mission][agents - 2] + more[mission]);
        }
    }
}
END_TEST

START_TEST(turns_over_days)
{
    static const int turns[] = {22, 30, 38, 46};
    for (int agents = 2; agents <= 5; agents++) {
        agents_deal(agents, "pace=async", MISSION_T3, "");
        ck_assert_int_eq(agents_state()->turns_max, turns[agents - 2]);
        ck_view(SEAT_CROWD, "clock_ms", "null");
        agents_deal(agents, "", MISSION_T3, "");
        ck_assert_int_eq(agents_state()->turns_max, 0);
        ck_view(SEAT_CROWD, "clock_ms", "900000");
    }
}
END_TEST

START_TEST(cards_are_read_as_people_write_them)
{
    static const char *const good[][2] = {
        {"R6", "R6"},     {"r6", "R6"},   {" R 6 ", "R6"},      {"red 6", "R6"}, {"Black13", "K13"},
        {"K-13", "K13"},  {"y2", "Y2"},   {"GREEN 15", "G15"},  {"b*", "B*"},    {"blue *", "B*"},
        {"🟥 6", "R6"}, {"⬛13", "K13"}, {"⬛️ 13", "K13"}, {"🟨2", "Y2"}, {"🔵 9", "B9"},
    };
    static const char *const bad[] = {
        "",   "R",   "6",  "R1", "R16", "R06", "R6x",          "6R",   "RR6", "R 6 7",
        "X6", "red", "R-", "*",  "R**", "r６", "R99999999999", "none", "down"};
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        uint8_t card = card_read(good[i][0]);
        ck_assert_msg(card != CARD_NONE, "%s", good[i][0]);
        ck_assert_str_eq(card_name(card), good[i][1]);
    }
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        ck_assert_msg(card_read(bad[i]) == CARD_NONE, "%s", bad[i]);
    }
    for (int card = 1; card < CARD_CODES; card++) {
        ck_assert(!card_is(card) || card_read(card_name((uint8_t)card)) == card);
    }
}
END_TEST

static void ck_problem(const char *text, const char *problem, unsigned item)
{
    unsigned at = 0;
    const char *found = mission_problem(text, &at);
    ck_assert_msg(found != NULL, "%s is taken", text);
    ck_assert_str_eq(found, problem);
    ck_assert_uint_eq(at, item);
}

/* The first hand's first card, dealt from a seed of one bit. */
static uint8_t first_card(int bit)
{
    static struct infiltrators state;
    static struct outcome out;
    struct value fact[2];
    char text[400];
    struct value_tree pinned;
    struct deal deal = {.seats = 3, .pinned = &pinned};
    deal.seed[bit / 8] = (uint8_t)(1u << bit % 8);
    options_default(&infiltrators_game, &deal.options);
    value_init(&pinned, fact, 2, text, sizeof text);
    value_text(&pinned, "mission", MISSION_T3, strlen(MISSION_T3));
    ck_assert_int_eq(rules_deal(&infiltrators_game, &state, &deal, &out), REFUSAL_NONE);
    return state.agent[0].hand.card[0];
}

START_TEST(seeds_of_one_bit_deal_differently)
{
    struct card_set first;
    memset(&first, 0, sizeof first);
    for (int bit = 0; bit < SEED_BYTES * 8; bit++) {
        card_set_add(&first, first_card(bit));
        ck_assert_uint_eq(first_card(bit), first_card(bit));
    }
    ck_assert_int_gt(card_set_count(&first), 50); /* of 56, in 256 deals */
}
END_TEST

/* A Suspect that was found lies anywhere in the Headquarters, and their order is another. */
START_TEST(a_hit_shuffles_the_headquarters)
{
    agents_standard("");
    kit_good(0, "nab", NULL);
    struct card_row before = agents_state()->hq;
    agents_shoot(1, 0, "R6");
    const struct card_row *after = &agents_state()->hq;
    int same = 0;
    ck_assert_int_eq(after->count, before.count + 1);
    ck_assert(card_row_has(after, card_read("R6")));
    for (int i = 0; i < before.count; i++) {
        same += before.card[i] == after->card[i];
    }
    ck_assert_int_lt(same, before.count / 2);
}
END_TEST

/* What a seed deals is part of the fairness record: it never changes. */
START_TEST(a_seed_deals_these_cards)
{
    agents_deal(2, "", MISSION_T1, "");
    ck_view(0, "hand", "[\"R2\",\"Y4\",\"K9\",\"R6\",\"K12\"]");
    ck_view(1, "hand", "[\"Y8\",\"Y10\",\"R12\",\"Y12\",\"R4\"]");
    ck_view(SEAT_CROWD, "turn", "0");
}
END_TEST

#define GOOD \
    "mission = X1; suits = R K Y; numbers = 2-15; suspects = agents; bullets = suspects + 3"

START_TEST(missions_that_are_wrong_say_where)
{
    unsigned item = 0;
    ck_assert_ptr_null(mission_problem(GOOD, &item));
    ck_problem("", "missing_mission", 0);
    ck_problem("suits = R K Y; numbers = 2-15", "missing_mission", 0);
    ck_problem("mission = X1", "missing_suits", 0);
    ck_problem("mission = X1; suits = R", "missing_numbers", 0);
    ck_problem("mission = X1; suits = R; numbers = 2-9", "missing_suspects", 0);
    ck_problem("mission = X1; suits = R; numbers = 2-9; suspects = 1", "missing_bullets", 0);
    ck_problem("title = First; " GOOD, "not_first", 1);
    ck_problem("mission = x1", "bad_id", 0);
    ck_problem("mission = 1X", "bad_id", 0);
    ck_problem("mission = ABCDEFG", "bad_id", 0);
    ck_problem("mission = X1; title =", "bad_text", 1);
    ck_problem("mission = X1; colour = red", "unknown", 1);
    ck_problem("mission = X1; nonsense", "unknown", 1);
    ck_problem("mission = X1; mission = X2", "twice", 1);
    ck_problem("mission = X1; suits = R Q", "bad_suits", 1);
    ck_problem("mission = X1; suits = R R", "bad_suits", 1);
    ck_problem("mission = X1; numbers = 2", "bad_numbers", 1);
    ck_problem("mission = X1; numbers = 13-2", "bad_numbers", 1);
    ck_problem("mission = X1; numbers = 2-16", "bad_numbers", 1);
    ck_problem("mission = X1; suspects = many", "bad_amount", 1);
    ck_problem("mission = X1; suspects = suspects", "bad_amount", 1);
    ck_problem("mission = X1; bullets = agents +", "bad_amount", 1);
    ck_problem("mission = X1; bullets = 2 agents", "bad_amount", 1);
    ck_problem("mission = X1; bullets = 99999", "bad_amount", 1);
    ck_problem("mission = X1; clock = soon", "bad_length", 1);
    ck_problem("mission = X1; clock = 25 h", "bad_length", 1);
    ck_problem("mission = X1; hand_limit = 8", "bad_amount", 1);
    ck_problem("mission = X1; rules = no_talk no_fun", "bad_rule", 1);
}
END_TEST

START_TEST(missions_that_do_not_fit_say_where)
{
    ck_problem(GOOD "; clock = 5 min", "no_turns", 5);
    ck_problem(GOOD "; turns = 30", "no_clock", 5);
    ck_problem(GOOD "; clock = 5 min; turns = 501", "bad_turns", 6);
    ck_problem(GOOD "; clock = 5 min; turns = 9", "bad_turns", 6); /* 5 to take, 5 to shoot */
    ck_problem("mission = X1; suits = R; numbers = 2-9; suspects = 1; bullets = 1", "too_few_cards",
               1);
    ck_problem("mission = X1; suits = R K Y; numbers = 2-15; suspects = 3; bullets = 2",
               "too_few_bullets", 4);
    ck_problem("mission = X1; suits = R K Y; numbers = 2-15; suspects = 3; bullets = 31",
               "bad_count", 4);
    ck_problem("mission = X1; suits = R K Y; numbers = 2-15; suspects = agents - 2; bullets = 9",
               "bad_count", 3);
    ck_problem("mission = X1; suits = R K Y G B; numbers = 2-15; suspects = 2; bullets = 9; rules ="
               " hidden_suit",
               "no_hidden_suit", 5);
    ck_problem("mission = X1; suits = R K Y G; numbers = 2-15; suspects = 2; bullets = 9; rules ="
               " hidden_suit", /* everybody could name it */
               "no_hidden_suit", 5);
}
END_TEST

/* Everything that is wrong is told, one after the other. */
START_TEST(a_mission_is_wrong_in_many_places)
{
    static const char text[] = "mission = X1; suits = Q; colour = red; numbers = 2-15; bullets = x";
    static const char *const problems[] = {"bad_suits", "unknown", "bad_amount"};
    static const unsigned items[] = {1, 2, 4};
    unsigned item = 0;
    for (int i = 0; i < 3; i++) {
        ck_assert_str_eq(mission_problem(text, &item), problems[i]);
        ck_assert_uint_eq(item, items[i]);
        item++;
    }
    ck_assert_ptr_null(mission_problem(text, &item));
}
END_TEST

START_TEST(a_text_of_any_length_is_no_mission)
{
    static char text[4000];
    unsigned item = 0;
    memset(text, 'A', sizeof text - 1);
    ck_assert_str_eq(mission_problem(text, &item), "too_long");
    memcpy(text, "mission = ", 10);
    ck_assert_str_eq(mission_problem(text, &item), "too_long");
    text[80] = '\0';
    ck_assert_str_eq(mission_problem(text, &item), "bad_id");
}
END_TEST

Suite *suite_infiltrators_facts(void);

Suite *suite_infiltrators_facts(void)
{
    Suite *suite = suite_create("infiltrators_facts");
    TCase *tcase = tcase_create("computed facts");
    tcase_add_test(tcase, numbers_are_related_as_the_table_says);
    tcase_add_test(tcase, so_many_other_cards_match_a_suspect);
    tcase_add_test(tcase, every_two_suspects_are_told_apart_by_a_third_card);
    tcase_add_test(tcase, headquarters_with_specials);
    tcase_add_test(tcase, turns_over_days);
    tcase_add_test(tcase, cards_are_read_as_people_write_them);
    tcase_add_test(tcase, seeds_of_one_bit_deal_differently);
    tcase_add_test(tcase, a_seed_deals_these_cards);
    tcase_add_test(tcase, a_hit_shuffles_the_headquarters);
    tcase_add_test(tcase, missions_that_are_wrong_say_where);
    tcase_add_test(tcase, missions_that_do_not_fit_say_where);
    tcase_add_test(tcase, a_mission_is_wrong_in_many_places);
    tcase_add_test(tcase, a_text_of_any_length_is_no_mission);
    suite_add_tcase(suite, tcase);
    return suite;
}
