/* The outbox alone: no house, no store; the platform is a list of what it was handed. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <check.h>

#include "outbox_batch.h"
#include "outbox_delivery_status.h"
#include "outbox_put.h"
#include "seat.h"
#include "transitions_kit.h"

enum { SENT_MAX = 16 };

struct sent_once {
    uint64_t row;
    enum send_kind kind;
    unsigned tries;
    char room[32];
    char account[32];
    char nonce[NONCE_BYTES];
};

static struct kit {
    struct outbox outbox;
    struct adapter_links links;
    struct adapter_def adapter;
    struct arena *arena;
    struct mail ends;
    struct store_batch *batch;
    int64_t now_ms;
    bool down;
    bool stands; /* the board, or card, of which a row is */
    enum outbox_render render;
    unsigned ended, lost, revoked, recorded, flushed;
    unsigned count;
    struct sent_once sent[SENT_MAX];
} kit;

static void fill(void *context, void *bytes, size_t count)
{
    static uint8_t next;
    (void)context;
    for (size_t i = 0; i < count; i++) {
        ((uint8_t *)bytes)[i] = next++;
    }
}

static void handed(struct adapter *adapter, const struct sending *sending)
{
    (void)adapter;
    ck_assert_uint_lt(kit.count, SENT_MAX);
    struct sent_once *one = &kit.sent[kit.count++];
    one->row = sending->row;
    one->kind = sending->kind;
    one->tries = sending->tries;
    snprintf(one->room, sizeof one->room, "%s", sending->room);
    snprintf(one->account, sizeof one->account, "%s",
             sending->account == NULL ? "" : sending->account);
    snprintf(one->nonce, sizeof one->nonce, "%s", sending->nonce);
}

static const char *room_of(void *context, uint64_t table)
{
    (void)context;
    return table == 1 ? "kit/den" : NULL;
}

static uint64_t person_of(void *context, const struct outbox_message *message, int seat,
                          const char **account_r)
{
    (void)context;
    (void)message;
    (void)seat;
    *account_r = NULL;
    return 0;
}

static struct mail *collect(void *context)
{
    (void)context;
    return &kit.ends;
}

static void flush(void *context)
{
    (void)context;
    kit.flushed++;
}

static bool stands(void *context, const struct outbox_row *row)
{
    (void)context;
    (void)row;
    return kit.stands;
}

static enum outbox_render render(void *context, struct outbox_row *row)
{
    (void)context;
    (void)row;
    return kit.render;
}

static void ended(void *context, const struct outbox_row *row)
{
    (void)context;
    (void)row;
    kit.ended++;
}

static void lost(void *context, const struct outbox_row *row)
{
    (void)context;
    (void)row;
    kit.lost++;
}

static void revoked(void *context, const struct outbox_row *row)
{
    (void)context;
    (void)row;
    kit.revoked++;
}

static void recorded(void *context, const struct outbox_row *row)
{
    (void)context;
    (void)row;
    kit.recorded++;
}

static void setup(void)
{
    memset(&kit, 0, sizeof kit);
    kit.arena = arena_new();
    kit.now_ms = 1000000;
    kit.adapter = (struct adapter_def){.name = "kit", .send = handed};
    link_named(&kit.links, "kit")->def = &kit.adapter;
    const struct outbox_kind kind = {.stands = stands,
                                     .render = render,
                                     .ended = ended,
                                     .lost = lost,
                                     .revoked = revoked,
                                     .recorded = recorded};
    const struct outbox_world world = {.entropy = {.fill = fill},
                                       .links = &kit.links,
                                       .now_ms = &kit.now_ms,
                                       .store_down = &kit.down,
                                       .room_of = room_of,
                                       .person = person_of,
                                       .collect = collect,
                                       .flush = flush,
                                       .kind = {[OUTBOX_BOARD] = kind, [OUTBOX_CARD] = kind}};
    outbox_init(&kit.outbox, &world);
    kit.batch = store_batch_new();
    mail_init(&kit.ends, &kit.outbox, kit.batch);
}

