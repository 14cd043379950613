/* The outbox: in order for each reader, with the same nonce until the delivery status is known, and
 * never lost. */

#include <stdio.h>
#include <string.h>

#include <check.h>

#include "board_put.h"
#include "doc_join.h"
#include "house_kit.h"
#include "kit.h"
#include "outbox_put.h"

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

/* A turn of the first table: a line for its room, something private for Ana that follows it (NULL:
 * nothing), and what its board is now. */
static void turn(const char *line, const char *private)
{
    struct table_entry *entry = house_kit_table(&kit);
    struct commit *commit = commit_new(kit.house);
    struct outbox_message message = {
        .kind = SEND_POST,
        .room = entry->room->key,
        .doc_kind = DOC_LINES,
        .table = entry->id,
        .number = entry->number,
        .step = ++entry->resident->table.step,
        .seat = SEAT_CROWD,
    };
    for (int i = 0; i < 2; i++) {
        const char *text = i == 0 ? line : private;
        if (text != NULL) {
            struct arena *arena = arena_new();
            struct doc *doc = doc_new(arena);
            doc_run(doc, doc_block(doc, BLOCK_PARAGRAPH), RUN_TEXT, text, false);
            message.doc = doc;
            outbox_put(&commit->mail, &message);
            arena_free(&arena);
        }
        message.kind = SEND_PRIVATE;
        message.account = "Ana";
        message.doc_kind = DOC_PRIVATE;
    }
    entry->resident->table.opened_ms++; /* the board differs */
    board_put(commit, entry);
    commit_submit(&commit);
    house_kit_settle(&kit);
}

START_TEST(room_gets_one_message_at_a_time_in_order)
{
    kit.hold = true;
    house_kit_says(&kit, "Ana", "!interceptor");
    turn("first", NULL);
    house_kit_says(&kit, "Ben", "!join"); /* all that is told of it is private, and the board */
    ck_assert_uint_eq(kit.send_count, 1);
    ck_assert_uint_eq(house_kit_count(&kit, 0, "\"kind\":\"board\""), 1);
    house_kit_arrive(&kit, find(SEND_POST, "\"kind\":\"board\"", 0));
    house_kit_settle(&kit);
    ck_assert_uint_eq(house_kit_count(&kit, 0, "first"), 1);
    turn("later line", NULL);
    ck_assert_uint_eq(house_kit_count(&kit, 0, "later line"), 0);
    house_kit_arrive(&kit, find(SEND_POST, "first", 0));
    house_kit_settle(&kit);
    ck_assert_uint_eq(house_kit_count(&kit, 0, "later line"), 1);
}
END_TEST

START_TEST(no_line_waits_for_an_edit_of_the_board)
{
    house_kit_says(&kit, "Ana", "!interceptor");
    house_kit_says(&kit, "Ana", "!join");
    kit.hold = true;
    turn("first", NULL); /* it flies, and Ben's name waits behind it for the board */
    house_kit_says(&kit, "Ben", "!join");
    turn("later line", NULL);
    unsigned sends = kit.send_count;
    house_kit_arrive(&kit, find(SEND_POST, "first", 0));
    house_kit_settle(&kit);
    ck_assert_uint_eq(house_kit_count(&kit, sends, "later line"), 1);
    ck_assert_uint_eq(house_kit_count(&kit, sends, "\"kind\":\"board\""), 0);
    house_kit_arrive(&kit, find(SEND_POST, "later line", 0));
    house_kit_settle(&kit);
    ck_assert_uint_eq(house_kit_count(&kit, sends, "\"kind\":\"board\""), 1);
}
END_TEST

