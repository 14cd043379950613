/* The worked examples INT-01 to INT-18 of the rule book, each as it stands there. */
#include "interceptor_kit.h"

#include <stdio.h>
#include <string.h>

static void in_round(int round, int turn)
{
    ck_phase("play");
    ck_assert_uint_eq(kit_common()->round, (unsigned)round);
    ck_assert_int_eq(kit_view(SEAT_CROWD, "turn")[0], '0' + turn);
}

START_TEST(int_01_journalists_match_the_officials)
{
    in_deal("", "\"leader\":0,");
    in_plays("MMMM");
    ck_hands(3, 3, 3, 3, 2);
    ck_phase("split");
    ck_view(SEAT_CROWD, "pot", "{\"team\":\"journalists\",\"cards\":2}");
    in_split(1, 1, 1);
    ck_hands(3, 4, 3, 4, 2);
    in_round(2, 2);
    ck_view(SEAT_CROWD, "leader", "2");
    ck_view(SEAT_CROWD, "last.outcome", "\"follow\"");
}
END_TEST

START_TEST(int_02_officials_evade)
{
    in_deal("", "\"leader\":0,");
    in_plays("DDMM");
    ck_hands(3, 3, 3, 3, 2);
    ck_view(SEAT_CROWD, "pot", "{\"team\":\"officials\",\"cards\":2}");
    ck_view(SEAT_CROWD, "last.outcome", "\"lead\"");
    ck_view(SEAT_CROWD, "last.plays", "[\"documents\",\"money\",\"documents\",\"money\"]");
    in_split(2, 2, 0);
    ck_hands(5, 3, 3, 3, 2);
}
END_TEST

START_TEST(int_03_officials_fail_to_match)
{
    in_deal("", "\"leader\":0,");
    in_plays("DMDD");
    ck_view(SEAT_CROWD, "pot", "{\"team\":\"journalists\",\"cards\":4}");
    ck_hands(3, 3, 3, 3, 0);
    ck_view(SEAT_CROWD, "last.outcome", "\"follow_takes\"");
    in_split(3, 3, 1);
    ck_hands(3, 6, 3, 4, 0);
}
END_TEST

START_TEST(int_04_journalists_fail_to_match)
{
    in_deal("", "\"leader\":0,");
    in_plays("DDDM");
    ck_view(SEAT_CROWD, "pot", "{\"team\":\"officials\",\"cards\":4}");
    ck_view(SEAT_CROWD, "last.outcome", "\"lead_takes\"");
    in_split(0, 2, 2);
    ck_hands(5, 3, 5, 3, 0);
}
END_TEST

START_TEST(int_05_nobody_matches)
{
    in_deal("", "\"leader\":0,");
    in_plays("DMDM");
    ck_hands(3, 3, 3, 3, 4);
    ck_view(SEAT_CROWD, "pot", "null");
    ck_view(SEAT_CROWD, "last.outcome", "\"none\"");
    in_round(2, 2);
}
END_TEST

START_TEST(int_06_four_empty_rounds)
{
    in_deal("", "\"leader\":0,");
    in_plays("DMDM");
    in_plays("DMDM");
    ck_hands(2, 2, 2, 2, 8);
    in_plays("DMDM");
    ck_hands(1, 1, 1, 1, 12);
    in_plays("DMDM");
    ck_hands(0, 0, 0, 0, 16);
    ck_over("tie", "tie", "[]");
    ck_assert_uint_eq(kit_common()->round, 4);
}
END_TEST

START_TEST(int_07_order_and_leader)
{
    static const int order[3][4] = {{2, 0, 3, 1}, {0, 2, 1, 3}, {2, 0, 3, 1}};
    in_deal("", "");
    ck_phase("leader");
    kit_good(0, "choose_leader", "{\"seat\":2}");
    for (int round = 0; round < 3; round++) {
        for (int play = 0; play < 4; play++) {
            in_round(round + 1, order[round][play]);
            in_play("DDMM"[play]);
        }
        kit_good(SEAT_MODERATOR, "skip", NULL); /* the default split */
        ck_assert_ptr_nonnull(strstr(kit_event("interceptor.split"), "\"a\":1,\"b\":1"));
    }
    ck_hands(4, 1, 4, 1, 6);
    in_round(4, 0);
}
END_TEST

