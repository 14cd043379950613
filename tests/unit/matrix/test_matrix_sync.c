#include "matrix_power.h"
#include "mx_kit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <check.h>

#include "matrix_sync.h"
#include "metrics.h"

START_TEST(the_initial_sync_reads_rooms_and_processes_nothing)
{
    char rooms[2048];
    mx_up();
    const struct hand_call *poll = mx_call("/sync?");
    ck_assert_ptr_null(strstr(poll->url, "since="));
    ck_assert_ptr_nonnull(strstr(poll->url, "timeout=0"));
    ck_assert_ptr_nonnull(strstr(poll->url, "set_presence=offline"));
    snprintf(rooms, sizeof rooms,
             "\"join\":{\"" MX_ROOM "\":{\"timeline\":{\"events\":[%s],\"limited\":true,"
             "\"prev_batch\":\"p\"},\"state\":{\"events\":[]}}}",
             mx_text("$old", "!spyfall"));
    mx_sync("s1", rooms);
    ck_assert_uint_eq(mx->inbound_count, 0);
    ck_assert(!mx_asks("/messages"));
    ck_assert_int_eq(matrix_room_find(mx_matrix(), MX_ROOM)->own, MATRIX_JOINED);
    mx_store();
    ck_assert_str_eq(mx_row("sync"), "s1");
}
END_TEST

START_TEST(the_next_poll_begins_where_the_last_ended)
{
    mx_live();
    const struct hand_call *poll = mx_call("/sync?");
    ck_assert_ptr_nonnull(strstr(poll->url, "filter=7&timeout=30000&set_presence=offline"));
    ck_assert_int_eq(poll->time_ms, 50000);
    mx_talk("s2", mx_text("$1", "!help"));
    mx_call("since=s2");
    ck_assert_uint_eq(mx->inbound_count, 1);
    ck_assert_str_eq(mx_last()->text, "!help");
    ck_assert_str_eq(mx_last()->account, MX_ALICE);
    ck_assert_str_eq(mx_last()->name, "Alice");
}
END_TEST

/* What the first response was about may come once more behind it. */
START_TEST(what_comes_right_after_the_initial_sync_may_be_old_and_what_follows_is_new)
{
    mx_live();
    mx_talk("s2", mx_text("$1", "!help"));
    ck_assert(!mx_last()->fresh);
    mx_talk("s3", mx_text("$2", "!rules"));
    ck_assert_uint_eq(mx->inbound_count, 2);
    ck_assert(mx_last()->fresh);
}
END_TEST

START_TEST(a_crash_between_received_and_stored_processes_it_again_and_loses_nothing)
{
    char events[2048];
    mx_live();
    snprintf(events, sizeof events, "%s,%s", mx_text("$1", "one"), mx_text("$2", "two"));
    mx_talk("s2", events);
    ck_assert_uint_eq(mx->inbound_count, 2);
    mx_crash();
    mx->inbound_count = 0;
    ck_assert_str_eq(mx_row("sync"), "s1");
    mx_open();
    mx_answer("/whoami", 200, "{\"user_id\":\"@bot:test\",\"device_id\":\"DEADDROP\"}");
    mx_call("since=s1");
    mx_talk("s2", events);
    mx_answer("/rooms/%21room%3Atest/state", 200, "[]");
    ck_assert_uint_eq(mx->inbound_count, 2);
    ck_assert_str_eq(mx->inbound[0].text, "one");
    ck_assert_str_eq(mx->inbound[1].text, "two");
    ck_assert(!mx->inbound[1].fresh);
}
END_TEST

START_TEST(commands_sent_while_the_bot_was_down_are_processed_in_order)
{
    char rooms[4096];
    mx_live();
    mx_store();
    mx_close();
    mx_open();
    mx_answer("/whoami", 200, "{\"user_id\":\"@bot:test\",\"device_id\":\"DEADDROP\"}");
    snprintf(rooms, sizeof rooms, "%s,%s,%s", mx_text("$1", "one"), mx_text("$2", "two"),
             mx_text("$3", "three"));
    mx_talk("s2", rooms);
    ck_assert_uint_eq(mx->inbound_count, 0);
    mx_answer("/rooms/%21room%3Atest/state", 200,
              "[{\"type\":\"m.room.power_levels\",\"state_key\":\"\",\"sender\":\"@o:t\","
              "\"content\":{\"users\":{\"@alice:test\":50}}}]");
    ck_assert_uint_eq(mx->inbound_count, 3);
    ck_assert_str_eq(mx->inbound[0].text, "one");
    ck_assert_str_eq(mx->inbound[2].text, "three");
    ck_assert(mx->inbound[0].moderator);
}
END_TEST

