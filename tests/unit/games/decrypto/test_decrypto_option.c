/* Every option of Decrypto, both ways. */
#include "decrypto_kit.h"

#include <stdio.h>
#include <string.h>

enum { W = DECRYPTO_WHITE, B = DECRYPTO_BLACK };

#define S INT64_C(1000)

START_TEST(max_team_allows_more_players)
{
    ck_assert_int_eq(kit_try_deal("decrypto", 9, "", de_pinned(9, "")), REFUSAL_BAD_INPUT);
    de_deal(9, "max_team=5", "");
    ck_view(SEAT_CROWD, "teams", "{\"white\":[0,2,4,6,8],\"black\":[1,3,5,7]}");
    de_round(WHITE_CODE, NULL, BLACK_CODE, NULL);
    de_deal(12, "max_team=6", "");
    de_round(WHITE_CODE, NULL, BLACK_CODE, NULL);
    ck_view(SEAT_CROWD, "round", "2");
}
END_TEST

START_TEST(volunteers_encrypt)
{
    de_deal(6, "encryptor=volunteer", "");
    ck_view(SEAT_CROWD, "encryptors", "{\"white\":null,\"black\":null}");
    ck_assert_str_eq(kit_owed(), "0:volunteer@180000!rotation 2:volunteer@180000!rotation "
                                 "4:volunteer@180000!rotation 1:volunteer@180000!rotation "
                                 "3:volunteer@180000!rotation 5:volunteer@180000!rotation");
    ck_view(2, "code", "null");
    kit_refused(REFUSAL_NOT_ENCRYPTOR, 2, "clues", de_new_clues());
    kit_at(10 * S);
    kit_good(2, "volunteer", NULL);
    ck_assert_str_eq(kit_event("decrypto.encryptor"),
                     "{\"team\":\"white\",\"seat\":2,\"why\":\"volunteered\"}");
    ck_view(2, "code", "\"314\"");
    ck_view(4, "code", "null");
    kit_refused(REFUSAL_ALREADY_DONE, 4, "volunteer", NULL);
    kit_refused(REFUSAL_ALREADY_DONE, 2, "volunteer", NULL);
    ck_assert_str_eq(kit_owed(), "2:clues@190000 1:volunteer@180000!rotation "
                                 "3:volunteer@180000!rotation 5:volunteer@180000!rotation");
    kit_tick(181 * S);
    ck_assert_str_eq(kit_event("decrypto.encryptor"),
                     "{\"team\":\"black\",\"seat\":1,\"why\":\"time\"}");
    ck_assert_int_eq(kit_events(AUDIENCE_CROWD, "decrypto.overdue"), 0);
    ck_assert_str_eq(kit_owed(), "2:clues@190000 1:clues@360000");
    de_round(WHITE_CODE, NULL, BLACK_CODE, NULL);
    kit_refused(REFUSAL_NOT_YOURS, 2, "volunteer", NULL);
    kit_good(0, "volunteer", NULL);
    kit_good(SEAT_MODERATOR, "skip", NULL); /* Black: next in rotation; White's clues: none */
    ck_assert_int_eq(de_encryptor(B), 3);
    kit_good(3, "clues", de_new_clues());
    ck_view(SEAT_CROWD, "clues.white", "[\"-\",\"-\",\"-\"]");
    de_deal(4, "", "");
    kit_refused(REFUSAL_OPTION_OFF, 0, "volunteer", NULL);
}
END_TEST

/* A skip does what the timer would; tables begun by the first rules name the next in rotation. */
START_TEST(a_skip_under_the_timer_leaves_a_set_empty)
{
    for (uint16_t rules = 1; rules <= 2; rules++) {
        kit_version(rules);
        de_deal(4, "encryptor=volunteer timer=30s", "");
        kit_good(0, "volunteer", NULL);
        kit_good(0, "clues", de_new_clues());
        kit_good(SEAT_MODERATOR, "skip", NULL);
        ck_phase(rules == 1 ? "clues" : "guess");
        ck_assert_int_eq(de_encryptor(B), 1);
        kit_version(0);
    }
}
END_TEST

