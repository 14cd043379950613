#include "gateway_kit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <check.h>

#define RESUME "{\"op\":6,\"d\":{\"token\":\"" KIT_TOKEN "\",\"session_id\":\"s1\",\"seq\":%d}}"

/* The next connection is there within so long. */
static void reconnects(int64_t within_ms)
{
    unsigned before = kit->hand->socket_count;
    hand_run(kit->hand, within_ms);
    ck_assert_uint_eq(kit->hand->socket_count, before + 1);
}

static void resumes(int sequence)
{
    char expected[300];
    snprintf(expected, sizeof expected, RESUME, sequence);
    ck_assert_str_eq(hand_socket(kit->hand)->url, KIT_OWN "/?v=10&encoding=json");
    kit_hello();
    ck_assert_str_eq(hand_socket_sent(hand_socket(kit->hand)), expected);
}

static void is_resumed(int64_t sequence)
{
    kit_dispatch("RESUMED", sequence);
    ck_assert_int_eq(kit->back_lost, LOST_MOMENT);
}

/* It asks anew and identifies, at the base. */
static void identifies(void)
{
    if (hand_open(kit->hand) > 0) {
        kit_bot(1, 900, 1);
    }
    ck_assert_str_eq(hand_socket(kit->hand)->url, KIT_BASE "/?v=10&encoding=json");
    kit_hello();
    ck_assert(kit_said("{\"op\":2,"));
}

START_TEST(a_bot_asks_where_to_go_and_says_who_it_is)
{
    kit->setup.activity = "Spyfall \"2\"";
    kit_start();
    ck_assert_uint_eq(kit->hand->socket_count, 0);
    kit_bot(1, 900, 1);
    ck_assert_str_eq(hand_socket(kit->hand)->url, KIT_BASE "/?v=10&encoding=json");
    struct hand_socket *socket = hand_socket(kit->hand);
    hand_socket_open(socket);
    ck_assert_uint_eq(socket->sent_count, 0);
    hand_socket_receive(socket, "{\"op\":10,\"d\":{\"heartbeat_interval\":41250}}");
    ck_assert_uint_eq(socket->sent_count, 0); /* not before that is counted on disk */
    kit_saved();
    ck_assert_str_eq(
        hand_socket_sent(socket),
        "{\"op\":2,\"d\":{\"token\":\"" KIT_TOKEN "\",\"intents\":4609,\"properties\":{\"os\":"
        "\"linux\",\"browser\":\"deaddrop\",\"device\":\"deaddrop\"},\"shard\":[0,1],"
        "\"presence\":{\"since\":null,\"status\":\"online\",\"afk\":false,\"activities\":[{"
        "\"type\":4,\"name\":\"deaddrop\",\"state\":\"Spyfall \\\"2\\\"\"}]}}}");
    kit_ready(1);
    ck_assert_uint_eq(kit->ready_count, 1);
    ck_assert_uint_eq(kit->back_count, 1);
    ck_assert_int_eq(kit->back_lost, LOST_SESSION);
    ck_assert_int_eq(kit->back_since_ms, 0);
    ck_assert_ptr_nonnull(strstr(kit_row("gateway/shard/0")->value, "\"session\":\"s1\""));
}
END_TEST

/* What GET /gateway/bot may tell, and where that leads. */
static const struct {
    const char *answer;
    const char *url;
} gates[] = {
    {"{\"url\":\"wss://g.test\"}", "wss://g.test/?v=10&encoding=json"},
    {"{\"url\":\"wss://g.test/\",\"shards\":1}", "wss://g.test/?v=10&encoding=json"},
    {"{\"url\":\"wss://g.test/?v=9&encoding=json\"}", "wss://g.test/?v=10&encoding=json"},
    {"{\"url\":\"wss://g.test?v=10\"}", "wss://g.test/?v=10&encoding=json"},
    {"{\"url\":\"ws://g.test:81/gate\",\"shards\":\"1\",\"session_start_limit\":{}}",
     "ws://g.test:81/gate?v=10&encoding=json"},
};

