/* What is another part's goes there as it came, and what another part has passed on is received
 * once: nothing is answered before it is known whose it is, and nothing is lost or done twice. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "discord.h"
#include "doc.h"
#include "part_kit.h"

Suite *suite_discord_elsewhere(void);

enum { ROOM = 1024 };

static void open_first(void)
{
    part_open(0, 4, NULL);
    part_up();
}

static void open_third(void)
{
    part_open(2, 4, NULL);
    part_up();
}

static void close_part(void)
{
    part_close();
}

/* Calls that answer an interaction. */
static unsigned callbacks(void)
{
    unsigned count = 0;
    for (unsigned i = 0; i < hand_open(part.hand); i++) {
        count += strstr(hand_call(part.hand, i)->url, "/callback") != NULL ? 1 : 0;
    }
    return count;
}

/* The sequence up to which the gateway's row says that all is handled. */
static int saved_sequence(void)
{
    part_run(1000);
    part_run(1000);
    const char *at = strstr(part.saved, "\"seq\":");
    ck_assert_msg(at != NULL, "%s", part.saved);
    return (int)strtol(at + 6, NULL, 10);
}

/* --- what is passed on ------------------------------------------------------------------------ */

START_TEST(a_whole_house_is_not_asked)
{
    part_open(0, 1, NULL);
    part_up();
    part_dispatch("MESSAGE_CREATE", part_text(500, "hello"));
    part_dispatch("INTERACTION_CREATE", part_press(0));
    ck_assert_uint_eq(part.find_count, 0);
    ck_assert_uint_eq(part.event_count, 2);
    ck_assert_uint_eq(part.lease_count, 0);
    part_close();
}
END_TEST

START_TEST(what_is_ours_goes_on_at_once)
{
    part.at_once = true;
    part.where = (struct house_part){.part = 0, .tables = "Decrypto 3\nSpyfall 4"};
    part_dispatch("MESSAGE_CREATE", part_text(500, "hello"));
    ck_assert_uint_eq(part.find_count, 1);
    ck_assert_uint_eq(part.event_count, 1);
    ck_assert_uint_eq(part.events[0].part, PART_HERE);
    ck_assert_str_eq(part.events[0].text, "hello");
    ck_assert_str_eq(part.events[0].elsewhere, "Decrypto 3\nSpyfall 4");
    ck_assert(part.events[0].fresh);
    ck_assert_ptr_nonnull(strstr(part.events[0].row, "s1"));
    part.where.tables = NULL;
    part_dispatch("INTERACTION_CREATE", part_press(0));
    ck_assert_uint_eq(part.event_count, 2);
    ck_assert_str_eq(part.events[1].elsewhere, "");
    ck_assert(part.events[1].answers);
}
END_TEST

START_TEST(what_is_anothers_goes_there_as_it_came)
{
    part.at_once = true;
    part.where.part = 3;
    part_dispatch("MESSAGE_CREATE", part_text(500, "caf\\u00e9 \\\"x\\\""));
    ck_assert_uint_eq(part.event_count, 1);
    ck_assert_uint_eq(part.events[0].part, 3);
    ck_assert_str_eq(part.events[0].event, "500");
    ck_assert_str_eq(part.events[0].text,
                     "{\"t\":\"MESSAGE_CREATE\",\"d\":{\"id\":\"500\",\"channel_id\":\"70\","
                     "\"type\":0,\"content\":\"café \\\"x\\\"\",\"author\":{\"id\":\"9\","
                     "\"username\":\"ana\"}}}");
    ck_assert_ptr_nonnull(strstr(part.events[0].row, "s1"));
    ck_assert_int_eq(saved_sequence(), 1); /* it is on no disk yet */
    part_stored(0, FAULT_NONE);
    ck_assert_int_eq(saved_sequence(), 2);
    part_dispatch("INTERACTION_CREATE", part_press(0));
    part_stored(1, FAULT_GONE); /* it had been passed on before */
    ck_assert_int_eq(saved_sequence(), 3);
    ck_assert_uint_eq(callbacks(), 0);
    part_run(10000);
    ck_assert_uint_eq(callbacks(), 0); /* who answers it is that part */
}
END_TEST

