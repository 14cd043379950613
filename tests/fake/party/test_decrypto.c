/* A game of Decrypto on Discord: teams talk in threads of their own, what is secret comes in
 * private, and nothing that goes wrong changes how it ends. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "round.h"
#include "whole.h"

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

static void gather(struct party *at)
{
    party_slash(at, ANA, "decrypto", "{\"pace\":\"async\"}");
    all_sit(at, 4);
    all_reached(at, 4);
    party_press(at, ANA, "Start");
    sees(at, CY, "COW");
    sees(at, DEE, "WOLF");
}

/* Says it, and waits until it is heard, however late that is. */
static void says(struct party *at, unsigned who, const char *text)
{
    whisper(at, who, text);
    party_pass(at, 9000);
}

/* Says it, and waits until everybody can read what it brought. */
static void then(struct party *at, unsigned who, const char *text, unsigned reader,
                 const char *words)
{
    whisper(at, who, text);
    sees(at, reader, words);
}

static void secrets_are_kept(struct party *at)
{
    static const char *const white[] = {"COW", "PIANO", "WEEKEND"};
    static const char *const black[] = {"WOLF", "BREAD", "STORM"};
    for (size_t i = 0; i < 3; i++) {
        ck_assert(!party_saw(at, BEN, white[i]) && !party_saw(at, DEE, white[i]));
        ck_assert(!party_saw(at, ANA, black[i]) && !party_saw(at, CY, black[i]));
        ck_assert(!party_saw(at, EVE, white[i]) && !party_saw(at, EVE, black[i]));
    }
}

static void first_round(struct party *at)
{
    says(at, ANA, "clues keys, milk, sunday");
    party_pass(at, 3000);
    ck_assert(!party_saw(at, BEN, "milk"));
    then(at, BEN, "clues oven, cloud, fang", DEE, "milk");
    says(at, CY, "decode 314");
    says(at, DEE, "intercept 143");
    party_pass(at, 8000);
    says(at, DEE, "decode 241");
    says(at, ANA, "intercept 123");
    party_pass(at, 8000);
    secrets_are_kept(at);
}

static void second_round(struct party *at)
{
    says(at, CY, "clues holiday, kettle, farm");
    then(at, DEE, "clues pack, reflection, bakery", ANA, "kettle");
    says(at, ANA, "decode 421");
    says(at, BEN, "intercept 412");
    party_pass(at, 8000);
    says(at, BEN, "decode 132");
    says(at, CY, "intercept 123");
    party_pass(at, 8000);
    secrets_are_kept(at);
}

static void keywords(struct party *at)
{
    says(at, ANA, "keywords wolf, bread, glass, storms");
    says(at, DEE, "keywords cow, tea, guitar, week");
    sees(at, EVE, "How it was dealt");
}

static const struct whole decrypto = {.people = 5,
                                      .deal = deal,
                                      .together = true,
                                      .part = {gather, first_round, second_round, keywords}};

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
    whole_open(&party, &decrypto, 1);
    gather(&party);
    party_pass(&party, 10000);
    ck_assert_int_eq(threads(), 2);
}
END_TEST

/* A file beside its words: a body in parts. */
START_TEST(how_it_was_dealt_comes_as_a_file)
{
    whole_open(&party, &decrypto, 1);
    whole_play(&party, &decrypto);
    cJSON *outcome = party_outcome(&party, party_press(&party, BEN, "How it was dealt"));
    ck_assert_str_eq(cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(outcome, "state")),
                     "answered");
    cJSON_Delete(outcome);
    sees(&party, BEN, "record.jsonl");
    ck_assert_int_eq(party_count(&party, "invalid_bodies"), 0);
}
END_TEST

START_TEST(a_table_that_was_given_up_leaves_no_thread)
{
    whole_open(&party, &decrypto, 1);
    gather(&party);
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
    whole_open(&party, &decrypto, 1);
    whole_play(&party, &decrypto);
    ck_assert(party_saw(&party, EVE, "WEEKEND"));
}
END_TEST

START_TEST(what_goes_wrong_changes_nothing)
{
    whole_troubled(&party, &decrypto, 20, 24, 25);
}
END_TEST

START_TEST(who_takes_no_direct_messages_plays_on)
{
    whole_closed(&party, &decrypto, 4);
}
END_TEST

START_TEST(a_program_that_is_killed_goes_on)
{
    whole_killed(&party, &decrypto, 9);
}
END_TEST

Suite *suite_party_decrypto(void)
{
    Suite *suite = suite_create("party_decrypto");
    TCase *tcase = tcase_create("decrypto");
    tcase_set_timeout(tcase, 110);
    tcase_add_checked_fixture(tcase, NULL, tear_down);
    tcase_add_test(tcase, how_it_was_dealt_comes_as_a_file);
    tcase_add_test(tcase, each_team_has_a_thread_while_they_play);
    tcase_add_test(tcase, a_table_that_was_given_up_leaves_no_thread);
    tcase_add_test(tcase, a_whole_game);
    tcase_add_test(tcase, what_goes_wrong_changes_nothing);
    tcase_add_test(tcase, who_takes_no_direct_messages_plays_on);
    tcase_add_test(tcase, a_program_that_is_killed_goes_on);
    suite_add_tcase(suite, tcase);
    return suite;
}
