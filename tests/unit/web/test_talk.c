/* What people do in a room, and what they must not. */
#include "web_world.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

START_TEST(what_is_said_is_heard_by_all_in_the_room)
{
    two_in_a_den();
    page_say(&ana, "{\"op\":\"say\",\"id\":\"a1\",\"room\":\"den\",\"text\":\"hello @ben\"}");
    ck_assert_ptr_nonnull(page_hears(&ana, "\"op\":\"message\""));
    ck_assert_ptr_nonnull(page_hears(&ana, "{\"op\":\"done\",\"id\":\"a1\"}"));
    const char *frame = page_hears(&ben, "\"op\":\"message\"");
    ck_assert_ptr_nonnull(strstr(frame, "\"room\":\"den\",\"seq\":1,\"rev\":1,\"id\":\"den.1\""));
    ck_assert_ptr_nonnull(strstr(frame, "\"text\":\"hello @ben\""));
    ck_assert_ptr_nonnull(strstr(frame, ben.account)); /* mentioned */
    const struct world_inbound *inbound = &world.inbound[world.inbound_count - 1];
    ck_assert_int_eq(inbound->kind, INBOUND_TEXT);
    ck_assert_str_eq(inbound->room, "den");
    ck_assert_str_eq(inbound->text, "hello @ben");
    ck_assert_str_eq(inbound->mention, ben.account);
    ck_assert(inbound->moderator);
    ck_assert(!inbound->private_room);
    ck_assert(!inbound->addressed);
    both_leave();
}
END_TEST

START_TEST(who_is_in_a_room_may_read_it)
{
    two_in_a_den();
    ck_assert_int_eq(web_adapter.may_read(world.adapter, "den", ana.account), MAY_READ_YES);
    ck_assert_int_eq(web_adapter.may_read(world.adapter, "hall", ana.account), MAY_READ_NO);
    ck_assert_int_eq(web_adapter.may_read(world.adapter, "den", "nobody"), MAY_READ_NO);
    char own[80];
    snprintf(own, sizeof own, "~%s", ben.account);
    ck_assert_int_eq(web_adapter.may_read(world.adapter, own, ana.account), MAY_READ_NO);
    both_leave();
}
END_TEST

START_TEST(full_house_says_so)
{
    two_in_a_den();
    world.full = true;
    page_say(&ana, "{\"op\":\"say\",\"id\":\"a1\",\"room\":\"den\",\"text\":\"one\"}");
    ck_assert_ptr_nonnull(page_hears(&ana, "\"code\":\"busy\""));
    world.full = false;
    page_say(&ana, "{\"op\":\"say\",\"id\":\"a1\",\"room\":\"den\",\"text\":\"one\"}");
    ck_assert_ptr_nonnull(page_hears(&ben, "\"text\":\"one\""));
    both_leave();
}
END_TEST

START_TEST(controls_forms_slashes_reach_the_house)
{
    two_in_a_den();
    unsigned n = world.inbound_count;
    page_say(&ben, "{\"op\":\"slash\",\"id\":\"1\",\"room\":\"den\",\"command\":\"interceptor\","
                   "\"args\":{\"variant\":\"corrupt\",\"max_rounds\":12,\"x\":true},\"sit\":true}");
    page_say(&ben, "{\"op\":\"press\",\"id\":\"2\",\"room\":\"~\",\"message\":\"m\","
                   "\"control\":\"t1.2.play\",\"values\":[\"a\",\"b\"]}");
    page_say(&ben, "{\"op\":\"form\",\"id\":\"3\",\"room\":\"den\",\"message\":\"den.1\","
                   "\"control\":\"t1.2.play\",\"args\":{\"documents.kind\":\"word\"}}");
    ck_assert_ptr_nonnull(page_hears(&ben, "{\"op\":\"done\",\"id\":\"3\"}"));
    const struct world_inbound *inbound = &world.inbound[n];
    ck_assert_int_eq(inbound->kind, INBOUND_SLASH);
    ck_assert_str_eq(inbound->command, "interceptor");
    ck_assert_str_eq(inbound->args,
                     "{\"variant\":\"corrupt\",\"max_rounds\":\"12\",\"x\":\"yes\"}");
    ck_assert(!inbound->moderator);
    ck_assert(inbound->sits);
    inbound++;
    ck_assert_int_eq(inbound->kind, INBOUND_PRESS);
    ck_assert_str_eq(inbound->control, "t1.2.play");
    ck_assert_uint_eq(inbound->value_count, 2);
    ck_assert(inbound->private_room);
    ck_assert(!inbound->sits);
    ck_assert_str_eq(inbound->room + 1, ben.account);
    inbound++;
    ck_assert_int_eq(inbound->kind, INBOUND_FORM);
    ck_assert_str_eq(inbound->args, "{\"documents.kind\":\"word\"}");
    ck_assert_str_eq(inbound->reply_to, "den.1");
    both_leave();
}
END_TEST