START_TEST(nothing_is_done_before_it_is_known_whose_it_is)
{
    part_dispatch("MESSAGE_CREATE", part_text(500, "one"));
    part_dispatch("MESSAGE_CREATE", part_text(501, "two"));
    part_dispatch("INTERACTION_CREATE", part_press(0));
    part_run(1400);
    ck_assert_uint_eq(part.find_count, 3);
    ck_assert_uint_eq(part.event_count, 0);
    ck_assert_uint_eq(callbacks(), 0);
    part_found(0, 2, NULL);
    part_found(1, 0, "Spyfall 4");
    part_found(2, 0, NULL);
    ck_assert_uint_eq(part.event_count, 3);
    ck_assert_uint_eq(part.events[0].part, 2);
    ck_assert_ptr_nonnull(strstr(part.events[0].text, "\"one\""));
    ck_assert_str_eq(part.events[1].text, "two");
    ck_assert_str_eq(part.events[1].elsewhere, "Spyfall 4");
    ck_assert(part.events[2].answers);
    for (unsigned i = 0; i < 3; i++) {
        ck_assert_ptr_nonnull(strstr(part.events[i].row, "s1"));
    }
    part_stored(1, FAULT_NONE);
    part_stored(2, FAULT_NONE);
    ck_assert_int_eq(saved_sequence(), 1);
    part_stored(0, FAULT_NONE);
    ck_assert_int_eq(saved_sequence(), 4);
}
END_TEST

START_TEST(an_interaction_that_has_waited_too_long_is_handled_here)
{
    part_dispatch("INTERACTION_CREATE", part_press(0));
    part_run(1499);
    ck_assert_uint_eq(part.event_count, 0);
    part_run(1);
    ck_assert_uint_eq(part.event_count, 1);
    ck_assert_uint_eq(part.events[0].part, PART_HERE);
    ck_assert(part.events[0].answers);
    part_found(0, 3, NULL); /* too late */
    ck_assert_uint_eq(part.event_count, 1);
    part_run(1300);
    ck_assert_uint_eq(callbacks(), 1); /* in time for Discord */
    part_dispatch("MESSAGE_CREATE", part_text(500, "no hurry"));
    part_run(60000);
    ck_assert_uint_eq(part.event_count, 1);
    part_found(1, 0, NULL);
    ck_assert_uint_eq(part.event_count, 2);
}
END_TEST

START_TEST(what_the_house_does_not_take_is_replayed)
{
    part.full = true;
    part_dispatch("MESSAGE_CREATE", part_text(500, "one"));
    ck_assert_uint_eq(hand_socket(part.hand)->code, 0);
    part_found(0, 2, NULL);
    ck_assert_uint_ge(hand_socket(part.hand)->code, 4000);
}
END_TEST

START_TEST(no_more_is_asked_at_once_than_there_is_room_for)
{
    unsigned id = 500;
    for (; part.find_count < ROOM; id++) {
        part_dispatch("MESSAGE_CREATE", part_text(id, "one"));
    }
    ck_assert_uint_eq(hand_socket(part.hand)->code, 0);
    part_dispatch("MESSAGE_CREATE", part_text(id, "one more"));
    ck_assert_uint_eq(part.find_count, ROOM);
    ck_assert_uint_ge(hand_socket(part.hand)->code, 4000);
}
END_TEST

START_TEST(what_could_not_be_passed_on_is_replayed)
{
    part.at_once = true;
    part.where.part = 1;
    part_dispatch("MESSAGE_CREATE", part_text(500, "one"));
    part_stored(0, FAULT_FULL);
    ck_assert_uint_ge(hand_socket(part.hand)->code, 4000);
}
END_TEST

START_TEST(what_waits_at_the_end_is_the_next_processes)
{
    part_dispatch("MESSAGE_CREATE", part_text(500, "one"));
    part_dispatch("INTERACTION_CREATE", part_press(0));
    discord_adapter.drain(part.adapter);
    part_run(3000);
    part_found(0, 0, NULL);
    part_found(1, 0, NULL);
    ck_assert_uint_eq(part.event_count, 0);
    ck_assert_uint_eq(callbacks(), 0);
    ck_assert_int_eq(saved_sequence(), 1);
}
END_TEST

START_TEST(what_is_still_being_asked_at_the_end_is_dropped)
{
    part_dispatch("MESSAGE_CREATE", part_text(500, "one"));
}
END_TEST

/* --- what was passed on ----------------------------------------------------------------------- */

