/* A game of Decrypto on Discord: teams talk in threads of their own, what is secret comes in
 * private, and nothing that goes wrong changes how it ends. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "party_told.h"
#include "round.h"

Suite *suite_party_decrypto(void);

static struct party party;

static const char *const deal =
    "{\"keywords\":{\"white\":[\"COW\",\"TEA\",\"PIANO\",\"WEEKEND\"],"
    "\"black\":[\"WOLF\",\"BREAD\",\"MIRROR\",\"STORM\"]},"
    "\"codes\":{\"white\":[\"314\",\"421\"],\"black\":[\"241\",\"132\"]},\"round\":7}";

static void tear_down(void)
{
    party_close(&party);
}

static void fresh(uint64_t seed)
{
    memset(&party, 0, sizeof party);
    party.dice = seed;
    party.deal = deal;
    party_open(&party, 5);
}

static void gather(void)
{
    party_slash(&party, ANA, "decrypto", "{\"pace\":\"async\"}");
    for (unsigned who = ANA; who <= DEE; who++) {
        party_press(&party, who, "Join");
        sees(&party, who, "You are in.");
    }
    party_pass(&party, 10000); /* until it is known that all are reached in private */
    party_press(&party, ANA, "Start");
    sees(&party, CY, "COW");
    sees(&party, DEE, "WOLF");
}

/* Says it, and waits until it is heard, however late that is. */
static void says(unsigned who, const char *text)
{
    whisper(&party, who, text);
    party_pass(&party, 9000);
}

/* Says it, and waits until everybody can read what it brought. */
static void then(unsigned who, const char *text, unsigned reader, const char *words)
{
    whisper(&party, who, text);
    sees(&party, reader, words);
}

static void secrets_are_kept(void)
{
    static const char *const white[] = {"COW", "PIANO", "WEEKEND"};
    static const char *const black[] = {"WOLF", "BREAD", "STORM"};
    for (size_t i = 0; i < 3; i++) {
        ck_assert(!party_saw(&party, BEN, white[i]) && !party_saw(&party, DEE, white[i]));
        ck_assert(!party_saw(&party, ANA, black[i]) && !party_saw(&party, CY, black[i]));
        ck_assert(!party_saw(&party, EVE, white[i]) && !party_saw(&party, EVE, black[i]));
    }
}

static void play(void)
{
    gather();
    says(ANA, "clues keys, milk, sunday");
    party_pass(&party, 3000);
    ck_assert(!party_saw(&party, BEN, "milk"));
    then(BEN, "clues oven, cloud, fang", DEE, "milk");
    says(CY, "decode 314");
    says(DEE, "intercept 143");
    party_pass(&party, 8000);
    says(DEE, "decode 241");
    says(ANA, "intercept 123");
    party_pass(&party, 8000);
    secrets_are_kept();
    says(CY, "clues holiday, kettle, farm");
    then(DEE, "clues pack, reflection, bakery", ANA, "kettle");
    says(ANA, "decode 421");
    says(BEN, "intercept 412");
    party_pass(&party, 8000);
    says(BEN, "decode 132");
    says(CY, "intercept 123");
    party_pass(&party, 8000);
    secrets_are_kept();
    says(ANA, "keywords wolf, bread, glass, storms");
    says(DEE, "keywords cow, tea, guitar, week");
    sees(&party, EVE, "How it was dealt");
    party_pass(&party, 180000);
}

static int threads(void)
{
    char path[64];
    snprintf(path, sizeof path, "/guilds/%llu/threads/active", (unsigned long long)party.guild);
    const struct fake_answer *answer = fake_discord_bot_asks(party.fake, "GET", path, NULL);
    cJSON *json = cJSON_ParseWithLength(answer->body, answer->body_len);
    int count = cJSON_GetArraySize(cJSON_GetObjectItemCaseSensitive(json, "threads"));
    cJSON_Delete(json);
    return count;
}

START_TEST(each_team_has_a_thread_while_they_play)
{
    fresh(1);
    gather();
    party_pass(&party, 10000);
    ck_assert_int_eq(threads(), 2);
}
END_TEST

START_TEST(a_table_that_was_given_up_leaves_no_thread)
{
    fresh(1);
    gather();
    party_pass(&party, 10000);
    party_slash(&party, ANA, "table abort", NULL);
    party_pass(&party, 3000);
    sees(&party, BEN, "Ana ends the game");
    party_pass(&party, 17LL * 60 * 1000);
    ck_assert_int_eq(threads(), 0);
}
END_TEST

START_TEST(a_whole_game)
{
    fresh(1);
    play();
    ck_assert(party_saw(&party, EVE, "WEEKEND"));
}
END_TEST

START_TEST(what_goes_wrong_changes_nothing)
{
    fresh(1);
    play();
    struct told told = told_of(&party);
    party_close(&party);
    fresh((uint64_t)_i + 20);
    party_trouble(&party, 25);
    play();
    ck_assert_uint_gt(told_struck(&party), 10);
    fake_discord_mend(party.fake);
    party_pass(&party, 120000);
    struct told other = told_of(&party);
    told_same_moves(&told, &other);
    told_same_whispers(&told, &other);
    told_free(&told);
    told_free(&other);
}
END_TEST

Suite *suite_party_decrypto(void)
{
    Suite *suite = suite_create("party_decrypto");
    TCase *tcase = tcase_create("decrypto");
    tcase_set_timeout(tcase, 110);
    tcase_add_checked_fixture(tcase, NULL, tear_down);
    tcase_add_test(tcase, each_team_has_a_thread_while_they_play);
    tcase_add_test(tcase, a_table_that_was_given_up_leaves_no_thread);
    tcase_add_test(tcase, a_whole_game);
    tcase_add_loop_test(tcase, what_goes_wrong_changes_nothing, 0, 3);
    suite_add_tcase(suite, tcase);
    return suite;
}
