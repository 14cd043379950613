/* Gaps that cannot be read: people are asked to say it again, and nothing else stands still. */
#include "mx_kit.h"

#include <stdio.h>
#include <string.h>

#include <check.h>

#include "matrix_sync.h"
#include "metrics.h"

Suite *suite_matrix_gap(void);

#define MISSED MX_ROOM " matrix.missed"

/* A response with a gap before one word. */
static void gap(const char *next, const char *id)
{
    char rooms[2048];
    snprintf(rooms, sizeof rooms,
             "\"join\":{\"" MX_ROOM "\":{\"timeline\":{\"events\":[%s],\"limited\":true,"
             "\"prev_batch\":\"p9\"}}}",
             mx_text(id, "last"));
    mx_sync(next, rooms);
}

static uint64_t left(void)
{
    return (uint64_t)metrics_get(METRIC_MATRIX_GAPS_UNFILLED);
}

/* Whoever asks for a page is told this, until nobody does or the time is over. */
static int64_t answers(int status, const char *json, int64_t most_ms)
{
    int64_t ms = 0;
    for (; ms < most_ms && !mx_asks("/sync?"); ms += 1000) {
        if (mx_asks("/messages?")) {
            mx_answer("/messages?", status, json);
        }
        mx_run(1000);
    }
    return ms;
}

START_TEST(a_gap_that_cannot_be_read_is_left_and_people_at_a_table_say_it_again)
{
    int64_t before = metrics_get(METRIC_MATRIX_GAPS_UNFILLED);
    mx_live();
    mx->plays = true;
    gap("s2", "$1");
    int64_t ms = answers(500, "{\"errcode\":\"M_UNKNOWN\"}", 600000);
    ck_assert_int_le(ms, 330000);
    ck_assert_int_ge(ms, 60000);
    ck_assert_str_eq(mx->said, MISSED);
    ck_assert_uint_eq(left(), 1);
    ck_assert_int_eq(metrics_get(METRIC_MATRIX_GAPS_UNFILLED) - before, 1);
    ck_assert_str_eq(mx_last()->text, "last");
    ck_assert_uint_eq(mx->away_count, 0);
    mx_talk("s3", mx_text("$2", "!join"));
    ck_assert_uint_eq(mx->away_count, 1); /* deadlines everywhere move by the time it took */
    ck_assert_int_ge(mx->downtime_ms, ms - 70000);
}
END_TEST

START_TEST(who_may_not_read_it_is_told_at_once_and_once)
{
    mx_live();
    mx->plays = true;
    for (unsigned i = 0; i < 3; i++) {
        char next[16];
        char id[16];
        snprintf(next, sizeof next, "s%u", i + 2);
        snprintf(id, sizeof id, "$%u", i);
        gap(next, id);
        mx_answer("/messages?", 403, "{\"errcode\":\"M_FORBIDDEN\"}");
        mx_call("/sync?");
    }
    ck_assert_uint_eq(mx->said_count, 1);
    ck_assert_str_eq(mx->said, MISSED);
    ck_assert_uint_eq(left(), 3);
    ck_assert_uint_eq(mx->away_count, 0);
}
END_TEST

START_TEST(where_nobody_plays_nothing_is_said)
{
    mx_live();
    gap("s2", "$1");
    mx_answer("/messages?", 403, "{\"errcode\":\"M_FORBIDDEN\"}");
    ck_assert_uint_eq(mx->said_count, 0);
    ck_assert_uint_eq(left(), 1);
}
END_TEST

/* In a room of theirs and the bot's everything is said to it. */
START_TEST(who_is_alone_with_the_bot_is_told_without_a_table)
{
    mx_live();
    matrix_room_find(mx_matrix(), MX_ROOM)->kind = MATRIX_ROOM_DIRECT;
    gap("s2", "$1");
    mx_answer("/messages?", 403, "{\"errcode\":\"M_FORBIDDEN\"}");
    ck_assert_str_eq(mx->said, MISSED);
}
END_TEST

START_TEST(a_gap_that_was_read_in_the_end_is_nobodys_loss)
{
    char page[1024];
    mx_live();
    mx->plays = true;
    gap("s2", "$2");
    for (int i = 0; i < 3; i++) {
        mx_run(61000); /* no answer at all */
    }
    while (!mx_asks("/messages?")) {
        mx_run(1000);
    }
    snprintf(page, sizeof page, "{\"start\":\"p9\",\"chunk\":[%s]}", mx_text("$1", "first"));
    mx_answer("/messages?", 200, page);
    ck_assert_uint_eq(mx->said_count, 0);
    ck_assert_uint_eq(left(), 0);
    ck_assert_uint_eq(mx->inbound_count, 2);
    ck_assert_str_eq(mx->inbound[0].text, "first");
}
END_TEST

START_TEST(a_page_of_no_shape_is_a_loss)
{
    mx_live();
    mx->plays = true;
    gap("s2", "$1");
    mx_answer("/messages?", 200, "{\"chunk\":7}");
    ck_assert_str_eq(mx->said, MISSED);
    ck_assert_uint_eq(left(), 1);
}
END_TEST

START_TEST(pages_of_no_shape_end_a_gap)
{
    static const char *const pages[] = {"[]", "{}", "{\"chunk\":7}", "{\"chunk\":[],\"end\":\"x\"}",
                                        "{\"chunk\":[7,null,{},{\"type\":7}],\"end\":\"p0\"}"};
    mx_live();
    for (size_t i = 0; i < sizeof pages / sizeof pages[0]; i++) {
        char rooms[1024];
        char id[32];
        snprintf(id, sizeof id, "$x%zu", i);
        snprintf(rooms, sizeof rooms,
                 "\"join\":{\"" MX_ROOM "\":{\"timeline\":{\"events\":[%s],\"limited\":true,"
                 "\"prev_batch\":\"p0\"}}}",
                 mx_text(id, "last"));
        mx_sync("s2", rooms);
        mx_answer("/messages?", 200, pages[i]);
        ck_assert_uint_eq(mx->inbound_count, i + 1);
        mx_call("/sync?");
    }
}
END_TEST

Suite *suite_matrix_gap(void)
{
    Suite *suite = suite_create("matrix_gap");
    TCase *tcase = tcase_create("all");
    tcase_add_checked_fixture(tcase, mx_set_up, mx_tear_down);
    tcase_add_test(tcase, a_gap_that_cannot_be_read_is_left_and_people_at_a_table_say_it_again);
    tcase_add_test(tcase, who_may_not_read_it_is_told_at_once_and_once);
    tcase_add_test(tcase, where_nobody_plays_nothing_is_said);
    tcase_add_test(tcase, who_is_alone_with_the_bot_is_told_without_a_table);
    tcase_add_test(tcase, a_gap_that_was_read_in_the_end_is_nobodys_loss);
    tcase_add_test(tcase, a_page_of_no_shape_is_a_loss);
    tcase_add_test(tcase, pages_of_no_shape_end_a_gap);
    suite_add_tcase(suite, tcase);
    return suite;
}
