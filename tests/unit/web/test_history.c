/* Order, once-only and coming back. */
#include "web_rooms.h"
#include "web_world.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

START_TEST(nothing_is_shown_before_it_is_on_disk)
{
    two_in_a_den();
    unsigned inbound = world.inbound_count;
    world.held = true;
    page_say(&ana, "{\"op\":\"say\",\"id\":\"a1\",\"room\":\"den\",\"text\":\"one\"}");
    world_until(&world.inbound_count, inbound + 1);
    page_hears_no(&ben, "\"op\":\"message\"");
    page_hears_no(&ana, "\"op\":\"done\"");
    world.held = false;
    ck_assert_ptr_nonnull(page_hears(&ben, "\"text\":\"one\""));
    ck_assert_ptr_nonnull(page_hears(&ana, "\"op\":\"done\""));
    both_leave();
}
END_TEST

START_TEST(what_could_not_be_stored_is_never_shown)
{
    two_in_a_den();
    world.broken = true;
    page_say(&ana, "{\"op\":\"say\",\"id\":\"a1\",\"room\":\"den\",\"text\":\"lost\"}");
    const char *frame = page_hears(&ana, "\"op\":\"sorry\"");
    ck_assert_ptr_nonnull(strstr(frame, "\"id\":\"a1\""));
    ck_assert_ptr_nonnull(strstr(frame, "\"again\":true"));
    world.broken = false;
    world.inbound_count = 0; /* a turn that failed was never heard */
    page_say(&ana, "{\"op\":\"say\",\"id\":\"a1\",\"room\":\"den\",\"text\":\"lost\"}");
    ck_assert_ptr_nonnull(page_hears(&ana, "\"op\":\"done\""));
    ck_assert_ptr_nonnull(page_hears(&ben, "\"text\":\"lost\""));
    page_hears_no(&ben, "\"op\":\"message\"");
    both_leave();
}
END_TEST

START_TEST(same_act_again_is_one_message)
{
    two_in_a_den();
    for (int i = 0; i < 3; i++) {
        page_say(&ana, "{\"op\":\"say\",\"id\":\"a1\",\"room\":\"den\",\"text\":\"once\"}");
    }
    ck_assert_ptr_nonnull(page_hears(&ana, "\"op\":\"done\""));
    ck_assert_ptr_nonnull(page_hears(&ben, "\"text\":\"once\""));
    page_hears_no(&ben, "\"op\":\"message\"");
    page_close(&ana);
    world_restart();
    page_open(&ana, NULL);
    page_say(&ana, "{\"op\":\"say\",\"id\":\"a1\",\"room\":\"den\",\"text\":\"once\"}");
    ck_assert_ptr_nonnull(page_hears(&ana, "\"op\":\"done\""));
    page_hears_no(&ana, "\"op\":\"message\"");
    both_leave();
}
END_TEST

START_TEST(private_messages_reach_one_person_alone)
{
    two_in_a_den();
    world_send(SEND_PRIVATE, NULL, ben.account, NULL, "n1", "words");
    ck_assert_uint_eq(world.sent, 1);
    const char *frame = page_hears(&ben, "\"op\":\"message\"");
    ck_assert_ptr_nonnull(strstr(frame, "\"room\":\"~\""));
    page_hears_no(&ana, "\"op\":\"message\"");
    world_send(SEND_ANSWER, "den", ana.account, NULL, "n2", "words");
    ck_assert_ptr_nonnull(page_hears(&ana, "\"kind\":\"answer\""));
    page_hears_no(&ben, "\"op\":\"message\"");
    world_send(SEND_PRIVATE, NULL, "p0000000000000000", NULL, "n3", "words");
    ck_assert_int_eq(world.status, SEND_REFUSED);
    world_send(SEND_POST, "nowhere", NULL, NULL, "n4", "words");
    ck_assert_int_eq(world.status, SEND_GONE);
    both_leave();
}
END_TEST

