/* Requests and answers. */
#include "http_world.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#define ASK(line) line " HTTP/1.1\r\nHost: here\r\n"

START_TEST(http_serves_a_file_and_knows_it_again)
{
    world_start(NULL);
    struct wire wire;
    world_client(&wire);
    wire_text(&wire, ASK("GET /") "\r\n");
    ck_assert(wire_until(&wire, "<p>page"));
    ck_assert_ptr_nonnull(strstr(wire.got, "HTTP/1.1 200 OK\r\n"));
    ck_assert_ptr_nonnull(strstr(wire.got, "Content-Type: text/html; charset=utf-8\r\n"));
    ck_assert_ptr_nonnull(strstr(wire.got, "X-Content-Type-Options: nosniff\r\n"));
    ck_assert_ptr_nonnull(strstr(wire.got, "Cache-Control: no-cache\r\n"));
    char ask[256];
    char tag[64] = "";
    const char *etag = strstr(wire.got, "ETag: ") + 6;
    snprintf(tag, sizeof tag, "%.*s", (int)strcspn(etag, "\r"), etag);
    snprintf(ask, sizeof ask, ASK("GET /") "If-None-Match: %s\r\n\r\n", tag);
    wire_close(&wire);
    world_client(&wire);
    wire_text(&wire, ask);
    ck_assert(wire_until(&wire, "\r\n\r\n"));
    ck_assert_ptr_nonnull(strstr(wire.got, "HTTP/1.1 304 "));
    ck_assert_ptr_null(strstr(wire.got, "<p>page"));
    wire_close(&wire);
    world_stop();
}
END_TEST

START_TEST(http_answers_one_request_a_connection)
{
    world_start(NULL);
    struct wire wire;
    world_client(&wire);
    wire_text(&wire, ASK("POST /echo") "Content-Length: 3\r\n\r\none" ASK(
                         "GET /page.js") "\r\n" ASK("POST /echo") "Content-Length: 5\r\n\r\nthree");
    ck_assert(wire_until_closed(&wire));
    ck_assert_ptr_nonnull(strstr(wire.got, "\r\n\r\none"));
    ck_assert_ptr_nonnull(strstr(wire.got, "Connection: close\r\n"));
    ck_assert_ptr_null(strstr(wire.got, "x=1"));
    ck_assert_ptr_null(strstr(wire.got, "three"));
    wire_close(&wire);
    world_stop();
}
END_TEST

static void refused(const char *ask, const char *status)
{
    struct wire wire;
    world_client(&wire);
    wire_text(&wire, ask);
    wire_until(&wire, "\r\n\r\n");
    ck_assert_msg(strstr(wire.got, status) != NULL, "to %.60s came: %.200s", ask, wire.got);
    ck_assert_ptr_null(strstr(wire.got, "root:"));
    wire_close(&wire);
}

START_TEST(http_refuses_what_it_does_not_serve)
{
    world_start(NULL);
    refused("GET / HTTP/1.1\r\nHost: elsewhere\r\n\r\n", " 403 ");
    refused("GET / HTTP/1.0\r\n\r\n", " 403 ");
    refused(ASK("GET /none") "\r\n", " 404 ");
    refused(ASK("GET /echo") "\r\n", " 405 ");
    refused(ASK("DELETE /") "\r\n", " 405 ");
    refused(ASK("GET /../../../../etc/passwd") "\r\n", " 40");
    refused(ASK("GET /%2e%2e/%2e%2e/etc/passwd") "\r\n", " 40");
    refused(ASK("GET /page.js/../../etc/passwd") "\r\n", " 40");
    refused(ASK("POST /echo") "\r\n", " 411 ");
    refused(ASK("POST /echo") "Content-Length: 3x\r\n\r\nabc", " 411 ");
    refused(ASK("POST /echo") "Content-Length: -1\r\n\r\nabc", " 411 ");
    refused(ASK("POST /echo") "Transfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n", " 411 ");
    refused(ASK("POST /echo") "Content-Length: 65537\r\n\r\n", " 413 ");
    world_stop();
}
END_TEST

