/* Interactions: answered once, in time, by the right way, whatever happens. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "round.h"

Suite *suite_party_answers(void);

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

/* An interaction was answered so: type of the callback, seen by one alone or by all. */
static void answered(uint64_t interaction, int type, bool ephemeral)
{
    cJSON *outcome = party_outcome(&party, interaction);
    char *text = cJSON_Print(outcome);
    const cJSON *state = cJSON_GetObjectItemCaseSensitive(outcome, "state");
    const cJSON *kind = cJSON_GetObjectItemCaseSensitive(outcome, "type");
    const cJSON *alone = cJSON_GetObjectItemCaseSensitive(outcome, "ephemeral");
    ck_assert_msg(cJSON_IsString(state) && strcmp(state->valuestring, "answered") == 0, "%s", text);
    ck_assert_msg(kind->valueint == type && cJSON_IsTrue(alone) == ephemeral, "%s", text);
    cJSON_free(text);
    cJSON_Delete(outcome);
}

START_TEST(a_command_is_answered_to_who_gave_it_alone)
{
    answered(party_slash(&party, ANA, "interceptor", NULL), 4, true);
    answered(party_press(&party, ANA, "Join"), 6, false);
    answered(party_press(&party, BEN, "Help"), 4, true);
    ck_assert(party_saw(&party, BEN, "What you can do now"));
    ck_assert(!party_saw(&party, ANA, "What you can do now"));
    answered(party_slash(&party, BEN, "table ready", NULL), 4, true);
    ck_assert_int_eq(party_count(&party, "late_answers"), 0);
    ck_assert_int_eq(party_count(&party, "double_answers"), 0);
}
END_TEST

/* How long it took until Discord had its first answer. */
static int64_t took_ms(uint64_t interaction)
{
    cJSON *outcome = party_outcome(&party, interaction);
    const cJSON *took = cJSON_GetObjectItemCaseSensitive(outcome, "took_ms");
    ck_assert(cJSON_IsNumber(took));
    int64_t ms = (int64_t)took->valuedouble;
    cJSON_Delete(outcome);
    return ms;
}

static void acknowledged(uint64_t interaction)
{
    ck_assert_int_lt(took_ms(interaction), 100);
}

static void at_once(uint64_t interaction, int type, bool ephemeral)
{
    answered(interaction, type, ephemeral);
    acknowledged(interaction);
}

/* Something private is on its way to them for 20 s; the first answer to what they do waits not. */
START_TEST(a_press_is_acknowledged_while_a_direct_message_is_on_its_way)
{
    const struct fake_discord_fault slow = {
        .verb = FAKE_DISCORD_DELAY_BEFORE, .route = "POST /users/*", .times = 1, .ms = 20000};
    party_slash(&party, ANA, "interceptor", NULL);
    fake_discord_fault(party.fake, &slow);
    at_once(party_press(&party, BEN, "Join"), 6, false);
    party_pass(&party, 2000); /* now it is asked for their direct channel */
    ck_assert_uint_eq(fake_discord_struck(party.fake, FAKE_DISCORD_DELAY_BEFORE), 1);
    acknowledged(party_press(&party, BEN, "Help"));
    at_once(party_press(&party, BEN, "Leave"), 6, false);
    at_once(party_press(&party, BEN, "Join"), 6, false);
    party_pass(&party, 30000);
    sees(&party, BEN, "You're in.");
    ck_assert_int_eq(party_count(&party, "late_answers"), 0);
}
END_TEST

START_TEST(an_answer_does_not_stand_behind_a_direct_message)
{
    round_gather(&party);
    const struct fake_discord_fault slow = {
        .verb = FAKE_DISCORD_DELAY_BEFORE, .route = "POST /channels/*", .times = 4, .ms = 20000};
    fake_discord_fault(party.fake, &slow);
    whisper(&party, ANA, "signals documents: word honestly money: ends with ?");
    ck_assert_uint_ge(fake_discord_struck(party.fake, FAKE_DISCORD_DELAY_BEFORE), 1);
    for (unsigned who = ANA; who <= DEE; who++) {
        at_once(party_press(&party, who, "Help"), 4, true);
        at_once(party_slash(&party, who, "todo", NULL), 4, true);
    }
    party_pass(&party, 60000);
    ck_assert_int_eq(party_count(&party, "late_answers"), 0);
    ck_assert_int_eq(party_count(&party, "double_answers"), 0);
}
END_TEST