START_TEST(volunteers_of_small_teams_and_the_timer)
{
    de_deal(4, "encryptor=volunteer timer=30s", "");
    kit_good(0, "volunteer", NULL);
    kit_good(0, "clues", de_new_clues());
    ck_assert_str_eq(kit_owed(), "1:volunteer@30000!blank 3:volunteer@30000!blank");
    kit_at(10 * S);
    kit_good(3, "volunteer", NULL);
    ck_assert_str_eq(kit_owed(), "3:clues@30000!blank");
    kit_tick(31 * S);
    ck_phase("guess");
    de_half(W, WHITE_CODE, NULL);
    ck_view(SEAT_CROWD, "clues.black", "[\"-\",\"-\",\"-\"]");
    de_half(B, BLACK_CODE, NULL);
    ck_assert_str_eq(kit_owed(), "2:volunteer@211000!rotation 1:volunteer@211000!rotation");
    kit_good(2, "volunteer", NULL);
    kit_good(2, "clues", de_new_clues());
    kit_tick(100 * S); /* nobody came forward and 30 s are over: both at once */
    ck_phase("guess");
    ck_assert_int_eq(de_encryptor(B), 1);
    de_deal(3, "encryptor=volunteer", "");
    kit_refused(REFUSAL_NOT_YOURS, 1, "volunteer", NULL);
    kit_good(2, "volunteer", NULL);
    kit_good(2, "clues", de_new_clues());
    de_half(W, WHITE_CODE, NULL);
    kit_refused(REFUSAL_NOT_YOURS, 2, "volunteer", NULL);
    kit_good(0, "volunteer", NULL);
}
END_TEST

START_TEST(simultaneous_order)
{
    de_deal(4, "order=simultaneous", "\"round\":2,");
    kit_good(2, "clues", de_set("milk", "cup", "keys"));
    ck_view(SEAT_CROWD, "clues", "{\"white\":null,\"black\":null}");
    kit_good(3, "clues", de_set("fang", "oven", "glass"));
    ck_view(SEAT_CROWD, "clues",
            "{\"white\":[\"milk\",\"cup\",\"keys\"],\"black\":[\"fang\",\"oven\",\"glass\"]}");
    ck_assert_str_eq(kit_owed(), "0:decode@180000 1:intercept@180000 3:intercept@180000 "
                                 "1:decode@180000 0:intercept@180000 2:intercept@180000");
    ck_assert_int_eq(de_try(2, "decode", "code", "314"), REFUSAL_ENCRYPTOR_SILENT);
    ck_assert_int_eq(de_try(1, "decode", "code", BLACK_CODE), REFUSAL_NONE);
    ck_assert_int_eq(de_try(0, "intercept", "code", BLACK_CODE), REFUSAL_NONE);
    ck_assert_int_eq(kit_events(AUDIENCE_CROWD, "decrypto.revealed"), 0);
    ck_assert_int_eq(de_try(0, "intercept", "code", WRONG), REFUSAL_LOCKED);
    ck_view(1, "draft", "\"241\"");
    ck_view(1, "drafts", "{\"decode\":\"241\",\"intercept\":null}");
    ck_view(2, "drafts", "{\"decode\":null,\"intercept\":\"241\"}");
    ck_assert_int_eq(de_try(0, "decode", "code", WRONG), REFUSAL_NONE);
    ck_tokens("W 0/0 B 0/0");
    ck_assert_int_eq(de_try(3, "intercept", "code", WHITE_CODE), REFUSAL_NONE);
    ck_tokens("W 1/1 B 1/0");
    ck_assert_int_eq(kit_events(AUDIENCE_CROWD, "decrypto.revealed"), 2);
    ck_view(SEAT_CROWD, "last.team", "\"black\"");
    ck_view(SEAT_CROWD, "round", "3");
}
END_TEST