START_TEST(a_gateway_that_tells_little_is_enough)
{
    kit_start();
    hand_answer(hand_call(kit->hand, 0), 200, NULL, gates[_i].answer);
    hand_run(kit->hand, 0);
    ck_assert_uint_eq(kit->hand->socket_count, 1);
    ck_assert_str_eq(hand_socket(kit->hand)->url, gates[_i].url);
    kit_hello();
    ck_assert(kit_said("{\"op\":2,"));
    ck_assert(kit_said("\"shard\":[0,1]"));
    hand_socket_receive(hand_socket(kit->hand), "{\"op\":0,\"t\":\"READY\",\"s\":1,"
                                                "\"d\":{\"session_id\":\"s\"}}");
    kit_saved();
    ck_assert_uint_eq(kit->ready_count, 1);
    hand_socket_close(hand_socket(kit->hand), 4000);
    hand_run(kit->hand, 1000);
    ck_assert_str_eq(hand_socket(kit->hand)->url,
                     gates[_i].url); /* to resume, for want of another */
    kit_hello();
    ck_assert(kit_said("{\"op\":6,"));
}
END_TEST

START_TEST(a_gateway_that_wants_many_heartbeats_gets_them)
{
    kit_start();
    kit_bot(1, 900, 1);
    struct hand_socket *socket = hand_socket(kit->hand);
    hand_socket_open(socket);
    hand_socket_receive(socket, "{\"op\":10,\"d\":{\"heartbeat_interval\":250}}");
    kit_saved();
    kit_ready(1);
    for (unsigned i = 0; i < 200; i++) {
        unsigned before = socket->sent_count;
        hand_run(kit->hand, 250);
        ck_assert_uint_eq(socket->sent_count, before + 1);
        hand_socket_receive(socket, "{\"op\":11,\"d\":null,\"s\":null,\"t\":null}");
    }
    hand_run(kit->hand, 250);
    hand_run(kit->hand, 250); /* one was not answered */
    ck_assert_uint_ge(socket->code, 4000);
}
END_TEST

START_TEST(first_heartbeats_are_spread_over_the_interval)
{
    unsigned quarter[4] = {0};
    kit_up();
    for (unsigned i = 0; i < 240; i++) {
        kit_restart();
        kit_hello();
        struct hand_socket *socket = hand_socket(kit->hand);
        int64_t from_ms = kit->hand->now_ms;
        unsigned before = socket->sent_count;
        kit_dispatch("RESUMED", 2 + i);
        kit_saved();
        hand_run(kit->hand, 39999);
        ck_assert_uint_ge(socket->sent_count, before + 1);
        quarter[(socket->sent_ms[before] - from_ms) / 10000]++;
    }
    for (unsigned i = 0; i < 4; i++) {
        ck_assert_uint_gt(quarter[i], 30);
        ck_assert_uint_lt(quarter[i], 100);
    }
}
END_TEST

START_TEST(the_first_heartbeat_waits_for_no_ready)
{
    kit_start();
    kit_bot(1, 900, 1);
    struct hand_socket *socket = hand_socket(kit->hand);
    hand_socket_open(socket);
    hand_socket_receive(socket, "{\"op\":10,\"d\":{\"heartbeat_interval\":5000}}");
    kit_saved();
    hand_run(kit->hand, 5000);
    ck_assert(kit_said("{\"op\":1,\"d\":null}"));
}
END_TEST

START_TEST(beats_go_on_while_they_are_answered)
{
    kit_up();
    struct hand_socket *socket = hand_socket(kit->hand);
    unsigned beats = 0;
    int64_t last_ms = 0;
    while (beats < 50) {
        unsigned before = socket->sent_count;
        hand_run(kit->hand, hand_next_ms(kit->hand));
        if (socket->sent_count > before) {
            ck_assert(beats == 0 || socket->sent_ms[before] - last_ms == 40000);
            last_ms = socket->sent_ms[before];
            beats++;
            hand_run(kit->hand, 120);
            hand_socket_receive(socket, "{\"op\":11,\"d\":null,\"s\":null,\"t\":null}");
        }
    }
    struct discord_gateway_figures figures;
    discord_gateway_figures(kit->gateway, &figures);
    ck_assert_uint_eq(figures.connected, 1);
    ck_assert_int_eq(figures.heartbeat_ms, 120);
    ck_assert_uint_eq(socket->code, 0);
}
END_TEST

