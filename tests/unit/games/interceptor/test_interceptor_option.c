/* Every option of Interceptor, on and off, and the refusals that go with it. */
#include "interceptor_kit.h"

#include <stdio.h>
#include <string.h>

START_TEST(split_confirm_needs_the_other_member)
{
    in_deal("split_confirm=on", "\"leader\":0,");
    in_plays("DDMM");
    kit_refused(REFUSAL_NOT_YOURS, 2, "confirm", NULL); /* nothing is proposed */
    in_split(0, 2, 0);
    ck_phase("split");
    ck_assert_str_eq(kit_event("interceptor.split_proposed"), "{\"seat\":0,\"a\":2,\"b\":0}");
    ck_assert_int_eq(kit_events(0x5, "interceptor.split_proposed"), 1);
    ck_view(2, "split", "{\"by\":0,\"a\":2,\"b\":0}");
    ck_view(1, "split", "null");
    ck_view(SEAT_CROWD, "split", "null");
    ck_assert_str_eq(kit_owed(), "2:confirm@120000!split_default");
    kit_refused(REFUSAL_NOT_YOURS, 0, "confirm", NULL);
    kit_refused(REFUSAL_NOT_YOURS, 1, "confirm", NULL);
    in_split(2, 0, 2); /* a proposal of his own instead */
    kit_refused(REFUSAL_NOT_YOURS, 2, "confirm", NULL);
    kit_good(0, "confirm", NULL);
    ck_hands(3, 3, 5, 3, 2);
    in_deal("", "\"leader\":0,");
    in_plays("DDMM");
    kit_refused(REFUSAL_WRONG_PHASE, 2, "confirm", NULL);
}
END_TEST

START_TEST(split_confirm_by_time_is_the_default_split)
{
    in_deal("split_confirm=on", "\"leader\":0,");
    in_plays("DDMM");
    in_split(0, 2, 0);
    kit_tick(120001);
    ck_hands(4, 3, 4, 3, 2);
}
END_TEST

START_TEST(floor_off_lets_a_partner_starve)
{
    in_deal("floor=off", "\"leader\":0,\"hands\":[1,5,1,5],\"discard\":4,");
    in_plays("DDMM");
    in_split(0, 2, 0);
    ck_over("win", "cards", "[1,3]");
}
END_TEST

START_TEST(cardless_end_now_breaks_the_round_off)
{
    in_deal("cardless=end_now", "\"leader\":0,\"hands\":[4,1,4,3],\"discard\":4,");
    in_play('M');
    in_wrong_call(1);
    ck_phase("play");
    in_play('M'); /* now the turn reaches JA, who has no card */
    ck_assert_str_eq(kit_event("interceptor.broken_off"), "{\"seat\":1}");
    ck_hands(4, 0, 4, 3, 5);
    ck_over("win", "cards", "[0,2]");
    ck_view(SEAT_CROWD, "last", "null");
    ck_view(SEAT_CROWD, "table", "0");
}
END_TEST

START_TEST(cardless_end_now_on_the_own_turn)
{
    in_deal("cardless=end_now", "\"leader\":0,\"hands\":[1,5,5,5],");
    in_wrong_call(0);
    ck_over("win", "cards", "[1,3]");
    ck_hands(0, 5, 5, 5, 1);
    in_deal("", "\"leader\":0,\"hands\":[1,5,5,5],"); /* play_on: he is passed over at once */
    in_wrong_call(0);
    ck_assert_int_eq(kit_events(AUDIENCE_CROWD, "interceptor.passed_over"), 1);
    ck_view(SEAT_CROWD, "turn", "2");
}
END_TEST

START_TEST(call_needs_spare_keeps_a_card_to_play)
{
    in_deal("call_needs_spare=on", "\"leader\":0,\"hands\":[4,1,4,7],");
    ck_assert_int_eq(in_call(1, "word", "never", "money"), REFUSAL_NO_CARDS);
    in_wrong_call(0);
    in_plays("DDD");
    ck_view(SEAT_CROWD, "hands.1", "0");
    ck_assert_int_eq(in_call(1, "word", "never", "money"), REFUSAL_NO_CARDS);
    in_deal("call_needs_spare=on", "\"leader\":0,\"hands\":[4,2,4,6],");
    in_plays("DDD");
    in_wrong_call(1); /* has played: the one card is enough */
    in_deal("call_needs_spare=on", "\"hands\":[1,5,5,5],");
    ck_assert_int_eq(in_call(0, "word", "never", "money"), REFUSAL_NO_CARDS);
}
END_TEST

