/* Who looks on: what they see, and that they see and do nothing else. */
#include "own.h"
#include "web_own.h"
#include "web_world.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

static struct page eve;
static char link_secret[64];

/* Ana's link to look on in a room. */
static void make_link(const char *room)
{
    char body[96];
    snprintf(body, sizeof body, "{\"room\":\"%s\"}", room);
    ck_assert_ptr_nonnull(strstr(world_post("/watch", ana.tab, body), " 200 "));
    const char *at = strstr(world_member("link"), "/#watch=");
    ck_assert_ptr_nonnull(at);
    snprintf(link_secret, sizeof link_secret, "%s", at + 8);
}

static void eve_greets(const char *secret)
{
    char hello[160];
    page_connect(&eve);
    snprintf(hello, sizeof hello, "{\"op\":\"hello\",\"watch\":\"%s\"}", secret);
    page_say(&eve, hello);
}

static void eve_looks_on(void)
{
    eve_greets(link_secret);
    ck_assert_ptr_nonnull(page_hears(&eve, "\"op\":\"welcome\""));
}

static void say(struct page *page, const char *id, const char *text)
{
    char json[200];
    snprintf(json, sizeof json, "{\"op\":\"say\",\"id\":\"%s\",\"room\":\"den\",\"text\":\"%s\"}",
             id, text);
    page_say(page, json);
}

/* Whether it ever came to her, in whatever frame. */
static bool eve_had(const char *text)
{
    return memmem(eve.wire.got, eve.wire.len, text, strlen(text)) != NULL;
}

static void eve_is_shown_out(void)
{
    ck_assert_ptr_nonnull(page_hears(&eve, "\"code\":\"watch\""));
    ck_assert(wire_until_closed(&eve.wire));
    page_close(&eve);
}

START_TEST(watch_shows_the_room_and_nothing_else)
{
    two_in_a_den();
    say(&ana, "a1", "before");
    ck_assert_ptr_nonnull(page_hears(&ben, "\"before\""));
    make_link("den");
    eve_greets(link_secret);
    const char *frame = page_hears(&eve, "\"op\":\"welcome\"");
    ck_assert_ptr_nonnull(frame);
    ck_assert_ptr_nonnull(strstr(frame, "\"watch\":true"));
    ck_assert_ptr_nonnull(strstr(frame, "\"rooms\":[{\"room\":\"den\""));
    ck_assert_ptr_nonnull(strstr(frame, "\"moderator\":false"));
    ck_assert_ptr_null(strstr(frame, "\"you\""));
    ck_assert_ptr_null(strstr(frame, "\"~\""));
    ck_assert_ptr_nonnull(page_hears(&eve, "\"before\""));
    ck_assert_ptr_nonnull(page_hears(&eve, "\"op\":\"history\""));
    say(&ben, "b1", "after");
    ck_assert_ptr_nonnull(page_hears(&eve, "\"after\""));
    world_send(SEND_POST, "den", NULL, NULL, "n1", "for all");
    ck_assert_ptr_nonnull(page_hears(&eve, "for all"));
    world_send(SEND_PRIVATE, NULL, ana.account, NULL, "n2", "a secret");
    ck_assert_ptr_nonnull(page_hears(&ana, "a secret"));
    page_hears_no(&eve, "a secret");
    ck_assert(eve_had("for all"));
    ck_assert(!eve_had("a secret"));
    ck_assert(!eve_had("\"people\""));
    page_close(&eve);
    both_leave();
}
END_TEST

START_TEST(watch_is_counted_and_stands_in_no_list)
{
    two_in_a_den();
    make_link("den");
    eve_looks_on();
    const char *frame = page_hears(&ana, "\"watchers\":1");
    ck_assert_ptr_nonnull(frame);
    ck_assert_ptr_nonnull(strstr(frame, "\"Ana\""));
    ck_assert_ptr_nonnull(strstr(frame, "\"Ben\""));
    page_close(&eve);
    frame = page_hears(&ana, "\"op\":\"people\"");
    ck_assert_ptr_nonnull(frame);
    ck_assert_ptr_null(strstr(frame, "watchers"));
    both_leave();
}
END_TEST

