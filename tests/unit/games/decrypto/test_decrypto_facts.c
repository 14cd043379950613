/* The computed facts of rule book 5.2, by playing them, and the end table of 2.4. */
#include "decrypto/decrypto_private.h"
#include "decrypto_kit.h"

#include <stdio.h>
#include <string.h>

enum { W = DECRYPTO_WHITE, B = DECRYPTO_BLACK };

static int all_codes(int codes[DECRYPTO_CODES + 1])
{
    int count = 0;
    for (int code = 0; code <= 999; code++) {
        if (decrypto_code_is(code) && count <= DECRYPTO_CODES) {
            codes[count++] = code;
        }
    }
    return count;
}

static int agreement(int a, int b)
{
    int same = 0;
    for (int place = 0; place < DECRYPTO_CLUES; place++) {
        same += decrypto_code_digit(a, place) == decrypto_code_digit(b, place);
    }
    return same;
}

START_TEST(there_are_24_codes)
{
    int codes[DECRYPTO_CODES + 1];
    ck_assert_int_eq(all_codes(codes), 24);
    ck_assert(!decrypto_code_is(CODE_NONE) && !decrypto_code_is(CODE_PASS));
    for (int i = 0; i < DECRYPTO_CODES; i++) {
        int same[4] = {0};
        for (int j = 0; j < DECRYPTO_CODES; j++) {
            same[agreement(codes[i], codes[j])]++;
        }
        ck_assert_int_eq(same[0], 11);
        ck_assert_int_eq(same[1], 9);
        ck_assert_int_eq(same[2], 3);
        ck_assert_int_eq(same[3], 1);
    }
}
END_TEST

/* Knowing digits of a code leaves 1 of 24, 1 of 6, 1 of 2. */
START_TEST(known_digits_leave_few_codes)
{
    int codes[DECRYPTO_CODES + 1];
    int one = 0;
    int two = 0;
    all_codes(codes);
    for (int i = 0; i < DECRYPTO_CODES; i++) {
        one += decrypto_code_digit(codes[i], 0) == 3;
        two += decrypto_code_digit(codes[i], 0) == 3 && decrypto_code_digit(codes[i], 2) == 4;
    }
    ck_assert_int_eq(one, 6);
    ck_assert_int_eq(two, 2);
}
END_TEST

/* Plays one round that gives nobody a token and says how it ended: 'g'o on, 'W', 'B' outright, 'w',
 * 'b' on points, 'k'eywords. */
static int end_of(int wi, int wm, int bi, int bm)
{
    char tokens[32];
    snprintf(tokens, sizeof tokens, "W %d/%d B %d/%d", wi, wm, bi, bm);
    de_start("", 3, tokens);
    de_round(WHITE_CODE, NULL, BLACK_CODE, NULL);
    ck_tokens(tokens);
    if (!kit_common()->over) {
        return kit_common()->phase == DECRYPTO_AT_TIEBREAK ? 'k' : 'g';
    }
    bool points = strcmp(kit_common()->result.reason, "points") == 0;
    bool white = kit_common()->result.winners == (seat_bit(0) | seat_bit(2));
    ck_assert(white || kit_common()->result.winners == (seat_bit(1) | seat_bit(3)));
    ck_assert_int_eq(kit_common()->result.outcome, OUTCOME_WIN);
    return points ? (white ? 'w' : 'b') : (white ? 'W' : 'B');
}

START_TEST(all_81_token_states_end_as_they_should)
{
    int count[128] = {0};
    char keywords[64] = "";
    for (int state = 0; state < 81; state++) {
        int wi = state / 27;
        int wm = state / 9 % 3;
        int bi = state / 3 % 3;
        int bm = state % 3;
        int end = end_of(wi, wm, bi, bm);
        count[end]++;
        if (end == 'k') {
            size_t len = strlen(keywords);
            snprintf(keywords + len, sizeof keywords - len, "%d%d%d%d ", wi, wm, bi, bm);
        }
    }
    ck_assert_int_eq(count['g'], 16);
    ck_assert_int_eq(count['W'], 20);
    ck_assert_int_eq(count['B'], 20);
    ck_assert_int_eq(count['w'], 8);
    ck_assert_int_eq(count['b'], 8);
    ck_assert_int_eq(count['k'], 9);
    ck_assert_str_eq(keywords, "0022 0202 1122 1212 2020 2121 2200 2211 2222 ");
}
END_TEST

