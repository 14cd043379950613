/* Heads of requests, over a real socket: what is not written as RFC 9110 and RFC 9112 want it is
 * refused, and what is theirs to be written is answered. */
#include "http_head.h"
#include "http_world.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

#define ASK(line) line " HTTP/1.1\r\nHost: here\r\n"

/* The answer to these bytes must begin with this status. */
static void answered(const char *bytes, size_t len, int status)
{
    char wanted[24];
    struct wire wire;
    snprintf(wanted, sizeof wanted, "HTTP/1.1 %d ", status);
    world_client(&wire);
    wire_put(&wire, bytes, len);
    wire_until_closed(&wire);
    ck_assert_msg(strncmp(wire.got, wanted, strlen(wanted)) == 0, "to %.80s came %.80s, not %d",
                  bytes, wire.got, status);
    wire_close(&wire);
}

static void ask(const char *text, int status)
{
    answered(text, strlen(text), status);
}

START_TEST(head_with_names_that_begin_like_known_ones_is_answered)
{
    static const char *const names[] = {"X-Auth", "X-Real", "X-F", "Acc", "A",         "Con",
                                        "Sec",    "Upg",    "Ho",  "Co",  "X-Forward", "O"};
    char text[200];
    world_start(NULL);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        snprintf(text, sizeof text, ASK("GET /") "%s: abc\r\n\r\n", names[i]);
        ask(text, 200);
        snprintf(text, sizeof text, "GET / HTTP/1.1\r\n%s: abc\r\nHost: here\r\n\r\n", names[i]);
        ask(text, 200);
        snprintf(text, sizeof text, ASK("POST /echo") "%s: abc\r\nContent-Length: 2\r\n\r\nok",
                 names[i]);
        ask(text, 200);
    }
    world_stop();
}
END_TEST

START_TEST(head_that_two_readers_could_read_differently_is_refused)
{
    static const char *const bad[] = {
        "GET / HTTP/1.1\r\nHost : here\r\n\r\n",
        "GET / HTTP/1.1\r\nHost\t: here\r\n\r\n",
        ASK("GET /") "Cookie : a=b\r\n\r\n",
        ASK("POST /echo") "Content-Length : 3\r\n\r\nabc",
        "GET / HTTP/1.1\nHost: here\n\n",
        "GET / HTTP/1.1\r\nHost: here\n\r\n",
        ASK("GET /") "Cookie: a=b\n\r\n",
        ASK("GET /") "Cookie: a\rb\r\n\r\n",
        ASK("GET /") "Cookie: a=b\r\n folded\r\n\r\n",
        ASK("GET /") " Cookie: a=b\r\n\r\n",
        ASK("GET /") "Cookie\r\n\r\n",
        ASK("GET /") ": nameless\r\n\r\n",
        ASK("GET /") "Coo(kie: a\r\n\r\n",
        ASK("GET /") "Cookie: \x01\r\n\r\n",
        ASK("GET /") "Host: here\r\n\r\n",
        ASK("POST /echo") "Content-Length: 3\r\nContent-Length: 4\r\n\r\nabcd",
        ASK("POST /echo") "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\nabc",
        "GET / HTTP/1.1\r\n\r\n",
        "GET  / HTTP/1.1\r\nHost: here\r\n\r\n",
        "GET / HTTP/1.1 \r\nHost: here\r\n\r\n",
        "GET /a b HTTP/1.1\r\nHost: here\r\n\r\n",
        "GET /\t HTTP/1.1\r\nHost: here\r\n\r\n",
        "GET /#top HTTP/1.1\r\nHost: here\r\n\r\n",
        "GET /%0 HTTP/1.1\r\nHost: here\r\n\r\n",
        "GET /%zz HTTP/1.1\r\nHost: here\r\n\r\n",
        "GET /%00 HTTP/1.1\r\nHost: here\r\n\r\n",
        "GET / HTTP/1\r\nHost: here\r\n\r\n",
        "GET / http/1.1\r\nHost: here\r\n\r\n",
        "GET http:///path HTTP/1.1\r\nHost: here\r\n\r\n",
        "GET http://me@here/ HTTP/1.1\r\nHost: here\r\n\r\n",
        "G(T / HTTP/1.1\r\nHost: here\r\n\r\n",
    };
    static const char zero[] = ASK("GET /") "Cookie: a\0b\r\n\r\n";
    world_start(NULL);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        ask(bad[i], 400);
    }
    answered(zero, sizeof zero - 1, 400);
    ask("GET / HTTP/2.0\r\nHost: here\r\n\r\n", 505);
    world_stop();
}
END_TEST