START_TEST(reactions_come_and_go)
{
    two_in_a_den();
    world_send(SEND_POST, "den", NULL, NULL, "n1", "board 1");
    page_say(&ben, "{\"op\":\"react\",\"id\":\"1\",\"room\":\"den\",\"message\":\"den.1\","
                   "\"emoji\":\"\xf0\x9f\x93\x84\",\"on\":true}");
    page_say(&ana, "{\"op\":\"react\",\"id\":\"1\",\"room\":\"den\",\"message\":\"den.1\","
                   "\"emoji\":\"\xf0\x9f\x93\x84\",\"on\":true}");
    ck_assert_ptr_nonnull(page_hears(&ana, "\"rev\":3"));
    ck_assert_ptr_nonnull(strstr(ana.frame, "\"reactions\":{\"\xf0\x9f\x93\x84\":[\""));
    ck_assert_ptr_nonnull(strstr(ana.frame, ana.account));
    ck_assert_ptr_nonnull(strstr(ana.frame, ben.account));
    ck_assert_int_eq(world.inbound[world.inbound_count - 1].kind, INBOUND_REACTION);
    ck_assert_str_eq(world.inbound[world.inbound_count - 1].emoji, "\xf0\x9f\x93\x84");
    ck_assert_str_eq(world.inbound[world.inbound_count - 1].reply_to, "den.1");
    page_say(&ben, "{\"op\":\"react\",\"id\":\"2\",\"room\":\"den\",\"message\":\"den.1\","
                   "\"emoji\":\"\xf0\x9f\x93\x84\",\"on\":false}");
    page_say(&ana, "{\"op\":\"react\",\"id\":\"2\",\"room\":\"den\",\"message\":\"den.1\","
                   "\"emoji\":\"\xf0\x9f\x93\x84\",\"on\":false}");
    ck_assert_ptr_nonnull(page_hears(&ana, "\"rev\":5"));
    ck_assert_ptr_null(strstr(ana.frame, "reactions"));
    /* an edit by the house keeps what people put under a message */
    page_say(&ben, "{\"op\":\"react\",\"id\":\"3\",\"room\":\"den\",\"message\":\"den.1\","
                   "\"emoji\":\"\xf0\x9f\x91\x8d\",\"on\":true}");
    ck_assert_ptr_nonnull(page_hears(&ana, "\"rev\":6"));
    world_send(SEND_EDIT, "den", NULL, "den.1", "n2", "board 2");
    ck_assert_ptr_nonnull(page_hears(&ana, "board 2"));
    ck_assert_ptr_nonnull(strstr(ana.frame, "\xf0\x9f\x91\x8d"));
    page_say(&ana, "{\"op\":\"react\",\"id\":\"4\",\"room\":\"den\",\"message\":\"den.1\","
                   "\"emoji\":\"<b>\",\"on\":true}");
    ck_assert_ptr_nonnull(page_hears(&ana, "\"code\":\"emoji\""));
    page_say(&ana, "{\"op\":\"react\",\"id\":\"5\",\"room\":\"den\",\"message\":\"den.99\","
                   "\"emoji\":\"\xf0\x9f\x91\x8d\",\"on\":true}");
    ck_assert_ptr_nonnull(page_hears(&ana, "\"code\":\"message\""));
    both_leave();
}
END_TEST

START_TEST(replies_and_the_house_being_addressed)
{
    two_in_a_den();
    world_send(SEND_POST, "den", NULL, NULL, "n1", "board 1");
    page_say(&ana, "{\"op\":\"say\",\"id\":\"1\",\"room\":\"den\",\"text\":\"status\","
                   "\"reply\":\"den.1\"}");
    ck_assert_ptr_nonnull(page_hears(&ben, "\"reply\":\"den.1\""));
    ck_assert(world.inbound[world.inbound_count - 1].addressed);
    ck_assert_str_eq(world.inbound[world.inbound_count - 1].reply_to, "den.1");
    page_say(&ana, "{\"op\":\"say\",\"id\":\"2\",\"room\":\"den\",\"text\":\"so\","
                   "\"reply\":\"den.2\"}");
    ck_assert_ptr_nonnull(page_hears(&ben, "\"reply\":\"den.2\""));
    ck_assert(!world.inbound[world.inbound_count - 1].addressed);
    page_say(&ana, "{\"op\":\"say\",\"id\":\"3\",\"room\":\"den\",\"text\":\"@deaddrop help\"}");
    ck_assert_ptr_nonnull(page_hears(&ben, "help"));
    ck_assert(world.inbound[world.inbound_count - 1].addressed);
    page_say(&ana, "{\"op\":\"say\",\"id\":\"4\",\"room\":\"den\",\"text\":\"x\","
                   "\"reply\":\"~elsewhere.1\",\"media\":\"image\"}");
    ck_assert_ptr_nonnull(page_hears(&ben, "\"media\":\"image\""));
    ck_assert_ptr_null(strstr(ben.frame, "elsewhere"));
    both_leave();
}
END_TEST

