/* Requests of a small platform with two queues, whose limits the test sets. */
#include <stdio.h>
#include <string.h>

#include <check.h>

#include "hand_wire.h"
#include "heap.h"
#include "request_scheduler.h"

enum { PLACES = 3, TRY_MS = 1000, TIME_MS = 10000, ENDS_MAX = 32 };

static struct hand_wire *hand;
static struct request_scheduler scheduler;
static struct request_queue queues[2];
static int64_t until_ms[2]; /* the limits; -1: until the test says otherwise */
static int64_t all_until_ms;
static unsigned more;  /* requests that send() starts */
static unsigned moved; /* requests of queue 0 belong into queue 1 */
static unsigned forgotten;
static unsigned dropped;
static char order[256]; /* numbers as they were sent */
static struct answer ends[ENDS_MAX];
static unsigned end_count;

static struct request_queue *queue_of(void *context, const struct request *request)
{
    (void)context;
    if (request->path[0] == 'n') {
        return NULL;
    }
    return &queues[request->path[0] == '1' || moved];
}

static int64_t wait_ms(void *context, const struct request_queue *queue, int64_t now_ms)
{
    int64_t until = until_ms[queue - queues];
    (void)context;
    if (queue->waiting.first == NULL) {
        return 5000;
    }
    return until < 0 ? -1 : until > now_ms ? until - now_ms : 0;
}

static int64_t wait_all_ms(void *context, int64_t now_ms)
{
    (void)context;
    return all_until_ms > now_ms ? all_until_ms - now_ms : 0;
}

static void forget(void *context, struct request_queue *queue)
{
    (void)context;
    forgotten++;
    request_queue_drop(&scheduler, queue);
}

static struct request *make(const char *path, unsigned rank);

static void send(void *context, struct request *request)
{
    struct net_header headers[1];
    struct net_request call = {.url = request->path};
    (void)context;
    size_t len = strlen(order);
    snprintf(order + len, sizeof order - len, "%u ", (unsigned)request->number);
    if (more > 0) {
        more--;
        request_scheduler_start(&scheduler, make("0", 0));
    }
    request_call(request, &call, headers);
}

static void drop(void *context, struct request *request)
{
    (void)context;
    ck_assert_ptr_eq(request->queue, &queues[0]);
    dropped++;
}

/* 200 is an answer, 429 waits a second, all else is tried again in the queue. */
static void answered(void *context, struct request *request, const struct net_answer *answer)
{
    struct answer final = {.status = ANSWER_DONE, .http = answer->status};
    (void)context;
    if (answer->end == NET_ANSWERED && answer->status == 200) {
        request_report(request, &final);
    } else if (answer->status == 429) {
        request_retry(request, 1000);
    } else {
        request->ambiguous++;
        request_wait(request);
    }
}

static enum answer_status status(void *context, const struct request *request, bool late)
{
    (void)context;
    (void)request;
    return late ? ANSWER_NOT_SENT : ANSWER_DOWN;
}

static void ended(void *context, const struct request *request, const struct answer *answer)
{
    (void)context;
    ck_assert_ptr_nonnull(request->route);
    ck_assert_ptr_nonnull(answer->errcode);
}

static void done(void *context, const struct answer *answer)
{
    (void)context;
    ck_assert_uint_lt(end_count, ENDS_MAX);
    ends[end_count++] = *answer;
}

static const struct request_platform platform = {.queue_of = queue_of,
                                                 .wait_ms = wait_ms,
                                                 .wait_all_ms = wait_all_ms,
                                                 .forget = forget,
                                                 .send = send,
                                                 .dropped = drop,
                                                 .answered = answered,
                                                 .status = status,
                                                 .ended = ended};

static void set_up(void)
{
    hand = hand_wire_new();
    memset(queues, 0, sizeof queues);
    until_ms[0] = until_ms[1] = all_until_ms = 0;
    more = moved = forgotten = dropped = end_count = 0;
    order[0] = '\0';
    request_scheduler_init(&scheduler, &platform, NULL, &hand->wire, PLACES);
}

static void tear_down(void)
{
    request_scheduler_deinit(&scheduler);
    for (unsigned i = 0; i < HAND_TIMERS_MAX; i++) {
        ck_assert(!hand->timers[i].used);
    }
    hand_wire_free(&hand);
}

static struct request *make(const char *path, unsigned rank)
{
    const struct request_setup setup = {.method = "PUT",
                                        .route = "/x/{}",
                                        .path = heap_copy(path),
                                        .body = "abc",
                                        .body_len = 2,
                                        .type = "text/plain",
                                        .rank = rank,
                                        .time_ms = TIME_MS,
                                        .try_ms = TRY_MS,
                                        .uncounted = path[0] == 'n',
                                        .done = done};
    return request_new(&scheduler, sizeof(struct request), &setup);
}

static uint64_t start(const char *path, unsigned rank)
{
    return request_scheduler_start(&scheduler, make(path, rank));
}

