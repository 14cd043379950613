/* Whole games of Interceptor on Discord: as it should be, with everything going wrong at random,
 * and with the program killed again and again. All end alike. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "round.h"

Suite *suite_party_interceptor(void);

/* What is told of a game that must not depend on what went wrong. */
struct told {
    char *moves; /* what people did, without moments and ids */
    char *lines; /* what all read, without boards and moments */
};

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

static struct told told_of_game(void)
{
    return (struct told){party_moves(&party, 1), party_lines(&party, BEN)};
}

static void free_told(struct told *told)
{
    free(told->moves);
    free(told->lines);
}

/* Fails with the place where they part. */
static void texts_are_alike(const char *text, const char *other)
{
    size_t at = 0;
    while (text[at] != '\0' && text[at] == other[at]) {
        at++;
    }
    size_t from = at < 200 ? 0 : at - 200;
    ck_assert_msg(text[at] == other[at], "expected:\n%.600s\n\ngot:\n%.600s", text + from,
                  other + from);
}

static void game_is_alike(const struct told *told, const struct told *other)
{
    texts_are_alike(told->moves, other->moves);
    texts_are_alike(told->lines, other->lines);
}

static struct told undisturbed(void)
{
    fresh(1);
    whole_game();
    struct told told = told_of_game();
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

static unsigned all_that_struck(void)
{
    unsigned count = 0;
    for (int verb = 0; verb < FAKE_DISCORD_VERBS; verb++) {
        count += fake_discord_struck(party.fake, (enum fake_discord_verb)verb);
    }
    return count;
}

START_TEST(what_goes_wrong_changes_nothing)
{
    struct told told = undisturbed();
    fresh((uint64_t)_i + 2);
    party_trouble(&party, 15);
    whole_game();
    ck_assert_uint_gt(all_that_struck(), 20);
    fake_discord_mend(party.fake);
    party_pass(&party, 120000);
    struct told other = told_of_game();
    game_is_alike(&told, &other);
    free_told(&told);
    free_told(&other);
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
    struct told other = told_of_game();
    texts_are_alike(told.moves, other.moves);
    free_told(&told);
    free_told(&other);
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