/* It proves to be closed after the press was acknowledged: they are told where they act. */
START_TEST(what_no_direct_channel_takes_follows_the_silent_sign)
{
    const struct fake_discord_fault closed[] = {
        {.verb = FAKE_DISCORD_DELAY_BEFORE, .route = "POST /users/*", .times = 1, .ms = 5000}};
    fake_discord_dms(party.fake, party.person[BEN], FAKE_DISCORD_DMS_CLOSED);
    party_slash(&party, ANA, "interceptor", NULL);
    fake_discord_fault(party.fake, closed);
    at_once(party_press(&party, BEN, "Join"), 6, false);
    sees(&party, BEN, "You're in.");
    ck_assert(!party_saw(&party, ANA, "You're in."));
    ck_assert_int_eq(party_count(&party, "double_answers"), 0);
}
END_TEST

/* Everything stands still for a while, as where a machine sleeps or a disk hangs. */
START_TEST(no_callback_is_tried_when_its_three_seconds_are_over)
{
    const struct fake_discord_fault seen = {
        .verb = FAKE_DISCORD_DELAY_BEFORE, .route = "POST /interactions/*", .ms = 1};
    party_slash(&party, ANA, "interceptor", NULL);
    fake_discord_fault(party.fake, &seen);
    fake_discord_slash(party.fake, party.person[BEN], party.channel, "rules", NULL);
    party.now_ms += _i == 0 ? 2950 : 60000;
    party_pass(&party, 5000);
    ck_assert_uint_eq(fake_discord_struck(party.fake, FAKE_DISCORD_DELAY_BEFORE), 0);
    ck_assert_int_eq(party_count(&party, "late_answers"), 0);
}
END_TEST

START_TEST(no_callback_is_tried_again_when_its_three_seconds_are_over)
{
    const struct fake_discord_fault down = {
        .verb = FAKE_DISCORD_STATUS_BEFORE, .route = "POST /interactions/*", .code = 503};
    party.disk_slow = true;
    fake_discord_fault(party.fake, &down);
    uint64_t slash =
        fake_discord_slash(party.fake, party.person[BEN], party.channel, "rules", NULL);
    party_pass(&party, 2950);
    unsigned tries = fake_discord_struck(party.fake, FAKE_DISCORD_STATUS_BEFORE);
    ck_assert_uint_ge(tries, 2);
    party.disk_slow = false;
    party_pass(&party, 10000);
    ck_assert_uint_eq(fake_discord_struck(party.fake, FAKE_DISCORD_STATUS_BEFORE), tries);
    ck_assert_int_eq(party_count(&party, "late_answers"), 0);
    cJSON *outcome = party_outcome(&party, slash);
    ck_assert_str_eq(cJSON_GetObjectItemCaseSensitive(outcome, "state")->valuestring, "failed");
    cJSON_Delete(outcome);
    sees(&party, BEN, "What I can do"); /* by direct message */
}
END_TEST

START_TEST(a_slow_disk_is_said_to_be_thinking_to_them_alone)
{
    party_slash(&party, ANA, "interceptor", NULL);
    uint64_t board = party_has(&party, CY, "Join");
    party.disk_slow = true;
    uint64_t slash =
        fake_discord_slash(party.fake, party.person[BEN], party.channel, "rules", NULL);
    uint64_t press = fake_discord_press(party.fake, party.person[CY], board,
                                        party_control(&party, board, ".-.join"), NULL);
    party_pass(&party, 2000);
    answered(slash, 5, true);
    answered(press, 5, true);
    party_pass(&party, 3000);
    party.disk_slow = false;
    party_pass(&party, 3000);
    sees(&party, BEN, "Interceptor");
    sees(&party, CY, "You're in.");
    ck_assert_int_eq(party_count(&party, "late_answers"), 0);
    ck_assert_int_eq(party_count(&party, "double_answers"), 0);
}
END_TEST

START_TEST(an_answer_that_comes_too_late_comes_by_direct_message)
{
    party_slash(&party, ANA, "interceptor", NULL);
    const struct fake_discord_fault fault = {
        .verb = FAKE_DISCORD_REFUSED, .route = "POST /interactions/*", .times = 1, .code = 10062};
    fake_discord_fault(party.fake, &fault);
    uint64_t dm = fake_discord_dm(party.fake, party.person[BEN]);
    party_slash(&party, BEN, "rules", "{\"game\":\"interceptor\"}");
    party_pass(&party, 5000);
    ck_assert_uint_ne(fake_discord_latest(party.fake, party.person[BEN], dm), 0);
    ck_assert(!party_saw(&party, ANA, "wire"));
}
END_TEST