static void teardown(void)
{
    outbox_deinit(&kit.outbox);
    mail_deinit(&kit.ends);
    store_batch_free(&kit.batch);
    arena_free(&kit.arena);
}

/* A transaction with one message, on disk at once; returns the row's id. */
static uint64_t put(struct outbox_message message)
{
    struct store_batch *batch = store_batch_new();
    struct mail mail;
    mail_init(&mail, &kit.outbox, batch);
    if (message.board || message.card != 0) {
        outbox_put_unrendered(&mail, &message);
    } else {
        struct doc *doc = doc_new(kit.arena);
        doc_run(doc, doc_block(doc, BLOCK_PARAGRAPH), RUN_TEXT, "words", false);
        message.doc = doc;
        message.doc_kind = DOC_LINES;
        outbox_put(&mail, &message);
    }
    uint64_t id = mail.rows->id;
    mail_write(&mail);
    struct outbox_row *rows = mail.rows;
    mail.rows = NULL;
    outbox_enqueue(&kit.outbox, rows);
    outbox_ended(&mail, true);
    mail_deinit(&mail);
    store_batch_free(&batch);
    return id;
}

static uint64_t put_line(uint64_t table, uint32_t step)
{
    return put((struct outbox_message){
        .kind = SEND_POST, .room = "kit/den", .table = table, .step = step, .seat = SEAT_CROWD});
}

static uint64_t put_private(const char *account, uint64_t table, uint32_t step)
{
    return put((struct outbox_message){.kind = SEND_PRIVATE,
                                       .room = "kit/den",
                                       .account = account,
                                       .table = table,
                                       .step = step,
                                       .seat = 0});
}

static uint64_t put_board(void)
{
    return put((struct outbox_message){
        .kind = SEND_EDIT, .room = "kit/den", .table = 1, .seat = SEAT_CROWD, .board = true});
}

static uint64_t put_card(void)
{
    return put((struct outbox_message){
        .kind = SEND_PRIVATE, .room = "kit/den", .account = "Ana", .table = 1, .card = 7});
}

/* The send of a row has arrived; its end is on disk, or could not be stored. */
static void arrives(uint64_t id, bool is_rows, bool stored)
{
    struct outbox_row *row = outbox_flying(&kit.outbox, id);
    ck_assert_ptr_nonnull(row);
    outbox_arrived(row, "m1", is_rows);
    mail_end(&kit.ends, row);
    mail_write(&kit.ends);
    outbox_ended(&kit.ends, stored);
    mail_deinit(&kit.ends);
    mail_init(&kit.ends, &kit.outbox, kit.batch);
    outbox_run(&kit.outbox);
}

/* Rows that were given up have come to their end. */
static void settle(void)
{
    mail_write(&kit.ends);
    mail_deinit(&kit.ends);
    mail_init(&kit.ends, &kit.outbox, kit.batch);
}

START_TEST(outbox_sends_one_at_a_time_in_order)
{
    uint64_t first = put_line(1, 1);
    uint64_t second = put_line(2, 1);
    uint64_t third = put_line(3, 1);
    outbox_run(&kit.outbox);
    ck_assert_uint_eq(kit.count, 1);
    ck_assert_uint_eq(kit.sent[0].row, first);
    arrives(first, false, true);
    ck_assert_uint_eq(kit.count, 2);
    ck_assert_uint_eq(kit.sent[1].row, second);
    arrives(second, false, true);
    ck_assert_uint_eq(kit.sent[2].row, third);
    arrives(third, false, true);
    ck_assert_uint_eq(kit.outbox.count, 0);
    ck_assert(!outbox_has_sends_in_flight(&kit.outbox));
}
END_TEST

