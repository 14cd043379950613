/* Deals: what is drawn and pinned, names of places, and words that are hard to bear. */
#include "spyfall_kit.h"

#include <stdio.h>
#include <string.h>

enum { STOCK = 60 };

static char stock_name[STOCK][16];
static const char *stock[STOCK];
static const char *stock_alias[STOCK];
static struct deal_pack pack = {stock, STOCK, stock_alias};

static void fill_stock(void)
{
    for (int i = 0; i < STOCK; i++) {
        snprintf(stock_name[i], sizeof stock_name[i], "Place %c%c", 'a' + i % 26, 'a' + i / 26);
        stock[i] = stock_name[i];
        stock_alias[i] = i == 0 ? "First, Number one" : NULL;
    }
}

static void deal_from(struct spyfall *state, uint64_t seed, const char *list,
                      const struct value_tree *pinned)
{
    struct deal deal = {.seats = 6, .pack = &pack, .pinned = pinned};
    struct outcome out;
    const struct option_def *row = NULL;
    options_default(&spyfall_game, &deal.options);
    ck_assert(options_set(&spyfall_game, &deal.options, "list", list, &row));
    memcpy(deal.seed, &seed, sizeof seed);
    ck_assert_int_eq(rules_deal(&spyfall_game, state, &deal, &out), REFUSAL_NONE);
}

static const char grin[4] = {'\xf0', '\x9f', '\x98', '\x80'}; /* U+1F600 */

START_TEST(the_list_is_drawn_in_order_and_evenly)
{
    static struct spyfall state;
    int drawn[STOCK] = {0};
    enum { DEALS = 600 };
    fill_stock();
    for (uint64_t seed = 1; seed <= DEALS; seed++) {
        deal_from(&state, seed, "30", NULL);
        ck_assert_uint_eq(state.places.count, 30);
        for (int place = 0; place < 30; place++) {
            const char *name = spyfall_place_name(&state.places, place);
            for (int i = 0; i < STOCK; i++) {
                drawn[i] += strcmp(stock[i], name) == 0;
            }
            if (place > 0) {
                ck_assert_str_lt(spyfall_place_name(&state.places, place - 1), name);
            }
        }
    }
    for (int i = 0; i < STOCK; i++) { /* 300 each, give or take five times the spread of 12 */
        ck_assert_int_gt(drawn[i], 240);
        ck_assert_int_lt(drawn[i], 360);
    }
}
END_TEST

/* Also for seeds with few bits set. */
START_TEST(place_and_spy_are_drawn_evenly)
{
    static struct spyfall state;
    int spies[6] = {0};
    int places[20] = {0};
    enum { DEALS = 1200 };
    fill_stock();
    for (uint64_t seed = 1; seed <= DEALS; seed++) {
        deal_from(&state, seed, "20", NULL);
        spies[state.spy]++;
        places[state.place]++;
    }
    for (int seat = 0; seat < 6; seat++) {
        ck_assert_int_gt(spies[seat], 140);
        ck_assert_int_lt(spies[seat], 260);
    }
    for (int place = 0; place < 20; place++) {
        ck_assert_int_gt(places[place], 25);
        ck_assert_int_lt(places[place], 100);
    }
}
END_TEST

/* What the journal keeps deals the same again without the pack. */
START_TEST(what_is_drawn_deals_the_same)
{
    static struct spyfall first;
    static struct spyfall second;
    static struct value fact[256];
    static char text[8192];
    struct value_tree drawn;
    struct deal deal = {.seats = 6, .pack = &pack, .seed = {9, 9}};
    struct outcome out;
    fill_stock();
    value_init(&drawn, fact, 256, text, sizeof text);
    options_default(&spyfall_game, &deal.options);
    ck_assert(spyfall_game.draw(&deal, &drawn));
    ck_assert_int_eq(rules_deal(&spyfall_game, &first, &deal, &out), REFUSAL_NONE);
    deal.pack = NULL;
    deal.pinned = &drawn;
    ck_assert_int_eq(rules_deal(&spyfall_game, &second, &deal, &out), REFUSAL_NONE);
    ck_assert_mem_eq(&first, &second, sizeof first);
}
END_TEST

START_TEST(a_pinned_place_is_on_the_list_with_its_other_names)
{
    static struct spyfall state;
    static const char json[] = "{\"rounds\":[{\"location\":\"number one\",\"spy\":2},"
                               "{\"location\":\"Moon\"}]}";
    static struct value fact[64];
    static char text[512];
    struct value_tree pinned;
    fill_stock();
    value_init(&pinned, fact, 64, text, sizeof text);
    ck_assert(value_parse(&pinned, json, strlen(json)));
    for (uint64_t seed = 1; seed < 20; seed++) {
        deal_from(&state, seed, "20", &pinned);
        ck_assert_uint_eq(state.places.count, 20);
        ck_assert_str_eq(spyfall_place_name(&state.places, state.place), stock[0]);
        ck_assert_int_eq(state.spy, 2);
        ck_assert_int_eq(spyfall_place_find(&state.places, "first"), state.place);
        ck_assert_int_ne(spyfall_place_find(&state.places, "moon"), SPYFALL_NO_PLACE);
    }
}
END_TEST

