/* Deadlines, the timer, skips, pauses, autoplay, and people who leave. */
#include "decrypto_kit.h"

#include <stdio.h>
#include <string.h>

enum { W = DECRYPTO_WHITE, B = DECRYPTO_BLACK };

#define S INT64_C(1000)

START_TEST(every_step_has_its_deadline)
{
    de_deal(4, "", "\"round\":2,");
    ck_assert_str_eq(kit_owed(), "2:clues@180000 3:clues@180000");
    kit_at(10 * S);
    kit_good(2, "clues", de_new_clues());
    ck_assert_str_eq(kit_owed(), "3:clues@180000");
    kit_at(20 * S);
    kit_good(3, "clues", de_new_clues());
    ck_assert_str_eq(kit_owed(), "0:decode@200000 1:intercept@200000 3:intercept@200000");
    kit_at(30 * S);
    ck_assert_int_eq(de_try(0, "decode", "code", WHITE_CODE), REFUSAL_NONE);
    ck_assert_str_eq(kit_owed(), "1:intercept@200000 3:intercept@200000");
    kit_good(3, "intercept", "{\"pass\":true}");
    ck_assert_str_eq(kit_owed(), "1:decode@210000 0:intercept@210000 2:intercept@210000");
    de_deal(4, "pace=async guess_limit=default", "");
    ck_assert_str_eq(kit_owed(), "0:clues@86400000 1:clues@86400000");
    de_deal(4, "guess_limit=60", "");
    ck_assert_str_eq(kit_owed(), "0:clues@60000 1:clues@60000");
}
END_TEST

START_TEST(a_move_at_the_deadline_is_in_time)
{
    de_deal(4, "", "");
    kit_at(180 * S);
    kit_good(0, "clues", de_new_clues());
    kit_at(180 * S + 1);
    kit_refused(REFUSAL_TICK_FIRST, 1, "clues", de_new_clues());
    kit_refused(REFUSAL_TICK_FIRST, SEAT_MODERATOR, "skip", NULL);
    kit_tick(180 * S + 1);
    ck_assert_str_eq(kit_event("decrypto.overdue"), "{\"phase\":\"clues\",\"seats\":[1]}");
    ck_assert_str_eq(kit_owed(), "1:clues@null");
    kit_tick(500 * S);
    ck_assert_uint_eq(kit_out()->event_count, 0);
    kit_good(1, "clues", de_new_clues());
    ck_phase("guess");
}
END_TEST

START_TEST(a_tick_at_the_deadline_does_nothing)
{
    de_deal(4, "", "");
    kit_tick(180 * S);
    ck_assert_uint_eq(kit_out()->event_count, 0);
    ck_assert_str_eq(kit_owed(), "0:clues@180000 1:clues@180000");
    kit_tick(180 * S + 1);
    ck_assert_int_eq(kit_events(AUDIENCE_CROWD, "decrypto.overdue"), 1);
    ck_assert_uint_eq(kit_out()->event_count, 1);
    ck_assert_str_eq(kit_event("decrypto.overdue"), "{\"phase\":\"clues\",\"seats\":[0,1]}");
}
END_TEST

START_TEST(answers_and_keywords_are_only_reminded_of)
{
    de_start("", 8, "W 0/0 B 0/0");
    de_clues();
    kit_good(3, "intercept", "{\"pass\":true}");
    kit_tick(181 * S);
    ck_assert_str_eq(kit_event("decrypto.overdue"), "{\"phase\":\"guess\",\"seats\":[0]}");
    ck_assert_str_eq(kit_owed(), "0:decode@null");
    ck_assert_int_eq(de_try(0, "decode", "code", WHITE_CODE), REFUSAL_NONE);
    de_half(B, BLACK_CODE, NULL);
    ck_phase("tiebreak");
    ck_assert_str_eq(kit_owed(), "0:keywords@361000 2:keywords@361000 1:keywords@361000 "
                                 "3:keywords@361000");
    kit_good(0, "keywords", "{\"words\":[\"\",\"\",\"\",\"\"]}");
    kit_tick(999 * S);
    ck_assert_str_eq(kit_event("decrypto.overdue"), "{\"phase\":\"tiebreak\",\"seats\":[1,3]}");
    kit_good(0, "keywords", "{\"words\":[\"wolf\",\"\",\"\",\"\"]}");
    kit_good(SEAT_MODERATOR, "skip", NULL);
    ck_over("win", "keywords", "[0,2]");
}
END_TEST

