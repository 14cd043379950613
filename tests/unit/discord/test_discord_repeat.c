#include "rest_kit.h"

#include <string.h>

#include <check.h>

/* A gate that says 502 has sometimes let it through before. */
START_TEST(a_callback_that_is_given_up_behind_a_502_may_have_been_received)
{
    callback(1);
    hand_answer(hand_call(hand, 0), 502, NULL, "bad gateway");
    hand_run(hand, 400);
    hand_answer(hand_call(hand, 0), 429, NULL, "<html>Error 1015</html>");
    hand_run(hand, 0);
    ck_assert_int_eq(last()->status, ANSWER_AMBIGUOUS);
    post(2, "a");
    ck_assert_uint_eq(hand_open(hand), 0);
}
END_TEST

/* Answers with this until it gives up; how many tries that took. */
static unsigned tries(int status, enum net_end end)
{
    unsigned count = 0;
    unsigned before = ended_count;
    while (ended_count == before) {
        while (hand_open(hand) == 0) {
            ck_assert_int_ge(hand_next_ms(hand), 0);
            hand_run(hand, hand_next_ms(hand));
            if (ended_count > before) {
                return count;
            }
        }
        count++;
        if (status != 0) {
            hand_answer(hand_call(hand, 0), status, NULL, "{}");
        } else {
            hand_lose(hand_call(hand, 0), end);
        }
    }
    return count;
}

START_TEST(what_was_surely_not_received_is_repeated)
{
    post(1, "a");
    ck_assert_uint_eq(tries(502, NET_ANSWERED), 6);
    ck_assert_int_eq(last()->status, ANSWER_DOWN);
    ck_assert_int_gt(last()->retry_ms, 0);
    post(2, "b");
    ck_assert_uint_eq(tries(0, NET_UNREACHED), 6);
    ck_assert_int_eq(last()->status, ANSWER_DOWN);
    struct discord_request thread = request("POST", "/channels/{}/threads", "c");
    thread.repeat = REPEAT_NEVER;
    ask(3, &thread);
    ck_assert_uint_eq(tries(503, NET_ANSWERED), 3);
    ck_assert_int_eq(last()->status, ANSWER_DOWN);
}
END_TEST

START_TEST(what_may_have_been_received_is_repeated_where_that_is_safe)
{
    post(1, "a");
    ck_assert_uint_eq(tries(0, NET_UNKNOWN), 4);
    ck_assert_int_eq(last()->status, ANSWER_AMBIGUOUS);
    post(2, "b");
    ck_assert_uint_eq(tries(504, NET_ANSWERED), 4);
    ck_assert_int_eq(last()->status, ANSWER_AMBIGUOUS);
    struct discord_request thread = request("POST", "/channels/{}/threads", "c");
    thread.repeat = REPEAT_NEVER;
    ask(3, &thread);
    ck_assert_uint_eq(tries(500, NET_ANSWERED), 1);
    ck_assert_int_eq(last()->status, ANSWER_AMBIGUOUS);
    edit(4, "d");
    ck_assert_uint_eq(tries(0, NET_TOO_LONG), 4);
    ck_assert_int_eq(last()->status, ANSWER_AMBIGUOUS);
}
END_TEST

START_TEST(half_an_answer_is_asked_for_again)
{
    post(1, "a");
    hand_answer(hand_call(hand, 0), 200, NULL, "{\"id\":\"99");
    hand_run(hand, 1000);
    fine(0, NULL);
    ck_assert_int_eq(last()->status, ANSWER_DONE);
    ck_assert(last()->has_id);
}
END_TEST

START_TEST(a_callback_is_tried_once_more_and_then_its_refusal_is_good_news)
{
    callback(1);
    hand_lose(hand_call(hand, 0), NET_UNKNOWN);
    hand_run(hand, 200);
    hand_answer(hand_call(hand, 0), 400, NULL, "{\"code\":40060}");
    ck_assert_int_eq(last()->status, ANSWER_DONE);
    callback(2);
    hand_answer(hand_call(hand, 0), 400, NULL, "{\"code\":40060}");
    ck_assert_int_eq(last()->status, ANSWER_ANSWERED);
    callback(3);
    hand_answer(hand_call(hand, 0), 404, NULL, "{\"code\":10062}");
    ck_assert_int_eq(last()->status, ANSWER_EXPIRED);
    callback(4);
    hand_lose(hand_call(hand, 0), NET_UNKNOWN);
    hand_run(hand, 200);
    hand_lose(hand_call(hand, 0), NET_UNKNOWN);
    ck_assert_int_eq(last()->status, ANSWER_AMBIGUOUS);
}
END_TEST