START_TEST(edit_keeps_its_place_and_reaches_who_was_away)
{
    char since[64];
    two_in_a_den();
    world_send(SEND_POST, "den", NULL, NULL, "n1", "board 1");
    ck_assert_str_eq(world.sent_id, "den.1");
    ck_assert_ptr_nonnull(page_hears(&ben, "board 1"));
    page_say(&ana, "{\"op\":\"say\",\"id\":\"a1\",\"room\":\"den\",\"text\":\"after\"}");
    ck_assert_ptr_nonnull(page_hears(&ben, "\"rev\":2"));
    page_close(&ben);
    world_send(SEND_EDIT, "den", NULL, "den.1", "n2", "board 2");
    world_send(SEND_EDIT, "den", NULL, "den.1", "n3", "board 3");
    ck_assert_str_eq(world.sent_id, "den.1");
    snprintf(since, sizeof since, "{\"den\":2}");
    page_open(&ben, since);
    const char *frame = page_hears(&ben, "\"doc\":");
    ck_assert_ptr_nonnull(strstr(frame, "\"op\":\"edit\",\"room\":\"den\",\"seq\":1,\"rev\":4"));
    ck_assert_ptr_nonnull(strstr(frame, "board 3"));
    page_hears_no(&ben, "\"text\":\"after\"");
    both_leave();
}
END_TEST

/* A card is one message: changed where it stands, posted anew where it is gone. */
START_TEST(private_message_is_edited_where_it_stands)
{
    char id[128];
    two_in_a_den();
    world_send(SEND_PRIVATE, NULL, ana.account, NULL, "n1", "card 1");
    ck_assert_ptr_nonnull(page_hears(&ana, "card 1"));
    snprintf(id, sizeof id, "%s", world.sent_id);
    world_send(SEND_PRIVATE, NULL, ana.account, id, "n2", "card 2");
    ck_assert_str_eq(world.sent_id, id);
    const char *frame = page_hears(&ana, "card 2");
    ck_assert_ptr_nonnull(strstr(frame, "\"op\":\"edit\""));
    page_hears_no(&ben, "card ");
    world_send(SEND_PRIVATE, NULL, ana.account, "~gone.7", "n3", "card 3");
    ck_assert_str_ne(world.sent_id, id);
    ck_assert_ptr_nonnull(page_hears(&ana, "card 3"));
    world.only_edit = true; /* what is left of a card is posted nowhere else */
    world_send(SEND_PRIVATE, NULL, ana.account, "~gone.7", "n4", "card 4");
    ck_assert_int_eq(world.status, SEND_GONE);
    page_hears_no(&ana, "card 4");
    both_leave();
}
END_TEST

START_TEST(hidden_line_is_said_to_be_so_in_its_place_and_never_anew)
{
    two_in_a_den();
    world_send(SEND_POST, "den", NULL, NULL, "n1", "line rude");
    ck_assert_ptr_nonnull(page_hears(&ben, "rude"));
    world_send(SEND_REDACT, "den", NULL, "den.1", "n2", "line hidden");
    ck_assert_str_eq(world.sent_id, "den.1");
    const char *frame = page_hears(&ben, "line hidden");
    ck_assert_ptr_nonnull(strstr(frame, "\"op\":\"edit\",\"room\":\"den\",\"seq\":1"));
    page_close(&ben);
    page_open(&ben, NULL);
    page_hears_no(&ben, "rude"); /* who comes later finds no trace */
    world_send(SEND_REDACT, "den", NULL, "den.9999", "n3", "line late");
    page_hears_no(&ben, "late");
    both_leave();
}
END_TEST

START_TEST(send_of_the_same_nonce_is_shown_once)
{
    two_in_a_den();
    world.broken = true;
    world_send(SEND_POST, "den", NULL, NULL, "n1", "board 1");
    while (world.sent_id[0] == '\0') {
        uv_run(loop_uv(world.loop), UV_RUN_ONCE);
    }
    uv_run(loop_uv(world.loop), UV_RUN_ONCE);
    world.broken = false;
    page_hears_no(&ben, "\"op\":\"message\"");
    world_send(SEND_POST, "den", NULL, NULL, "n1", "board 1");
    ck_assert_str_eq(world.sent_id, "den.1"); /* at the place of the first try */
    ck_assert_ptr_nonnull(page_hears(&ben, "board 1"));
    world_send(SEND_POST, "den", NULL, NULL, "n1", "board 1");
    ck_assert_str_eq(world.sent_id, "den.1");
    page_hears_no(&ben, "board ");
    page_close(&ben);
    world_restart();
    page_open(&ben, NULL);
    ck_assert_ptr_nonnull(page_hears(&ben, "board 1"));
    page_hears_no(&ben, "\"op\":\"message\"");
    both_leave();
}
END_TEST

