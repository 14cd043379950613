/* The worked examples DEC-01 to DEC-17 of the rule book, each as it stands there. */
#include "decrypto_kit.h"

#include <stdio.h>
#include <string.h>

enum { W = DECRYPTO_WHITE, B = DECRYPTO_BLACK };

START_TEST(dec_01_round_one_has_no_interception)
{
    de_deal(4, "", "");
    de_clues();
    ck_assert_int_eq(de_try(1, "intercept", "code", "314"), REFUSAL_TOO_EARLY);
    ck_assert_int_eq(de_try(2, "decode", "code", "314"), REFUSAL_NONE);
    ck_tokens("W 0/0 B 0/0");
    ck_view(SEAT_CROWD, "half", "\"black\"");
    ck_assert_int_eq(de_try(0, "intercept", "code", "241"), REFUSAL_TOO_EARLY);
    ck_assert_int_eq(de_try(3, "decode", "code", "214"), REFUSAL_NONE);
    ck_tokens("W 0/0 B 0/1");
    ck_view(SEAT_CROWD, "round", "2");
    ck_view(SEAT_CROWD, "last",
            "{\"team\":\"black\",\"code\":\"241\",\"decode\":\"214\",\"intercept\":null,"
            "\"passed\":false,\"round\":1}");
}
END_TEST

START_TEST(dec_02_an_interception)
{
    de_deal(4, "", "\"round\":2,\"codes\":{\"white\":[\"421\"],\"black\":[\"132\"]},");
    de_clues();
    de_half(W, "421", "421");
    ck_tokens("W 0/0 B 1/0");
    de_half(B, "132", "123");
    ck_tokens("W 0/0 B 1/0");
    ck_view(SEAT_CROWD, "round", "3");
}
END_TEST

START_TEST(dec_03_two_tokens_in_one_half)
{
    de_deal(4, "", "\"round\":3,\"codes\":{\"white\":[\"234\"],\"black\":[\"123\"]},");
    de_clues();
    de_half(W, "243", "234");
    ck_tokens("W 0/1 B 1/0");
}
END_TEST

START_TEST(dec_04_a_clean_win)
{
    de_start("", 4, "W 1/0 B 0/1");
    de_round(WHITE_CODE, WRONG, BLACK_CODE, BLACK_CODE);
    ck_tokens("W 2/0 B 0/1");
    ck_over("win", "interceptions", "[0,2]");
    ck_view(SEAT_CROWD, "result.scores", "[1,0,1,0]");
}
END_TEST

START_TEST(dec_05_both_reach_two_interceptions)
{
    de_start("", 4, "W 1/0 B 1/1");
    de_clues();
    de_half(W, WHITE_CODE, WHITE_CODE);
    ck_tokens("W 1/0 B 2/1");
    ck_assert(!kit_common()->over);
    de_half(B, BLACK_CODE, BLACK_CODE);
    ck_tokens("W 2/0 B 2/1");
    ck_over("win", "points", "[0,2]");
}
END_TEST

START_TEST(dec_06_both_fail_twice)
{
    de_start("", 4, "W 1/1 B 0/1");
    de_round(WRONG, WRONG, WRONG, WRONG);
    ck_tokens("W 1/2 B 0/2");
    ck_over("win", "points", "[0,2]");
}
END_TEST

START_TEST(dec_07_one_team_wins_and_loses_at_once)
{
    de_start("", 4, "W 1/1 B 1/0");
    de_round(WRONG, WRONG, BLACK_CODE, BLACK_CODE);
    ck_tokens("W 2/2 B 1/0");
    ck_over("win", "points", "[1,3]");
}
END_TEST

START_TEST(dec_08_no_tie_break_needed)
{
    de_start("", 4, "W 1/0 B 0/1");
    de_round(WHITE_CODE, WRONG, WRONG, BLACK_CODE);
    ck_tokens("W 2/0 B 0/2");
    ck_over("win", "interceptions", "[0,2]");
}
END_TEST

/* A round that leaves equal points on both sides at its end. */
static void to_keywords(const char *options)
{
    de_start(options, 8, "W 0/0 B 0/0");
    de_round(WHITE_CODE, NULL, BLACK_CODE, NULL);
    ck_phase("tiebreak");
}