START_TEST(outbox_lines_of_a_table_that_wait_are_one_message)
{
    uint64_t first = put_line(1, 1);
    outbox_run(&kit.outbox);
    put_line(1, 2);
    uint64_t both = put_line(1, 3);
    ck_assert_uint_eq(kit.outbox.count, 2); /* what is on its way keeps its words */
    arrives(first, false, true);
    ck_assert_uint_eq(kit.count, 2);
    ck_assert_uint_eq(kit.sent[1].row, both);
    arrives(both, false, true);
    ck_assert_uint_eq(kit.outbox.count, 0);
}
END_TEST

START_TEST(outbox_board_that_stands_goes_behind_lines)
{
    kit.stands = true;
    put_board();
    uint64_t line = put_line(2, 1);
    outbox_run(&kit.outbox);
    ck_assert_uint_eq(kit.sent[0].row, line);
}
END_TEST

START_TEST(outbox_private_message_waits_for_the_line_of_its_table)
{
    uint64_t line = put_line(1, 3);
    uint64_t follows = put_private("Ana", 1, 3);
    uint64_t free_one = put_private("Ben", 2, 3);
    outbox_run(&kit.outbox);
    ck_assert_uint_eq(kit.count, 2);
    ck_assert_uint_eq(kit.sent[0].row, line);
    ck_assert_uint_eq(kit.sent[1].row, free_one); /* of another table */
    arrives(line, false, true);
    ck_assert_uint_eq(kit.count, 3);
    ck_assert_uint_eq(kit.sent[2].row, follows);
}
END_TEST

START_TEST(outbox_private_message_waits_for_ten_minutes_at_most)
{
    put_line(1, 3);
    uint64_t follows = put_private("Ana", 1, 3);
    outbox_run(&kit.outbox);
    ck_assert_uint_eq(kit.count, 1);
    kit.now_ms += OUTBOX_HOLD_MS - 1;
    outbox_run(&kit.outbox);
    ck_assert_uint_eq(kit.count, 1);
    kit.now_ms++;
    outbox_run(&kit.outbox);
    ck_assert_uint_eq(kit.count, 2);
    ck_assert_uint_eq(kit.sent[1].row, follows);
}
END_TEST

START_TEST(outbox_tries_again_with_the_same_nonce_after_pauses_that_grow)
{
    uint64_t line = put_line(1, 1);
    int64_t last_ms = 0;
    outbox_run(&kit.outbox);
    for (unsigned i = 0; i < 10; i++) {
        struct outbox_row *row = outbox_flying(&kit.outbox, line);
        outbox_retry_later(&kit.outbox, row, 0);
        int64_t pause_ms = row->not_before_ms - kit.now_ms;
        ck_assert_int_ge(pause_ms, last_ms);
        ck_assert_int_le(pause_ms, OUTBOX_BACKOFF_MAX_MS);
        last_ms = pause_ms;
        kit.now_ms += pause_ms - 1;
        outbox_run(&kit.outbox);
        ck_assert_uint_eq(kit.count, i + 1);
        kit.now_ms++;
        outbox_run(&kit.outbox);
        ck_assert_uint_eq(kit.count, i + 2);
        ck_assert_uint_eq(kit.sent[i + 1].tries, i + 1);
        ck_assert_str_eq(kit.sent[i + 1].nonce, kit.sent[0].nonce);
    }
    ck_assert_int_eq(last_ms, OUTBOX_BACKOFF_MAX_MS);
    ck_assert_uint_eq(kit.outbox.retried, 10);
}
END_TEST

/* What may have arrived is said once more as it was; what has not is drawn anew. */
START_TEST(outbox_keeps_what_a_card_said_only_where_it_may_stand)
{
    uint64_t ids[] = {put_card(), put_line(2, 1)};
    outbox_run(&kit.outbox);
    for (unsigned i = 0; i < 2; i++) {
        struct outbox_row *row = outbox_flying(&kit.outbox, ids[i]);
        ck_assert_ptr_nonnull(row);
        row->doc = row->doc != NULL ? row->doc : kept_doc_read("{}", 2);
        row->doubt = _i == 1;
        outbox_retry(&kit.outbox, row, kit.now_ms + 1000);
        ck_assert((row->doc == NULL) == (i == 0 && _i == 0));
    }
}
END_TEST