START_TEST(restart_gives_everything_back)
{
    two_in_a_den();
    page_say(&ana, "{\"op\":\"say\",\"id\":\"a1\",\"room\":\"den\",\"text\":\"one\"}");
    ck_assert_ptr_nonnull(page_hears(&ana, "\"op\":\"done\""));
    world_send(SEND_PRIVATE, NULL, ben.account, NULL, "n1", "secret 1");
    page_close(&ana);
    page_close(&ben);
    world_restart();
    page_open(&ben, "{\"den\":0,\"~\":0}");
    ck_assert_ptr_nonnull(page_hears(&ben, "secret 1"));
    ck_assert_ptr_nonnull(page_hears(&ben, "\"text\":\"one\""));
    page_open(&ana, "{\"den\":1}");
    page_hears_no(&ana, "\"op\":\"message\"");
    page_say(&ana, "{\"op\":\"say\",\"id\":\"a2\",\"room\":\"den\",\"text\":\"two\"}");
    ck_assert_ptr_nonnull(page_hears(&ben, "\"seq\":2"));
    both_leave();
}
END_TEST

START_TEST(older_messages_come_page_by_page)
{
    char text[128];
    two_in_a_den();
    for (int i = 1; i <= 300; i++) {
        world.now_ms += 1000;
        snprintf(text, sizeof text,
                 "{\"op\":\"say\",\"id\":\"a%d\",\"room\":\"den\",\"text\":\"number %d.\"}", i, i);
        page_say(&ana, text);
        ck_assert_ptr_nonnull(page_hears(&ana, "\"op\":\"done\""));
        world.inbound_count = 0;
    }
    page_close(&ben);
    world_restart();
    page_open(&ben, NULL);
    ck_assert_ptr_nonnull(page_hears(&ben, "\"text\":\"number 201.\""));
    ck_assert_ptr_nonnull(page_hears(&ben, "\"text\":\"number 300.\""));
    const char *frame = page_hears(&ben, "\"op\":\"history\"");
    ck_assert_ptr_nonnull(strstr(frame, "\"first\":201,\"more\":true"));
    page_say(&ben, "{\"op\":\"more\",\"room\":\"den\",\"before\":201}");
    ck_assert_ptr_nonnull(page_hears(&ben, "\"text\":\"number 192.\""));
    ck_assert_ptr_nonnull(page_hears(&ben, "\"text\":\"number 200.\""));
    /* and on, until there is nothing older */
    int first = 201;
    for (int pages = 0; first > 1; pages++) {
        ck_assert_int_lt(pages, 20);
        frame = page_hears(&ben, "\"op\":\"history\"");
        ck_assert_ptr_nonnull(frame);
        int next = (int)strtol(strstr(frame, "\"first\":") + 8, NULL, 10);
        ck_assert_int_lt(next, first);
        first = next;
        snprintf(text, sizeof text, "{\"op\":\"more\",\"room\":\"den\",\"before\":%d}", first);
        page_say(&ben, text);
    }
    ck_assert_ptr_nonnull(strstr(frame, "\"more\":false"));
    both_leave();
}
END_TEST

START_TEST(too_old_a_place_starts_anew_with_a_gap)
{
    char text[128];
    two_in_a_den();
    for (int i = 1; i <= 290; i++) {
        world.now_ms += 1000;
        snprintf(text, sizeof text,
                 "{\"op\":\"say\",\"id\":\"a%d\",\"room\":\"den\",\"text\":\"number %d.\"}", i, i);
        page_say(&ana, text);
        ck_assert_ptr_nonnull(page_hears(&ana, "\"op\":\"done\""));
        world.inbound_count = 0;
    }
    page_close(&ben);
    page_open(&ben, "{\"den\":3}");
    const char *frame = page_hears(&ben, "\"op\":\"history\",\"room\":\"den\"");
    ck_assert_ptr_nonnull(strstr(frame, "\"gap\":true"));
    page_close(&ben);
    page_open(&ben, "{\"den\":999999}");
    frame = page_hears(&ben, "\"op\":\"history\",\"room\":\"den\"");
    ck_assert_ptr_nonnull(strstr(frame, "\"gap\":true"));
    page_close(&ben);
    page_open(&ben, "{\"den\":285}");
    ck_assert_ptr_nonnull(page_hears(&ben, "number 286."));
    frame = page_hears(&ben, "\"op\":\"history\",\"room\":\"den\"");
    ck_assert_ptr_null(strstr(frame, "\"gap\""));
    both_leave();
}
END_TEST

