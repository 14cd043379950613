#include "matrix_client.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <check.h>

#include "fault.h"
#include "hand_wire.h"

enum { TOLD_MAX = 256 };

#define LIMITED "{\"errcode\":\"M_LIMIT_EXCEEDED\",\"retry_after_ms\":3912}"

struct told {
    uintptr_t name;
    int64_t retry_ms;
    enum answer_status status;
    char errcode[64];
    bool has_id;
};

static struct hand_wire *hand;
static struct matrix_client *client;
static struct told told[TOLD_MAX];
static unsigned told_count;
static unsigned refused_count;
static bool refused_soft;
static char pieces[256];
static unsigned restarts;

static void done(void *context, const struct answer *answer)
{
    ck_assert_uint_lt(told_count, TOLD_MAX);
    struct told *one = &told[told_count++];
    *one = (struct told){.name = (uintptr_t)context,
                         .status = answer->status,
                         .retry_ms = answer->retry_ms,
                         .has_id = cJSON_GetObjectItemCaseSensitive(answer->json, "id") != NULL};
    snprintf(one->errcode, sizeof one->errcode, "%s", answer->errcode);
    ck_assert_ptr_null(strstr(answer->why, "token-one"));
    ck_assert_ptr_null(strstr(answer->why, "room%21"));
}

static void refused(void *context, const char *errcode, bool soft)
{
    (void)context;
    (void)errcode;
    refused_count++;
    refused_soft = soft;
}

static void set_up(void)
{
    hand = hand_wire_new();
    told_count = 0;
    refused_count = 0;
    restarts = 0;
    pieces[0] = '\0';
    const struct matrix_client_setup setup = {
        .wire = &hand->wire, .base = "https://mx.test/", .refused = refused};
    client = matrix_client_new(&setup);
    matrix_client_token(client, "token-one");
    hand_run(hand, 1);
}

static void tear_down(void)
{
    matrix_client_free(&client);
    for (unsigned i = 0; i < HAND_TIMERS_MAX; i++) {
        ck_assert(!hand->timers[i].used);
    }
    hand_wire_free(&hand);
}

static struct matrix_request sends(void)
{
    return (struct matrix_request){.method = "PUT",
                                   .route = "/rooms/{}/send/{}/{}",
                                   .ids = {"room!a", "m.x", "txn1"},
                                   .json = "{\"body\":\"x\"}",
                                   .priority = MATRIX_PROMPT,
                                   .limited = true};
}

static uint64_t ask(uintptr_t name, const struct matrix_request *request)
{
    return matrix_client_start(client, request, done,
                               (void *)name); /* NOLINT(performance-no-int-to-ptr): a number */
}

static uint64_t send(uintptr_t name)
{
    const struct matrix_request request = sends();
    return ask(name, &request);
}

static void fine(unsigned skip)
{
    hand_answer(hand_call(hand, skip), 200, NULL, "{\"id\":1}");
}

static const struct told *last(void)
{
    ck_assert_uint_gt(told_count, 0);
    return &told[told_count - 1];
}

START_TEST(the_token_stands_in_the_header_and_nowhere_else)
{
    send(1);
    const struct hand_call *call = hand_call(hand, 0);
    ck_assert_str_eq(call->url, "https://mx.test/_matrix/client/v3/rooms/room%21a/send/m.x/txn1");
    ck_assert_str_eq(call->headers,
                     "Authorization: Bearer token-one\nContent-Type: application/json\n");
    ck_assert_str_eq(call->body, "{\"body\":\"x\"}");
    ck_assert_uint_eq(told_count, 0);
    fine(0);
    ck_assert_int_eq(last()->status, ANSWER_DONE);
    ck_assert(last()->has_id);
}
END_TEST

START_TEST(what_has_no_body_of_its_own_says_an_empty_object)
{
    struct matrix_request request = {
        .method = "POST", .route = "/join/{}", .ids = {"x"}, .once = true};
    ask(1, &request);
    ck_assert_str_eq(hand_call(hand, 0)->body, "{}");
    request.method = "GET";
    ask(2, &request);
    ck_assert_ptr_null(hand_call(hand, 1)->body);
    request.method = "POST";
    request.bytes = "\0\1";
    request.bytes_len = 2;
    request.type = "image/png";
    ask(3, &request);
    ck_assert_ptr_nonnull(strstr(hand_call(hand, 2)->headers, "image/png"));
}
END_TEST