START_TEST(simultaneous_skip_and_round_one)
{
    de_deal(4, "order=simultaneous", "");
    de_clues();
    ck_assert_int_eq(de_try(0, "intercept", "code", BLACK_CODE), REFUSAL_TOO_EARLY);
    ck_assert_int_eq(de_try(2, "decode", "code", WHITE_CODE), REFUSAL_NONE);
    ck_view(SEAT_CROWD, "round", "1");
    kit_good(SEAT_MODERATOR, "skip", NULL);
    ck_tokens("W 0/0 B 0/1");
    ck_view(SEAT_CROWD, "round", "2");
    de_deal(3, "order=simultaneous", "");
    de_round(WHITE_CODE, NULL, NULL, NULL);
    ck_view(SEAT_CROWD, "round", "2");
}
END_TEST

START_TEST(confirm_needs_a_second_member)
{
    de_deal(6, "confirm=on", "\"round\":2,");
    de_clues();
    kit_refused(REFUSAL_NOT_YOURS, 0, "confirm", "{\"of\":\"decode\"}"); /* nothing proposed */
    ck_assert_int_eq(de_try(0, "decode", "code", WRONG), REFUSAL_NONE);
    ck_view(SEAT_CROWD, "answered", "{\"decode\":false,\"intercept\":false}");
    ck_assert_int_eq(kit_events(AUDIENCE_CROWD, "decrypto.answered"), 0);
    kit_refused(REFUSAL_NOT_YOURS, 0, "confirm", "{\"of\":\"decode\"}");
    kit_refused(REFUSAL_ENCRYPTOR_SILENT, 2, "confirm", "{\"of\":\"decode\"}");
    kit_refused(REFUSAL_NOT_YOUR_TURN, 1, "confirm", "{\"of\":\"decode\"}");
    kit_refused(REFUSAL_NOT_YOURS, 1, "confirm", "{\"of\":\"intercept\"}");
    kit_refused(REFUSAL_BAD_ARGUMENT, 4, "confirm", "{\"of\":\"keywords\"}");
    ck_assert_int_eq(de_try(4, "decode", "code", WHITE_CODE), REFUSAL_NONE); /* replaces */
    kit_refused(REFUSAL_NOT_YOURS, 4, "confirm", "{\"of\":\"decode\"}");
    kit_good(0, "confirm", "{\"of\":\"decode\"}");
    ck_view(SEAT_CROWD, "answered", "{\"decode\":true,\"intercept\":false}");
    kit_refused(REFUSAL_ALREADY_DONE, 0, "confirm", "{\"of\":\"decode\"}");
    ck_assert_int_eq(de_try(0, "decode", "code", WRONG), REFUSAL_NONE);
    ck_view(SEAT_CROWD, "answered", "{\"decode\":false,\"intercept\":false}");
    ck_assert_int_eq(kit_events(AUDIENCE_CROWD, "decrypto.reopened"), 1);
    kit_good(4, "confirm", NULL);
    kit_good(1, "intercept", "{\"pass\":true}");
    kit_good(3, "confirm", NULL);
    ck_view(SEAT_CROWD, "last.decode", "\"132\"");
    ck_tokens("W 0/1 B 0/0");
    de_deal(4, "", "");
    de_clues();
    kit_refused(REFUSAL_OPTION_OFF, 0, "confirm", "{\"of\":\"decode\"}");
}
END_TEST

START_TEST(confirm_is_known_to_the_team_alone)
{
    struct owed_list list;
    de_deal(6, "confirm=on", "\"round\":2,");
    de_clues();
    ck_assert_int_eq(de_try(0, "decode", "code", WRONG), REFUSAL_NONE);
    rules_owed(kit_game(), kit_state(), &list);
    int confirms = 0;
    for (size_t i = 0; i < list.count; i++) {
        bool confirm = strcmp(list.owed[i].actions[0], "confirm") == 0;
        ck_assert_uint_eq(list.owed[i].known_to,
                          confirm ? seat_bit(0) | seat_bit(2) | seat_bit(4) : 0);
        confirms += confirm;
    }
    ck_assert_int_eq(confirms, 1);
    ck_assert_str_eq(kit_view(1, "draft"), "null");
    kit_good(SEAT_MODERATOR, "skip", NULL); /* a draft alone is no answer */
    ck_view(SEAT_CROWD, "last.decode", "null");
}
END_TEST

