/* The private way to each person, and what becomes of channels, boards and servers. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "round.h"

Suite *suite_party_ways(void);

static struct party party;

static void set_up(void)
{
    memset(&party, 0, sizeof party);
    party_open(&party, 5);
}

static void tear_down(void)
{
    party_close(&party);
}

START_TEST(who_takes_no_direct_messages_plays_all_the_same)
{
    fake_discord_dms(party.fake, party.person[DEE], FAKE_DISCORD_DMS_CLOSED);
    party_slash(&party, ANA, "interceptor", "{\"pace\":\"async\"}");
    all_sit(&party, 4);
    party_press(&party, ANA, "Start");
    sees(&party, BEN, "The game begins.");
    ck_assert(!party_sees(&party, DEE, "Your team has no signals yet."));
    party_press(&party, DEE, "My hand");
    sees(&party, DEE, "Your team has no signals yet.");
    ck_assert(!party_saw(&party, ANA, "Journalists. Your partner"));
    whisper(&party, BEN, "signals documents: word coffee money: first word well");
    party_press(&party, DEE, "My hand");
    sees(&party, DEE, "the word “coffee”");
    uint64_t card = party_has(&party, DEE, "Confirm");
    party_press(&party, DEE, "Confirm");
    sees(&party, ANA, "Ready: Journalists.");
    ck_assert(!party_saw(&party, ANA, "the word “coffee”"));
    /* the card that they pressed it on is the one that stands now */
    ck_assert_uint_ne(party_has(&party, DEE, "Confirm"), card);
    sees(&party, DEE, "You have nothing to do right now.");
    ck_assert_uint_eq(party_has(&party, DEE, "Say to team…"), card);
}
END_TEST

START_TEST(nobody_is_reached_who_never_pressed)
{
    /* direct channels may not be opened at all for a while */
    const struct fake_discord_fault fault = {
        .verb = FAKE_DISCORD_REFUSED, .route = "POST /users/*", .code = 40003};
    fake_discord_fault(party.fake, &fault);
    party_slash(&party, ANA, "interceptor", NULL);
    all_sit(&party, 4);
    ck_assert_uint_le(fake_discord_struck(party.fake, FAKE_DISCORD_REFUSED), 2);
    party_press(&party, ANA, "Start");
    sees(&party, BEN, "The game begins.");
}
END_TEST

/* How often direct channels were asked for. */
static unsigned asked(void)
{
    return fake_discord_struck(party.fake, FAKE_DISCORD_REFUSED);
}

START_TEST(as_long_as_discord_is_cross_no_direct_channel_is_asked_for)
{
    const struct fake_discord_fault fault = {.verb = FAKE_DISCORD_REFUSED,
                                             .route = "POST /users/*",
                                             .code = 40003,
                                             .times = 1,
                                             .ms = 45LL * 60 * 1000};
    fake_discord_fault(party.fake, &fault);
    party_slash(&party, ANA, "interceptor", "{\"pace\":\"async\"}");
    party_press(&party, ANA, "Join");
    sees(&party, ANA, "You're in.");
    ck_assert_uint_eq(asked(), 1);
    const struct fake_discord_fault seen = {
        .verb = FAKE_DISCORD_DELAY_BEFORE, .route = "POST /users/*", .ms = 1};
    fake_discord_fault(party.fake, &seen);
    for (int i = 0; i < 4; i++) {
        party_pass(&party, 10LL * 60 * 1000);
        party_slash(&party, i % 2 == 0 ? BEN : CY, i < 2 ? "table join" : "table leave", NULL);
        ck_assert_uint_eq(fake_discord_struck(party.fake, FAKE_DISCORD_DELAY_BEFORE), 0);
    }
    party_pass(&party, 10LL * 60 * 1000);
    party_slash(&party, DEE, "table join", NULL);
    party_pass(&party, 5000);
    ck_assert_uint_ge(fake_discord_struck(party.fake, FAKE_DISCORD_DELAY_BEFORE), 1);
}
END_TEST

START_TEST(a_board_that_was_deleted_is_posted_anew)
{
    party_slash(&party, ANA, "interceptor", NULL);
    uint64_t board = party_has(&party, ANA, "Join");
    uint64_t moderator = party.person[BEN];
    uint64_t role = fake_discord_role(party.fake, party.guild, "mods", 1 << 13);
    fake_discord_role_give(party.fake, party.guild, moderator, role);
    ck_assert(fake_discord_delete_message(party.fake, moderator, board));
    party_pass(&party, 5000);
    ck_assert_uint_gt(party_has(&party, ANA, "Join"), board);
    party_press(&party, CY, "Join");
    sees(&party, ANA, "Seats taken: 1 of 4");
}
END_TEST

START_TEST(a_board_that_scrolled_away_is_posted_anew)
{
    party_slash(&party, ANA, "interceptor", NULL);
    uint64_t board = party_has(&party, ANA, "Join");
    for (int i = 0; i < 12; i++) {
        party_say(&party, EVE, "so much to say");
    }
    party_press(&party, ANA, "Join");
    party_pass(&party, 3000);
    uint64_t second = party_has(&party, ANA, "Join");
    ck_assert_uint_gt(second, board);
    ck_assert(!fake_discord_can_see(party.fake, party.person[ANA], board));
}
END_TEST

