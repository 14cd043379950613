/* A mission of Infiltrators on Discord: cards come in private, Suspects are seen by one alone, and
 * nothing that goes wrong changes how it ends. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "party_told.h"
#include "round.h"

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

static void fresh(uint64_t seed)
{
    memset(&party, 0, sizeof party);
    party.dice = seed;
    party.deal = deal;
    party_open(&party, 4);
}

static void gather(void)
{
    party_slash(&party, ANA, "infiltrators", "{\"pace\":\"async\"}");
    for (unsigned who = ANA; who <= CY; who++) {
        party_press(&party, who, "Join");
        sees(&party, who, "You are in.");
    }
    party_pass(&party, 10000); /* until it is known that all are reached in private */
    party_press(&party, ANA, "Start");
    sees(&party, ANA, "R2, K5, Y9, K12 and Y4");
    sees(&party, BEN, "R3, R8, K10, Y6 and Y11");
    sees(&party, CY, "K2, K7, R12, Y2 and Y13");
}

/* Lays a card at somebody's Suspect, and draws one or not. */
static void exchange(unsigned who, const char *text, const char *laid, bool draws)
{
    tells(&party, who, text, laid);
    tells(&party, who, draws ? "draw yes" : "draw no", draws ? "draws a card" : "draws no card");
}

static void clues(void)
{
    party_press(&party, ANA, "Nab");
    sees(&party, BEN, "Ana nabs a Suspect");
    sees(&party, ANA, "Your Suspect is R6.");
    exchange(BEN, "exchange @Ana K10", "Ben lays K10 at Ana's Suspect", true);
    tells(&party, CY, "nab", "Cy nabs a Suspect");
    tells(&party, ANA, "clue K12", "Ana lays K12 at their own Suspect");
    exchange(BEN, "exchange @Cy Y11", "Ben lays Y11 at Cy's Suspect", true);
    exchange(CY, "exchange @Ana y2", "Cy lays Y2 at Ana's Suspect", true);
    exchange(ANA, "exchange @Cy K5", "Ana lays K5 at Cy's Suspect", true);
    exchange(BEN, "exchange @Ana red 8", "Ben lays R8 at Ana's Suspect", true);
    tells(&party, CY, "clue K7", "Cy lays K7 at their own Suspect");
}

/* Nobody else has read a hand, or who a Suspect is. */
static void secrets_are_kept(void)
{
    static const char *const own[][3] = {
        {"**R2**, **K5**, **Y9**", "Suspect is **R6**", "You take **K3**."},
        {"**R3**, **R8**, **K10**", "You take **R13**.", "You take **R4**."},
        {"**K2**, **K7**, **R12**", "Suspect is **K11**", "You take **Y10**."}};
    for (unsigned who = ANA; who <= CY; who++) {
        for (size_t i = 0; i < 3; i++) {
            ck_assert(party_saw(&party, who, own[who][i]));
            for (unsigned other = ANA; other <= DEE; other++) {
                ck_assert_msg(other == who || !party_saw(&party, other, own[who][i]),
                              "%s saw \"%s\"", party.name[other], own[who][i]);
            }
        }
    }
}

static void shots(void)
{
    whisper(&party, ANA, "shoot @Cy Y5");
    sees(&party, ANA, "has crossed out Y5");
    party_press(&party, ANA, "Send anyway");
    sees(&party, BEN, "Y5. Wrong. 4 bullets left.");
    tells(&party, BEN, "shoot @Cy K11", "K11. Right! 1 Suspect is left.");
    tells(&party, BEN, "retrieve Y11", "Ben takes Y11 back");
    exchange(CY, "exchange @Ana Y13", "Cy lays Y13 at Ana's Suspect", false);
    tells(&party, ANA, "clue Y4", "Ana lays Y4 at their own Suspect");
    tells(&party, BEN, "shoot @Ana R6", "R6. Right! All are found.");
    sees(&party, DEE, "The game is over");
    party_pass(&party, 180000);
}

static void whole_game(void)
{
    gather();
    clues();
    secrets_are_kept();
    shots();
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

START_TEST(three_people_win_a_whole_mission)
{
    fresh(1);
    whole_game();
    ck_assert(party_saw(&party, DEE, "win"));
}
END_TEST

START_TEST(what_goes_wrong_changes_nothing)
{
    struct told told = undisturbed();
    fresh((uint64_t)_i + 30);
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
    clues();
    party_restart(&party, 20000);
    secrets_are_kept();
    shots();
    struct told other = told_of(&party);
    told_same_moves(&told, &other);
    told_same_whispers(&told, &other);
    told_free(&told);
    told_free(&other);
}
END_TEST

Suite *suite_party_infiltrators(void)
{
    Suite *suite = suite_create("party_infiltrators");
    TCase *tcase = tcase_create("infiltrators");
    tcase_set_timeout(tcase, 110);
    tcase_add_checked_fixture(tcase, NULL, tear_down);
    tcase_add_test(tcase, three_people_win_a_whole_mission);
    tcase_add_loop_test(tcase, what_goes_wrong_changes_nothing, 0, 4);
    tcase_add_test(tcase, a_program_that_is_killed_goes_on);
    suite_add_tcase(suite, tcase);
    return suite;
}