START_TEST(call_from_first_signal)
{
    in_deal("call_from=first_signal", "");
    ck_assert_int_eq(in_call(1, "word", "honestly", "documents"), REFUSAL_WRONG_PHASE);
    kit_good(0, "choose_leader", "{\"seat\":0}");
    ck_assert_int_eq(in_call(1, "word", "honestly", "documents"), REFUSAL_WRONG_PHASE);
    kit_good(SEAT_MODERATOR, "skip", NULL); /* he gave none */
    ck_assert_int_eq(in_call(1, "word", "honestly", "documents"), REFUSAL_WRONG_PHASE);
    in_plays("DD");
    ck_assert_int_eq(in_call(1, "word", "honestly", "documents"), REFUSAL_NONE);
    in_deal("", "");
    ck_assert_int_eq(in_call(1, "word", "honestly", "documents"), REFUSAL_NONE);
    ck_over("win", "interception", "[1,3]");
    in_deal("call_from=first_signal", "\"leader\":0,\"round\":2,"); /* there were signals before */
    ck_assert_int_eq(in_call(1, "word", "honestly", "documents"), REFUSAL_NONE);
}
END_TEST

START_TEST(last_call_without_a_pot)
{
    in_deal("last_call=on", "\"leader\":0,\"hands\":[1,3,2,3],\"discard\":7,");
    in_plays("DMDM");
    ck_phase("last_call");
    ck_assert_str_eq(kit_event("interceptor.last_call"), "{\"team\":\"officials\",\"seats\":[2]}");
    ck_assert_str_eq(kit_owed(), "2:call,pass@120000!pass");
    ck_hands(0, 2, 1, 2, 11);
    kit_refused(REFUSAL_NOT_YOURS, 1, "pass", NULL);
    ck_assert_int_eq(in_call(1, "word", "x", "money"), REFUSAL_NOT_YOURS);
    ck_assert_int_eq(in_call(0, "word", "x", "money"), REFUSAL_NO_CARDS);
    kit_refused(REFUSAL_WRONG_PHASE, 2, "play", "{\"symbol\":\"money\"}");
    kit_good(2, "pass", NULL);
    ck_over("win", "cards", "[1,3]");
    in_deal("", "\"leader\":0,\"hands\":[1,3,2,3],\"discard\":7,");
    in_plays("DMDM");
    ck_over("win", "cards", "[1,3]");
}
END_TEST

START_TEST(last_call_may_win_or_be_wrong)
{
    in_deal("last_call=on", "\"leader\":0,\"hands\":[1,3,2,3],\"discard\":7,");
    in_plays("DMDM");
    ck_assert_int_eq(in_call(2, "word", "tea", "documents"), REFUSAL_NONE);
    ck_over("win", "interception", "[0,2]");
    in_deal("last_call=on", "\"leader\":0,\"hands\":[1,3,2,3],\"discard\":7,");
    in_plays("DMDM");
    in_wrong_call(2);
    ck_over("win", "cards", "[1,3]");
    in_deal("last_call=on", "\"leader\":0,\"hands\":[1,3,2,3],\"discard\":7,");
    in_plays("DMDM");
    ck_assert_int_eq(in_call(2, "word", "teas", "documents"), REFUSAL_NONE);
    ck_over("win", "cards", "[1,3]"); /* three letters are too few to be near */
    in_deal("last_call=on", "\"leader\":0,\"hands\":[1,3,2,3],\"discard\":7,");
    in_plays("DMDM");
    ck_assert_int_eq(in_call(2, "custom", "some drink", "documents"), REFUSAL_NONE);
    ck_phase("ruling");
    kit_good(1, "rule", "{\"answer\":\"no\"}");
    kit_good(3, "rule", "{\"answer\":\"no\"}");
    ck_over("win", "cards", "[1,3]");
}
END_TEST

