#include "rest_kit.h"

#include <string.h>

#include <check.h>

#include "buf.h"

START_TEST(a_request_says_who_asks_and_what)
{
    struct discord_request asked = request("POST", "/channels/{}/threads", "12");
    asked.path = "/channels/12/threads";
    ask(1, &asked);
    const struct hand_call *call = hand_call(hand, 0);
    ck_assert_str_eq(call->url, "https://discord.test/api/v10/channels/12/threads");
    ck_assert_str_eq(call->headers, "User-Agent: DiscordBot (x, 1)\nAuthorization: Bot " TOKEN
                                    "\nContent-Type: application/json\n");
    ck_assert_str_eq(call->body, "{}");
    ck_assert_int_eq(call->time_ms, 10000);
    ck_assert_uint_eq(ended_count, 0);
    fine(0, NULL);
    ck_assert_int_eq(last()->status, ANSWER_DONE);
    ck_assert(last()->has_id);
}
END_TEST

START_TEST(paths_of_the_base_are_taken_as_they_are)
{
    static const char *const bases[][2] = {
        {"http://x:1", "http://x:1/api/v10/somewhere"},
        {"http://x:1/", "http://x:1/api/v10/somewhere"},
        {"http://x:1/api", "http://x:1/api/v10/somewhere"},
        {"http://x:1/api/v10/", "http://x:1/api/v10/somewhere"},
        {"http://x:1/other", "http://x:1/other/somewhere"},
    };
    for (size_t i = 0; i < sizeof bases / sizeof bases[0]; i++) {
        struct discord_rest *one =
            discord_rest_new(&(struct discord_rest_setup){.wire = &hand->wire,
                                                          .api_base = bases[i][0],
                                                          .token = TOKEN,
                                                          .agent = "x",
                                                          .refused = rest_refused});
        struct discord_request asked = request("GET", "/x", NULL);
        discord_rest_start(one, &asked, rest_done, NULL);
        ck_assert_str_eq(hand_call(hand, 0)->url, bases[i][1]);
        discord_rest_free(&one);
        ck_assert_uint_eq(hand_open(hand), 0);
    }
}
END_TEST

START_TEST(interactions_are_answered_without_the_token_and_without_delay)
{
    callback(1);
    const struct hand_call *call = hand_call(hand, 0);
    ck_assert_ptr_null(strstr(call->headers, "Authorization"));
    ck_assert(call->urgent);
    ck_assert_int_eq(call->time_ms, 2500);
    hand_answer(hand_call(hand, 0), 204, NULL, NULL);
    ck_assert_int_eq(last()->status, ANSWER_DONE);
}
END_TEST

START_TEST(pictures_travel_with_the_body)
{
    struct net_part file = {.filename = "board.png", .type = "image/png", .bytes = "png", .len = 3};
    struct discord_request asked = request("POST", "/channels/{}/messages", "1");
    asked.files = &file;
    asked.file_count = 1;
    ask(1, &asked);
    const struct hand_call *call = hand_call(hand, 0);
    ck_assert_uint_eq(call->parts, 2);
    ck_assert_str_eq(call->body, "{}");
    ck_assert_ptr_null(strstr(call->headers, "Content-Type"));
    ck_assert_int_eq(call->time_ms, 30000);
}
END_TEST

START_TEST(routes_not_known_yet_go_one_by_one_for_each_channel)
{
    post(1, "a");
    post(2, "a");
    post(3, "b");
    ck_assert_uint_eq(hand_open(hand), 2);
    fine(0, BUCKET "x-ratelimit-remaining: 4\nx-ratelimit-reset-after: 5");
    ck_assert_uint_eq(hand_open(hand), 2);
    ck_assert_uint_eq(ended_count, 1);
}
END_TEST

START_TEST(a_known_bucket_lets_through_what_remains_and_then_waits)
{
    for (uintptr_t i = 1; i <= 10; i++) {
        post(i, "a");
    }
    fine(0, BUCKET "x-ratelimit-remaining: 4\nx-ratelimit-reset-after: 5.000");
    ck_assert_uint_eq(hand_open(hand), 4);
    while (hand_open(hand) > 0) {
        fine(0, BUCKET "x-ratelimit-remaining: 0\nx-ratelimit-reset-after: 5.000");
    }
    ck_assert_uint_eq(ended_count, 5);
    hand_run(hand, 5049);
    ck_assert_uint_eq(hand_open(hand), 0);
    hand_run(hand, 1);
    ck_assert_uint_eq(hand_open(hand), 5);
}
END_TEST

