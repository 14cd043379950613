/* What happens to a bot sooner or later: clocks that are wrong, tokens that are over, servers that
 * throw it out, filters, roles, many people, several shards. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "round.h"

Suite *suite_party_trouble(void);

static struct party party;

static void fresh(unsigned people)
{
    party_open(&party, people);
}

static void set_up(void)
{
    memset(&party, 0, sizeof party);
}

static void tear_down(void)
{
    party_close(&party);
}

static bool was_answered(uint64_t interaction)
{
    cJSON *outcome = party_outcome(&party, interaction);
    const char *state = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(outcome, "state"));
    bool answered = strcmp(state, "answered") == 0;
    cJSON_Delete(outcome);
    return answered;
}

/* --- clocks and tokens ------------------------------------------------------------------------ */

START_TEST(a_clock_an_hour_off_matters_to_nobody)
{
    party.ahead_ms = _i == 0 ? 3600000 : -3600000;
    fresh(4);
    round_gather(&party);
    round_agree(&party);
    party_pass(&party, 4000);
    uint64_t board = party_has(&party, BEN, "My hand");
    ck_assert(was_answered(party_press(&party, CY, "My hand")));
    party_cut(&party);
    uint64_t late = fake_discord_press(party.fake, party.person[DEE], board,
                                       party_control(&party, board, ".-.hand"), NULL);
    party_reopen(&party, 20000);
    ck_assert(!was_answered(late));
    round_first_half(&party);
    ck_assert_int_eq(party_count(&party, "late_answers"), 0);
    ck_assert_int_eq(party_count(&party, "invalid"), 0);
}
END_TEST

/* The newest direct message to them has these words. */
static bool wrote(unsigned who, const char *words)
{
    uint64_t dm = fake_discord_dm(party.fake, party.person[who]);
    uint64_t message = fake_discord_latest(party.fake, party.person[who], dm);
    char *text = message == 0 ? NULL : fake_discord_message(party.fake, message);
    bool has = text != NULL && strstr(text, words) != NULL;
    free(text);
    return has;
}

START_TEST(what_takes_longer_than_a_token_lives_comes_by_direct_message)
{
    fresh(4);
    party.disk_slow = true;
    uint64_t slash =
        fake_discord_slash(party.fake, party.person[BEN], party.channel, "rules", NULL);
    party_pass(&party, 16LL * 60 * 1000);
    ck_assert(was_answered(slash)); /* with "thinking" */
    party.disk_slow = false;
    party_pass(&party, 5000);
    ck_assert(wrote(BEN, "What I can do"));
    ck_assert_int_eq(party_count(&party, "invalid"), 0); /* a token that is over is not tried */
    ck_assert(was_answered(party_slash(&party, BEN, "todo", NULL)));
}
END_TEST

START_TEST(a_token_that_ended_early_is_no_end_of_the_bot)
{
    fresh(4);
    fake_discord_knobs(party.fake)->token_ms = 30000;
    party.disk_slow = true;
    fake_discord_slash(party.fake, party.person[BEN], party.channel, "rules", NULL);
    party_pass(&party, 60000);
    party.disk_slow = false;
    party_pass(&party, 5000);
    ck_assert(wrote(BEN, "What I can do"));
    fake_discord_knobs(party.fake)->token_ms = 900000;
    ck_assert(was_answered(party_slash(&party, BEN, "todo", NULL)));
}
END_TEST

START_TEST(what_was_done_before_several_deaths_is_not_done_again)
{
    fresh(5);
    party_slash(&party, ANA, "interceptor", "{\"pace\":\"async\"}");
    uint64_t message = party_has(&party, BEN, "Join");
    const char *join = party_control(&party, message, ".-.join");
    party_cut(&party);
    /* each life hears one more, and ends before it has noted how far it heard */
    fake_discord_press(party.fake, party.person[ANA], message, join, NULL);
    for (unsigned who = BEN; who <= DEE; who++) {
        fake_discord_press(party.fake, party.person[who], message, join, NULL);
        party_begin(&party, 500);
        party_pass(&party, 900);
        party_cut(&party);
    }
    party_reopen(&party, 1000);
    party_pass(&party, 20000);
    for (unsigned who = ANA; who <= DEE; who++) {
        ck_assert(!party_saw(&party, who, "already have a seat"));
        ck_assert(party_saw(&party, who, "You're in."));
    }
}
END_TEST