START_TEST(somebody_else_answered_first_is_taken_as_said)
{
    const struct fake_discord_fault fault = {
        .verb = FAKE_DISCORD_REFUSED, .route = "POST /interactions/*", .times = 1, .code = 40060};
    fake_discord_fault(party.fake, &fault);
    party_slash(&party, ANA, "rules", NULL);
    party_pass(&party, 10000);
    uint64_t dm = fake_discord_dm(party.fake, party.person[ANA]);
    ck_assert_uint_eq(fake_discord_latest(party.fake, party.person[ANA], dm), 0);
}
END_TEST

START_TEST(an_answer_of_unknown_fate_is_looked_for_until_it_is_found)
{
    const struct fake_discord_fault faults[] = {
        {.verb = FAKE_DISCORD_DROP_AFTER, .route = "POST /interactions/*", .times = 1},
        {.verb = FAKE_DISCORD_TRUNCATED, .route = "POST /interactions/*", .times = 1},
        {.verb = FAKE_DISCORD_STATUS_BEFORE, .route = "GET /webhooks/*", .times = 12, .code = 500}};
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        fake_discord_fault(party.fake, &faults[i]);
    }
    party_slash(&party, BEN, "todo", NULL);
    party_pass(&party, 60000);
    ck_assert_uint_eq(fake_discord_struck(party.fake, FAKE_DISCORD_STATUS_BEFORE), 12);
    uint64_t dm = fake_discord_dm(party.fake, party.person[BEN]);
    ck_assert_uint_eq(fake_discord_latest(party.fake, party.person[BEN], dm), 0);
}
END_TEST

/* How often they have read this anywhere, and how many direct messages they have. */
static void read_once(unsigned who, const char *words)
{
    uint64_t dm = fake_discord_dm(party.fake, party.person[who]);
    ck_assert_uint_eq(party_times(&party, who, words), 1);
    ck_assert_uint_eq(fake_discord_latest(party.fake, party.person[who], dm), 0);
}

/* A fault that strikes what is answered to an interaction once, and cuts the program off then. */
static void cut_in_an_answer(enum fake_discord_verb verb, const char *route)
{
    const struct fake_discord_fault fault = {.verb = verb, .route = route, .times = 1, .ms = 60000};
    fake_discord_fault(party.fake, &fault);
}

START_TEST(an_answer_that_was_heard_before_a_death_is_not_told_again)
{
    cut_in_an_answer(FAKE_DISCORD_DELAY_AFTER, "POST /interactions/*");
    party_slash(&party, BEN, "todo", NULL); /* they read it, and nobody tells the house */
    ck_assert_uint_eq(fake_discord_struck(party.fake, FAKE_DISCORD_DELAY_AFTER), 1);
    party_restart(&party, 3000);
    party_pass(&party, 60000);
    read_once(BEN, "No game waits for you");
}
END_TEST

START_TEST(thinking_becomes_the_answer_in_another_life)
{
    party.disk_slow = true;
    fake_discord_slash(party.fake, party.person[BEN], party.channel, "todo", NULL);
    party_pass(&party, 3000);
    cut_in_an_answer(FAKE_DISCORD_DROP_BEFORE, "PATCH /webhooks/*");
    party.disk_slow = false;
    party_pass(&party, 10);
    party_restart(&party, 3000);
    party_pass(&party, 60000);
    read_once(BEN, "No game waits for you");
}
END_TEST

START_TEST(an_answer_that_nobody_heard_before_a_death_comes_by_direct_message)
{
    cut_in_an_answer(FAKE_DISCORD_DROP_BEFORE, "POST /interactions/*");
    fake_discord_slash(party.fake, party.person[BEN], party.channel, "todo", NULL);
    party_pass(&party, 10);
    ck_assert_uint_eq(fake_discord_struck(party.fake, FAKE_DISCORD_DROP_BEFORE), 1);
    party_restart(&party, 20000);
    party_pass(&party, 60000);
    uint64_t dm = fake_discord_dm(party.fake, party.person[BEN]);
    ck_assert_uint_eq(party_times(&party, BEN, "No game waits for you"), 1);
    ck_assert_uint_ne(fake_discord_latest(party.fake, party.person[BEN], dm), 0);
}
END_TEST