START_TEST(confirm_of_two_alone_is_not_needed)
{
    de_deal(4, "confirm=on", "\"round\":2,");
    de_clues();
    ck_assert_int_eq(de_try(0, "decode", "code", WHITE_CODE), REFUSAL_NONE);
    ck_view(SEAT_CROWD, "answered.decode", "true");
    ck_assert_int_eq(de_try(1, "intercept", "code", WRONG), REFUSAL_NONE);
    ck_view(SEAT_CROWD, "answered.intercept", "false");
    kit_good(3, "confirm", "{\"of\":\"intercept\"}");
    ck_view(SEAT_CROWD, "half", "\"black\"");
    de_deal(4, "confirm=on order=simultaneous", "\"round\":2,");
    de_clues();
    ck_assert_int_eq(de_try(0, "intercept", "code", WRONG), REFUSAL_NONE);
    kit_refused(REFUSAL_BAD_ARGUMENT, 2, "confirm", NULL);
    kit_good(2, "confirm", "{\"of\":\"intercept\"}");
}
END_TEST

START_TEST(interceptions_from_round_one)
{
    de_deal(4, "first_intercept=1", "");
    de_clues();
    ck_assert_int_eq(de_try(2, "decode", "code", WHITE_CODE), REFUSAL_NONE);
    ck_view(SEAT_CROWD, "half", "\"white\"");
    ck_assert_int_eq(de_try(1, "intercept", "code", WHITE_CODE), REFUSAL_NONE);
    ck_tokens("W 0/0 B 1/0");
    de_deal(3, "first_intercept=1", "");
    de_round(WHITE_CODE, WHITE_CODE, NULL, NULL);
    ck_tokens("W 0/0 B 1/0");
}
END_TEST

START_TEST(intercept_takes_a_code_or_a_pass)
{
    de_deal(4, "", "\"round\":2,");
    de_clues();
    kit_refused(REFUSAL_BAD_ARGUMENT, 1, "intercept", "{}");
    kit_refused(REFUSAL_BAD_ARGUMENT, 1, "intercept", "{\"pass\":false}");
    kit_refused(REFUSAL_BAD_ARGUMENT, 1, "intercept", "{\"pass\":true,\"code\":\"123\"}");
    kit_refused(REFUSAL_BAD_ARGUMENT, 1, "intercept", "{\"pass\":\"yes\"}");
    kit_refused(REFUSAL_BAD_ARGUMENT, 1, "intercept", "{\"code\":123}");
    kit_refused(REFUSAL_BAD_CODE, 1, "intercept", "{\"code\":\"pass\"}");
    kit_refused(REFUSAL_NOT_YOUR_TURN, 0, "intercept", "{\"pass\":true}");
    kit_refused(REFUSAL_NOT_YOUR_TURN, 1, "decode", "{\"code\":\"123\"}");
    kit_good(1, "intercept", "{\"pass\":true}");
    ck_view(3, "draft", "\"pass\"");
    kit_good(3, "intercept", "{\"code\":\"3-1-4\",\"pass\":false}");
    ck_view(1, "draft", "\"314\"");
    ck_view(0, "draft", "null");
    ck_assert_int_eq(de_try(0, "decode", "code", WHITE_CODE), REFUSAL_NONE);
    ck_tokens("W 0/0 B 1/0");
}
END_TEST

START_TEST(thousands_of_digits_are_no_code)
{
    static char code[8000 + 1];
    static char args[sizeof code + 16];
    memset(code, '1', sizeof code - 1);
    snprintf(args, sizeof args, "{\"code\":\"%s\"}", code);
    de_deal(4, "", "\"round\":2,");
    kit_good(2, "clues", "{\"clues\":[\"q1\",\"q2\",\"q3\"]}");
    kit_good(3, "clues", "{\"clues\":[\"w1\",\"w2\",\"w3\"]}");
    kit_refused(REFUSAL_BAD_CODE, 0, "decode", args);
    kit_refused(REFUSAL_BAD_CODE, 1, "intercept", args);
}
END_TEST