/* --- servers ---------------------------------------------------------------------------------- */

START_TEST(a_server_that_threw_the_bot_out_has_no_tables_any_more)
{
    fresh(4);
    round_gather(&party);
    ck_assert(fake_discord_kick_bot(party.fake, party.guild));
    party_pass(&party, 5000);
    int64_t requests = party_count(&party, "requests");
    party_pass(&party, 600000);
    ck_assert_int_lt(party_count(&party, "requests") - requests,
                     40); /* it does not knock for ever */
    ck_assert(fake_discord_invite_bot(party.fake, party.guild));
    party_pass(&party, 3000);
    party_slash(&party, ANA, "me tables", NULL);
    sees(&party, ANA, "This game is over.");
}
END_TEST

START_TEST(words_that_a_server_filters_do_not_stop_a_game)
{
    party.deal = "{\"locations\":[\"Bank\",\"Beach\",\"Library\",\"School\",\"Zoo\"],"
                 "\"rounds\":[{\"location\":\"Bank\",\"spy\":2}]}";
    fresh(5);
    party_slash(&party, ANA, "spyfall", "{\"pace\":\"async\",\"rounds\":1}");
    all_sit(&party, 4);
    party_pass(&party, 10000);
    party_press(&party, ANA, "Start");
    sees(&party, BEN, "You're an agent");
    fake_discord_automod(party.fake, party.guild, "darn");
    party_slash(&party, ANA, "ask", "{\"seat\":\"Ben\",\"text\":\"is it darn loud?\"}");
    sees(&party, EVE, "filter");
    ck_assert(!party_saw(&party, EVE, "darn loud"));
    fill(&party, BEN, "Answer…", "{\"text\":\"Only at times.\"}");
    sees(&party, EVE, "Only at times.");
}
END_TEST

START_TEST(a_board_with_words_that_a_server_filters_keeps_its_buttons)
{
    fresh(4);
    party_slash(&party, ANA, "interceptor", "{\"pace\":\"async\"}");
    sees(&party, BEN, "who plays?");
    fake_discord_automod(party.fake, party.guild, "Ben");
    all_sit(&party, 4);
    party_pass(&party, 10000);
    int64_t requests = party_count(&party, "requests");
    party_pass(&party, 600000);
    ck_assert_int_lt(party_count(&party, "requests") - requests, 40); /* it is not tried for ever */
    sees(&party, CY, "filter");
    party_press(&party, ANA, "Start");
    sees(&party, BEN, "Your team has no signals yet.");
    ck_assert_int_eq(party_count(&party, "invalid_bodies"), 0);
}
END_TEST

START_TEST(words_that_a_host_does_not_want_are_passed_on_for_nobody)
{
    char path[] = "/tmp/deaddrop-words-XXXXXX";
    char setting[64];
    int file = mkstemp(path);
    ck_assert_int_ge(file, 0);
    ck_assert_int_eq(write(file, "darn\n", 5), 5);
    close(file);
    snprintf(setting, sizeof setting, "DEADDROP_BOT_UNWANTED_WORDS=%s", path);
    party.environment[0] = setting;
    fresh(5);
    fake_discord_role_may(party.fake, party.guild, fake_discord_bot(party.fake),
                          1 << 10 | 1 << 11 | 1 << 14 | 1 << 15 | 1 << 16); /* no threads */
    party_slash(&party, ANA, "decrypto", "{\"pace\":\"async\"}");
    all_sit(&party, 4);
    party_pass(&party, 10000);
    party_press(&party, ANA, "Start");
    party_pass(&party, 10000);
    unlink(path);
    for (unsigned who = ANA; who <= DEE; who++) {
        whisper(&party, who, "team Ｄａｒｎ, which one?");
        whisper(&party, who, "team gosh, which one?");
    }
    party_pass(&party, 20000);
    unsigned told = 0;
    for (unsigned who = ANA; who <= EVE; who++) {
        told += party_sees(&party, who, "One of those words isn't wanted here") ? 1 : 0;
        ck_assert_uint_le(party_times(&party, who, "Ｄａｒｎ"),
                          1); /* their own, as they wrote it */
    }
    ck_assert_uint_ge(told, 2);
    ck_assert_uint_ge(party_times(&party, ANA, "gosh") + party_times(&party, CY, "gosh"), 3);
}
END_TEST

