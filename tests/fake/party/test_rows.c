/* What breaks other bots in production and is held nowhere else: rows of
 * ../discord/failures.md. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "metrics.h"
#include "round.h"

Suite *suite_party_rows(void);

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

/* From here on requests to this route are counted, under a number of their own. Of two routes that
 * fit a request the earlier one counts. */
static void count(const char *route, int number)
{
    const struct fake_discord_fault seen = {
        .verb = FAKE_DISCORD_DELAY_BEFORE, .route = route, .code = number, .ms = 1};
    fake_discord_fault(party.fake, &seen);
}

static unsigned counted(int number)
{
    return fake_discord_struck_as(party.fake, FAKE_DISCORD_DELAY_BEFORE, number);
}

static void fails(const char *route, enum fake_discord_verb verb, int code, unsigned times)
{
    const struct fake_discord_fault fault = {
        .verb = verb, .route = route, .code = code, .times = times, .ms = 600};
    fake_discord_fault(party.fake, &fault);
}

/* --- the connection --------------------------------------------------------------------------- */

START_TEST(a_slow_disk_holds_no_heartbeat)
{
    party.disk_slow = true;
    party_pass(&party, 30LL * 60 * 1000);
    party.disk_slow = false;
    party_pass(&party, 5000);
    ck_assert_int_eq(party_count(&party, "links_opened"), 1);
    party_slash(&party, ANA, "interceptor", NULL);
    sees(&party, BEN, "who plays?");
}
END_TEST

START_TEST(what_ends_in_several_ways_at_once_is_followed_by_one)
{
    fake_discord_push_op(party.fake, -1, 7, "null");
    fake_discord_push_op(party.fake, -1, 9, "true");
    fake_discord_push_op(party.fake, -1, 7, "null");
    fake_discord_push_close(party.fake, -1, 4000);
    party_pass(&party, 120000);
    ck_assert_int_eq(party_count(&party, "links_opened"), 2);
    ck_assert_int_eq(party_count(&party, "identifies"), 1);
    ck_assert_int_eq(party_count(&party, "resumes"), 1);
}
END_TEST

START_TEST(a_connection_that_ends_asks_for_no_gateway_first)
{
    count("GET /gateway/bot", 1);
    for (int i = 0; i < 5; i++) {
        fake_discord_push_close(party.fake, -1, i % 2 == 0 ? 0 : 4000);
        party_pass(&party, 70000);
    }
    ck_assert_int_eq(party_count(&party, "resumes"), 5);
    ck_assert_uint_eq(counted(1), 0);
}
END_TEST

START_TEST(another_ready_begins_nothing_anew)
{
    party_slash(&party, ANA, "interceptor", NULL);
    party_press(&party, ANA, "Join");
    party_press(&party, BEN, "Join");
    char *lines = party_lines(&party, CY);
    count("PUT /applications/*", 1);
    for (int i = 0; i < 3; i++) {
        fake_discord_push_op(party.fake, -1, 9, "false");
        party_pass(&party, 30000);
    }
    ck_assert_int_eq(party_count(&party, "identifies"), 4);
    ck_assert_uint_eq(counted(1), 0);
    char *same = party_lines(&party, CY);
    ck_assert_str_eq(lines, same);
    party_press(&party, CY, "Join");
    sees(&party, ANA, "Seats taken: 3 of 4");
    ck_assert_uint_eq(party_times(&party, CY, "You're in."), 1);
    free(lines);
    free(same);
}
END_TEST

/* A metric of Discord as it is now. */
static int64_t metric(const char *name)
{
    char line[64];
    struct buf text;
    buf_init(&text, 65536);
    metrics_text(&text);
    snprintf(line, sizeof line, "\ndeaddrop_discord_%s ", name);
    const char *found = strstr(text.text, line);
    ck_assert_msg(found != NULL, "no %s in %s", line, text.text);
    int64_t value = strtoll(found + strlen(line), NULL, 10);
    buf_deinit(&text);
    return value;
}

START_TEST(health_is_the_gateways_and_not_the_process_alone)
{
    ck_assert_int_eq(metric("shards_up"), 1);
    fake_discord_push_silence(party.fake, -1); /* half open: nobody is told */
    fake_discord_knobs(party.fake)->refuse_status = 503;
    party_pass(&party, 85000); /* two beats */
    ck_assert_int_eq(metric("shards_up"), 0);
    ck_assert_int_eq(metric("silent_milliseconds"), -1);
    fake_discord_knobs(party.fake)->refuse_status = 0;
    party_pass(&party, 60000);
    ck_assert_int_eq(metric("shards_up"), 1);
}
END_TEST