START_TEST(skip_fills_in_what_is_missing)
{
    de_deal(4, "", "\"round\":2,");
    kit_good(2, "clues", de_set("milk", "cup", "keys"));
    kit_good(SEAT_MODERATOR, "skip", NULL);
    ck_view(SEAT_CROWD, "clues", "{\"white\":[\"milk\",\"cup\",\"keys\"],\"black\":null}");
    kit_good(SEAT_MODERATOR, "skip", NULL); /* decode wrong, interception a pass */
    ck_tokens("W 0/1 B 0/0");
    ck_view(SEAT_CROWD, "last",
            "{\"team\":\"white\",\"code\":\"314\",\"decode\":null,\"intercept\":null,"
            "\"passed\":true,\"round\":2}");
    ck_view(SEAT_CROWD, "clues.black", "[\"-\",\"-\",\"-\"]");
    kit_refused(REFUSAL_BAD_ARGUMENT, 0, "challenge", "{\"clue\":1}");
    ck_assert_int_eq(de_try(0, "intercept", "code", BLACK_CODE), REFUSAL_NONE);
    kit_good(SEAT_MODERATOR, "skip", NULL);
    ck_tokens("W 1/1 B 0/1");
    ck_view(SEAT_CROWD, "sheet.black", "{\"1\":[\"-\"],\"2\":[\"-\"],\"3\":[],\"4\":[\"-\"]}");
    kit_refused(REFUSAL_NOT_YOURS, 1, "skip", NULL);
}
END_TEST

START_TEST(skip_in_the_first_round_and_the_tie_break)
{
    de_deal(4, "max_rounds=1", "");
    kit_good(SEAT_MODERATOR, "skip", NULL);
    ck_view(SEAT_CROWD, "clues.white", "[\"-\",\"-\",\"-\"]");
    kit_good(SEAT_MODERATOR, "skip", NULL);
    ck_tokens("W 0/1 B 0/0");
    kit_good(SEAT_MODERATOR, "skip", NULL);
    ck_tokens("W 0/1 B 0/1");
    ck_phase("tiebreak");
    kit_good(SEAT_MODERATOR, "skip", NULL);
    ck_over("tie", "shared", "[0,1,2,3]");
    kit_refused(REFUSAL_GAME_OVER, SEAT_MODERATOR, "skip", NULL);
    kit_refused(REFUSAL_GAME_OVER, 0, "keywords", "{\"words\":[\"\",\"\",\"\",\"\"]}");
    kit_refused(REFUSAL_GAME_OVER, SEAT_HOUSE, "tick", NULL);
}
END_TEST

START_TEST(the_timer_hurries_the_slower_one)
{
    de_deal(4, "timer=30s", "");
    ck_assert_str_eq(kit_owed(), "0:clues@180000 1:clues@180000");
    kit_at(5 * S);
    kit_good(1, "clues", de_new_clues());
    ck_assert_str_eq(kit_event("decrypto.timer"), "{\"team\":\"white\",\"ms\":30000}");
    ck_assert_str_eq(kit_owed(), "0:clues@35000!blank");
    ck_assert_str_ne(kit_view(0, "code"), "null");
    kit_at(10 * S);
    kit_good(1, "clues", de_new_clues()); /* sending again does not start it again */
    ck_assert_str_eq(kit_owed(), "0:clues@35000!blank");
    kit_tick(36 * S);
    ck_phase("guess");
    ck_view(SEAT_CROWD, "clues.white", "[\"-\",\"-\",\"-\"]");
    ck_view(0, "code", "null"); /* of an empty set */
    ck_assert_str_eq(kit_owed(), "2:decode@215000");
    de_half(W, WHITE_CODE, NULL);
    ck_tokens("W 0/0 B 0/0"); /* the decode is still compulsory, and may be lucky */
}
END_TEST