START_TEST(without_a_token_only_what_needs_none_goes)
{
    struct matrix_request request = {.method = "POST", .route = "/login", .unsigned_in = true};
    matrix_client_token(client, "");
    send(1);
    ask(2, &request);
    ck_assert_uint_eq(hand_open(hand), 1);
    ck_assert_ptr_null(strstr(hand_call(hand, 0)->headers, "Authorization"));
    matrix_client_token(client, "token-two");
    hand_run(hand, 1);
    ck_assert_ptr_nonnull(strstr(hand_call(hand, 1)->headers, "Bearer token-two"));
}
END_TEST

START_TEST(nothing_is_asked_with_a_token_before_it_is_known_whose_it_is)
{
    struct matrix_request request = {.method = "GET", .route = "/account/whoami", .identity = true};
    matrix_client_hold(client, true);
    send(1);
    ask(2, &request);
    hand_run(hand, 5);
    ck_assert_uint_eq(hand_open(hand), 1);
    ck_assert_ptr_nonnull(strstr(hand_call(hand, 0)->url, "/whoami"));
    ck_assert_ptr_nonnull(strstr(hand_call(hand, 0)->headers, "Bearer token-one"));
    matrix_client_hold(client, false);
    hand_run(hand, 1);
    ck_assert_ptr_nonnull(strstr(hand_call(hand, 1)->url, "/send/"));
}
END_TEST

START_TEST(a_limit_is_learned_and_secrets_go_before_all_else)
{
    struct matrix_request secret = sends();
    secret.priority = MATRIX_SECRET;
    struct matrix_request chatter = sends();
    chatter.priority = MATRIX_CHATTER;
    send(1);
    hand_answer(hand_call(hand, 0), 429, "retry-after: 4", LIMITED);
    ask(2, &chatter);
    send(3);
    ask(4, &secret);
    ck_assert_uint_eq(hand_open(hand), 0);
    hand_run(hand, 3990);
    ck_assert_uint_eq(hand_open(hand), 0);
    hand_run(hand, 1000);
    ck_assert_uint_eq(hand_open(hand), 1);
    fine(0);
    ck_assert_uint_eq(last()->name, 4);
    for (unsigned i = 0; i < 3; i++) {
        hand_run(hand, 5000);
        fine(0);
    }
    ck_assert_uint_eq(told[1].name, 1);
    ck_assert_uint_eq(told[2].name, 3);
    ck_assert_uint_eq(told[3].name, 2);
}
END_TEST

START_TEST(rooms_that_are_opened_too_fast_hold_back_no_message)
{
    struct matrix_request room = {
        .method = "POST", .route = "/createRoom", .limited = true, .once = true, .time_ms = 300000};
    ask(1, &room);
    hand_answer(hand_call(hand, 0), 429, "retry-after: 62", LIMITED);
    send(2);
    ask(3, &room);
    ck_assert_uint_eq(hand_open(hand), 1);
    fine(0);
    ck_assert_uint_eq(last()->name, 2);
    hand_run(hand, 61000);
    ck_assert_uint_eq(hand_open(hand), 0);
    hand_run(hand, 10000);
    ck_assert_uint_eq(hand_open(hand), 2);
}
END_TEST

START_TEST(what_is_read_too_fast_waits_as_it_is_told_to)
{
    struct matrix_request state = {.method = "GET",
                                   .route = "/rooms/{}/state/{}/",
                                   .ids = {"a", "m.room.name"},
                                   .time_ms = 20000};
    ask(1, &state);
    hand_answer(hand_call(hand, 0), 429, "retry-after: 4", LIMITED);
    ck_assert_uint_eq(hand_open(hand), 0);
    send(2); /* it says nothing of messages */
    ck_assert_uint_eq(hand_open(hand), 1);
    fine(0);
    hand_run(hand, 3990);
    ck_assert_uint_eq(hand_open(hand), 0);
    hand_run(hand, 1000);
    ck_assert_uint_eq(hand_open(hand), 1);
}
END_TEST

START_TEST(what_is_limited_until_its_time_is_over_says_when_to_come_again)
{
    struct matrix_request request = sends();
    request.time_ms = 3000;
    ask(1, &request);
    hand_answer(hand_call(hand, 0), 429, NULL, LIMITED);
    ck_assert_int_eq(last()->status, ANSWER_LIMITED);
    ck_assert_int_ge(last()->retry_ms, 3912);
}
END_TEST

