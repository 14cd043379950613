#include "gateway_kit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <check.h>

#include "discord_session.h"

static int64_t checkpoint_of(const char *row)
{
    const char *at = strstr(row, "\"seq\":");
    ck_assert_ptr_nonnull(at);
    return strtoll(at + 6, NULL, 10);
}

static int64_t on_disk(void)
{
    return checkpoint_of(kit_row("gateway/shard/0")->value);
}

static void stored(unsigned dispatch, const struct fault *fault)
{
    discord_gateway_stored(kit->gateway, &kit->dispatches[dispatch].id, fault);
}

START_TEST(a_row_covers_the_dispatch_that_it_is_stored_with)
{
    kit_up();
    kit->keeps = DISPATCH_KEPT;
    kit_dispatch("A", 2);
    ck_assert_int_eq(checkpoint_of(kit->dispatches[0].row), 2);
    ck_assert_ptr_nonnull(strstr(kit->dispatches[0].row, "\"url\":\"" KIT_OWN "\""));
}
END_TEST

START_TEST(a_row_covers_no_dispatch_that_is_still_pending)
{
    kit_up();
    kit->keeps = DISPATCH_KEPT;
    kit_dispatch("A", 2);
    kit_dispatch("B", 3);
    kit_dispatch("C", 4);
    ck_assert_int_eq(checkpoint_of(kit->dispatches[1].row), 1);
    ck_assert_int_eq(checkpoint_of(kit->dispatches[2].row), 1);
    stored(1, NULL);
    kit_dispatch("D", 5);
    ck_assert_int_eq(checkpoint_of(kit->dispatches[3].row), 1);
    stored(0, NULL);
    kit_dispatch("E", 6);
    ck_assert_int_eq(checkpoint_of(kit->dispatches[4].row), 3);
    stored(2, NULL);
    stored(4, NULL);
    stored(3, NULL);
    hand_run(kit->hand, 1000);
    kit_saved();
    ck_assert_int_eq(on_disk(), 6);
}
END_TEST

START_TEST(what_matters_to_nobody_is_stored_now_and_then)
{
    kit_up();
    for (int64_t sequence = 2; sequence < 500; sequence++) {
        kit_dispatch("TYPING_START", sequence);
        hand_run(kit->hand, 10);
    }
    ck_assert_uint_le(kit->save_count, 6);
    kit_saved();
    hand_run(kit->hand, 1000);
    kit_saved();
    ck_assert_int_eq(on_disk(), 499);
    hand_run(kit->hand, 5000);
    ck_assert_uint_eq(kit->save_count, 0);
}
END_TEST

START_TEST(another_process_resumes_where_the_disk_says)
{
    kit->setup.shard_count = 1;
    kit_start();
    kit_bot(1, 900, 1);
    kit_hello();
    kit_ready(1);
    kit->keeps = DISPATCH_KEPT;
    kit_dispatch("A", 2);
    kit_dispatch("B", 3);
    stored(0, NULL);
    hand_run(kit->hand, 1000);
    kit_saved();
    hand_run(kit->hand, 25000);
    kit_restart();
    ck_assert_uint_eq(hand_open(kit->hand), 0); /* nothing was asked */
    ck_assert_str_eq(hand_socket(kit->hand)->url, KIT_OWN "/?v=10&encoding=json");
    kit_hello();
    ck_assert(kit_said("\"session_id\":\"s1\",\"seq\":2}"));
    kit_dispatch("B", 3);
    ck_assert(kit->dispatches[2].replayed);
    kit_dispatch("RESUMED", 4);
    ck_assert_uint_eq(kit->ready_count, 1);
}
END_TEST

START_TEST(another_process_whose_resume_url_is_dead_finds_the_gateway)
{
    kit_up();
    kit_restart();
    ck_assert_str_eq(hand_socket(kit->hand)->url, KIT_OWN "/?v=10&encoding=json");
    hand_socket_close(hand_socket(kit->hand), 0);
    hand_run(kit->hand, 1000);
    kit_bot(1, 900, 1);
    hand_socket_close(hand_socket(kit->hand), 0);
    hand_run(kit->hand, 3000);
    hand_socket_close(hand_socket(kit->hand), 0);
    hand_run(kit->hand, 6000);
    ck_assert_str_eq(hand_socket(kit->hand)->url, KIT_BASE "/?v=10&encoding=json");
    kit_hello();
    ck_assert(kit_said("{\"op\":6,"));
}
END_TEST

START_TEST(a_session_of_long_ago_is_not_tried)
{
    kit_up();
    hand_run(kit->hand, 1000);
    kit_saved();
    discord_gateway_free(&kit->gateway);
    kit->gateway = discord_gateway_new(&kit->setup);
    hand_run(kit->hand, 600000);
    kit_restart();
    kit_bot(1, 900, 1);
    ck_assert_str_eq(hand_socket(kit->hand)->url, KIT_BASE "/?v=10&encoding=json");
}
END_TEST

