/* A house of two parts on one Discord: direct messages come to part 0 alone, whosever table they
 * are about, and everything is as in a whole house. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "round.h"

Suite *suite_party_parts(void);

static struct party first;
static struct party second;

static void set_up(void)
{
    memset(&first, 0, sizeof first);
    memset(&second, 0, sizeof second);
    first.parts = second.parts = 2;
    first.shards = 2;
    first.fault = (struct fake_discord_fault){
        .verb = FAKE_DISCORD_DELAY_AFTER, .route = "PUT /applications/*", .ms = 1};
    second.part = 1;
    second.first = &first;
    second.dice = 77;
    party_open(&first, 5);
    fake_discord_knobs(first.fake)->max_concurrency = 2;
    party_open(&second, 5);
    party_pass(&first, 10000);
}

static void tear_down(void)
{
    party_close(&second);
    party_close(&first);
}

START_TEST(each_part_has_its_shard_and_one_registers_commands)
{
    ck_assert_int_eq(party_count(&first, "identifies"), 2);
    ck_assert_uint_eq(fake_discord_struck(first.fake, FAKE_DISCORD_DELAY_AFTER), 1);
    ck_assert_uint_eq((first.guild >> 22) % 2, 0);
    ck_assert_uint_eq((second.guild >> 22) % 2, 1);
}
END_TEST

/* A whole game in the second part, whose secrets are said in direct messages; what was done. */
static char *play(void)
{
    round_gather(&second);
    round_agree(&second);
    round_first_half(&second);
    round_second_half(&second);
    return party_moves(&second, 1);
}

START_TEST(what_comes_twice_is_done_once_in_another_part_too)
{
    const struct fake_discord_weather weather = {.doubled_per_mille = 1000};
    char *want = play();
    unsigned passed = second.passed;
    ck_assert_uint_gt(passed, 20);
    ck_assert_uint_eq(first.passed, 0);
    tear_down();
    set_up();
    fake_discord_weather(first.fake, &weather);
    char *got = play();
    ck_assert_str_eq(got, want);
    ck_assert_uint_eq(second.passed, passed);
    free(got);
    free(want);
}
END_TEST

START_TEST(a_game_of_another_part_survives_both)
{
    round_gather(&second);
    round_agree(&second);
    party_restart(&first, 2000);
    party_pass(&first, 10000);
    round_first_half(&second);
    party_restart(&second, 2000);
    party_pass(&second, 10000);
    round_second_half(&second);
}
END_TEST

START_TEST(what_is_said_while_its_part_is_away_is_done_when_it_is_back)
{
    round_gather(&second);
    party_cut(&second);
    whisper(&first, ANA, "signals documents: word honestly money: ends with ?");
    ck_assert(!party_sees(&first, CY, "honestly"));
    party_reopen(&second, 60000);
    sees(&second, CY, "honestly");
    unsigned passed = second.passed;
    party_restart(&second, 5000); /* it is done */
    ck_assert_uint_eq(second.passed, passed);
    party_press(&second, CY, "Confirm");
    sees(&second, BEN, "Ready: Officials.");
}
END_TEST

START_TEST(a_form_in_private_is_opened_by_the_part_whose_table_it_is)
{
    round_gather(&second);
    unsigned passed = second.passed;
    cJSON *outcome = party_outcome(&second, party_press(&second, ANA, "Say to team…"));
    ck_assert(cJSON_IsObject(cJSON_GetObjectItem(outcome, "modal")));
    ck_assert_int_lt(cJSON_GetObjectItem(outcome, "took_ms")->valueint, 1000);
    cJSON_Delete(outcome);
    party_submit(&second, ANA, "{\"text\":\"honestly?\"}");
    sees(&second, CY, "honestly?");
    ck_assert(!party_saw(&second, BEN, "honestly?"));
    ck_assert_uint_eq(second.passed, passed + 2);
    ck_assert_uint_eq(first.passed, 0);
    ck_assert_int_eq(party_count(&first, "double_answers"), 0);
}
END_TEST

START_TEST(who_sits_in_both_parts_is_asked_which_table_is_meant)
{
    round_gather(&first);
    round_gather(&second);
    unsigned passed = second.passed;
    whisper(&first, ANA, "signals documents: word honestly money: ends with ?");
    sees(&first, ANA, "Words alone don't tell me which one you mean.");
    ck_assert(!party_saw(&first, CY, "honestly"));
    ck_assert_uint_eq(second.passed, passed);
    fill(&second, ANA, "Say to team…", "{\"text\":\"this one\"}"); /* the newer card's */
    sees(&second, CY, "this one");
    ck_assert_uint_eq(second.passed, passed + 2);
}
END_TEST

Suite *suite_party_parts(void)
{
    Suite *suite = suite_create("party_parts");
    TCase *tcase = tcase_create("parts");
    tcase_set_timeout(tcase, 120);
    tcase_add_checked_fixture(tcase, set_up, tear_down);
    tcase_add_test(tcase, each_part_has_its_shard_and_one_registers_commands);
    tcase_add_test(tcase, what_comes_twice_is_done_once_in_another_part_too);
    tcase_add_test(tcase, a_game_of_another_part_survives_both);
    tcase_add_test(tcase, what_is_said_while_its_part_is_away_is_done_when_it_is_back);
    tcase_add_test(tcase, a_form_in_private_is_opened_by_the_part_whose_table_it_is);
    tcase_add_test(tcase, who_sits_in_both_parts_is_asked_which_table_is_meant);
    suite_add_tcase(suite, tcase);
    return suite;
}