START_TEST(what_may_have_been_heard_is_sent_again_with_the_same_transaction)
{
    static const int statuses[] = {500, 502, 503, 504, 408};
    for (size_t i = 0; i < sizeof statuses / sizeof statuses[0]; i++) {
        send(i);
        char *url = strdup(hand_call(hand, 0)->url);
        hand_answer(hand_call(hand, 0), statuses[i], NULL, "<html>bad gateway</html>");
        hand_run(hand, 1001);
        ck_assert_str_eq(hand_call(hand, 0)->url, url);
        hand_lose(hand_call(hand, 0), NET_UNKNOWN);
        hand_run(hand, 2001);
        fine(0);
        ck_assert_int_eq(last()->status, ANSWER_DONE);
        free(url);
    }
}
END_TEST

START_TEST(what_cannot_be_repeated_tells_that_nobody_knows)
{
    struct matrix_request request = {
        .method = "POST", .route = "/createRoom", .limited = true, .once = true};
    ask(1, &request);
    hand_answer(hand_call(hand, 0), 502, NULL, "");
    ck_assert_int_eq(last()->status, ANSWER_AMBIGUOUS);
    ask(2, &request);
    hand_lose(hand_call(hand, 0), NET_UNREACHED);
    ck_assert_uint_eq(told_count, 1);
    hand_run(hand, 1001);
    fine(0);
    ck_assert_int_eq(last()->status, ANSWER_DONE);
}
END_TEST

START_TEST(the_end_says_whether_it_may_have_been_heard)
{
    send(1);
    hand_lose(hand_call(hand, 0), NET_UNREACHED);
    for (unsigned i = 0; i < 100 && told_count == 0; i++) {
        hand_run(hand, 1000);
        if (hand_open(hand) > 0) {
            hand_lose(hand_call(hand, 0), NET_UNREACHED);
        }
    }
    ck_assert_int_eq(last()->status, ANSWER_DOWN);
    send(2);
    hand_lose(hand_call(hand, 0), NET_UNKNOWN);
    hand_run(hand, 70000);
    ck_assert_int_eq(last()->status, ANSWER_AMBIGUOUS);
}
END_TEST

START_TEST(pages_of_proxies_are_not_taken_for_answers)
{
    send(1);
    hand_answer(hand_call(hand, 0), 404, NULL, "<html>nothing here</html>");
    ck_assert_uint_eq(told_count, 0);
    hand_run(hand, 1001);
    hand_answer(hand_call(hand, 0), 200, NULL, "<html>welcome</html>");
    ck_assert_uint_eq(told_count, 0);
    hand_run(hand, 2001);
    hand_answer(hand_call(hand, 0), 404, NULL, "{\"errcode\":\"M_NOT_FOUND\"}");
    ck_assert_int_eq(last()->status, ANSWER_GONE);
    ck_assert_str_eq(last()->errcode, "M_NOT_FOUND");
}
END_TEST

START_TEST(a_refused_token_is_told_once_and_all_wait_for_another)
{
    send(1);
    send(2);
    hand_answer(hand_call(hand, 0), 401, NULL,
                "{\"errcode\":\"M_UNKNOWN_TOKEN\",\"soft_logout\":true}");
    hand_answer(hand_call(hand, 0), 401, NULL,
                "{\"errcode\":\"M_UNKNOWN_TOKEN\",\"soft_logout\":true}");
    ck_assert_uint_eq(refused_count, 1);
    ck_assert(refused_soft);
    ck_assert_uint_eq(told_count, 0);
    hand_run(hand, 1000);
    ck_assert_uint_eq(hand_open(hand), 0);
    matrix_client_token(client, "token-two");
    hand_run(hand, 1);
    ck_assert_uint_eq(hand_open(hand), 2);
    ck_assert_ptr_nonnull(strstr(hand_call(hand, 0)->headers, "token-two"));
}
END_TEST

START_TEST(a_refusal_of_an_old_token_is_nothing)
{
    send(1);
    matrix_client_token(client, "token-two");
    hand_answer(hand_call(hand, 0), 401, NULL, "{\"errcode\":\"M_UNKNOWN_TOKEN\"}");
    ck_assert_uint_eq(refused_count, 0);
    hand_run(hand, 1);
    ck_assert_ptr_nonnull(strstr(hand_call(hand, 0)->headers, "token-two"));
}
END_TEST

START_TEST(signed_out_ends_all_that_is_and_comes)
{
    send(1);
    matrix_client_sign_out(client);
    send(2);
    ck_assert_uint_eq(told_count, 0);
    hand_run(hand, 1);
    ck_assert_uint_eq(told_count, 2);
    ck_assert_int_eq(last()->status, ANSWER_UNAUTHORIZED);
}
END_TEST

