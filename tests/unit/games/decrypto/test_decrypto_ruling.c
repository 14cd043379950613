/* Challenges: noted, ruled on, rewritten, paid for. */
#include "decrypto_kit.h"

#include <stdio.h>
#include <string.h>

enum { W = DECRYPTO_WHITE, B = DECRYPTO_BLACK };

#define S INT64_C(1000)

/* Round 2, White's clues milk (PIANO), cup (COW), keys (WEEKEND) on the table. */
static void ruling_deal(int seats, const char *options)
{
    de_deal(seats, options, "\"round\":2,");
    kit_good(de_encryptor(W), "clues", de_set("milk", "cup", "keys"));
    if (seats > 3) {
        kit_good(de_encryptor(B), "clues", de_set("fang", "oven", "glass"));
    }
}

START_TEST(without_a_referee_a_challenge_is_only_noted)
{
    ruling_deal(4, "");
    kit_good(1, "challenge", "{\"clue\":2}");
    ck_assert_str_eq(kit_event("decrypto.challenged"),
                     "{\"seat\":1,\"team\":\"white\",\"clue\":2,\"text\":\"cup\"}");
    ck_assert_uint_eq(kit_out()->event_count, 1);
    ck_phase("guess");
    kit_refused(REFUSAL_ALREADY_CHALLENGED, 3, "challenge", "{\"clue\":2}");
    kit_good(3, "challenge", "{\"clue\":1}");
    kit_refused(REFUSAL_NOT_YOURS, 0, "challenge", "{\"clue\":3}");
    kit_refused(REFUSAL_BAD_ARGUMENT, 1, "challenge", "{\"clue\":4}");
    kit_refused(REFUSAL_BAD_ARGUMENT, 1, "challenge", "{\"clue\":0}");
    kit_refused(REFUSAL_BAD_ARGUMENT, 1, "challenge", "{}");
    kit_refused(REFUSAL_WRONG_PHASE, SEAT_MODERATOR, "rule", "{\"answer\":\"yes\"}");
    de_half(W, WHITE_CODE, NULL);
    kit_refused(REFUSAL_NOT_YOURS, 1, "challenge", "{\"clue\":3}");
    kit_good(2, "challenge", "{\"clue\":3}");
    de_half(B, BLACK_CODE, NULL);
    kit_refused(REFUSAL_WRONG_PHASE, 2, "challenge", "{\"clue\":3}");
    kit_good(0, "concede", NULL);
    kit_good(2, "concede", NULL);
    ck_view(SEAT_CROWD, "noted.0",
            "{\"team\":\"white\",\"slot\":3,\"text\":\"milk\",\"keyword\":\"PIANO\","
            "\"challenged\":true,\"upheld\":false,\"insisted\":false}");
    ck_view(SEAT_CROWD, "noted.1.text", "\"cup\"");
    ck_view(SEAT_CROWD, "noted.2.keyword", "\"WOLF\"");
}
END_TEST

START_TEST(challenges_may_be_off)
{
    ruling_deal(4, "challenge=off");
    kit_refused(REFUSAL_OPTION_OFF, 1, "challenge", "{\"clue\":2}");
}
END_TEST

START_TEST(a_referee_says_no)
{
    ruling_deal(4, "referee=@ref");
    kit_at(50 * S);
    ck_assert_int_eq(de_try(0, "decode", "code", WHITE_CODE), REFUSAL_NONE);
    kit_at(60 * S);
    kit_good(1, "challenge", "{\"clue\":2}");
    ck_phase("ruling");
    ck_assert_int_eq(kit_events(AUDIENCE_MODERATORS, "decrypto.question"), 1);
    ck_assert_str_eq(kit_event("decrypto.question"),
                     "{\"team\":\"white\",\"clue\":2,\"text\":\"cup\",\"keyword\":\"COW\","
                     "\"slot\":1}");
    ck_assert_ptr_null(strstr(kit_inbound(SEAT_CROWD), "COW"));
    ck_assert_ptr_null(strstr(kit_inbound(1), "COW"));
    ck_assert_str_eq(kit_owed(), "moderator:rule@240000!ruling_no");
    kit_refused(REFUSAL_RULING_PENDING, 1, "intercept", "{\"code\":\"314\"}");
    kit_refused(REFUSAL_RULING_PENDING, 1, "challenge", "{\"clue\":1}");
    kit_refused(REFUSAL_RULING_PENDING, 0, "clues", de_new_clues());
    kit_refused(REFUSAL_NOT_YOURS, 0, "rule", "{\"answer\":\"no\"}");
    kit_refused(REFUSAL_BAD_ARGUMENT, SEAT_MODERATOR, "rule", "{\"answer\":\"maybe\"}");
    kit_at(100 * S);
    kit_good(SEAT_MODERATOR, "rule", "{\"answer\":\"no\"}");
    ck_phase("guess");
    ck_view(SEAT_CROWD, "answered.decode", "true");
    /* 120 s were left when the ruling began */
    ck_assert_str_eq(kit_owed(), "1:intercept@220000 3:intercept@220000");
    kit_refused(REFUSAL_ALREADY_CHALLENGED, 1, "challenge", "{\"clue\":2}");
}
END_TEST