START_TEST(what_could_not_be_stored_is_replayed)
{
    struct fault full;
    fault_set(&full, FAULT_FULL, "the disk is full");
    kit_up();
    kit->keeps = DISPATCH_KEPT;
    kit_dispatch("A", 2);
    kit_dispatch("B", 3);
    kit_dispatch("C", 4);
    stored(0, NULL);
    stored(1, &full);
    stored(2, &full);
    ck_assert_uint_ge(hand_socket(kit->hand)->code, 4000);
    kit_dispatch("D", 5); /* of a connection that is being left */
    ck_assert_uint_eq(kit->dispatch_count, 3);
    kit_goodbye();
    hand_run(kit->hand, 1000);
    kit_hello();
    ck_assert(kit_said("\"seq\":2}"));
    kit_dispatch("B", 3);
    kit_dispatch("C", 4);
    kit_dispatch("D", 5);
    kit_dispatch("RESUMED", 6);
    ck_assert_uint_eq(kit->dispatch_count, 6);
    stored(1, NULL); /* of the session before: nobody's */
    ck_assert_int_eq(checkpoint_of(kit->dispatches[4].row), 2);
    for (unsigned i = 3; i < 6; i++) {
        stored(i, NULL);
    }
    hand_run(kit->hand, 1000);
    kit_saved();
    ck_assert_int_eq(on_disk(), 6);
}
END_TEST

START_TEST(what_the_house_refuses_is_replayed_however_often)
{
    kit_up();
    kit_dispatch("A", 2);
    kit->keeps = DISPATCH_REFUSED;
    for (unsigned i = 0; i < 6; i++) {
        unsigned before = kit->hand->socket_count;
        kit_dispatch("B", 3);
        kit_goodbye();
        while (kit->hand->socket_count == before) {
            hand_run(kit->hand, hand_next_ms(kit->hand));
        }
        kit_hello();
        ck_assert(kit_said("\"seq\":2}"));
    }
    kit->keeps = DISPATCH_KEPT;
    kit_dispatch("B", 3);
    kit_dispatch("RESUMED", 4);
    ck_assert_uint_eq(kit->dispatch_count, 8);
    ck_assert_uint_eq(hand_socket(kit->hand)->code, 0);
}
END_TEST

START_TEST(a_duplicate_event_is_as_good_as_stored)
{
    struct fault gone;
    fault_set(&gone, FAULT_GONE, "it came before");
    kit_up();
    kit->keeps = DISPATCH_KEPT;
    kit_dispatch("A", 2);
    stored(0, &gone);
    ck_assert_uint_eq(hand_socket(kit->hand)->code, 0);
    hand_run(kit->hand, 1000);
    kit_saved();
    ck_assert_int_eq(on_disk(), 2);
}
END_TEST

START_TEST(a_dispatch_that_comes_twice_is_passed_on_once)
{
    kit_up();
    kit_dispatch("A", 2);
    kit_dispatch("A", 2);
    kit_dispatch("B", 1);
    kit_dispatch("C", 3);
    ck_assert_uint_eq(kit->dispatch_count, 2);
}
END_TEST

START_TEST(a_row_that_could_not_be_saved_is_saved_later)
{
    kit_up();
    kit_dispatch("A", 2);
    kit->disk_full = true;
    hand_run(kit->hand, 1000);
    kit_saved();
    ck_assert_int_eq(on_disk(), 1);
    kit->disk_full = false;
    hand_run(kit->hand, 1000);
    kit_saved();
    ck_assert_int_eq(on_disk(), 2);
}
END_TEST

START_TEST(stopping_leaves_a_session_that_can_be_resumed)
{
    kit_up();
    kit->keeps = DISPATCH_KEPT;
    kit_dispatch("A", 2);
    discord_gateway_stop(kit->gateway);
    ck_assert(!kit_is_down());
    ck_assert_uint_ge(hand_socket(kit->hand)->code, 4000);
    kit_goodbye();
    stored(0, NULL);
    kit_saved();
    ck_assert(kit_is_down());
    ck_assert_int_eq(on_disk(), 2);
    hand_run(kit->hand, 100000);
    ck_assert_uint_eq(kit->hand->socket_count, 1);
    kit_restart();
    kit_hello();
    ck_assert(kit_said("\"seq\":2}"));
}
END_TEST

START_TEST(stopping_does_not_wait_for_who_never_answers)
{
    kit_up();
    discord_gateway_stop(kit->gateway);
    hand_run(kit->hand, 10000);
    kit_saved();
    ck_assert(kit_is_down());
}
END_TEST