START_TEST(a_heartbeat_that_is_not_answered_ends_the_connection_but_not_the_session)
{
    kit_up();
    kit_dispatch("A", 5);
    struct hand_socket *socket = hand_socket(kit->hand);
    int64_t from_ms = kit->hand->now_ms;
    while (socket->code == 0) {
        hand_run(kit->hand, hand_next_ms(kit->hand));
    }
    ck_assert_int_le(kit->hand->now_ms - from_ms, 80000);
    ck_assert_uint_ge(socket->code, 4000);
    hand_socket_close(socket, 0);
    reconnects(1000);
    resumes(5);
    ck_assert_uint_eq(kit->back_count, 1);
    kit_dispatch("B", 6);
    ck_assert(kit->dispatches[1].replayed);
    is_resumed(7);
    ck_assert_uint_eq(kit->back_count, 2);
    ck_assert_int_gt(kit->back_since_ms, 0);
    kit_dispatch("C", 8);
    ck_assert(!kit->dispatches[2].replayed);
}
END_TEST

START_TEST(an_old_heartbeat_does_not_end_the_next_connection)
{
    kit_up();
    struct hand_socket *socket = hand_socket(kit->hand);
    unsigned before = socket->sent_count;
    while (socket->sent_count == before) {
        hand_run(kit->hand, hand_next_ms(kit->hand));
    }
    hand_socket_close(socket, 4000); /* with a beat that was not answered */
    reconnects(1000);
    resumes(1);
    is_resumed(2);
    socket = hand_socket(kit->hand);
    before = socket->sent_count;
    while (socket->sent_count == before) {
        hand_run(kit->hand, hand_next_ms(kit->hand));
    }
    ck_assert_uint_eq(socket->code, 0);
}
END_TEST

START_TEST(a_machine_that_slept_resumes_at_once)
{
    kit_up();
    kit->hand->now_ms += 3600000;
    hand_run(kit->hand, 0);
    ck_assert_uint_ge(hand_socket(kit->hand)->code, 4000);
}
END_TEST

START_TEST(a_heartbeat_that_discord_requests_comes_at_once)
{
    kit_up();
    struct hand_socket *socket = hand_socket(kit->hand);
    kit_dispatch("A", 9);
    unsigned before = socket->sent_count;
    hand_socket_receive(socket, "{\"op\":1,\"d\":null}");
    ck_assert_uint_eq(socket->sent_count, before + 1);
    ck_assert_str_eq(socket->sent[before], "{\"op\":1,\"d\":9}");
}
END_TEST

START_TEST(a_heartbeat_that_is_requested_before_hello_is_not_sent)
{
    kit_start();
    kit_bot(1, 900, 1);
    struct hand_socket *socket = hand_socket(kit->hand);
    hand_socket_open(socket);
    hand_socket_receive(socket, "{\"op\":1,\"d\":null}");
    ck_assert_uint_eq(socket->sent_count, 0);
}
END_TEST

START_TEST(however_often_discord_asks_no_more_than_sixty_frames_leave_in_a_minute)
{
    kit_up();
    struct hand_socket *socket = hand_socket(kit->hand);
    for (unsigned i = 0; i < 500; i++) {
        hand_socket_receive(socket, "{\"op\":1}");
    }
    ck_assert_uint_le(socket->sent_count, 40);
    for (unsigned i = 0; i < 100; i++) {
        unsigned before = socket->sent_count;
        hand_run(kit->hand, 1000);
        hand_socket_receive(socket, "{\"op\":1}");
        if (socket->sent_count > before) {
            hand_socket_receive(socket, "{\"op\":11}");
        }
        unsigned lately = 0;
        for (unsigned k = 0; k < socket->sent_count; k++) {
            lately += kit->hand->now_ms - socket->sent_ms[k] < 60000;
        }
        ck_assert_uint_le(lately, 60);
    }
    ck_assert_uint_eq(socket->code, 0);
}
END_TEST

START_TEST(a_reconnect_is_answered_by_a_resume_even_before_hello)
{
    kit_up();
    hand_socket_receive(hand_socket(kit->hand), "{\"op\":7,\"d\":null}");
    ck_assert_uint_ge(hand_socket(kit->hand)->code, 4000);
    kit_goodbye();
    reconnects(1000);
    hand_socket_open(hand_socket(kit->hand));
    hand_socket_receive(hand_socket(kit->hand), "{\"op\":7}");
    kit_goodbye();
    hand_run(kit->hand, 2000);
    resumes(1);
    is_resumed(2);
}
END_TEST

