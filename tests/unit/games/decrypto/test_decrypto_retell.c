/* What a finished game of Decrypto is told of by: its course, its clues, who heard well. */
#include "decrypto_kit.h"

#include "decrypto/decrypto_private.h"

#include <string.h>

enum { W = DECRYPTO_WHITE, B = DECRYPTO_BLACK };

/* White's set is this one, Black's a new one. */
static void clues(const char *a, const char *b, const char *c)
{
    kit_good(de_encryptor(W), "clues", de_set(a, b, c));
    de_clues();
}

/* White's code is 3-1-4: PIANO COW WEEKEND. */
START_TEST(the_best_clue_is_known_to_its_own_team_alone)
{
    de_start("", 4, "W 1/0 B 0/0");
    clues("keys", "milk", "sunday");
    de_half(W, WHITE_CODE, "324"); /* keys and sunday are placed right, milk is not */
    de_half(B, BLACK_CODE, BLACK_CODE);
    ck_over("win", "interceptions", "[0,2]");
    ck_assert_str_eq(kit_retold("decrypto.award.best"),
                     "{\"team\":\"white\",\"text\":\"milk\",\"keyword\":\"COW\",\"tried\":true}");
}
END_TEST

START_TEST(a_clue_that_was_guessed_at_is_better_than_a_later_one_that_was_not)
{
    de_start("", 4, "W 0/0 B 0/1");
    clues("keys", "milk", "sunday");
    de_half(W, WHITE_CODE, "324");
    de_half(B, "214", NULL); /* the first of Black's is read, and White passes */
    ck_over("win", "miscommunications", "[0,2]");
    ck_assert_ptr_nonnull(strstr(kit_retold("decrypto.award.best"), "milk"));
}
END_TEST

START_TEST(where_nobody_guessed_a_clue_that_was_read_is_the_best)
{
    de_start("", 4, "W 1/0 B 0/0");
    clues("keys", "milk", "sunday");
    de_half(W, WHITE_CODE, NULL);
    de_half(B, WRONG, BLACK_CODE);
    ck_assert_str_eq(
        kit_retold("decrypto.award.best"),
        "{\"team\":\"white\",\"text\":\"sunday\",\"keyword\":\"WEEKEND\",\"tried\":false}");
}
END_TEST

START_TEST(the_worst_clue_misled_its_own_team_and_told_the_others)
{
    de_start("", 4, "W 0/1 B 0/0");
    clues("keys", "milk", "sunday");
    de_half(W, "324", WHITE_CODE);
    de_half(B, BLACK_CODE, NULL);
    ck_over("win", "miscommunications", "[1,3]");
    ck_assert_str_eq(kit_retold("decrypto.award.worst"),
                     "{\"team\":\"white\",\"text\":\"milk\",\"keyword\":\"COW\",\"misread\":true,"
                     "\"caught\":true}");
}
END_TEST

START_TEST(what_was_never_answered_or_written_is_no_bad_clue)
{
    de_start("", 4, "W 0/1 B 0/1");
    for (int team = 0; team < DECRYPTO_TEAMS; team++) {
        kit_good(SEAT_MODERATOR, "skip", NULL); /* empty sets, then no answers */
        kit_good(SEAT_MODERATOR, "skip", NULL);
    }
    ck_assert(kit_common()->over);
    ck_assert_str_eq(kit_retold("decrypto.award.worst"), "");
    ck_assert_str_eq(kit_retold("decrypto.award.best"), "");
}
END_TEST

START_TEST(a_clue_whose_words_are_gone_has_no_award)
{
    struct outcome out;
    struct decrypto copy;
    de_start("", 4, "W 1/0 B 0/0");
    clues("keys", "milk", "sunday");
    de_half(W, WHITE_CODE, "324");
    de_half(B, WRONG, BLACK_CODE);
    memcpy(&copy, de_state(), sizeof copy);
    struct clue_item item;
    for (uint16_t next = 0; clue_log_next(&copy.log, &next, &item);) {
        struct clue_entry entry = item.entry;
        clue_log_drop(&copy.log, item.at);
        clue_log_add(&copy.log, entry, "");
        if (copy.log.used == 0 || item.entry.len == 0) {
            break; /* all are without words */
        }
        next = 0;
    }
    outcome_init(&out);
    kit_game()->retell(&copy, &out);
    for (unsigned i = 0; i < out.event_count; i++) {
        ck_assert(!value_has(&out.facts, "text"));
        ck_assert_int_ne(out.event[i].message, MSG_DECRYPTO_AWARD_BEST);
        ck_assert_int_ne(out.event[i].message, MSG_DECRYPTO_AWARD_WORST);
    }
}
END_TEST

START_TEST(ears_and_a_clear_line_belong_to_one_team_alone)
{
    de_deal(4, "", "\"round\":2,");
    de_round(WHITE_CODE, "324", BLACK_CODE, "123");
    de_round(WHITE_CODE, "321", WRONG, "341");
    de_round(WHITE_CODE, "321", BLACK_CODE, BLACK_CODE);
    de_round(WHITE_CODE, NULL, WRONG, NULL);
    ck_over("win", "miscommunications", "[0,2]");
    ck_assert_str_eq(kit_retold("decrypto.award.ears"),
                     "{\"team\":\"white\",\"count\":5,\"of\":9}");
    ck_assert_str_eq(kit_retold("decrypto.award.line"), "{\"team\":\"white\",\"count\":4}");
}
END_TEST