/* The 16 flags W_A L_A W_B L_B of rule book 2.4. */
START_TEST(all_16_flags_end_as_they_should)
{
    static const char *const ends[16] = {
        "g",   "W",   "B",   "bwk", /* 0000 0001 0010 0011 */
        "B",   "bwk", "B",   "bwk", /* 0100 0101 0110 0111 */
        "W",   "W",   "bwk", "bwk", /* 1000 1001 1010 1011 */
        "bwk", "bwk", "bwk", "bwk", /* 1100 1101 1110 1111 */
    };
    for (int state = 0; state < 81; state++) {
        int of[4] = {state / 27, state / 9 % 3, state / 3 % 3, state % 3};
        int flags = (of[0] == 2) * 8 + (of[1] == 2) * 4 + (of[2] == 2) * 2 + (of[3] == 2);
        int end = end_of(of[0], of[1], of[2], of[3]);
        ck_assert_msg(strchr(ends[flags], end) != NULL, "flags %d end with %c", flags, end);
    }
}
END_TEST

/* The eight rows of rule book 2.3, in both halves. */
START_TEST(tokens_of_a_half_are_complete)
{
    static const struct {
        int round;
        bool decoded;
        const char *intercept; /* "r"ight, "w"rong, "p"ass */
        const char *white;     /* after White's half */
    } rows[] = {
        {2, true, "r", "W 0/0 B 1/0"},  {2, true, "w", "W 0/0 B 0/0"},
        {2, true, "p", "W 0/0 B 0/0"},  {2, false, "r", "W 0/1 B 1/0"},
        {2, false, "w", "W 0/1 B 0/0"}, {2, false, "p", "W 0/1 B 0/0"},
        {1, true, "p", "W 0/0 B 0/0"},  {1, false, "p", "W 0/1 B 0/0"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        de_start("", rows[i].round, "W 0/0 B 0/0");
        de_clues();
        de_half(W, rows[i].decoded ? WHITE_CODE : WRONG,
                rows[i].intercept[0] == 'p'   ? NULL
                : rows[i].intercept[0] == 'r' ? WHITE_CODE
                                              : WRONG);
        ck_tokens(rows[i].white);
        ck_phase("guess");
        ck_view(SEAT_CROWD, "half", "\"black\"");
    }
    de_start("", 2, "W 0/0 B 0/0");
    de_round(WHITE_CODE, NULL, WRONG, BLACK_CODE);
    ck_tokens("W 1/0 B 0/1");
}
END_TEST

static void seed_of(struct deal *deal, unsigned number)
{
    memset(deal->seed, 0, sizeof deal->seed);
    deal->seed[0] = (uint8_t)number;
    deal->seed[1] = (uint8_t)(number >> 8);
    deal->seed[5] = 1;
}

static const char *const pack_words[] = {"ANCHOR", "BASKET",  "CANDLE",  "DESERT",
                                         "ENGINE", "FEATHER", "GARDEN",  "HAMMER",
                                         "ISLAND", "JACKET",  "KITCHEN", "LADDER"};
static const struct deal_pack pack = {pack_words, 12, NULL};

/* Deals four seats from the pack with a seed. */
static void deal_from(struct decrypto *state, unsigned number)
{
    static struct outcome out;
    struct deal deal;
    memset(&deal, 0, sizeof deal);
    deal.seats = 4;
    deal.pack = &pack;
    options_default(&decrypto_game, &deal.options);
    seed_of(&deal, number);
    ck_assert_int_eq(rules_deal(&decrypto_game, state, &deal, &out), REFUSAL_NONE);
}

START_TEST(codes_and_words_are_drawn_evenly)
{
    static struct decrypto state;
    int white[433] = {0};
    int word[12] = {0};
    int same = 0;
    enum { DEALS = 4800 };
    for (unsigned number = 0; number < DEALS; number++) {
        deal_from(&state, number);
        white[state.team[W].code]++;
        same += state.team[W].code == state.team[B].code;
        for (int i = 0; i < 12; i++) {
            word[i] += strcmp(state.team[B].keyword[2], pack_words[i]) == 0;
        }
        for (int i = 1; i < 8; i++) {
            for (int j = 0; j < i; j++) {
                ck_assert_str_ne(state.team[i / 4].keyword[i % 4],
                                 state.team[j / 4].keyword[j % 4]);
            }
        }
    }
    for (int code = 0; code <= 432; code++) {
        ck_assert(decrypto_code_is(code) ? white[code] > 130 && white[code] < 270
                                         : white[code] == 0);
    }
    for (int i = 0; i < 12; i++) {
        ck_assert_int_gt(word[i], 300);
        ck_assert_int_lt(word[i], 500);
    }
    ck_assert_int_gt(same, 130);
    ck_assert_int_lt(same, 270);
}
END_TEST

/* What a seed deals never changes: journals and fairness records hang on it. */
START_TEST(a_seed_deals_what_it_always_did)
{
    static struct decrypto state;
    char dealt[256] = "";
    deal_from(&state, 77);
    for (int i = 0; i < 8; i++) {
        size_t len = strlen(dealt);
        snprintf(dealt + len, sizeof dealt - len, "%s ", state.team[i / 4].keyword[i % 4]);
    }
    size_t len = strlen(dealt);
    snprintf(dealt + len, sizeof dealt - len, "%d %d", state.team[W].code, state.team[B].code);
    ck_assert_str_eq(dealt, "KITCHEN JACKET CANDLE DESERT HAMMER BASKET ENGINE ANCHOR 412 324");
}
END_TEST

START_TEST(drawn_words_pinned_again_deal_the_same_game)
{
    static struct decrypto drawn;
    static struct decrypto pinned;
    static struct outcome out;
    static struct value fact[32];
    static char text[1024];
    struct value_tree facts;
    struct deal deal;
    memset(&deal, 0, sizeof deal);
    deal.seats = 4;
    deal.pack = &pack;
    options_default(&decrypto_game, &deal.options);
    seed_of(&deal, 77);
    deal_from(&drawn, 77);
    value_init(&facts, fact, 32, text, sizeof text);
    ck_assert(decrypto_game.draw(&deal, &facts));
    deal.pinned = &facts;
    deal.pack = NULL;
    ck_assert_int_eq(rules_deal(&decrypto_game, &pinned, &deal, &out), REFUSAL_NONE);
    ck_assert_mem_eq(&drawn, &pinned, sizeof drawn);
}
END_TEST

START_TEST(a_deal_without_words_is_refused)
{
    ck_assert_int_eq(kit_try_deal("decrypto", 4, "", "{}"), REFUSAL_BAD_INPUT);
    ck_assert_str_eq(kit_why("argument"), "keywords");
}
END_TEST

START_TEST(bad_deals_are_refused)
{
    static const struct {
        int seats;
        const char *options;
        const char *more; /* members, or a whole deal */
        const char *argument;
    } rows[] = {
        {4, "", "\"teams\":{\"white\":[0,1],\"black\":[2]},", "teams"},
        {4, "", "\"teams\":{\"white\":[0,1],\"black\":[2,2]},", "teams"},
        {4, "", "\"teams\":{\"white\":[0,1],\"black\":[2,4]},", "teams"},
        {4, "", "\"teams\":{\"white\":[0,1,2],\"black\":[3]},", "teams"},
        {4, "", "\"teams\":{\"white\":[0,1]},", "teams"},
        {4, "", "\"teams\":{\"white\":[0,1],\"black\":[2,3],\"red\":[]},", "teams"},
        {4, "", "\"teams\":[[0,1],[2,3]],", "teams"},
        {3, "", "\"teams\":{\"white\":[0],\"black\":[1,2]},", "teams"},
        {9, "", "", "seats"},
        {6, "max_team=2", "", "seats"},
        {4, "", "\"round\":0,", "round"},
        {4, "", "\"round\":9,", "round"},
        {4, "", "\"round\":\"two\",", "round"},
        {3, "", "\"round\":6,", "round"},
        {4, "", "\"tokens\":{\"white\":{\"interceptions\":3}},", "tokens"},
        {4, "", "\"tokens\":{\"white\":{\"interceptions\":-1}},", "tokens"},
        {4, "", "\"tokens\":{\"white\":{\"luck\":1}},", "tokens"},
        {4, "", "\"tokens\":{\"red\":{}},", "tokens"},
        {3, "", "\"tokens\":{\"white\":{\"miscommunications\":1}},", "tokens"},
        {4, "", "\"codes\":{\"white\":[\"112\"]},", "codes"},
        {4, "", "\"codes\":{\"white\":[314]},", "codes"},
        {4, "", "\"codes\":{\"white\":\"314\"},", "codes"},
        {4, "", "\"codes\":[\"314\"],", "codes"},
        {4, "", "\"keywords\":{\"white\":[\"A\",\"B\",\"C\"]},", "keywords"},
        {4, "", "\"keywords\":{\"white\":[\"A\",\"B\",\"C\",\"c\"]},", "keywords"},
        {4, "", "\"keywords\":{\"white\":[\"A\",\"B\",\"C\",\"!\"]},", "keywords"},
        {4, "", "\"keywords\":{\"white\":[\"A\",\"B\",\"C\",4]},", "keywords"},
        {4, "",
         "\"keywords\":{\"white\":[\"A\",\"B\",\"C\",\"D\"],"
         "\"black\":[\"E\",\"F\",\"G\",\"the á\"]},",
         "keywords"},
        {3, "", "\"keywords\":{\"black\":[\"A\",\"B\",\"C\",\"D\"]},", "keywords"}, /* White's */
        {4, "", "\"published\":\"farm\",", "published"},
        {4, "", "\"published\":[7],", "published"},
        {4, "", "\"leader\":0,", "leader"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        enum refusal refusal = kit_try_deal("decrypto", rows[i].seats, rows[i].options,
                                            de_pinned(rows[i].seats, rows[i].more));
        ck_assert_msg(refusal == REFUSAL_BAD_INPUT, "dealt: %s", rows[i].more);
        ck_assert_str_eq(kit_why("argument"), rows[i].argument);
    }
}
END_TEST

START_TEST(good_deals_are_dealt)
{
    de_deal(5, "", "\"teams\":{\"white\":[4,1],\"black\":[3,0,2]},");
    ck_assert_int_eq(de_encryptor(W), 1);
    ck_assert_int_eq(de_encryptor(B), 0);
    ck_view(4, "team", "\"white\"");
    ck_view(0, "team", "\"black\"");
    de_deal(12, "max_team=6", "");
    ck_view(SEAT_CROWD, "teams.white", "[0,2,4,6,8,10]");
    de_deal(8, "", "\"round\":6,");
    ck_view(SEAT_CROWD, "encryptors", "{\"white\":2,\"black\":3}");
    de_deal(4, "max_rounds=0", "\"round\":100,");
    ck_view(SEAT_CROWD, "round", "100");
    de_deal(4, "",
            "\"published\":[\"farm\",\"the milk\"],\"tokens\":null,\"keywords\":{"
            "\"white\":[\"ICE CREAM\",\"ÉCLAIR\",\"牛\",\"T-SHIRT\"],"
            "\"black\":[\"A\",\"B\",\"C\",\"D\"]},");
    ck_view(0, "keywords", "[\"ICE CREAM\",\"ÉCLAIR\",\"牛\",\"T-SHIRT\"]");
    de_deal(3, "",
            "\"keywords\":{\"white\":[\"A\",\"B\",\"C\",\"D\"],"
            "\"black\":[\"E\",\"F\",\"G\",\"H\"]},"
            "\"codes\":{\"white\":[\"123\"],\"black\":[\"241\"]},");
    ck_view(1, "keywords", "null");
    de_deal(3, "", "\"teams\":{\"white\":[1,2],\"black\":[0]},");
    ck_view(SEAT_CROWD, "encryptors", "{\"white\":1,\"black\":null}");
    ck_view(0, "keywords", "null");
}
END_TEST

Suite *suite_decrypto_facts(void);

Suite *suite_decrypto_facts(void)
{
    Suite *suite = suite_create("decrypto_facts");
    TCase *tcase = tcase_create("rule book 2.1, 2.3, 2.4, 5.2");
    tcase_set_timeout(tcase, 60);
    tcase_add_test(tcase, there_are_24_codes);
    tcase_add_test(tcase, known_digits_leave_few_codes);
    tcase_add_test(tcase, all_81_token_states_end_as_they_should);
    tcase_add_test(tcase, all_16_flags_end_as_they_should);
    tcase_add_test(tcase, tokens_of_a_half_are_complete);
    tcase_add_test(tcase, codes_and_words_are_drawn_evenly);
    tcase_add_test(tcase, a_seed_deals_what_it_always_did);
    tcase_add_test(tcase, drawn_words_pinned_again_deal_the_same_game);
    tcase_add_test(tcase, a_deal_without_words_is_refused);
    tcase_add_test(tcase, bad_deals_are_refused);
    tcase_add_test(tcase, good_deals_are_dealt);
    suite_add_tcase(suite, tcase);
    return suite;
}