START_TEST(last_call_comes_before_the_split)
{
    in_deal("last_call=on", "\"leader\":0,\"hands\":[1,3,2,3],\"discard\":7,");
    in_plays("DMMM");
    ck_phase("last_call");
    ck_view(SEAT_CROWD, "pot", "{\"team\":\"journalists\",\"cards\":4}");
    ck_assert_int_eq(in_try_split(1, 2, 2), REFUSAL_WRONG_PHASE);
    kit_tick(120001); /* silence passes */
    ck_assert_int_eq(kit_events(AUDIENCE_CROWD, "interceptor.passed"), 1);
    ck_phase("split");
    in_split(1, 2, 2);
    ck_over("win", "cards", "[1,3]");
}
END_TEST

START_TEST(last_call_is_not_for_ties_or_who_has_the_pot)
{
    in_deal("last_call=on", "\"leader\":0,\"hands\":[1,1,2,2],\"discard\":10,");
    in_plays("DMDM");
    ck_over("tie", "tie", "[]");
    in_deal("last_call=on", "\"leader\":0,\"hands\":[1,3,2,3],\"discard\":7,");
    in_plays("DDDM"); /* the Officials have the pot: saved */
    ck_phase("split");
}
END_TEST

START_TEST(last_call_after_a_round_broken_off)
{
    in_deal("last_call=on cardless=end_now", "\"leader\":0,\"hands\":[4,1,4,3],\"discard\":4,");
    in_play('M');
    in_wrong_call(1);
    in_play('M');
    ck_phase("last_call");
    ck_assert_str_eq(kit_owed(), "3:call,pass@120000!pass");
    kit_good(SEAT_MODERATOR, "skip", NULL);
    ck_over("win", "cards", "[0,2]");
}
END_TEST

START_TEST(repeat_guess_may_be_charged)
{
    in_deal("repeat_guess=charge", "\"leader\":0,");
    ck_assert_int_eq(in_call(1, "word", "Never", "money"), REFUSAL_NONE);
    ck_assert_int_eq(in_call(3, "word", "never", "money"), REFUSAL_NONE);
    ck_hands(4, 3, 4, 3, 2);
    in_deal("", "\"leader\":0,");
    ck_assert_int_eq(in_call(1, "word", "Never", "money"), REFUSAL_NONE);
    ck_assert_int_eq(in_call(3, "word", "never", "money"), REFUSAL_ALREADY_WRONG);
    ck_assert_int_eq(in_call(3, "word", "never", "documents"), REFUSAL_NONE);
    ck_assert_int_eq(in_call(3, "first_word", "never", "money"), REFUSAL_NONE);
    ck_assert_int_eq(in_call(0, "word", "never", "money"), REFUSAL_NONE); /* the other team */
    ck_hands(3, 3, 4, 2, 4);
}
END_TEST

START_TEST(match_strict_takes_only_the_identical)
{
    in_deal("match=strict", "\"leader\":0,");
    ck_assert_int_eq(in_call(1, "first_word", "honestly", "documents"), REFUSAL_NONE);
    ck_phase("play");
    ck_assert_int_eq(in_call(1, "word", "honest", "documents"), REFUSAL_NONE);
    ck_phase("play");
    ck_assert_int_eq(in_call(1, "custom", "honestly", "documents"), REFUSAL_NONE);
    ck_phase("play");
    ck_hands(4, 1, 4, 4, 3);
    ck_assert_int_eq(in_call(0, "first_word", "honestly", "documents"), REFUSAL_NONE);
    ck_assert_int_eq(in_call(0, "word", "HONESTLY", "documents"), REFUSAL_OWN_SIGNAL);
    ck_assert_int_eq(in_call(3, "word", "Honestly", "documents"), REFUSAL_NONE);
    ck_over("win", "interception", "[1,3]");
}
END_TEST