START_TEST(a_room_of_our_own_making_is_known_for_what_it_is_after_a_crash)
{
    static const char created[] =
        "\"join\":{\"!mine:test\":{\"timeline\":{\"events\":[{\"type\":\"m.room.create\","
        "\"state_key\":\"\",\"event_id\":\"$c\",\"sender\":\"" MX_BOT
        "\",\"content\":{\"io.deaddrop.id\":\"direct/" MX_ALICE "\"}},{\"type\":\"m.room.member\","
        "\"state_key\":\"" MX_BOT "\",\"event_id\":\"$j\",\"sender\":\"" MX_BOT
        "\",\"content\":{\"membership\":\"join\"}}]}}}";
    mx_live();
    mx_sync("s2", created);
    mx_store();
    ck_assert_str_eq(mx_row("r/!mine:test"), "-  direct/" MX_ALICE);
    mx_crash();
    mx_open();
    ck_assert_str_eq(matrix_room_find(mx_matrix(), "!mine:test")->marker, "direct/" MX_ALICE);
}
END_TEST

/* What the sender's server says of the time is a hint, and only where it is told late. */

START_TEST(what_comes_late_has_an_age_and_what_comes_at_once_has_none)
{
    mx_live();
    mx_talk("s2", mx_text("$1", "a moment ago, by a clock that stands still"));
    ck_assert_int_lt(mx_last()->age_ms, 1000);
    mx_run(100000);
    mx_store();
    mx_close();
    mx_run(3600000);
    mx_open();
    mx_answer("/whoami", 200, "{\"user_id\":\"@bot:test\",\"device_id\":\"DEADDROP\"}");
    mx_talk("s3", mx_text("$2", "while it was away"));
    mx_answer("/rooms/%21room%3Atest/state", 200, "[]");
    ck_assert_int_ge(mx_last()->age_ms, 3600000);
    ck_assert_int_lt(mx_last()->age_ms, 3600000 + 120000);
    mx_talk("s4", mx_text("$3", "at once again"));
    ck_assert_int_eq(mx_last()->age_ms, 0);
}
END_TEST

START_TEST(a_room_whose_state_does_not_come_is_processed_without_it)
{
    mx_live();
    mx_store();
    mx_close();
    mx_open();
    mx_answer("/whoami", 200, "{\"user_id\":\"@bot:test\",\"device_id\":\"DEADDROP\"}");
    mx_talk("s2", mx_text("$1", "one"));
    mx_run(14000);
    ck_assert_uint_eq(mx->inbound_count, 0);
    ck_assert(!mx_asks("/sync?"));
    mx_run(2000);
    ck_assert_str_eq(mx_last()->text, "one");
    ck_assert(!mx_last()->moderator);
    mx_call("since=s2");
}
END_TEST

START_TEST(what_the_disk_does_not_take_is_processed_again)
{
    mx_live();
    mx->broken = true;
    mx_talk("s2", mx_text("$1", "one"));
    mx_store();
    mx->broken = false;
    mx->inbound_count = 0;
    ck_assert(!mx_asks("/sync?"));
    mx_run(10000);
    mx_call("since=s1");
    mx_talk("s2", mx_text("$1", "one"));
    ck_assert_uint_eq(mx->inbound_count, 1);
    mx_store();
    ck_assert_str_eq(mx_row("sync"), "s2");
}
END_TEST

START_TEST(what_the_disk_does_not_take_after_the_end_is_for_the_next_start)
{
    mx_live();
    mx->broken = true;
    mx_talk("s2", mx_text("$1", "one"));
    matrix_adapter.drain(mx->adapter);
    mx_store();
    mx->broken = false;
    mx_run(60000);
    ck_assert(!mx_asks("/sync?"));
}
END_TEST

START_TEST(a_house_that_takes_nothing_is_asked_again)
{
    mx_live();
    mx->full = true;
    mx_talk("s2", mx_text("$1", "one"));
    ck_assert(!mx_asks("/sync?"));
    mx->full = false;
    mx_run(10000);
    mx_call("since=s1");
    mx_talk("s2", mx_text("$1", "one"));
    ck_assert_str_eq(mx_last()->text, "one");
}
END_TEST

