#include "matrix_stream.h"

#include <stdio.h>
#include <string.h>

#include <check.h>

#include "buf.h"
#include "print.h"

static struct buf told;

static void tell(const char *what, const char *text, size_t len)
{
    buf_text(&told, what);
    buf_add(&told, text, len);
    buf_text(&told, "\n");
}

static void on_next(void *context, const char *token)
{
    (void)context;
    tell("next ", token, strlen(token));
}

static void on_room(void *context, enum matrix_where where, const char *room)
{
    static const char *const names[] = {"join ", "invite ", "knock ", "leave "};
    (void)context;
    tell(names[where], room, strlen(room));
}

static void on_part(void *context, enum matrix_part part)
{
    (void)context;
    if (part == MATRIX_PART_STATE_AFTER) {
        tell("after", "", 0);
    }
}

static void on_limited(void *context)
{
    (void)context;
    tell("limited", "", 0);
}

static void on_previous(void *context, const char *token)
{
    (void)context;
    tell("prev ", token, strlen(token));
}

static void on_event(void *context, enum matrix_part part, const char *json, size_t len)
{
    static const char *const names[] = {"state ",    "after ",   "line ",
                                        "stripped ", "account ", "device "};
    (void)context;
    tell(names[part], json, len);
}

static void on_room_end(void *context)
{
    (void)context;
    tell("end", "", 0);
}

static void on_keys(void *context, enum matrix_about_keys about, const char *json, size_t len)
{
    static const char *const names[] = {"lists ", "count ", "unused "};
    (void)context;
    tell(names[about], json, len);
}

static struct matrix_stream_hooks hooks = {.next = on_next,
                                           .room = on_room,
                                           .part = on_part,
                                           .limited = on_limited,
                                           .previous = on_previous,
                                           .event = on_event,
                                           .room_end = on_room_end};

/* What is told of a text in pieces of this size; whether it was whole. */
static bool read_in(const char *text, size_t piece, bool list)
{
    struct matrix_stream *stream = matrix_stream_new(&hooks, list);
    size_t len = strlen(text);
    buf_deinit(&told);
    buf_init(&told, 1 << 20);
    buf_text(&told, "");
    for (size_t at = 0; at < len; at += piece) {
        if (!matrix_stream_add(stream, text + at, len - at < piece ? len - at : piece)) {
            break;
        }
    }
    bool whole = matrix_stream_whole(stream);
    matrix_stream_free(&stream);
    return whole;
}

static const char sync_body[] =
    " {\"device_lists\":{\"left\":[\"}]\"]},\"account_data\":{\"events\":[{\"type\":\"m.direct\"}]}"
    ","
    "\"next_batch\":\"s\\u0031\",\"presence\":{\"events\":[{\"no\":1}]},\"rooms\" : {"
    "\"join\":{\"!a:b\":{\"timeline\":{\"events\":[{\"x\":\"}\\\"]\"}, {\"y\":[[],{}]}],"
    "\"prev_batch\":\"p1\",\"limited\":true},\"state\":{\"events\":[{\"z\":1}]},"
    "\"summary\":{\"events\":[{\"no\":2}]},\"unread_notifications\":{\"a\":-1.5e3}},"
    "\"!c\\u0064\":{\"state_after\":{\"events\":[]},\"timeline\":{\"limited\":false,\"events\":[]}}"
    "},"
    "\"invite\":{\"!i:b\":{\"invite_state\":{\"events\":[{\"i\":1}]}}},"
    "\"leave\":{\"!l:b\":{\"timeline\":{\"events\":[7,{\"l\":1},null]}}},"
    "\"knock\":{},\"other\":{\"!no:b\":{}}}} \n";

