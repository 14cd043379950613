#include "scenario_kit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <check.h>

/* ---- the gateway */

START_TEST(missed_heartbeats_lead_to_a_resume_and_no_event_is_lost)
{
    scene_up();
    scene_event("TEST_BEFORE");
    scene_pass(1000);
    fake_discord_push_silence(scene->fake, -1);
    scene_event("TEST_MEANWHILE");
    scene_pass(100000);
    ck_assert_int_eq(scene_count("identifies"), 1);
    ck_assert_int_ge(scene_count("resumes"), 1);
    ck_assert(scene_inbound("TEST_BEFORE", 1));
    ck_assert(scene_inbound("TEST_MEANWHILE", 1));
    ck_assert_uint_eq(scene->lost_sessions, 1);
    ck_assert_uint_eq(scene->back, 2);
}
END_TEST

START_TEST(a_day_of_heartbeats_is_one_connection)
{
    scene_up();
    scene_pass(INT64_C(24) * 3600 * 1000);
    ck_assert_int_eq(scene_count("links_opened"), 1);
    ck_assert_int_eq(scene_count("unexpected_ops"), 0);
}
END_TEST

START_TEST(a_heartbeat_that_is_requested_is_sent)
{
    scene_up();
    for (unsigned i = 0; i < 10; i++) {
        fake_discord_push_op(scene->fake, -1, 1, "null");
        scene_pass(5000);
    }
    ck_assert_int_eq(scene_count("links_opened"), 1);
}
END_TEST

START_TEST(reconnects_before_hello_are_followed)
{
    fake_discord_knobs(scene->fake)->reconnect_first = 3;
    scene_up();
    scene_pass(30000);
    ck_assert_uint_eq(scene->ready, 1);
    ck_assert_int_eq(scene_count("links_opened"), 4);
}
END_TEST

START_TEST(invalid_sessions_are_resumed_or_begun_anew)
{
    scene_up();
    fake_discord_push_op(scene->fake, -1, 9, "true");
    scene_pass(5000);
    ck_assert_int_eq(scene_count("identifies"), 1);
    ck_assert_uint_eq(scene->back, 2);
    fake_discord_push_op(scene->fake, -1, 9, "false");
    scene_pass(20000);
    ck_assert_int_eq(scene_count("identifies"), 2);
    ck_assert_int_eq(scene_count("too_soon"), 0);
    ck_assert_uint_eq(scene->ready, 2);
}
END_TEST

static const struct {
    unsigned code;
    char then; /* r resume, i identify, s stop */
} scenario_codes[] = {{1000, 'i'}, {1001, 'i'}, {4000, 'r'}, {4001, 'r'}, {4002, 'r'}, {4003, 'i'},
                      {4004, 's'}, {4005, 'i'}, {4007, 'i'}, {4008, 'r'}, {4009, 'i'}, {4010, 's'},
                      {4011, 's'}, {4012, 's'}, {4013, 's'}, {4014, 's'}, {0, 'r'}};

START_TEST(every_close_code_ends_well)
{
    scene_up();
    fake_discord_push_close(scene->fake, -1, scenario_codes[_i].code);
    scene_pass(30000);
    if (scenario_codes[_i].then == 's') {
        ck_assert_uint_eq(scene->gone, 1);
        ck_assert_int_eq(scene_count("links_opened"), 1);
        return;
    }
    ck_assert_uint_eq(scene->gone, 0);
    ck_assert_uint_eq(scene->back, 2);
    ck_assert_int_le(scene_count("identifies"), scenario_codes[_i].then == 'i' ? 2 : 1);
    scene_event("TEST_AFTER");
    scene_pass(1000);
    ck_assert(scene_inbound("TEST_AFTER", 1));
}
END_TEST

START_TEST(refused_resumes_end_in_a_new_session)
{
    scene_up();
    fake_discord_knobs(scene->fake)->resumes = false;
    fake_discord_push_close(scene->fake, -1, 4000);
    scene_pass(30000);
    ck_assert_uint_eq(scene->ready, 2);
    ck_assert_uint_eq(scene->lost_sessions, 2);
}
END_TEST

START_TEST(ten_minutes_of_refused_connections_are_few)
{
    scene_up();
    int before = scene_count("links_opened");
    fake_discord_knobs(scene->fake)->refuse_status = 503;
    fake_discord_push_close(scene->fake, -1, 0);
    scene_pass(600000);
    fake_discord_knobs(scene->fake)->refuse_status = 0;
    scene_pass(120000);
    ck_assert_uint_eq(scene->back, 2);
    ck_assert_int_le(scene_count("links_opened") - before, 60);
}
END_TEST