START_TEST(an_edit_that_failed_lets_lines_pass_in_their_order)
{
    house_kit_says(&kit, "Ana", "!interceptor");
    kit.hold = true;
    house_kit_says(&kit, "Ana", "!join"); /* the edit of the board flies */
    const struct kit_send *edit = find(SEND_EDIT, "\"kind\":\"board\"", 0);
    ck_assert(edit->routine);
    turn("first", NULL); /* waits behind the edit */
    unsigned sends = kit.send_count;
    house_send_failed(kit.house, kit.adapter, edit->row, SEND_NOT_SENT, kit.now_ms + 60000,
                      "told to");
    house_kit_settle(&kit);
    turn("later line", NULL);
    ck_assert_uint_eq(house_kit_count(&kit, sends, "first"), 1);
    ck_assert_uint_eq(house_kit_count(&kit, sends, "later line"), 0);
    ck_assert(!find(SEND_POST, "first", 0)->routine);
    house_kit_arrive(&kit, find(SEND_POST, "first", 0));
    house_kit_settle(&kit);
    ck_assert_uint_eq(house_kit_count(&kit, sends, "later line"), 1);
}
END_TEST

/* What is private is told when the line that it is about has left, and no sooner; what is about
 * something else passes it. */
START_TEST(what_is_private_never_overtakes_its_line)
{
    house_kit_says(&kit, "Ana", "!interceptor");
    kit.hold = true;
    turn("public", "for Ana alone");
    house_kit_says_in(&kit, "hall", "Ana", "!decrypto");
    house_kit_says_in(&kit, "hall", "Ana", "!join");
    ck_assert_uint_eq(house_kit_count(&kit, 0, "for Ana alone"), 0);
    ck_assert_uint_eq(house_kit_count(&kit, 0, "You're in"), 1);
    house_kit_arrive(&kit, find(SEND_PRIVATE, "You're in", 0));
    house_kit_pass(&kit, OUTBOX_HOLD_MS - 1);
    ck_assert_uint_eq(house_kit_count(&kit, 0, "for Ana alone"), 0);
    house_kit_arrive(&kit, find(SEND_POST, "public", 0));
    house_kit_settle(&kit);
    ck_assert_uint_eq(house_kit_count(&kit, 0, "for Ana alone"), 1);
}
END_TEST

START_TEST(what_is_private_waits_over_a_restart_and_not_for_ever)
{
    house_kit_says(&kit, "Ana", "!interceptor");
    kit.hold = true;
    turn("public", "for Ana alone");
    house_kit_restart(&kit);
    house_kit_settle(&kit);
    ck_assert_uint_eq(house_kit_count(&kit, 0, "public"), 2);
    ck_assert_uint_eq(house_kit_count(&kit, 0, "for Ana alone"), 0);
    house_kit_pass(&kit, OUTBOX_HOLD_MS);
    ck_assert_uint_eq(house_kit_count(&kit, 0, "for Ana alone"), 1);
}
END_TEST

/* What waits for a room is one message when it is sent; what was tried keeps its content. */
START_TEST(lines_that_wait_become_one_message)
{
    house_kit_says(&kit, "Ana", "!interceptor");
    kit.hold = true;
    turn("line one", NULL);
    turn("line two", "for Ana alone");
    turn("line three", NULL);
    turn("line four", NULL);
    ck_assert_uint_eq(rows_in_store(), 3); /* the first with the board, Ana's, the rest */
    house_kit_arrive(&kit, find(SEND_POST, "line one", 0));
    house_kit_settle(&kit);
    const struct kit_send *joined = find(SEND_POST, "line two", 0);
    ck_assert(house_kit_has(joined, "line two\nline three\nline four"));
    turn("line five", NULL);
    ck_assert_uint_eq(house_kit_count(&kit, 0, "for Ana alone"), 0);
    house_kit_restart(&kit);
    house_kit_settle(&kit);
    const struct kit_send *again = find(SEND_POST, "line two", 1);
    ck_assert_str_eq(again->nonce, joined->nonce);
    ck_assert_str_eq(again->doc, joined->doc);
    ck_assert_uint_eq(house_kit_count(&kit, 0, "line five"), 0);
    house_kit_arrive(&kit, again);
    house_kit_settle(&kit);
    ck_assert_uint_eq(house_kit_count(&kit, 0, "line five"), 1);
    ck_assert_uint_eq(house_kit_count(&kit, 0, "for Ana alone"), 1);
    ck_assert_uint_eq(house_kit_count(&kit, 0, "line three"), 2);
}
END_TEST