START_TEST(time_and_skip_say_no)
{
    ruling_deal(4, "referee=@ref");
    kit_good(1, "challenge", "{\"clue\":2}");
    kit_tick(181 * S);
    ck_phase("guess");
    ck_assert_str_eq(kit_event("decrypto.ruled"),
                     "{\"team\":\"white\",\"clue\":2,\"answer\":\"no\"}");
    ck_assert_str_eq(kit_owed(), "0:decode@360000 1:intercept@360000 3:intercept@360000");
    kit_good(1, "challenge", "{\"clue\":1}");
    kit_good(SEAT_MODERATOR, "skip", NULL);
    ck_phase("guess");
    kit_tick(361 * S);
    kit_good(3, "challenge", "{\"clue\":3}");
    kit_good(SEAT_MODERATOR, "rule", "{\"answer\":\"no\"}");
    /* the deadline had fallen before: it does not come back */
    ck_assert_str_eq(kit_owed(), "0:decode@null 1:intercept@null 3:intercept@null");
}
END_TEST

START_TEST(an_upheld_clue_is_written_anew)
{
    ruling_deal(4, "referee=@ref");
    ck_assert_int_eq(de_try(0, "decode", "code", WHITE_CODE), REFUSAL_NONE);
    kit_at(10 * S);
    kit_good(1, "challenge", "{\"clue\":2}");
    kit_at(20 * S);
    kit_good(SEAT_MODERATOR, "rule", "{\"answer\":\"yes\"}");
    ck_phase("clues");
    ck_view(SEAT_CROWD, "clues.white", "[\"milk\",\"-\",\"keys\"]");
    ck_view(SEAT_CROWD, "answered", "{\"decode\":false,\"intercept\":false}");
    ck_view(0, "draft", "null");
    ck_assert_str_eq(kit_owed(), "2:clues@200000");
    kit_refused(REFUSAL_LOCKED, 3, "clues", de_set("fang", "oven", "glass"));
    kit_refused(REFUSAL_NOT_ENCRYPTOR, 0, "clues", de_set("milk", "mug", "keys"));
    kit_refused(REFUSAL_BAD_ARGUMENT, 2, "clues", de_set("cream", "mug", "keys"));
    kit_refused(REFUSAL_BAD_ARGUMENT, 2, "clues", de_set("milk", "mug", "chords"));
    kit_refused(REFUSAL_CLUE_REPEATED, 2, "clues", de_set("milk", "cup", "keys"));
    kit_refused(REFUSAL_CLUE_REPEATED, 2, "clues", de_set("milk", "Keys", "keys"));
    kit_refused(REFUSAL_CLUE_KEYWORD, 2, "clues", de_set("milk", "tea", "keys"));
    kit_refused(REFUSAL_WARNING, 2, "clues", de_set("milk", "cups", "keys"));
    kit_refused(REFUSAL_CLUE_NUMBER, 2, "clues", de_set("milk", "3", "keys"));
    kit_refused(REFUSAL_WRONG_PHASE, 0, "decode", "{\"code\":\"314\"}");
    kit_at(30 * S);
    kit_good(2, "clues", de_set("Milk!", "mug", "keys"));
    ck_phase("guess");
    ck_assert_str_eq(kit_event("decrypto.rewritten"),
                     "{\"team\":\"white\",\"clue\":2,\"text\":\"mug\",\"blank\":false}");
    ck_view(SEAT_CROWD, "clues.white", "[\"milk\",\"mug\",\"keys\"]");
    ck_assert_str_eq(kit_owed(), "0:decode@210000 1:intercept@210000 3:intercept@210000");
    kit_good(1, "challenge", "{\"clue\":2}"); /* a rewritten one is new */
    kit_good(SEAT_MODERATOR, "rule", "{\"answer\":\"no\"}");
    de_half(W, WHITE_CODE, NULL);
    ck_view(SEAT_CROWD, "sheet.white",
            "{\"1\":[\"mug\"],\"2\":[],\"3\":[\"milk\"],\"4\":[\"keys\"]}");
    ck_tokens("W 0/0 B 0/0");
    de_half(B, BLACK_CODE, NULL);
    /* the clue that was struck stays used */
    ck_assert_int_eq(de_try_clue(0, 1, "cup", false), REFUSAL_CLUE_REPEATED);
    ck_assert_int_eq(de_try_clue(1, 1, "cup", false), REFUSAL_CLUE_REPEATED);
}
END_TEST