START_TEST(http_takes_what_is_put_to_any_path_below_one)
{
    const struct http_limits limits = {.body_bytes = 204800};
    static char body[153601];
    struct wire wire;
    world_start(&limits);
    world_client(&wire);
    wire_text(&wire, ASK("PUT /things/one%2Ftwo") "Content-Length: 3\r\n\r\none");
    ck_assert(wire_until(&wire, "/things/one"));
    ck_assert_ptr_nonnull(strstr(wire.got, ": 3"));
    wire_close(&wire);
    world_client(&wire);
    memset(body, 'x', sizeof body - 1);
    wire_text(&wire, ASK("PUT /things/") "Content-Length: 153600\r\n\r\n");
    wire_text(&wire, body);
    ck_assert(wire_until(&wire, "/things/: 153600"));
    wire_close(&wire);
    refused(ASK("PUT /echo") "Content-Length: 3\r\n\r\none", " 405 ");
    refused(ASK("PUT /elsewhere") "Content-Length: 3\r\n\r\none", " 404 ");
    refused(ASK("PUT /things/1") "Content-Length: 204801\r\n\r\n", " 413 ");
    world_stop();
}
END_TEST

#define H2_UPGRADE \
    ASK("GET /")   \
    "Upgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: AAMAAABk\r\n\r\n"

START_TEST(http_survives_garbage)
{
    static const char *const garbage[] = {
        "\r\n\r\n\r\n\r\n",
        "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        "CONNECT here:80 HTTP/1.1\r\nHost: here\r\n\r\nraw bytes",
        "GET  HTTP/1.1\r\n\r\n",
        H2_UPGRADE, /* NOLINT(bugprone-suspicious-missing-comma): one of two pieces */
        "GET / HTTP/1.1\r\nHost: here\r\nUpgrade: smoke\r\nConnection: Upgrade\r\n\r\n",
    };
    struct http_limits limits = {.request_seconds = 1};
    world_start(&limits);
    for (size_t i = 0; i < sizeof garbage / sizeof *garbage; i++) {
        struct wire wire;
        world_client(&wire);
        wire_text(&wire, garbage[i]);
        ck_assert_msg(wire_until_closed(&wire), "garbage %zu keeps its connection", i);
        ck_assert_msg(strstr(wire.got, " 200 ") == NULL, "garbage %zu: %s", i, wire.got);
        wire_close(&wire);
    }
    refused(ASK("GET /none") "\r\n", " 404 ");
    world_stop();
}
END_TEST

START_TEST(http_refuses_a_head_that_does_not_end)
{
    world_start(NULL);
    struct wire wire;
    world_client(&wire);
    wire_text(&wire, ASK("GET /") "Cookie: ");
    char *filling = malloc(100000);
    ck_assert_ptr_nonnull(filling);
    memset(filling, 'x', 100000);
    wire_put(&wire, filling, 100000);
    wire_text(&wire, "\r\n\r\n");
    wire_until_closed(&wire);
    ck_assert_ptr_null(strstr(wire.got, " 200 "));
    free(filling);
    wire_close(&wire);
    world_stop();
}
END_TEST

START_TEST(http_cuts_those_who_dribble)
{
    static const char *const slow[] = {"", "GET / HT", ASK("GET /") "Cookie: a",
                                       ASK("POST /echo") "Content-Length: 100\r\n\r\nabc"};
    struct http_limits limits = {.request_seconds = 1};
    world_start(&limits);
    for (size_t i = 0; i < sizeof slow / sizeof *slow; i++) {
        struct wire wire;
        world_client(&wire);
        wire_text(&wire, slow[i]);
        ck_assert_msg(wire_until_closed(&wire), "dribbler %zu stays", i);
        wire_close(&wire);
    }
    ck_assert(world_is_quiet());
    world_stop();
}
END_TEST

START_TEST(http_slows_an_address_down_but_not_another)
{
    struct http_limits limits = {.address_burst = 2, .address_each_ms = 1000};
    world_start(&limits);
    refused(ASK("GET /none") "\r\n", " 404 ");
    refused(ASK("GET /none") "\r\n", " 404 ");
    refused(ASK("GET /none") "\r\n", " 429 ");
    struct wire wire;
    wire_open(&wire, &world.loop, http_server_port(world.server), "127.0.0.2");
    wire_text(&wire, ASK("GET /") "\r\n");
    ck_assert(wire_until(&wire, "<p>page"));
    wire_close(&wire);
    world.now_ms += 1000;
    refused(ASK("GET /none") "\r\n", " 404 ");
    world_stop();
}
END_TEST