START_TEST(a_gap_is_filled_backwards_and_processed_in_order)
{
    char body[4096];
    mx_live();
    snprintf(body, sizeof body,
             "\"join\":{\"" MX_ROOM "\":{\"timeline\":{\"events\":[%s],\"limited\":true,"
             "\"prev_batch\":\"p9\"}}}",
             mx_text("$5", "five"));
    mx_sync("s2", body);
    ck_assert_uint_eq(mx->inbound_count, 0);
    ck_assert(!mx_asks("/sync?"));
    const struct hand_call *page = mx_call("/messages?");
    ck_assert_ptr_nonnull(strstr(page->url, "dir=b&limit=100"));
    ck_assert_ptr_nonnull(strstr(page->url, "&from=p9&to=s1"));
    snprintf(body, sizeof body, "{\"start\":\"p9\",\"end\":\"p8\",\"chunk\":[%s,%s]}",
             mx_text("$4", "four"), mx_text("$3", "three"));
    mx_answer("/messages?", 200, body);
    ck_assert_ptr_nonnull(strstr(mx_call("/messages?")->url, "&from=p8&to=s1"));
    snprintf(body, sizeof body, "{\"start\":\"p8\",\"chunk\":[%s]}", mx_text("$2", "two"));
    mx_answer("/messages?", 200, body);
    ck_assert_uint_eq(mx->inbound_count, 4);
    ck_assert_str_eq(mx->inbound[0].text, "two");
    ck_assert_str_eq(mx->inbound[1].text, "three");
    ck_assert_str_eq(mx->inbound[2].text, "four");
    ck_assert_str_eq(mx->inbound[3].text, "five");
    mx_call("since=s2");
    mx_store();
    ck_assert_str_eq(mx_row("sync"), "s1");
    mx_run(6000);
    mx_store();
    ck_assert_str_eq(mx_row("sync"), "s2");
}
END_TEST

START_TEST(a_gap_that_says_not_where_it_begins_is_filled_from_the_end)
{
    char body[4096];
    mx_live();
    snprintf(body, sizeof body,
             "\"join\":{\"" MX_ROOM "\":{\"timeline\":{\"events\":[%s],\"limited\":true}}}",
             mx_text("$5", "five"));
    mx_sync("s2", body);
    ck_assert_ptr_null(strstr(mx_call("/messages?")->url, "from="));
    snprintf(body, sizeof body, "{\"start\":\"p9\",\"chunk\":[%s,%s]}", mx_text("$5", "five"),
             mx_text("$4", "four"));
    mx_answer("/messages?", 200, body);
    ck_assert_uint_eq(mx->inbound_count, 3);
    ck_assert_str_eq(mx->inbound[0].text, "four");
    ck_assert_str_eq(mx->inbound[1].text, "five");
    ck_assert(mx->inbound[2].again);
    mx_call("since=s2");
}
END_TEST

START_TEST(a_gap_without_end_is_left_after_twenty_pages)
{
    char body[4096];
    mx_live();
    snprintf(body, sizeof body,
             "\"join\":{\"" MX_ROOM "\":{\"timeline\":{\"events\":[%s],\"limited\":true,"
             "\"prev_batch\":\"p0\"}}}",
             mx_text("$x", "last"));
    mx_sync("s2", body);
    for (int i = 0; i < 20; i++) {
        char id[32];
        snprintf(id, sizeof id, "$g%d", i);
        snprintf(body, sizeof body, "{\"end\":\"p%d\",\"chunk\":[%s]}", i + 1, mx_text(id, "x"));
        mx_answer("/messages?", 200, body);
    }
    ck_assert(!mx_asks("/messages?"));
    ck_assert_uint_eq(mx->inbound_count, 21);
    ck_assert_str_eq(mx_last()->text, "last");
    ck_assert_int_eq(metrics_get(METRIC_MATRIX_GAPS), 1);
    ck_assert_int_eq(metrics_get(METRIC_MATRIX_GAPS_UNFILLED), 1);
    ck_assert_int_ge(metrics_get(METRIC_MATRIX_REQUESTS), 22);
    ck_assert_int_eq(metrics_get(METRIC_MATRIX_SYNCED_SECONDS), matrix_now_ms(mx_matrix()) / 1000);
    mx_call("since=s2");
}
END_TEST