START_TEST(watch_can_do_nothing)
{
    static const char *const acts[] = {
        "{\"op\":\"say\",\"id\":\"1\",\"room\":\"den\",\"text\":\"I am here\"}",
        "{\"op\":\"slash\",\"id\":\"2\",\"room\":\"den\",\"command\":\"status\"}",
        "{\"op\":\"press\",\"id\":\"3\",\"room\":\"den\",\"message\":\"den.1\",\"control\":\"x\"}",
        "{\"op\":\"form\",\"id\":\"4\",\"room\":\"den\",\"message\":\"den.1\",\"control\":\"x\"}",
        "{\"op\":\"react\",\"id\":\"5\",\"room\":\"den\",\"message\":\"den.1\",\"emoji\":\"!\"}",
        "{\"op\":\"room\",\"id\":\"6\",\"name\":\"attic\"}",
        "{\"op\":\"name\",\"id\":\"7\",\"name\":\"Ana\"}",
        "{\"op\":\"quit\",\"id\":\"8\",\"room\":\"den\"}",
        "{\"op\":\"more\",\"room\":\"~\",\"before\":5}",
        "{\"op\":\"more\",\"room\":\"attic\",\"before\":5}",
        "{\"op\":\"hello\"}",
    };
    two_in_a_den();
    say(&ana, "a1", "before");
    ck_assert_ptr_nonnull(page_hears(&ana, "\"op\":\"done\""));
    make_link("den");
    eve_looks_on();
    unsigned heard = world.inbound_count;
    for (size_t i = 0; i < sizeof acts / sizeof *acts; i++) {
        page_say(&eve, acts[i]);
        const char *frame = page_hears(&eve, "\"op\":\"sorry\"");
        ck_assert_ptr_nonnull(frame);
        ck_assert_ptr_nonnull(strstr(frame, "\"code\":\"watching\""));
    }
    ck_assert_uint_eq(world.inbound_count, heard);
    page_say(&eve, "{\"op\":\"more\",\"room\":\"den\",\"before\":1}");
    ck_assert_ptr_nonnull(page_hears(&eve, "\"op\":\"history\""));
    page_say(&eve, "{\"op\":\"ping\"}");
    ck_assert_ptr_nonnull(page_hears(&eve, "\"op\":\"pong\""));
    page_close(&eve);
    both_leave();
}
END_TEST

START_TEST(watch_links_are_made_by_members_for_rooms_of_all)
{
    two_in_a_den();
    page_new(&eve, "Eve", NULL);
    ck_assert_ptr_nonnull(strstr(world_post("/watch", NULL, "{\"room\":\"den\"}"), " 403 "));
    ck_assert_ptr_nonnull(strstr(world_post("/watch", eve.tab, "{\"room\":\"den\"}"), " 403 "));
    ck_assert_ptr_nonnull(strstr(world_post("/watch", ana.tab, "{\"room\":\"~\"}"), " 403 "));
    ck_assert_ptr_nonnull(strstr(world_post("/watch", ana.tab, "{\"room\":\"attic\"}"), " 403 "));
    char body[128];
    snprintf(body, sizeof body, "{\"room\":\"~%s\"}", ana.account);
    ck_assert_ptr_nonnull(strstr(world_post("/watch", ana.tab, body), " 403 "));
    const char *members[] = {ana.account};
    const struct room_operation order = {.kind = ROOM_OPEN,
                                         .room = "den",
                                         .nonce = "nonce-of-the-team-room",
                                         .name = "Decrypto #1: White",
                                         .members = members,
                                         .member_count = 1};
    world_order(&order);
    snprintf(body, sizeof body, "{\"room\":\"%.80s\"}", world.sent_id);
    ck_assert_ptr_nonnull(strstr(world_post("/watch", ana.tab, body), " 403 "));
    ck_assert_ptr_nonnull(strstr(world_post("/unwatch", eve.tab, "{\"room\":\"den\"}"), " 403 "));
    both_leave();
}
END_TEST

START_TEST(watch_links_and_invitations_are_two_things)
{
    char body[128];
    char invitation[64];
    two_in_a_den();
    make_link("den");
    snprintf(body, sizeof body, "{\"name\":\"Eve\",\"join\":\"%s\"}", link_secret);
    ck_assert_ptr_nonnull(strstr(world_post("/new", NULL, body), " 403 "));
    ck_assert_ptr_nonnull(strstr(world_post("/invite", ana.tab, "{\"room\":\"den\"}"), " 200 "));
    snprintf(invitation, sizeof invitation, "%s", strstr(world_member("link"), "join=") + 5);
    eve_greets(invitation);
    eve_is_shown_out();
    eve_greets("");
    eve_is_shown_out();
    eve_greets(ana.tab);
    eve_is_shown_out();
    both_leave();
}
END_TEST

START_TEST(watch_ends_with_its_link)
{
    two_in_a_den();
    make_link("den");
    eve_looks_on();
    /* Ben, who is no moderator there, can end links of his own alone */
    ck_assert_ptr_nonnull(strstr(world_post("/unwatch", ben.tab, "{\"room\":\"den\"}"), " 200 "));
    page_say(&eve, "{\"op\":\"ping\"}");
    ck_assert_ptr_nonnull(page_hears(&eve, "\"op\":\"pong\""));
    ck_assert_ptr_nonnull(strstr(world_post("/unwatch", ana.tab, "{\"room\":\"den\"}"), " 200 "));
    eve_is_shown_out();
    eve_greets(link_secret);
    eve_is_shown_out();
    /* four at once, the newest */
    make_link("den");
    eve_looks_on();
    char first[64];
    memcpy(first, link_secret, sizeof first);
    for (int i = 0; i < 4; i++) {
        make_link("den");
    }
    eve_is_shown_out();
    eve_greets(first);
    eve_is_shown_out();
    eve_looks_on();
    page_close(&eve);
    both_leave();
}
END_TEST