START_TEST(relayed_line_has_its_author)
{
    two_in_a_den();
    world_send(SEND_RELAY, "den", ben.account, NULL, "n1", "words");
    const char *frame = page_hears(&ana, "\"op\":\"message\"");
    ck_assert_ptr_nonnull(strstr(frame, "\"name\":\"Ben\"}"));
    ck_assert_ptr_nonnull(strstr(frame, "\"relayed\":true"));
    both_leave();
}
END_TEST

START_TEST(a_slow_reader_gets_everything_in_the_end)
{
    enum { DOCS = 60, DOC = 12000 };
    static char doc[DOC + 64];
    char nonce[32];
    two_in_a_den();
    page_close(&ben);
    memset(doc, 'x', DOC);
    for (int i = 1; i <= DOCS; i++) {
        snprintf(nonce, sizeof nonce, "n%d", i);
        snprintf(doc + DOC, 64, " end %d.", i);
        world_send(SEND_POST, "den", NULL, NULL, nonce, doc);
    }
    page_open(&ben, NULL); /* far more than is queued for one socket at once */
    for (int i = 1; i <= DOCS; i++) {
        snprintf(nonce, sizeof nonce, " end %d.", i);
        ck_assert_msg(page_hears(&ben, nonce) != NULL, "%d of them came", i - 1);
    }
    ck_assert_ptr_nonnull(page_hears(&ben, "\"op\":\"history\",\"room\":\"den\""));
    both_leave();
}
END_TEST

START_TEST(what_has_left_memory_is_changed_at_its_place)
{
    char text[128];
    two_in_a_den();
    world_send(SEND_POST, "den", NULL, NULL, "n1", "board 1");
    for (int i = 1; i <= 300; i++) {
        world.now_ms += 1000;
        snprintf(text, sizeof text,
                 "{\"op\":\"say\",\"id\":\"a%d\",\"room\":\"den\",\"text\":\"number %d.\"}", i, i);
        page_say(&ana, text);
        ck_assert_ptr_nonnull(page_hears(&ana, "\"op\":\"done\""));
        world.inbound_count = 0;
    }
    ck_assert_ptr_nonnull(page_hears(&ben, "number 300."));
    world_send(SEND_EDIT, "den", NULL, "den.1", "n2", "board 2");
    ck_assert_str_eq(world.sent_id, "den.1");
    const char *frame = page_hears(&ben, "board 2");
    ck_assert_ptr_nonnull(strstr(frame, "\"op\":\"edit\",\"room\":\"den\",\"seq\":1,\"rev\":302"));
    page_say(&ben, "{\"op\":\"react\",\"id\":\"r\",\"room\":\"den\",\"message\":\"den.2\","
                   "\"emoji\":\"\xf0\x9f\x91\x8d\",\"on\":true}");
    ck_assert_ptr_nonnull(page_hears(&ben, "{\"op\":\"done\",\"id\":\"r\"}"));
    frame = page_hears(&ana, "\"rev\":303");
    ck_assert_ptr_nonnull(strstr(frame, "\"text\":\"number 1.\""));
    page_say(&ben, "{\"op\":\"react\",\"id\":\"s\",\"room\":\"den\",\"message\":\"den.9999\","
                   "\"emoji\":\"\xf0\x9f\x91\x8d\",\"on\":true}");
    ck_assert_ptr_nonnull(page_hears(&ben, "\"code\":\"message\""));
    world_send(SEND_EDIT, "den", NULL, "den.9999", "n3", "board 3"); /* posted anew */
    ck_assert_str_eq(world.sent_id, "den.304");
    both_leave();
}
END_TEST