START_TEST(deals_that_are_none)
{
    static const struct {
        const char *pinned;
        const char *argument;
        const char *problem;
    } rows[] = {
        {NULL, "locations", "too_few"},
        {"{}", "locations", "too_few"},
        {"{\"locations\":[]}", "locations", "too_few"},
        {"{\"locations\":\"Bank\"}", "locations", "not_a_list"},
        {"{\"locations\":[7]}", "locations", "not_a_text"},
        {"{\"locations\":[\"\"]}", "locations", "not_a_word"},
        {"{\"locations\":[\"...\"]}", "locations", "not_a_word"},
        {"{\"locations\":[\"Bank\",\"the BANK\"]}", "locations", "twice"},
        {"{\"locations\":[\"Bank\"],\"rounds\":[{\"location\":\"Zoo\",\"spy\":1}]}", "rounds",
         "unknown"},
        {"{\"locations\":[\"Bank\"],\"rounds\":[{\"location\":\"Bank\",\"spy\":4}]}", "rounds",
         "not_a_seat"},
        {"{\"locations\":[\"Bank\"],\"rounds\":[{\"place\":\"Bank\"}]}", "rounds", "not_an_object"},
        {"{\"locations\":[\"Bank\"],\"rounds\":3}", "rounds", "not_a_list"},
        {"{\"locations\":[\"Bank\"],\"leader\":4}", "leader", "not_a_seat"},
        {"{\"locations\":[\"Bank\"],\"minutes\":0}", "minutes", "out_of_range"},
        {"{\"locations\":[\"Bank\"],\"scores\":[1,2]}", "scores", "not_a_list"},
        {"{\"locations\":[\"Bank\"],\"scores\":[1,2,3,-4]}", "scores", "out_of_range"},
        {"{\"locations\":[\"Bank\"],\"spies\":[1]}", "spies", "unknown"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        ck_assert_int_eq(kit_try_deal("spyfall", 4, "", rows[i].pinned), REFUSAL_BAD_INPUT);
        ck_assert_str_eq(kit_why("argument"), rows[i].argument);
        ck_assert_str_eq(kit_why("problem"), rows[i].problem);
    }
}
END_TEST

START_TEST(a_place_by_its_names)
{
    static const char *const bank[] = {"Bank",         "bank",         "BANK",     "the bank",
                                       " a bank! ",    "Savings Bank", "ｂａｎｋ", "savings-bank",
                                       "SavingsBank.", "B\u0336ank"};
    static const char *const cafe[] = {"Café", "cafe", "CAFE", "Cafe\xcc\x81"};
    for (size_t i = 0; i < sizeof bank / sizeof bank[0]; i++) {
        sp_deal(4, "", DEE, "");
        sp_guess(DEE, bank[i]);
        ck_end("spy_guessed");
    }
    for (size_t i = 0; i < sizeof cafe / sizeof cafe[0]; i++) {
        sp_deal(4, "", DEE, "");
        sp_guess(DEE, cafe[i]);
        ck_end("spy_guessed_wrong");
    }
}
END_TEST

START_TEST(what_is_near_is_asked_about_and_never_guessed)
{
    static const struct {
        const char *said;
        const char *nearest;
    } rows[] = {
        {"Moon", ""},
        {"Bnk", ""},
        {"Banks", "Bank"},
        {"Schol", "School"},
        {"station", "Gas station"},
        {"Gas statoin", "Gas station"},
        {"Ваnk", ""},
        {"bаnk", "Bank"},
        {"", ""},
        {"?!", ""},
        {"school bank", ""},
        {"🏦", ""},
        {"Zo", ""},
        {"银行", ""},
    };
    sp_deal(4, "", DEE, "");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        no_guess(REFUSAL_UNKNOWN_LOCATION, DEE, rows[i].said);
        ck_assert_msg(strcmp(kit_why("nearest"), rows[i].nearest) == 0, "%s: %s", rows[i].said,
                      kit_why("nearest"));
        no_guess(REFUSAL_UNKNOWN_LOCATION, ANA, rows[i].said);
        ck_assert_str_eq(kit_why("nearest"), rows[i].nearest);
    }
}
END_TEST

static const char *args_of(const char *key, const char *text, const char *more)
{
    static char args[48 * 1024];
    snprintf(args, sizeof args, "{%s\"%s\":\"%s\"}", more, key, text);
    return args;
}