START_TEST(an_invalid_session_is_resumed_or_forgotten_as_it_says)
{
    kit_up();
    hand_socket_receive(hand_socket(kit->hand), "{\"op\":9,\"d\":true}");
    kit_goodbye();
    reconnects(1000);
    resumes(1);
    hand_socket_receive(hand_socket(kit->hand), "{\"op\":9,\"d\":false}");
    kit_goodbye();
    unsigned before = kit->hand->socket_count;
    int64_t from_ms = kit->hand->now_ms;
    while (kit->hand->socket_count == before) {
        if (hand_open(kit->hand) > 0) {
            kit_bot(1, 900, 1);
        }
        hand_run(kit->hand, hand_next_ms(kit->hand));
    }
    ck_assert_int_ge(kit->hand->now_ms - from_ms, 1000);
    ck_assert_int_le(kit->hand->now_ms - from_ms, 6000);
    identifies();
    kit_ready(1);
    ck_assert_uint_eq(kit->ready_count, 2);
    ck_assert_int_eq(kit->back_lost, LOST_SESSION);
    /* the new session is not forgotten with the old one */
    hand_socket_receive(hand_socket(kit->hand), "{\"op\":7,\"d\":null}");
    kit_goodbye();
    before = kit->hand->socket_count;
    while (kit->hand->socket_count == before) {
        hand_run(kit->hand, hand_next_ms(kit->hand));
    }
    resumes(1);
}
END_TEST

START_TEST(an_identify_that_is_refused_waits_its_five_seconds)
{
    kit_start();
    kit_bot(1, 900, 1);
    kit_hello();
    int64_t sent_ms = kit->hand->now_ms;
    hand_socket_receive(hand_socket(kit->hand), "{\"op\":9,\"d\":false}");
    kit_goodbye();
    unsigned before = kit->hand->socket_count;
    while (kit->hand->socket_count == before) {
        hand_run(kit->hand, hand_next_ms(kit->hand));
    }
    ck_assert_int_ge(kit->hand->now_ms - sent_ms, 5500);
    identifies();
}
END_TEST

static const struct {
    unsigned code;
    char then; /* r resume, i identify, s stop */
} close_codes[] = {
    {0, 'r'},    {1000, 'r'}, {1001, 'r'}, {1006, 'r'}, {1011, 'r'}, {4000, 'r'}, {4001, 'r'},
    {4002, 'r'}, {4003, 'i'}, {4004, 's'}, {4005, 'i'}, {4006, 'i'}, {4007, 'i'}, {4008, 'r'},
    {4009, 'i'}, {4010, 's'}, {4011, 's'}, {4012, 's'}, {4013, 's'}, {4014, 's'}, {4099, 'i'},
};

START_TEST(each_close_code_has_its_answer)
{
    unsigned code = close_codes[_i].code;
    kit_up();
    kit_dispatch("A", 3);
    hand_socket_close(hand_socket(kit->hand), code);
    if (close_codes[_i].then == 's') {
        ck_assert_uint_eq(kit->gone_count, 1);
        ck_assert_int_eq(kit->gone.code, FAULT_CONFIG);
        ck_assert(kit_is_down());
        hand_run(kit->hand, 100000);
        ck_assert_uint_eq(kit->hand->socket_count, 1);
        return;
    }
    int64_t from_ms = kit->hand->now_ms;
    while (kit->hand->socket_count == 1) {
        if (hand_open(kit->hand) > 0) {
            kit_bot(1, 900, 1);
        }
        hand_run(kit->hand, hand_next_ms(kit->hand));
    }
    ck_assert_int_le(kit->hand->now_ms - from_ms, 6000);
    ck_assert(code != 4008 || kit->hand->now_ms - from_ms >= 5000);
    if (close_codes[_i].then == 'r') {
        resumes(3);
    } else {
        identifies();
    }
}
END_TEST

START_TEST(the_text_of_a_stop_says_what_to_mend)
{
    kit->setup.intents = 4609 | 1 << 15;
    kit_up();
    hand_socket_close(hand_socket(kit->hand), 4014);
    ck_assert_ptr_nonnull(strstr(kit->gone.text, "Message Content Intent"));
    ck_assert_ptr_nonnull(strstr(kit->gone.text, "4014"));
}
END_TEST

