#include "serve_kit.h"

#include <stdio.h>
#include <string.h>

#include <check.h>

static char channel[32];

/* Each test three times: plain, plain and packed, TLS with HTTP/2 and packed. */
static void start(int how)
{
    serve_kit_start(how == 2, how >= 1);
    serve_order("guild", "{\"name\":\"Den\"}");
    char json[200];
    snprintf(json, sizeof json, "{\"guild\":\"%s\",\"name\":\"table\"}", serve_text("id"));
    serve_order("channel", json);
    snprintf(channel, sizeof channel, "%s", serve_text("id"));
    ck_assert_str_ne(channel, "");
}

static void is_back(unsigned times)
{
    serve_until(&serve->back, times);
}

static void hears(const char *name, size_t len)
{
    char json[200];
    unsigned before = serve->dispatched;
    snprintf(json, sizeof json, "{\"name\":\"%s\",\"d\":{\"x\":\"%.*s\"}}", name, (int)len,
             "0123456789012345678901234567890123456789");
    serve_order("event", json);
    while (strcmp(serve->name, name) != 0) {
        serve_until(&serve->dispatched, ++before);
    }
    ck_assert_uint_eq(serve->data_len, len);
}

START_TEST(a_bot_logs_in_and_hears)
{
    start(_i);
    serve_up();
    hears("ONE", 10);
    hears("TWO", 40);
    serve_kit_stop();
}
END_TEST

START_TEST(a_session_outlives_its_connections)
{
    start(_i);
    serve_up();
    serve_order("close", "{\"code\":4000}");
    is_back(2);
    hears("AFTER_CODE", 5);
    serve_order("close", "{\"code\":0}");
    is_back(3);
    hears("AFTER_CUT", 6);
    serve_order("op", "{\"op\":7}");
    is_back(4);
    hears("AFTER_RECONNECT", 7);
    ck_assert_uint_eq(serve->ready, 1);
    serve_kit_stop();
}
END_TEST

START_TEST(a_half_open_connection_is_left)
{
    start(_i);
    serve_order("knobs", "{\"heartbeat_ms\":1000}");
    serve_up();
    /* the next connection is not hurried, however slow the machine is */
    serve_order("knobs", "{\"heartbeat_ms\":41250,\"session_ms\":600000}");
    serve_order("silence", "{}");
    is_back(2);
    hears("AFTER", 5);
    ck_assert_uint_eq(serve->ready, 1);
    serve_kit_stop();
}
END_TEST

START_TEST(frames_in_pieces_are_put_together)
{
    start(_i);
    serve_order("knobs", "{\"split_bytes\":1,\"fragment_bytes\":3}");
    serve_up();
    hears("PIECES", 40);
    serve_kit_stop();
}
END_TEST

START_TEST(a_stop_code_ends_it)
{
    start(_i);
    serve_up();
    serve_order("close", "{\"code\":4004}");
    serve_until(&serve->gone, 1);
    struct discord_gateway_figures figures;
    discord_gateway_figures(serve->gateway, &figures);
    ck_assert_uint_eq(figures.connected, 0);
    serve_kit_stop();
}
END_TEST

START_TEST(a_bomb_ends_a_connection_and_nothing_else)
{
    if (_i == 0) {
        return; /* nothing is packed */
    }
    start(_i);
    serve_up();
    serve_order("bomb", "{\"bytes\":100000000}");
    is_back(2);
    hears("AFTER", 5);
    serve_kit_stop();
}
END_TEST

static struct discord_request message(const char *json)
{
    static char path[80];
    snprintf(path, sizeof path, "/channels/%s/messages", channel);
    return (struct discord_request){.method = "POST",
                                    .route = "/channels/{}/messages",
                                    .major = channel,
                                    .path = path,
                                    .json = json,
                                    .priority = REST_GAME,
                                    .repeat = REPEAT_NONCE};
}