/* Nobody volunteered in time: somebody is named, so that the rotation goes on, and has nothing to
 * write. */
START_TEST(whoever_is_named_for_an_empty_set_is_handed_no_code)
{
    de_deal(4, "timer=30s encryptor=volunteer", "");
    kit_good(1, "volunteer", NULL);
    kit_at(5 * S);
    kit_good(1, "clues", de_new_clues());
    kit_tick(36 * S);
    ck_phase("guess");
    ck_view(SEAT_CROWD, "clues.white", "[\"-\",\"-\",\"-\"]");
    ck_assert_int_eq(kit_events(AUDIENCE_CROWD, "decrypto.encryptor"), 1);
    ck_assert_int_eq(kit_events(seat_bit(0), "decrypto.code"), 0);
    ck_assert_int_eq(kit_events(seat_bit(2), "decrypto.code"), 0);
    ck_view(0, "code", "null");
    ck_view(2, "code", "null");
    ck_assert_str_ne(kit_view(1, "code"), "null"); /* who has written a set keeps it in sight */
}
END_TEST

START_TEST(the_timer_takes_the_place_of_a_deadline_that_is_over)
{
    de_deal(4, "timer=30s", "");
    kit_tick(200 * S);
    ck_assert_str_eq(kit_owed(), "0:clues@null 1:clues@null");
    kit_good(0, "clues", de_new_clues());
    ck_assert_str_eq(kit_owed(), "1:clues@230000!blank");
    kit_at(229 * S);
    kit_good(1, "clues", de_new_clues());
    ck_phase("guess");
}
END_TEST

START_TEST(three_players_have_no_timer)
{
    de_deal(3, "timer=30s", "");
    ck_assert_str_eq(kit_owed(), "0:clues@180000");
    kit_good(0, "clues", de_new_clues());
    ck_assert_str_eq(kit_owed(), "2:decode@180000");
}
END_TEST

START_TEST(autoplay_does_what_a_skip_would)
{
    de_deal(4, "autoplay=on max_rounds=1", "");
    ck_assert_str_eq(kit_owed(), "0:clues@180000!blank 1:clues@180000!blank");
    kit_tick(181 * S);
    ck_phase("guess");
    ck_assert_str_eq(kit_owed(), "2:decode@360000!wrong");
    ck_assert_int_eq(kit_events(AUDIENCE_CROWD, "decrypto.overdue"), 0);
    kit_tick(10000 * S); /* one after the other, each from its moment */
    ck_over("tie", "shared", "[0,1,2,3]");
    ck_tokens("W 0/1 B 0/1");
}
END_TEST

START_TEST(a_pause_moves_every_deadline)
{
    de_deal(4, "", "\"round\":2,");
    kit_at(100 * S);
    kit_good(SEAT_MODERATOR, "pause", NULL);
    kit_refused(REFUSAL_PAUSED, 2, "clues", de_new_clues());
    kit_refused(REFUSAL_PAUSED, SEAT_MODERATOR, "skip", NULL);
    ck_assert_str_eq(kit_owed(), "2:clues@null 3:clues@null");
    kit_tick(1000 * S);
    ck_assert_uint_eq(kit_out()->event_count, 0);
    kit_at(1100 * S);
    kit_good(SEAT_MODERATOR, "resume", NULL);
    ck_assert_str_eq(kit_owed(), "2:clues@1180000 3:clues@1180000");
    kit_refused(REFUSAL_NOT_PAUSED, SEAT_MODERATOR, "resume", NULL);
}
END_TEST

START_TEST(what_starts_in_a_pause_runs_from_its_end)
{
    de_deal(6, "", "");
    kit_at(100 * S);
    kit_good(SEAT_MODERATOR, "pause", NULL);
    kit_at(150 * S);
    kit_good(SEAT_MODERATOR, "leave", "{\"seat\":0}");
    ck_assert_int_eq(de_encryptor(W), 2);
    kit_at(200 * S);
    kit_good(SEAT_MODERATOR, "resume", NULL);
    ck_assert_str_eq(kit_owed(), "2:clues@380000 1:clues@280000");
}
END_TEST

