/* The outbox: in order for each reader, with the same nonce until the fate is known, and never
 * lost. */

#include <stdio.h>
#include <string.h>

#include <check.h>

#include "house_kit.h"
#include "kit.h"

static struct house_kit kit;

static void setup(void)
{
    house_kit_open(&kit, NULL);
}

static void teardown(void)
{
    house_kit_close(&kit);
}

/* The n-th send of this kind with the text; fails the test when there is none. */
static const struct kit_send *find(enum send_kind kind, const char *text, unsigned n)
{
    for (unsigned i = 0; i < kit.send_count; i++) {
        if (kit.send[i].kind == kind && house_kit_has(&kit.send[i], text) && n-- == 0) {
            return &kit.send[i];
        }
    }
    ck_abort_msg("nothing was sent with %s", text);
    return NULL;
}

START_TEST(room_gets_one_message_at_a_time_in_order)
{
    kit.hold = true;
    house_kit_says(&kit, "Ana", "!interceptor");
    house_kit_says(&kit, "Ana", "!join");
    house_kit_says(&kit, "Ben", "!join");
    /* the first of the room, and the proofs of two people */
    ck_assert_uint_eq(kit.send_count, 3);
    ck_assert_uint_eq(house_kit_count(&kit, 0, "opens a table"), 1);
    house_kit_arrive(&kit, find(SEND_POST, "opens a table", 0));
    house_kit_settle(&kit);
    ck_assert_uint_eq(house_kit_count(&kit, 0, "\"kind\":\"board\""), 1);
    house_kit_arrive(&kit, find(SEND_POST, "\"kind\":\"board\"", 0));
    house_kit_settle(&kit);
    ck_assert_uint_eq(house_kit_count(&kit, 0, "Ana sits down"), 1);
    ck_assert_uint_eq(house_kit_count(&kit, 0, "Ben sits down"), 0);
    house_kit_arrive(&kit, find(SEND_POST, "Ana sits down", 0));
    house_kit_settle(&kit);
    ck_assert_uint_eq(house_kit_count(&kit, 0, "Ben sits down"), 1);
}
END_TEST

START_TEST(no_line_waits_for_an_edit_of_the_board)
{
    house_kit_says(&kit, "Ana", "!interceptor");
    house_kit_says(&kit, "Ana", "!join");
    kit.hold = true;
    house_kit_says(&kit, "Ben", "!join"); /* its line flies, an edit of the board waits behind */
    house_kit_says(&kit, "Cy", "!join");
    unsigned sends = kit.send_count;
    house_kit_arrive(&kit, find(SEND_POST, "Ben sits down", 0));
    house_kit_settle(&kit);
    ck_assert_uint_eq(house_kit_count(&kit, sends, "Cy sits down"), 1);
    ck_assert_uint_eq(house_kit_count(&kit, sends, "\"kind\":\"board\""), 0);
    house_kit_arrive(&kit, find(SEND_POST, "Cy sits down", 0));
    house_kit_settle(&kit);
    ck_assert_uint_eq(house_kit_count(&kit, sends, "\"kind\":\"board\""), 1);
}
END_TEST

START_TEST(an_edit_that_failed_lets_lines_pass_in_their_order)
{
    house_kit_says(&kit, "Ana", "!interceptor");
    kit.hold = true;
    house_kit_says(&kit, "Ana", "!join");
    house_kit_arrive(&kit, find(SEND_POST, "Ana sits down", 0));
    house_kit_settle(&kit); /* the edit of the board flies */
    const struct kit_send *edit = find(SEND_EDIT, "\"kind\":\"board\"", 0);
    house_kit_says(&kit, "Ben", "!join"); /* its line waits behind the edit */
    unsigned sends = kit.send_count;
    house_send_failed(kit.house, kit.adapter, edit->row, SEND_LATER, kit.now_ms + 60000, "told to");
    house_kit_settle(&kit);
    house_kit_says(&kit, "Cy", "!join");
    ck_assert_uint_eq(house_kit_count(&kit, sends, "Ben sits down"), 1);
    ck_assert_uint_eq(house_kit_count(&kit, sends, "Cy sits down"), 0);
    house_kit_arrive(&kit, find(SEND_POST, "Ben sits down", 0));
    house_kit_settle(&kit);
    ck_assert_uint_eq(house_kit_count(&kit, sends, "Cy sits down"), 1);
}
END_TEST

