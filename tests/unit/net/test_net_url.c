/* URLs taken apart: what a WebSocket needs of one, and what a request may be sent with. */
#include <check.h>

#include "net_url.h"

START_TEST(urls_are_taken_apart)
{
    struct net_url parts;
    ck_assert(net_url_read(&parts, "wss://a.example/?v=10&encoding=json"));
    ck_assert(parts.secret);
    ck_assert_str_eq(parts.host, "a.example");
    ck_assert_uint_eq(parts.port, 443);
    ck_assert_str_eq(parts.path, "/?v=10&encoding=json");
    ck_assert(net_url_read(&parts, "ws://a.example:81?v=10"));
    ck_assert_uint_eq(parts.port, 81);
    ck_assert_str_eq(parts.path, "/?v=10");
    ck_assert(net_url_read(&parts, "ws://[::1]:8080/x#y"));
    ck_assert_str_eq(parts.host, "::1");
    ck_assert_uint_eq(parts.port, 8080);
    ck_assert_str_eq(parts.path, "/x");
    ck_assert(net_url_read(&parts, "ws://a"));
    ck_assert_str_eq(parts.path, "/");
    static const char *const none[] = {"",
                                       "http://a/",
                                       "ws://",
                                       "ws:///x",
                                       "ws://a:/",
                                       "ws://a:0/",
                                       "ws://a:65536/",
                                       "ws://a:x/",
                                       "ws://u@a/",
                                       "ws://a b/",
                                       "ws://a/\r\nb",
                                       "ws://[::1/",
                                       "ws://[::1]x/"};
    for (size_t i = 0; i < sizeof none / sizeof none[0]; i++) {
        ck_assert_msg(!net_url_read(&parts, none[i]), "%s", none[i]);
    }
}
END_TEST

START_TEST(what_follows_an_origin_is_known_to_be_final)
{
    static const struct {
        const char *url;
        size_t len;
    } rows[] = {
        {"http://a/b", 8},
        {"https://a.example:8448/b/c?d=%2F&e=..", 22},
        {"http://[::1]:80/", 15},
        {"https://a.example", 0},     /* nothing follows */
        {"https://a.example?b", 0},   /* a slash is to be added */
        {"https://a.example/b#c", 0}, /* a fragment is not sent */
        {"https://a.example/b/../c", 0},
        {"https://a.example/.b", 0},
        {"https://a.example/b c", 0},
        {"https://a.example/b\r\nHost: c", 0},
        {"https://a.example/\xc3\xa4", 0},
        {"https://u:p@a.example/b", 0},
        {"https:///b", 0},
        {"ws://a.example/b", 0},
        {"a.example/b", 0},
        {"", 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        ck_assert_msg(net_url_origin(rows[i].url) == rows[i].len, "%s", rows[i].url);
    }
}
END_TEST

Suite *suite_net_url(void);

Suite *suite_net_url(void)
{
    Suite *suite = suite_create("net_url");
    TCase *tcase = tcase_create("url");
    tcase_add_test(tcase, urls_are_taken_apart);
    tcase_add_test(tcase, what_follows_an_origin_is_known_to_be_final);
    suite_add_tcase(suite, tcase);
    return suite;
}