START_TEST(a_board_that_grew_old_is_posted_anew)
{
    round_gather(&party);
    party_pass(&party, 3000);
    uint64_t board = party_has(&party, EVE, "My hand");
    for (int i = 0; i < 3; i++) {
        party_pass(&party, 40LL * 60 * 1000);
        whisper(&party, i % 2 == 0 ? ANA : CY,
                "signals documents: word honestly money: ends with ?");
    }
    party_press(&party, CY, "Confirm");
    party_pass(&party, 5000);
    ck_assert_uint_gt(party_has(&party, EVE, "My hand"), board);
    ck_assert(!fake_discord_can_see(party.fake, party.person[EVE], board));
}
END_TEST

START_TEST(a_channel_that_is_gone_ends_its_tables)
{
    party_slash(&party, ANA, "interceptor", NULL);
    party_press(&party, ANA, "Join");
    party_pass(&party, 3000);
    ck_assert(fake_discord_delete_channel(party.fake, party.channel));
    party_pass(&party, 5000);
    party.channel = fake_discord_channel(party.fake, party.guild, "hall", 0);
    party_slash(&party, ANA, "me tables", NULL);
    sees(&party, ANA, "There's no open table here.");
}
END_TEST

START_TEST(a_server_out_of_reach_costs_nobody_time)
{
    party_slash(&party, ANA, "interceptor", "{\"pace\":\"live\"}");
    all_sit(&party, 4);
    party_press(&party, ANA, "Start");
    party_pass(&party, 3000);
    fake_discord_outage(party.fake, party.guild, true);
    party_pass(&party, 50000);
    fake_discord_outage(party.fake, party.guild, false);
    party_pass(&party, 5000);
    sees(&party, ANA, "All deadlines moved by");
    party_pass(&party, 90000);
    ck_assert(!party_saw(&party, ANA, "No signals yet. Team: "));
}
END_TEST

/* A live game in another server, that Fay and three more play. */
static uint64_t second_table(void)
{
    uint64_t home = party.channel;
    uint64_t guild = fake_discord_guild(party.fake, "Cave");
    uint64_t channel = fake_discord_channel(party.fake, guild, "cave", 0);
    for (unsigned who = 0; who < party.people; who++) {
        fake_discord_join(party.fake, guild, party.person[who]);
    }
    party_pass(&party, 2000);
    party.channel = channel;
    party_slash(&party, ANA, "interceptor", "{\"pace\":\"live\"}");
    for (unsigned who = ANA; who <= DEE; who++) {
        party_slash(&party, who, "table join", NULL);
        party_pass(&party, 5000);
    }
    party_slash(&party, ANA, "table start", NULL);
    party.channel = home;
    return channel;
}

/* How often it was said in a channel that deadlines have moved. */
static unsigned moved(uint64_t channel)
{
    char *text = fake_discord_sees(party.fake, party.person[EVE]);
    cJSON *all = cJSON_ParseWithLength(text, strlen(text));
    const cJSON *sight = NULL;
    unsigned count = 0;
    cJSON_ArrayForEach(sight, all)
    {
        const char *id = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(sight, "channel"));
        const char *words = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(sight, "text"));
        count +=
            strtoull(id, NULL, 10) == channel && strstr(words, "All deadlines moved by") != NULL;
    }
    cJSON_Delete(all);
    free(text);
    return count;
}

START_TEST(a_server_out_of_reach_moves_its_own_deadlines_alone)
{
    party_slash(&party, ANA, "interceptor", "{\"pace\":\"live\"}");
    all_sit(&party, 4);
    party_press(&party, ANA, "Start");
    uint64_t cave = second_table();
    party_pass(&party, 3000);
    fake_discord_outage(party.fake, party.guild, true);
    party_pass(&party, 400000); /* longer than any deadline there */
    ck_assert(party_saw(&party, EVE, "No signals yet. Team: "));
    unsigned times = party_times(&party, EVE, "No signals yet. Team: ");
    fake_discord_outage(party.fake, party.guild, false);
    party_pass(&party, 5000);
    ck_assert_uint_eq(moved(party.channel), 1);
    ck_assert_uint_eq(moved(cave), 0);
    ck_assert_uint_eq(times, 1); /* in the cave; nothing fell in the den */
    party_pass(&party, 20000);
    ck_assert_uint_eq(party_times(&party, EVE, "No signals yet. Team: "), 1);
}
END_TEST