/* --- the story -------------------------------------------------------------------------------- */

START_TEST(a_lead_that_was_kept)
{
    de_deal(4, "", "\"round\":2,");
    de_round(WHITE_CODE, NULL, BLACK_CODE, BLACK_CODE);
    de_round(WHITE_CODE, NULL, BLACK_CODE, NULL);
    de_round(WHITE_CODE, NULL, BLACK_CODE, BLACK_CODE);
    ck_over("win", "interceptions", "[0,2]");
    ck_assert_str_eq(kit_retold("decrypto.story.led"),
                     "{\"winner\":\"white\",\"since\":2,\"changes\":0}");
}
END_TEST

START_TEST(a_leader_who_was_caught_at_the_very_end)
{
    de_deal(4, "", "\"round\":2,");
    de_round(WHITE_CODE, NULL, WRONG, BLACK_CODE);      /* W 1/0 B 0/1 */
    de_round(WHITE_CODE, WHITE_CODE, BLACK_CODE, NULL); /* W 1/0 B 1/1 */
    de_round(WHITE_CODE, WHITE_CODE, BLACK_CODE, NULL); /* W 1/0 B 2/1 */
    ck_over("win", "interceptions", "[1,3]");
    ck_assert_str_eq(kit_retold("decrypto.story.caught"),
                     "{\"winner\":\"black\",\"since\":4,\"former\":\"white\",\"former_since\":2,"
                     "\"changes\":1}");
}
END_TEST

START_TEST(a_lead_that_changed_hands)
{
    de_deal(4, "", "\"round\":2,");
    de_round(WRONG, NULL, BLACK_CODE, NULL);            /* W 0/1 B 0/0 */
    de_round(WHITE_CODE, NULL, WRONG, BLACK_CODE);      /* W 1/1 B 0/1 */
    de_round(WHITE_CODE, NULL, BLACK_CODE, BLACK_CODE); /* W 2/1 B 0/1 */
    ck_assert_str_eq(kit_retold("decrypto.story.turned"),
                     "{\"winner\":\"white\",\"since\":3,\"former\":\"black\",\"former_since\":2,"
                     "\"changes\":1}");
}
END_TEST

START_TEST(one_that_nobody_saw_coming)
{
    de_deal(4, "", "\"round\":2,");
    de_round(WHITE_CODE, WHITE_CODE, BLACK_CODE, BLACK_CODE);
    de_round(WHITE_CODE, NULL, BLACK_CODE, BLACK_CODE);
    ck_assert_str_eq(kit_retold("decrypto.story.sudden"),
                     "{\"winner\":\"white\",\"since\":3,\"changes\":0}");
}
END_TEST

START_TEST(three_players_and_a_game_given_up)
{
    de_deal(3, "", "");
    for (int round = 0; round < DECRYPTO_SOLO_ROUNDS; round++) {
        de_round(WHITE_CODE, NULL, NULL, NULL);
    }
    ck_over("win", "survived", "[0,2]");
    ck_assert_str_eq(kit_retold("decrypto.story.solo"),
                     "{\"caught\":false,\"count\":0,\"round\":5}");
    de_deal(4, "", "");
    de_round(WHITE_CODE, NULL, BLACK_CODE, NULL);
    ck_assert_str_eq(kit_retold("decrypto.story.led"), ""); /* not while it is on */
    ck_assert_str_eq(kit_retold("decrypto.award.best"), "");
    kit_good(0, "concede", NULL);
    kit_good(2, "concede", NULL);
    ck_over("win", "conceded", "[1,3]");
    ck_assert_str_eq(kit_retold("decrypto.story.led"), "");
    ck_assert_str_eq(kit_retold("decrypto.story.sudden"), "");
    ck_assert_str_ne(kit_retold("decrypto.award.best"), "");
}
END_TEST

Suite *suite_decrypto_retell(void);

Suite *suite_decrypto_retell(void)
{
    Suite *suite = suite_create("decrypto_retell");
    TCase *awards = tcase_create("awards");
    tcase_add_test(awards, the_best_clue_is_known_to_its_own_team_alone);
    tcase_add_test(awards, a_clue_that_was_guessed_at_is_better_than_a_later_one_that_was_not);
    tcase_add_test(awards, where_nobody_guessed_a_clue_that_was_read_is_the_best);
    tcase_add_test(awards, the_worst_clue_misled_its_own_team_and_told_the_others);
    tcase_add_test(awards, what_was_never_answered_or_written_is_no_bad_clue);
    tcase_add_test(awards, a_clue_whose_words_are_gone_has_no_award);
    tcase_add_test(awards, ears_and_a_clear_line_belong_to_one_team_alone);
    suite_add_tcase(suite, awards);
    TCase *story = tcase_create("the story");
    tcase_add_test(story, a_lead_that_was_kept);
    tcase_add_test(story, a_leader_who_was_caught_at_the_very_end);
    tcase_add_test(story, a_lead_that_changed_hands);
    tcase_add_test(story, one_that_nobody_saw_coming);
    tcase_add_test(story, three_players_and_a_game_given_up);
    suite_add_tcase(suite, story);
    return suite;
}