START_TEST(dec_09_keyword_tie_break)
{
    to_keywords("");
    kit_good(0, "keywords", "{\"words\":[\"wolf\",\"bread\",\"glass\",\"storms\"]}");
    ck_assert(!kit_common()->over);
    kit_good(3, "keywords", "{\"words\":[\"cow\",\"the tea\",\"guitar\",\"\"]}");
    ck_over("win", "keywords", "[0,2]");
    to_keywords("");
    kit_good(1, "keywords", "{\"words\":[\"cow\",\"TEAS\",\"piano\",\"\"]}");
    kit_good(2, "keywords", "{\"words\":[\"wolf\",\"bread\",\"glass\",\"storms\"]}");
    ck_over("tie", "shared", "[0,1,2,3]");
    ck_view(SEAT_CROWD, "result.scores", "[1,1,1,1]");
}
END_TEST

START_TEST(dec_10_round_eight_runs_out)
{
    de_start("", 8, "W 1/0 B 0/1");
    de_round(WHITE_CODE, NULL, BLACK_CODE, NULL);
    ck_over("win", "points", "[0,2]");
    de_start("", 8, "W 1/1 B 1/0");
    de_round(WHITE_CODE, NULL, BLACK_CODE, NULL);
    ck_over("win", "points", "[1,3]");
    de_start("", 8, "W 1/1 B 0/0");
    de_round(WHITE_CODE, NULL, BLACK_CODE, NULL);
    ck_phase("tiebreak");
    de_start("", 8, "W 0/0 B 0/0");
    de_round(WHITE_CODE, NULL, BLACK_CODE, NULL);
    ck_phase("tiebreak");
}
END_TEST

static void dec_11_deal(void)
{
    de_deal(4, "", "\"published\":[\"farm\"],\"codes\":{\"white\":[\"134\"],\"black\":[\"241\"]},");
}

/* White's Encryptor sends this clue at this place. */
static void dec_11(int place, const char *clue, enum refusal expected)
{
    dec_11_deal();
    enum refusal refusal = de_try_clue(0, place, clue, false);
    ck_assert_msg(refusal == expected, "\"%s\": %s, not %s", clue,
                  refusal == REFUSAL_NONE ? "taken" : refusal_name(refusal),
                  expected == REFUSAL_NONE ? "taken" : refusal_name(expected));
    if (expected == REFUSAL_WARNING) {
        ck_assert_int_eq(de_try_clue(0, place, clue, true), REFUSAL_NONE);
    }
}

START_TEST(dec_11_clue_check)
{
    dec_11(0, "milk", REFUSAL_NONE);
    dec_11(0, "cows", REFUSAL_CLUE_KEYWORD);
    dec_11(0, "cowboy", REFUSAL_WARNING);
    dec_11(0, "C", REFUSAL_CLUE_SPELLING);
    dec_11(0, "3", REFUSAL_CLUE_NUMBER);
    dec_11(0, "Three", REFUSAL_CLUE_NUMBER);
    dec_11(0, "The Farm!", REFUSAL_CLUE_REPEATED);
    dec_11(0, "Vache", REFUSAL_NONE);
    dec_11(0, "Wow!", REFUSAL_NONE);
    dec_11(0, "🐄", REFUSAL_CLUE_LINK);
    dec_11(0, "", REFUSAL_CLUE_SHAPE);
    dec_11(1, "88", REFUSAL_WARNING);
    dec_11(1, "5", REFUSAL_CLUE_NUMBER);
    dec_11(1, "3", REFUSAL_CLUE_NUMBER);
    dec_11(1, "steam engine", REFUSAL_WARNING);
    dec_11(2, "7", REFUSAL_CLUE_NUMBER);
    dec_11(2, "4", REFUSAL_CLUE_NUMBER);
    dec_11(2, "1.3.4", REFUSAL_CLUE_CODE);
    dec_11_deal();
    kit_refused(REFUSAL_CLUE_REPEATED, 0, "clues", de_set("keys", "keys", "rest"));
    ck_assert_str_eq(kit_why("problem"), "twice");
}
END_TEST