START_TEST(an_upheld_clue_may_stay_empty)
{
    ruling_deal(4, "referee=@ref");
    kit_good(1, "challenge", "{\"clue\":2}");
    kit_good(SEAT_MODERATOR, "rule", "{\"answer\":\"yes\"}");
    kit_good(SEAT_MODERATOR, "skip", NULL);
    ck_phase("guess");
    ck_view(SEAT_CROWD, "clues.white", "[\"milk\",\"-\",\"keys\"]");
    kit_refused(REFUSAL_BAD_ARGUMENT, 1, "challenge", "{\"clue\":2}");
    kit_good(1, "challenge", "{\"clue\":3}");
    kit_good(SEAT_MODERATOR, "rule", "{\"answer\":\"yes\"}");
    kit_refused(REFUSAL_BAD_ARGUMENT, 2, "clues", de_set("milk", "mug", "chords"));
    kit_good(2, "clues", de_set("milk", "-", "chords"));
    ck_view(SEAT_CROWD, "clues.white", "[\"milk\",\"-\",\"chords\"]");
    de_half(W, WHITE_CODE, NULL);
    ck_view(SEAT_CROWD, "sheet.white",
            "{\"1\":[\"-\"],\"2\":[],\"3\":[\"milk\"],\"4\":[\"chords\"]}");
}
END_TEST

START_TEST(rewriting_is_reminded_of_and_has_no_timer)
{
    ruling_deal(4, "referee=@ref timer=30s");
    kit_good(1, "challenge", "{\"clue\":2}");
    kit_good(SEAT_MODERATOR, "rule", "{\"answer\":\"yes\"}");
    ck_assert_str_eq(kit_owed(), "2:clues@180000");
    kit_tick(181 * S);
    ck_assert_str_eq(kit_event("decrypto.overdue"), "{\"phase\":\"clues\",\"seats\":[2]}");
    ck_phase("clues");
    ruling_deal(4, "referee=@ref autoplay=on");
    kit_good(1, "challenge", "{\"clue\":2}");
    kit_good(SEAT_MODERATOR, "rule", "{\"answer\":\"yes\"}");
    kit_tick(181 * S);
    ck_phase("guess");
    ck_view(SEAT_CROWD, "clues.white.1", "\"-\"");
}
END_TEST

START_TEST(who_should_rewrite_leaves)
{
    ruling_deal(6, "referee=@ref");
    kit_good(1, "challenge", "{\"clue\":2}");
    kit_good(SEAT_MODERATOR, "rule", "{\"answer\":\"yes\"}");
    kit_good(SEAT_MODERATOR, "leave", "{\"seat\":2}");
    ck_phase("guess");
    ck_view(SEAT_CROWD, "clues.white.1", "\"-\"");
    ruling_deal(6, "referee=@ref");
    kit_good(SEAT_MODERATOR, "leave", "{\"seat\":2}");
    ck_view(SEAT_CROWD, "encryptors.white", "2");
    kit_good(1, "challenge", "{\"clue\":2}");
    kit_good(SEAT_MODERATOR, "rule", "{\"answer\":\"yes\"}");
    ck_phase("guess");
    ck_view(SEAT_CROWD, "clues.white.1", "\"-\"");
    de_half(W, WHITE_CODE, NULL);
    ck_tokens("W 0/0 B 0/0");
}
END_TEST