START_TEST(closing_while_something_is_read_is_quiet)
{
    char hello[128];
    two_in_a_den();
    page_close(&ana);
    world_restart(); /* nothing is in memory now */
    world.asleep = true;
    page_connect(&ana);
    snprintf(hello, sizeof hello, "{\"op\":\"hello\",\"tab\":\"%s\"}", ana.tab);
    page_say(&ana, hello);
    while (store_pending(world.store) < 2) {
        uv_run(loop_uv(world.loop), UV_RUN_ONCE);
    }
    world_restart();
    world.asleep = false;
    page_close(&ana);
    page_open(&ana, NULL);
    ck_assert_ptr_nonnull(page_hears(&ana, "\"op\":\"history\",\"room\":\"den\""));
    both_leave();
}
END_TEST

START_TEST(rooms_that_nobody_reads_leave_memory_and_come_back)
{
    enum { PEOPLE = 300, TALK = 40 };
    static struct page page;
    char first[32];
    char text[128];
    world_start(NULL);
    for (int i = 0; i < PEOPLE; i++) {
        world.now_ms += 1000;
        page_new(&page, "P", NULL);
        if (i == 0) {
            memcpy(first, page.account, sizeof first);
        }
        world_send(SEND_PRIVATE, NULL, page.account, NULL, "n", "secret 1");
    }
    page_open(&page, NULL);
    for (int i = 0; i < WEB_WANTS_KEPT; i += TALK) { /* time goes by, in wants */
        for (int n = 0; n < TALK; n++) {
            world.now_ms += 1000;
            snprintf(text, sizeof text,
                     "{\"op\":\"slash\",\"id\":\"%d-%d\",\"room\":\"~\","
                     "\"command\":\"x\"}",
                     i, n);
            page_say(&page, text);
        }
        ck_assert_ptr_nonnull(page_hears(&page, "\"op\":\"done\""));
        page_hears_no(&page, "\"op\":\"sorry\"");
        world.inbound_count = 0;
    }
    unsigned warm = world_warm_rooms();
    page_new(&ana, "Ana", NULL);
    world_send(SEND_PRIVATE, NULL, ana.account, NULL, "n", "secret 1");
    ck_assert_uint_ge(warm, PEOPLE);
    ck_assert_uint_lt(world_warm_rooms(), 10);
    world_send(SEND_PRIVATE, NULL, first, NULL, "n2", "secret 2");
    snprintf(text, sizeof text, "~%s.2", first); /* it knows that there was one before */
    ck_assert_str_eq(world.sent_id, text);
    page_close(&page);
    world_stop();
}
END_TEST

Suite *suite_history(void);
Suite *suite_history(void)
{
    Suite *suite = suite_create("history");
    TCase *tcase = tcase_create("history");
    tcase_add_test(tcase, nothing_is_shown_before_it_is_on_disk);
    tcase_add_test(tcase, what_could_not_be_stored_is_never_shown);
    tcase_add_test(tcase, same_act_again_is_one_message);
    tcase_add_test(tcase, private_messages_reach_one_person_alone);
    tcase_add_test(tcase, edit_keeps_its_place_and_reaches_who_was_away);
    tcase_add_test(tcase, private_message_is_edited_where_it_stands);
    tcase_add_test(tcase, hidden_line_is_said_to_be_so_in_its_place_and_never_anew);
    tcase_add_test(tcase, send_of_the_same_nonce_is_shown_once);
    tcase_add_test(tcase, restart_gives_everything_back);
    tcase_add_test(tcase, older_messages_come_page_by_page);
    tcase_add_test(tcase, too_old_a_place_starts_anew_with_a_gap);
    tcase_add_test(tcase, relayed_line_has_its_author);
    tcase_add_test(tcase, a_slow_reader_gets_everything_in_the_end);
    tcase_add_test(tcase, what_has_left_memory_is_changed_at_its_place);
    tcase_add_test(tcase, closing_while_something_is_read_is_quiet);
    tcase_add_test(tcase, rooms_that_nobody_reads_leave_memory_and_come_back);
    suite_add_tcase(suite, tcase);
    return suite;
}
