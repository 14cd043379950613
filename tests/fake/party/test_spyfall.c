/* A game of Spyfall on Discord: everybody's place comes in private, questions are asked by buttons,
 * forms, replies and commands, and nothing that goes wrong changes how it ends. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "round.h"
#include "whole.h"

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

static void gather(struct party *at)
{
    party_slash(at, ANA, "spyfall",
                "{\"pace\":\"async\",\"rounds\":2,\"budget\":\"3\",\"vote\":\"simultaneous\"}");
    all_sit(at, 5);
    all_reached(at, 5);
    party_press(at, ANA, "Start");
    sees(at, ANA, "You're an agent, and the place is Bank.");
    sees(at, DEE, "You're the spy");
}

/* Waits until Gus, who only looks on, reads this. */
static void comes(struct party *at, const char *words)
{
    sees(at, EVE + 1, words);
}

static void ask(struct party *at, unsigned who, unsigned whom, const char *text)
{
    char args[160];
    snprintf(args, sizeof args, "{\"seat\":\"%s\",\"text\":\"%s\"}", at->name[whom], text);
    party_slash(at, who, "ask", args);
    comes(at, text);
}

static void answer(struct party *at, unsigned who, const char *text)
{
    char fields[160];
    snprintf(fields, sizeof fields, "{\"text\":\"%s\"}", text);
    fresh_button(at, who, "Answer…", NULL);
    fill(at, who, "Answer…", fields);
    comes(at, text);
}

/* The spy has not read the place, and who looks on has read no card at all. */
static void secrets_are_kept(struct party *at, unsigned spy, const char *place)
{
    char seen[64];
    snprintf(seen, sizeof seen, "You're **an agent**, and the place is **%s**", place);
    for (unsigned who = ANA; who <= EVE + 1; who++) {
        bool agent = who != spy && who <= EVE;
        if (agent) {
            has_read(at, who, seen);
        }
        ck_assert_msg(party_saw(at, who, seen) == agent, "%s: %s", at->name[who], seen);
    }
}

static void first_round(struct party *at)
{
    ask(at, ANA, BEN, "is it loud here?");
    answer(at, BEN, "Only when a coin drops.");
    ask(at, BEN, CY, "what do people wear?");
    answer(at, CY, "Their best, to ask for more.");
    party_press(at, CY, "Put Dee up for vote");
    comes(at, "Up for vote: Dee");
    tells(at, ANA, "vote yes", "Vote is in: Ana.");
    tells(at, BEN, "vote yes", "Vote is in: Ben.");
    ck_assert(!party_saw(at, EVE + 1, "The votes."));
    tells(at, EVE, "vote yes", "Vote is in: Eve.");
    comes(at, "The spy is caught: Dee.");
    secrets_are_kept(at, DEE, bank);
}

static void second_round(struct party *at)
{
    party_press(at, ANA, "Next round");
    comes(at, "Round 2 of 2.");
    sees(at, ANA, "You're an agent, and the place is Zoo.");
    ask(at, ANA, BEN, "is it far?");
    answer(at, BEN, "Not for those who live here.");
    secrets_are_kept(at, BEN, zoo);
    whisper(at, CY, "guess zoo");
    if (!at->hands) {
        sees(at, CY, "Nobody has noticed that you tried.");
    }
    tells(at, BEN, "guess zoo", "Ben is the spy, and guesses: the place is Zoo.");
    comes(at, "The game is over");
    ck_assert(!party_saw(at, ANA, "Nobody has noticed"));
}

static const struct whole spyfall = {
    .people = 6, .deal = deal, .part = {gather, first_round, second_round}};

START_TEST(five_people_play_a_whole_game)
{
    whole_open(&party, &spyfall, 1);
    whole_play(&party, &spyfall);
}
END_TEST

START_TEST(what_goes_wrong_changes_nothing)
{
    whole_troubled(&party, &spyfall, 50, 24, 25);
}
END_TEST

START_TEST(who_takes_no_direct_messages_plays_on)
{
    whole_closed(&party, &spyfall, 5);
}
END_TEST

START_TEST(a_program_that_is_killed_goes_on)
{
    whole_killed(&party, &spyfall, 9);
}
END_TEST

Suite *suite_party_spyfall(void)
{
    Suite *suite = suite_create("party_spyfall");
    TCase *tcase = tcase_create("spyfall");
    tcase_set_timeout(tcase, 110);
    tcase_add_checked_fixture(tcase, NULL, tear_down);
    tcase_add_test(tcase, five_people_play_a_whole_game);
    tcase_add_test(tcase, what_goes_wrong_changes_nothing);
    tcase_add_test(tcase, who_takes_no_direct_messages_plays_on);
    tcase_add_test(tcase, a_program_that_is_killed_goes_on);
    suite_add_tcase(suite, tcase);
    return suite;
}