static void limit(unsigned queue, int64_t until)
{
    until_ms[queue] = until;
    request_queue_reschedule(&scheduler, &queues[queue]);
    request_scheduler_resume(&scheduler);
}

static void fine(void)
{
    hand_answer(hand_call(hand, 0), 200, NULL, "");
}

START_TEST(a_call_has_what_the_request_has)
{
    start("0", 0);
    const struct hand_call *call = hand_call(hand, 0);
    ck_assert_str_eq(call->method, "PUT");
    ck_assert_str_eq(call->body, "ab");
    ck_assert_str_eq(call->headers, "Content-Type: text/plain\n");
    ck_assert_int_eq(call->time_ms, TRY_MS);
    fine();
    ck_assert_uint_eq(end_count, 1);
    ck_assert_int_eq(ends[0].status, ANSWER_DONE);
    ck_assert_int_eq(scheduler.requests.count, 0);
}
END_TEST

START_TEST(lower_ranks_go_first_and_then_what_came_first)
{
    limit(0, -1);
    start("0", 1);
    start("0", 1);
    start("0", 0);
    start("0", 2);
    start("0", 1);
    ck_assert_uint_eq(hand_open(hand), 0);
    limit(0, 0);
    ck_assert_uint_eq(hand_open(hand), PLACES);
    fine();
    fine();
    ck_assert_str_eq(order, "3 1 2 5 4 ");
}
END_TEST

START_TEST(queues_of_one_rank_go_by_turns)
{
    all_until_ms = hand->now_ms + 100;
    for (unsigned i = 0; i < 3; i++) {
        start("0", 0);
    }
    start("1", 0);
    start("1", 0);
    hand_run(hand, 100);
    for (unsigned i = 0; i < 5; i++) {
        fine();
    }
    ck_assert_str_eq(order, "1 4 2 5 3 ");
}
END_TEST

START_TEST(what_is_tried_again_goes_before_what_came_later)
{
    start("0", 0);
    limit(0, -1);
    start("0", 0);
    hand_lose(hand_call(hand, 0), NET_UNKNOWN);
    limit(0, 0);
    ck_assert_str_eq(order, "1 1 2 ");
}
END_TEST

START_TEST(limits_are_waited_for_and_the_timer_rests_meanwhile)
{
    limit(0, hand->now_ms + 700);
    start("0", 0);
    ck_assert_int_eq(hand_next_ms(hand), 700);
    all_until_ms = hand->now_ms + 2000;
    hand_run(hand, 700);
    ck_assert_uint_eq(hand_open(hand), 0);
    ck_assert_int_eq(hand_next_ms(hand), 1300);
    hand_run(hand, 1300);
    ck_assert_uint_eq(hand_open(hand), 1);
}
END_TEST

START_TEST(what_needs_no_queue_waits_for_no_limit_and_no_place)
{
    all_until_ms = hand->now_ms + 2000;
    limit(0, -1);
    start("n", 0);
    ck_assert_uint_eq(hand_open(hand), 1);
    ck_assert_uint_eq(scheduler.under_way, 0);
    ck_assert_uint_eq(scheduler.calls, 1);
    hand_answer(hand_call(hand, 0), 429, NULL, "");
    hand_run(hand, 999);
    ck_assert_uint_eq(hand_open(hand), 0);
    hand_run(hand, 1);
    ck_assert_uint_eq(hand_open(hand), 1);
    fine();
    ck_assert_uint_eq(scheduler.calls, 0);
}
END_TEST

START_TEST(a_request_whose_limit_becomes_another_moves_there)
{
    limit(0, -1);
    limit(1, -1);
    start("0", 0);
    start("0", 0);
    moved = 1;
    request_queue_sort(&scheduler, &queues[0]);
    ck_assert_uint_eq(queues[0].waiting.count, 0);
    ck_assert_uint_eq(queues[1].waiting.count, 2);
    moved = 0;
    limit(1, 0); /* found to be in the wrong one when it is about to go */
    ck_assert_uint_eq(hand_open(hand), 0);
    ck_assert_uint_eq(queues[0].waiting.count, 2);
}
END_TEST

START_TEST(each_ends_in_its_time_and_once)
{
    limit(0, -1);
    start("0", 0);
    hand_run(hand, TIME_MS - 1);
    ck_assert_uint_eq(end_count, 0);
    hand_run(hand, 1);
    ck_assert_uint_eq(end_count, 1);
    ck_assert_int_eq(ends[0].status, ANSWER_NOT_SENT);
    ck_assert_int_eq(ends[0].took_ms, TIME_MS);
    hand_run(hand, TIME_MS);
    ck_assert_uint_eq(end_count, 1);
}
END_TEST

START_TEST(a_call_may_end_by_itself_before_its_time_is_taken_as_over)
{
    start("0", 0);
    hand_run(hand, TIME_MS + 249);
    ck_assert_uint_eq(end_count, 0);
    hand_run(hand, 1);
    ck_assert_uint_eq(end_count, 1);
    ck_assert_uint_eq(hand_open(hand), 0);
    ck_assert_uint_eq(dropped, 1);
}
END_TEST