START_TEST(int_08_two_wrong_calls_in_one_round)
{
    in_deal("", "\"leader\":0,");
    in_wrong_call(1);
    ck_hands(4, 3, 4, 4, 1);
    in_round(1, 0);
    in_play('D');
    in_wrong_call(2);
    ck_hands(3, 3, 3, 4, 2);
    ck_view(SEAT_CROWD, "table", "1");
    in_round(1, 2);
    in_plays("DDD");
    ck_hands(3, 2, 2, 3, 4);
    ck_view(SEAT_CROWD, "pot", "{\"team\":\"journalists\",\"cards\":2}");
    kit_good(SEAT_MODERATOR, "skip", NULL);
    ck_hands(3, 4, 2, 3, 4);
}
END_TEST

START_TEST(int_09_down_to_zero_and_rescued_by_the_pot)
{
    in_deal("", "\"leader\":0,\"hands\":[4,2,4,2],\"discard\":4,");
    in_plays("MDM");
    ck_hands(3, 1, 3, 2, 4);
    ck_view(SEAT_CROWD, "table", "3");
    in_wrong_call(1);
    ck_hands(3, 0, 3, 2, 5);
    ck_assert_int_eq(in_call(1, "word", "never", "money"), REFUSAL_NO_CARDS);
    in_play('M');
    ck_hands(3, 0, 3, 1, 5);
    ck_view(SEAT_CROWD, "pot", "{\"team\":\"journalists\",\"cards\":4}");
    ck_assert_int_eq(in_try_split(1, 0, 4), REFUSAL_BELOW_FLOOR);
    in_split(1, 2, 2);
    ck_hands(3, 2, 3, 3, 5);
    in_round(2, 2);
}
END_TEST

START_TEST(int_10_cardless_before_playing)
{
    in_deal("", "\"leader\":0,\"hands\":[4,1,4,3],\"discard\":4,");
    in_play('M');
    in_wrong_call(1);
    ck_hands(3, 0, 4, 3, 5);
    in_round(1, 2);
    in_play('M');
    in_round(1, 3); /* JA is skipped */
    ck_assert_str_eq(kit_event("interceptor.passed_over"), "{\"seat\":1,\"why\":\"no_cards\"}");
    in_play('M');
    ck_view(SEAT_CROWD, "pot", "{\"team\":\"officials\",\"cards\":3}");
    ck_hands(3, 0, 3, 2, 5);
    kit_good(SEAT_MODERATOR, "skip", NULL);
    ck_hands(5, 0, 4, 2, 5);
    ck_over("win", "cards", "[0,2]");
}
END_TEST

START_TEST(int_11_forced_minimum)
{
    in_deal("", "\"leader\":0,\"hands\":[1,5,1,5],\"discard\":4,");
    in_plays("DDMM");
    ck_hands(0, 4, 0, 4, 6);
    ck_view(SEAT_CROWD, "pot.cards", "2");
    ck_assert_int_eq(in_try_split(0, 2, 0), REFUSAL_BELOW_FLOOR);
    ck_assert_int_eq(in_try_split(0, 0, 2), REFUSAL_BELOW_FLOOR);
    ck_assert_int_eq(in_try_split(0, 2, 1), REFUSAL_WRONG_SUM);
    ck_assert_int_eq(in_try_split(0, 20, 1), REFUSAL_WRONG_SUM);
    ck_assert_int_eq(in_try_split(0, 3, -1), REFUSAL_BAD_ARGUMENT);
    in_split(0, 1, 1);
    ck_hands(1, 4, 1, 4, 6);
    in_round(2, 2);
}
END_TEST

