/* Native signals: what is written and reacted in the channel itself, before or after the card. */
#include "interceptor_kit.h"

#include <stdio.h>
#include <string.h>

#define NATIVE "signal_mode=native"

static void show(enum refusal refusal, int seat, const char *text)
{
    char args[256];
    snprintf(args, sizeof args, "{\"text\":\"%s\"}", text);
    kit_refused(refusal, seat, "show", args);
}

static void shown(int seat, const char *text)
{
    char args[256];
    snprintf(args, sizeof args, "{\"text\":\"%s\"}", text);
    kit_good(seat, "show", args);
}

START_TEST(card_first_then_the_message)
{
    in_deal(NATIVE, "\"leader\":0,");
    ck_assert_str_eq(kit_owed(), "0:play,show,react@120000");
    kit_refused(REFUSAL_BAD_ARGUMENT, 0, "play", "{\"symbol\":\"documents\",\"say\":\"honestly\"}");
    kit_good(0, "play", "{\"symbol\":\"documents\"}");
    ck_assert_str_eq(kit_event("interceptor.chosen"),
                     "{\"symbol\":\"documents\",\"waiting\":true}");
    ck_view(SEAT_CROWD, "table", "1");
    ck_view(SEAT_CROWD, "turn", "0");
    ck_hands(3, 4, 4, 4, 0);
    ck_assert_str_eq(kit_owed(), "0:show,react@120000");
    show(REFUSAL_NO_SIGNAL, 0, "just talking");
    show(REFUSAL_WRONG_SIGNAL, 0, "is it?");
    show(REFUSAL_BOTH_SIGNALS, 0, "honestly?");
    show(REFUSAL_NOT_YOUR_TURN, 1, "tea");
    shown(0, "honestly, the money"); /* symbol words are a matter of honour here */
    ck_view(SEAT_CROWD, "turn", "2");
    show(REFUSAL_NOT_YOURS, 2, "honestly");
    kit_good(2, "play", "{\"symbol\":\"documents\"}");
    ck_assert_str_eq(kit_owed(), "1:play,show,react@120000");
}
END_TEST

START_TEST(message_first_then_the_card)
{
    in_deal(NATIVE, "\"leader\":0,");
    show(REFUSAL_NO_SIGNAL, 0, "just talking");
    show(REFUSAL_BOTH_SIGNALS, 0, "honestly?");
    shown(0, "is it?");
    ck_assert_int_eq(kit_events(0x1, "interceptor.heard"), 1);
    ck_assert_uint_eq(kit_out()->event_count, 1);
    ck_assert_str_eq(kit_owed(), "0:play,show,react@120000"); /* what was shown is not told */
    ck_view(0, "shown", "true");
    ck_view(1, "shown", "false");
    kit_refused(REFUSAL_WRONG_SIGNAL, 0, "play", "{\"symbol\":\"documents\"}");
    shown(0, "honestly yes"); /* another message takes its place */
    kit_refused(REFUSAL_WRONG_SIGNAL, 0, "play", "{\"symbol\":\"money\"}");
    kit_good(0, "play", "{\"symbol\":\"documents\"}");
    ck_view(SEAT_CROWD, "turn", "2");
    ck_view(0, "played", "\"documents\"");
}
END_TEST

START_TEST(card_may_be_changed_until_both_are_there)
{
    in_deal(NATIVE, "\"leader\":0,");
    kit_good(0, "play", "{\"symbol\":\"documents\"}");
    kit_good(0, "play", "{\"symbol\":\"money\"}");
    ck_assert_int_eq(kit_events(AUDIENCE_CROWD, "interceptor.played"), 0);
    ck_view(0, "played", "\"money\"");
    ck_hands(3, 4, 4, 4, 0);
    show(REFUSAL_WRONG_SIGNAL, 0, "honestly");
    shown(0, "is it?");
    ck_view(SEAT_CROWD, "turn", "2");
    kit_refused(REFUSAL_NOT_YOUR_TURN, 0, "play", "{\"symbol\":\"documents\"}");
}
END_TEST

