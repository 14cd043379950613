/* What a relay says to the server behind it, and what it passes on of a head. */
#include "relay_head.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

static char passed[16384];
static bool upgrade;
static struct subnets trusted;

static int pass(const char *peer, const char *key, const char *head)
{
    struct buf out;
    const char *wrong = NULL;
    size_t len = 0;
    ck_assert(subnets_read(&trusted, "10.0.0.0/8", &wrong, &len));
    const struct relay_from from = {
        .peer = peer, .here = "192.0.2.1", .port = 8080, .trusted = &trusted, .key = key};
    buf_init(&out, sizeof passed - 1);
    int status = relay_head_write(&out, head, strlen(head), &from, &upgrade);
    snprintf(passed, sizeof passed, "%s", out.text != NULL ? out.text : "");
    buf_deinit(&out);
    return status;
}

START_TEST(relayed_is_read_as_it_was_written)
{
    struct http_relayed there;
    char value[HTTP_RELAYED_BYTES];
    const struct http_relayed relayed = {
        .peer = "2001:db8::7", .here = "192.0.2.1", .port = 65535, .proxied = true};
    http_relayed_write(&relayed, "secret", value);
    ck_assert_str_eq(value, "secret 2001:db8::7 192.0.2.1 65535 proxied");
    ck_assert(http_relayed_read(&there, "secret", value));
    ck_assert_str_eq(there.peer, "2001:db8::7");
    ck_assert_str_eq(there.here, "192.0.2.1");
    ck_assert_uint_eq(there.port, 65535);
    ck_assert(there.proxied);
    ck_assert(http_relayed_read(&there, "k", "k 127.0.0.1 127.0.0.1 0 direct"));
    ck_assert(!there.proxied);
}
END_TEST

START_TEST(relayed_is_nothing_without_the_key)
{
    static const char *const wrong[] = {"",
                                        "key",
                                        "Key 127.0.0.1 127.0.0.1 1 direct",
                                        "ke 127.0.0.1 127.0.0.1 1 direct",
                                        "keyy 127.0.0.1 127.0.0.1 1 direct",
                                        "key  127.0.0.1 127.0.0.1 1 direct",
                                        "key here 127.0.0.1 1 direct",
                                        "key 127.0.0.1 there 1 direct",
                                        "key 127.0.0.1 127.0.0.1 65536 direct",
                                        "key 127.0.0.1 127.0.0.1 -1 direct",
                                        "key 127.0.0.1 127.0.0.1 1x direct",
                                        "key 127.0.0.1 127.0.0.1 1",
                                        "key 127.0.0.1 127.0.0.1 1 near",
                                        "key 127.0.0.1 127.0.0.1 1 direct, more"};
    struct http_relayed there;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        ck_assert_msg(!http_relayed_read(&there, "key", wrong[i]), "%s", wrong[i]);
    }
    ck_assert(!http_relayed_read(&there, "", " 127.0.0.1 127.0.0.1 1 direct"));
}
END_TEST

START_TEST(relay_head_passes_on_what_came)
{
    ck_assert_int_eq(pass("192.0.2.7", "",
                          "\r\nPOST http://h/a%20b?c HTTP/1.1\r\nHost: h\r\nX-A:  b \r\n"
                          "Content-Length: 3\r\n\r\n"),
                     0);
    ck_assert_str_eq(passed, "POST http://h/a%20b?c HTTP/1.1\r\nHost: h\r\nX-A:  b \r\n"
                             "Content-Length: 3\r\nX-Forwarded-For: 192.0.2.7\r\n"
                             "Connection: close\r\n\r\n");
    ck_assert(!upgrade);
    ck_assert_int_eq(pass("::1", "k", "GET / HTTP/1.0\r\n\r\n"), 0);
    ck_assert_str_eq(passed, "GET / HTTP/1.0\r\nX-Forwarded-For: ::1\r\n"
                             "X-Relayed: k ::1 192.0.2.1 8080 direct\r\n"
                             "Connection: close\r\n\r\n");
}
END_TEST

START_TEST(relay_head_says_itself_who_asks)
{
    static const char head[] =
        "GET / HTTP/1.1\r\nHost: h\r\nx-forwarded-for: 6.6.6.6\r\nX-Forwarded-Port: 1\r\n"
        "X-Forwarded-: 2\r\nX-RELAYED: k 127.0.0.1 127.0.0.1 1 direct\r\n"
        "X-Forwarded-Proto: https\r\nX-Forwarded-Host: p\r\nX-Forwarded: 3\r\n\r\n";
    ck_assert_int_eq(pass("192.0.2.7", "k", head), 0);
    ck_assert_str_eq(passed, "GET / HTTP/1.1\r\nHost: h\r\nX-Forwarded: 3\r\n"
                             "X-Forwarded-For: 192.0.2.7\r\n"
                             "X-Relayed: k 192.0.2.7 192.0.2.1 8080 proxied\r\n"
                             "Connection: close\r\n\r\n");
    ck_assert_int_eq(pass("10.0.0.1", "", head), 0);
    ck_assert_str_eq(passed, "GET / HTTP/1.1\r\nHost: h\r\nX-Forwarded-Proto: https\r\n"
                             "X-Forwarded-Host: p\r\nX-Forwarded: 3\r\n"
                             "X-Forwarded-For: 6.6.6.6\r\nConnection: close\r\n\r\n");
    ck_assert_int_eq(
        pass("10.0.0.1", "", "GET / HTTP/1.0\r\nForwarded: for=6.6.6.6, for=192.0.2.7\r\n\r\n"), 0);
    ck_assert_str_eq(passed, "GET / HTTP/1.0\r\nX-Forwarded-For: 192.0.2.7\r\n"
                             "Connection: close\r\n\r\n");
}
END_TEST