START_TEST(what_is_much_to_read_is_several_messages)
{
    char text[DOC_JOINED_LETTERS];
    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    house_kit_says(&kit, "Ana", "!interceptor");
    kit.hold = true;
    turn("line one", NULL);
    turn("line two", NULL);
    turn(text, NULL);
    for (int i = 0; i < DOC_JOINED_BLOCKS + 1; i++) {
        turn("and so on", NULL);
    }
    kit.hold = false;
    house_kit_arrive(&kit, find(SEND_POST, "line one", 0));
    house_kit_settle(&kit);
    ck_assert_uint_eq(house_kit_count(&kit, 0, "line two"), 1);
    ck_assert_uint_eq(house_kit_count(&kit, 0, text), 1);
    ck_assert(!house_kit_has(find(SEND_POST, text, 0), "and so on"));
    ck_assert(!house_kit_has(find(SEND_POST, text, 0), "line two"));
    ck_assert_uint_eq(house_kit_count(&kit, 0, "and so on"), 2);
}
END_TEST

START_TEST(lines_that_were_joined_and_not_stored_are_as_they_were)
{
    house_kit_says(&kit, "Ana", "!interceptor");
    kit.hold = true;
    turn("line one", NULL);
    turn("line two", NULL);
    kit.disk_full = true;
    turn("line three", NULL);
    ck_assert(kit.house->down);
    kit.disk_full = false;
    kit.hold = false;
    house_kit_arrive(&kit, find(SEND_POST, "line one", 0));
    house_kit_pass(&kit, 5000);
    ck_assert_uint_eq(house_kit_count(&kit, 0, "line two"), 1);
    ck_assert_uint_eq(house_kit_count(&kit, 0, "line three"), 0);
    ck_assert_uint_eq(kit.house->outbox.count, 0);
}
END_TEST

START_TEST(line_that_is_given_up_holds_nothing_back)
{
    house_kit_says(&kit, "Ana", "!interceptor");
    kit.hold = true;
    turn("public", "for Ana alone");
    house_send_failed(kit.house, kit.adapter, find(SEND_POST, "public", 0)->row, SEND_GONE, 0,
                      "the room is gone");
    house_kit_settle(&kit);
    ck_assert_uint_eq(house_kit_count(&kit, 0, "for Ana alone"), 1);
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
    house_kit_pass(&kit, 2500);
    ck_assert_uint_eq(house_kit_count(&kit, sends, "\"kind\":\"board\""), 2);
}
END_TEST

START_TEST(board_edits_that_wait_become_one)
{
    house_kit_says(&kit, "Ana", "!interceptor");
    kit.hold = true;
    unsigned held = kit.send_count;
    house_kit_says(&kit, "Ana", "!join");
    for (int i = 0; i < 5; i++) {
        house_kit_says(&kit, "Ana", "!ready");
    }
    kit.hold = false;
    house_kit_arrive(&kit, find(SEND_PRIVATE, "You're in", 0));
    house_kit_arrive(&kit, find(SEND_EDIT, "\"kind\":\"board\"", 0));
    house_kit_settle(&kit);
    ck_assert_uint_eq(house_kit_count(&kit, held, "\"kind\":\"board\""), 2);
    ck_assert_str_eq(find(SEND_EDIT, "\"kind\":\"board\"", 0)->edit_of,
                     house_kit_table(&kit)->board);
}
END_TEST