START_TEST(a_board_is_edited_no_more_often_than_its_platform_likes)
{
    kit.board_ms = 2000;
    house_kit_says(&kit, "Ana", "!interceptor");
    house_kit_pass(&kit, 2500);
    unsigned sends = kit.send_count;
    house_kit_says(&kit, "Ana", "!join");
    house_kit_says(&kit, "Ben", "!join");
    house_kit_says(&kit, "Cy", "!join");
    ck_assert_uint_eq(house_kit_count(&kit, sends, "\"kind\":\"board\""), 1);
    ck_assert_uint_eq(house_kit_count(&kit, sends, "sits down"), 3);
    house_kit_pass(&kit, 2500);
    ck_assert_uint_eq(house_kit_count(&kit, sends, "\"kind\":\"board\""), 2);
}
END_TEST

START_TEST(board_edits_that_wait_become_one)
{
    house_kit_says(&kit, "Ana", "!interceptor");
    kit.hold = true;
    house_kit_says(&kit, "Ana", "!join");
    unsigned held = kit.send_count - 1;
    for (int i = 0; i < 5; i++) {
        house_kit_says(&kit, "Ana", "!ready");
    }
    kit.hold = false;
    house_kit_arrive(&kit, find(SEND_PRIVATE, "You are in", 0));
    house_kit_arrive(&kit, find(SEND_POST, "Ana sits down", 0));
    house_kit_settle(&kit);
    ck_assert_uint_eq(house_kit_count(&kit, held, "\"kind\":\"board\""), 1);
    ck_assert_str_eq(find(SEND_EDIT, "\"kind\":\"board\"", 0)->edit_of,
                     house_kit_table(&kit)->board);
}
END_TEST

START_TEST(send_of_unknown_fate_is_repeated_with_its_nonce)
{
    kit.fail = 2;
    kit.fate = SEND_UNKNOWN;
    house_kit_says(&kit, "Ana", "!interceptor");
    house_kit_pass(&kit, 5000);
    const struct kit_send *first = find(SEND_POST, "opens a table", 0);
    const struct kit_send *third = find(SEND_POST, "opens a table", 2);
    ck_assert_str_eq(first->nonce, third->nonce);
    ck_assert_uint_eq(third->tries, 2);
    ck_assert_uint_eq(house_kit_count(&kit, 0, "opens a table"), 3);
    ck_assert_uint_eq(kit.house->outbox.count, 0);
}
END_TEST

START_TEST(send_that_shall_come_later_comes_when_asked_for)
{
    kit.fail = 1;
    kit.fate = SEND_LATER;
    kit.retry_ms = kit.now_ms + 30000;
    house_kit_says(&kit, "Ana", "!interceptor");
    house_kit_pass(&kit, 29999);
    ck_assert_uint_eq(kit.send_count, 1);
    house_kit_pass(&kit, 1);
    ck_assert_uint_ge(kit.send_count, 2);
}
END_TEST

START_TEST(send_that_was_on_its_way_at_a_crash_is_repeated_with_its_nonce)
{
    kit.hold = true;
    house_kit_says(&kit, "Ana", "!interceptor");
    ck_assert_uint_eq(kit.send_count, 1);
    kit.hold = false;
    house_kit_restart(&kit);
    house_kit_settle(&kit);
    ck_assert_str_eq(find(SEND_POST, "opens a table", 0)->nonce,
                     find(SEND_POST, "opens a table", 1)->nonce);
    ck_assert_uint_ge(find(SEND_POST, "opens a table", 1)->tries, 1);
    ck_assert_uint_eq(kit.house->outbox.count, 0);
    house_kit_restart(&kit);
    house_kit_settle(&kit);
    ck_assert_uint_eq(house_kit_count(&kit, 0, "opens a table"), 2);
}
END_TEST