START_TEST(thinking_becomes_the_answer_however_often_it_has_to_be_said)
{
    const struct fake_discord_fault fault = {
        .verb = FAKE_DISCORD_STATUS_AFTER, .route = "PATCH /webhooks/*", .times = 12, .code = 504};
    party.disk_slow = true;
    fake_discord_fault(party.fake, &fault);
    fake_discord_slash(party.fake, party.person[BEN], party.channel, "rules", NULL);
    party_pass(&party, 3000);
    party.disk_slow = false;
    party_pass(&party, 60000);
    ck_assert_uint_eq(fake_discord_struck(party.fake, FAKE_DISCORD_STATUS_AFTER), 12);
    sees(&party, BEN, "What I can do");
    ck_assert_int_eq(party_count(&party, "edits_of_sight"), 0); /* who sees it was settled before */
    uint64_t dm = fake_discord_dm(party.fake, party.person[BEN]);
    ck_assert_uint_eq(fake_discord_latest(party.fake, party.person[BEN], dm), 0);
}
END_TEST

START_TEST(a_form_that_could_not_open_any_more_does_nothing)
{
    round_gather(&party);
    round_agree(&party);
    uint64_t message = party_has(&party, ANA, "📄 Documents…");
    char *text = fake_discord_message(party.fake, message);
    char *control = strstr(text, "\"custom_id\":\"t");
    ck_assert_ptr_nonnull(control);
    control += strlen("\"custom_id\":\"");
    control[strcspn(control, "\"")] = '\0';
    char *moves = party_moves(&party, 1);
    party_cut(&party);
    ck_assert_uint_ne(fake_discord_press(party.fake, party.person[ANA], message, control, NULL), 0);
    party_reopen(&party, 20000);
    party_pass(&party, 10000);
    char *after = party_moves(&party, 1);
    ck_assert_str_eq(moves, after);
    ck_assert(!party_saw(&party, ANA, "doesn't carry your signal"));
    free(moves);
    free(after);
    free(text);
}
END_TEST

START_TEST(what_is_replayed_late_is_done_and_not_answered)
{
    party_slash(&party, ANA, "interceptor", NULL);
    uint64_t message = party_has(&party, BEN, "Join");
    party_cut(&party);
    uint64_t press = fake_discord_press(party.fake, party.person[BEN], message,
                                        party_control(&party, message, ".-.join"), NULL);
    party_reopen(&party, 20000);
    sees(&party, BEN, "You're in.");
    cJSON *outcome = party_outcome(&party, press);
    const cJSON *state = cJSON_GetObjectItemCaseSensitive(outcome, "state");
    ck_assert_str_eq(state->valuestring, "failed");
    cJSON_Delete(outcome);
    ck_assert_int_eq(party_count(&party, "late_answers"), 0);
    ck_assert_int_eq(party_count(&party, "resumes"), 1);
}
END_TEST

START_TEST(told_twice_is_done_once)
{
    const struct fake_discord_weather weather = {.doubled_per_mille = 1000};
    party_slash(&party, ANA, "interceptor", NULL);
    fake_discord_weather(party.fake, &weather);
    party_press(&party, ANA, "Join");
    party_press(&party, BEN, "Join");
    party_slash(&party, CY, "table join", NULL);
    party_say(&party, DEE, "!join");
    party_pass(&party, 3000);
    ck_assert_uint_eq(party_times(&party, BEN, "You're in."), 1);
    ck_assert_int_eq(party_count(&party, "double_answers"), 0);
}
END_TEST

START_TEST(two_presses_in_one_millisecond_are_two_answers)
{
    party_slash(&party, ANA, "interceptor", NULL);
    uint64_t message = party_has(&party, BEN, "Join");
    const char *join = party_control(&party, message, ".-.join");
    uint64_t one = fake_discord_press(party.fake, party.person[BEN], message, join, NULL);
    uint64_t two = fake_discord_press(party.fake, party.person[BEN], message, join, NULL);
    party_pass(&party, 5000);
    cJSON *first = party_outcome(&party, one);
    cJSON *second = party_outcome(&party, two);
    ck_assert_str_eq(cJSON_GetObjectItemCaseSensitive(first, "state")->valuestring, "answered");
    ck_assert_str_eq(cJSON_GetObjectItemCaseSensitive(second, "state")->valuestring, "answered");
    cJSON_Delete(first);
    cJSON_Delete(second);
    ck_assert_uint_eq(party_times(&party, BEN, "You're in."), 1);
}
END_TEST