START_TEST(too_fast_is_said_kindly_and_loses_nothing)
{
    char text[128];
    two_in_a_den();
    for (int i = 0; i < 60; i++) {
        snprintf(text, sizeof text,
                 "{\"op\":\"say\",\"id\":\"f%d\",\"room\":\"den\",\"text\":\"flood\"}", i);
        page_say(&ana, text);
    }
    const char *frame = page_hears(&ana, "\"code\":\"slow\"");
    ck_assert_ptr_nonnull(frame);
    ck_assert_ptr_nonnull(strstr(frame, "\"again\":true"));
    page_say(&ben, "{\"op\":\"say\",\"id\":\"b1\",\"room\":\"den\",\"text\":\"I am not\"}");
    ck_assert_ptr_nonnull(page_hears(&ben, "{\"op\":\"done\",\"id\":\"b1\"}"));
    world.now_ms += 10000;
    page_say(&ana, "{\"op\":\"say\",\"id\":\"f59\",\"room\":\"den\",\"text\":\"flood\"}");
    ck_assert_ptr_nonnull(page_hears(&ana, "{\"op\":\"done\",\"id\":\"f59\"}"));
    both_leave();
}
END_TEST

START_TEST(hostile_frames_are_answered_and_the_room_goes_on)
{
    static const char *const bad[] = {
        "",
        "{",
        "[]",
        "null",
        "\"op\"",
        "{\"op\":\"dance\"}",
        "{\"op\":5}",
        "{\"op\":\"say\",\"id\":\"1\",\"room\":\"den\"}",
        "{\"op\":\"say\",\"id\":\"../1\",\"room\":\"den\",\"text\":\"x\"}",
        "{\"op\":\"say\",\"id\":\"1\",\"room\":5,\"text\":\"x\"}",
        "{\"op\":\"say\",\"id\":\"1\",\"room\":\"den\",\"text\":\"x\",\"media\":\"virus\"}",
        "{\"op\":\"say\",\"id\":\"1\",\"room\":\"den\",\"text\":\"x\",\"mentions\":[5]}",
        "{\"op\":\"slash\",\"id\":\"1\",\"room\":\"den\",\"command\":\"x\",\"args\":{\"A B\":1}}",
        "{\"op\":\"hello\"}",
    };
    two_in_a_den();
    unsigned inbound = world.inbound_count;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        world.now_ms += 1000;
        page_say(&ana, bad[i]);
        const char *frame = page_hears(&ana, "\"op\":\"sorry\"");
        ck_assert_msg(frame != NULL, "no answer to %s", bad[i]);
        ck_assert_msg(strstr(frame, "\"code\":\"shape\"") != NULL, "to %s: %s", bad[i], frame);
    }
    char *deep = calloc(1, 60001);
    ck_assert_ptr_nonnull(deep);
    memset(deep, '[', 60000);
    page_say(&ana, deep);
    ck_assert_ptr_nonnull(page_hears(&ana, "\"code\":\"shape\""));
    free(deep);
    ck_assert_uint_eq(world.inbound_count, inbound);
    page_say(&ana, "{\"op\":\"say\",\"id\":\"ok\",\"room\":\"den\",\"text\":\"still here\"}");
    ck_assert_ptr_nonnull(page_hears(&ben, "still here"));
    both_leave();
}
END_TEST