START_TEST(head_is_read_however_it_may_be_written)
{
    static const char *const good[] = {
        "\r\n" ASK("GET /") "\r\n",
        "GET / HTTP/1.1\r\nhOST:here\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: \t here \t\r\n\r\n",
        "GET /?a=b%20c HTTP/1.1\r\nHost: here\r\n\r\n",
        "GET /page%2ejs HTTP/1.1\r\nHost: here\r\n\r\n",
        "GET http://here/page.js HTTP/1.1\r\nHost: elsewhere\r\n\r\n",
        "GET http://here HTTP/1.1\r\nHost: here\r\n\r\n",
        ASK("GET /") "Cookie:\r\n\r\n",
        ASK("GET /") "Cookie: \xc3\xa4\r\n\r\n",
    };
    world_start(NULL);
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        ask(good[i], 200);
    }
    ask("GET http://elsewhere/ HTTP/1.1\r\nHost: here\r\n\r\n", 403);
    world_stop();
}
END_TEST

START_TEST(head_may_come_byte_for_byte)
{
    static const char text[] = ASK("POST /echo") "Content-Length: 3\r\n\r\nabc";
    struct wire wire;
    world_start(NULL);
    world_client(&wire);
    for (size_t i = 0; i < sizeof text - 1; i++) {
        wire_put(&wire, text + i, 1);
        uv_run(&world.loop, UV_RUN_NOWAIT);
    }
    ck_assert(wire_until(&wire, "\r\n\r\nabc"));
    wire_close(&wire);
    world_stop();
}
END_TEST

START_TEST(head_says_go_on_to_who_waits_for_it)
{
    struct wire wire;
    world_start(NULL);
    world_client(&wire);
    wire_text(&wire, ASK("POST /echo") "Content-Length: 3\r\nExpect: 100-continue\r\n\r\n");
    ck_assert(wire_until(&wire, "HTTP/1.1 100 Continue\r\n\r\n"));
    wire_text(&wire, "abc");
    ck_assert(wire_until(&wire, "\r\n\r\nabc"));
    wire_close(&wire);
    ask(ASK("POST /echo") "Content-Length: 3\r\nExpect: more\r\n\r\n", 417);
    world_stop();
}
END_TEST

START_TEST(head_has_a_longest)
{
    static char text[16 * 1024];
    struct http_head head;
    size_t scanned = 0;
    world_start(NULL);
    int len = snprintf(text, sizeof text, ASK("GET /"));
    for (int i = 0; i < 70; i++) {
        len += snprintf(text + len, sizeof text - (size_t)len, "A%d: b\r\n", i);
    }
    snprintf(text + len, sizeof text - (size_t)len, "\r\n");
    ask(text, 431);
    ck_assert_int_gt(http_head_end(text, strlen(text), &scanned), 0);
    ck_assert_int_eq(http_head_read(&head, text, strlen(text)), 431);
    memset(text, 'a', sizeof text - 1);
    snprintf(text, 6, "GET /");
    text[5] = 'a';
    ask(text, 431);
    snprintf(text, sizeof text, "GET /%0300d HTTP/1.1\r\nHost: here\r\n\r\n", 1);
    ask(text, 414);
    world_stop();
}
END_TEST

Suite *suite_http_head(void);
Suite *suite_http_head(void)
{
    Suite *suite = suite_create("http_head");
    TCase *tcase = tcase_create("http_head");
    tcase_add_test(tcase, head_with_names_that_begin_like_known_ones_is_answered);
    tcase_add_test(tcase, head_that_two_readers_could_read_differently_is_refused);
    tcase_add_test(tcase, head_is_read_however_it_may_be_written);
    tcase_add_test(tcase, head_may_come_byte_for_byte);
    tcase_add_test(tcase, head_says_go_on_to_who_waits_for_it);
    tcase_add_test(tcase, head_has_a_longest);
    suite_add_tcase(suite, tcase);
    return suite;
}