START_TEST(a_callback_that_is_refused_for_another_reason_may_have_been_received)
{
    static const struct {
        int status;
        const char *body;
    } refusals[] = {{401, "{\"code\":0}"}, {404, "{\"code\":10062}"}, {403, "{\"code\":50013}"}};
    for (uintptr_t i = 0; i < sizeof refusals / sizeof *refusals; i++) {
        callback(i + 1);
        if (_i == 0) {
            hand_lose(hand_call(hand, 0), NET_UNKNOWN);
        } else {
            hand_answer(hand_call(hand, 0), 503, NULL, "{\"code\":0}");
        }
        hand_run(hand, 1000);
        hand_answer(hand_call(hand, 0), refusals[i].status, NULL, refusals[i].body);
        ck_assert_int_eq(last()->status, ANSWER_AMBIGUOUS);
    }
}
END_TEST

START_TEST(a_message_deleted_between_two_tries_had_arrived)
{
    post(1, "a");
    hand_lose(hand_call(hand, 0), NET_UNKNOWN);
    hand_run(hand, 1000);
    hand_answer(hand_call(hand, 0), 404, NULL, "{\"code\":10008}");
    ck_assert_int_eq(last()->status, ANSWER_DONE);
    ck_assert(!last()->has_id);
}
END_TEST

START_TEST(each_request_ends_in_its_time)
{
    struct discord_request asked = request("POST", "/channels/{}/messages", "a");
    asked.time_ms = 3000;
    ask(1, &asked);
    ask(2, &asked);
    ck_assert_int_eq(hand_call(hand, 0)->time_ms, 3000);
    hand_run(hand, 3000);
    ck_assert_uint_eq(ended_count, 1);
    ck_assert_uint_eq(last()->name, 2);
    ck_assert_int_eq(last()->status, ANSWER_NOT_SENT);
    hand_run(hand, 250);
    ck_assert_uint_eq(ended_count, 2);
    ck_assert_uint_eq(last()->name, 1);
    ck_assert_int_eq(last()->status, ANSWER_AMBIGUOUS);
    ck_assert_uint_eq(hand_open(hand), 0);
}
END_TEST

START_TEST(a_limit_longer_than_its_time_ends_it_at_once)
{
    post(1, "a");
    hand_answer(hand_call(hand, 0), 429, NULL, "{\"retry_after\":600.5}");
    hand_run(hand, 0);
    ck_assert_int_eq(last()->status, ANSWER_DOWN);
    ck_assert_int_ge(last()->retry_ms, 600500);
    callback(2);
    hand_answer(hand_call(hand, 0), 429, NULL, "{\"retry_after\":0.3}");
    hand_run(hand, 400);
    hand_answer(hand_call(hand, 0), 204, NULL, NULL);
    ck_assert_int_eq(last()->status, ANSWER_DONE);
}
END_TEST

START_TEST(codes_among_429_that_are_no_limits_are_reported)
{
    post(1, "a");
    hand_answer(hand_call(hand, 0), 429, NULL, "{\"code\":40003,\"retry_after\":5}");
    ck_assert_int_eq(last()->status, ANSWER_LIMITED);
    ck_assert_int_ge(last()->retry_ms, 600000);
    edit(2, "a");
    hand_answer(hand_call(hand, 0), 429, NULL, "{\"code\":30046,\"retry_after\":5}");
    ck_assert_int_eq(last()->status, ANSWER_OLD);
    post(3, "a");
    hand_answer(hand_call(hand, 0), 429, NULL, "{\"code\":20028,\"retry_after\":2}");
    hand_run(hand, 2100);
    fine(0, NULL);
    ck_assert_int_eq(last()->status, ANSWER_DONE);
}
END_TEST