START_TEST(two_megabytes_are_refused_and_nothing_is_lost)
{
    enum { LONG = 2 * 1024 * 1024 };
    two_in_a_den();
    char *text = malloc(LONG + 1);
    ck_assert_ptr_nonnull(text);
    memset(text, 'x', LONG);
    text[LONG] = '\0';
    page_say(&ana, text);
    ck_assert_ptr_nonnull(page_hears(&ana, "\"code\":\"big\""));
    snprintf(text, 100, "{\"op\":\"say\",\"id\":\"1\",\"room\":\"den\",\"text\":\"");
    size_t head = strlen(text);
    memset(text + head, 'x', 3000);
    snprintf(text + head + 3000, 3, "\"}");
    page_say(&ana, text);
    ck_assert_ptr_nonnull(page_hears(&ana, "\"id\":\"1\",\"code\":\"big\""));
    free(text);
    page_say(&ana, "{\"op\":\"say\",\"id\":\"2\",\"room\":\"den\",\"text\":\"short\"}");
    ck_assert_ptr_nonnull(page_hears(&ben, "\"text\":\"short\""));
    both_leave();
}
END_TEST

START_TEST(words_and_names_are_inert)
{
    two_in_a_den();
    page_say(&ana, "{\"op\":\"say\",\"id\":\"1\",\"room\":\"den\",\"text\":"
                   "\"a\\u202eb\\u0007c\\u200bd <b>@everyone</b>\"}");
    ck_assert_ptr_nonnull(page_hears(&ben, "\"text\":\"abcd <b>@everyone</b>\""));
    page_say(&ana, "{\"op\":\"say\",\"id\":\"2\",\"room\":\"den\",\"text\":\"\\u200b \\u202e\"}");
    ck_assert_ptr_nonnull(page_hears(&ana, "\"code\":\"empty\""));
    page_say(&ben, "{\"op\":\"name\",\"id\":\"3\",\"name\":\"@everyone\\u202e\"}");
    ck_assert_ptr_nonnull(page_hears(&ana, "\"name\":\"@everyone\""));
    page_say(&ben, "{\"op\":\"name\",\"id\":\"4\",\"name\":\" DeadDrop \"}");
    ck_assert_ptr_nonnull(page_hears(&ben, "\"code\":\"name\""));
    page_say(&ben, "{\"op\":\"name\",\"id\":\"5\",\"name\":\"\\u202e\\u200b\"}");
    ck_assert_ptr_nonnull(page_hears(&ben, "\"code\":\"name\""));
    page_say(&ben, "{\"op\":\"name\",\"id\":\"6\",\"name\":\"ANA\"}");
    ck_assert_ptr_nonnull(page_hears(&ana, "\"name\":\"ANA 2\""));
    both_leave();
}
END_TEST

START_TEST(what_passes_is_shown_and_not_stored)
{
    two_in_a_den();
    world_send(SEND_POST, "den", NULL, NULL, NULL, "words");
    ck_assert_str_eq(world.sent_id, "");
    ck_assert_ptr_nonnull(page_hears(&ben, "{\"op\":\"note\",\"room\":\"den\",\"doc\":{\"kind\""));
    ck_assert_ptr_nonnull(page_hears(&ana, "\"op\":\"note\""));
    page_say(&ana, "{\"op\":\"say\",\"id\":\"1\",\"room\":\"den\",\"text\":\"first\"}");
    ck_assert_ptr_nonnull(page_hears(&ben, "\"seq\":1,\"rev\":1,"));
    both_leave();
}
END_TEST

START_TEST(draining_says_goodbye)
{
    two_in_a_den();
    web_adapter.drain(world.adapter);
    ck_assert(wire_until_closed(&ana.wire));
    ck_assert_ptr_nonnull(memmem(ana.wire.got, ana.wire.len, "\x03\xe9", 2));
    both_leave();
}
END_TEST

Suite *suite_talk(void);
Suite *suite_talk(void)
{
    Suite *suite = suite_create("talk");
    TCase *tcase = tcase_create("talk");
    tcase_add_test(tcase, what_is_said_is_heard_by_all_in_the_room);
    tcase_add_test(tcase, who_is_in_a_room_may_read_it);
    tcase_add_test(tcase, full_house_says_so);
    tcase_add_test(tcase, controls_forms_slashes_reach_the_house);
    tcase_add_test(tcase, reactions_come_and_go);
    tcase_add_test(tcase, replies_and_the_house_being_addressed);
    tcase_add_test(tcase, too_fast_is_said_kindly_and_loses_nothing);
    tcase_add_test(tcase, hostile_frames_are_answered_and_the_room_goes_on);
    tcase_add_test(tcase, two_megabytes_are_refused_and_nothing_is_lost);
    tcase_add_test(tcase, words_and_names_are_inert);
    tcase_add_test(tcase, what_passes_is_shown_and_not_stored);
    tcase_add_test(tcase, draining_says_goodbye);
    suite_add_tcase(suite, tcase);
    return suite;
}