static const char sync_told[] = "account {\"type\":\"m.direct\"}\n"
                                "next s1\n"
                                "join !a:b\n"
                                "line {\"x\":\"}\\\"]\"}\n"
                                "line {\"y\":[[],{}]}\n"
                                "prev p1\n"
                                "limited\n"
                                "state {\"z\":1}\n"
                                "end\n"
                                "join !cd\n"
                                "after\n"
                                "end\n"
                                "invite !i:b\n"
                                "stripped {\"i\":1}\n"
                                "end\n"
                                "leave !l:b\n"
                                "line {\"l\":1}\n"
                                "end\n";

START_TEST(events_are_handed_out_alone_however_the_pieces_fall)
{
    for (size_t piece = 1; piece <= sizeof sync_body; piece++) {
        ck_assert(read_in(sync_body, piece, false));
        ck_assert_str_eq(told.text, sync_told);
    }
    buf_deinit(&told);
}
END_TEST

START_TEST(a_text_that_is_cut_is_never_whole)
{
    char cut[sizeof sync_body];
    for (size_t len = 0; len + 4 < sizeof sync_body; len++) {
        memcpy(cut, sync_body, len);
        cut[len] = '\0';
        ck_assert_msg(!read_in(cut, 64, false), "%zu", len);
    }
    buf_deinit(&told);
}
END_TEST

START_TEST(what_is_no_such_text_ends_the_stream)
{
    static const char *const bad[] = {
        "[]",
        "\"\"",
        "<html>",
        "{,}",
        "{\"rooms\"}",
        "{\"rooms\":}",
        "{\"rooms\":{]}",
        "{\"a\":1 \"b\":2}",
        "{\"a\":1}}",
        "{\"a\":1}x",
        "{\"rooms\":{\"join\":{\"!a\":{\"state\":{\"events\":[}]}}}}}",
        "{a:1}"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        ck_assert_msg(!read_in(bad[i], 3, false), "%s", bad[i]);
    }
    buf_deinit(&told);
}
END_TEST

START_TEST(shapes_that_are_not_as_they_should_be_are_passed_over)
{
    static const char *const odd[] = {
        "{\"rooms\":[{\"join\":1}],\"next_batch\":7,\"account_data\":[]}",
        "{\"rooms\":{\"join\":[],\"invite\":\"x\",\"leave\":null}}",
        "{\"rooms\":{\"join\":{\"!a:b\":[],\"!b:b\":null,\"!c:b\":\"x\"}}}",
        "{\"rooms\":{\"join\":{\"\":{\"timeline\":{\"events\":[{}]}}}}}",
        "{\"account_data\":{\"events\":{\"0\":{}}}}",
    };
    for (size_t i = 0; i < sizeof odd / sizeof odd[0]; i++) {
        ck_assert_msg(read_in(odd[i], 5, false), "%s", odd[i]);
        ck_assert_str_eq(told.text, "");
    }
    ck_assert(
        read_in("{\"rooms\":{\"join\":{\"!a:b\":{\"timeline\":{\"events\":{},\"limited\":\"true\","
                "\"prev_batch\":[\"x\"]},\"state\":[]}}}}",
                7, false));
    ck_assert_str_eq(told.text, "join !a:b\nend\n");
    buf_deinit(&told);
}
END_TEST

START_TEST(an_event_that_is_too_long_is_left_out_and_counted)
{
    struct matrix_stream *stream = matrix_stream_new(&hooks, true);
    static char long_event[4096];
    memset(long_event, 'x', sizeof long_event);
    buf_init(&told, 1 << 20);
    ck_assert(matrix_stream_add(stream, "[{\"a\":\"", 7));
    for (size_t i = 0; i < MATRIX_STREAM_EVENT_MAX / sizeof long_event + 1; i++) {
        ck_assert(matrix_stream_add(stream, long_event, sizeof long_event));
    }
    ck_assert(matrix_stream_add(stream, "\"},{\"b\":1}]", 11));
    ck_assert(matrix_stream_whole(stream));
    ck_assert_uint_eq(matrix_stream_left_out(stream), 1);
    ck_assert_str_eq(told.text, "state {\"b\":1}\n");
    matrix_stream_free(&stream);
    buf_deinit(&told);
}
END_TEST