START_TEST(an_illegal_clue_may_cost_a_token)
{
    ruling_deal(4, "referee=@ref illegal_clue=miscommunication");
    ck_assert_int_eq(de_try(0, "decode", "code", WRONG), REFUSAL_NONE);
    kit_good(1, "challenge", "{\"clue\":2}");
    kit_good(SEAT_MODERATOR, "rule", "{\"answer\":\"yes\"}");
    ck_tokens("W 0/1 B 0/0");
    ck_phase("guess");
    ck_view(SEAT_CROWD, "clues.white", "[\"milk\",\"cup\",\"keys\"]");
    ck_view(SEAT_CROWD, "answered.decode", "true");
    kit_good(1, "challenge", "{\"clue\":3}");
    kit_good(SEAT_MODERATOR, "rule", "{\"answer\":\"yes\"}");
    ck_tokens("W 0/1 B 0/0"); /* at most one a round */
    ck_assert_int_eq(de_try(1, "intercept", "code", WHITE_CODE), REFUSAL_NONE);
    ck_tokens("W 0/1 B 1/0"); /* with the wrong decode's */
    de_start("referee=@ref illegal_clue=miscommunication", 2, "W 0/2 B 0/0");
    de_clues();
    kit_good(1, "challenge", "{\"clue\":2}");
    kit_good(SEAT_MODERATOR, "rule", "{\"answer\":\"yes\"}");
    ck_tokens("W 0/2 B 0/0"); /* two in all */
}
END_TEST

START_TEST(three_players_always_rewrite)
{
    ruling_deal(3, "referee=@ref illegal_clue=miscommunication");
    kit_refused(REFUSAL_NOT_YOURS, 0, "challenge", "{\"clue\":1}");
    kit_good(1, "challenge", "{\"clue\":1}");
    kit_good(SEAT_MODERATOR, "rule", "{\"answer\":\"yes\"}");
    ck_phase("clues");
    ck_assert_str_eq(kit_owed(), "2:clues@180000");
    kit_good(2, "clues", de_set("chord", "cup", "keys"));
    de_half(W, WHITE_CODE, NULL);
    ck_tokens("W 0/0 B 0/0");
}
END_TEST

START_TEST(simultaneous_rulings_clear_one_code_only)
{
    ruling_deal(4, "referee=@ref order=simultaneous");
    ck_assert_int_eq(de_try(0, "decode", "code", WHITE_CODE), REFUSAL_NONE);
    ck_assert_int_eq(de_try(0, "intercept", "code", BLACK_CODE), REFUSAL_NONE);
    ck_assert_int_eq(de_try(1, "decode", "code", BLACK_CODE), REFUSAL_NONE);
    kit_good(0, "challenge", "{\"clue\":1}");
    kit_good(SEAT_MODERATOR, "rule", "{\"answer\":\"yes\"}");
    ck_phase("clues");
    ck_assert_str_eq(kit_owed(), "3:clues@180000");
    kit_refused(REFUSAL_LOCKED, 2, "clues", de_set("milk", "cup", "keys"));
    kit_good(3, "clues", de_set("moon", "oven", "glass"));
    ck_view(SEAT_CROWD, "answers",
            "{\"white\":{\"decode\":true,\"intercept\":false},"
            "\"black\":{\"decode\":false,\"intercept\":false}}");
    kit_good(1, "intercept", "{\"pass\":true}");
    ck_assert_int_eq(de_try(0, "intercept", "code", BLACK_CODE), REFUSAL_NONE);
    ck_assert_int_eq(de_try(1, "decode", "code", BLACK_CODE), REFUSAL_NONE);
    ck_tokens("W 1/0 B 0/0");
    ck_view(SEAT_CROWD, "round", "3");
}
END_TEST

Suite *suite_decrypto_ruling(void);

Suite *suite_decrypto_ruling(void)
{
    Suite *suite = suite_create("decrypto_ruling");
    TCase *tcase = tcase_create("challenges");
    tcase_add_test(tcase, without_a_referee_a_challenge_is_only_noted);
    tcase_add_test(tcase, challenges_may_be_off);
    tcase_add_test(tcase, a_referee_says_no);
    tcase_add_test(tcase, time_and_skip_say_no);
    tcase_add_test(tcase, an_upheld_clue_is_written_anew);
    tcase_add_test(tcase, an_upheld_clue_may_stay_empty);
    tcase_add_test(tcase, rewriting_is_reminded_of_and_has_no_timer);
    tcase_add_test(tcase, who_should_rewrite_leaves);
    tcase_add_test(tcase, an_illegal_clue_may_cost_a_token);
    tcase_add_test(tcase, three_players_always_rewrite);
    tcase_add_test(tcase, simultaneous_rulings_clear_one_code_only);
    suite_add_tcase(suite, tcase);
    return suite;
}