START_TEST(an_encryptor_leaves_before_locking)
{
    de_deal(6, "", "\"codes\":{\"white\":[\"123\",\"234\",\"341\"],\"black\":[\"241\",\"142\"]},");
    ck_view(0, "code", "\"123\"");
    kit_good(0, "clues", de_new_clues()); /* locked: they stand */
    kit_good(SEAT_MODERATOR, "leave", "{\"seat\":1}");
    ck_assert_str_eq(kit_event("decrypto.encryptor"),
                     "{\"team\":\"black\",\"seat\":3,\"why\":\"left\"}");
    ck_view(3, "code", "\"142\"");
    ck_view(5, "code", "null");
    kit_refused(REFUSAL_NOT_SEATED, 1, "clues", de_new_clues());
    kit_good(SEAT_MODERATOR, "leave", "{\"seat\":0}");
    ck_assert_int_eq(de_encryptor(W), 0);
    kit_good(3, "clues", de_new_clues());
    de_half(W, "123", NULL);
    de_half(B, "142", NULL);
    ck_view(SEAT_CROWD, "encryptors", "{\"white\":2,\"black\":5}");
    ck_view(2, "code", "\"234\"");
    ck_tokens("W 0/0 B 0/0");
    kit_refused(REFUSAL_BAD_ARGUMENT, SEAT_MODERATOR, "leave", "{\"seat\":0}");
}
END_TEST

START_TEST(rotation_skips_who_left)
{
    de_deal(6, "", "");
    kit_good(SEAT_MODERATOR, "leave", "{\"seat\":2}");
    de_round(WHITE_CODE, NULL, BLACK_CODE, NULL);
    ck_view(SEAT_CROWD, "encryptors", "{\"white\":4,\"black\":3}");
    de_round(WHITE_CODE, NULL, BLACK_CODE, NULL);
    ck_view(SEAT_CROWD, "encryptors", "{\"white\":0,\"black\":5}");
}
END_TEST

START_TEST(a_team_below_two_forfeits)
{
    de_deal(5, "", "");
    kit_good(SEAT_MODERATOR, "leave", "{\"seat\":4}");
    ck_assert(!kit_common()->over);
    kit_good(SEAT_HOUSE, "leave", "{\"seat\":0}");
    ck_over("win", "forfeit", "[1,3]");
    de_deal(5, "", "");
    kit_good(SEAT_MODERATOR, "leave", "{\"seat\":4}");
    kit_good(SEAT_MODERATOR, "leave", "{\"seat\":1}");
    ck_over("win", "forfeit", "[0,2]");
    de_deal(3, "", "");
    kit_good(SEAT_MODERATOR, "leave", "{\"seat\":2}");
    ck_over("win", "forfeit", "[1]");
    de_deal(3, "", "");
    kit_good(SEAT_MODERATOR, "leave", "{\"seat\":1}");
    ck_over("win", "forfeit", "[0,2]");
    de_deal(4, "leave=abort", "");
    kit_good(SEAT_MODERATOR, "leave", "{\"seat\":1}");
    ck_over("none", "aborted", "[]");
}
END_TEST

START_TEST(who_left_cannot_win)
{
    de_deal(6, "max_rounds=1", "");
    kit_good(SEAT_MODERATOR, "leave", "{\"seat\":2}");
    de_round(WHITE_CODE, NULL, BLACK_CODE, NULL);
    ck_phase("tiebreak");
    kit_good(SEAT_MODERATOR, "skip", NULL);
    ck_over("tie", "shared", "[0,1,3,4,5]");
    ck_view(SEAT_CROWD, "result.scores", "[1,1,0,1,1,1]");
}
END_TEST

