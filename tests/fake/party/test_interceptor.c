/* Whole games of Interceptor on Discord: as it should be, with everything going wrong at random,
 * and with the program killed again and again. All end alike. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "round.h"
#include "whole.h"

Suite *suite_party_interceptor(void);

static struct party party;

static void tear_down(void)
{
    party_close(&party);
}

/* Nobody has read the signals of the others while the game went on. */
static void secrets_are_kept(struct party *at)
{
    static const char *const officials[] = {"the word “honestly”", "? at the very end"};
    static const char *const journalists[] = {"the word “coffee”", "“well” as the first word"};
    for (size_t i = 0; i < 2; i++) {
        ck_assert(!party_saw(at, BEN, officials[i]));
        ck_assert(!party_saw(at, DEE, officials[i]));
        ck_assert(!party_saw(at, ANA, journalists[i]));
        ck_assert(!party_saw(at, CY, journalists[i]));
        has_read(at, ANA, officials[i]);
        has_read(at, CY, officials[i]);
    }
}

static void second_half(struct party *at)
{
    round_second_half(at);
    sees(at, ANA, "The Journalists win");
}

static const struct whole interceptor = {
    .people = 4,
    .part = {round_gather, round_agree, round_first_half, secrets_are_kept, second_half}};

START_TEST(four_people_play_a_whole_game)
{
    whole_open(&party, &interceptor, 1);
    whole_play(&party, &interceptor);
    char *lines = party_lines(&party, BEN);
    ck_assert_ptr_nonnull(strstr(lines, "Round 7 is open."));
    free(lines);
}
END_TEST

START_TEST(what_goes_wrong_changes_nothing)
{
    whole_troubled(&party, &interceptor, 2, 24, 15);
}
END_TEST

START_TEST(who_takes_no_direct_messages_plays_on)
{
    whole_closed(&party, &interceptor, 4);
}
END_TEST

START_TEST(a_program_that_is_killed_goes_on)
{
    whole_killed(&party, &interceptor, 9);
}
END_TEST

Suite *suite_party_interceptor(void)
{
    Suite *suite = suite_create("party_interceptor");
    TCase *tcase = tcase_create("interceptor");
    tcase_set_timeout(tcase, 110);
    tcase_add_checked_fixture(tcase, NULL, tear_down);
    tcase_add_test(tcase, four_people_play_a_whole_game);
    tcase_add_test(tcase, what_goes_wrong_changes_nothing);
    tcase_add_test(tcase, who_takes_no_direct_messages_plays_on);
    tcase_add_test(tcase, a_program_that_is_killed_goes_on);
    suite_add_tcase(suite, tcase);
    return suite;
}