START_TEST(match_referee_all_asks_about_every_guess)
{
    in_deal("match=referee_all", "\"leader\":0,");
    ck_assert_int_eq(in_call(1, "words", "6", "documents"), REFUSAL_NONE);
    ck_phase("ruling");
    kit_good(2, "rule", "{\"answer\":\"yes\"}");
    ck_over("win", "interception", "[1,3]");
    in_deal("match=referee_all", "\"leader\":0,");
    ck_assert_int_eq(in_call(1, "word", "honestly", "money"), REFUSAL_NONE);
    ck_phase("ruling");
    kit_good(2, "rule", "{\"answer\":\"yes\"}"); /* his signal, but not for that */
    ck_phase("play");
    ck_hands(4, 3, 4, 4, 1);
    in_deal("match=referee_all near=always_wrong", "\"leader\":0,");
    ck_assert_int_eq(in_call(1, "words", "6", "documents"), REFUSAL_NONE);
    ck_phase("play");
    ck_assert_int_eq(in_call(1, "word", "honestly", "documents"), REFUSAL_NONE);
    ck_over("win", "interception", "[1,3]");
}
END_TEST

START_TEST(near_always_wrong_asks_nobody)
{
    in_deal("near=always_wrong", "\"leader\":0,");
    ck_assert_int_eq(in_call(1, "word", "honest", "documents"), REFUSAL_NONE);
    ck_phase("play");
    ck_hands(4, 3, 4, 4, 1);
}
END_TEST

START_TEST(near_is_right_only_with_its_symbol)
{
    in_deal("", "\"leader\":0,");
    ck_assert_int_eq(in_call(1, "word", "honest", "money"), REFUSAL_NONE);
    ck_phase("ruling");
    kit_good(0, "rule", "{\"answer\":\"yes\"}");
    ck_phase("play"); /* it was near to the signal for Documents */
    ck_hands(4, 3, 4, 4, 1);
    ck_assert_int_eq(in_call(1, "word", "honest", "documents"), REFUSAL_NONE);
    kit_good(0, "rule", "{\"answer\":\"no\"}");
    kit_good(0, "rule", "{\"answer\":\"yes\"}"); /* on second thought */
    ck_over("win", "interception", "[1,3]");
}
END_TEST

/* The signal for Documents is "honestly", that for Money a question mark. */
START_TEST(ruling_asks_for_the_symbol_named)
{
    static const char *const symbols[] = {"documents", "money"};
    static const char *const signals[] = {"\"signal\":{\"kind\":\"word\",\"value\":\"honestly\"}",
                                          "\"signal\":{\"kind\":\"ends_punct\",\"value\":\"?\"}"};
    static const char *const referees[] = {"", "referee=@kim"};
    for (int named = 0; named < 2; named++) {
        for (int of = 0; of < 2; of++) {
            uint16_t asked = of == 0 ? 0x5 : AUDIENCE_MODERATORS;
            in_deal(referees[of], "\"leader\":0,");
            ck_assert_int_eq(in_call(1, "word", "honest", symbols[named]), REFUSAL_NONE);
            ck_assert_int_eq(kit_events(asked, "interceptor.question"), 1);
            ck_assert_ptr_nonnull(strstr(kit_told(asked), symbols[named]));
            ck_assert_ptr_nonnull(strstr(kit_told(asked), signals[named]));
            ck_assert_ptr_null(strstr(kit_told(asked), signals[1 - named]));
        }
    }
}
END_TEST

/* Journals of old may have a number in place of a signal's digits; whoever plays writes text. */
START_TEST(a_number_is_no_text)
{
    kit_deal("interceptor", "", NULL);
    kit_refused(REFUSAL_BAD_ARGUMENT, 0, "register",
                "{\"documents\":{\"kind\":\"number\",\"value\":42},\"money\":{\"kind\":\"caps\"}}");
    kit_good(0, "register",
             "{\"documents\":{\"kind\":\"number\",\"value\":\"42\"},\"money\":{\"kind\":"
             "\"caps\"}}");
}
END_TEST