/* However many are trusted behind it, the server there finds the one that the relay names. */
START_TEST(relay_head_is_believed_by_a_server_that_trusts_all)
{
    struct subnets all;
    struct http_head head;
    struct http_origin origin;
    const char *wrong = NULL;
    size_t len = 0;
    ck_assert(subnets_read(&all, "0.0.0.0/0 ::/0", &wrong, &len));
    ck_assert_int_eq(pass("2001:db8::7", "",
                          "GET / HTTP/1.1\r\nHost: h\r\nForwarded: for=6.6.6.6\r\n"
                          "X-Forwarded-For: 6.6.6.6, 7.7.7.7\r\n\r\n"),
                     0);
    ck_assert_int_eq(http_head_read(&head, passed, strlen(passed)), 0);
    http_proxy_origin(&all, "192.0.2.1", &head, &origin);
    ck_assert_str_eq(origin.address, "2001:db8::7");
    http_proxy_origin(&all, "::1", &head, &origin);
    ck_assert_str_eq(origin.address, "2001:db8::7");
}
END_TEST

START_TEST(relay_head_keeps_an_upgrade_and_no_connection)
{
    ck_assert_int_eq(pass("192.0.2.7", "",
                          "GET / HTTP/1.1\r\nHost: h\r\nConnection: keep-alive, Upgrade\r\n"
                          "Upgrade: websocket\r\nKeep-Alive: 5\r\n\r\n"),
                     0);
    ck_assert(upgrade);
    ck_assert_str_eq(passed, "GET / HTTP/1.1\r\nHost: h\r\nUpgrade: websocket\r\n"
                             "X-Forwarded-For: 192.0.2.7\r\nConnection: Upgrade\r\n\r\n");
    ck_assert_int_eq(pass("192.0.2.7", "",
                          "GET / HTTP/1.1\r\nHost: h\r\nConnection: keep-alive\r\n"
                          "Proxy-Connection: keep-alive\r\nUpgrade: websocket\r\n\r\n"),
                     0);
    ck_assert(!upgrade);
    ck_assert_str_eq(passed, "GET / HTTP/1.1\r\nHost: h\r\nX-Forwarded-For: 192.0.2.7\r\n"
                             "Connection: close\r\n\r\n");
}
END_TEST

START_TEST(relay_head_refuses_what_could_be_read_twice)
{
    static char much[HTTP_HEAD_BYTES_MAX + 1] = "GET / HTTP/1.0\r\nX-A: ";
    ck_assert_int_eq(pass("::1", "",
                          "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n"
                          "Transfer-Encoding: chunked\r\n\r\n"),
                     400);
    ck_assert_int_eq(pass("::1", "", "GET / HTTP/1.1\r\nHost: h\r\nHost: i\r\n\r\n"), 400);
    ck_assert_int_eq(pass("::1", "", "GET / HTTP/1.1\r\nHost : h\r\n\r\n"), 400);
    ck_assert_int_eq(pass("::1", "", "GET / HTTP/1.1\r\nHost: h\r\n X: i\r\n\r\n"), 400);
    ck_assert_int_eq(pass("::1", "", "GET / HTTP/2.0\r\nHost: h\r\n\r\n"), 505);
    memset(much + strlen(much), 'x', sizeof much - 5 - strlen(much));
    memcpy(much + sizeof much - 5, "\r\n\r\n", 5);
    ck_assert_int_eq(pass("::1", "", much), 431);
}
END_TEST

Suite *suite_http_relayed(void);
Suite *suite_http_relayed(void)
{
    Suite *suite = suite_create("http_relayed");
    TCase *tcase = tcase_create("http_relayed");
    tcase_add_test(tcase, relayed_is_read_as_it_was_written);
    tcase_add_test(tcase, relayed_is_nothing_without_the_key);
    tcase_add_test(tcase, relay_head_passes_on_what_came);
    tcase_add_test(tcase, relay_head_says_itself_who_asks);
    tcase_add_test(tcase, relay_head_is_believed_by_a_server_that_trusts_all);
    tcase_add_test(tcase, relay_head_keeps_an_upgrade_and_no_connection);
    tcase_add_test(tcase, relay_head_refuses_what_could_be_read_twice);
    suite_add_tcase(suite, tcase);
    return suite;
}
