/* A game of Spyfall on Discord: everybody's place comes in private, questions are asked by buttons,
 * forms, replies and commands, and nothing that goes wrong changes how it ends. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "party_told.h"
#include "round.h"

Suite *suite_party_spyfall(void);

static struct party party;

static const char *const deal =
    "{\"locations\":[\"Bank\",\"Beach\",\"Library\",\"School\",\"Zoo\"],"
    "\"rounds\":[{\"location\":\"Bank\",\"spy\":3},{\"location\":\"Zoo\",\"spy\":1}]}";

static const char *const bank = "Bank";
static const char *const zoo = "Zoo";

static void tear_down(void)
{
    party_close(&party);
}

static void fresh(uint64_t seed)
{
    memset(&party, 0, sizeof party);
    party.dice = seed;
    party.deal = deal;
    party_open(&party, 6);
}

static void gather(void)
{
    party_slash(&party, ANA, "spyfall",
                "{\"pace\":\"async\",\"rounds\":2,\"budget\":\"3\",\"vote\":\"simultaneous\"}");
    for (unsigned who = ANA; who <= EVE; who++) {
        party_press(&party, who, "Join");
        sees(&party, who, "You are in.");
    }
    party_pass(&party, 10000); /* until it is known that all are reached in private */
    party_press(&party, ANA, "Start");
    sees(&party, ANA, "You are an agent, and the place is Bank.");
    sees(&party, DEE, "You are the spy");
}

/* Waits until Gus, who only looks on, reads this. */
static void comes(const char *words)
{
    sees(&party, EVE + 1, words);
}

static void ask(unsigned who, unsigned whom, const char *text)
{
    char args[160];
    snprintf(args, sizeof args, "{\"seat\":\"%s\",\"text\":\"%s\"}", party.name[whom], text);
    party_slash(&party, who, "ask", args);
    comes(text);
}

static void answer(unsigned who, const char *text)
{
    char fields[160];
    snprintf(fields, sizeof fields, "{\"text\":\"%s\"}", text);
    fresh_button(&party, who, "Answer…", NULL);
    fill(&party, who, "Answer…", fields);
    comes(text);
}

static void first_round(void)
{
    ask(ANA, BEN, "is it loud here?");
    answer(BEN, "Only when a coin drops.");
    ask(BEN, CY, "what do people wear?");
    answer(CY, "Their best, to ask for more.");
    party_press(&party, CY, "Put Dee up for vote");
    comes("Cy puts Dee up for vote");
    tells(&party, ANA, "vote yes", "Ana has voted.");
    tells(&party, BEN, "vote yes", "Ben has voted.");
    ck_assert(!party_saw(&party, EVE + 1, "The votes:"));
    tells(&party, EVE, "vote yes", "Eve has voted.");
    comes("The spy is caught: Dee.");
}

/* The spy has not read the place, and who looks on has read no card at all. */
static void secrets_are_kept(unsigned spy, const char *place)
{
    char seen[64];
    snprintf(seen, sizeof seen, "You are **an agent**, and the place is **%s**", place);
    for (unsigned who = ANA; who <= EVE + 1; who++) {
        bool agent = who != spy && who <= EVE;
        ck_assert_msg(party_saw(&party, who, seen) == agent, "%s: %s", party.name[who], seen);
    }
}

static void second_round(void)
{
    party_press(&party, ANA, "Next round");
    comes("Round 2 of 2.");
    sees(&party, ANA, "You are an agent, and the place is Zoo.");
    ask(ANA, BEN, "is it far?");
    answer(BEN, "Not for those who live here.");
    secrets_are_kept(BEN, zoo);
    whisper(&party, CY, "guess zoo");
    sees(&party, CY, "Nobody has noticed that you tried.");
    tells(&party, BEN, "guess zoo", "Ben is the spy, and guesses: the place is Zoo.");
    comes("The game is over");
    party_pass(&party, 180000);
}

static void whole_game(void)
{
    gather();
    first_round();
    secrets_are_kept(DEE, bank);
    second_round();
    ck_assert(!party_saw(&party, ANA, "Nobody has noticed"));
}

static struct told undisturbed(void)
{
    fresh(1);
    whole_game();
    struct told told = told_of(&party);
    party_close(&party);
    ck_assert_uint_gt(strlen(told.moves), 500);
    return told;
}

START_TEST(five_people_play_a_whole_game)
{
    fresh(1);
    whole_game();
}
END_TEST

START_TEST(what_goes_wrong_changes_nothing)
{
    struct told told = undisturbed();
    fresh((uint64_t)_i + 50);
    party_trouble(&party, 25);
    whole_game();
    ck_assert_uint_gt(told_struck(&party), 10);
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
    gather();
    party_restart(&party, 5000);
    first_round();
    party_restart(&party, 20000);
    second_round();
    struct told other = told_of(&party);
    told_same_moves(&told, &other);
    told_same_whispers(&told, &other);
    told_free(&told);
    told_free(&other);
}
END_TEST

Suite *suite_party_spyfall(void)
{
    Suite *suite = suite_create("party_spyfall");
    TCase *tcase = tcase_create("spyfall");
    tcase_set_timeout(tcase, 110);
    tcase_add_checked_fixture(tcase, NULL, tear_down);
    tcase_add_test(tcase, five_people_play_a_whole_game);
    tcase_add_loop_test(tcase, what_goes_wrong_changes_nothing, 0, 4);
    tcase_add_test(tcase, a_program_that_is_killed_goes_on);
    suite_add_tcase(suite, tcase);
    return suite;
}