START_TEST(int_12_right_call_in_the_middle)
{
    in_deal("", "\"leader\":0,");
    in_plays("DD");
    ck_assert_int_eq(in_call(3, "word", "honestly", "documents"), REFUSAL_NONE);
    ck_over("win", "interception", "[1,3]");
    ck_hands(3, 4, 3, 4, 0);
    ck_view(SEAT_CROWD, "table", "2");
    ck_view(SEAT_CROWD, "last", "null");
    ck_assert_int_eq(kit_events(AUDIENCE_CROWD, "interceptor.revealed"), 0);
}
END_TEST

START_TEST(int_13_half_right)
{
    in_deal("", "\"leader\":0,");
    ck_assert_int_eq(in_call(3, "word", "honestly", "money"), REFUSAL_NONE);
    ck_hands(4, 4, 4, 3, 1);
    ck_assert_str_eq(kit_event("interceptor.wrong"), "{\"seat\":3}");
    ck_assert_int_eq(in_call(1, "word", "honestly", "money"), REFUSAL_ALREADY_WRONG);
    ck_hands(4, 4, 4, 3, 1);
    ck_assert_int_eq(in_call(1, "word", "honestly", "documents"), REFUSAL_NONE);
    ck_over("win", "interception", "[1,3]");
    ck_hands(4, 4, 4, 3, 1);
}
END_TEST

START_TEST(int_14_refusals)
{
    kit_deal("interceptor", "", NULL);
    ck_assert_int_eq(in_call(0, "word", "tea", "documents"), REFUSAL_WRONG_PHASE);
    in_deal("", "");
    ck_assert_int_eq(in_call(0, "word", "honestly", "documents"), REFUSAL_OWN_SIGNAL);
    kit_refused(REFUSAL_BAD_ARGUMENT, 0, "choose_leader", "{\"seat\":1}");
    kit_refused(REFUSAL_NOT_YOURS, 1, "choose_leader", "{\"seat\":1}");
    kit_good(2, "choose_leader", "{\"seat\":0}");
    in_play('D');
    kit_refused(REFUSAL_NOT_YOUR_TURN, 1, "play", "{\"symbol\":\"documents\",\"say\":\"tea\"}");
    in_play('D');
    kit_refused(REFUSAL_NOT_YOUR_TURN, 2, "play", "{\"symbol\":\"documents\"}");
    kit_refused(REFUSAL_NOT_SEATED, 7, "call",
                "{\"kind\":\"word\",\"value\":\"tea\",\"symbol\":\"money\"}");
    in_plays("MM");
    ck_assert_int_eq(in_try_split(1, 1, 1), REFUSAL_NOT_YOURS);
    in_split(0, 1, 1);
    ck_assert_int_eq(in_try_split(0, 1, 1), REFUSAL_WRONG_PHASE);
    ck_assert_int_eq(in_call(0, "word", "tea", "documents"), REFUSAL_NONE);
    ck_over("win", "interception", "[0,2]");
    kit_refused(REFUSAL_GAME_OVER, 2, "play", "{\"symbol\":\"documents\"}");
    kit_refused(REFUSAL_GAME_OVER, SEAT_HOUSE, "tick", NULL);
    kit_refused(REFUSAL_GAME_OVER, SEAT_MODERATOR, "leave", "{\"seat\":0}");
    kit_refused(REFUSAL_GAME_OVER, 9, "nonsense", NULL);
}
END_TEST

START_TEST(int_15_variant_where_journalists_lead)
{
    in_deal("variant=everyone_corrupt", "\"leader\":0,");
    in_plays("MMMM");
    ck_view(SEAT_CROWD, "pot.team", "\"journalists\"");
    in_split(1, 1, 1);
    ck_hands(3, 4, 3, 4, 2);
    in_round(2, 1);
    in_plays("DD");
    in_round(2, 2); /* the Official on the leader's left plays third */
    in_plays("DD");
    ck_view(SEAT_CROWD, "pot", "{\"team\":\"officials\",\"cards\":2}");
    in_split(0, 1, 1);
    ck_hands(3, 3, 3, 3, 4);
    in_round(3, 2);
    in_plays("DDMM");
    in_split(0, 1, 1);
    ck_hands(3, 2, 3, 2, 6);
    in_round(4, 3);
    in_plays("MM");
    in_round(4, 0);
    in_plays("DM");
    ck_view(SEAT_CROWD, "pot", "{\"team\":\"journalists\",\"cards\":4}");
    in_split(3, 2, 2);
    ck_hands(2, 3, 2, 3, 6);
    in_round(5, 0);
}
END_TEST