START_TEST(a_session_start_limit_is_waited_for_and_the_token_lives)
{
    struct fake_discord_knobs *knobs = fake_discord_knobs(scene->fake);
    knobs->identifies_left = 15;
    scene_up();
    scene_pass(3600000);
    ck_assert_uint_eq(scene->ready, 0);
    ck_assert_int_eq(scene_count("identifies"), 0);
    knobs->identifies_left = 1000;
    scene_pass(1800000);
    ck_assert_uint_eq(scene->ready, 1);
}
END_TEST

START_TEST(a_restart_within_seconds_resumes_and_hears_what_it_missed)
{
    scene_up();
    scene_event("TEST_ONE");
    scene_pass(2000);
    scene_event("TEST_TWO"); /* told, but its row is not written yet when the process ends */
    discord_gateway_free(&scene->gateway);
    scene->gateway = NULL;
    scene_event("TEST_THREE");
    scene_restart(30000);
    scene_pass(2000);
    ck_assert_int_eq(scene_count("identifies"), 1);
    ck_assert(scene_inbound("TEST_ONE", 1));
    ck_assert(scene_inbound("TEST_TWO", 1));
    ck_assert(scene_inbound("TEST_THREE", 1));
    ck_assert_uint_eq(scene->ready, 1);
}
END_TEST

START_TEST(storms_of_lost_connections_lose_no_event)
{
    char name[40];
    scene_up();
    fake_discord_weather(scene->fake, &(struct fake_discord_weather){.lost_per_mille = 400});
    for (unsigned i = 0; i < 60; i++) {
        snprintf(name, sizeof name, "TEST_%u", i);
        scene_event(name);
        scene_pass(3000);
    }
    fake_discord_mend(scene->fake);
    scene_pass(60000);
    for (unsigned i = 0; i < 60; i++) {
        snprintf(name, sizeof name, "TEST_%u", i);
        ck_assert_msg(scene_inbound(name, 1), "%s", name);
    }
    ck_assert_int_eq(scene_count("identifies"), 1);
    ck_assert_int_gt(scene_count("resumes"), 3);
}
END_TEST

START_TEST(packed_frames_in_pieces_bombs_and_rubbish)
{
    struct fake_discord_knobs *knobs = fake_discord_knobs(scene->fake);
    knobs->split_bytes = 1;
    knobs->fragment_bytes = 1;
    scene_up();
    ck_assert_uint_eq(scene->ready, 1);
    scene_event("TEST_PIECES");
    scene_pass(1000);
    ck_assert(scene_inbound("TEST_PIECES", 1));
    fake_discord_push_raw(scene->fake, -1, "{\"op\":", 6, false);
    fake_discord_push_raw(scene->fake, -1, "{\"op\":77,\"d\":[[[]]]}", 19, false);
    scene_pass(1000);
    ck_assert_int_eq(scene_count("links_opened"), 1);
    knobs->split_bytes = 0;
    knobs->fragment_bytes = 0;
    fake_discord_push_raw(scene->fake, -1, "\x01\x02\x03\x04 not zlib", 13, true);
    scene_pass(10000);
    fake_discord_push_bomb(scene->fake, -1, 100000000);
    scene_pass(10000);
    scene_event("TEST_AFTER");
    scene_pass(1000);
    ck_assert(scene_inbound("TEST_AFTER", 1));
    ck_assert_int_eq(scene_count("identifies"), 1);
}
END_TEST

START_TEST(what_zstd_packed_is_received_and_its_rubbish_survived)
{
    scene_up();
    scene->compression = COMPRESSION_ZSTD;
    scene_restart(2000);
    for (int i = 0; i < 30; i++) {
        scene_event("TEST_ZSTD");
    }
    scene_pass(1000);
    ck_assert(scene_inbound("TEST_ZSTD", 30));
    fake_discord_push_raw(scene->fake, -1, "\x07\x07\x07\x07 no zstd", 12, true);
    scene_pass(10000);
    scene_event("TEST_AFTER");
    scene_pass(1000);
    ck_assert(scene_inbound("TEST_AFTER", 1));
    ck_assert_int_eq(scene_count("identifies"), 1);
}
END_TEST

START_TEST(shards_keep_their_distance)
{
    struct fake_discord_knobs *knobs = fake_discord_knobs(scene->fake);
    knobs->shards = 5;
    scene_up();
    scene_pass(40000);
    ck_assert_uint_eq(scene->ready, 5);
    ck_assert_int_eq(scene_count("too_soon"), 0);
    ck_assert_int_eq(scene_count("identifies"), 5);
}
END_TEST

/* ---- REST */