static void count_row(void *context, const struct store_row *row)
{
    *(unsigned *)context += 1;
    ck_assert_ptr_nonnull(row->extra);
}

static unsigned rows_in_store(void)
{
    unsigned rows = 0;
    struct fault fault;
    const struct store_question question = {.query = STORE_OUTBOX_ALL};
    ck_assert_int_eq(store_read_now(kit.store, &question, count_row, &rows, &fault), 0);
    return rows;
}

START_TEST(turn_is_one_parcel_and_what_arrived_of_it_is_not_sent_again)
{
    house_kit_says(&kit, "Ana", "!interceptor");
    kit.hold = true;
    unsigned held = kit.send_count;
    house_kit_says(&kit, "Ana", "!join");
    ck_assert_uint_eq(kit.send_count - held, 2); /* to the room, and in private; a board waits */
    ck_assert_uint_eq(kit.house->outbox.count, 3);
    ck_assert_uint_eq(rows_in_store(), 1);
    house_kit_arrive(&kit, find(SEND_POST, "Ana sits down", 0));
    house_kit_settle(&kit);
    ck_assert_uint_eq(rows_in_store(), 1);
    kit.hold = false;
    house_kit_restart(&kit);
    house_kit_settle(&kit);
    ck_assert_uint_eq(house_kit_count(&kit, 0, "Ana sits down"), 1);
    ck_assert_str_eq(find(SEND_PRIVATE, "You are in", 0)->nonce,
                     find(SEND_PRIVATE, "You are in", 1)->nonce);
    ck_assert_uint_eq(rows_in_store(), 0);
    house_kit_restart(&kit);
    house_kit_settle(&kit);
    ck_assert_uint_eq(house_kit_count(&kit, 0, "You are in"), 2);
}
END_TEST

START_TEST(row_of_an_older_store_is_sent)
{
    struct store_batch *batch = store_batch_new();
    store_put(batch, STORE_OUTBOX,
              &(struct store_row){
                  .id = 900,
                  .key = "kit/den",
                  .extra = "{\"kind\":\"post\",\"nonce\":\"0123456789abcdefghijkl\","
                           "\"created\":1893499200000,\"seat\":-3}",
                  .text = "{\"kind\":\"say\",\"blocks\":[]}",
              });
    struct fault fault = {.code = FAULT_NONE};
    store_commit(kit.store, &batch, kit_done, &fault);
    house_kit_settle(&kit);
    house_kit_restart(&kit);
    house_kit_settle(&kit);
    ck_assert_uint_eq(kit.send_count, 1);
    ck_assert_uint_eq(kit.send[0].row, 900);
    ck_assert_str_eq(kit.send[0].room, "den");
    ck_assert_uint_eq(rows_in_store(), 0);
}
END_TEST

START_TEST(nonces_are_never_used_twice)
{
    house_kit_start(&kit);
    for (unsigned i = 0; i < kit.send_count; i++) {
        for (unsigned j = i + 1; j < kit.send_count; j++) {
            ck_assert_str_ne(kit.send[i].nonce, kit.send[j].nonce);
        }
    }
}
END_TEST

START_TEST(closed_private_way_is_told_to_the_table)
{
    house_kit_says(&kit, "Ana", "!interceptor");
    kit.hold = true;
    house_kit_says(&kit, "Ana", "!join");
    house_kit_arrive(&kit, find(SEND_POST, "Ana sits down", 0));
    house_send_failed(kit.house, kit.adapter, find(SEND_PRIVATE, "You are in", 0)->row,
                      SEND_REFUSED, 0, "closed");
    house_kit_settle(&kit);
    ck_assert_int_eq(house_kit_table(&kit)->resident->table.seat[0].reach, REACH_FAILED);
    ck_assert_uint_eq(house_kit_count(&kit, 0, "cannot reach Ana"), 1);
}
END_TEST