static enum refusal say(const char *symbol, const char *text)
{
    char args[256];
    snprintf(args, sizeof args, "{\"symbol\":\"%s\",\"say\":\"%s\"}", symbol, text);
    in_deal("", "\"leader\":0,");
    return kit_move(0, "play", args);
}

START_TEST(int_16_play_check)
{
    ck_assert_int_eq(say("documents", "Honestly, I would not know."), REFUSAL_NONE);
    ck_assert_int_eq(say("documents", "Honestly? No idea."), REFUSAL_NONE);
    ck_assert_int_eq(say("documents", "HONESTLY!"), REFUSAL_NONE);
    ck_assert_int_eq(say("documents", "Honestly, who knows?"), REFUSAL_BOTH_SIGNALS);
    ck_assert_int_eq(say("documents", "dis-honestly done"), REFUSAL_NO_SIGNAL);
    ck_assert_int_eq(say("money", "Who goes first?"), REFUSAL_NONE);
    ck_assert_int_eq(say("money", "really ？"), REFUSAL_NONE);
    ck_assert_int_eq(say("money", "Nice weather today."), REFUSAL_NO_SIGNAL);
    ck_assert_int_eq(say("money", "Honestly speaking."), REFUSAL_WRONG_SIGNAL);
    ck_assert_int_eq(say("money", "Where is the money?"), REFUSAL_SYMBOL_WORD);
}
END_TEST

START_TEST(int_17_whole_game)
{
    in_deal("", "\"leader\":0,");
    in_plays("MMMM");
    in_split(1, 1, 1);
    ck_hands(3, 4, 3, 4, 2);
    in_plays("DDDM");
    in_split(0, 2, 2);
    ck_hands(4, 3, 4, 3, 2);
    in_plays("MDDD");
    in_split(1, 1, 3);
    ck_hands(3, 3, 3, 5, 2);
    in_plays("DDDD");
    in_split(1, 2, 0);
    ck_hands(2, 4, 2, 4, 4);
    in_plays("DMMD");
    ck_hands(1, 3, 1, 3, 8);
    in_plays("MMDD");
    in_split(0, 1, 1);
    ck_hands(1, 2, 1, 2, 10);
    in_plays("DMMM");
    in_split(1, 2, 2);
    ck_hands(0, 3, 0, 3, 10);
    ck_over("win", "cards", "[1,3]");
    ck_view(SEAT_CROWD, "result.scores", "[0,1,0,1]");
}
END_TEST

static enum refusal pair(const char *documents, const char *money)
{
    kit_deal("interceptor", "", NULL);
    return in_register(0, documents, money);
}

#define SIGNAL_OF(kind, value) "{\"kind\":\"" kind "\",\"value\":\"" value "\"}"

START_TEST(int_18_registration)
{
    static const char *const refused[][2] = {
        {SIGNAL_OF("word", "tea"), SIGNAL_OF("phrase", "tea time")},
        {SIGNAL_OF("first_word", "well"), SIGNAL_OF("word", "well")},
        {SIGNAL_OF("ends_punct", "!"), SIGNAL_OF("has_punct", "!")},
        {"{\"kind\":\"digit\"}", SIGNAL_OF("number", "7")},
        {SIGNAL_OF("emoji", "👍"), SIGNAL_OF("emoji", "👍🏽")},
    };
    static const char *const accepted[][2] = {
        {SIGNAL_OF("word", "tea"), SIGNAL_OF("word", "coffee")},
        {SIGNAL_OF("first_word", "well"), SIGNAL_OF("last_word", "well")},
        {SIGNAL_OF("ends_punct", "!"), SIGNAL_OF("has_punct", "?")},
        {SIGNAL_OF("words", "3"), SIGNAL_OF("words", "5")},
        {"{\"kind\":\"digit\"}", SIGNAL_OF("word", "tea")},
    };
    for (size_t i = 0; i < 5; i++) {
        ck_assert_int_eq(pair(refused[i][0], refused[i][1]), REFUSAL_SIGNALS_OVERLAP);
        ck_assert_int_eq(pair(refused[i][1], refused[i][0]), REFUSAL_SIGNALS_OVERLAP);
        ck_assert_int_eq(pair(accepted[i][0], accepted[i][1]), REFUSAL_NONE);
        ck_assert_int_eq(pair(accepted[i][1], accepted[i][0]), REFUSAL_NONE);
    }
}
END_TEST

