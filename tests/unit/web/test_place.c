/* How many may be here, and as whom they count. */
#include "web_world.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

static bool page_is_closed(struct page *page, const char *bytes, size_t len)
{
    return wire_until_closed(&page->wire) &&
           memmem(page->wire.got, page->wire.len, bytes, len) != NULL;
}

START_TEST(place_of_an_accounts_oldest_page_goes_to_its_newest)
{
    struct page first;
    struct page second;
    struct page other;
    world_start("per_account = 2\n");
    page_new(&first, "Ana", NULL);
    page_new(&other, "Ben", NULL);
    second = first;
    ana = first;
    page_open(&first, NULL);
    page_open(&other, NULL);
    page_open(&second, NULL);
    page_open(&ana, NULL);
    ck_assert(page_is_closed(&first, "\x0f\xa0opened elsewhere", 18));
    page_say(&second, "{\"op\":\"ping\"}");
    ck_assert_ptr_nonnull(page_hears(&second, "\"op\":\"pong\""));
    page_say(&other, "{\"op\":\"ping\"}");
    ck_assert_ptr_nonnull(page_hears(&other, "\"op\":\"pong\""));
    page_close(&first);
    page_close(&second);
    page_close(&other);
    page_close(&ana);
    world_stop();
}
END_TEST

START_TEST(place_is_not_taken_from_who_is_known)
{
    enum { STRANGERS = 20 };
    static struct page strangers[STRANGERS];
    world_start("connections = 16\nheld_places = 8\n");
    page_new(&ana, "Ana", NULL);
    world.now_ms +=
        25LL * 60 * 60 * 1000; /* the account is a day old; its tab's token is not used */
    char body[128];
    snprintf(body, sizeof body, "{\"key\":\"%s\"}", ana.key);
    world_post("/enter", NULL, body);
    snprintf(ana.tab, sizeof ana.tab, "%s", world_member("tab"));
    page_open(&ana, NULL);
    for (int i = 0; i < STRANGERS; i++) {
        page_connect(&strangers[i]);
        world.now_ms += 10;
    }
    /* the first of them had to go, who is known did not */
    ck_assert(page_is_closed(&strangers[0], "\x03\xf5too many", 10));
    page_say(&ana, "{\"op\":\"ping\"}");
    ck_assert_ptr_nonnull(page_hears(&ana, "\"op\":\"pong\""));
    struct page again = ana;
    page_open(&again, NULL);
    page_close(&again);
    for (int i = 0; i < STRANGERS; i++) {
        page_close(&strangers[i]);
    }
    page_close(&ana);
    world_stop();
}
END_TEST

/* A newcomer behind a proxy at this machine; the answer. */
static const char *newcomer(const char *from)
{
    char headers[400];
    unsigned port = web_port(world.adapter);
    snprintf(headers, sizeof headers,
             "Host: 127.0.0.1:%u\r\nOrigin: http://127.0.0.1:%u\r\n"
             "Content-Type: application/json\r\nX-Forwarded-For: %s\r\n",
             port, port, from);
    return world_ask("POST", "/new", headers, "{\"name\":\"Zoe\"}");
}

START_TEST(place_behind_a_proxy_is_not_at_this_machine)
{
    world_start("trusted_proxies = 127.0.0.1\n");
    ck_assert_ptr_nonnull(strstr(newcomer("192.0.2.1"), " 403 "));
    ck_assert_ptr_nonnull(strstr(newcomer("127.0.0.1"), " 403 "));
    page_new(&ana, "Ana", NULL);
    world_stop();
    /* the same where no proxy is named: who came through one is not here */
    world_start(NULL);
    ck_assert_ptr_nonnull(strstr(newcomer("192.0.2.1"), " 403 "));
    world_stop();
}
END_TEST

START_TEST(newcomers_of_one_address_do_not_keep_others_out)
{
    int let_in = 0;
    world_start("trusted_proxies = 127.0.0.1\nnewcomers = open\n");
    for (int i = 0; i < 50; i++) {
        let_in += strstr(newcomer("192.0.2.1"), " 200 ") != NULL;
    }
    ck_assert_int_eq(let_in, 30);
    ck_assert_ptr_nonnull(strstr(newcomer("192.0.2.2"), " 200 "));
    world_stop();
}
END_TEST

START_TEST(place_in_the_house_is_not_filled_by_one_account)
{
    char text[128];
    two_in_a_den();
    unsigned before = world.inbound_count;
    world.held = true;
    for (int i = 0; i < 10; i++) {
        snprintf(text, sizeof text,
                 "{\"op\":\"say\",\"id\":\"a%d\",\"room\":\"den\",\"text\":\"much\"}", i);
        page_say(&ana, text);
    }
    world_until(&world.inbound_count, before + 4);
    page_say(&ben, "{\"op\":\"say\",\"id\":\"b\",\"room\":\"den\",\"text\":\"little\"}");
    world_until(&world.inbound_count, before + 5);
    ck_assert_str_eq(world.inbound[before + 4].text, "little");
    world.held = false;
    ck_assert_ptr_nonnull(page_hears(&ana, "\"id\":\"a9\""));
    ck_assert_uint_eq(world.inbound_count, before + 11);
    both_leave();
}
END_TEST

Suite *suite_place(void);
Suite *suite_place(void)
{
    Suite *suite = suite_create("place");
    TCase *tcase = tcase_create("place");
    tcase_add_test(tcase, place_of_an_accounts_oldest_page_goes_to_its_newest);
    tcase_add_test(tcase, place_is_not_taken_from_who_is_known);
    tcase_add_test(tcase, place_behind_a_proxy_is_not_at_this_machine);
    tcase_add_test(tcase, newcomers_of_one_address_do_not_keep_others_out);
    tcase_add_test(tcase, place_in_the_house_is_not_filled_by_one_account);
    suite_add_tcase(suite, tcase);
    return suite;
}