START_TEST(a_server_that_says_goodbye_to_a_resume_gets_a_new_session)
{
    kit_up();
    hand_socket_close(hand_socket(kit->hand), 1000);
    reconnects(1000);
    resumes(1);
    hand_socket_close(hand_socket(kit->hand), 1000);
    hand_run(kit->hand, 6000);
    identifies();
}
END_TEST

START_TEST(two_resumes_in_vain_end_the_session)
{
    kit_up();
    hand_socket_close(hand_socket(kit->hand), 4000);
    for (int i = 0; i < 2; i++) {
        hand_run(kit->hand, 2000);
        resumes(1);
        hand_socket_close(hand_socket(kit->hand), 0);
    }
    hand_run(kit->hand, 10000);
    ck_assert_uint_eq(kit->hand->socket_count, 4);
    identifies();
}
END_TEST

START_TEST(resumes_that_are_never_granted_end_the_session)
{
    kit_up();
    hand_socket_close(hand_socket(kit->hand), 4000);
    hand_run(kit->hand, 2000);
    resumes(1);
    hand_socket_receive(hand_socket(kit->hand), "{\"op\":9,\"d\":true}");
    kit_goodbye();
    hand_run(kit->hand, 3000);
    resumes(1);
    hand_run(kit->hand, 30000); /* and is silent */
    kit_goodbye();
    hand_run(kit->hand, 10000);
    identifies();
}
END_TEST

START_TEST(a_resume_url_that_cannot_be_reached_is_not_kept_for_ever)
{
    kit_up();
    hand_socket_close(hand_socket(kit->hand), 0);
    reconnects(1000);
    ck_assert_str_eq(hand_socket(kit->hand)->url, KIT_OWN "/?v=10&encoding=json");
    hand_socket_close(hand_socket(kit->hand), 0);
    reconnects(2000);
    ck_assert_str_eq(hand_socket(kit->hand)->url, KIT_BASE "/?v=10&encoding=json");
    kit_hello();
    ck_assert(kit_said("{\"op\":6,"));
    is_resumed(2);
}
END_TEST

START_TEST(a_session_is_not_tried_any_more_after_ten_minutes)
{
    kit_up();
    hand_socket_close(hand_socket(kit->hand), 0);
    int64_t from_ms = kit->hand->now_ms;
    while (kit->hand->now_ms - from_ms < 700000) {
        if (hand_open(kit->hand) > 0) {
            hand_lose(hand_call(kit->hand, 0), NET_UNREACHED);
        }
        if (!hand_socket(kit->hand)->closed) {
            hand_socket_close(hand_socket(kit->hand), 0);
        }
        hand_run(kit->hand, hand_next_ms(kit->hand));
    }
    while (hand_open(kit->hand) == 0 ||
           strstr(hand_call(kit->hand, 0)->url, "/gateway/bot") == NULL) {
        if (!hand_socket(kit->hand)->closed) {
            hand_socket_close(hand_socket(kit->hand), 0);
        }
        hand_run(kit->hand, hand_next_ms(kit->hand));
    }
    kit_bot(1, 900, 1);
    identifies();
}
END_TEST

START_TEST(refused_connections_are_tried_ever_more_rarely)
{
    kit_up();
    unsigned before = kit->hand->socket_count;
    hand_socket_close(hand_socket(kit->hand), 0);
    int64_t until_ms = kit->hand->now_ms + 590000;
    while (kit->hand->now_ms < until_ms) {
        if (!hand_socket(kit->hand)->closed) {
            hand_socket_close(hand_socket(kit->hand), 0);
        }
        hand_run(kit->hand, hand_next_ms(kit->hand));
    }
    ck_assert_uint_le(kit->hand->socket_count - before, 50);
    ck_assert_uint_ge(kit->hand->socket_count - before, 10);
}
END_TEST

START_TEST(a_gateway_that_cannot_be_asked_is_asked_ever_more_rarely)
{
    kit_start();
    int64_t until_ms = kit->hand->now_ms + 600000;
    while (kit->hand->now_ms < until_ms) {
        if (hand_open(kit->hand) > 0) {
            hand_lose(hand_call(kit->hand, 0), NET_UNREACHED);
        }
        hand_run(kit->hand, hand_next_ms(kit->hand));
    }
    ck_assert_uint_le(kit->hand->call_count, 200);
    while (hand_open(kit->hand) == 0) {
        hand_run(kit->hand, hand_next_ms(kit->hand));
    }
    kit_bot(1, 900, 1);
    identifies();
}
END_TEST