START_TEST(a_gap_waits_for_a_server_that_is_away)
{
    char body[4096];
    mx_live();
    snprintf(body, sizeof body,
             "\"join\":{\"" MX_ROOM "\":{\"timeline\":{\"events\":[%s],\"limited\":true,"
             "\"prev_batch\":\"p9\"}}}",
             mx_text("$5", "five"));
    mx_sync("s2", body);
    for (int64_t downtime_ms = 0; downtime_ms < 200000; downtime_ms += 2000) {
        if (mx_asks("/messages?")) {
            mx_answer("/messages?", 502, "<html>");
        }
        mx_run(2000);
    }
    ck_assert_uint_eq(mx->inbound_count, 0);
    while (!mx_asks("/messages?")) {
        mx_run(1000);
    }
    snprintf(body, sizeof body, "{\"start\":\"p9\",\"chunk\":[%s]}", mx_text("$4", "four"));
    mx_answer("/messages?", 200, body);
    ck_assert_uint_eq(mx->inbound_count, 2);
    ck_assert_str_eq(mx->inbound[0].text, "four");
}
END_TEST

START_TEST(a_limited_timeline_in_which_we_joined_has_no_gap)
{
    char rooms[2048];
    mx_live();
    snprintf(
        rooms, sizeof rooms,
        "\"join\":{\"!new:test\":{\"state\":{\"events\":[]},\"timeline\":{\"events\":["
        "{\"type\":\"m.room.create\",\"state_key\":\"\",\"sender\":\"@o:test\",\"content\":{}},"
        "{\"type\":\"m.room.member\",\"state_key\":\"@bot:test\",\"sender\":\"@bot:test\","
        "\"event_id\":\"$j\",\"content\":{\"membership\":\"join\"},\"unsigned\":"
        "{\"prev_content\":{\"membership\":\"invite\"}}},%s],\"limited\":true,"
        "\"prev_batch\":\"p\"}}}",
        mx_text("$1", "hello"));
    mx_sync("s2", rooms);
    ck_assert(!mx_asks("/messages?"));
    ck_assert_str_eq(mx_last()->text, "hello");
}
END_TEST

START_TEST(a_dead_token_is_tried_twice_and_then_rooms_are_read_back_to_their_last_event)
{
    char rooms[2048];
    mx_live();
    mx_talk("s2", mx_text("$1", "one"));
    mx_store();
    for (int i = 0; i < 2; i++) {
        mx_answer("/sync?", 400, "{\"errcode\":\"M_UNKNOWN\",\"error\":\"Invalid stream token\"}");
        mx_run(5000);
        if (mx_asks("/filter")) {
            mx_answer("/filter", 200, "{\"filter_id\":\"8\"}");
        }
    }
    const struct hand_call *poll = mx_call("/sync?");
    ck_assert_ptr_null(strstr(poll->url, "since="));
    snprintf(rooms, sizeof rooms,
             "\"join\":{\"" MX_ROOM "\":{\"timeline\":{\"events\":[%s],\"limited\":true,"
             "\"prev_batch\":\"p\"}},\"!other:test\":{\"timeline\":{\"events\":[%s],"
             "\"limited\":true,\"prev_batch\":\"q\"}}}",
             mx_text("$4", "four"), mx_text("$9", "!spyfall"));
    mx_sync("t1", rooms);
    ck_assert_ptr_nonnull(strstr(mx_call("/messages?")->url, "from=p"));
    ck_assert_ptr_null(strstr(mx_call("/messages?")->url, "&to="));
    snprintf(rooms, sizeof rooms, "{\"end\":\"x\",\"chunk\":[%s,%s,%s,%s]}", mx_text("$3", "three"),
             mx_text("$2", "two"), mx_text("$1", "one"), mx_text("$0", "zero"));
    mx_answer("/messages?", 200, rooms);
    ck_assert_uint_eq(mx->inbound_count, 4);
    ck_assert_str_eq(mx->inbound[1].text, "two");
    ck_assert_str_eq(mx->inbound[3].text, "four");
    mx_answer("/filter", 200, "{\"filter_id\":\"9\"}");
    mx_call("since=t1");
}
END_TEST

START_TEST(a_filter_that_the_server_has_forgotten_is_made_again)
{
    mx_live();
    mx_answer("/sync?", 404, "{\"errcode\":\"M_NOT_FOUND\"}");
    mx_run(3000);
    mx_answer("/filter", 200, "{\"filter_id\":\"8\"}");
    ck_assert_ptr_nonnull(strstr(mx_call("since=s1")->url, "filter=8"));
}
END_TEST