START_TEST(dec_12_rotation)
{
    static const int white[] = {0, 2, 4, 0, 2, 4};
    static const int black[] = {1, 3, 1, 3, 1, 3};
    de_deal(5, "", "");
    for (int round = 0; round < 6; round++) {
        ck_assert_int_eq(de_encryptor(W), white[round]);
        ck_assert_int_eq(de_encryptor(B), black[round]);
        if (round != 1) {
            de_round(WHITE_CODE, NULL, BLACK_CODE, NULL);
            continue;
        }
        de_clues();
        ck_assert_int_eq(de_try(2, "decode", "code", "123"), REFUSAL_ENCRYPTOR_SILENT);
        ck_assert_int_eq(de_try(0, "decode", "code", "123"), REFUSAL_NONE);
        ck_assert_int_eq(de_try(4, "decode", "code", "314"), REFUSAL_NONE);
        ck_assert_int_eq(de_try(3, "intercept", "code", "123"), REFUSAL_NONE);
        ck_assert_int_eq(de_try(3, "decode", "code", "241"), REFUSAL_ENCRYPTOR_SILENT);
        ck_assert_int_eq(de_try(2, "intercept", "code", "123"), REFUSAL_NONE);
        ck_assert_int_eq(de_try(1, "decode", "code", "241"), REFUSAL_NONE);
    }
}
END_TEST

START_TEST(dec_13_three_players_double)
{
    de_deal(3, "", "");
    de_clues();
    ck_assert_int_eq(de_try(1, "intercept", "code", "314"), REFUSAL_TOO_EARLY);
    ck_assert_int_eq(de_try(2, "decode", "code", WRONG), REFUSAL_NONE);
    ck_tokens("W 0/0 B 1/0");
    ck_view(SEAT_CROWD, "encryptors", "{\"white\":2,\"black\":null}");
    de_round(WRONG, WHITE_CODE, NULL, NULL);
    ck_tokens("W 0/0 B 3/0");
    ck_over("win", "interceptions", "[1]");
}
END_TEST

START_TEST(dec_14_three_players_team_survives)
{
    de_deal(3, "", "");
    de_round(WHITE_CODE, NULL, NULL, NULL);
    de_round(WHITE_CODE, WRONG, NULL, NULL);
    de_round(WHITE_CODE, WHITE_CODE, NULL, NULL);
    ck_tokens("W 0/0 B 1/0");
    de_round(WHITE_CODE, WRONG, NULL, NULL);
    ck_view(SEAT_CROWD, "round", "5");
    de_round(WHITE_CODE, WRONG, NULL, NULL);
    ck_tokens("W 0/0 B 1/0");
    ck_over("win", "survived", "[0,2]");
}
END_TEST

START_TEST(dec_15_input)
{
    static const char *const good[] = {"4.2.1", "421", "4 2 1", "4-2-1", "4,2,1", "4, 2, 1"};
    static const char *const bad[] = {"4 4 1", "425",   "42",   "4212", "",     "4,2 1",  "４２１",
                                      "four",  "4 2-1", "421 ", "0421", "-421", "4  2  1"};
    de_deal(4, "", "\"round\":2,\"codes\":{\"white\":[\"421\"],\"black\":[\"241\"]},");
    de_clues();
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        ck_assert_int_eq(de_try(0, "decode", "code", bad[i]), REFUSAL_BAD_CODE);
    }
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        ck_assert_int_eq(de_try(0, "decode", "code", good[i]), REFUSAL_NONE);
        ck_view(0, "draft", "\"421\"");
    }
    ck_assert_int_eq(de_try(0, "decode", "code", "123"), REFUSAL_NONE);
    ck_assert_int_eq(de_try(0, "decode", "code", "132"), REFUSAL_NONE);
    ck_view(2, "draft", "\"132\"");
    ck_view(1, "draft", "null");
    ck_assert_int_eq(de_try(1, "intercept", "code", "234"), REFUSAL_NONE);
    ck_view(SEAT_CROWD, "last.decode", "\"132\"");
    ck_tokens("W 0/1 B 0/0");
    ck_assert_int_eq(de_try(0, "decode", "code", "421"), REFUSAL_NOT_YOUR_TURN);
    ck_assert_int_eq(de_try(1, "intercept", "code", "421"), REFUSAL_NOT_YOUR_TURN);
}
END_TEST