static void deal_pair(const char *documents, const char *money)
{
    char pinned[600];
    snprintf(pinned, sizeof pinned,
             "{\"leader\":0,\"signals\":{\"officials\":{\"documents\":%s,\"money\":%s},"
             "\"journalists\":{\"documents\":{\"kind\":\"word\",\"value\":\"tea\"},"
             "\"money\":{\"kind\":\"word\",\"value\":\"milk\"}}}}",
             documents, money);
    kit_deal("interceptor", NATIVE, pinned);
}

#define OF(kind, value) "{\"kind\":\"" kind "\",\"value\":\"" value "\"}"

START_TEST(reactions_replies_mentions_media)
{
    deal_pair(OF("reaction", "👍"), OF("reply", "bot"));
    kit_good(0, "play", "{\"symbol\":\"documents\"}");
    kit_refused(REFUSAL_NO_SIGNAL, 0, "react", "{\"emoji\":\"👎\"}");
    kit_refused(REFUSAL_WRONG_SIGNAL, 0, "show", "{\"text\":\"x\",\"reply_to\":\"bot\"}");
    kit_refused(REFUSAL_NO_SIGNAL, 0, "show", "{\"text\":\"x\",\"reply_to\":2}");
    kit_good(0, "react", "{\"emoji\":\"👍🏽\"}");
    ck_view(SEAT_CROWD, "turn", "2");
    deal_pair(OF("mention", "opponent"), OF("media", "gif"));
    kit_good(0, "show", "{\"text\":\"@x\",\"mentions\":[1]}");
    kit_good(0, "play", "{\"symbol\":\"documents\"}");
    ck_view(SEAT_CROWD, "turn", "2");
    deal_pair(OF("mention", "opponent"), OF("media", "gif"));
    kit_good(0, "show", "{\"media\":\"gif\",\"mentions\":[2]}");
    kit_good(0, "play", "{\"symbol\":\"money\"}");
    ck_view(SEAT_CROWD, "turn", "2");
}
END_TEST

START_TEST(message_and_reaction_count_together)
{
    deal_pair(OF("reaction", "👍"), OF("word", "tea"));
    kit_good(0, "react", "{\"emoji\":\"👍\"}");
    show(REFUSAL_BOTH_SIGNALS, 0, "tea");
    kit_good(0, "play", "{\"symbol\":\"documents\"}");
    ck_view(SEAT_CROWD, "turn", "2");
}
END_TEST

START_TEST(reactions_of_a_turn_add_up)
{
    deal_pair(OF("reaction", "👍"), OF("reaction", "❤"));
    kit_good(0, "react", "{\"emoji\":\"👍\"}");
    kit_refused(REFUSAL_BOTH_SIGNALS, 0, "react", "{\"emoji\":\"❤️\"}");
    kit_good(0, "react", "{\"emoji\":\"😀\"}"); /* one more that means nothing */
    kit_refused(REFUSAL_WRONG_SIGNAL, 0, "play", "{\"symbol\":\"money\"}");
    kit_good(0, "play", "{\"symbol\":\"documents\"}");
    ck_view(SEAT_CROWD, "turn", "2");
}
END_TEST

START_TEST(arguments_of_show_and_react)
{
    in_deal(NATIVE, "\"leader\":0,");
    kit_refused(REFUSAL_BAD_ARGUMENT, 0, "show", NULL);
    kit_refused(REFUSAL_BAD_ARGUMENT, 0, "show", "{\"text\":\"a\",\"reply_to\":\"ana\"}");
    kit_refused(REFUSAL_BAD_ARGUMENT, 0, "show", "{\"text\":\"a\",\"reply_to\":4}");
    kit_refused(REFUSAL_BAD_ARGUMENT, 0, "show", "{\"text\":\"a\",\"mentions\":[9]}");
    kit_refused(REFUSAL_BAD_ARGUMENT, 0, "show", "{\"text\":\"a\",\"mentions\":1}");
    kit_refused(REFUSAL_BAD_ARGUMENT, 0, "show", "{\"text\":\"a\",\"media\":\"film\"}");
    kit_refused(REFUSAL_BAD_ARGUMENT, 0, "react", NULL);
    kit_good(0, "show", "{\"text\":\"honestly\",\"reply_to\":null,\"mentions\":[],\"media\":null}");
    in_deal("", "\"leader\":0,");
    kit_refused(REFUSAL_OPTION_OFF, 0, "show", "{\"text\":\"honestly\"}");
    kit_refused(REFUSAL_OPTION_OFF, 0, "react", "{\"emoji\":\"👍\"}");
}
END_TEST