/* Where it has become another meanwhile, an edit follows: the platform may have the first one. */
START_TEST(send_that_failed_is_repeated_with_its_nonce)
{
    bool differs = _i % 2 == 1;
    kit.fail = 1;
    kit.status = _i / 2 == 0 ? SEND_AMBIGUOUS : SEND_NOT_SENT;
    house_kit_says(&kit, "Ana", "!interceptor");
    if (differs) {
        house_kit_says(&kit, "Ana", "!join");
    }
    house_kit_pass(&kit, 20000);
    const struct kit_send *first = find(SEND_POST, "who plays?", 0);
    const struct kit_send *second = find(SEND_POST, "who plays?", 1);
    ck_assert_str_eq(first->nonce, second->nonce);
    ck_assert_uint_eq(house_kit_count(&kit, 0, "who plays?"), differs ? 3 : 2);
    ck_assert_uint_eq(kit.house->outbox.count, 0);
}
END_TEST

START_TEST(send_that_shall_come_later_comes_when_asked_for)
{
    kit.fail = 1;
    kit.status = SEND_NOT_SENT;
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
    ck_assert_str_eq(find(SEND_POST, "who plays?", 0)->nonce,
                     find(SEND_POST, "who plays?", 1)->nonce);
    ck_assert_uint_ge(find(SEND_POST, "who plays?", 1)->tries, 1);
    ck_assert_uint_eq(kit.house->outbox.count, 0);
    house_kit_restart(&kit);
    house_kit_settle(&kit);
    ck_assert_uint_eq(house_kit_count(&kit, 0, "who plays?"), 3); /* and once more as it is now */
}
END_TEST

START_TEST(turn_is_one_parcel_and_what_arrived_of_it_is_not_sent_again)
{
    house_kit_says(&kit, "Ana", "!interceptor");
    kit.hold = true;
    unsigned held = kit.send_count;
    turn("public", "for Ana alone");
    ck_assert_uint_eq(kit.send_count - held, 1); /* to the room; the others wait for it */
    ck_assert_uint_eq(kit.house->outbox.count, 3);
    ck_assert_uint_eq(rows_in_store(), 1);
    house_kit_arrive(&kit, find(SEND_POST, "public", 0));
    house_kit_settle(&kit);
    ck_assert_uint_eq(rows_in_store(), 1);
    kit.hold = false;
    house_kit_restart(&kit);
    house_kit_settle(&kit);
    ck_assert_uint_eq(house_kit_count(&kit, 0, "public"), 1);
    ck_assert_str_eq(find(SEND_PRIVATE, "for Ana alone", 0)->nonce,
                     find(SEND_PRIVATE, "for Ana alone", 1)->nonce);
    ck_assert_uint_eq(rows_in_store(), 0);
    ck_assert_uint_eq(house_kit_count(&kit, 0, "for Ana alone"), 2);
    house_kit_restart(&kit);
    house_kit_settle(&kit);
    ck_assert_uint_eq(house_kit_count(&kit, 0, "for Ana alone"), 2);
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
    kit.hold = false;
    house_kit_arrive(&kit, find(SEND_EDIT, "\"kind\":\"board\"", 0));
    house_send_failed(kit.house, kit.adapter, find(SEND_PRIVATE, "You're in", 0)->row, SEND_REFUSED,
                      0, "closed");
    house_kit_settle(&kit);
    ck_assert_int_eq(house_kit_table(&kit)->resident->table.seat[0].reach, DIRECT_CLOSED);
    ck_assert_uint_gt(house_kit_count(&kit, 0, "private messages don't arrive"), 0);
}
END_TEST