START_TEST(outbox_answer_whose_time_is_over_goes_in_private)
{
    uint64_t answer = put((struct outbox_message){
        .kind = SEND_ANSWER, .room = "kit/den", .account = "Ana", .seat = SEAT_NONE});
    outbox_run(&kit.outbox);
    outbox_answer_late(&kit.outbox, outbox_flying(&kit.outbox, answer));
    outbox_run(&kit.outbox);
    ck_assert_uint_eq(kit.count, 2);
    ck_assert_uint_eq(kit.sent[1].row, answer);
    ck_assert_int_eq(kit.sent[1].kind, SEND_PRIVATE);
    ck_assert_uint_eq(kit.sent[1].tries, 0);
    ck_assert_str_ne(kit.sent[1].nonce, kit.sent[0].nonce);
}
END_TEST

static uint64_t put_answer(const char *account)
{
    return put((struct outbox_message){
        .kind = SEND_ANSWER, .room = "kit/den", .account = account, .seat = SEAT_NONE});
}

START_TEST(outbox_answers_to_one_person_wait_for_no_other)
{
    uint64_t first = put_answer("Ana");
    uint64_t other = put_answer("Ben");
    uint64_t second = put_answer("Ana");
    uint64_t third = put_answer("Ana");
    outbox_run(&kit.outbox);
    ck_assert_uint_eq(kit.count, 4);
    unsigned at = kit.sent[0].row == other; /* whoever comes first */
    ck_assert_uint_eq(kit.sent[at].row, first);
    ck_assert_uint_eq(kit.sent[at + 1].row, second);
    ck_assert_uint_eq(kit.sent[at + 2].row, third);
    outbox_end(&kit.outbox, outbox_flying(&kit.outbox, second));
    outbox_answer_late(&kit.outbox, outbox_flying(&kit.outbox, first));
    outbox_answer_late(&kit.outbox, outbox_flying(&kit.outbox, third));
    outbox_run(&kit.outbox);
    ck_assert_uint_eq(kit.count, 5); /* in private one after the other again */
    ck_assert_uint_eq(kit.sent[4].row, first);
}
END_TEST

START_TEST(outbox_row_that_is_never_drawn_is_lost_and_ended)
{
    kit.render = RENDER_NEVER;
    put_board();
    outbox_run(&kit.outbox);
    settle();
    ck_assert_uint_eq(kit.count, 0);
    ck_assert_uint_eq(kit.lost, 1);
    ck_assert_uint_eq(kit.ended, 1);
    ck_assert_uint_eq(kit.outbox.count, 0);
}
END_TEST

START_TEST(outbox_row_that_is_drawn_later_waits_to_be_woken)
{
    kit.render = RENDER_LATER;
    uint64_t card = put_card();
    outbox_run(&kit.outbox);
    kit.render = RENDERED;
    kit.now_ms += OUTBOX_HOLD_MS;
    outbox_run(&kit.outbox);
    ck_assert_uint_eq(kit.count, 0);
    outbox_resume_private(&kit.outbox, "kit/Ben");
    outbox_run(&kit.outbox);
    ck_assert_uint_eq(kit.count, 0);
    outbox_resume_private(&kit.outbox, "kit/Ana");
    outbox_run(&kit.outbox);
    ck_assert_uint_eq(kit.count, 1);
    arrives(card, false, true);
    ck_assert_uint_eq(kit.ended, 1);
    ck_assert_uint_eq(kit.lost, 0);
}
END_TEST