START_TEST(referee_rules_alone)
{
    in_deal("referee=@kim", "\"leader\":0,");
    ck_assert_int_eq(in_call(1, "word", "honest", "documents"), REFUSAL_NONE);
    ck_assert_str_eq(kit_owed(), "moderator:rule@120000!ruling_no");
    ck_assert_int_eq(kit_events(AUDIENCE_MODERATORS, "interceptor.question"), 1);
    ck_assert_ptr_nonnull(strstr(kit_event("interceptor.question"), "honestly"));
    kit_refused(REFUSAL_NOT_YOURS, 0, "rule", "{\"answer\":\"yes\"}");
    kit_refused(REFUSAL_NOT_YOURS, 1, "rule", "{\"answer\":\"yes\"}");
    kit_good(SEAT_MODERATOR, "rule", "{\"answer\":\"yes\"}");
    ck_over("win", "interception", "[1,3]");
    in_deal("referee=@user", "\"leader\":0,");
    ck_assert_int_eq(in_call(1, "word", "honest", "documents"), REFUSAL_NONE);
    ck_assert_int_eq(kit_events(0x5, "interceptor.question"), 1);
    ck_assert_int_eq(kit_events(AUDIENCE_MODERATORS, "interceptor.question"), 1);
    ck_assert_ptr_null(strstr(kit_told(AUDIENCE_MODERATORS), "honestly")); /* he may play */
    ck_assert_ptr_null(strstr(kit_inbound(1), "honestly"));
    kit_good(SEAT_MODERATOR, "rule", "{\"answer\":\"no\"}");
    ck_hands(4, 3, 4, 4, 1);
}
END_TEST

START_TEST(max_rounds_counts_the_cards)
{
    in_deal("max_rounds=2", "\"leader\":0,");
    in_plays("DDMM");
    in_split(0, 1, 1);
    in_plays("DMDM");
    ck_over("win", "max_rounds", "[0,2]");
    ck_assert_uint_eq(kit_common()->round, 2);
    in_deal("max_rounds=1", "\"leader\":0,");
    in_plays("DMDM");
    ck_over("tie", "max_rounds", "[]");
    in_deal("max_rounds=1", "\"leader\":0,\"hands\":[1,3,2,3],\"discard\":7,");
    in_plays("DMDM");
    ck_over("win", "cards", "[1,3]"); /* who has none loses first */
}
END_TEST

START_TEST(reveal_signals_off_keeps_them)
{
    in_deal("", "\"leader\":0,");
    kit_good(SEAT_MODERATOR, "leave", "{\"seat\":0}");
    ck_assert_int_eq(kit_events(AUDIENCE_CROWD, "interceptor.signals"), 1);
    ck_view(SEAT_CROWD, "signals.journalists.documents", "{\"kind\":\"word\",\"value\":\"tea\"}");
    ck_view(0, "signals.journalists.documents", "{\"kind\":\"word\",\"value\":\"tea\"}");
    ck_view(0, "signals.documents", "{\"kind\":\"word\",\"value\":\"honestly\"}");
    in_deal("reveal_signals=off", "\"leader\":0,");
    kit_good(SEAT_MODERATOR, "leave", "{\"seat\":0}");
    ck_assert_int_eq(kit_events(AUDIENCE_CROWD, "interceptor.signals"), 0);
    ck_view(SEAT_CROWD, "signals", "null");
    ck_view(0, "signals.journalists", "null");
    ck_view(0, "signals.documents", "{\"kind\":\"word\",\"value\":\"honestly\"}");
}
END_TEST

START_TEST(concede_takes_the_whole_team)
{
    in_deal("", "\"leader\":0,");
    kit_good(0, "concede", NULL);
    ck_assert_int_eq(kit_events(0x5, "game.conceded"), 1);
    ck_view(2, "conceded", "[0]");
    ck_view(1, "conceded", "[]");
    kit_refused(REFUSAL_ALREADY_DONE, 0, "concede", NULL);
    kit_good(1, "concede", NULL);
    kit_good(2, "concede", NULL);
    ck_over("win", "conceded", "[1,3]");
    in_deal("concede=off", "\"leader\":0,");
    kit_refused(REFUSAL_OPTION_OFF, 0, "concede", NULL);
    kit_refused(REFUSAL_NOT_SEATED, SEAT_MODERATOR, "concede", NULL);
}
END_TEST

static enum refusal say(const char *options, const char *symbol, const char *text)
{
    char args[256];
    snprintf(args, sizeof args, "{\"symbol\":\"%s\",\"say\":\"%s\"}", symbol, text);
    in_deal(options, "\"leader\":0,");
    return kit_move(0, "play", args);
}