START_TEST(board_that_is_gone_is_posted_anew)
{
    house_kit_says(&kit, "Ana", "!interceptor");
    unsigned before = kit.send_count;
    kit.hold = true;
    house_kit_says(&kit, "Ana", "!join");
    house_kit_arrive(&kit, find(SEND_POST, "Ana sits down", 0));
    house_kit_settle(&kit);
    const struct kit_send *edit = find(SEND_EDIT, "\"kind\":\"board\"", 0);
    kit.hold = false;
    house_send_failed(kit.house, kit.adapter, edit->row, SEND_GONE, 0, "deleted");
    house_kit_arrive(&kit, find(SEND_PRIVATE, "You are in", 0));
    house_kit_settle(&kit);
    ck_assert_uint_gt(kit.send_count, before);
    const struct kit_send *post = find(SEND_POST, "\"kind\":\"board\"", 1);
    ck_assert_str_eq(post->edit_of, "");
    ck_assert_str_ne(post->nonce, edit->nonce);
    ck_assert_ptr_nonnull(house_kit_table(&kit)->board);
}
END_TEST

/* The platform may have shown the new board when the power goes: it must know it when it comes
 * again. */
START_TEST(board_posted_anew_keeps_its_nonce_over_a_crash)
{
    char nonce[64];
    house_kit_says(&kit, "Ana", "!interceptor");
    kit.hold = true;
    house_kit_says(&kit, "Ana", "!join");
    house_kit_arrive(&kit, find(SEND_POST, "Ana sits down", 0));
    house_kit_settle(&kit);
    house_send_failed(kit.house, kit.adapter, find(SEND_EDIT, "\"kind\":\"board\"", 0)->row,
                      SEND_GONE, 0, "deleted");
    house_kit_settle(&kit);
    snprintf(nonce, sizeof nonce, "%s", find(SEND_POST, "\"kind\":\"board\"", 1)->nonce);
    unsigned before = kit.send_count;
    house_kit_restart(&kit);
    house_kit_settle(&kit);
    for (unsigned i = before; i < kit.send_count; i++) {
        if (kit.send[i].kind == SEND_EDIT) {
            house_send_failed(kit.house, kit.adapter, kit.send[i].row, SEND_GONE, 0, "deleted");
            house_kit_settle(&kit);
        }
    }
    ck_assert_uint_gt(kit.send_count, before);
    ck_assert_str_eq(find(SEND_POST, "\"kind\":\"board\"", 2)->nonce, nonce);
}
END_TEST

/* Somebody presses, and the platform gives a token for an answer in time. */
static void press_with_answer(const char *control)
{
    struct heard heard = {
        .kind = HEARD_PRESS,
        .adapter = "kit",
        .event_id = "press",
        .room = "den",
        .account = "Zoe",
        .name = "Zoe",
        .at_ms = kit.now_ms,
        .control = control,
        .reply_seat = SEAT_NONE,
        .answer = &kit,
    };
    ck_assert(house_heard(kit.house, kit.adapter, &heard, NULL, 0, &kit));
    house_kit_settle(&kit);
}

START_TEST(answer_whose_time_is_over_goes_the_private_way)
{
    house_kit_says(&kit, "Ana", "!interceptor");
    kit.fail = 1;
    kit.fate = SEND_GONE;
    press_with_answer("t1.-.start");
    const struct kit_send *answer = find(SEND_ANSWER, "answer", 0);
    ck_assert_ptr_eq(answer->answer, &kit);
    const struct kit_send *private = find(SEND_PRIVATE, "answer", 0);
    ck_assert_ptr_null(private->answer);
    ck_assert_str_eq(private->account, "Zoe");
    ck_assert_str_ne(private->nonce, answer->nonce);
    ck_assert_uint_eq(kit.house->outbox.count, 0);
}
END_TEST