START_TEST(rows_that_are_none_are_nothing)
{
    static const char *const rows[] = {
        "",
        "{",
        "[]",
        "{\"session\":\"\",\"url\":\"\",\"seq\":1,\"count\":1,\"at\":1}",
        "{\"session\":\"s\",\"url\":1,\"seq\":1,\"count\":1,\"at\":1}",
        "{\"session\":\"s\",\"url\":\"x\",\"seq\":1e300,\"count\":1,\"at\":1}",
        "{\"session\":\"s\",\"url\":\"x\",\"seq\":1,\"count\":0,\"at\":1}",
        "{\"session\":\"s\",\"url\":\"x\",\"seq\":1,\"count\":1}"};
    struct discord_session session;
    int64_t at_ms = 0;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        discord_session_init(&session, 0);
        ck_assert(!discord_session_read(&session, rows[i], strlen(rows[i]), &at_ms));
        ck_assert_str_eq(session.id, "");
    }
}
END_TEST

START_TEST(a_dispatch_may_advance_the_row_when_all_before_it_are_stored)
{
    struct discord_session session;
    discord_session_init(&session, 0);
    discord_session_begin(&session, "s", "", 4);
    ck_assert_int_eq(session.watermark.handled, 4);
    discord_session_skip(&session, 5);
    ck_assert_int_eq(discord_session_receive(&session, 6), 6);
    ck_assert_int_eq(discord_session_receive(&session, 7), 5);
    discord_session_skip(&session, 8);
    ck_assert_int_eq(session.watermark.handled, 5);
    watermark_stored(&session.watermark, 6);
    ck_assert_int_eq(discord_session_receive(&session, 9), 6);
    discord_session_deinit(&session);
}
END_TEST

START_TEST(a_session_that_is_rewound_or_over_ignores_what_was_pending)
{
    struct discord_session session;
    discord_session_init(&session, 0);
    discord_session_begin(&session, "s", "", 1);
    uint32_t number = session.number;
    discord_session_receive(&session, 2);
    discord_session_rewind(&session);
    ck_assert_uint_ne(session.number, number);
    ck_assert_str_eq(session.id, "s");
    ck_assert_int_eq(session.watermark.newest, 1);
    number = session.number;
    discord_session_forget(&session);
    ck_assert_uint_ne(session.number, number);
    ck_assert_str_eq(session.id, "");
    ck_assert_int_eq(session.watermark.newest, -1);
    discord_session_deinit(&session);
}
END_TEST

Suite *suite_discord_session(void);

START_TEST(a_shard_that_stops_does_not_come_back_for_what_could_not_be_stored)
{
    const struct fault full = {.code = FAULT_FULL};
    kit->keeps = DISPATCH_KEPT;
    kit_up();
    kit_dispatch("A", 2);
    discord_gateway_stop(kit->gateway);
    discord_gateway_stored(kit->gateway, &kit->dispatches[kit->dispatch_count - 1].id, &full);
    kit_goodbye();
    kit_saved();
    ck_assert(kit_is_down());
    unsigned sockets = kit->hand->socket_count;
    hand_run(kit->hand, 60000);
    ck_assert_uint_eq(kit->hand->socket_count, sockets);
}
END_TEST

Suite *suite_discord_session(void)
{
    Suite *suite = suite_create("discord_session");
    TCase *tcase = tcase_create("gateway");
    tcase_add_checked_fixture(tcase, gateway_kit_set_up, gateway_kit_tear_down);
    tcase_add_test(tcase, a_row_covers_the_dispatch_that_it_is_stored_with);
    tcase_add_test(tcase, a_row_covers_no_dispatch_that_is_still_pending);
    tcase_add_test(tcase, what_matters_to_nobody_is_stored_now_and_then);
    tcase_add_test(tcase, another_process_resumes_where_the_disk_says);
    tcase_add_test(tcase, another_process_whose_resume_url_is_dead_finds_the_gateway);
    tcase_add_test(tcase, a_session_of_long_ago_is_not_tried);
    tcase_add_test(tcase, what_could_not_be_stored_is_replayed);
    tcase_add_test(tcase, what_the_house_refuses_is_replayed_however_often);
    tcase_add_test(tcase, a_duplicate_event_is_as_good_as_stored);
    tcase_add_test(tcase, a_dispatch_that_comes_twice_is_passed_on_once);
    tcase_add_test(tcase, a_row_that_could_not_be_saved_is_saved_later);
    tcase_add_test(tcase, stopping_leaves_a_session_that_can_be_resumed);
    tcase_add_test(tcase, stopping_does_not_wait_for_who_never_answers);
    tcase_add_test(tcase, a_shard_that_stops_does_not_come_back_for_what_could_not_be_stored);
    suite_add_tcase(suite, tcase);
    tcase = tcase_create("pure");
    tcase_add_test(tcase, rows_that_are_none_are_nothing);
    tcase_add_test(tcase, a_dispatch_may_advance_the_row_when_all_before_it_are_stored);
    tcase_add_test(tcase, a_session_that_is_rewound_or_over_ignores_what_was_pending);
    suite_add_tcase(suite, tcase);
    return suite;
}