START_TEST(more_people_than_seats_are_told_so)
{
    fresh(PARTY_PEOPLE_MAX);
    party_slash(&party, ANA, "spyfall", "{\"pace\":\"async\"}");
    unsigned seated = 0;
    for (unsigned who = 0; who < party.people; who++) {
        ck_assert(was_answered(party_slash(&party, who, "table join", NULL)));
        party_pass(&party, 1500);
        seated += party_sees(&party, who, "You're in.") ? 1 : 0;
    }
    ck_assert_uint_eq(seated, 12);
    ck_assert_uint_eq(party_has(&party, 0, "Join"), 0); /* nor is it offered any more */
    party_pass(&party, 30000);
    party_press(&party, ANA, "Start");
    sees(&party, ANA, "The game begins.");
    party_press(&party, ANA, "My hand");
    party_slash(&party, ANA, "table status", NULL);
    ck_assert_int_eq(party_count(&party, "invalid_bodies"), 0);
    ck_assert_int_eq(party_count(&party, "late_answers"), 0);
}
END_TEST

START_TEST(who_writes_to_shard_0_is_heard_at_a_table_of_another)
{
    static const char *const shards[] = {"DEADDROP_DISCORD_SHARD_ID=auto", NULL};
    memcpy(party.environment, shards, sizeof shards);
    party.shards = 3;
    fresh(4);
    party_pass(&party, 20000); /* one identify in five seconds */
    ck_assert_int_eq(party_count(&party, "identifies"), 3);
    while ((party.guild >> 22) % 3 == 0) {
        party_pass(&party, 7);
        party.guild = fake_discord_guild(party.fake, "Cave");
        party.channel = fake_discord_channel(party.fake, party.guild, "cave", 0);
        for (unsigned who = 0; who < party.people; who++) {
            fake_discord_join(party.fake, party.guild, party.person[who]);
        }
    }
    party_pass(&party, 2000);
    round_gather(&party);
    round_agree(&party); /* by direct messages alone, which shard 0 tells of */
    party_restart(&party, 5000);
    party_pass(&party, 20000);
    round_first_half(&party);
}
END_TEST

START_TEST(a_channel_that_was_refused_is_tried_when_roles_change)
{
    static const uint64_t may = 1 << 10 | 1 << 14 | 1 << 15 | 1 << 16;
    uint64_t bot = 0;
    fresh(5);
    bot = fake_discord_bot(party.fake);
    round_gather(&party);
    party_pass(&party, 3000);
    ck_assert(fake_discord_role_may(party.fake, party.guild, party.guild, 1 << 10 | 1 << 16));
    ck_assert(fake_discord_role_may(party.fake, party.guild, bot, may)); /* to say nothing */
    whisper(&party, ANA, "signals documents: word honestly money: ends with ?");
    sees(&party, CY, "honestly");
    whisper(&party, CY, "confirm");
    whisper(&party, BEN, "signals documents: word coffee money: first word well");
    sees(&party, DEE, "coffee");
    whisper(&party, DEE, "confirm");
    whisper(&party, CY, "leader ana");
    party_pass(&party, 10LL * 60 * 1000);
    ck_assert(!party_saw(&party, EVE, "leads the first round"));
    ck_assert_int_le(party_count(&party, "invalid"), 8); /* it does not knock all the time */
    ck_assert(fake_discord_role_may(party.fake, party.guild, bot, may | 1 << 11));
    party_pass(&party, 90000);
    ck_assert(party_saw(&party, EVE, "leads the first round"));
}
END_TEST