static void fault(enum fake_discord_verb verb, unsigned times, int64_t ms, int code)
{
    fake_discord_fault(
        scene->fake,
        &(struct fake_discord_fault){
            .verb = verb, .route = "POST ?channels?*", .times = times, .ms = ms, .code = code});
}

START_TEST(a_hundred_messages_meet_no_limit)
{
    for (uintptr_t i = 1; i <= 100; i++) {
        char nonce[16];
        snprintf(nonce, sizeof nonce, "n%u", (unsigned)i);
        scene_post(i, nonce);
    }
    scene_pass(150000);
    unsigned fine = 0;
    for (unsigned i = 0; i < scene->end_count; i++) {
        fine += scene->ends[i].status == ANSWER_DONE;
    }
    /* what found no room within its minute has ended as late, and surely was not sent */
    ck_assert_uint_eq(scene->end_count, 100);
    ck_assert_int_eq(scene_count("messages"), (int)fine);
    ck_assert_uint_ge(fine, 55);
    ck_assert_int_eq(scene_count("limited"), 0);
    ck_assert_int_eq(scene_count("invalid"), 0);
}
END_TEST

START_TEST(an_answer_lost_after_the_effect_makes_no_second_message)
{
    fault(FAKE_DISCORD_DROP_AFTER, 1, 0, 0);
    scene_post(1, "once");
    scene_pass(10000);
    ck_assert_int_eq(scene_end(1)->status, ANSWER_DONE);
    ck_assert_str_ne(scene_end(1)->id, "");
    ck_assert_int_eq(scene_count("messages"), 1);
    ck_assert_int_eq(scene_count("nonce_hits"), 1);
}
END_TEST

START_TEST(an_answer_that_comes_too_late_makes_no_second_message)
{
    fault(FAKE_DISCORD_DELAY_AFTER, 1, 30000, 0);
    scene_post(1, "once");
    scene_pass(60000);
    ck_assert_int_eq(scene_end(1)->status, ANSWER_DONE);
    ck_assert_int_eq(scene_count("messages"), 1);
}
END_TEST

START_TEST(every_broken_answer_leaves_one_message)
{
    static const enum fake_discord_verb verbs[] = {
        FAKE_DISCORD_DROP_BEFORE,  FAKE_DISCORD_STATUS_BEFORE, FAKE_DISCORD_STATUS_AFTER,
        FAKE_DISCORD_TRUNCATED,    FAKE_DISCORD_WRONG_LENGTH,  FAKE_DISCORD_USER_429,
        FAKE_DISCORD_SHARED_429,   FAKE_DISCORD_GLOBAL_429,    FAKE_DISCORD_HTML_429,
        FAKE_DISCORD_UNAUTHORIZED, FAKE_DISCORD_HASH_CHANGE,   FAKE_DISCORD_DELAY_BEFORE};
    fault(verbs[_i], 2 - (verbs[_i] == FAKE_DISCORD_UNAUTHORIZED), 700, 502);
    scene_post(1, "once");
    scene_pass(55000);
    ck_assert_ptr_nonnull(scene_end(1));
    ck_assert_msg(scene_end(1)->status == ANSWER_DONE, "status %d", (int)scene_end(1)->status);
    ck_assert_int_eq(scene_count("messages"), 1);
    ck_assert_uint_eq(scene->refused, 0);
}
END_TEST

START_TEST(what_has_no_nonce_is_not_sent_twice)
{
    fault(FAKE_DISCORD_DROP_AFTER, 1, 0, 0);
    scene_post(1, NULL);
    scene_pass(60000);
    ck_assert_int_eq(scene_end(1)->status, ANSWER_AMBIGUOUS);
    ck_assert_int_eq(scene_count("messages"), 1);
}
END_TEST

START_TEST(a_global_limit_stops_all_but_answers)
{
    scene_up();
    uint64_t ana = fake_discord_person(scene->fake, "Ana");
    fake_discord_join(scene->fake, scene->guild, ana);
    fault(FAKE_DISCORD_GLOBAL_429, 1, 5000, 0);
    scene_post(1, "one");
    scene_pass(500);
    int64_t from_ms = scene->now_ms;
    scene_post(2, "two");
    scene_ask(3, &(struct discord_request){.method = "POST",
                                           .route = "/interactions/{}/{}/callback",
                                           .path = "/interactions/1/none/callback",
                                           .json = "{\"type\":6}",
                                           .priority = REST_ANSWER,
                                           .repeat = REPEAT_NEVER});
    scene_pass(1000);
    ck_assert_int_eq(scene_end(3)->status, ANSWER_EXPIRED);
    ck_assert_ptr_null(scene_end(2));
    scene_pass(10000);
    ck_assert_int_ge(scene_end(2)->at_ms - from_ms, 4400);
    ck_assert_int_eq(scene_end(1)->status, ANSWER_DONE);
}
END_TEST