START_TEST(what_was_passed_on_is_received_once)
{
    part_passed(7, "MESSAGE_CREATE", part_text(500, "hello"));
    part_passed(7, "MESSAGE_CREATE", part_text(500, "hello"));
    ck_assert_uint_eq(part.find_count, 0); /* it never goes further */
    ck_assert_uint_eq(part.event_count, 1);
    ck_assert_str_eq(part.events[0].text, "hello");
    ck_assert_str_eq(part.events[0].row, "");
    ck_assert(!part.events[0].fresh); /* it may be on disk */
    ck_assert_uint_eq(part.ended_count, 0);
    part_stored(0, FAULT_NONE);
    ck_assert_uint_eq(part.ended_count, 1);
    ck_assert_uint_eq(part.ended[0], 7);
    part_passed(8, "MESSAGE_CREATE", part_text(500, "hello"));
    part_stored(1, FAULT_GONE);
    ck_assert_uint_eq(part.ended_count, 2);
}
END_TEST

START_TEST(what_was_passed_on_is_answered_here)
{
    part_passed(7, "INTERACTION_CREATE", part_press(200));
    part_passed(8, "INTERACTION_CREATE", part_press(200));
    ck_assert_uint_eq(part.event_count, 1);
    ck_assert(part.events[0].answers);
    ck_assert_uint_eq(part.ended_count, 1); /* the second is known */
    ck_assert_uint_eq(part.ended[0], 8);
    part_stored(0, FAULT_NONE);
    ck_assert_uint_eq(part.ended_count, 2);
    part_run(100);
    ck_assert_uint_eq(callbacks(), 1);
}
END_TEST

START_TEST(what_was_passed_on_too_late_is_done_and_not_answered)
{
    part_passed(7, "INTERACTION_CREATE", part_press(2600));
    ck_assert_uint_eq(part.event_count, 1);
    ck_assert(!part.events[0].answers);
    part_stored(0, FAULT_NONE);
    part_run(5000);
    ck_assert_uint_eq(callbacks(), 0);
    ck_assert_uint_eq(part.ended_count, 1);
}
END_TEST

START_TEST(what_was_passed_on_is_tried_until_it_is_stored)
{
    part.full = true;
    part_passed(7, "MESSAGE_CREATE", part_text(500, "hello"));
    ck_assert_uint_eq(part.event_count, 0);
    part_run(999);
    part.full = false;
    ck_assert_uint_eq(part.event_count, 0);
    part_run(1);
    ck_assert_uint_eq(part.event_count, 1);
    part_stored(0, FAULT_FULL);
    part_run(1000);
    ck_assert_uint_eq(part.event_count, 2);
    ck_assert_uint_eq(part.ended_count, 0);
    part_stored(1, FAULT_NONE);
    ck_assert_uint_eq(part.ended_count, 1);
    part_run(5000);
    ck_assert_uint_eq(part.event_count, 2);
}
END_TEST

START_TEST(what_was_passed_on_and_says_nothing_is_over)
{
    static const char *const texts[] = {"{}", "[]", "null", "{\"id\":7}"};
    static const char *const names[] = {"MESSAGE_CREATE", "INTERACTION_CREATE", "GUILD_DELETE"};
    for (unsigned i = 0; i < 12; i++) {
        part_passed(i + 1, names[i % 3], texts[i / 3]);
        ck_assert_uint_eq(part.ended_count, i + 1);
    }
    discord_adapter.passed(part.adapter, 13, "1", "no JSON");
    ck_assert_uint_eq(part.ended_count, 13);
    ck_assert_uint_eq(part.event_count, 0);
}
END_TEST

START_TEST(what_is_passed_on_at_the_end_is_the_next_processes)
{
    part.full = true;
    part_passed(6, "MESSAGE_CREATE", part_text(499, "waits"));
    discord_adapter.drain(part.adapter);
    part.full = false;
    part_passed(7, "MESSAGE_CREATE", part_text(500, "hello"));
    part_run(5000);
    ck_assert_uint_eq(part.event_count, 0);
    ck_assert_uint_eq(part.ended_count, 0);
}
END_TEST

/* --- settings and pace ------------------------------------------------------------------------ */

static const char *const ruled_out[][2] = {
    {"DEADDROP_DISCORD_SHARD_ID=1", "shard_id"},
    {"DEADDROP_DISCORD_SHARD_COUNT=6", "shard_count"},
    {"DEADDROP_DISCORD_ENDPOINT=yes", "endpoint"},
};

START_TEST(settings_that_parts_rule_out_are_named)
{
    const char *environment[] = {ruled_out[_i][0],
                                 _i == 0 ? "DEADDROP_DISCORD_SHARD_COUNT=4" : NULL, NULL};
    struct fault fault = part_try(1, 4, environment);
    ck_assert_int_eq(fault.code, FAULT_CONFIG);
    ck_assert_msg(strstr(fault.text, ruled_out[_i][1]) != NULL, "%s", fault.text);
    part_close();
    part_open(0, 1, environment); /* a whole house may have them */
    part_close();
}
END_TEST