START_TEST(words_that_are_hard_to_bear)
{
    static char letters[9001]; /* a move holds hardly more */
    static char wide[2001];
    static const char *const blank[] = {"",
                                        " ",
                                        "   ",
                                        "\xe2\x80\x8b",
                                        "\xc2\xa0",
                                        "\xcc\x81",
                                        "\xe2\x80\x8e\xe2\x80\x8f",
                                        "\xf3\xa0\x81\x81"};
    static const char *const fine[] = {"?", "…", "👍", "Да", "是", "7", "B\u0336\u0337ank",
                                       "¿", "“”"};
    memset(letters, 'a', 9000);
    for (int i = 0; i < 2000; i += 4) {
        memcpy(wide + i, grin, sizeof grin);
    }
    sp_deal(5, "", DEE, "");
    kit_refused(REFUSAL_BAD_ARGUMENT, ANA, "guess", args_of("location", letters, ""));
    kit_refused(REFUSAL_BAD_ARGUMENT, ANA, "guess", NULL);
    kit_refused(REFUSAL_BAD_ARGUMENT, ANA, "ask", "{\"seat\":1}");
    kit_refused(REFUSAL_BAD_ARGUMENT, ANA, "ask", "{\"text\":\"Is it?\"}");
    kit_refused(REFUSAL_BAD_ARGUMENT, ANA, "ask", "{\"seat\":12,\"text\":\"Is it?\"}");
    for (size_t i = 0; i < sizeof blank / sizeof blank[0]; i++) {
        kit_refused(REFUSAL_BAD_ARGUMENT, ANA, "ask", args_of("text", blank[i], "\"seat\":1,"));
        ck_assert_str_eq(kit_why("problem"), "blank");
    }
    for (size_t i = 0; i < sizeof fine / sizeof fine[0]; i++) {
        sp_deal(5, "", DEE, "");
        kit_good(ANA, "ask", args_of("text", fine[i], "\"seat\":1,"));
        kit_good(BEN, "answer", args_of("text", fine[i], ""));
    }
    sp_deal(5, "", DEE, "");
    kit_good(ANA, "ask", args_of("text", wide, "\"seat\":1,"));
    kit_refused(REFUSAL_BAD_ARGUMENT, BEN, "answer", args_of("text", "a", "\"seat\":1,"));
    kit_good(BEN, "answer", args_of("text", wide, ""));
    ck_assert_uint_lt(sp_state()->talk.used, 820);
    letters[501] = '\0';
    kit_refused(REFUSAL_BAD_ARGUMENT, BEN, "ask", args_of("text", letters, "\"seat\":2,"));
    ck_assert_str_eq(kit_why("problem"), "too_long");
}
END_TEST

START_TEST(long_talk_forgets_its_beginning)
{
    static char wide[2001];
    for (int i = 0; i < 2000; i += 4) {
        memcpy(wide + i, grin, sizeof grin);
    }
    sp_deal(5, "", DEE, "");
    for (int question = 0; question < 12; question++) {
        int asker = question % 5;
        char more[24];
        snprintf(more, sizeof more, "\"seat\":%d,", (asker + 1) % 5);
        kit_good(asker, "ask", args_of("text", question < 6 ? wide : "short", more));
        kit_good((asker + 1) % 5, "answer", args_of("text", wide, ""));
        ck_assert_uint_ge(sp_state()->talk.count, 1);
        ck_assert_uint_le(sp_state()->talk.used, SPYFALL_TALK_BYTES);
    }
    ck_view(SEAT_CROWD, "questions.0.text", "\"short\"");
    for (int question = 0; question < 120; question++) {
        int asker = (question + 12) % 5;
        sp_ask(asker, (asker + 1) % 5);
        sp_answer((asker + 1) % 5);
        ck_assert_uint_le(sp_state()->talk.count, SPYFALL_TALK_ENTRIES_MAX);
    }
    ck_assert_uint_gt(sp_state()->talk.count, 30);
}
END_TEST

Suite *suite_spyfall_deal(void);

Suite *suite_spyfall_deal(void)
{
    Suite *suite = suite_create("spyfall_deal");
    TCase *tcase = tcase_create("deals and words");
    tcase_set_timeout(tcase, 100);
    tcase_add_test(tcase, the_list_is_drawn_in_order_and_evenly);
    tcase_add_test(tcase, place_and_spy_are_drawn_evenly);
    tcase_add_test(tcase, what_is_drawn_deals_the_same);
    tcase_add_test(tcase, a_pinned_place_is_on_the_list_with_its_other_names);
    tcase_add_test(tcase, deals_that_are_none);
    tcase_add_test(tcase, a_place_by_its_names);
    tcase_add_test(tcase, what_is_near_is_asked_about_and_never_guessed);
    tcase_add_test(tcase, words_that_are_hard_to_bear);
    tcase_add_test(tcase, long_talk_forgets_its_beginning);
    suite_add_tcase(suite, tcase);
    return suite;
}