START_TEST(watch_links_end_after_a_month)
{
    two_in_a_den();
    make_link("den");
    eve_looks_on();
    world.now_ms += 31LL * 24 * 60 * 60 * 1000;
    /* nothing is shown from that moment on, whoever says something */
    world_send(SEND_POST, "den", NULL, NULL, "n1", "too late");
    page_say(&eve, "{\"op\":\"ping\"}");
    ck_assert_ptr_nonnull(page_hears(&eve, "\"code\":\"watch\""));
    ck_assert(wire_until_closed(&eve.wire));
    ck_assert(!eve_had("too late"));
    page_close(&eve);
    both_leave();
}
END_TEST

START_TEST(watch_links_outlive_a_restart_hashed)
{
    two_in_a_den();
    make_link("den");
    page_close(&ana);
    page_close(&ben);
    world_restart();
    eve_looks_on();
    page_close(&eve);
    world_stop();
}
END_TEST

START_TEST(watch_has_so_many_places_in_a_room)
{
    enum { PLACES = 32 };
    static struct page others[PLACES];
    two_in_a_den();
    make_link("den");
    char hello[160];
    snprintf(hello, sizeof hello, "{\"op\":\"hello\",\"watch\":\"%s\"}", link_secret);
    for (int i = 0; i < PLACES; i++) {
        page_connect(&others[i]);
        page_say(&others[i], hello);
        ck_assert_ptr_nonnull(page_hears(&others[i], "\"op\":\"welcome\""));
    }
    eve_greets(link_secret);
    ck_assert_ptr_nonnull(page_hears(&eve, "\"code\":\"full\""));
    ck_assert(wire_until_closed(&eve.wire));
    page_close(&eve);
    for (int i = 0; i < PLACES; i++) {
        page_close(&others[i]);
    }
    both_leave();
}
END_TEST

START_TEST(watch_is_slowed_down)
{
    two_in_a_den();
    make_link("den");
    eve_looks_on();
    for (int i = 0; i < 41; i++) {
        page_say(&eve, "{\"op\":\"more\",\"room\":\"den\",\"before\":1}");
    }
    ck_assert_ptr_nonnull(page_hears(&eve, "\"code\":\"slow\""));
    page_close(&eve);
    both_leave();
}
END_TEST

/* Whoever made a link is forgotten: it goes with them, others' stay. */
START_TEST(watch_link_goes_with_who_made_it)
{
    static const char room[] =
        "{\"name\":\"den\",\"owner\":\"p2\",\"made\":1,\"invites\":{\"aa\":1},"
        "\"watches\":{\"bb\":2,\"cc\":3},"
        "\"by\":{\"aa\":\"p2\",\"bb\":\"p0123456789abcdef\",\"cc\":\"p2\"}}";
    struct own *own = own_new(1, "web/p0123456789abcdef", NULL);
    struct store_row row = {.extra = "r/den", .text = room, .text_len = sizeof room - 1};
    struct buf rest;
    buf_init(&rest, OWN_REST_MAX);
    ck_assert_int_eq(web_rows.share(own, &row, &rest), OWN_PART);
    ck_assert_ptr_null(strstr(rest.text, "bb"));
    ck_assert_ptr_nonnull(strstr(rest.text, "\"watches\":{\"cc\":3}"));
    ck_assert_ptr_nonnull(strstr(rest.text, "\"invites\":{\"aa\":1}"));
    buf_deinit(&rest);
    own_free(&own);
}
END_TEST

Suite *suite_watch(void);
Suite *suite_watch(void)
{
    Suite *suite = suite_create("watch");
    TCase *tcase = tcase_create("watch");
    tcase_add_test(tcase, watch_shows_the_room_and_nothing_else);
    tcase_add_test(tcase, watch_is_counted_and_stands_in_no_list);
    tcase_add_test(tcase, watch_can_do_nothing);
    tcase_add_test(tcase, watch_links_are_made_by_members_for_rooms_of_all);
    tcase_add_test(tcase, watch_links_and_invitations_are_two_things);
    tcase_add_test(tcase, watch_ends_with_its_link);
    tcase_add_test(tcase, watch_links_end_after_a_month);
    tcase_add_test(tcase, watch_links_outlive_a_restart_hashed);
    tcase_add_test(tcase, watch_has_so_many_places_in_a_room);
    tcase_add_test(tcase, watch_is_slowed_down);
    tcase_add_test(tcase, watch_link_goes_with_who_made_it);
    suite_add_tcase(suite, tcase);
    return suite;
}