START_TEST(a_refused_token_is_tried_once_more_and_then_ends_all)
{
    post(1, "a");
    post(2, "b");
    hand_answer(hand_call(hand, 0), 401, NULL, "{\"code\":0,\"message\":\"401: Unauthorized\"}");
    ck_assert_uint_eq(refused_count, 0);
    hand_run(hand, 1000);
    ck_assert_uint_eq(hand_open(hand), 2);
    fine(1, NULL);
    ck_assert_uint_eq(refused_count, 0);
    post(3, "c");
    hand_answer(hand_call(hand, 1), 401, NULL, "{\"code\":0}");
    hand_run(hand, 1000);
    post(4, "d");
    hand_answer(hand_call(hand, 1), 401, NULL, "{\"code\":0}");
    hand_run(hand, 0);
    ck_assert_uint_eq(refused_count, 1);
    ck_assert_uint_eq(ended_count, 4);
    ck_assert_int_eq(last()->status, ANSWER_UNAUTHORIZED);
    ck_assert_uint_eq(hand_open(hand), 0);
    callback(5);
    hand_run(hand, 0);
    ck_assert_int_eq(last()->status, ANSWER_UNAUTHORIZED);
}
END_TEST

START_TEST(a_dead_interaction_is_not_a_dead_token)
{
    struct discord_request asked = request("PATCH", "/webhooks/{}/{}/messages/@original", "x");
    asked.priority = REST_ANSWER;
    ask(1, &asked);
    hand_answer(hand_call(hand, 0), 401, NULL, "{\"code\":50027}");
    ck_assert_int_eq(last()->status, ANSWER_EXPIRED);
    ask(2, &asked);
    hand_answer(hand_call(hand, 0), 401, NULL, "{\"code\":0}");
    ck_assert_int_eq(last()->status, ANSWER_EXPIRED);
    ck_assert_uint_eq(refused_count, 0);
}
END_TEST

START_TEST(a_channel_that_refused_three_times_is_left_alone_until_forgiven)
{
    for (uintptr_t i = 1; i <= 3; i++) {
        post(i, "a");
        hand_answer(hand_call(hand, 0), 403, NULL, "{\"code\":50013}");
        ck_assert_int_eq(last()->status, ANSWER_FORBIDDEN);
    }
    post(4, "a");
    post(5, "b");
    hand_run(hand, 0);
    ck_assert_uint_eq(hand_open(hand), 1);
    ck_assert_uint_eq(last()->name, 4);
    ck_assert_int_eq(last()->status, ANSWER_FORBIDDEN);
    discord_rest_forgive(rest, "a");
    post(6, "a");
    ck_assert_uint_eq(hand_open(hand), 2);
}
END_TEST

START_TEST(too_many_refusals_leave_answers_alone_and_then_nothing)
{
    struct discord_rest_figures figures;
    struct discord_request asked = request("GET", "/users/{}", NULL);
    for (unsigned i = 0; i < 500; i++) {
        ask(1, &asked);
        hand_answer(hand_call(hand, 0), 403, NULL, "{\"code\":40007}");
        hand_run(hand, 30);
    }
    discord_rest_figures(rest, &figures);
    ck_assert_uint_eq(figures.invalid, 500);
    ck_assert(figures.held);
    ask(2, &asked);
    hand_run(hand, 0);
    ck_assert_int_eq(last()->status, ANSWER_DOWN);
    ck_assert_int_gt(last()->retry_ms, 0);
    for (unsigned i = 0; i < 1500; i++) {
        ck_assert_uint_eq(hand_open(hand), 0);
        callback(3);
        ended_count = 0;
        hand_answer(hand_call(hand, 0), 403, NULL, "{\"code\":40007}");
    }
    callback(4);
    hand_run(hand, 0);
    ck_assert_int_eq(last()->status, ANSWER_DOWN);
    hand_run(hand, 600000);
    callback(5);
    ck_assert_uint_eq(hand_open(hand), 1);
    ask(6, &asked);
    ck_assert_uint_eq(hand_open(hand), 2);
}
END_TEST

START_TEST(a_blocked_machine_asks_nothing_for_a_while)
{
    post(1, "a");
    hand_answer(hand_call(hand, 0), 403, NULL, "{\"code\":40333}");
    ck_assert_int_eq(last()->status, ANSWER_DOWN);
    callback(2);
    hand_run(hand, 0);
    ck_assert_int_eq(last()->status, ANSWER_DOWN);
    hand_run(hand, 600000);
    post(3, "a");
    ck_assert_uint_eq(hand_open(hand), 1);
}
END_TEST