START_TEST(the_last_try_has_what_is_left_and_then_it_is_given_up)
{
    start("0", 0);
    hand_run(hand, TIME_MS - 1500);
    hand_answer(hand_call(hand, 0), 429, NULL, "");
    hand_run(hand, 1000);
    ck_assert_int_eq(hand_call(hand, 0)->time_ms, 500);
    hand_answer(hand_call(hand, 0), 429, NULL, "");
    ck_assert_uint_eq(end_count, 1);
    ck_assert_int_eq(ends[0].status, ANSWER_DOWN);
    ck_assert_int_eq(ends[0].retry_ms, 1000);
}
END_TEST

START_TEST(ended_ones_are_reported_from_the_timer_and_only_once)
{
    struct request *request = make("0", 7);
    request_end(request, ANSWER_BAD, "why");
    request_end(request, ANSWER_DONE, "again");
    start("0", 0);
    request_scheduler_end_all(&scheduler, ANSWER_UNAUTHORIZED, "over");
    ck_assert_uint_eq(request_scheduler_start(&scheduler, request), 1);
    ck_assert_uint_eq(end_count, 0);
    ck_assert_uint_eq(hand_open(hand), 0);
    hand_run(hand, 0);
    ck_assert_uint_eq(end_count, 2);
    ck_assert_int_eq(ends[0].status, ANSWER_BAD);
    ck_assert_int_eq(ends[1].status, ANSWER_UNAUTHORIZED);
}
END_TEST

START_TEST(cancelled_ones_are_not_reported_and_leave_their_place)
{
    uint64_t numbers[PLACES + 2];
    for (unsigned i = 0; i < PLACES + 2; i++) {
        numbers[i] = start("0", 0);
    }
    ck_assert_uint_eq(hand_open(hand), PLACES);
    request_scheduler_cancel(&scheduler, numbers[0]);
    request_scheduler_cancel(&scheduler, numbers[0]);
    request_scheduler_cancel(&scheduler, numbers[PLACES]);
    ck_assert_uint_eq(hand_open(hand), PLACES - 1);
    hand_run(hand, 0);
    ck_assert_uint_eq(hand_open(hand), PLACES);
    ck_assert_str_eq(order, "1 2 3 5 ");
    ck_assert_uint_eq(end_count, 0);
    ck_assert_uint_eq(dropped, 1);
}
END_TEST

START_TEST(an_empty_queue_is_forgotten_after_a_while)
{
    start("0", 0);
    fine();
    hand_run(hand, 4999);
    ck_assert_uint_eq(forgotten, 0);
    hand_run(hand, 1);
    ck_assert_uint_eq(forgotten, 1);
    ck_assert_int_eq(hand_next_ms(hand), -1);
}
END_TEST

START_TEST(one_may_be_started_while_another_is_sent)
{
    more = 1;
    start("0", 0);
    ck_assert_uint_eq(hand_open(hand), 2);
    fine();
    fine();
    ck_assert_uint_eq(end_count, 2);
}
END_TEST

START_TEST(nothing_is_sent_while_it_is_held)
{
    scheduler.held = true;
    start("0", 0);
    ck_assert_uint_eq(hand_open(hand), 0);
    scheduler.held = false;
    hand_run(hand, 0);
    ck_assert_uint_eq(hand_open(hand), 1);
}
END_TEST

Suite *suite_request(void);

Suite *suite_request(void)
{
    Suite *suite = suite_create("request");
    TCase *tcase = tcase_create("request");
    tcase_add_checked_fixture(tcase, set_up, tear_down);
    tcase_add_test(tcase, a_call_has_what_the_request_has);
    tcase_add_test(tcase, lower_ranks_go_first_and_then_what_came_first);
    tcase_add_test(tcase, queues_of_one_rank_go_by_turns);
    tcase_add_test(tcase, what_is_tried_again_goes_before_what_came_later);
    tcase_add_test(tcase, limits_are_waited_for_and_the_timer_rests_meanwhile);
    tcase_add_test(tcase, what_needs_no_queue_waits_for_no_limit_and_no_place);
    tcase_add_test(tcase, a_request_whose_limit_becomes_another_moves_there);
    tcase_add_test(tcase, each_ends_in_its_time_and_once);
    tcase_add_test(tcase, a_call_may_end_by_itself_before_its_time_is_taken_as_over);
    tcase_add_test(tcase, the_last_try_has_what_is_left_and_then_it_is_given_up);
    tcase_add_test(tcase, ended_ones_are_reported_from_the_timer_and_only_once);
    tcase_add_test(tcase, cancelled_ones_are_not_reported_and_leave_their_place);
    tcase_add_test(tcase, an_empty_queue_is_forgotten_after_a_while);
    tcase_add_test(tcase, one_may_be_started_while_another_is_sent);
    tcase_add_test(tcase, nothing_is_sent_while_it_is_held);
    suite_add_tcase(suite, tcase);
    return suite;
}