START_TEST(depth_costs_nothing)
{
    struct matrix_stream *stream = matrix_stream_new(&hooks, false);
    buf_init(&told, 1 << 20);
    ck_assert(matrix_stream_add(stream, "{\"x\":", 5));
    bool good = true;
    for (int i = 0; i < 1000000; i++) {
        good = matrix_stream_add(stream, "[", 1) && good;
    }
    ck_assert(good && !matrix_stream_whole(stream));
    matrix_stream_restart(stream);
    ck_assert(matrix_stream_add(stream, "{}", 2));
    ck_assert(matrix_stream_whole(stream));
    matrix_stream_free(&stream);
    buf_deinit(&told);
}
END_TEST

START_TEST(long_keys_are_nobodys)
{
    static char body[8192];
    size_t at = (size_t)snprintf(body, sizeof body, "{\"rooms\":{\"join\":{\"!");
    memset(body + at, 'a', 3000);
    snprintf(body + at + 3000, sizeof body - at - 3000,
             "\":{\"timeline\":{\"events\":[{}]}},\"!b\":{}}}}");
    ck_assert(read_in(body, 100, false));
    ck_assert_str_eq(told.text, "join !b\nend\n");
    buf_deinit(&told);
}
END_TEST

START_TEST(what_is_said_of_keys_is_told_where_it_is_wanted)
{
    static const char text[] =
        "{\"device_lists\":{\"changed\":[\"@a:b\"]},\"to_device\":{\"events\":[{\"a\":1},7,{}]},"
        "\"device_one_time_keys_count\":{\"signed_curve25519\":20},"
        "\"device_unused_fallback_key_types\":[\"signed_curve25519\"],"
        "\"rooms\":{\"join\":{\"!r\":{\"device_lists\":{},\"to_device\":{\"events\":[{}]}}}},"
        "\"next_batch\":\"s1\"}";
    static const char odd[] = "{\"device_lists\":7,\"device_one_time_keys_count\":[],"
                              "\"device_unused_fallback_key_types\":{},\"to_device\":[{}]}";
    hooks.keys = on_keys;
    for (size_t piece = 1; piece < sizeof text; piece += 7) {
        ck_assert(read_in(text, piece, false));
        ck_assert_str_eq(told.text, "lists {\"changed\":[\"@a:b\"]}\n"
                                    "device {\"a\":1}\n"
                                    "device {}\n"
                                    "count {\"signed_curve25519\":20}\n"
                                    "unused [\"signed_curve25519\"]\n"
                                    "join !r\n"
                                    "end\n"
                                    "next s1\n");
    }
    ck_assert(read_in(odd, sizeof odd, false));
    ck_assert_str_eq(told.text, "");
    hooks.keys = NULL;
    ck_assert(read_in(text, sizeof text, false));
    ck_assert_str_eq(told.text, "join !r\nend\nnext s1\n");
    buf_deinit(&told);
}
END_TEST

Suite *suite_matrix_stream(void);

Suite *suite_matrix_stream(void)
{
    Suite *suite = suite_create("matrix_stream");
    TCase *tcase = tcase_create("all");
    tcase_add_test(tcase, events_are_handed_out_alone_however_the_pieces_fall);
    tcase_add_test(tcase, a_text_that_is_cut_is_never_whole);
    tcase_add_test(tcase, what_is_no_such_text_ends_the_stream);
    tcase_add_test(tcase, shapes_that_are_not_as_they_should_be_are_passed_over);
    tcase_add_test(tcase, an_event_that_is_too_long_is_left_out_and_counted);
    tcase_add_test(tcase, depth_costs_nothing);
    tcase_add_test(tcase, long_keys_are_nobodys);
    tcase_add_test(tcase, what_is_said_of_keys_is_told_where_it_is_wanted);
    suite_add_tcase(suite, tcase);
    return suite;
}