START_TEST(a_multiple_of_the_parts_may_be_set)
{
    static const char *const environment[] = {"DEADDROP_DISCORD_SHARD_COUNT=8", NULL};
    part_open(3, 4, environment);
    part_up();
    ck_assert_ptr_nonnull(strstr(part.hand->sockets[0].sent[0], "\"shard\":[3,8]"));
    ck_assert_str_eq(part.lease, "identify/0");
    part_close();
}
END_TEST

/* Direct channels that are being opened. */
static unsigned openings(void)
{
    unsigned count = 0;
    for (unsigned i = 0; i < hand_open(part.hand); i++) {
        count += strstr(hand_call(part.hand, i)->url, "/users/@me/channels") != NULL ? 1 : 0;
    }
    return count;
}

START_TEST(direct_channels_are_opened_by_one_part_after_the_other)
{
    struct arena *arena = arena_new();
    struct doc *doc = doc_new(arena);
    static const char *const people[] = {"9", "10"};
    doc_run(doc, doc_block(doc, BLOCK_PARAGRAPH), RUN_TEXT, "hello", false);
    unsigned before = part.lease_count;
    part.lease_refused = true;
    for (unsigned i = 0; i < 2; i++) {
        const struct sending sending = {.row = i + 1,
                                        .kind = SEND_PRIVATE,
                                        .account = people[i],
                                        .nonce = "abc",
                                        .doc = doc,
                                        .head = {.kind = DOC_PRIVATE}};
        discord_adapter.send(part.adapter, &sending);
    }
    part_run(0);
    part_run(299);
    ck_assert_uint_eq(part.lease_count, before + 1);
    ck_assert_str_eq(part.lease, "direct");
    ck_assert_uint_eq(openings(), 0);
    part.lease_refused = false;
    part_run(1);
    part_run(0);
    ck_assert_uint_eq(part.lease_count, before + 2);
    ck_assert_uint_eq(openings(), 1);
    part_run(999);
    ck_assert_uint_eq(part.lease_count, before + 2);
    part_run(1);
    ck_assert_uint_eq(part.lease_count, before + 3);
    arena_free(&arena);
}
END_TEST

Suite *suite_discord_elsewhere(void)
{
    Suite *suite = suite_create("discord_elsewhere");
    TCase *tcase = tcase_create("passes");
    tcase_add_checked_fixture(tcase, open_first, close_part);
    tcase_add_test(tcase, what_is_ours_goes_on_at_once);
    tcase_add_test(tcase, what_is_anothers_goes_there_as_it_came);
    tcase_add_test(tcase, nothing_is_done_before_it_is_known_whose_it_is);
    tcase_add_test(tcase, an_interaction_that_has_waited_too_long_is_handled_here);
    tcase_add_test(tcase, what_the_house_does_not_take_is_replayed);
    tcase_add_test(tcase, no_more_is_asked_at_once_than_there_is_room_for);
    tcase_add_test(tcase, what_could_not_be_passed_on_is_replayed);
    tcase_add_test(tcase, what_waits_at_the_end_is_the_next_processes);
    tcase_add_test(tcase, what_is_still_being_asked_at_the_end_is_dropped);
    suite_add_tcase(suite, tcase);
    tcase = tcase_create("passed");
    tcase_add_checked_fixture(tcase, open_third, close_part);
    tcase_add_test(tcase, what_was_passed_on_is_received_once);
    tcase_add_test(tcase, what_was_passed_on_is_answered_here);
    tcase_add_test(tcase, what_was_passed_on_too_late_is_done_and_not_answered);
    tcase_add_test(tcase, what_was_passed_on_is_tried_until_it_is_stored);
    tcase_add_test(tcase, what_was_passed_on_and_says_nothing_is_over);
    tcase_add_test(tcase, what_is_passed_on_at_the_end_is_the_next_processes);
    tcase_add_test(tcase, direct_channels_are_opened_by_one_part_after_the_other);
    suite_add_tcase(suite, tcase);
    tcase = tcase_create("alone");
    tcase_add_test(tcase, a_whole_house_is_not_asked);
    tcase_add_loop_test(tcase, settings_that_parts_rule_out_are_named, 0,
                        sizeof ruled_out / sizeof ruled_out[0]);
    tcase_add_test(tcase, a_multiple_of_the_parts_may_be_set);
    suite_add_tcase(suite, tcase);
    return suite;
}