START_TEST(a_token_that_goes_back_is_followed)
{
    mx_live();
    mx_talk("s900_1", mx_text("$1", "one"));
    mx_store();
    mx_talk("s100_1", mx_text("$1", "one"));
    mx_call("since=s100_1");
    ck_assert(mx_last()->again);
}
END_TEST

START_TEST(a_proxy_that_answers_at_once_with_nothing_is_not_asked_without_pause)
{
    mx_live();
    unsigned before = mx->hand->call_count;
    for (int i = 0; i < 60000 / 10; i++) {
        if (mx_asks("/sync?")) {
            mx_sync("s1", "");
        }
        mx_run(10);
    }
    ck_assert_uint_lt(mx->hand->call_count - before, 60);
}
END_TEST

START_TEST(a_body_that_is_cut_is_processed_whole_the_next_time)
{
    char cut[2048];
    mx_live();
    snprintf(cut, sizeof cut,
             "{\"next_batch\":\"s2\",\"rooms\":{\"join\":{\"" MX_ROOM
             "\":{\"timeline\":{\"events\":[%s,%s",
             mx_text("$1", "one"), mx_text("$2", "two"));
    mx_answer("/sync?", 200, cut);
    ck_assert(!mx_asks("/sync?"));
    mx_run(10000);
    mx_call("since=s1");
    snprintf(cut, sizeof cut, "%s,%s", mx_text("$1", "one"), mx_text("$2", "two"));
    mx_talk("s2", cut);
    ck_assert_str_eq(mx_last()->text, "two");
    mx_run(6000);
    mx_store();
    mx_run(6000);
    mx_store();
    ck_assert_str_eq(mx_row("sync"), "s2");
}
END_TEST

START_TEST(downtime_is_reported_when_it_is_over)
{
    mx_live();
    for (int i = 0; i < 30; i++) {
        if (mx_asks("/sync?")) {
            mx_answer("/sync?", 503, "<html>");
        }
        mx_run(10000);
    }
    ck_assert_uint_eq(mx->away_count, 0);
    while (!mx_asks("/sync?")) {
        mx_run(1000);
    }
    mx_sync("s2", "");
    ck_assert_uint_eq(mx->away_count, 1);
    ck_assert_int_gt(mx->downtime_ms, 200000);
    mx_sync("s3", "");
    ck_assert_uint_eq(mx->away_count, 1);
}
END_TEST

START_TEST(state_after_alone_is_applied_where_the_server_gives_it)
{
    mx_live();
    mx_sync("s2",
            "\"join\":{\"" MX_ROOM "\":{\"state_after\":{\"events\":[{\"type\":\"m.room.name\","
            "\"state_key\":\"\",\"sender\":\"@o:test\",\"content\":{\"name\":\"After\"}}]},"
            "\"timeline\":{\"events\":[]}}}");
    ck_assert_str_eq(matrix_adapter.room_name(mx->adapter, MX_ROOM), "After");
}
END_TEST

/* client-server API, /sync: state_after has the last word, and the timeline is news all the same.
 */
START_TEST(where_state_after_is_given_the_timeline_is_still_news)
{
    static const char encrypts[] = "{\"type\":\"m.room.encryption\",\"state_key\":\"\",\"sender\":"
                                   "\"@alice:test\",\"event_id\":\"$e\",\"content\":{}}";
    static const char comes[] =
        "{\"type\":\"m.room.member\",\"state_key\":\"@bob:test\",\"sender\":"
        "\"@bob:test\",\"event_id\":\"$b\",\"content\":{\"membership\":"
        "\"join\"}}";
    static const char silences[] =
        "{\"type\":\"m.room.power_levels\",\"state_key\":\"\",\"sender\":"
        "\"@o:test\",\"event_id\":\"$l\",\"content\":{\"events_default\":7}}";
    static const char loud[] = "{\"type\":\"m.room.power_levels\",\"state_key\":\"\",\"sender\":"
                               "\"@o:test\",\"event_id\":\"$m\",\"content\":{}}";
    const char *const news[][2] = {{comes, comes}, {silences, loud}, {encrypts, encrypts}};
    const enum inbound_kind kinds[] = {INBOUND_ARRIVED, INBOUND_ROOM_CHANGED, INBOUND_ROOM_SHUT};
    mx_live();
    const struct matrix_room *room = matrix_room_find(mx_matrix(), MX_ROOM);
    for (size_t i = 0; i < 3; i++) {
        char rooms[2048];
        snprintf(rooms, sizeof rooms,
                 "\"join\":{\"" MX_ROOM "\":{\"state_after\":{\"events\":[%s]},"
                 "\"timeline\":{\"events\":[%s]}}}",
                 news[i][1], news[i][0]);
        mx_sync(i == 0 ? "n1" : i == 1 ? "n2" : "n3", rooms);
        ck_assert_uint_eq(mx->inbound_count, i + 1);
        ck_assert_int_eq(mx_last()->kind, kinds[i]);
    }
    ck_assert_int_eq(matrix_power_to_send(room->power, "m.room.message", false), 0);
    ck_assert_int_eq(room->encryption, MATRIX_ENCRYPTED);
}
END_TEST