START_TEST(states_that_last_too_long_are_left)
{
    kit_start();
    kit_bot(1, 900, 1);
    hand_socket_open(hand_socket(kit->hand));
    hand_run(kit->hand, 19999);
    ck_assert_uint_eq(hand_socket(kit->hand)->code, 0);
    hand_run(kit->hand, 1);
    ck_assert_uint_ge(hand_socket(kit->hand)->code, 4000);
    hand_socket_close(hand_socket(kit->hand), 0);
    hand_run(kit->hand, 2000);
    identifies();
    hand_run(kit->hand, 29999);
    hand_socket_receive(hand_socket(kit->hand), "{\"op\":11}");
    ck_assert_uint_eq(hand_socket(kit->hand)->code, 0);
    hand_run(kit->hand, 1);
    ck_assert_uint_ge(hand_socket(kit->hand)->code, 4000);
    unsigned before = kit->hand->socket_count;
    hand_run(kit->hand, 20000); /* the goodbye is never answered */
    if (hand_open(kit->hand) > 0) {
        kit_bot(1, 900, 1);
    }
    ck_assert_uint_eq(kit->hand->socket_count, before + 1);
}
END_TEST

Suite *suite_discord_gateway(void);

Suite *suite_discord_gateway(void)
{
    Suite *suite = suite_create("discord_gateway");
    TCase *tcase = tcase_create("gateway");
    tcase_add_checked_fixture(tcase, gateway_kit_set_up, gateway_kit_tear_down);
    tcase_add_test(tcase, a_bot_asks_where_to_go_and_says_who_it_is);
    tcase_add_loop_test(tcase, a_gateway_that_tells_little_is_enough, 0,
                        (int)(sizeof gates / sizeof *gates));
    tcase_add_test(tcase, a_gateway_that_wants_many_heartbeats_gets_them);
    tcase_add_test(tcase, first_heartbeats_are_spread_over_the_interval);
    tcase_add_test(tcase, the_first_heartbeat_waits_for_no_ready);
    tcase_add_test(tcase, beats_go_on_while_they_are_answered);
    tcase_add_test(tcase, a_heartbeat_that_is_not_answered_ends_the_connection_but_not_the_session);
    tcase_add_test(tcase, an_old_heartbeat_does_not_end_the_next_connection);
    tcase_add_test(tcase, a_machine_that_slept_resumes_at_once);
    tcase_add_test(tcase, a_heartbeat_that_discord_requests_comes_at_once);
    tcase_add_test(tcase, a_heartbeat_that_is_requested_before_hello_is_not_sent);
    tcase_add_test(tcase, however_often_discord_asks_no_more_than_sixty_frames_leave_in_a_minute);
    tcase_add_test(tcase, a_reconnect_is_answered_by_a_resume_even_before_hello);
    tcase_add_test(tcase, an_invalid_session_is_resumed_or_forgotten_as_it_says);
    tcase_add_test(tcase, an_identify_that_is_refused_waits_its_five_seconds);
    tcase_add_loop_test(tcase, each_close_code_has_its_answer, 0,
                        sizeof close_codes / sizeof close_codes[0]);
    tcase_add_test(tcase, the_text_of_a_stop_says_what_to_mend);
    tcase_add_test(tcase, a_server_that_says_goodbye_to_a_resume_gets_a_new_session);
    tcase_add_test(tcase, two_resumes_in_vain_end_the_session);
    tcase_add_test(tcase, resumes_that_are_never_granted_end_the_session);
    tcase_add_test(tcase, a_resume_url_that_cannot_be_reached_is_not_kept_for_ever);
    tcase_add_test(tcase, a_session_is_not_tried_any_more_after_ten_minutes);
    tcase_add_test(tcase, refused_connections_are_tried_ever_more_rarely);
    tcase_add_test(tcase, a_gateway_that_cannot_be_asked_is_asked_ever_more_rarely);
    tcase_add_test(tcase, states_that_last_too_long_are_left);
    suite_add_tcase(suite, tcase);
    return suite;
}