START_TEST(outbox_end_that_is_not_stored_takes_back_what_travelled_with_it)
{
    uint64_t card = put_card();
    outbox_run(&kit.outbox);
    arrives(card, true, false);
    ck_assert_uint_eq(kit.revoked, 1);
    ck_assert_uint_eq(kit.count, 2); /* sent again */
    arrives(card, false, false);
    ck_assert_uint_eq(kit.revoked, 1); /* it has arrived; its end is written once more */
    ck_assert_uint_eq(kit.count, 2);
    outbox_record(&kit.outbox);
    ck_assert_uint_eq(kit.recorded, 1);
    ck_assert_uint_eq(kit.flushed, 1);
    ck_assert_uint_eq(kit.ends.ended_count, 1);
    outbox_ended(&kit.ends, true);
    settle();
    ck_assert_uint_eq(kit.outbox.count, 0);
}
END_TEST

START_TEST(outbox_sends_only_what_passes_while_the_store_is_down)
{
    kit.down = true;
    put_line(1, 1);
    struct doc *doc = doc_new(kit.arena);
    const struct outbox_message said = {
        .kind = SEND_POST, .room = "kit/den", .doc = doc, .doc_kind = DOC_SAY, .seat = SEAT_CROWD};
    outbox_say_now(&kit.outbox, &said);
    outbox_run(&kit.outbox);
    ck_assert_uint_eq(kit.count, 1);
    arrives(kit.sent[0].row, false, false); /* it was in no store: it has ended all the same */
    ck_assert_uint_eq(kit.outbox.count, 1);
    kit.down = false;
    outbox_resume(&kit.outbox);
    outbox_run(&kit.outbox);
    ck_assert_uint_eq(kit.count, 2);
}
END_TEST

START_TEST(outbox_row_is_sent_only_while_it_waits)
{
    kit_transitions_are_sound(&outbox_transitions, STATE_BIT(OUTBOX_WAITING), OUTBOX_ENDED);
    for (unsigned state = 0; state < outbox_transitions.count; state++) {
        bool waits = state == OUTBOX_WAITING;
        ck_assert_int_eq(transitions_allow(&outbox_transitions, state, OUTBOX_SENDING), waits);
        ck_assert_int_eq(transitions_allow(&outbox_transitions, state, OUTBOX_JOINED), waits);
        ck_assert_int_eq(transitions_allow(&outbox_transitions, state, OUTBOX_WITHDRAWN), waits);
        ck_assert_int_eq(transitions_allow(&outbox_transitions, state, OUTBOX_RECORDING),
                         state == OUTBOX_ENDED);
    }
}
END_TEST

Suite *suite_outbox(void);

Suite *suite_outbox(void)
{
    Suite *suite = suite_create("outbox");
    TCase *tcase = tcase_create("outbox");
    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_add_test(tcase, outbox_sends_one_at_a_time_in_order);
    tcase_add_test(tcase, outbox_lines_of_a_table_that_wait_are_one_message);
    tcase_add_test(tcase, outbox_board_that_stands_goes_behind_lines);
    tcase_add_test(tcase, outbox_private_message_waits_for_the_line_of_its_table);
    tcase_add_test(tcase, outbox_private_message_waits_for_ten_minutes_at_most);
    tcase_add_test(tcase, outbox_tries_again_with_the_same_nonce_after_pauses_that_grow);
    tcase_add_loop_test(tcase, outbox_keeps_what_a_card_said_only_where_it_may_stand, 0, 2);
    tcase_add_test(tcase, outbox_answer_whose_time_is_over_goes_in_private);
    tcase_add_test(tcase, outbox_answers_to_one_person_wait_for_no_other);
    tcase_add_test(tcase, outbox_row_is_sent_only_while_it_waits);
    tcase_add_test(tcase, outbox_row_that_is_never_drawn_is_lost_and_ended);
    tcase_add_test(tcase, outbox_row_that_is_drawn_later_waits_to_be_woken);
    tcase_add_test(tcase, outbox_end_that_is_not_stored_takes_back_what_travelled_with_it);
    tcase_add_test(tcase, outbox_sends_only_what_passes_while_the_store_is_down);
    suite_add_tcase(suite, tcase);
    return suite;
}