START_TEST(hostile_responses_are_survived)
{
    static const char *const bodies[] = {
        "[]",
        "7",
        "\"x\"",
        "null",
        "{}",
        "{\"next_batch\":7}",
        "{\"next_batch\":null,\"rooms\":7}",
        "{\"next_batch\":\"\",\"rooms\":{\"join\":{\"!a:b\":{\"timeline\":{\"events\":[7]}}}}}",
        "{\"next_batch\":\"s\",\"rooms\":{\"join\":{\"\\u0000\":{}}}}"};
    mx_live();
    for (size_t i = 0; i < sizeof bodies / sizeof bodies[0]; i++) {
        while (!mx_asks("/sync?")) {
            if (mx_asks("/state")) {
                mx_answer("/state", 200, "{}");
            }
            mx_run(1000);
        }
        mx_answer("/sync?", 200, bodies[i]);
    }
    ck_assert_uint_eq(mx->inbound_count, 0);
}
END_TEST

Suite *suite_matrix_sync(void);

Suite *suite_matrix_sync(void)
{
    Suite *suite = suite_create("matrix_sync");
    TCase *tcase = tcase_create("all");
    tcase_add_checked_fixture(tcase, mx_set_up, mx_tear_down);
    tcase_add_test(tcase, the_initial_sync_reads_rooms_and_processes_nothing);
    tcase_add_test(tcase, the_next_poll_begins_where_the_last_ended);
    tcase_add_test(tcase,
                   what_comes_right_after_the_initial_sync_may_be_old_and_what_follows_is_new);
    tcase_add_test(tcase, a_crash_between_received_and_stored_processes_it_again_and_loses_nothing);
    tcase_add_test(tcase, commands_sent_while_the_bot_was_down_are_processed_in_order);
    tcase_add_test(tcase, a_room_of_our_own_making_is_known_for_what_it_is_after_a_crash);
    tcase_add_test(tcase, what_comes_late_has_an_age_and_what_comes_at_once_has_none);
    tcase_add_test(tcase, a_room_whose_state_does_not_come_is_processed_without_it);
    tcase_add_test(tcase, what_the_disk_does_not_take_is_processed_again);
    tcase_add_test(tcase, what_the_disk_does_not_take_after_the_end_is_for_the_next_start);
    tcase_add_test(tcase, a_house_that_takes_nothing_is_asked_again);
    tcase_add_test(tcase, a_gap_is_filled_backwards_and_processed_in_order);
    tcase_add_test(tcase, a_gap_that_says_not_where_it_begins_is_filled_from_the_end);
    tcase_add_test(tcase, a_gap_without_end_is_left_after_twenty_pages);
    tcase_add_test(tcase, a_gap_waits_for_a_server_that_is_away);
    tcase_add_test(tcase, a_limited_timeline_in_which_we_joined_has_no_gap);
    tcase_add_test(tcase,
                   a_dead_token_is_tried_twice_and_then_rooms_are_read_back_to_their_last_event);
    tcase_add_test(tcase, a_filter_that_the_server_has_forgotten_is_made_again);
    tcase_add_test(tcase, a_token_that_goes_back_is_followed);
    tcase_add_test(tcase, a_proxy_that_answers_at_once_with_nothing_is_not_asked_without_pause);
    tcase_add_test(tcase, a_body_that_is_cut_is_processed_whole_the_next_time);
    tcase_add_test(tcase, downtime_is_reported_when_it_is_over);
    tcase_add_test(tcase, state_after_alone_is_applied_where_the_server_gives_it);
    tcase_add_test(tcase, where_state_after_is_given_the_timeline_is_still_news);
    tcase_add_test(tcase, hostile_responses_are_survived);
    suite_add_tcase(suite, tcase);
    return suite;
}