START_TEST(board_that_is_gone_is_posted_anew)
{
    house_kit_says(&kit, "Ana", "!interceptor");
    unsigned before = kit.send_count;
    kit.hold = true;
    house_kit_says(&kit, "Ana", "!join");
    const struct kit_send *edit = find(SEND_EDIT, "\"kind\":\"board\"", 0);
    kit.hold = false;
    house_send_failed(kit.house, kit.adapter, edit->row, SEND_GONE, 0, "deleted");
    house_kit_arrive(&kit, find(SEND_PRIVATE, "You're in", 0));
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
    struct inbound inbound = {
        .kind = INBOUND_PRESS,
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
    ck_assert(house_enqueue(kit.house, kit.adapter, &inbound, NULL, 0, &kit));
    house_kit_settle(&kit);
}

START_TEST(answer_whose_time_is_over_goes_the_private_way)
{
    house_kit_says(&kit, "Ana", "!interceptor");
    kit.fail = 1;
    kit.status = SEND_GONE;
    press_with_answer("t1.-.start");
    const struct kit_send *answer = find(SEND_ANSWER, "\"kind\":\"over\"", 0);
    ck_assert_ptr_eq(answer->answer, &kit);
    const struct kit_send *private = find(SEND_PRIVATE, "\"kind\":\"over\"", 0);
    ck_assert_ptr_null(private->answer);
    ck_assert_str_eq(private->account, "Zoe");
    ck_assert_str_ne(private->nonce, answer->nonce);
    ck_assert_uint_eq(kit.house->outbox.count, 0);
}
END_TEST

START_TEST(answer_whose_time_is_over_stays_private_over_a_crash)
{
    house_kit_says(&kit, "Ana", "!interceptor");
    kit.fail = 1;
    kit.status = SEND_GONE;
    kit.hold = true;
    press_with_answer("t1.-.start");
    const struct kit_send *private = find(SEND_PRIVATE, "\"kind\":\"over\"", 0);
    kit.hold = false;
    house_kit_restart(&kit);
    house_kit_settle(&kit);
    const struct kit_send *again = find(SEND_PRIVATE, "\"kind\":\"over\"", 1);
    ck_assert_str_eq(again->nonce, private->nonce);
    ck_assert_uint_eq(kit.house->outbox.count, 0);
}
END_TEST

START_TEST(message_nobody_took_for_a_day_is_given_up)
{
    kit.fail = 1000000;
    kit.status = SEND_NOT_SENT;
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
    struct inbound inbound = {
        .kind = INBOUND_TEXT,
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
    ck_assert_ptr_nonnull(inbound.reply_to);
    ck_assert(house_enqueue(kit.house, kit.adapter, &inbound, NULL, 0, &kit));
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
    tcase_add_test(tcase, what_is_private_never_overtakes_its_line);
    tcase_add_test(tcase, what_is_private_waits_over_a_restart_and_not_for_ever);
    tcase_add_test(tcase, line_that_is_given_up_holds_nothing_back);
    tcase_add_test(tcase, lines_that_wait_become_one_message);
    tcase_add_test(tcase, what_is_much_to_read_is_several_messages);
    tcase_add_test(tcase, lines_that_were_joined_and_not_stored_are_as_they_were);
    tcase_add_test(tcase, a_board_is_edited_no_more_often_than_its_platform_likes);
    tcase_add_test(tcase, board_edits_that_wait_become_one);
    tcase_add_loop_test(tcase, send_that_failed_is_repeated_with_its_nonce, 0, 4);
    tcase_add_test(tcase, send_that_shall_come_later_comes_when_asked_for);
    tcase_add_test(tcase, send_that_was_on_its_way_at_a_crash_is_repeated_with_its_nonce);
    tcase_add_test(tcase, turn_is_one_parcel_and_what_arrived_of_it_is_not_sent_again);
    tcase_add_test(tcase, row_of_an_older_store_is_sent);
    tcase_add_test(tcase, nonces_are_never_used_twice);
    tcase_add_test(tcase, closed_private_way_is_told_to_the_table);
    tcase_add_test(tcase, board_that_is_gone_is_posted_anew);
    tcase_add_test(tcase, board_posted_anew_keeps_its_nonce_over_a_crash);
    tcase_add_test(tcase, answer_whose_time_is_over_goes_the_private_way);
    tcase_add_test(tcase, answer_whose_time_is_over_stays_private_over_a_crash);
    tcase_add_test(tcase, message_nobody_took_for_a_day_is_given_up);
    tcase_add_test(tcase, reply_to_a_message_of_a_table_means_that_table);
    suite_add_tcase(suite, tcase);
    return suite;
}