/* --- who may, and who is no more -------------------------------------------------------------- */

START_TEST(a_role_that_the_settings_name_moderates)
{
    static char setting[80];
    fresh(6);
    uint64_t role = fake_discord_role(party.fake, party.guild, "wardens", 0);
    fake_discord_role_give(party.fake, party.guild, party.person[DEE], role);
    snprintf(setting, sizeof setting, "DEADDROP_DISCORD_MODERATOR_ROLES=7, %llu",
             (unsigned long long)role);
    party_slash(&party, ANA, "interceptor", NULL);
    party_press(&party, ANA, "Join");
    sees(&party, ANA, "You're in.");
    party_slash(&party, DEE, "table abort", NULL);
    party_pass(&party, 3000);
    ck_assert(!party_saw(&party, EVE, "closes this table"));
    party.environment[0] = setting;
    party_restart(&party, 3000);
    party_pass(&party, 3000);
    party_slash(&party, EVE, "table abort", NULL); /* who has no such role cannot */
    party_pass(&party, 3000);
    ck_assert(!party_saw(&party, EVE, "closes this table"));
    party_slash(&party, DEE, "table abort", NULL);
    sees(&party, EVE, "closes this table");
}
END_TEST

START_TEST(who_leaves_the_server_leaves_its_tables)
{
    static const char *const members[] = {"DEADDROP_DISCORD_INTENTS=4611", NULL};
    fresh(5);
    fake_discord_knobs(party.fake)->intents_allowed |= 1 << 1;
    fake_discord_forget_sessions(party.fake);
    memcpy(party.environment, members, sizeof members);
    party_restart(&party, 30000);
    party_pass(&party, 10000);
    party_slash(&party, ANA, "interceptor", NULL);
    all_sit(&party, 3);
    party_pass(&party, 3000);
    ck_assert(fake_discord_leave(party.fake, party.guild, party.person[BEN]));
    sees(&party, EVE, "Seats taken: 2 of 4");
}
END_TEST

/* --- what is offered while one types ---------------------------------------------------------- */

static const char *offered(unsigned who, const char *command, const char *args, const char *focused)
{
    static char values[2048];
    size_t used = 0;
    uint64_t id =
        fake_discord_complete(party.fake, party.person[who], party.channel, command, args, focused);
    ck_assert_msg(id != 0, "%s", fake_discord_why(party.fake));
    party_pass(&party, 300);
    cJSON *outcome = party_outcome(&party, id);
    const cJSON *choice = NULL;
    values[0] = '\0';
    cJSON_ArrayForEach(choice, cJSON_GetObjectItemCaseSensitive(outcome, "choices"))
    {
        used += (size_t)snprintf(
            values + used, sizeof values - used, "%s ",
            cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(choice, "value")));
    }
    cJSON_Delete(outcome);
    return values;
}

static void dealt(const char *game, const char *options, unsigned people)
{
    party_slash(&party, ANA, game, options);
    all_sit(&party, people);
    party_pass(&party, 10000);
    party_press(&party, ANA, "Start");
    sees(&party, people, "The game begins.");
}

START_TEST(places_are_offered_to_who_guesses)
{
    party.deal = "{\"locations\":[\"Bank\",\"Beach\",\"Library\",\"School\",\"Zoo\"],"
                 "\"rounds\":[{\"location\":\"Bank\",\"spy\":2}]}";
    fresh(5);
    dealt("spyfall", "{\"pace\":\"async\",\"rounds\":1}", 4);
    ck_assert_str_eq(offered(CY, "guess", "{\"location\":\"be\"}", "location"), "Beach ");
    ck_assert_str_eq(offered(ANA, "ask", "{\"seat\":\"\"}", "seat"), "1 2 3 ");
}
END_TEST