#define UPGRADE                                                         \
    ASK("GET /socket")                                                  \
    "Upgrade: websocket\r\nConnection: Upgrade\r\n"                     \
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: deaddrop\r\n" \
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"

START_TEST(http_takes_only_so_many_connections_of_an_address)
{
    struct http_limits limits = {.address_sockets = 2};
    struct wire wires[3];
    world_start(&limits);
    for (size_t i = 0; i < 2; i++) {
        world_client(&wires[i]);
        wire_text(&wires[i], UPGRADE "\r\n");
        ck_assert(wire_until(&wires[i], "hello"));
    }
    world_client(&wires[2]);
    wire_text(&wires[2], ASK("GET /") "\r\n");
    ck_assert(wire_until_closed(&wires[2]));
    ck_assert_ptr_nonnull(strstr(wires[2].got, "HTTP/1.1 503 "));
    ck_assert_ptr_nonnull(strstr(wires[2].got, "\r\nRetry-After: 5\r\n"));
    wire_close(&wires[2]);
    wire_open(&wires[2], &world.loop, http_server_port(world.server), "127.0.0.2");
    wire_text(&wires[2], ASK("GET /") "\r\n");
    ck_assert(wire_until(&wires[2], "<p>page"));
    wire_close(&wires[2]);
    wire_close(&wires[0]);
    world_until(&world.closed, 1);
    world_client(&wires[0]);
    wire_text(&wires[0], ASK("GET /") "\r\n");
    ck_assert(wire_until(&wires[0], "<p>page"));
    wire_close(&wires[0]);
    wire_close(&wires[1]);
    world_stop();
}
END_TEST

START_TEST(http_turns_people_away_when_it_is_out_of_descriptors)
{
    struct rlimit limit;
    struct wire wire;
    world_start(NULL);
    world_client(&wire);
    ck_assert_int_eq(getrlimit(RLIMIT_NOFILE, &limit), 0);
    int next = dup(0);
    close(next);
    struct rlimit low = {.rlim_cur = (rlim_t)next, .rlim_max = limit.rlim_max};
    ck_assert_int_eq(setrlimit(RLIMIT_NOFILE, &low), 0);
    ck_assert(wire_until_closed(&wire));
    ck_assert_int_eq(setrlimit(RLIMIT_NOFILE, &limit), 0);
    wire_close(&wire);
    world_client(&wire);
    wire_text(&wire, ASK("GET /") "\r\n");
    ck_assert(wire_until(&wire, "<p>page"));
    wire_close(&wire);
    world_stop();
}
END_TEST

START_TEST(http_answers_later_or_nobody)
{
    world_start(NULL);
    struct wire wire;
    for (int gone = 0; gone < 2; gone++) {
        world_client(&wire);
        wire_text(&wire, ASK("GET /hold") "\r\n");
        while (world.held == NULL) {
            uv_run(&world.loop, UV_RUN_ONCE);
        }
        if (gone) {
            wire_close(&wire);
        }
        http_answer_json(&world.held, 200, "{\"late\":true}");
        ck_assert_ptr_null(world.held);
        if (!gone) {
            ck_assert(wire_until(&wire, "{\"late\":true}"));
            ck_assert_ptr_nonnull(strstr(wire.got, "Cache-Control: no-store\r\n"));
            wire_close(&wire);
        }
    }
    while (!world_is_quiet()) {
        uv_run(&world.loop, UV_RUN_ONCE);
    }
    world_stop();
}
END_TEST

START_TEST(http_sets_a_cookie)
{
    world_start(NULL);
    struct wire wire;
    world_client(&wire);
    wire_text(&wire, ASK("GET /cookie") "Cookie: a=b; HttpOnly\r\n\r\n");
    ck_assert(wire_until(&wire, "\r\n\r\n"));
    ck_assert_ptr_nonnull(strstr(wire.got, "HTTP/1.1 204 "));
    ck_assert_ptr_nonnull(strstr(wire.got, "Set-Cookie: a=b; HttpOnly\r\n"));
    wire_close(&wire);
    world_stop();
}
END_TEST