START_TEST(routes_with_one_hash_share_a_bucket_of_one_channel)
{
    post(1, "a");
    fine(0, BUCKET "x-ratelimit-remaining: 4\nx-ratelimit-reset-after: 5");
    struct discord_request other = request("PUT", "/channels/{}/pins/{}", "a");
    ask(2, &other);
    fine(0, BUCKET "x-ratelimit-remaining: 0\nx-ratelimit-reset-after: 5");
    post(3, "a");
    ck_assert_uint_eq(hand_open(hand), 0);
    post(4, "b");
    ck_assert_uint_eq(hand_open(hand), 1);
}
END_TEST

START_TEST(a_hash_that_changes_is_followed)
{
    post(1, "a");
    fine(0, BUCKET "x-ratelimit-remaining: 3\nx-ratelimit-reset-after: 5");
    post(2, "a");
    post(3, "a");
    post(4, "a");
    post(5, "a");
    ck_assert_uint_eq(hand_open(hand), 3);
    fine(0, "x-ratelimit-bucket: new\nx-ratelimit-limit: 9\nx-ratelimit-remaining: 8\n"
            "x-ratelimit-reset-after: 1");
    ck_assert_uint_eq(hand_open(hand), 3); /* 5 has moved over, and is sent */
    fine(0, BUCKET "x-ratelimit-remaining: 2\nx-ratelimit-reset-after: 5");
    fine(0, NULL);
    fine(0, NULL);
    ck_assert_uint_eq(ended_count, 5);
}
END_TEST

START_TEST(a_429_of_the_bucket_holds_it_alone)
{
    post(1, "a");
    hand_answer(hand_call(hand, 0), 429,
                BUCKET "x-ratelimit-remaining: 0\nx-ratelimit-reset-after: 1.5\n"
                       "x-ratelimit-scope: user",
                LIMITED);
    post(2, "a");
    post(3, "b");
    hand_run(hand, 1400);
    ck_assert_uint_eq(hand_open(hand), 1);
    hand_run(hand, 300);
    ck_assert_uint_eq(hand_open(hand), 3);
    ck_assert_uint_eq(ended_count, 0);
    fine(2, NULL);
    ck_assert_uint_eq(last()->name, 2);
}
END_TEST

START_TEST(a_global_429_holds_all_but_answers)
{
    post(1, "a");
    post(2, "b");
    hand_answer(hand_call(hand, 0), 429, "x-ratelimit-global: true\nx-ratelimit-scope: global",
                "{\"retry_after\":3,\"global\":true}");
    post(3, "c");
    callback(4);
    ck_assert_uint_eq(hand_open(hand), 2);
    fine(1, NULL);
    ck_assert_uint_eq(last()->name, 4);
    hand_run(hand, 3000);
    ck_assert_uint_eq(hand_open(hand), 1);
    hand_run(hand, 60);
    ck_assert_uint_eq(hand_open(hand), 3);
}
END_TEST

START_TEST(a_shared_429_is_not_counted_as_ours)
{
    struct discord_rest_figures figures;
    post(1, "a");
    hand_answer(hand_call(hand, 0), 429, "x-ratelimit-scope: shared\nretry-after: 1", "{}");
    discord_rest_figures(rest, &figures);
    ck_assert_uint_eq(figures.invalid, 0);
    hand_run(hand, 1100);
    hand_answer(hand_call(hand, 0), 429, "x-ratelimit-scope: user", LIMITED);
    discord_rest_figures(rest, &figures);
    ck_assert_uint_eq(figures.invalid, 1);
    hand_run(hand, 600000);
    discord_rest_figures(rest, &figures);
    ck_assert_uint_eq(figures.invalid, 0);
}
END_TEST

