/* Whole games of Interceptor on Discord: as it should be, with everything going wrong at random,
 * and with the program killed again and again. All end alike. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "party_told.h"
#include "round.h"

Suite *suite_party_interceptor(void);

static struct party party;

static void tear_down(void)
{
    party_close(&party);
}

static void fresh(uint64_t seed)
{
    memset(&party, 0, sizeof party);
    party.dice = seed;
    party_open(&party, 4);
}

/* Nobody has read the signals of the others while the game went on. */
static void secrets_are_kept(void)
{
    static const char *const officials[] = {"the word “honestly”", "? at the very end"};
    static const char *const journalists[] = {"the word “coffee”", "“well” as the first word"};
    for (size_t i = 0; i < 2; i++) {
        ck_assert(!party_saw(&party, BEN, officials[i]));
        ck_assert(!party_saw(&party, DEE, officials[i]));
        ck_assert(!party_saw(&party, ANA, journalists[i]));
        ck_assert(!party_saw(&party, CY, journalists[i]));
        ck_assert(party_saw(&party, ANA, officials[i]));
        ck_assert(party_saw(&party, CY, officials[i]));
    }
}

static void whole_game(void)
{
    round_gather(&party);
    round_agree(&party);
    round_first_half(&party);
    secrets_are_kept();
    round_second_half(&party);
    sees(&party, ANA, "The Journalists win");
    party_pass(&party, 180000);
}

static struct told undisturbed(void)
{
    fresh(1);
    whole_game();
    struct told told = told_of(&party);
    party_close(&party);
    ck_assert_uint_gt(strlen(told.moves), 500);
    ck_assert_ptr_nonnull(strstr(told.lines, "Round 7 is open."));
    return told;
}

START_TEST(four_people_play_a_whole_game)
{
    fresh(1);
    whole_game();
}
END_TEST

START_TEST(what_goes_wrong_changes_nothing)
{
    struct told told = undisturbed();
    fresh((uint64_t)_i + 2);
    party_trouble(&party, 15);
    whole_game();
    ck_assert_uint_gt(told_struck(&party), 20);
    fake_discord_mend(party.fake);
    party_pass(&party, 120000);
    struct told other = told_of(&party);
    told_alike(&told, &other);
    told_free(&told);
    told_free(&other);
}
END_TEST

START_TEST(a_program_that_is_killed_goes_on)
{
    struct told told = undisturbed();
    fresh(9);
    round_gather(&party);
    party_restart(&party, 5000);
    round_agree(&party);
    party_restart(&party, 20000);
    round_first_half(&party);
    secrets_are_kept();
    party_restart(&party, 200000);
    round_second_half(&party);
    sees(&party, ANA, "The Journalists win");
    party_pass(&party, 180000);
    struct told other = told_of(&party);
    told_same_moves(&told, &other);
    told_free(&told);
    told_free(&other);
}
END_TEST

Suite *suite_party_interceptor(void)
{
    Suite *suite = suite_create("party_interceptor");
    TCase *tcase = tcase_create("interceptor");
    tcase_set_timeout(tcase, 110);
    tcase_add_checked_fixture(tcase, NULL, tear_down);
    tcase_add_test(tcase, four_people_play_a_whole_game);
    tcase_add_loop_test(tcase, what_goes_wrong_changes_nothing, 0, 6);
    tcase_add_test(tcase, a_program_that_is_killed_goes_on);
    suite_add_tcase(suite, tcase);
    return suite;
}