START_TEST(options_and_people_are_offered_by_their_names)
{
    fresh(5);
    party_slash(&party, ANA, "interceptor", "{\"pace\":\"async\"}");
    all_sit(&party, 4);
    ck_assert_ptr_nonnull(
        strstr(offered(ANA, "table option", "{\"option\":\"\"}", "option"), "last_call"));
    ck_assert_str_eq(offered(ANA, "table option", "{\"option\":\"last c\"}", "option"),
                     "last_call ");
    ck_assert_str_eq(
        offered(ANA, "table option", "{\"option\":\"pace\",\"value\":\"day\"}", "value"), "async ");
    ck_assert_str_eq(offered(EVE, "table kick", "{\"seat\":\"D\"}", "seat"), "");
    ck_assert_ptr_nonnull(strstr(offered(ANA, "table kick", "{\"seat\":\"\"}", "seat"), "Dee"));
}
END_TEST

START_TEST(own_cards_are_offered_and_nobody_elses)
{
    party.deal =
        "{\"hands\":[[\"R2\",\"K5\",\"Y9\",\"K12\",\"Y4\"],[\"R3\",\"R8\",\"K10\",\"Y6\",\"Y11\"],"
        "[\"K2\",\"K7\",\"R12\",\"Y2\",\"Y13\"]],\"centre\":[\"R6\",\"K11\"],"
        "\"hq\":[\"Y7\",\"R4\",\"K9\",\"R13\",\"Y10\",\"K3\",\"R5\",\"Y12\",\"K8\",\"R9\",\"Y3\","
        "\"K13\",\"R7\",\"Y5\",\"K4\",\"R11\",\"Y8\",\"K6\",\"R10\"],\"first\":0}";
    fresh(4);
    dealt("infiltrators", "{\"pace\":\"async\"}", 3);
    party_press(&party, ANA, "Nab");
    sees(&party, BEN, "Ana nabs a Suspect");
    const char *all = "{\"seat\":\"Ana\",\"card\":\"\"}";
    ck_assert_str_eq(offered(BEN, "exchange", all, "card"), "R3 R8 K10 Y6 Y11 ");
    ck_assert_str_eq(offered(BEN, "exchange", "{\"seat\":\"Ana\",\"card\":\"k\"}", "card"), "K10 ");
    ck_assert_str_eq(offered(DEE, "exchange", all, "card"), "");
}
END_TEST

Suite *suite_party_trouble(void)
{
    Suite *suite = suite_create("party_trouble");
    TCase *tcase = tcase_create("trouble");
    tcase_set_timeout(tcase, 110);
    tcase_add_checked_fixture(tcase, set_up, tear_down);
    tcase_add_loop_test(tcase, a_clock_an_hour_off_matters_to_nobody, 0, 2);
    tcase_add_test(tcase, what_takes_longer_than_a_token_lives_comes_by_direct_message);
    tcase_add_test(tcase, a_token_that_ended_early_is_no_end_of_the_bot);
    tcase_add_test(tcase, what_was_done_before_several_deaths_is_not_done_again);
    tcase_add_test(tcase, a_server_that_threw_the_bot_out_has_no_tables_any_more);
    tcase_add_test(tcase, words_that_a_server_filters_do_not_stop_a_game);
    tcase_add_test(tcase, a_board_with_words_that_a_server_filters_keeps_its_buttons);
    tcase_add_test(tcase, words_that_a_host_does_not_want_are_passed_on_for_nobody);
    tcase_add_test(tcase, more_people_than_seats_are_told_so);
    tcase_add_test(tcase, who_writes_to_shard_0_is_heard_at_a_table_of_another);
    tcase_add_test(tcase, a_channel_that_was_refused_is_tried_when_roles_change);
    tcase_add_test(tcase, a_role_that_the_settings_name_moderates);
    tcase_add_test(tcase, who_leaves_the_server_leaves_its_tables);
    tcase_add_test(tcase, places_are_offered_to_who_guesses);
    tcase_add_test(tcase, options_and_people_are_offered_by_their_names);
    tcase_add_test(tcase, own_cards_are_offered_and_nobody_elses);
    suite_add_tcase(suite, tcase);
    return suite;
}