START_TEST(a_lost_session_holds_deadlines_until_it_is_back)
{
    party_slash(&party, ANA, "interceptor", "{\"pace\":\"live\"}");
    all_sit(&party, 4);
    party_press(&party, ANA, "Start");
    party_pass(&party, 3000);
    fake_discord_knobs(party.fake)->refuse_status = 503;
    fake_discord_push_close(party.fake, -1, 0);
    party_pass(&party, 1200000);
    fake_discord_forget_sessions(party.fake);
    fake_discord_knobs(party.fake)->refuse_status = 0;
    party_pass(&party, 120000);
    ck_assert_uint_eq(moved(party.channel), 1);
    ck_assert(!party_saw(&party, ANA, "No signals yet. Team: "));
}
END_TEST

START_TEST(names_are_only_names)
{
    fake_discord_nick(party.fake, party.guild, party.person[ANA], "@everyone **A**");
    party_slash(&party, ANA, "interceptor", NULL);
    party_press(&party, ANA, "Join");
    party_pass(&party, 3000);
    sees(&party, BEN, "\\@everyone \\*\\*A\\*\\*");
    char *state = fake_discord_sees(party.fake, party.person[BEN]);
    ck_assert_ptr_null(strstr(state, "\"mention_everyone\":true"));
    free(state);
}
END_TEST

START_TEST(commands_are_registered_when_they_changed_alone)
{
    const struct fake_discord_fault fault = {
        .verb = FAKE_DISCORD_STATUS_BEFORE, .route = "PUT /applications/*", .code = 500};
    fake_discord_fault(party.fake, &fault);
    fake_discord_forget_sessions(party.fake);
    party_restart(&party, 30000);
    party_pass(&party, 30000);
    ck_assert_uint_eq(fake_discord_struck(party.fake, FAKE_DISCORD_STATUS_BEFORE), 0);
    party_slash(&party, ANA, "interceptor", NULL);
    sees(&party, BEN, "who plays?");
}
END_TEST

START_TEST(commands_are_registered_though_ready_does_not_say_whose_bot_it_is)
{
    party_close(&party);
    memset(&party, 0, sizeof party);
    party.anonymous = true;
    if (_i == 1) { /* asked, Discord says it late */
        party.fault = (struct fake_discord_fault){.verb = FAKE_DISCORD_DELAY_BEFORE,
                                                  .route = "GET /applications/@me",
                                                  .ms = 8000,
                                                  .times = 1};
    }
    party_open(&party, 4);
    party_pass(&party, 20000);
    ck_assert(party_slash(&party, ANA, "interceptor", NULL) != 0);
    sees(&party, BEN, "who plays?");
}
END_TEST

START_TEST(other_bots_do_not_play)
{
    uint64_t robot = fake_discord_robot(party.fake, "Robot");
    fake_discord_join(party.fake, party.guild, robot);
    fake_discord_say(party.fake, robot, party.channel, "!interceptor", 0);
    party_pass(&party, 3000);
    ck_assert(!party_saw(&party, ANA, "who plays?"));
}
END_TEST

START_TEST(without_their_words_a_mention_and_a_reply_are_heard)
{
    char text[128];
    snprintf(text, sizeof text, "<@%llu> interceptor",
             (unsigned long long)fake_discord_bot(party.fake));
    party_say(&party, ANA, "!interceptor");
    ck_assert(!party_saw(&party, BEN, "who plays?"));
    party_say(&party, ANA, text);
    sees(&party, BEN, "who plays?");
    uint64_t board = party_has(&party, BEN, "Join");
    fake_discord_say(party.fake, party.person[BEN], party.channel, "!join", board);
    party_pass(&party, 3000);
    sees(&party, BEN, "You're in.");
}
END_TEST

Suite *suite_party_ways(void)
{
    Suite *suite = suite_create("party_ways");
    TCase *tcase = tcase_create("ways");
    tcase_set_timeout(tcase, 60);
    tcase_add_checked_fixture(tcase, set_up, tear_down);
    tcase_add_test(tcase, who_takes_no_direct_messages_plays_all_the_same);
    tcase_add_test(tcase, nobody_is_reached_who_never_pressed);
    tcase_add_test(tcase, as_long_as_discord_is_cross_no_direct_channel_is_asked_for);
    tcase_add_test(tcase, a_board_that_was_deleted_is_posted_anew);
    tcase_add_test(tcase, a_board_that_scrolled_away_is_posted_anew);
    tcase_add_test(tcase, a_board_that_grew_old_is_posted_anew);
    tcase_add_test(tcase, a_channel_that_is_gone_ends_its_tables);
    tcase_add_test(tcase, a_server_out_of_reach_costs_nobody_time);
    tcase_add_test(tcase, a_server_out_of_reach_moves_its_own_deadlines_alone);
    tcase_add_test(tcase, a_lost_session_holds_deadlines_until_it_is_back);
    tcase_add_test(tcase, names_are_only_names);
    tcase_add_test(tcase, commands_are_registered_when_they_changed_alone);
    tcase_add_loop_test(tcase, commands_are_registered_though_ready_does_not_say_whose_bot_it_is, 0,
                        2);
    tcase_add_test(tcase, other_bots_do_not_play);
    tcase_add_test(tcase, without_their_words_a_mention_and_a_reply_are_heard);
    suite_add_tcase(suite, tcase);
    return suite;
}