START_TEST(max_rounds_ends_the_game)
{
    de_deal(4, "max_rounds=2", "");
    de_round(WHITE_CODE, NULL, BLACK_CODE, NULL);
    ck_phase("clues");
    de_round(WHITE_CODE, NULL, BLACK_CODE, WRONG);
    ck_phase("tiebreak");
    de_deal(4, "max_rounds=0", "");
    for (int round = 1; round <= 12; round++) {
        ck_view(SEAT_CROWD, "over", "false");
        de_round(WHITE_CODE, NULL, BLACK_CODE, NULL);
    }
    ck_assert_uint_eq(kit_common()->round, 13);
    de_deal(3, "max_rounds=0", "\"round\":5,");
    de_round(WHITE_CODE, NULL, NULL, NULL);
    ck_over("win", "survived", "[0,2]");
}
END_TEST

START_TEST(tie_breaks_by_slot_or_anywhere)
{
    de_start("", 8, "W 0/0 B 0/0");
    de_round(WHITE_CODE, NULL, BLACK_CODE, NULL);
    kit_good(0, "keywords", "{\"words\":[\"bread\",\"wolf\",\"storm\",\"mirror\"]}");
    kit_good(1, "keywords", "{\"words\":[\"cow\",\"\",\"\",\"\"]}");
    ck_over("win", "keywords", "[1,3]");
    de_start("tiebreak_slots=any_order", 8, "W 0/0 B 0/0");
    de_round(WHITE_CODE, NULL, BLACK_CODE, NULL);
    kit_good(0, "keywords", "{\"words\":[\"bread\",\"wolf\",\"storms\",\"mirror\"]}");
    kit_good(1, "keywords", "{\"words\":[\"cow\",\"cow\",\"cows\",\"tea\"]}");
    ck_over("win", "keywords", "[0,2]");
    ck_assert_str_eq(kit_event("decrypto.guesses"),
                     "{\"white\":[\"bread\",\"wolf\",\"storms\",\"mirror\"],\"white_right\":4,"
                     "\"black\":[\"cow\",\"cow\",\"cows\",\"tea\"],\"black_right\":2}");
}
END_TEST

START_TEST(keyword_guesses_are_secret_and_may_change)
{
    de_start("", 8, "W 0/0 B 0/0");
    de_round(WHITE_CODE, NULL, BLACK_CODE, NULL);
    kit_good(0, "keywords", "{\"words\":[\"bread\",\"wolf\",\"\",\"\"]}");
    ck_view(2, "guess", "[\"bread\",\"wolf\",\"\",\"\"]");
    ck_view(1, "guess", "[]");
    ck_view(SEAT_CROWD, "guessed", "{\"white\":true,\"black\":false}");
    ck_assert_ptr_null(strstr(kit_inbound(SEAT_CROWD), "bread"));
    ck_assert_ptr_null(strstr(kit_inbound(3), "bread"));
    kit_good(2, "keywords", "{\"words\":[\"thé  Wölf\",\"BREADS!\",\"a mirror\",\"\"]}");
    ck_assert_int_eq(kit_events(AUDIENCE_CROWD, "decrypto.guessed"), 0);
    kit_refused(REFUSAL_BAD_ARGUMENT, 1, "keywords", "{\"words\":[\"a\",\"b\",\"c\"]}");
    kit_refused(REFUSAL_BAD_ARGUMENT, 1, "keywords", "{\"words\":[\"a\",\"b\",\"c\",4]}");
    kit_refused(REFUSAL_BAD_ARGUMENT, 1, "keywords", "{\"words\":\"a\"}");
    kit_refused(REFUSAL_WRONG_PHASE, 1, "clues", de_new_clues());
    kit_good(1, "keywords", "{\"words\":[\"cow\",\"tea\",\"\",\"\"]}");
    ck_over("win", "keywords", "[0,2]");
    ck_view(SEAT_CROWD, "keywords.white", "[\"COW\",\"TEA\",\"PIANO\",\"WEEKEND\"]");
    ck_view(1, "keywords.white", "[\"COW\",\"TEA\",\"PIANO\",\"WEEKEND\"]");
}
END_TEST