/* --- what is asked of Discord ----------------------------------------------------------------- */

/* A whole game, with threads for teams, leaves channels, roles and members as they are. */
START_TEST(nothing_about_channels_roles_and_members_is_changed)
{
    count("PATCH /channels/*/messages/*", 1);
    count("PATCH /channels/*", 2); /* a thread of ours is put away at the end */
    count("PUT /channels/*/permissions/*", 3);
    count("DELETE /channels/*/permissions/*", 3);
    count("PATCH /guilds/*", 3);
    count("PUT /guilds/*", 3);
    count("DELETE /guilds/*", 3);
    round_gather(&party);
    round_agree(&party);
    round_first_half(&party);
    round_second_half(&party);
    sees(&party, ANA, "The Journalists win");
    party_pass(&party, 180000);
    ck_assert_uint_gt(counted(1), 5);
    ck_assert_uint_eq(counted(2), 0);
    ck_assert_uint_eq(counted(3), 0);
    ck_assert_int_eq(party_count(&party, "invalid"), 0); /* and one token was enough */
}
END_TEST

/* Is there a message with components of the second kind, or its flag? */
static bool has_second_kind(unsigned who)
{
    char *text = fake_discord_saw(party.fake, party.person[who]);
    cJSON *all = cJSON_ParseWithLength(text, strlen(text));
    const cJSON *sight = NULL;
    bool found = false;
    cJSON_ArrayForEach(sight, all)
    {
        const cJSON *json = cJSON_GetObjectItemCaseSensitive(sight, "json");
        const cJSON *flags = cJSON_GetObjectItemCaseSensitive(json, "flags");
        const cJSON *row = NULL;
        found = found || (cJSON_IsNumber(flags) && (flags->valueint & 1 << 15) != 0);
        cJSON_ArrayForEach(row, cJSON_GetObjectItemCaseSensitive(json, "components"))
        {
            const cJSON *type = cJSON_GetObjectItemCaseSensitive(row, "type");
            found = found || (type->valueint != 1 && type->valueint != 18); /* rows; labels */
        }
    }
    cJSON_Delete(all);
    free(text);
    return found;
}

START_TEST(components_are_of_the_first_kind)
{
    round_gather(&party);
    round_agree(&party);
    round_first_half(&party);
    for (unsigned who = ANA; who <= EVE; who++) {
        ck_assert(!has_second_kind(who));
    }
}
END_TEST

START_TEST(a_board_that_takes_no_more_edits_is_posted_anew)
{
    party_slash(&party, ANA, "interceptor", NULL);
    party_pass(&party, 3000);
    uint64_t board = party_has(&party, ANA, "Join");
    fails("PATCH /channels/*/messages/*", FAKE_DISCORD_REFUSED, 30046, 1);
    party_press(&party, ANA, "Join");
    sees(&party, BEN, "Seats taken: 1 of 4");
    ck_assert_uint_gt(party_has(&party, ANA, "Join"), board);
    ck_assert(!fake_discord_can_see(party.fake, party.person[ANA], board));
}
END_TEST

START_TEST(other_commands_are_registered_by_a_program_that_only_resumed)
{
    static char guild[64];
    snprintf(guild, sizeof guild, "DEADDROP_DISCORD_GUILD=%llu", (unsigned long long)party.guild);
    party.environment[0] = guild;
    count("PUT /applications/*", 1);
    party_restart(&party, 3000);
    party_restart(&party, 3000);
    ck_assert_int_eq(party_count(&party, "identifies"), 1);
    ck_assert_uint_eq(counted(1), 1);
}
END_TEST

START_TEST(commands_that_cannot_be_made_today_are_not_tried_all_day)
{
    static char guild[64];
    snprintf(guild, sizeof guild, "DEADDROP_DISCORD_GUILD=%llu", (unsigned long long)party.guild);
    party.environment[0] = guild; /* they are others now */
    fails("PUT /applications/*", FAKE_DISCORD_REFUSED, 30034, 0);
    party_restart(&party, 3000);
    for (int i = 0; i < 23; i++) {
        party_pass(&party, 3600000);
        fake_discord_push_op(party.fake, -1, 9, i % 2 == 0 ? "false" : "true");
    }
    party_pass(&party, 60000);
    ck_assert_uint_eq(fake_discord_struck(party.fake, FAKE_DISCORD_REFUSED), 1);
    party_slash(&party, ANA, "interceptor", NULL); /* the ones there are still do */
    sees(&party, BEN, "who plays?");
}
END_TEST

