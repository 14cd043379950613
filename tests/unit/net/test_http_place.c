/* Places and rates: who gets in when all are taken, and who is slowed down. */
#include "http_world.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#define SOCKET(cookie)                                             \
    "GET /socket HTTP/1.1\r\nHost: here\r\nUpgrade: websocket\r\n" \
    "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"         \
    "Sec-WebSocket-Protocol: deaddrop\r\nSec-WebSocket-Key: "      \
    "dGhlIHNhbXBsZSBub25jZQ==\r\nCookie: " cookie "\r\n\r\n"
#define PAGE(cookie) "GET / HTTP/1.1\r\nHost: here\r\nCookie: " cookie "\r\n\r\n"

enum { PLACE_WIRES = 16, PLACE_ANSWER_BYTES = 4096 };

static struct wire wires[PLACE_WIRES];
static struct subnets proxies;
/* of the place where a socket's messages are counted: its first letter */
static unsigned inbound[256];
static size_t most_queued;
static bool answers;

/* A cookie "+ana" is of somebody known, "-ben" of a newcomer. */
static enum http_rank place_whose(void *context, const struct http_request *request,
                                  char account[HTTP_KEY_BYTES])
{
    (void)context;
    if (request->cookie[0] != '+' && request->cookie[0] != '-') {
        return HTTP_STRANGER;
    }
    snprintf(account, HTTP_KEY_BYTES, "%s", request->cookie + 1);
    return request->cookie[0] == '+' ? HTTP_KNOWN : HTTP_NEWCOMER;
}

static bool place_said(void *context, struct http_socket *socket, const char *text, size_t len)
{
    static char answer[PLACE_ANSWER_BYTES];
    (void)context;
    (void)len;
    inbound[(unsigned char)text[0]]++;
    if (text[0] == '=') { /* says who they are */
        http_socket_is(socket, HTTP_KNOWN, text + 1);
    }
    if (answers) {
        memset(answer, 'a', sizeof answer);
        http_socket_send(socket, answer, sizeof answer);
        size_t queued = http_socket_queued(socket);
        most_queued = queued > most_queued ? queued : most_queued;
    }
    return true;
}

static void place_opened(void *context, struct http_socket *socket)
{
    (void)context;
    http_socket_patience(socket, 0);
}

static void place_nothing(void *context, struct http_socket *socket)
{
    (void)context;
    (void)socket;
}

static void place_start(const struct http_limits *limits)
{
    struct fault fault = {0};
    const char *wrong = NULL;
    size_t len = 0;
    memset(&world, 0, sizeof world);
    memset(inbound, 0, sizeof inbound);
    most_queued = 0;
    answers = false;
    world.now_ms = 1000;
    ck_assert(subnets_read(&proxies, "127.0.0.9", &wrong, &len));
    uv_loop_init(&world.loop);
    struct http_setup setup = world_setup();
    setup.limits = *limits;
    setup.whose = place_whose;
    setup.proxies = &proxies;
    setup.sockets.opened = place_opened;
    setup.sockets.said = place_said;
    setup.sockets.drained = place_nothing;
    setup.sockets.closed = place_nothing;
    world.server = http_server_open(&setup, &fault);
    ck_assert_msg(world.server != NULL, "%s", fault.text);
}

static void place_from(size_t at, const char *from, const char *text)
{
    wire_open(&wires[at], &world.loop, http_server_port(world.server), from);
    wire_text(&wires[at], text);
    for (int i = 0; i < 4; i++) {
        uv_run(&world.loop, UV_RUN_NOWAIT);
    }
}

static void place_socket(size_t at, const char *from, const char *text)
{
    place_from(at, from, text);
    ck_assert_msg(wire_until(&wires[at], "HTTP/1.1 101 "), "%zu: %s", at, wires[at].got);
    wire_forget(&wires[at]);
}

/* It is told to come back. */
static void place_goes(size_t at)
{
    ck_assert_msg(wire_until_closed(&wires[at]), "wire %zu stays", at);
    bool closed = memmem(wires[at].got, wires[at].len, "\x03\xf5too many", 10) != NULL;
    bool sorry = strstr(wires[at].got, "HTTP/1.1 503 ") != NULL &&
                 strstr(wires[at].got, "\r\nRetry-After: ") != NULL;
    ck_assert_msg(closed || sorry, "wire %zu: %.100s", at, wires[at].got);
}

static void place_stays(size_t at)
{
    for (int i = 0; i < 20; i++) {
        uv_run(&world.loop, UV_RUN_NOWAIT);
    }
    ck_assert_msg(!wires[at].closed, "wire %zu goes", at);
}

static void place_stop(size_t count)
{
    for (size_t i = 0; i < count; i++) {
        wire_close(&wires[i]);
    }
    world_stop();
}

