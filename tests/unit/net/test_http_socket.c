/* WebSockets. */
#include "http_world.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

#define GOOD "Host: here\r\nSec-WebSocket-Protocol: deaddrop\r\n"

static void socket_open(struct wire *wire)
{
    world_client(wire);
    ck_assert(wire_upgrade(wire, "/socket", GOOD));
    ck_assert(wire_until(wire, "\x81\x05hello"));
}

static void socket_say(struct wire *wire, const char *text)
{
    wire_frame(wire, 1, text, strlen(text));
}

START_TEST(socket_brings_messages_whole_and_in_order)
{
    world_start(NULL);
    struct wire wire;
    socket_open(&wire);
    socket_say(&wire, "one");
    socket_say(&wire, "two");
    world_until(&world.said_count, 2);
    ck_assert_str_eq(world.said[0], "one");
    ck_assert_str_eq(world.said[1], "two");
    ck_assert(http_socket_send(world.socket, "answer", 6));
    ck_assert(wire_until(&wire, "\x81\x06"
                                "answer"));
    world_until(&world.drained, 1);
    wire_close(&wire);
    world_until(&world.closed, 1);
    world_stop();
}
END_TEST

START_TEST(socket_refuses_wrong_doors)
{
    static const char *const wrong[][2] = {
        {"/elsewhere", GOOD},
        {"/", GOOD},
        {"/socket", "Host: here\r\n"},
        {"/socket", "Host: here\r\nSec-WebSocket-Protocol: chat\r\n"},
        {"/socket", "Host: there\r\nSec-WebSocket-Protocol: deaddrop\r\n"},
        {"/socket", "Sec-WebSocket-Protocol: deaddrop\r\n"},
    };
    world_start(NULL);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct wire wire;
        world_client(&wire);
        ck_assert_msg(!wire_upgrade(&wire, wrong[i][0], wrong[i][1]), "door %zu is open", i);
        wire_close(&wire);
    }
    ck_assert_ptr_null(world.socket);
    world_stop();
}
END_TEST

START_TEST(socket_skips_what_is_too_long_and_goes_on)
{
    enum { LONG = 2 * 1024 * 1024 };
    world_start(NULL);
    struct wire wire;
    socket_open(&wire);
    char *text = malloc(LONG);
    ck_assert_ptr_nonnull(text);
    memset(text, 'x', LONG);
    wire_frame(&wire, 1, text, LONG);
    wire_frame(&wire, 1, text, 65536);
    wire_frame(&wire, 1, text, 65537);
    socket_say(&wire, "after");
    world_until(&world.said_count, 4);
    ck_assert_str_eq(world.said[0], "<too long>");
    ck_assert_uint_eq(world.said_len[0], LONG);
    ck_assert_uint_eq(world.said_len[1], 65536);
    ck_assert(world.said[1][0] == 'x');
    ck_assert_str_eq(world.said[2], "<too long>");
    ck_assert_str_eq(world.said[3], "after");
    free(text);
    wire_close(&wire);
    world_stop();
}
END_TEST

START_TEST(socket_cuts_off_what_is_far_too_long)
{
    enum { LONG = 1024 * 1024, SKIP = 256 * 1024 };
    struct http_limits limits = {.skip_bytes = SKIP};
    world_start(&limits);
    struct wire wire;
    socket_open(&wire);
    char *text = calloc(1, LONG);
    ck_assert_ptr_nonnull(text);
    wire_frame(&wire, 1, text, LONG);
    ck_assert(wire_until_closed(&wire));
    ck_assert_uint_eq(world.said_count, 0);
    free(text);
    wire_close(&wire);
    world_stop();
}
END_TEST

START_TEST(socket_offers_again_what_was_not_taken)
{
    world_start(NULL);
    struct wire wire;
    socket_open(&wire);
    world.refuse = 1;
    socket_say(&wire, "one");
    while (world.refuse > 0) {
        uv_run(&world.loop, UV_RUN_ONCE);
    }
    socket_say(&wire, "two");
    uv_run(&world.loop, UV_RUN_NOWAIT);
    ck_assert_uint_eq(world.said_count, 0);
    http_socket_resume(world.socket);
    world_until(&world.said_count, 2);
    ck_assert_str_eq(world.said[0], "one");
    ck_assert_str_eq(world.said[1], "two");
    wire_close(&wire);
    world_stop();
}
END_TEST

START_TEST(socket_holds_back_who_sends_faster_than_it_is_taken)
{
    world_start(NULL);
    struct wire wire;
    socket_open(&wire);
    world.refuse = 1;
    char number[12];
    for (int i = 0; i < 50; i++) {
        snprintf(number, sizeof number, "%d", i);
        socket_say(&wire, number);
    }
    while (world.refuse > 0) {
        uv_run(&world.loop, UV_RUN_ONCE);
    }
    for (int i = 0; i < 100; i++) {
        uv_run(&world.loop, UV_RUN_NOWAIT);
    }
    ck_assert_uint_eq(world.said_count, 0);
    http_socket_resume(world.socket);
    world_until(&world.said_count, 50);
    for (int i = 0; i < 50; i++) {
        snprintf(number, sizeof number, "%d", i);
        ck_assert_str_eq(world.said[i], number);
    }
    wire_close(&wire);
    world_stop();
}
END_TEST