/* What becomes of a guess: 's' same (the caller wins), 'r' a ruling, 'w' wrong at once. */
static char grade(const char *signal, const char *kind, const char *value)
{
    char pinned[600];
    snprintf(pinned, sizeof pinned,
             "{\"leader\":0,\"signals\":{\"officials\":{\"documents\":%s,"
             "\"money\":{\"kind\":\"lines\"}},\"journalists\":{\"documents\":{\"kind\":\"caps\"},"
             "\"money\":{\"kind\":\"long\"}}}}",
             signal);
    kit_deal("interceptor", "", pinned);
    ck_assert_int_eq(in_call(1, kind, value, "documents"), REFUSAL_NONE);
    if (kit_common()->over) {
        return 's';
    }
    return kit_common()->phase == INTERCEPTOR_AT_RULING ? 'r' : 'w';
}

START_TEST(int_18_guess_grades)
{
    ck_assert_int_eq(grade(SIGNAL_OF("first_word", "well"), "word", "well"), 's');
    ck_assert_int_eq(grade(SIGNAL_OF("word", "honestly"), "word", "honest"), 'r');
    ck_assert_int_eq(grade(SIGNAL_OF("phrase", "to be fair"), "word", "fair"), 'r');
    ck_assert_int_eq(grade(SIGNAL_OF("word", "honestly"), "word", "frankly"), 'w');
    ck_assert_int_eq(grade(SIGNAL_OF("ends_punct", "?"), "has_punct", "?"), 's');
    ck_assert_int_eq(grade(SIGNAL_OF("words", "3"), "words", "4"), 'w');
    ck_assert_int_eq(grade(SIGNAL_OF("word", "tea"), "word", "sea"), 'w');
}
END_TEST

Suite *suite_interceptor_examples(void);

Suite *suite_interceptor_examples(void)
{
    Suite *suite = suite_create("interceptor_examples");
    TCase *tcase = tcase_create("examples");
    tcase_add_test(tcase, int_01_journalists_match_the_officials);
    tcase_add_test(tcase, int_02_officials_evade);
    tcase_add_test(tcase, int_03_officials_fail_to_match);
    tcase_add_test(tcase, int_04_journalists_fail_to_match);
    tcase_add_test(tcase, int_05_nobody_matches);
    tcase_add_test(tcase, int_06_four_empty_rounds);
    tcase_add_test(tcase, int_07_order_and_leader);
    tcase_add_test(tcase, int_08_two_wrong_calls_in_one_round);
    tcase_add_test(tcase, int_09_down_to_zero_and_rescued_by_the_pot);
    tcase_add_test(tcase, int_10_cardless_before_playing);
    tcase_add_test(tcase, int_11_forced_minimum);
    tcase_add_test(tcase, int_12_right_call_in_the_middle);
    tcase_add_test(tcase, int_13_half_right);
    tcase_add_test(tcase, int_14_refusals);
    tcase_add_test(tcase, int_15_variant_where_journalists_lead);
    tcase_add_test(tcase, int_16_play_check);
    tcase_add_test(tcase, int_17_whole_game);
    tcase_add_test(tcase, int_18_registration);
    tcase_add_test(tcase, int_18_guess_grades);
    suite_add_tcase(suite, tcase);
    return suite;
}