START_TEST(a_429_without_json_holds_everything_and_longer_each_time)
{
    callback(1);
    hand_answer(hand_call(hand, 0), 429, NULL, "<html>Error 1015</html>");
    hand_run(hand, 0);
    ck_assert_int_eq(last()->status, ANSWER_DOWN);
    ck_assert_int_eq(last()->retry_ms, 10000);
    post(2, "a");
    callback(3);
    hand_run(hand, 9999);
    ck_assert_uint_eq(hand_open(hand), 0);
    ck_assert_uint_eq(last()->name, 3);
    ck_assert_int_eq(last()->status, ANSWER_DOWN);
    hand_run(hand, 1);
    ck_assert_uint_eq(hand_open(hand), 1);
    fine(0, NULL);
    ck_assert_int_eq(last()->status, ANSWER_DONE);
    callback(4);
    hand_answer(hand_call(hand, 0), 429, NULL, "<html>Error 1015</html>");
    post(5, "a");
    hand_run(hand, 19999);
    ck_assert_uint_eq(hand_open(hand), 0);
    hand_run(hand, 1);
    ck_assert_uint_eq(hand_open(hand), 1);
}
END_TEST

START_TEST(a_429_without_json_of_a_message_holds_no_answer)
{
    post(1, "a");
    hand_answer(hand_call(hand, 0), 429, NULL, "<html>Error 1015</html>");
    post(2, "b");
    callback(3);
    ck_assert_uint_eq(hand_open(hand), 1);
    hand_answer(hand_call(hand, 0), 204, NULL, NULL);
    ck_assert_uint_eq(last()->name, 3);
    ck_assert_int_eq(last()->status, ANSWER_DONE);
    hand_run(hand, 9999);
    ck_assert_uint_eq(hand_open(hand), 0);
    hand_run(hand, 1);
    ck_assert_uint_eq(hand_open(hand), 2);
    hand_answer(hand_call(hand, 0), 429, NULL, "<html>Error 1015</html>");
    hand_run(hand, 19999);
    ck_assert_uint_eq(hand_open(hand), 1); /* an answer in between has not made it shorter */
}
END_TEST

/* What is left is known from whatever came of the head, though nobody could read the body. */
START_TEST(an_answer_with_a_broken_or_cut_body_tells_its_limits)
{
    static const char left[] = BUCKET "x-ratelimit-remaining: 0\nx-ratelimit-reset-after: 5";
    post(1, "a");
    if (_i == 0) {
        hand_cut(hand_call(hand, 0), left);
    } else {
        hand_answer(hand_call(hand, 0), _i == 1 ? 200 : 503, left, "{\"id\":\"1");
    }
    post(2, "a");
    hand_run(hand, 5040);
    ck_assert_uint_eq(hand_open(hand), 0);
    hand_run(hand, 20);
    ck_assert_uint_ge(hand_open(hand), 1);
}
END_TEST

START_TEST(a_429_with_a_broken_or_cut_body_is_discords_own)
{
    static const char limit[] = "x-ratelimit-scope: user\nretry-after: 2";
    post(1, "a");
    if (_i == 0) {
        hand_cut(hand_call(hand, 0), limit);
    } else {
        hand_answer(hand_call(hand, 0), 429, limit, "{\"message\":\"You are");
    }
    post(2, "b");
    ck_assert_uint_eq(hand_open(hand), 1); /* of this channel alone */
    hand_run(hand, 2040);
    ck_assert_uint_eq(hand_open(hand), 1);
    hand_run(hand, 20);
    ck_assert_uint_eq(hand_open(hand), 2);
}
END_TEST

START_TEST(a_bucket_that_is_split_by_channels_holds_each_of_them)
{
    static const char more[] =
        "x-ratelimit-bucket: small\nx-ratelimit-limit: 2\nx-ratelimit-remaining: 1\n"
        "x-ratelimit-reset-after: 5";
    post(1, "a");
    fine(0, BUCKET "x-ratelimit-remaining: 0\nx-ratelimit-reset-after: 5");
    post(2, "a");
    post(3, "b");
    ck_assert_uint_eq(hand_open(hand), 1);
    fine(0, more); /* another bucket's name for the same route, of another channel */
    ck_assert_uint_eq(hand_open(hand), 0);
    post(4, "b");
    post(5, "b");
    ck_assert_uint_eq(hand_open(hand), 1);
    hand_run(hand, 5040);
    ck_assert_uint_eq(hand_open(hand), 1);
    hand_run(hand, 20);
    ck_assert_uint_eq(hand_open(hand), 3);
}
END_TEST