START_TEST(message_nobody_took_for_a_day_is_given_up)
{
    kit.fail = 1000000;
    kit.fate = SEND_LATER;
    house_kit_says(&kit, "Ana", "!hand");
    ck_assert_uint_eq(kit.house->outbox.count, 1);
    kit.retry_ms = kit.now_ms + OUTBOX_KEEP_MS - 1000;
    house_kit_pass(&kit, 5000);
    kit.retry_ms = 0;
    house_kit_pass(&kit, OUTBOX_KEEP_MS + 120000);
    ck_assert_uint_eq(kit.house->outbox.count, 0);
    kit.fail = 0;
    house_kit_restart(&kit);
    house_kit_settle(&kit);
    ck_assert_uint_eq(kit.house->outbox.count, 0);
}
END_TEST

START_TEST(reply_to_a_message_of_a_table_means_that_table)
{
    house_kit_says(&kit, "Ana", "!interceptor");
    house_kit_says(&kit, "Ana", "!interceptor");
    struct heard heard = {
        .kind = HEARD_TEXT,
        .adapter = "kit",
        .event_id = "reply",
        .room = "den",
        .account = "Ben",
        .name = "Ben",
        .at_ms = kit.now_ms,
        .text = "!join",
        .reply_to = house_kit_table(&kit)->next_in_room->board,
        .reply_seat = SEAT_NONE,
    };
    ck_assert_ptr_nonnull(heard.reply_to);
    ck_assert(house_heard(kit.house, kit.adapter, &heard, NULL, 0, &kit));
    house_kit_settle(&kit);
    ck_assert_str_eq(house_kit_table(&kit)->next_in_room->resident->table.seat[0].name, "Ben");
    ck_assert_str_eq(house_kit_table(&kit)->resident->table.seat[0].name, "");
}
END_TEST

Suite *suite_house_outbox(void);

Suite *suite_house_outbox(void)
{
    Suite *suite = suite_create("house_outbox");
    TCase *tcase = tcase_create("house_outbox");
    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_set_timeout(tcase, 60);
    tcase_add_test(tcase, room_gets_one_message_at_a_time_in_order);
    tcase_add_test(tcase, no_line_waits_for_an_edit_of_the_board);
    tcase_add_test(tcase, an_edit_that_failed_lets_lines_pass_in_their_order);
    tcase_add_test(tcase, a_board_is_edited_no_more_often_than_its_platform_likes);
    tcase_add_test(tcase, board_edits_that_wait_become_one);
    tcase_add_test(tcase, send_of_unknown_fate_is_repeated_with_its_nonce);
    tcase_add_test(tcase, send_that_shall_come_later_comes_when_asked_for);
    tcase_add_test(tcase, send_that_was_on_its_way_at_a_crash_is_repeated_with_its_nonce);
    tcase_add_test(tcase, turn_is_one_parcel_and_what_arrived_of_it_is_not_sent_again);
    tcase_add_test(tcase, row_of_an_older_store_is_sent);
    tcase_add_test(tcase, nonces_are_never_used_twice);
    tcase_add_test(tcase, closed_private_way_is_told_to_the_table);
    tcase_add_test(tcase, board_that_is_gone_is_posted_anew);
    tcase_add_test(tcase, board_posted_anew_keeps_its_nonce_over_a_crash);
    tcase_add_test(tcase, answer_whose_time_is_over_goes_the_private_way);
    tcase_add_test(tcase, message_nobody_took_for_a_day_is_given_up);
    tcase_add_test(tcase, reply_to_a_message_of_a_table_means_that_table);
    suite_add_tcase(suite, tcase);
    return suite;
}