START_TEST(a_press_of_a_turn_that_is_over_is_told_so)
{
    round_gather(&party);
    whisper(&party, ANA, "signals documents: word honestly money: ends with ?");
    sees(&party, CY, "Do you agree?");
    char confirm[PARTY_CONTROL_BYTES];
    uint64_t card = party_button(&party, CY, "Confirm", confirm);
    fake_discord_press(party.fake, party.person[CY], card, confirm, NULL);
    uint64_t press = fake_discord_press(party.fake, party.person[CY], card, confirm, NULL);
    ck_assert_uint_ne(press, 0);
    party_pass(&party, 1000);
    answered(press, 4, true);
    sees(&party, CY, "over");
}
END_TEST

/* The values that are offered for an option, with blanks between. */
static const char *offered(unsigned who, const char *command, const char *args, const char *focused)
{
    static char values[1024];
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

START_TEST(what_could_be_meant_is_offered_out_of_their_own_view)
{
    round_gather(&party);
    ck_assert_str_eq(offered(ANA, "table host", "{\"seat\":\"\"}", "seat"), "Ana Ben Cy Dee ");
    ck_assert_str_eq(offered(ANA, "table host", "{\"seat\":\"be\"}", "seat"), "Ben ");
    ck_assert_str_eq(offered(ANA, "table option", "{\"option\":\"max_r\"}", "option"),
                     "max_rounds ");
    ck_assert_str_eq(offered(ANA, "table option", "{\"option\":\"pace\",\"value\":\"\"}", "value"),
                     "live async ");
    ck_assert_str_eq(offered(ANA, "table option", "{\"option\":\"zzz\"}", "option"), "");
    const char *missions = offered(EVE, "infiltrators", "{\"mission\":\"T\"}", "mission");
    ck_assert_msg(strncmp(missions, "T1 T2 T3 ", 9) == 0, "%s", missions);
}
END_TEST

/* Out of the public list. */
START_TEST(places_are_completed_by_their_names)
{
    unsigned offers = 0;
    party_slash(&party, ANA, "spyfall", "{\"pace\":\"async\"}");
    all_sit(&party, 4);
    all_reached(&party, 4);
    party_press(&party, ANA, "Start");
    party_pass(&party, 20000);
    for (unsigned who = ANA; who <= DEE; who++) {
        const char *places = offered(who, "guess", "{\"location\":\"court\"}", "location");
        offers += strcmp(places, "Courtroom ") == 0;
    }
    ck_assert_uint_ge(offers, 1); /* whoever may name one, at the least */
    ck_assert_int_eq(party_count(&party, "invalid_bodies"), 0);
}
END_TEST

START_TEST(a_stranger_in_a_private_place_sees_why_not)
{
    uint64_t hidden = fake_discord_channel(party.fake, party.guild, "hall", 0);
    fake_discord_overwrite(party.fake, hidden, fake_discord_bot(party.fake), 0, 1 << 14 | 1 << 15);
    uint64_t slash = fake_discord_slash(party.fake, party.person[ANA], hidden, "interceptor", NULL);
    ck_assert_msg(slash != 0, "%s", fake_discord_why(party.fake));
    party_pass(&party, 1000);
    answered(slash, 4, true);
    sees(&party, ANA, "Embed Links, Attach Files");
    ck_assert(!party_saw(&party, BEN, "who plays?"));
}
END_TEST

/* As little as an interaction can have, and ids that tell no time. */
static uint64_t bare(int shard, const char *id, const char *rest)
{
    char json[1024];
    snprintf(json, sizeof json,
             "{\"id\":\"%s\",\"token\":\"tok\",\"guild_id\":\"%llu\",\"channel_id\":\"%llu\","
             "\"member\":{\"user\":{\"id\":\"%llu\",\"username\":\"ana\"}},%s}",
             id, (unsigned long long)party.guild, (unsigned long long)party.channel,
             (unsigned long long)party.person[ANA], rest);
    fake_discord_push_event(party.fake, shard, "INTERACTION_CREATE", json);
    party_pass(&party, 3000);
    return fake_discord_struck(party.fake, FAKE_DISCORD_STATUS_BEFORE);
}

START_TEST(what_an_interaction_leaves_out_stands_in_nobodys_way)
{
    const struct fake_discord_fault inbound = {.verb = FAKE_DISCORD_STATUS_BEFORE,
                                               .route = "POST /interactions/*/tok/callback",
                                               .code = 204};
    fake_discord_fault(party.fake, &inbound);
    ck_assert_uint_eq(bare(0, "7", "\"type\":2,\"data\":{\"name\":\"interceptor\"}"), 1);
    sees(&party, BEN, "who plays?");
    const char *join = party_control(&party, party_has(&party, BEN, "Join"), ".-.join");
    char press[256];
    snprintf(press, sizeof press, "\"type\":\"3\",\"data\":{\"custom_id\":\"%s\"},\"message\":{}",
             join);
    ck_assert_uint_eq(bare(0, "8", press), 2);
    sees(&party, ANA, "You're in.");
    snprintf(press, sizeof press, "\"type\":3,\"data\":{\"custom_id\":\"%s\"}", join);
    ck_assert_uint_eq(bare(0, "8", press), 2);
    ck_assert_int_eq(party_count(&party, "invalid_bodies"), 0);
}
END_TEST

START_TEST(where_somebody_lives_is_guessed_by_the_language_of_their_client)
{
    ck_assert(fake_discord_locale(party.fake, party.person[BEN], "de"));
    party_slash(&party, BEN, "me settings", NULL);
    party_press(&party, BEN, "Time zone");
    ck_assert_uint_ne(party_has(&party, BEN, "Vienna"), 0);
    ck_assert_uint_eq(party_has(&party, BEN, "London"), 0);
    party_press(&party, BEN, "Vienna");
    sees(&party, BEN, "Vienna.");
    party_slash(&party, CY, "me settings", NULL);
    party_press(&party, CY, "Time zone");
    ck_assert_uint_ne(party_has(&party, CY, "Los Angeles"), 0);
}
END_TEST

Suite *suite_party_answers(void)
{
    Suite *suite = suite_create("party_answers");
    TCase *tcase = tcase_create("answers");
    tcase_set_timeout(tcase, 60);
    tcase_add_checked_fixture(tcase, set_up, tear_down);
    tcase_add_test(tcase, where_somebody_lives_is_guessed_by_the_language_of_their_client);
    tcase_add_test(tcase, a_command_is_answered_to_who_gave_it_alone);
    tcase_add_test(tcase, a_press_is_acknowledged_while_a_direct_message_is_on_its_way);
    tcase_add_test(tcase, an_answer_does_not_stand_behind_a_direct_message);
    tcase_add_test(tcase, what_no_direct_channel_takes_follows_the_silent_sign);
    tcase_add_loop_test(tcase, no_callback_is_tried_when_its_three_seconds_are_over, 0, 2);
    tcase_add_test(tcase, no_callback_is_tried_again_when_its_three_seconds_are_over);
    tcase_add_test(tcase, a_slow_disk_is_said_to_be_thinking_to_them_alone);
    tcase_add_test(tcase, an_answer_that_comes_too_late_comes_by_direct_message);
    tcase_add_test(tcase, somebody_else_answered_first_is_taken_as_said);
    tcase_add_test(tcase, an_answer_of_unknown_fate_is_looked_for_until_it_is_found);
    tcase_add_test(tcase, an_answer_that_was_heard_before_a_death_is_not_told_again);
    tcase_add_test(tcase, thinking_becomes_the_answer_in_another_life);
    tcase_add_test(tcase, an_answer_that_nobody_heard_before_a_death_comes_by_direct_message);
    tcase_add_test(tcase, thinking_becomes_the_answer_however_often_it_has_to_be_said);
    tcase_add_test(tcase, a_form_that_could_not_open_any_more_does_nothing);
    tcase_add_test(tcase, what_is_replayed_late_is_done_and_not_answered);
    tcase_add_test(tcase, told_twice_is_done_once);
    tcase_add_test(tcase, two_presses_in_one_millisecond_are_two_answers);
    tcase_add_test(tcase, a_press_of_a_turn_that_is_over_is_told_so);
    tcase_add_test(tcase, what_could_be_meant_is_offered_out_of_their_own_view);
    tcase_add_test(tcase, places_are_completed_by_their_names);
    tcase_add_test(tcase, a_stranger_in_a_private_place_sees_why_not);
    tcase_add_test(tcase, what_an_interaction_leaves_out_stands_in_nobodys_way);
    suite_add_tcase(suite, tcase);
    return suite;
}