START_TEST(a_limit_the_headers_do_not_tell_holds_one_route_alone)
{
    struct discord_request rename = request("PATCH", "/channels/{}", "a");
    struct discord_request thread = request("GET", "/channels/{}", "a");
    ask(1, &rename);
    fine(0, BUCKET "x-ratelimit-remaining: 4\nx-ratelimit-reset-after: 5");
    ask(2, &thread);
    fine(0, BUCKET "x-ratelimit-remaining: 3\nx-ratelimit-reset-after: 5");
    ask(3, &rename);
    hand_answer(hand_call(hand, 0), 429,
                BUCKET "x-ratelimit-remaining: 2\nx-ratelimit-reset-after: 5\n"
                       "x-ratelimit-scope: user",
                "{\"retry_after\":30,\"global\":false}");
    ask(4, &rename);
    ask(5, &thread);
    ck_assert_uint_eq(hand_open(hand), 1);
    fine(0, BUCKET "x-ratelimit-remaining: 1\nx-ratelimit-reset-after: 5");
    ck_assert_uint_eq(last()->name, 5);
    hand_run(hand, 30060);
    ck_assert_uint_eq(hand_open(hand), 1);
    fine(0, BUCKET "x-ratelimit-remaining: 0\nx-ratelimit-reset-after: 7");
    ck_assert_uint_eq(last()->name, 3);
    ask(6, &thread); /* what the queue of one route has seen counts for the whole bucket */
    ck_assert_uint_eq(hand_open(hand), 0);
    hand_run(hand, 7040);
    ck_assert_uint_eq(hand_open(hand), 0);
    hand_run(hand, 20);
    fine(0, NULL);
    fine(0, NULL);
    ck_assert_uint_eq(ended_count, 6);
}
END_TEST

/* A hundred messages, each to a channel of its own. */
static void post_hundred(void)
{
    char channel[8];
    for (uintptr_t i = 1; i <= 100; i++) {
        struct buf name;
        buf_init(&name, sizeof channel);
        buf_number(&name, (int64_t)i);
        post(i, name.text);
        buf_deinit(&name);
    }
}

/* How many of them go before this time is over. */
static unsigned posted_within(int64_t ms)
{
    unsigned count = 0;
    for (int64_t i = 0; i <= ms; i++) {
        for (; hand_open(hand) > 0; count++) {
            fine(0, NULL);
        }
        hand_run(hand, i < ms ? 1 : 0);
    }
    return count;
}

START_TEST(parts_share_what_discord_allows_in_a_second)
{
    static const unsigned parts[] = {4, 64};
    static const unsigned within_3s[] = {33, 3};
    rest_tear_down();
    rest_set_up_of(parts[_i]);
    post_hundred();
    ck_assert_uint_eq(posted_within(2999), within_3s[_i]);
}
END_TEST

START_TEST(no_more_than_45_in_any_second)
{
    post_hundred();
    ck_assert_uint_eq(hand_open(hand), 45);
    while (hand_open(hand) > 0) {
        fine(0, NULL);
    }
    hand_run(hand, 999);
    ck_assert_uint_eq(hand_open(hand), 0);
    hand_run(hand, 1);
    ck_assert_uint_eq(hand_open(hand), 45);
    callback(200);
    ck_assert_uint_eq(hand_open(hand), 46);
}
END_TEST

START_TEST(the_game_goes_before_boards)
{
    post(1, "a");
    edit(2, "b");
    fine(0, "x-ratelimit-global: true");
    hand_answer(hand_call(hand, 0), 429, "x-ratelimit-scope: global", LIMITED);
    edit(3, "c");
    edit(4, "d");
    post(5, "e");
    hand_run(hand, 1600);
    ck_assert_str_eq(hand_call(hand, 0)->method, "POST");
    ck_assert_uint_eq(hand_open(hand), 4);
}
END_TEST

START_TEST(a_quiet_connection_is_kept_warm)
{
    discord_rest_keep_warm(rest, true);
    hand_run(hand, 49999);
    ck_assert_uint_eq(hand_open(hand), 0);
    hand_run(hand, 1);
    ck_assert_uint_eq(hand_open(hand), 1);
    fine(0, NULL);
    hand_run(hand, 30000);
    post(1, "a");
    fine(0, NULL);
    hand_run(hand, 49000);
    ck_assert_uint_eq(hand_open(hand), 0);
    hand_run(hand, 1000);
    ck_assert_uint_eq(hand_open(hand), 1);
    discord_rest_keep_warm(rest, false);
    fine(0, NULL);
    hand_run(hand, 500000);
    ck_assert_uint_eq(hand_open(hand), 0);
}
END_TEST

