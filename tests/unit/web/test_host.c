/* By which names and from which pages the server may be asked. */
#include "http_server.h"
#include "web_host.h"

#include <check.h>
#include <string.h>

struct row {
    const char *host;
    const char *origin;
    bool admitted;
};

static bool admits(const struct web_host *host, const struct row *row, enum http_method method,
                   const char *path)
{
    struct http_request request = {.method = method,
                                   .path = path,
                                   .host = row->host,
                                   .origin = row->origin,
                                   .cookie = "",
                                   .content_type = "application/json; charset=utf-8",
                                   .here = "192.168.1.5",
                                   .peer = "192.168.1.9",
                                   .port = 8080};
    return web_host_admits(host, &request, "/socket");
}

static const struct web_host plain = {.url = "", .hosts = "", .lan = ""};
static const struct web_host named = {
    .url = "https://play.example.org", .hosts = "den.local, box:9999", .lan = ""};

START_TEST(host_names_of_this_server)
{
    static const struct row rows[] = {
        {"localhost:8080", "", true},
        {"LOCALHOST:8080", "", true},
        {"127.0.0.1:8080", "", true},
        {"[::1]:8080", "", true},
        {"192.168.1.5:8080", "", true},
        {"192.168.1.6:8080", "", false},
        {"localhost", "", false},
        {"localhost:80", "", false},
        {"localhost:8080x", "", false},
        {"localhost:", "", false},
        {"", "", false},
        {":8080", "", false},
        {"[::1", "", false},
        {"evil.example:8080", "", false},
        {"127.0.0.1.evil.example:8080", "", false},
        {"play.example.org", "", false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ck_assert_msg(admits(&plain, &rows[i], HTTP_METHOD_GET, "/") == rows[i].admitted, "%s",
                      rows[i].host);
    }
}
END_TEST

START_TEST(host_names_that_were_set)
{
    static const struct row rows[] = {
        {"play.example.org", "", true}, {"play.example.org:443", "", false},
        {"den.local", "", true},        {"den.local:1234", "", true},
        {"box:9999", "", true},         {"box:9998", "", false},
        {"localhost:8080", "", true},   {"example.org", "", false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ck_assert_msg(admits(&named, &rows[i], HTTP_METHOD_GET, "/") == rows[i].admitted, "%s",
                      rows[i].host);
    }
}
END_TEST

START_TEST(host_of_acts_and_sockets_needs_its_own_page)
{
    static const struct row rows[] = {
        {"localhost:8080", "http://localhost:8080", true},
        {"localhost:8080", "https://localhost:8080", true},
        {"localhost:8080", "http://127.0.0.1:8080", false},
        {"localhost:8080", "http://localhost", false},
        {"localhost:8080", "", false},
        {"localhost:8080", "null", false},
        {"localhost:8080", "localhost:8080", false},
        {"localhost:8080", "ftp://localhost:8080", false},
        {"play.example.org", "https://play.example.org", true},
        {"play.example.org", "http://play.example.org", false},
        {"evil.example", "http://evil.example", false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ck_assert_msg(admits(&named, &rows[i], HTTP_METHOD_POST, "/new") == rows[i].admitted,
                      "POST %s from %s", rows[i].host, rows[i].origin);
        ck_assert_msg(admits(&named, &rows[i], HTTP_METHOD_GET, "/socket") == rows[i].admitted,
                      "socket %s from %s", rows[i].host, rows[i].origin);
    }
}
END_TEST

START_TEST(host_tells_who_sits_at_this_machine)
{
    struct http_request request = {
        .host = "localhost:8080", .same_machine = true, .here = "127.0.0.1", .port = 8080};
    ck_assert(web_host_is_near(&plain, &request));
    request.host = "play.example.org"; /* a proxy on this machine brings everybody */
    ck_assert(!web_host_is_near(&named, &request));
    request.same_machine = false;
    request.host = "localhost:8080";
    ck_assert(!web_host_is_near(&plain, &request));
    ck_assert(web_host_is_secure(&named));
    ck_assert(!web_host_is_secure(&plain));
}
END_TEST

START_TEST(host_of_links_can_be_followed_by_others)
{
    char base[WEB_LINK_BYTES];
    struct http_request request = {.host = "localhost:8080", .here = "127.0.0.1", .port = 8080};
    struct web_host lan = {.url = "", .hosts = "", .lan = "192.168.1.5"};
    web_host_base(&lan, &request, base, sizeof base);
    ck_assert_str_eq(base, "http://192.168.1.5:8080");
    lan.near = true; /* nobody else can reach it anyway */
    web_host_base(&lan, &request, base, sizeof base);
    ck_assert_str_eq(base, "http://localhost:8080");
    web_host_base(&named, &request, base, sizeof base);
    ck_assert_str_eq(base, "https://play.example.org");
    request.host = "192.168.1.7:8080";
    lan.near = false;
    web_host_base(&lan, &request, base, sizeof base);
    ck_assert_str_eq(base, "http://192.168.1.7:8080");
}
END_TEST

START_TEST(cookies_are_found_by_their_whole_name)
{
    char value[8];
    ck_assert(web_cookie_find("a=1; deaddrop=tok; b=2", "deaddrop", value, sizeof value));
    ck_assert_str_eq(value, "tok");
    ck_assert(web_cookie_find("deaddrop=", "deaddrop", value, sizeof value));
    ck_assert_str_eq(value, "");
    ck_assert(!web_cookie_find("xdeaddrop=tok; deaddropx=tok", "deaddrop", value, sizeof value));
    ck_assert(!web_cookie_find("deaddrop=12345678", "deaddrop", value, sizeof value));
    ck_assert(!web_cookie_find("", "deaddrop", value, sizeof value));
    ck_assert_str_eq(web_bearer("Bearer abc"), "abc");
    ck_assert_str_eq(web_bearer("bearer abc"), "abc");
    ck_assert_str_eq(web_bearer("Basic abc"), "");
    ck_assert_str_eq(web_bearer(""), "");
}
END_TEST

Suite *suite_host(void);
Suite *suite_host(void)
{
    Suite *suite = suite_create("host");
    TCase *tcase = tcase_create("host");
    tcase_add_test(tcase, host_names_of_this_server);
    tcase_add_test(tcase, host_names_that_were_set);
    tcase_add_test(tcase, host_of_acts_and_sockets_needs_its_own_page);
    tcase_add_test(tcase, host_tells_who_sits_at_this_machine);
    tcase_add_test(tcase, host_of_links_can_be_followed_by_others);
    tcase_add_test(tcase, cookies_are_found_by_their_whole_name);
    suite_add_tcase(suite, tcase);
    return suite;
}
