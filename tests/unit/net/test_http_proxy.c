/* Who asks behind a proxy. */
#include "http_proxy.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

static struct http_origin origin;

/* Whom a request from peer with these fields is counted as, when 10.0.0.0/8 and ::1 are trusted. */
static const char *who(const char *peer, const char *fields)
{
    char text[2048];
    struct http_head head;
    struct subnets trusted;
    const char *wrong = NULL;
    size_t len = 0;
    ck_assert(subnets_read(&trusted, "10.0.0.0/8 ::1", &wrong, &len));
    int size = snprintf(text, sizeof text, "GET / HTTP/1.1\r\nHost: h\r\n%s\r\n", fields);
    ck_assert_int_eq(http_head_read(&head, text, (size_t)size), 0);
    http_proxy_origin(&trusted, peer, &head, &origin);
    return origin.address;
}

START_TEST(proxy_is_believed_when_it_is_trusted_alone)
{
    ck_assert_str_eq(who("10.0.0.1", "X-Forwarded-For: 192.0.2.7\r\n"), "192.0.2.7");
    ck_assert(origin.forwarded);
    ck_assert_str_eq(who("::1", "X-Forwarded-For: 2001:db8::7\r\n"), "2001:db8::7");
    ck_assert_str_eq(who("10.0.0.1", "Forwarded: for=192.0.2.7;proto=https\r\n"), "192.0.2.7");
    ck_assert_str_eq(who("10.0.0.1", "Forwarded: proto=https; FOR=\"[2001:db8::7]:4711\"\r\n"),
                     "2001:db8::7");
    ck_assert_str_eq(who("10.0.0.1", "X-Forwarded-For: 192.0.2.7:80\r\n"), "192.0.2.7");
    ck_assert_str_eq(who("192.0.2.1", "X-Forwarded-For: 192.0.2.7\r\n"), "192.0.2.1");
    ck_assert(origin.forwarded);
    ck_assert_str_eq(who("192.0.2.1", "Forwarded: for=127.0.0.1\r\n"), "192.0.2.1");
    ck_assert_str_eq(who("10.0.0.1", ""), "10.0.0.1");
    ck_assert(!origin.forwarded);
}
END_TEST

START_TEST(proxy_names_the_right_most_that_is_not_trusted)
{
    ck_assert_str_eq(who("10.0.0.1", "X-Forwarded-For: 6.6.6.6, 192.0.2.7\r\n"), "192.0.2.7");
    ck_assert_str_eq(who("10.0.0.1", "X-Forwarded-For: 6.6.6.6, 192.0.2.7, 10.0.0.2\r\n"),
                     "192.0.2.7");
    ck_assert_str_eq(who("10.0.0.1", "X-Forwarded-For: 6.6.6.6\r\nX-Forwarded-For: 192.0.2.7\r\n"),
                     "192.0.2.7");
    ck_assert_str_eq(who("10.0.0.1", "X-Forwarded-For: 10.0.0.3, 10.0.0.2\r\n"), "10.0.0.3");
    ck_assert_str_eq(who("10.0.0.1", "Forwarded: for=6.6.6.6, for=192.0.2.7\r\n"), "192.0.2.7");
    ck_assert_str_eq(
        who("10.0.0.1", "Forwarded: for=6.6.6.6, for=192.0.2.7;by=x, for=10.0.0.2\r\n"),
        "192.0.2.7");
}
END_TEST

START_TEST(proxy_that_hides_somebody_counts_itself)
{
    ck_assert_str_eq(who("10.0.0.1", "Forwarded: for=unknown\r\n"), "10.0.0.1");
    ck_assert_str_eq(who("10.0.0.1", "Forwarded: for=6.6.6.6, for=_hidden\r\n"), "10.0.0.1");
    ck_assert_str_eq(who("10.0.0.1", "Forwarded: for=6.6.6.6, for=_a, for=10.0.0.2\r\n"),
                     "10.0.0.2");
    ck_assert_str_eq(who("10.0.0.1", "X-Forwarded-For: 6.6.6.6, nonsense\r\n"), "10.0.0.1");
    ck_assert_str_eq(who("10.0.0.1", "X-Forwarded-For:\r\n"), "10.0.0.1");
}
END_TEST

START_TEST(proxy_does_not_pass_on_what_a_client_made_up)
{
    /* one of the two is the client's own */
    ck_assert_str_eq(who("10.0.0.1", "Forwarded: for=6.6.6.6\r\nX-Forwarded-For: 192.0.2.7\r\n"),
                     "10.0.0.1");
    ck_assert_str_eq(who("10.0.0.1", "Forwarded: for=192.0.2.7\r\nX-Forwarded-For: 192.0.2.7\r\n"),
                     "192.0.2.7");
    /* a quote that is never closed swallows what the proxy adds behind it */
    ck_assert_str_eq(who("10.0.0.1", "Forwarded: for=6.6.6.6;x=\", for=192.0.2.7\r\n"), "10.0.0.1");
    ck_assert_str_eq(who("10.0.0.1", "Forwarded: x=\"a,b\";for=6.6.6.6, for=192.0.2.7\r\n"),
                     "192.0.2.7");
}
END_TEST

START_TEST(proxy_says_much_and_the_last_word_counts)
{
    char fields[1600] = "X-Forwarded-For: ";
    size_t len = strlen(fields);
    while (len < 1500) {
        len += (size_t)snprintf(fields + len, sizeof fields - len, "6.6.6.6, ");
    }
    snprintf(fields + len, sizeof fields - len, "192.0.2.7\r\n");
    ck_assert_str_eq(who("10.0.0.1", fields), "192.0.2.7");
}
END_TEST

Suite *suite_http_proxy(void);
Suite *suite_http_proxy(void)
{
    Suite *suite = suite_create("http_proxy");
    TCase *tcase = tcase_create("http_proxy");
    tcase_add_test(tcase, proxy_is_believed_when_it_is_trusted_alone);
    tcase_add_test(tcase, proxy_names_the_right_most_that_is_not_trusted);
    tcase_add_test(tcase, proxy_that_hides_somebody_counts_itself);
    tcase_add_test(tcase, proxy_does_not_pass_on_what_a_client_made_up);
    tcase_add_test(tcase, proxy_says_much_and_the_last_word_counts);
    suite_add_tcase(suite, tcase);
    return suite;
}