START_TEST(http_head_has_no_body)
{
    world_start(NULL);
    struct wire wire;
    world_client(&wire);
    wire_text(&wire, ASK("HEAD /") "\r\n");
    ck_assert(wire_until_closed(&wire));
    ck_assert_ptr_nonnull(strstr(wire.got, "Content-Length: 7\r\n"));
    ck_assert_ptr_null(strstr(wire.got, "<p>page"));
    wire_close(&wire);
    world_stop();
}
END_TEST

START_TEST(http_says_whose_the_port_is)
{
    world_start(NULL);
    struct http_setup setup = world_setup();
    struct fault fault = {0};
    setup.port = http_server_port(world.server);
    ck_assert_ptr_null(http_server_open(&setup, &fault));
    ck_assert_int_eq(fault.code, FAULT_CONFIG);
    ck_assert_ptr_nonnull(strstr(fault.text, "another program"));
    ck_assert_ptr_nonnull(strstr(fault.text, "[web] port"));
    setup.address = "elsewhere";
    ck_assert_ptr_null(http_server_open(&setup, &fault));
    ck_assert_ptr_nonnull(strstr(fault.text, "not a numeric address"));
    setup.address = "203.0.113.7";
    ck_assert_ptr_null(http_server_open(&setup, &fault));
    ck_assert_ptr_nonnull(strstr(fault.text, "no network of this machine"));
    ck_assert_ptr_nonnull(strstr(fault.text, "[web] address"));
    world_stop();
}
END_TEST

/* The library closes its wake-up descriptor a second time when the number may be another's. */
START_TEST(http_one_of_two_servers_ends_and_the_other_goes_on)
{
    struct fault fault = {0};
    struct wire wire;
    world_start(NULL);
    struct http_setup setup = world_setup();
    struct http_server *other = http_server_open(&setup, &fault);
    ck_assert_msg(other != NULL, "%s", fault.text);
    wire_open(&wire, &world.loop, http_server_port(other), NULL);
    wire_text(&wire, ASK("GET /") "\r\n");
    ck_assert(wire_until_closed(&wire));
    ck_assert_ptr_nonnull(strstr(wire.got, "<p>page"));
    wire_close(&wire);
    http_server_close(&other);
    for (int i = 0; i < 3; i++) {
        world_client(&wire);
        wire_text(&wire, ASK("GET /") "\r\n");
        ck_assert(wire_until(&wire, "<p>page"));
        wire_close(&wire);
    }
    world_stop();
}
END_TEST

Suite *suite_http(void);
Suite *suite_http(void)
{
    Suite *suite = suite_create("http");
    TCase *tcase = tcase_create("http");
    tcase_add_test(tcase, http_serves_a_file_and_knows_it_again);
    tcase_add_test(tcase, http_answers_one_request_a_connection);
    tcase_add_test(tcase, http_refuses_what_it_does_not_serve);
    tcase_add_test(tcase, http_takes_what_is_put_to_any_path_below_one);
    tcase_add_test(tcase, http_survives_garbage);
    tcase_add_test(tcase, http_refuses_a_head_that_does_not_end);
    tcase_add_test(tcase, http_cuts_those_who_dribble);
    tcase_add_test(tcase, http_slows_an_address_down_but_not_another);
    tcase_add_test(tcase, http_takes_only_so_many_connections_of_an_address);
    tcase_add_test(tcase, http_turns_people_away_when_it_is_out_of_descriptors);
    tcase_add_test(tcase, http_answers_later_or_nobody);
    tcase_add_test(tcase, http_sets_a_cookie);
    tcase_add_test(tcase, http_head_has_no_body);
    tcase_add_test(tcase, http_says_whose_the_port_is);
    tcase_add_test(tcase, http_one_of_two_servers_ends_and_the_other_goes_on);
    suite_add_tcase(suite, tcase);
    return suite;
}