START_TEST(the_clock_of_discord_is_estimated)
{
    int64_t now_ms = hand->wire.clock.now_ms(hand->wire.clock.context);
    ck_assert_int_eq(discord_rest_ahead_ms(rest), 0);
    hand->ahead_ms = -now_ms + INT64_C(784111777) * 1000 - 3600000;
    post(1, "a");
    fine(0, "date: Sun, 06 Nov 1994 08:49:37 GMT");
    ck_assert_int_ge(discord_rest_ahead_ms(rest), 3599000);
    ck_assert_int_le(discord_rest_ahead_ms(rest), 3601000);
}
END_TEST

START_TEST(nothing_secret_is_logged)
{
    struct discord_request asked = request("POST", "/webhooks/{}/{}", "1/verysecret");
    asked.path = "/webhooks/1/verysecret";
    asked.repeat = REPEAT_NEVER;
    asked.priority = REST_ANSWER;
    ask(1, &asked);
    hand_answer(hand_call(hand, 0), 400, NULL, "{\"code\":50035}");
    ck_assert_ptr_null(strstr(last()->why, "verysecret"));
    ck_assert_str_eq(last()->why, "400 on POST /webhooks/{}/{}");
}
END_TEST

START_TEST(buckets_nobody_uses_are_forgotten)
{
    struct discord_rest_figures figures;
    post(1, "a");
    fine(0, BUCKET "x-ratelimit-remaining: 3\nx-ratelimit-reset-after: 5");
    discord_rest_figures(rest, &figures);
    ck_assert_uint_gt(figures.buckets, 0);
    hand_run(hand, 400000);
    discord_rest_figures(rest, &figures);
    ck_assert_uint_eq(figures.buckets, 0);
}
END_TEST

Suite *suite_discord_rest(void);

Suite *suite_discord_rest(void)
{
    Suite *suite = suite_create("discord_rest");
    TCase *tcase = tcase_create("rest");
    tcase_add_checked_fixture(tcase, rest_set_up, rest_tear_down);
    tcase_add_test(tcase, a_request_says_who_asks_and_what);
    tcase_add_test(tcase, paths_of_the_base_are_taken_as_they_are);
    tcase_add_test(tcase, interactions_are_answered_without_the_token_and_without_delay);
    tcase_add_test(tcase, pictures_travel_with_the_body);
    tcase_add_test(tcase, routes_not_known_yet_go_one_by_one_for_each_channel);
    tcase_add_test(tcase, a_known_bucket_lets_through_what_remains_and_then_waits);
    tcase_add_test(tcase, routes_with_one_hash_share_a_bucket_of_one_channel);
    tcase_add_test(tcase, a_hash_that_changes_is_followed);
    tcase_add_test(tcase, a_429_of_the_bucket_holds_it_alone);
    tcase_add_test(tcase, a_global_429_holds_all_but_answers);
    tcase_add_test(tcase, a_shared_429_is_not_counted_as_ours);
    tcase_add_test(tcase, a_429_without_json_holds_everything_and_longer_each_time);
    tcase_add_test(tcase, a_429_without_json_of_a_message_holds_no_answer);
    tcase_add_loop_test(tcase, an_answer_with_a_broken_or_cut_body_tells_its_limits, 0, 3);
    tcase_add_loop_test(tcase, a_429_with_a_broken_or_cut_body_is_discords_own, 0, 2);
    tcase_add_test(tcase, a_bucket_that_is_split_by_channels_holds_each_of_them);
    tcase_add_test(tcase, a_limit_the_headers_do_not_tell_holds_one_route_alone);
    tcase_add_test(tcase, no_more_than_45_in_any_second);
    tcase_add_loop_test(tcase, parts_share_what_discord_allows_in_a_second, 0, 2);
    tcase_add_test(tcase, the_game_goes_before_boards);
    tcase_add_test(tcase, a_quiet_connection_is_kept_warm);
    tcase_add_test(tcase, the_clock_of_discord_is_estimated);
    tcase_add_test(tcase, nothing_secret_is_logged);
    tcase_add_test(tcase, buckets_nobody_uses_are_forgotten);
    suite_add_tcase(suite, tcase);
    return suite;
}