START_TEST(table_talk_decides_about_symbol_words)
{
    static const char *const words[] = {
        "the document, honestly", "DOCS honestly",       "honestly, doc", "honestly: documents!",
        "money, honestly",        "honestly money's",    "honestly 📄",    "honestly 💰 now",
        "honestly ｍｏｎｅｙ",    "honestly mon\u200bey"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        ck_assert_msg(say("", "documents", words[i]) == REFUSAL_SYMBOL_WORD, "%s", words[i]);
        ck_assert_int_eq(say("table_talk=silent", "documents", words[i]), REFUSAL_SYMBOL_WORD);
        ck_assert_int_eq(say("table_talk=free", "documents", words[i]), REFUSAL_NONE);
    }
    ck_assert_int_eq(say("", "documents", "honestly, the doctor documented it"), REFUSAL_NONE);
    ck_assert_int_eq(say("", "money", "Where does honesty come from?"), REFUSAL_NONE);
}
END_TEST

START_TEST(say_belongs_to_plays_1_and_3)
{
    in_deal("", "\"leader\":0,");
    kit_refused(REFUSAL_NO_SIGNAL, 0, "play", "{\"symbol\":\"documents\"}");
    kit_refused(REFUSAL_NO_SIGNAL, 0, "play", "{\"symbol\":\"documents\",\"say\":\"\"}");
    kit_refused(REFUSAL_BAD_ARGUMENT, 0, "play", "{\"say\":\"honestly\"}");
    kit_refused(REFUSAL_BAD_ARGUMENT, 0, "play", "{\"symbol\":\"gold\",\"say\":\"honestly\"}");
    kit_refused(REFUSAL_BAD_ARGUMENT, 0, "play", "{\"symbol\":\"money\",\"say\":5}");
    kit_refused(REFUSAL_BAD_ARGUMENT, 0, "play",
                "{\"symbol\":\"money\",\"say\":\"a?\",\"colour\":1}");
    ck_assert_str_eq(kit_why("argument"), "colour");
    ck_assert_str_eq(kit_why("problem"), "unknown");
    in_play('D');
    kit_refused(REFUSAL_BAD_ARGUMENT, 2, "play", "{\"symbol\":\"documents\",\"say\":\"honestly\"}");
    kit_good(2, "play", "{\"symbol\":\"documents\",\"say\":null}");
}
END_TEST

Suite *suite_interceptor_option(void);

Suite *suite_interceptor_option(void)
{
    Suite *suite = suite_create("interceptor_option");
    TCase *tcase = tcase_create("option");
    tcase_add_test(tcase, split_confirm_needs_the_other_member);
    tcase_add_test(tcase, split_confirm_by_time_is_the_default_split);
    tcase_add_test(tcase, floor_off_lets_a_partner_starve);
    tcase_add_test(tcase, cardless_end_now_breaks_the_round_off);
    tcase_add_test(tcase, cardless_end_now_on_the_own_turn);
    tcase_add_test(tcase, call_needs_spare_keeps_a_card_to_play);
    tcase_add_test(tcase, call_from_first_signal);
    tcase_add_test(tcase, last_call_without_a_pot);
    tcase_add_test(tcase, last_call_may_win_or_be_wrong);
    tcase_add_test(tcase, last_call_comes_before_the_split);
    tcase_add_test(tcase, last_call_is_not_for_ties_or_who_has_the_pot);
    tcase_add_test(tcase, last_call_after_a_round_broken_off);
    tcase_add_test(tcase, repeat_guess_may_be_charged);
    tcase_add_test(tcase, match_strict_takes_only_the_identical);
    tcase_add_test(tcase, match_referee_all_asks_about_every_guess);
    tcase_add_test(tcase, near_always_wrong_asks_nobody);
    tcase_add_test(tcase, near_is_right_only_with_its_symbol);
    tcase_add_test(tcase, ruling_asks_for_the_symbol_named);
    tcase_add_test(tcase, a_number_is_no_text);
    tcase_add_test(tcase, referee_rules_alone);
    tcase_add_test(tcase, max_rounds_counts_the_cards);
    tcase_add_test(tcase, reveal_signals_off_keeps_them);
    tcase_add_test(tcase, concede_takes_the_whole_team);
    tcase_add_test(tcase, table_talk_decides_about_symbol_words);
    tcase_add_test(tcase, say_belongs_to_plays_1_and_3);
    suite_add_tcase(suite, tcase);
    return suite;
}