START_TEST(socket_tells_a_slow_reader_to_come_back)
{
    struct http_limits limits = {.queue_bytes = 1000};
    world_start(&limits);
    struct wire wire;
    socket_open(&wire);
    char text[600] = {0};
    memset(text, 'y', sizeof text);
    ck_assert(http_socket_send(world.socket, text, sizeof text));
    ck_assert(!http_socket_send(world.socket, text, sizeof text));
    ck_assert(wire_until_closed(&wire));
    ck_assert_ptr_nonnull(memmem(wire.got, wire.len, "\x03\xf5too slow", 10));
    wire_close(&wire);
    world_stop();
}
END_TEST

START_TEST(socket_is_told_that_the_server_stops)
{
    world_start(NULL);
    struct wire wire;
    socket_open(&wire);
    http_socket_send(world.socket, "last", 4);
    http_server_stop(world.server);
    ck_assert(wire_until_closed(&wire));
    const char *last = memmem(wire.got, wire.len, "\x81\x04last", 6);
    const char *bye = memmem(wire.got, wire.len, "\x03\xe9the server stops", 18);
    ck_assert_ptr_nonnull(last);
    ck_assert_ptr_nonnull(bye);
    ck_assert(last < bye);
    wire_close(&wire);
    while (!world_is_quiet()) {
        uv_run(&world.loop, UV_RUN_ONCE);
    }
    ck_assert_uint_eq(world.closed, 1);
    world_stop();
}
END_TEST

START_TEST(socket_answers_pings_and_pings_itself)
{
    struct http_limits limits = {.ping_seconds = 1};
    world_start(&limits);
    struct wire wire;
    socket_open(&wire);
    wire_frame(&wire, 9, "are you", 7);
    ck_assert(wire_until(&wire, "\x8a\x07"
                                "are you"));
    ck_assert(wire_until(&wire, "\x89")); /* a ping after silence */
    ck_assert(wire_until_closed(&wire));  /* that was never answered */
    wire_close(&wire);
    world_stop();
}
END_TEST

START_TEST(socket_does_not_take_broken_text)
{
    world_start(NULL);
    struct wire wire;
    socket_open(&wire);
    socket_say(&wire, "\xc3\x28");
    ck_assert(wire_until_closed(&wire));
    ck_assert_ptr_nonnull(memmem(wire.got, wire.len, "\x03\xef", 2));
    ck_assert_uint_eq(world.said_count, 0);
    wire_close(&wire);
    world_stop();
}
END_TEST

START_TEST(socket_still_hears_what_was_said_before_it_broke)
{
    world_start(NULL);
    struct wire wire;
    socket_open(&wire);
    socket_say(&wire, "and gone");
    wire_close(&wire);
    world_until(&world.closed, 1);
    ck_assert_uint_eq(world.said_count, 1);
    world_stop();
}
END_TEST

/* Request, three messages and the close frame in one piece: nothing of it is lost or doubled. */
START_TEST(socket_hears_all_that_came_with_its_request)
{
    static const char all[] = "GET /socket HTTP/1.1\r\nUpgrade: websocket\r\n"
                              "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                              "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n" GOOD "\r\n"
                              "\x81\x81\0\0\0\0a\x81\x81\0\0\0\0b\x81\x81\0\0\0\0c"
                              "\x88\x82\0\0\0\0\x03\xe8";
    struct wire wire;
    world_start(NULL);
    world_client(&wire);
    wire_put(&wire, all, sizeof all - 1);
    ck_assert(wire_until_closed(&wire));
    world_until(&world.closed, 1);
    ck_assert_uint_eq(world.said_count, 3);
    ck_assert_str_eq(world.said[0], "a");
    ck_assert_str_eq(world.said[2], "c");
    ck_assert_ptr_nonnull(memmem(wire.got, wire.len, "\x88\x02\x03\xe8", 4));
    wire_close(&wire);
    world_stop();
}
END_TEST

START_TEST(socket_that_comes_while_the_server_stops_is_opened_and_closed)
{
    struct wire wire;
    world_start(NULL);
    world.stops = true;
    world_client(&wire);
    wire_upgrade(&wire, "/socket", GOOD);
    ck_assert(wire_until_closed(&wire));
    ck_assert_ptr_nonnull(memmem(wire.got, wire.len, "\x03\xe9the server stops", 18));
    world_until(&world.closed, 1);
    ck_assert_ptr_null(world.socket);
    wire_close(&wire);
    world_stop();
}
END_TEST

Suite *suite_http_socket(void);
Suite *suite_http_socket(void)
{
    Suite *suite = suite_create("http_socket");
    TCase *tcase = tcase_create("http_socket");
    tcase_add_test(tcase, socket_brings_messages_whole_and_in_order);
    tcase_add_test(tcase, socket_refuses_wrong_doors);
    tcase_add_test(tcase, socket_skips_what_is_too_long_and_goes_on);
    tcase_add_test(tcase, socket_cuts_off_what_is_far_too_long);
    tcase_add_test(tcase, socket_offers_again_what_was_not_taken);
    tcase_add_test(tcase, socket_holds_back_who_sends_faster_than_it_is_taken);
    tcase_add_test(tcase, socket_tells_a_slow_reader_to_come_back);
    tcase_add_test(tcase, socket_is_told_that_the_server_stops);
    tcase_add_test(tcase, socket_answers_pings_and_pings_itself);
    tcase_add_test(tcase, socket_does_not_take_broken_text);
    tcase_add_test(tcase, socket_still_hears_what_was_said_before_it_broke);
    tcase_add_test(tcase, socket_hears_all_that_came_with_its_request);
    tcase_add_test(tcase, socket_that_comes_while_the_server_stops_is_opened_and_closed);
    suite_add_tcase(suite, tcase);
    return suite;
}