START_TEST(messages_are_posted_within_the_limits)
{
    start(_i);
    struct discord_request asked = message("{\"content\":\"hello\"}");
    for (unsigned i = 0; i < 7; i++) {
        serve_ask(&asked);
        ck_assert_int_eq(serve->status, ANSWER_DONE);
        ck_assert_str_ne(serve->id, "");
    }
    struct discord_rest_figures figures;
    discord_rest_figures(serve->rest, &figures);
    ck_assert_uint_eq(figures.invalid, 0);
    ck_assert_uint_eq(figures.limited, 0);
    serve_kit_stop();
}
END_TEST

START_TEST(a_lost_answer_makes_no_second_message)
{
    start(_i);
    serve_order("fault", "{\"verb\":\"drop_after\",\"route\":\"POST /channels/*\",\"times\":1}");
    struct discord_request asked =
        message("{\"content\":\"once\",\"nonce\":\"n1\",\"enforce_nonce\":true}");
    serve_ask(&asked);
    ck_assert_int_eq(serve->status, ANSWER_DONE);
    ck_assert_str_ne(serve->id, "");
    serve_order("state", "{}");
    const char *once = strstr(serve->body, "\"nonce_hits\":1");
    ck_assert_msg(once != NULL, "%s", serve->body);
    serve_kit_stop();
}
END_TEST

START_TEST(broken_answers_are_asked_for_again)
{
    static const char *const verbs[] = {"truncated", "wrong_length", "drop_before"};
    for (unsigned i = 0; i < 3; i++) {
        char json[200];
        start(_i);
        snprintf(json, sizeof json, "{\"verb\":\"%s\",\"route\":\"POST /channels/*\",\"times\":1}",
                 verbs[i]);
        serve_order("fault", json);
        struct discord_request asked =
            message("{\"content\":\"once\",\"nonce\":\"n1\",\"enforce_nonce\":true}");
        serve_ask(&asked);
        ck_assert_int_eq(serve->status, ANSWER_DONE);
        ck_assert_str_ne(serve->id, "");
        serve_kit_stop();
    }
}
END_TEST

START_TEST(pictures_arrive)
{
    start(_i);
    struct net_part file = {
        .filename = "board.png", .type = "image/png", .bytes = "\x89PNG\r\n\x1a\n", .len = 8};
    struct discord_request asked =
        message("{\"content\":\"look\",\"attachments\":[{\"id\":\"0\",\"filename\":\"board.png\","
                "\"description\":\"The board\"}]}");
    asked.files = &file;
    asked.file_count = 1;
    serve_ask(&asked);
    ck_assert_int_eq(serve->status, ANSWER_DONE);
    serve_kit_stop();
}
END_TEST

Suite *suite_serve(void);

Suite *suite_serve(void)
{
    Suite *suite = suite_create("serve");
    TCase *tcase = tcase_create("serve");
    tcase_set_timeout(tcase, 60);
    tcase_add_loop_test(tcase, a_bot_logs_in_and_hears, 0, 3);
    tcase_add_loop_test(tcase, a_session_outlives_its_connections, 0, 3);
    tcase_add_loop_test(tcase, a_half_open_connection_is_left, 2, 3);
    tcase_add_loop_test(tcase, frames_in_pieces_are_put_together, 0, 3);
    tcase_add_loop_test(tcase, a_stop_code_ends_it, 2, 3);
    tcase_add_loop_test(tcase, a_bomb_ends_a_connection_and_nothing_else, 0, 3);
    tcase_add_loop_test(tcase, messages_are_posted_within_the_limits, 0, 3);
    tcase_add_loop_test(tcase, a_lost_answer_makes_no_second_message, 0, 3);
    tcase_add_loop_test(tcase, broken_answers_are_asked_for_again, 1, 3);
    tcase_add_loop_test(tcase, pictures_arrive, 0, 3);
    suite_add_tcase(suite, tcase);
    return suite;
}