START_TEST(direct_channels_are_opened_one_a_second)
{
    party_slash(&party, ANA, "spyfall", "{\"pace\":\"async\"}");
    uint64_t board = party_has(&party, ANA, "Join");
    const char *join = party_control(&party, board, ".-.join");
    count("POST /users/*", 1);
    for (unsigned who = ANA; who <= EVE; who++) { /* all at the same moment */
        ck_assert_uint_ne(fake_discord_press(party.fake, party.person[who], board, join, NULL), 0);
    }
    unsigned before = 0;
    for (int64_t first_ms = party.now_ms; party.now_ms < first_ms + 8000;) {
        party_pass(&party, 900);
        ck_assert_uint_le(counted(1), before + 1);
        before = counted(1);
    }
    ck_assert_uint_eq(counted(1), 5);
    for (unsigned who = ANA; who <= EVE; who++) {
        sees(&party, who, "You're in.");
    }
}
END_TEST

/* --- answers ---------------------------------------------------------------------------------- */

START_TEST(an_answer_that_meets_thinking_on_its_way_waits_for_it)
{
    fails("POST /interactions/*", _i == 0 ? FAKE_DISCORD_DELAY_BEFORE : FAKE_DISCORD_DELAY_AFTER, 0,
          1);
    party.disk_slow = true;
    fake_discord_slash(party.fake, party.person[BEN], party.channel, "todo", NULL);
    party_pass(&party, 1300); /* the watchdog has spoken, and nobody knows yet whether it arrived */
    party.disk_slow = false;
    party_pass(&party, 10000);
    ck_assert_uint_eq(party_times(&party, BEN, "No game waits for you"), 1);
    uint64_t dm = fake_discord_dm(party.fake, party.person[BEN]);
    ck_assert_uint_eq(fake_discord_latest(party.fake, party.person[BEN], dm), 0);
    ck_assert_int_eq(party_count(&party, "double_answers"), 0);
    ck_assert_int_eq(party_count(&party, "late_answers"), 0);
    ck_assert(!party_saw(&party, ANA, "No game waits for you"));
}
END_TEST

/* "Thinking" first or not: each part of a long answer is seen by who asked, and by nobody else. */
START_TEST(further_parts_of_an_answer_are_theirs_alone)
{
    count("POST /webhooks/*", 1);
    party.disk_slow = _i != 0;
    fake_discord_slash(party.fake, party.person[BEN], party.channel, "rules",
                       "{\"game\":\"interceptor\"}");
    party_pass(&party, 2000);
    party.disk_slow = false;
    party_pass(&party, 10000);
    ck_assert_uint_ge(counted(1), 1);
    char *text = fake_discord_saw(party.fake, party.person[ANA]);
    ck_assert(strcmp(text, "[]") == 0);
    free(text);
    text = fake_discord_sees(party.fake, party.person[BEN]);
    cJSON *all = cJSON_ParseWithLength(text, strlen(text));
    ck_assert_int_ge(cJSON_GetArraySize(all), 2);
    const cJSON *sight = NULL;
    cJSON_ArrayForEach(sight, all)
    {
        const cJSON *kind = cJSON_GetObjectItemCaseSensitive(sight, "kind");
        ck_assert_str_eq(kind->valuestring, "ephemeral");
    }
    cJSON_Delete(all);
    free(text);
}
END_TEST

Suite *suite_party_rows(void)
{
    Suite *suite = suite_create("party_rows");
    TCase *tcase = tcase_create("rows");
    tcase_set_timeout(tcase, 60);
    tcase_add_checked_fixture(tcase, set_up, tear_down);
    tcase_add_test(tcase, a_slow_disk_holds_no_heartbeat);
    tcase_add_test(tcase, what_ends_in_several_ways_at_once_is_followed_by_one);
    tcase_add_test(tcase, a_connection_that_ends_asks_for_no_gateway_first);
    tcase_add_test(tcase, another_ready_begins_nothing_anew);
    tcase_add_test(tcase, health_is_the_gateways_and_not_the_process_alone);
    tcase_add_test(tcase, nothing_about_channels_roles_and_members_is_changed);
    tcase_add_test(tcase, components_are_of_the_first_kind);
    tcase_add_test(tcase, a_board_that_takes_no_more_edits_is_posted_anew);
    tcase_add_test(tcase, other_commands_are_registered_by_a_program_that_only_resumed);
    tcase_add_test(tcase, commands_that_cannot_be_made_today_are_not_tried_all_day);
    tcase_add_test(tcase, direct_channels_are_opened_one_a_second);
    tcase_add_loop_test(tcase, an_answer_that_meets_thinking_on_its_way_waits_for_it, 0, 2);
    tcase_add_loop_test(tcase, further_parts_of_an_answer_are_theirs_alone, 0, 2);
    suite_add_tcase(suite, tcase);
    return suite;
}