START_TEST(a_dead_token_ends_all)
{
    fault(FAKE_DISCORD_UNAUTHORIZED, 0, 0, 0);
    scene_post(1, "one");
    scene_pass(10000);
    ck_assert_uint_eq(scene->refused, 1);
    ck_assert_int_eq(scene_end(1)->status, ANSWER_UNAUTHORIZED);
    ck_assert_int_le(scene_count("invalid"), 2);
}
END_TEST

START_TEST(a_channel_without_permission_is_asked_three_times)
{
    fault(FAKE_DISCORD_REFUSED, 0, 0, 50013);
    for (uintptr_t i = 1; i <= 20; i++) {
        scene_post(i, "x");
        scene_pass(3000);
        ck_assert_int_eq(scene_end(i)->status, ANSWER_FORBIDDEN);
    }
    ck_assert_int_eq(scene_count("invalid"), 3);
}
END_TEST

START_TEST(a_clock_an_hour_off_matters_to_no_limit)
{
    scene->skew_ms = _i == 0 ? 3600000 : -3600000;
    scene_up();
    ck_assert_int_le(llabs(discord_rest_ahead_ms(scene->rest) + scene->skew_ms), 1500);
    for (uintptr_t i = 1; i <= 20; i++) {
        char nonce[16];
        snprintf(nonce, sizeof nonce, "n%u", (unsigned)i);
        scene_post(i, nonce);
    }
    scene_pass(40000);
    ck_assert_int_eq(scene_count("messages"), 20);
    ck_assert_int_eq(scene_count("limited"), 0);
    fake_discord_push_close(scene->fake, -1, 4000);
    scene_pass(5000);
    scene_restart(1000);
    ck_assert_int_eq(scene_count("identifies"), 1);
    ck_assert_int_eq(scene_count("resumes"), 2);
}
END_TEST

Suite *suite_scenario(void);

Suite *suite_scenario(void)
{
    Suite *suite = suite_create("scenario");
    TCase *tcase = tcase_create("gateway");
    tcase_set_timeout(tcase, 60);
    tcase_add_checked_fixture(tcase, scene_open, scene_close);
    tcase_add_test(tcase, missed_heartbeats_lead_to_a_resume_and_no_event_is_lost);
    tcase_add_test(tcase, a_day_of_heartbeats_is_one_connection);
    tcase_add_test(tcase, a_heartbeat_that_is_requested_is_sent);
    tcase_add_test(tcase, reconnects_before_hello_are_followed);
    tcase_add_test(tcase, invalid_sessions_are_resumed_or_begun_anew);
    tcase_add_loop_test(tcase, every_close_code_ends_well, 0,
                        sizeof scenario_codes / sizeof scenario_codes[0]);
    tcase_add_test(tcase, refused_resumes_end_in_a_new_session);
    tcase_add_test(tcase, ten_minutes_of_refused_connections_are_few);
    tcase_add_test(tcase, a_session_start_limit_is_waited_for_and_the_token_lives);
    tcase_add_test(tcase, a_restart_within_seconds_resumes_and_hears_what_it_missed);
    tcase_add_test(tcase, storms_of_lost_connections_lose_no_event);
    tcase_add_test(tcase, packed_frames_in_pieces_bombs_and_rubbish);
    tcase_add_test(tcase, what_zstd_packed_is_received_and_its_rubbish_survived);
    tcase_add_test(tcase, shards_keep_their_distance);
    suite_add_tcase(suite, tcase);
    tcase = tcase_create("rest");
    tcase_set_timeout(tcase, 60);
    tcase_add_checked_fixture(tcase, scene_open, scene_close);
    tcase_add_test(tcase, a_hundred_messages_meet_no_limit);
    tcase_add_test(tcase, an_answer_lost_after_the_effect_makes_no_second_message);
    tcase_add_test(tcase, an_answer_that_comes_too_late_makes_no_second_message);
    tcase_add_loop_test(tcase, every_broken_answer_leaves_one_message, 0, 12);
    tcase_add_test(tcase, what_has_no_nonce_is_not_sent_twice);
    tcase_add_test(tcase, a_global_limit_stops_all_but_answers);
    tcase_add_test(tcase, a_dead_token_ends_all);
    tcase_add_test(tcase, a_channel_without_permission_is_asked_three_times);
    tcase_add_loop_test(tcase, a_clock_an_hour_off_matters_to_no_limit, 0, 2);
    suite_add_tcase(suite, tcase);
    return suite;
}
