/* What a finished game of Interceptor is told of by: its course, who heard well, who dared. */
#include "interceptor_kit.h"

#include <string.h>

START_TEST(a_call_ends_it_for_who_was_behind)
{
    in_deal("", "\"leader\":0,");
    in_plays("DDDM"); /* the Officials alone match */
    in_split(0, 2, 2);
    in_wrong_call(1);
    ck_assert_str_eq(kit_retold("interceptor.award.wolf"), ""); /* not while it is on */
    ck_assert_int_eq(in_call(3, "word", "honestly", "documents"), REFUSAL_NONE);
    ck_over("win", "interception", "[1,3]");
    ck_assert_str_eq(kit_retold("interceptor.story.call"),
                     "{\"winner\":\"journalists\",\"since\":2,\"former\":\"officials\","
                     "\"former_since\":1,\"changes\":1,\"round\":2,\"seat\":3,\"behind\":true}");
    ck_assert_str_eq(kit_retold("interceptor.award.ear"), "{\"seat\":3}");
    ck_assert_str_eq(kit_retold("interceptor.award.wolf"), "{\"seat\":1,\"count\":1}");
    ck_assert_str_eq(kit_retold("interceptor.award.hand"), "");
}
END_TEST

START_TEST(who_is_as_bold_as_another_is_not_named)
{
    in_deal("", "\"leader\":0,");
    in_wrong_call(1);
    in_wrong_call(0);
    in_wrong_call(0);
    in_wrong_call(1);
    ck_assert_int_eq(in_call(3, "word", "honestly", "documents"), REFUSAL_NONE);
    ck_assert_str_eq(kit_retold("interceptor.award.wolf"), "");
    ck_assert_ptr_nonnull(strstr(kit_retold("interceptor.story.call"), "\"behind\":false"));
}
END_TEST

START_TEST(the_fullest_hand_and_one_mind)
{
    in_deal("max_rounds=2", "\"leader\":0,");
    in_plays("DDDM");
    in_split(0, 3, 1);
    in_plays("DDDM"); /* seat 2 leads: the Officials again */
    in_split(0, 3, 1);
    ck_over("win", "max_rounds", "[0,2]");
    ck_assert_str_eq(kit_retold("interceptor.award.hand"), "{\"seat\":0,\"count\":8}");
    ck_assert_str_eq(kit_retold("interceptor.award.pair"), "{\"team\":\"officials\",\"count\":2}");
    ck_assert_str_eq(kit_retold("interceptor.story.led"),
                     "{\"winner\":\"officials\",\"since\":1,\"changes\":0,\"round\":2}");
}
END_TEST

START_TEST(level_until_the_last_round)
{
    in_deal("max_rounds=2", "\"leader\":0,");
    in_plays("DMDM"); /* nobody matches */
    in_plays("DDDM");
    in_split(0, 2, 2);
    ck_assert_str_eq(kit_retold("interceptor.story.sudden"),
                     "{\"winner\":\"officials\",\"since\":2,\"changes\":0,\"round\":2}");
    in_deal("max_rounds=1", "\"leader\":0,");
    in_plays("DMDM");
    ck_assert_str_eq(kit_retold("interceptor.story.tie"), "{\"round\":1,\"changes\":0}");
}
END_TEST

/* Signals that stay secret after the game are in no story and no award. */
START_TEST(nothing_is_said_of_signals)
{
    in_deal("reveal_signals=off", "\"leader\":0,");
    in_wrong_call(0);
    ck_assert_int_eq(in_call(3, "word", "honestly", "documents"), REFUSAL_NONE);
    ck_assert_str_eq(kit_retold("interceptor.award.ear"), "{\"seat\":3}");
    ck_assert_ptr_null(strstr(kit_retold("interceptor.story.call"), "honestly"));
    in_deal("", "\"leader\":0,");
    kit_good(0, "concede", NULL);
    kit_good(2, "concede", NULL);
    ck_over("win", "conceded", "[1,3]");
    ck_assert_str_eq(kit_retold("interceptor.story.sudden"), "");
}
END_TEST

Suite *suite_interceptor_retell(void);

Suite *suite_interceptor_retell(void)
{
    Suite *suite = suite_create("interceptor_retell");
    TCase *tcase = tcase_create("the end");
    tcase_add_test(tcase, a_call_ends_it_for_who_was_behind);
    tcase_add_test(tcase, who_is_as_bold_as_another_is_not_named);
    tcase_add_test(tcase, the_fullest_hand_and_one_mind);
    tcase_add_test(tcase, level_until_the_last_round);
    tcase_add_test(tcase, nothing_is_said_of_signals);
    suite_add_tcase(suite, tcase);
    return suite;
}