START_TEST(place_is_held_for_who_is_known)
{
    struct http_limits limits = {.connections = 8, .held_places = 4};
    place_start(&limits);
    for (size_t i = 0; i < 4; i++) {
        place_socket(i, "127.0.0.2", SOCKET(""));
        world.now_ms += 10;
    }
    /* the places for everybody are taken: one more stranger takes that of the longest idle */
    place_socket(4, "127.0.0.2", SOCKET(""));
    place_goes(0);
    for (size_t i = 5; i < 9; i++) {
        place_socket(i, "127.0.0.2", SOCKET("+ana"));
    }
    /* all are taken: who is known still gets in, and nobody who is known goes */
    place_socket(9, "127.0.0.2", SOCKET("+ben"));
    for (size_t i = 5; i < 10; i++) {
        place_stays(i);
    }
    place_goes(1);
    place_stop(10);
}
END_TEST

START_TEST(place_of_who_asks_nothing_goes_first)
{
    struct http_limits limits = {.connections = 4};
    place_start(&limits);
    place_socket(0, "127.0.0.2", SOCKET(""));
    place_from(1, "127.0.0.2", "GET / HT");
    world.now_ms += 10;
    place_from(2, "127.0.0.2", "");
    place_from(3, "127.0.0.2", "");
    place_from(4, "127.0.0.2", PAGE(""));
    ck_assert(wire_until(&wires[4], "<p>page"));
    place_goes(1);
    place_stays(0);
    place_stays(2);
    place_stop(5);
}
END_TEST

START_TEST(place_of_the_address_that_has_most_goes)
{
    struct http_limits limits = {.connections = 4};
    place_start(&limits);
    place_from(0, "127.0.0.3", "");
    world.now_ms += 10;
    for (size_t i = 1; i < 4; i++) {
        place_from(i, "127.0.0.2", "");
    }
    place_from(4, "127.0.0.4", PAGE(""));
    ck_assert(wire_until(&wires[4], "<p>page"));
    place_stays(0);
    place_goes(1);
    place_stop(5);
}
END_TEST

START_TEST(place_of_an_idle_newcomer_goes_and_not_of_another)
{
    struct http_limits limits = {.connections = 4, .held_places = 2};
    place_start(&limits);
    place_socket(0, "127.0.0.2", SOCKET("-ana"));
    place_socket(1, "127.0.0.2", SOCKET("-ben"));
    place_from(2, "127.0.0.2", SOCKET(""));
    place_goes(2);
    place_socket(4, "127.0.0.2", SOCKET("+cy")); /* one of the places that are held */
    place_stays(0);
    place_stays(1);
    world.now_ms += 60000;
    place_socket(3, "127.0.0.2", SOCKET(""));
    place_goes(0);
    place_stop(5);
}
END_TEST

START_TEST(place_behind_a_proxy_is_that_of_who_asks)
{
    struct http_limits limits = {.connections = 100, .address_sockets = 1};
    static const char *const from[] = {"192.0.2.1", "192.0.2.2", "192.0.2.1"};
    char text[600];
    place_start(&limits);
    for (size_t i = 0; i < 3; i++) {
        snprintf(text, sizeof text,
                 "GET /hold HTTP/1.1\r\nHost: here\r\nX-Forwarded-For: %s\r\n\r\n", from[i]);
        if (i < 2) {
            snprintf(text, sizeof text, "%.*sX-Forwarded-For: %s\r\n\r\n",
                     (int)(strlen(SOCKET("")) - 2), SOCKET(""), from[i]);
        }
        place_from(i, "127.0.0.9", text);
    }
    place_stays(0);
    place_stays(1);
    place_goes(2);
    /* the same from elsewhere is not believed: both are one address */
    for (size_t i = 3; i < 5; i++) {
        snprintf(text, sizeof text, "%.*sX-Forwarded-For: %s\r\n\r\n",
                 (int)(strlen(SOCKET("")) - 2), SOCKET(""), from[i - 3]);
        place_from(i, "127.0.0.8", text);
    }
    place_stays(3);
    place_goes(4);
    place_stop(5);
}
END_TEST

/* In one piece: single ones would wait for each other on their way. */
static void place_say(struct wire *wire, const char *text, unsigned times)
{
    static char bytes[16 * 1024];
    size_t len = 0;
    size_t text_len = strlen(text);
    for (unsigned i = 0; i < times; i++) {
        ck_assert_uint_lt(len + text_len + 6, sizeof bytes);
        bytes[len] = (char)0x81;
        bytes[len + 1] = (char)(0x80 | text_len);
        memset(bytes + len + 2, 0, 4); /* a mask that changes nothing */
        for (size_t at = 0; at < text_len; at++) {
            bytes[len + 6 + at] = text[at];
        }
        len += text_len + 6;
    }
    wire_put(wire, bytes, len);
    for (int i = 0; i < 100; i++) {
        uv_run(&world.loop, UV_RUN_NOWAIT);
    }
}

