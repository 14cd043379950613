/* A mission of Infiltrators on Discord: cards come in private, Suspects are seen by one alone, and
 * nothing that goes wrong changes how it ends. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "round.h"
#include "whole.h"

Suite *suite_party_infiltrators(void);

static struct party party;

static const char *const deal =
    "{\"hands\":[[\"R2\",\"K5\",\"Y9\",\"K12\",\"Y4\"],[\"R3\",\"R8\",\"K10\",\"Y6\",\"Y11\"],"
    "[\"K2\",\"K7\",\"R12\",\"Y2\",\"Y13\"]],\"centre\":[\"R6\",\"K11\"],"
    "\"hq\":[\"Y7\",\"R4\",\"K9\",\"R13\",\"Y10\",\"K3\",\"R5\",\"Y12\",\"K8\",\"R9\",\"Y3\","
    "\"K13\",\"R7\",\"Y5\",\"K4\",\"R11\",\"Y8\",\"K6\",\"R10\"],\"first\":0}";

static void tear_down(void)
{
    party_close(&party);
}

static void gather(struct party *at)
{
    party_slash(at, ANA, "infiltrators", "{\"pace\":\"async\"}");
    all_sit(at, 3);
    all_reached(at, 3);
    party_press(at, ANA, "Start");
    sees(at, ANA, "R2, K5, Y9, K12 and Y4");
    sees(at, BEN, "R3, R8, K10, Y6 and Y11");
    sees(at, CY, "K2, K7, R12, Y2 and Y13");
}

/* Lays a card at somebody's Suspect, and draws one or not. */
static void exchange(struct party *at, unsigned who, const char *text, const char *laid, bool draws)
{
    tells(at, who, text, laid);
    tells(at, who, draws ? "draw yes" : "draw no", draws ? "draws a card" : "draws no card");
}

static void clues(struct party *at)
{
    party_press(at, ANA, "Nab");
    sees(at, BEN, "Ana nabs a Suspect");
    sees(at, ANA, "Your Suspect is R6.");
    exchange(at, BEN, "exchange @Ana K10", "Ben lays K10 as a clue. Suspect: Ana", true);
    tells(at, CY, "nab", "Cy nabs a Suspect");
    tells(at, ANA, "clue K12", "Ana lays K12 as a clue. Suspect: their own");
    exchange(at, BEN, "exchange @Cy Y11", "Ben lays Y11 as a clue. Suspect: Cy", true);
    exchange(at, CY, "exchange @Ana y2", "Cy lays Y2 as a clue. Suspect: Ana", true);
    exchange(at, ANA, "exchange @Cy K5", "Ana lays K5 as a clue. Suspect: Cy", true);
    exchange(at, BEN, "exchange @Ana red 8", "Ben lays R8 as a clue. Suspect: Ana", true);
    tells(at, CY, "clue K7", "Cy lays K7 as a clue. Suspect: their own");
}

/* Nobody else has read a hand, or who a Suspect is. */
static void secrets_are_kept(struct party *at)
{
    static const char *const own[][3] = {
        {"**R2**, **K5**, **Y9**", "Suspect is **R6**", "You take **K3**."},
        {"**R3**, **R8**, **K10**", "You take **R13**.", "You take **R4**."},
        {"**K2**, **K7**, **R12**", "Suspect is **K11**", "You take **Y10**."}};
    for (unsigned who = ANA; who <= CY; who++) {
        for (size_t i = 0; i < 3; i++) {
            if (!at->hands) { /* what was drawn is told by direct message alone */
                has_read(at, who, own[who][i]);
            }
            for (unsigned other = ANA; other <= DEE; other++) {
                ck_assert_msg(other == who || !party_saw(at, other, own[who][i]), "%s saw \"%s\"",
                              at->name[other], own[who][i]);
            }
        }
    }
}

static void shots(struct party *at)
{
    if (at->hands) { /* a warning would not reach her */
        whisper(at, ANA, "shoot @Cy Y5 insist=yes");
    } else {
        whisper(at, ANA, "shoot @Cy Y5");
        sees(at, ANA, "rules Y5 out");
        party_press(at, ANA, "Send anyway");
    }
    sees(at, BEN, "Y5. Wrong. 4 bullets left.");
    tells(at, BEN, "shoot @Cy K11", "K11. Right! 1 Suspect is left.");
    tells(at, BEN, "retrieve Y11", "Ben takes Y11 back");
    exchange(at, CY, "exchange @Ana Y13", "Cy lays Y13 as a clue. Suspect: Ana", false);
    tells(at, ANA, "clue Y4", "Ana lays Y4 as a clue. Suspect: their own");
    tells(at, BEN, "shoot @Ana R6", "R6. Right! All are found.");
    sees(at, DEE, "The game is over");
}

static const struct whole infiltrators = {
    .people = 4, .deal = deal, .part = {gather, clues, secrets_are_kept, shots}};

START_TEST(three_people_win_a_whole_mission)
{
    whole_open(&party, &infiltrators, 1);
    whole_play(&party, &infiltrators);
    ck_assert(party_saw(&party, DEE, "win"));
}
END_TEST

START_TEST(what_goes_wrong_changes_nothing)
{
    whole_troubled(&party, &infiltrators, 30, 24, 25);
}
END_TEST

START_TEST(who_takes_no_direct_messages_plays_on)
{
    whole_closed(&party, &infiltrators, 3);
}
END_TEST

START_TEST(a_program_that_is_killed_goes_on)
{
    whole_killed(&party, &infiltrators, 9);
}
END_TEST

Suite *suite_party_infiltrators(void)
{
    Suite *suite = suite_create("party_infiltrators");
    TCase *tcase = tcase_create("infiltrators");
    tcase_set_timeout(tcase, 110);
    tcase_add_checked_fixture(tcase, NULL, tear_down);
    tcase_add_test(tcase, three_people_win_a_whole_mission);
    tcase_add_test(tcase, what_goes_wrong_changes_nothing);
    tcase_add_test(tcase, who_takes_no_direct_messages_plays_on);
    tcase_add_test(tcase, a_program_that_is_killed_goes_on);
    suite_add_tcase(suite, tcase);
    return suite;
}