START_TEST(dec_16_a_whole_game)
{
    de_deal(4, "",
            "\"codes\":{\"white\":[\"421\",\"312\",\"143\",\"234\"],"
            "\"black\":[\"231\",\"413\",\"241\",\"312\"]},");
    de_round("421", NULL, "231", NULL);
    de_round("312", "312", "413", "412");
    ck_tokens("W 0/0 B 1/0");
    de_clues();
    de_half(W, "134", "243");
    ck_tokens("W 0/1 B 1/0");
    de_half(B, "241", "241");
    ck_tokens("W 1/1 B 1/0");
    de_clues();
    de_half(W, "234", "234");
    ck_tokens("W 1/1 B 2/0");
    ck_assert(!kit_common()->over);
    de_half(B, "132", "312");
    ck_tokens("W 2/1 B 2/1");
    ck_phase("tiebreak");
    kit_good(0, "keywords", "{\"words\":[\"Wolf\",\"breads\",\"MIRROR\",\"\"]}");
    kit_good(1, "keywords", "{\"words\":[\"cow\",\"tea\",\"\",\"month\"]}");
    ck_over("win", "keywords", "[0,2]");
    ck_view(SEAT_CROWD, "keywords.black", "[\"WOLF\",\"BREAD\",\"MIRROR\",\"STORM\"]");
}
END_TEST

START_TEST(dec_17_locking)
{
    de_deal(4, "", "");
    kit_good(1, "clues", de_set("fang", "mud", "glass"));
    ck_assert_int_eq(kit_events(AUDIENCE_CROWD, "decrypto.published"), 0);
    ck_assert_uint_eq(kit_out()->event_count, 1);
    ck_view(SEAT_CROWD, "clues", "{\"white\":null,\"black\":null}");
    ck_view(3, "clues", "{\"white\":null,\"black\":null}");
    kit_good(1, "clues", de_set("fang", "crust", "glass"));
    kit_good(0, "clues", de_set("milk", "cup", "keys"));
    ck_view(SEAT_CROWD, "clues", "{\"white\":[\"milk\",\"cup\",\"keys\"],\"black\":null}");
    kit_refused(REFUSAL_LOCKED, 1, "clues", de_set("fang", "oven", "glass"));
    kit_refused(REFUSAL_LOCKED, 0, "clues", de_set("milk", "cup", "chords"));
    kit_refused(REFUSAL_WRONG_PHASE, 2, "clues", de_set("milk", "cup", "chords"));
    ck_assert_ptr_null(strstr(kit_inbound(SEAT_CROWD), "crust"));
    de_half(W, WHITE_CODE, NULL);
    ck_view(SEAT_CROWD, "clues.black", "[\"fang\",\"crust\",\"glass\"]");
    ck_view(SEAT_CROWD, "sheet.white",
            "{\"1\":[\"cup\"],\"2\":[],\"3\":[\"milk\"],\"4\":[\"keys\"]}");
}
END_TEST

Suite *suite_decrypto_examples(void);

Suite *suite_decrypto_examples(void)
{
    Suite *suite = suite_create("decrypto_examples");
    TCase *tcase = tcase_create("rule book 2.9");
    tcase_add_test(tcase, dec_01_round_one_has_no_interception);
    tcase_add_test(tcase, dec_02_an_interception);
    tcase_add_test(tcase, dec_03_two_tokens_in_one_half);
    tcase_add_test(tcase, dec_04_a_clean_win);
    tcase_add_test(tcase, dec_05_both_reach_two_interceptions);
    tcase_add_test(tcase, dec_06_both_fail_twice);
    tcase_add_test(tcase, dec_07_one_team_wins_and_loses_at_once);
    tcase_add_test(tcase, dec_08_no_tie_break_needed);
    tcase_add_test(tcase, dec_09_keyword_tie_break);
    tcase_add_test(tcase, dec_10_round_eight_runs_out);
    tcase_add_test(tcase, dec_11_clue_check);
    tcase_add_test(tcase, dec_12_rotation);
    tcase_add_test(tcase, dec_13_three_players_double);
    tcase_add_test(tcase, dec_14_three_players_team_survives);
    tcase_add_test(tcase, dec_15_input);
    tcase_add_test(tcase, dec_16_a_whole_game);
    tcase_add_test(tcase, dec_17_locking);
    suite_add_tcase(suite, tcase);
    return suite;
}
