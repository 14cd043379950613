/* A whole game of Interceptor on Discord, by buttons, forms, slash commands and direct messages. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "party.h"

Suite *suite_party_interceptor(void);

enum { ANA, BEN, CY, DEE };

static struct party party;

static void set_up(void)
{
    memset(&party, 0, sizeof party);
    party_open(&party, 4);
}

static void tear_down(void)
{
    party_close(&party);
}

static void whisper(unsigned who, const char *text)
{
    uint64_t dm = fake_discord_dm(party.fake, party.person[who]);
    ck_assert_msg(fake_discord_say(party.fake, party.person[who], dm, text, 0) != 0, "%s",
                  fake_discord_why(party.fake));
    party_pass(&party, 700);
}

static void sees(unsigned who, const char *words)
{
    ck_assert_msg(party_sees(&party, who, words), "%s does not see \"%s\":\n%s", party.name[who],
                  words, party_tail(&party, who));
}

static void gather(void)
{
    party_slash(&party, ANA, "interceptor", NULL);
    sees(BEN, "who plays?");
    for (unsigned who = ANA; who <= DEE; who++) {
        party_press(&party, who, "Join");
        party_pass(&party, 2000);
        sees(who, "You are in.");
    }
    sees(ANA, "All 4 seats are taken.");
    party_press(&party, ANA, "Start");
    sees(BEN, "The game begins.");
}

/* One card, with a sentence where the form asks for one. */
static void play(unsigned who, const char *card, const char *say)
{
    char label[64];
    char form[256];
    snprintf(label, sizeof label, "%s…", card);
    if (party_has(&party, who, label) > party_has(&party, who, card)) {
        party_press(&party, who, label);
        snprintf(form, sizeof form, "{\"say\":\"%s\"}", say);
        party_submit(&party, who, form);
    } else {
        party_press(&party, who, card);
    }
}

#define DOCUMENTS "📄 Documents"
#define MONEY     "💰 Money"

static void agree(void)
{
    whisper(ANA, "signals documents: word honestly money: ends with ?");
    sees(CY, "honestly");
    party_press(&party, CY, "Confirm");
    whisper(BEN, "signals documents: word coffee money: first word well");
    party_press(&party, DEE, "Confirm");
    sees(BEN, "Both teams have their signals.");
    party_press(&party, CY, "Ana");
    sees(DEE, "Ana leads the first round.");
}

static void first_half(void)
{
    play(ANA, MONEY, "Who goes first?");
    play(CY, MONEY, "");
    play(BEN, MONEY, "Well, who knows.");
    play(DEE, MONEY, "");
    sees(CY, "Round 1 is open.");
    party_press(&party, BEN, "1 : 1");
    play(CY, DOCUMENTS, "I honestly forgot.");
    play(ANA, DOCUMENTS, "");
    play(DEE, DOCUMENTS, "More coffee, please.");
    play(BEN, MONEY, "");
    party_press(&party, ANA, "2 : 2");
    play(ANA, MONEY, "Who goes first?");
    play(CY, DOCUMENTS, "");
    play(BEN, DOCUMENTS, "Coffee for me.");
    play(DEE, DOCUMENTS, "");
    party_press(&party, BEN, "1 : 3");
}

static void second_half(void)
{
    play(CY, DOCUMENTS, "I honestly forgot.");
    play(ANA, DOCUMENTS, "");
    play(DEE, DOCUMENTS, "More coffee, please.");
    play(BEN, DOCUMENTS, "");
    party_press(&party, BEN, "2 : 0");
    play(ANA, DOCUMENTS, "Honestly, I would not know.");
    play(CY, MONEY, "");
    play(BEN, MONEY, "Well, who knows.");
    play(DEE, DOCUMENTS, "");
    play(CY, MONEY, "Is that so?");
    play(ANA, MONEY, "");
    play(DEE, DOCUMENTS, "More coffee, please.");
    play(BEN, DOCUMENTS, "");
    party_press(&party, ANA, "1 : 1");
    play(ANA, DOCUMENTS, "Honestly, I would not know.");
    play(CY, MONEY, "");
    play(BEN, MONEY, "Well, who knows.");
    play(DEE, MONEY, "");
    party_press(&party, BEN, "2 : 2");
}

START_TEST(four_people_play_a_whole_game)
{
    gather();
    agree();
    first_half();
    second_half();
    party_pass(&party, 5000);
    sees(ANA, "The Journalists win");
}
END_TEST

Suite *suite_party_interceptor(void)
{
    Suite *suite = suite_create("party_interceptor");
    TCase *tcase = tcase_create("interceptor");
    tcase_set_timeout(tcase, 60);
    tcase_add_checked_fixture(tcase, set_up, tear_down);
    tcase_add_test(tcase, four_people_play_a_whole_game);
    suite_add_tcase(suite, tcase);
    return suite;
}