/* Rulebook 6: each option, its default as it is printed there, and another value. */
START_TEST(a_number_is_no_text)
{
    de_deal(4, "", "");
    kit_refused(REFUSAL_BAD_ARGUMENT, 0, "clues", "{\"clues\":[1,2,3]}");
    kit_refused(REFUSAL_BAD_ARGUMENT, 0, "clues", "{\"clues\":[\"one\",2,\"three\"]}");
    kit_good(0, "clues", de_new_clues());
    kit_good(1, "clues", de_new_clues());
    kit_refused(REFUSAL_BAD_ARGUMENT, 2, "decode", "{\"code\":123}");
}
END_TEST

START_TEST(options_have_the_names_of_the_rule_book)
{
    static const struct {
        const char *name, *usual, *other;
    } rows[] = {
        {"max_team", "4", "6"},
        {"words", "builtin", "list"},
        {"white", "random", "chosen"},
        {"encryptor", "rotate", "volunteer"},
        {"order", "sequential", "simultaneous"},
        {"confirm", "off", "on"},
        {"first_intercept", "2", "1"},
        {"max_rounds", "8", "0"},
        {"tiebreak_slots", "positional", "any_order"},
        {"repeat_scope", "game", "team"},
        {"emoji_clues", "off", "on"},
        {"challenge", "on", "off"},
        {"illegal_clue", "rewrite", "miscommunication"},
        {"timer", "off", "30s"},
        {"guess_limit", "180 s / 24 h", "60 s"},
        {"pace", "live", "async"},
        {"dm_check", "on", "off"},
        {"referee", "none", "@mia"},
        {"leave", "substitute", "abort"},
        {"substitute_window", "10 min / 24 h", "5 min"},
        {"concede", "on", "off"},
        {"autoplay", "off", "on"},
    };
    struct options options;
    options_default(&decrypto_game, &options);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct option_def *row = NULL;
        struct options again = options;
        ck_assert(options_set(&decrypto_game, &again, rows[i].name, rows[i].other, &row));
        ck_assert_mem_ne(&options, &again, sizeof options);
        ck_assert_msg(options_set(&decrypto_game, &again, rows[i].name, rows[i].usual, &row),
                      "%s cannot be %s", rows[i].name, rows[i].usual);
        ck_assert_mem_eq(&options, &again, sizeof options);
        ck_assert(options_set(&decrypto_game, &again, rows[i].name, "default", &row));
        ck_assert_mem_eq(&options, &again, sizeof options);
    }
    de_deal(4, "words=list white=chosen grade=hard timer=30s guess_limit=180s", "");
}
END_TEST

Suite *suite_decrypto_option(void);

Suite *suite_decrypto_option(void)
{
    Suite *suite = suite_create("decrypto_option");
    TCase *tcase = tcase_create("options");
    tcase_add_test(tcase, max_team_allows_more_players);
    tcase_add_test(tcase, volunteers_encrypt);
    tcase_add_test(tcase, a_skip_under_the_timer_leaves_a_set_empty);
    tcase_add_test(tcase, volunteers_of_small_teams_and_the_timer);
    tcase_add_test(tcase, simultaneous_order);
    tcase_add_test(tcase, simultaneous_skip_and_round_one);
    tcase_add_test(tcase, confirm_needs_a_second_member);
    tcase_add_test(tcase, confirm_is_known_to_the_team_alone);
    tcase_add_test(tcase, confirm_of_two_alone_is_not_needed);
    tcase_add_test(tcase, interceptions_from_round_one);
    tcase_add_test(tcase, intercept_takes_a_code_or_a_pass);
    tcase_add_test(tcase, thousands_of_digits_are_no_code);
    tcase_add_test(tcase, max_rounds_ends_the_game);
    tcase_add_test(tcase, tie_breaks_by_slot_or_anywhere);
    tcase_add_test(tcase, keyword_guesses_are_secret_and_may_change);
    tcase_add_test(tcase, a_number_is_no_text);
    tcase_add_test(tcase, options_have_the_names_of_the_rule_book);
    suite_add_tcase(suite, tcase);
    return suite;
}