START_TEST(what_waits_while_nothing_may_be_sent_lets_the_timer_rest)
{
    post(1, "a");
    post(2, "a");
    hand_answer(hand_call(hand, 0), 403, NULL, "{\"code\":40333}");
    ck_assert_uint_eq(hand_open(hand), 0);
    ck_assert_int_eq(hand_next_ms(hand), 60000);
    hand_run(hand, 60000);
    ck_assert_uint_eq(ended_count, 2);
    ck_assert_int_eq(last()->status, ANSWER_NOT_SENT);
}
END_TEST

START_TEST(what_is_cancelled_is_not_notified)
{
    struct discord_request asked = request("GET", "/x", NULL);
    uint64_t one = ask(1, &asked);
    uint64_t two = ask(2, &asked);
    discord_rest_cancel(rest, one);
    ck_assert_uint_eq(hand_open(hand), 0);
    hand_run(hand, 0);
    ck_assert_uint_eq(hand_open(hand), 1);
    discord_rest_cancel(rest, two);
    discord_rest_cancel(rest, two);
    discord_rest_cancel(rest, 77);
    hand_run(hand, 100000);
    ck_assert_uint_eq(ended_count, 0);
}
END_TEST

static void start_another(void *context, const struct answer *answer)
{
    unsigned *left = context;
    ck_assert_int_eq(answer->status, ANSWER_FORBIDDEN);
    if (--*left > 0) {
        struct discord_request asked = request("POST", "/channels/{}/messages", "a");
        discord_rest_start(rest, &asked, start_another, left);
    }
}

START_TEST(a_user_may_start_from_an_end)
{
    unsigned left = 5;
    struct discord_request asked = request("POST", "/channels/{}/messages", "a");
    for (unsigned i = 0; i < 3; i++) { /* the channel is held back from then on */
        post(i, "a");
        hand_answer(hand_call(hand, 0), 403, NULL, "{\"code\":50013}");
    }
    discord_rest_start(rest, &asked, start_another, &left);
    ck_assert_uint_eq(left, 5);
    hand_run(hand, 0);
    ck_assert_uint_eq(left, 0);
}
END_TEST

Suite *suite_discord_repeat(void);

Suite *suite_discord_repeat(void)
{
    Suite *suite = suite_create("discord_repeat");
    TCase *tcase = tcase_create("repeat");
    tcase_add_checked_fixture(tcase, rest_set_up, rest_tear_down);
    tcase_add_test(tcase, a_callback_that_is_given_up_behind_a_502_may_have_been_received);
    tcase_add_test(tcase, what_was_surely_not_received_is_repeated);
    tcase_add_test(tcase, what_may_have_been_received_is_repeated_where_that_is_safe);
    tcase_add_test(tcase, half_an_answer_is_asked_for_again);
    tcase_add_test(tcase, a_callback_is_tried_once_more_and_then_its_refusal_is_good_news);
    tcase_add_loop_test(tcase, a_callback_that_is_refused_for_another_reason_may_have_been_received,
                        0, 2);
    tcase_add_test(tcase, a_message_deleted_between_two_tries_had_arrived);
    tcase_add_test(tcase, each_request_ends_in_its_time);
    tcase_add_test(tcase, a_limit_longer_than_its_time_ends_it_at_once);
    tcase_add_test(tcase, codes_among_429_that_are_no_limits_are_reported);
    tcase_add_test(tcase, a_refused_token_is_tried_once_more_and_then_ends_all);
    tcase_add_test(tcase, a_dead_interaction_is_not_a_dead_token);
    tcase_add_test(tcase, a_channel_that_refused_three_times_is_left_alone_until_forgiven);
    tcase_add_test(tcase, too_many_refusals_leave_answers_alone_and_then_nothing);
    tcase_add_test(tcase, a_blocked_machine_asks_nothing_for_a_while);
    tcase_add_test(tcase, what_waits_while_nothing_may_be_sent_lets_the_timer_rest);
    tcase_add_test(tcase, what_is_cancelled_is_not_notified);
    tcase_add_test(tcase, a_user_may_start_from_an_end);
    suite_add_tcase(suite, tcase);
    return suite;
}