START_TEST(a_whole_team_concedes)
{
    de_deal(4, "", "");
    kit_good(0, "concede", NULL);
    kit_refused(REFUSAL_ALREADY_DONE, 0, "concede", NULL);
    ck_assert(!kit_common()->over);
    kit_good(3, "concede", NULL);
    kit_good(2, "concede", NULL);
    ck_over("win", "conceded", "[1,3]");
    de_deal(4, "concede=off", "");
    kit_refused(REFUSAL_OPTION_OFF, 0, "concede", NULL);
}
END_TEST

/* One of two who must agree leaves: the other's word is enough. */
START_TEST(a_draft_counts_when_nobody_is_left_to_agree)
{
    de_deal(6, "confirm=on", "");
    de_clues();
    ck_assert_int_eq(de_try(2, "decode", "code", WHITE_CODE), REFUSAL_NONE);
    ck_view(SEAT_CROWD, "answered.decode", "false");
    kit_good(SEAT_MODERATOR, "leave", "{\"seat\":4}");
    ck_assert_int_eq(kit_events(AUDIENCE_CROWD, "decrypto.answered"), 1);
    ck_view(SEAT_CROWD, "half", "\"black\"");
    ck_tokens("W 0/0 B 0/0");
}
END_TEST

START_TEST(a_pause_in_a_ruling_moves_it_and_keeps_the_turn)
{
    de_deal(4, "referee=@ref", "\"round\":2,");
    de_clues();
    kit_at(30 * S);
    kit_good(1, "challenge", "{\"clue\":1}");
    kit_at(40 * S);
    kit_good(SEAT_MODERATOR, "pause", NULL);
    kit_at(100 * S);
    kit_good(SEAT_MODERATOR, "resume", NULL);
    ck_assert_str_eq(kit_owed(), "moderator:rule@270000!ruling_no");
    kit_at(110 * S);
    kit_good(SEAT_MODERATOR, "rule", "{\"answer\":\"no\"}");
    ck_assert_str_eq(kit_owed(), "0:decode@260000 1:intercept@260000 3:intercept@260000");
}
END_TEST

START_TEST(being_away_moves_deadlines)
{
    de_deal(4, "", "");
    rules_shift(kit_game(), kit_state(), 60 * S);
    ck_assert_str_eq(kit_owed(), "0:clues@240000 1:clues@240000");
}
END_TEST

Suite *suite_decrypto_time(void);

Suite *suite_decrypto_time(void)
{
    Suite *suite = suite_create("decrypto_time");
    TCase *tcase = tcase_create("time");
    tcase_add_test(tcase, every_step_has_its_deadline);
    tcase_add_test(tcase, a_move_at_the_deadline_is_in_time);
    tcase_add_test(tcase, a_tick_at_the_deadline_does_nothing);
    tcase_add_test(tcase, answers_and_keywords_are_only_reminded_of);
    tcase_add_test(tcase, skip_fills_in_what_is_missing);
    tcase_add_test(tcase, skip_in_the_first_round_and_the_tie_break);
    tcase_add_test(tcase, the_timer_hurries_the_slower_one);
    tcase_add_test(tcase, whoever_is_named_for_an_empty_set_is_handed_no_code);
    tcase_add_test(tcase, the_timer_takes_the_place_of_a_deadline_that_is_over);
    tcase_add_test(tcase, three_players_have_no_timer);
    tcase_add_test(tcase, autoplay_does_what_a_skip_would);
    tcase_add_test(tcase, a_pause_moves_every_deadline);
    tcase_add_test(tcase, what_starts_in_a_pause_runs_from_its_end);
    tcase_add_test(tcase, an_encryptor_leaves_before_locking);
    tcase_add_test(tcase, rotation_skips_who_left);
    tcase_add_test(tcase, a_team_below_two_forfeits);
    tcase_add_test(tcase, who_left_cannot_win);
    tcase_add_test(tcase, a_whole_team_concedes);
    tcase_add_test(tcase, a_draft_counts_when_nobody_is_left_to_agree);
    tcase_add_test(tcase, a_pause_in_a_ruling_moves_it_and_keeps_the_turn);
    tcase_add_test(tcase, being_away_moves_deadlines);
    suite_add_tcase(suite, tcase);
    return suite;
}