START_TEST(skipping_gives_the_card_back)
{
    in_deal(NATIVE, "\"leader\":0,");
    kit_good(0, "play", "{\"symbol\":\"documents\"}");
    kit_good(SEAT_MODERATOR, "skip", NULL);
    ck_hands(4, 4, 4, 4, 0);
    ck_view(0, "played", "null");
    ck_view(SEAT_CROWD, "turn", "2");
    kit_good(2, "play", "{\"symbol\":\"documents\"}");
    shown(1, "tea");
    kit_good(SEAT_MODERATOR, "skip", NULL);
    kit_good(3, "play", "{\"symbol\":\"documents\"}");
    ck_view(SEAT_CROWD, "last.outcome", "\"none\"");
    ck_view(2, "shown", "false"); /* a new turn knows nothing of the last one's evidence */
}
END_TEST

/* The card on the table is no card in hand: a wrong call cannot take it. */
START_TEST(calls_while_a_signal_is_missing)
{
    in_deal(NATIVE, "\"leader\":0,\"hands\":[2,4,5,5],");
    kit_good(0, "play", "{\"symbol\":\"documents\"}");
    in_wrong_call(0);
    ck_hands(0, 4, 5, 5, 1);
    ck_view(SEAT_CROWD, "turn", "0");
    ck_assert_int_eq(in_call(0, "word", "never", "money"), REFUSAL_NO_CARDS);
    kit_good(0, "play", "{\"symbol\":\"money\"}");
    shown(0, "is it?");
    ck_view(SEAT_CROWD, "turn", "2");
}
END_TEST

START_TEST(honour_signals_take_anything_shown)
{
    char pinned[] = "{\"leader\":0,\"signals\":{\"officials\":{\"documents\":"
                    "{\"kind\":\"custom\",\"value\":\"a pun\"},\"money\":"
                    "{\"kind\":\"word\",\"value\":\"tea\"}},\"journalists\":{\"documents\":"
                    "{\"kind\":\"caps\"},\"money\":{\"kind\":\"long\"}}}}";
    kit_deal("interceptor", "honour_signals=on", pinned);
    kit_refused(REFUSAL_BOTH_SIGNALS, 0, "play", "{\"symbol\":\"documents\",\"say\":\"tea!\"}");
    kit_refused(REFUSAL_NO_SIGNAL, 0, "play", "{\"symbol\":\"money\",\"say\":\"coffee\"}");
    kit_good(0, "play", "{\"symbol\":\"documents\",\"say\":\"lettuce begin\"}");
    kit_deal("interceptor", "honour_signals=on signal_mode=native", pinned);
    kit_good(0, "play", "{\"symbol\":\"documents\"}");
    show(REFUSAL_BOTH_SIGNALS, 0, "tea");
    shown(0, "lettuce begin");
    ck_view(SEAT_CROWD, "turn", "2");
    ck_assert_int_eq(in_call(1, "words", "2", "documents"), REFUSAL_NONE);
    ck_phase("ruling"); /* whatever is guessed at a custom signal is near */
}
END_TEST

Suite *suite_interceptor_native(void);

Suite *suite_interceptor_native(void)
{
    Suite *suite = suite_create("interceptor_native");
    TCase *tcase = tcase_create("native");
    tcase_add_test(tcase, card_first_then_the_message);
    tcase_add_test(tcase, message_first_then_the_card);
    tcase_add_test(tcase, card_may_be_changed_until_both_are_there);
    tcase_add_test(tcase, reactions_replies_mentions_media);
    tcase_add_test(tcase, message_and_reaction_count_together);
    tcase_add_test(tcase, reactions_of_a_turn_add_up);
    tcase_add_test(tcase, arguments_of_show_and_react);
    tcase_add_test(tcase, skipping_gives_the_card_back);
    tcase_add_test(tcase, calls_while_a_signal_is_missing);
    tcase_add_test(tcase, honour_signals_take_anything_shown);
    suite_add_tcase(suite, tcase);
    return suite;
}