START_TEST(an_appservice_says_as_whom_it_acts)
{
    struct matrix_request request = sends();
    matrix_client_act_as(client, "@bot:test", "DEV ICE");
    ask(1, &request);
    ck_assert_ptr_nonnull(
        strstr(hand_call(hand, 0)->url, "/txn1?user_id=%40bot%3Atest&device_id=DEV%20ICE"));
    request.route = "/sync";
    request.query = "since=1";
    ask(2, &request);
    ck_assert_ptr_nonnull(strstr(hand_call(hand, 1)->url, "?since=1&user_id="));
}
END_TEST

static void take_piece(void *context, const char *bytes, size_t len)
{
    (void)context;
    size_t used = strlen(pieces);
    ck_assert_uint_lt(used + len, sizeof pieces);
    memcpy(pieces + used, bytes, len);
    pieces[used + len] = '\0';
}

static void take_restart(void *context)
{
    (void)context;
    restarts++;
    pieces[0] = '\0';
}

START_TEST(a_body_is_taken_in_pieces_and_from_the_start_with_each_try)
{
    struct matrix_request request = {
        .method = "GET", .route = "/sync", .piece = take_piece, .restart = take_restart};
    ask(1, &request);
    hand_answer(hand_call(hand, 0), 502, NULL, "{\"half\"");
    hand_run(hand, 1001);
    hand_answer(hand_call(hand, 0), 200, NULL, "{\"whole\":1}");
    ck_assert_str_eq(pieces, "{\"whole\":1}");
    ck_assert_uint_eq(restarts, 2);
    ck_assert_int_eq(last()->status, ANSWER_DONE);
}
END_TEST

START_TEST(a_long_poll_takes_nobodys_place)
{
    struct matrix_request poll = {
        .method = "GET", .route = "/sync", .long_poll = true, .try_ms = 50000, .time_ms = 50000};
    ask(1, &poll);
    for (uintptr_t i = 0; i < 40; i++) {
        send(i + 2);
    }
    ck_assert_uint_eq(hand_open(hand), 33);
    ck_assert_int_eq(hand_call(hand, 0)->time_ms, 50000);
}
END_TEST

START_TEST(what_is_cancelled_is_not_told)
{
    uint64_t number = send(1);
    matrix_client_cancel(client, number);
    matrix_client_cancel(client, number);
    matrix_client_cancel(client, 77);
    hand_run(hand, 70000);
    ck_assert_uint_eq(told_count, 0);
    ck_assert_uint_eq(hand_open(hand), 0);
}
END_TEST

Suite *suite_matrix_client(void);

Suite *suite_matrix_client(void)
{
    Suite *suite = suite_create("matrix_client");
    TCase *tcase = tcase_create("all");
    tcase_add_checked_fixture(tcase, set_up, tear_down);
    tcase_add_test(tcase, the_token_stands_in_the_header_and_nowhere_else);
    tcase_add_test(tcase, what_has_no_body_of_its_own_says_an_empty_object);
    tcase_add_test(tcase, without_a_token_only_what_needs_none_goes);
    tcase_add_test(tcase, nothing_is_asked_with_a_token_before_it_is_known_whose_it_is);
    tcase_add_test(tcase, a_limit_is_learned_and_secrets_go_before_all_else);
    tcase_add_test(tcase, rooms_that_are_opened_too_fast_hold_back_no_message);
    tcase_add_test(tcase, what_is_read_too_fast_waits_as_it_is_told_to);
    tcase_add_test(tcase, what_is_limited_until_its_time_is_over_says_when_to_come_again);
    tcase_add_test(tcase, what_may_have_been_heard_is_sent_again_with_the_same_transaction);
    tcase_add_test(tcase, what_cannot_be_repeated_tells_that_nobody_knows);
    tcase_add_test(tcase, the_end_says_whether_it_may_have_been_heard);
    tcase_add_test(tcase, pages_of_proxies_are_not_taken_for_answers);
    tcase_add_test(tcase, a_refused_token_is_told_once_and_all_wait_for_another);
    tcase_add_test(tcase, a_refusal_of_an_old_token_is_nothing);
    tcase_add_test(tcase, signed_out_ends_all_that_is_and_comes);
    tcase_add_test(tcase, an_appservice_says_as_whom_it_acts);
    tcase_add_test(tcase, a_body_is_taken_in_pieces_and_from_the_start_with_each_try);
    tcase_add_test(tcase, a_long_poll_takes_nobodys_place);
    tcase_add_test(tcase, what_is_cancelled_is_not_told);
    suite_add_tcase(suite, tcase);
    return suite;
}