START_TEST(rate_slows_the_account_that_floods_alone)
{
    struct http_limits limits = {.frame_burst = 10, .frame_each_ms = 100};
    place_start(&limits);
    place_socket(0, "127.0.0.2", SOCKET("+ana"));
    place_socket(1, "127.0.0.2", SOCKET("+ana"));
    place_socket(2, "127.0.0.2", SOCKET("+ben"));
    place_say(&wires[0], "flood", 500);
    ck_assert_uint_eq(inbound['f'], 14); /* the burst, and the 4 that are free */
    place_say(&wires[2], "honest", 5);
    ck_assert_uint_eq(inbound['h'], 5);
    place_say(&wires[1], "other", 10); /* another page of the account that floods */
    ck_assert_uint_eq(inbound['o'], 4);
    world.now_ms += 1000;
    world_until(&inbound['f'], 15);
    for (int i = 0; i < 100; i++) {
        uv_run(&world.loop, UV_RUN_NOWAIT);
    }
    ck_assert_uint_le(inbound['f'] + inbound['o'], 14 + 4 + 10);
    place_stop(3);
}
END_TEST

START_TEST(rate_of_bytes_holds_back_too)
{
    struct http_limits limits = {.rate_burst_bytes = 64 * 1024};
    place_start(&limits);
    place_socket(0, "127.0.0.2", SOCKET("+ana"));
    static char text[8000];
    memset(text, 'f', sizeof text - 1);
    for (int i = 0; i < 20; i++) {
        wire_frame(&wires[0], 1, text, sizeof text - 1);
    }
    for (int i = 0; i < 100; i++) {
        uv_run(&world.loop, UV_RUN_NOWAIT);
    }
    ck_assert_uint_ge(inbound['f'], 6);
    ck_assert_uint_le(inbound['f'], 8);
    world.now_ms += 1000;
    world_until(&inbound['f'], 14);
    place_stop(1);
}
END_TEST

START_TEST(rate_is_the_accounts_once_it_is_said)
{
    struct http_limits limits = {.frame_burst = 10, .frame_each_ms = 100};
    place_start(&limits);
    place_socket(0, "127.0.0.2", SOCKET(""));
    place_socket(1, "127.0.0.2", SOCKET(""));
    place_say(&wires[0], "flood", 500);
    ck_assert_uint_eq(inbound['f'], 54); /* an address has five times as much */
    place_say(&wires[1], "=ben", 1);
    ck_assert_uint_eq(inbound['='], 1);
    place_say(&wires[1], "honest", 20);
    world_until(&inbound['h'], 13);
    for (int i = 0; i < 100; i++) {
        uv_run(&world.loop, UV_RUN_NOWAIT);
    }
    ck_assert_uint_eq(inbound['h'], 13);
    place_stop(2);
}
END_TEST

START_TEST(rate_of_who_does_not_read_is_that_of_their_reading)
{
    struct http_limits limits = {.frame_burst = 100000};
    place_start(&limits);
    place_socket(0, "127.0.0.2", SOCKET("+ana"));
    answers = true;
    uv_poll_stop(&wires[0].poll);
    static char flood[8 * 4096];
    for (size_t i = 0; i < sizeof flood; i += 8) {
        flood[i] = (char)0x81;
        flood[i + 1] = (char)0x82;
        memset(flood + i + 2, 0, 4);
        memset(flood + i + 6, 'f', 2);
    }
    ssize_t sent = send(wires[0].fd, flood, sizeof flood, MSG_NOSIGNAL);
    ck_assert_int_eq(sent, (ssize_t)sizeof flood);
    for (int i = 0; i < 5000; i++) {
        uv_run(&world.loop, UV_RUN_NOWAIT);
    }
    ck_assert_uint_lt(inbound['f'], 4096);
    ck_assert_uint_lt(most_queued, 196608u);
    place_stop(1);
}
END_TEST

Suite *suite_http_place(void);
Suite *suite_http_place(void)
{
    Suite *suite = suite_create("http_place");
    TCase *tcase = tcase_create("http_place");
    tcase_add_test(tcase, place_is_held_for_who_is_known);
    tcase_add_test(tcase, place_of_who_asks_nothing_goes_first);
    tcase_add_test(tcase, place_of_the_address_that_has_most_goes);
    tcase_add_test(tcase, place_of_an_idle_newcomer_goes_and_not_of_another);
    tcase_add_test(tcase, place_behind_a_proxy_is_that_of_who_asks);
    tcase_add_test(tcase, rate_slows_the_account_that_floods_alone);
    tcase_add_test(tcase, rate_of_bytes_holds_back_too);
    tcase_add_test(tcase, rate_is_the_accounts_once_it_is_said);
    tcase_add_test(tcase, rate_of_who_does_not_read_is_that_of_their_reading);
    suite_add_tcase(suite, tcase);
    return suite;
}
