/* What the house sends into rooms: repeated without repeating, refused where it may not be. */
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "heap.h"
#include "matrix_greet.h"
#include "matrix_power.h"
#include "matrix_say.h"
#include "out_kit.h"

Suite *suite_matrix_send(void);

#define PUT   "/rooms/{}/send/{}/{}"
#define STATE "/rooms/{}/state"

static struct matrix_room *den;

static void set_up(void)
{
    out_set_up();
    den = out_den();
}

static void post(uint64_t row, const char *text)
{
    out_send(row, SEND_POST, OUT_DEN, NULL, DOC_LINES, out_doc(text, NULL));
}

START_TEST(a_line_is_a_notice_in_its_room_under_the_rows_own_nonce)
{
    post(1, "Ana sits down.");
    struct out_request *request = out_asked("PUT", PUT);
    cJSON *content = out_content(request);
    ck_assert_str_eq(request->path, "/_matrix/client/v3/rooms/%21den%3Ahouse.example/send/"
                                    "m.room.message/0123456789012345678901");
    ck_assert(request->limited && request->repeatable);
    ck_assert_int_eq(request->priority, MATRIX_PROMPT);
    ck_assert_str_eq(cJSON_GetStringValue(cJSON_GetObjectItem(content, "msgtype")), "m.notice");
    ck_assert_str_eq(cJSON_GetStringValue(cJSON_GetObjectItem(content, "body")), "Ana sits down.");
    cJSON_Delete(content);
    ck_assert(!out_has_ended(1));
    out_become(request, "$line");
    ck_assert(out_ended(1)->sent);
    ck_assert_str_eq(out_ended(1)->id, "$line");
}
END_TEST

START_TEST(a_room_is_spoken_to_in_its_language)
{
    static const char german[] = "language = de\nmatrix.hello = Guten Tag.\n";
    struct fault fault = {0};
    struct catalogue *words =
        catalogue_new_over(german, strlen(german), out.setup.catalogue, &fault);
    ck_assert_ptr_nonnull(words);
    out.words_of_den = words;
    matrix_room_greet(&out.matrix, OUT_DEN);
    cJSON *content = out_content(out_asked("PUT", PUT));
    ck_assert_str_eq(cJSON_GetStringValue(cJSON_GetObjectItem(content, "body")), "Guten Tag.");
    cJSON_Delete(content);
    catalogue_free(&words);
}
END_TEST

/* matrix.md 3, rows 5 and 6 */
START_TEST(what_may_have_arrived_is_sent_again_with_the_same_transaction_and_the_same_words)
{
    const struct doc *doc = out_doc("Ana sits down.", NULL);
    struct sending sending = {.row = 1,
                              .kind = SEND_POST,
                              .room = OUT_DEN,
                              .nonce = "0123456789012345678901",
                              .doc = doc,
                              .head = {.kind = DOC_LINES},
                              .created_ms = out.now_ms};
    out_send_with(&sending);
    struct out_request *first = out_asked("PUT", PUT);
    out_answer(first, ANSWER_AMBIGUOUS, NULL);
    ck_assert_int_eq(out_ended(1)->status, SEND_AMBIGUOUS);
    ck_assert_int_gt(out_ended(1)->retry_ms, out.now_ms);
    out_later(90000);
    sending.tries = 1;
    out_send_with(&sending);
    struct out_request *second = out_asked("PUT", PUT);
    ck_assert_str_eq(first->path, second->path);
    ck_assert_str_eq(first->json, second->json);
    out_become(second, "$line");
    ck_assert(out_ended(1)->sent);
}
END_TEST

START_TEST(an_event_that_comes_back_ends_a_send_whose_answer_was_lost)
{
    post(1, "Ana sits down.");
    struct out_request *request = out_asked("PUT", PUT);
    matrix_local_echo(&out.matrix, den, "another", "$other");
    ck_assert(!out_has_ended(1));
    matrix_local_echo(&out.matrix, den, "0123456789012345678901", "$line");
    ck_assert(out_ended(1)->sent);
    ck_assert_str_eq(out_ended(1)->id, "$line");
    ck_assert(!request->open);
}
END_TEST

START_TEST(an_answer_without_an_event_is_no_answer)
{
    static const char *const bad[] = {"{}", "{\"event_id\":7}", "{\"event_id\":\"line\"}", "[]"};
    for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++) {
        post(i + 1, "Ana sits down.");
        out_answer(out_asked("PUT", PUT), ANSWER_DONE, bad[i]);
        ck_assert_int_eq(out_ended(i + 1)->status, SEND_AMBIGUOUS);
    }
}
END_TEST

START_TEST(each_answer_becomes_a_status_that_the_house_can_act_on)
{
    static const struct {
        enum answer_status status;
        enum send_status told;
    } rows[] = {
        {ANSWER_NOT_SENT, SEND_NOT_SENT},     {ANSWER_DOWN, SEND_NOT_SENT},
        {ANSWER_LIMITED, SEND_NOT_SENT},      {ANSWER_GONE, SEND_GONE},
        {ANSWER_UNRECOGNIZED, SEND_NOT_SENT}, {ANSWER_QUOTA, SEND_NOT_SENT},
        {ANSWER_SUSPENDED, SEND_NOT_SENT},    {ANSWER_BAD, SEND_GONE},
        {ANSWER_UNAUTHORIZED, SEND_NOT_SENT}, {ANSWER_AMBIGUOUS, SEND_AMBIGUOUS},
    };
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        post(i + 1, "Ana sits down.");
        out_answer(out_asked("PUT", PUT), rows[i].status, NULL);
        ck_assert_int_eq(out_ended(i + 1)->status, rows[i].told);
        bool again = rows[i].told == SEND_NOT_SENT || rows[i].told == SEND_AMBIGUOUS;
        ck_assert((out_ended(i + 1)->retry_ms > out.now_ms) == again);
    }
}
END_TEST

START_TEST(what_a_sync_says_of_a_room_is_enough_to_speak_there)
{
    den->state = MATRIX_STATE_PARTIAL;
    post(1, "Ana sits down.");
    ck_assert_ptr_null(out_asked("GET", STATE));
    out_answer(out_asked("PUT", PUT), ANSWER_FORBIDDEN, NULL);
    ck_assert_ptr_nonnull(out_asked("GET", STATE));
}
END_TEST

/* The relation that the one send asked for has. */
static void relates_to(const char *root)
{
    struct out_request *request = out_asked("PUT", PUT);
    cJSON *content = out_content(request);
    const cJSON *relates = cJSON_GetObjectItem(content, "m.relates_to");
    ck_assert((relates != NULL) == (root != NULL));
    if (root != NULL) {
        ck_assert_str_eq(cJSON_GetStringValue(cJSON_GetObjectItem(relates, "event_id")), root);
    }
    cJSON_Delete(content);
    out_become(request, "$line");
}

START_TEST(what_was_said_in_a_thread_is_answered_there_and_nothing_else_is)
{
    den->thread = heap_copy("$root");
    den->thread_last = heap_copy("$last");
    den->thread_ms = out.now_ms;
    post(1, "Ana sits down.");
    relates_to("$root");
    out_send(2, SEND_POST, OUT_DEN, NULL, DOC_BOARD, out_doc("A table.", NULL));
    relates_to(NULL);
    out_later(70000);
    post(3, "Time is up.");
    relates_to(NULL);
}
END_TEST

START_TEST(how_long_a_limit_lasts_is_told_to_the_house)
{
    out.retry_ms = 240000;
    post(1, "Ana sits down.");
    out_answer(out_asked("PUT", PUT), ANSWER_LIMITED, NULL);
    ck_assert_int_eq(out_ended(1)->status, SEND_NOT_SENT);
    ck_assert_int_eq(out_ended(1)->retry_ms, out.now_ms + 240000);
}
END_TEST

/* matrix.md 1.6: membership and power are looked at anew; it is never taken for a lost session. */
START_TEST(what_is_forbidden_is_gone_when_we_are_out_and_late_when_we_are_in)
{
    static const char *const alone[] = {NULL};
    post(1, "Ana sits down.");
    out_answer(out_asked("PUT", PUT), ANSWER_FORBIDDEN, NULL);
    out_state_of(out_asked("GET", STATE), alone, "shared", "public", false);
    ck_assert_int_eq(out_ended(1)->status, SEND_NOT_SENT);
    post(2, "Ana sits down.");
    out_answer(out_asked("PUT", PUT), ANSWER_FORBIDDEN, NULL);
    out_answer(out_asked("GET", STATE), ANSWER_FORBIDDEN, NULL);
    ck_assert_int_eq(out_ended(2)->status, SEND_GONE);
}
END_TEST

/* So much has whoever speaks in the den. */
static void den_wants(int level)
{
    cJSON *levels = cJSON_CreateObject();
    cJSON_AddNumberToObject(levels, "events_default", level);
    if (den->power == NULL) {
        den->power = matrix_power_new();
    }
    matrix_power_levels(den->power, levels);
    cJSON_Delete(levels);
}

/* Refused, and the room says that we may not write. */
static void post_held(uint64_t row)
{
    post(row, "Ana sits down.");
    out_answer(out_asked("PUT", PUT), ANSWER_FORBIDDEN, NULL);
    struct out_request *state = out_asked("GET", STATE);
    den->state = MATRIX_STATE_COMPLETE;
    den_wants(50);
    out_answer(state, ANSWER_DONE, NULL);
    ck_assert_ptr_null(out_asked("PUT", PUT));
    ck_assert(!out_has_ended(row));
}

START_TEST(what_we_may_not_write_goes_when_we_may_and_is_asked_about_anew)
{
    post_held(1);
    matrix_room_changed(&out.matrix, den);
    ck_assert_ptr_null(out_asked("PUT", PUT)); /* it has changed, and we still may not */
    for (unsigned i = 0; i < 2; i++) {
        den_wants(0);
        matrix_room_changed(&out.matrix, den);
        struct out_request *put = out_asked("PUT", PUT);
        ck_assert_ptr_nonnull(put);
        out_answer(put, ANSWER_FORBIDDEN, NULL); /* a refusal as good as the first */
        struct out_request *state = out_asked("GET", STATE);
        ck_assert_ptr_nonnull(state);
        den->state = MATRIX_STATE_COMPLETE;
        den_wants(50);
        out_answer(state, ANSWER_DONE, NULL);
        ck_assert(!out_has_ended(1));
    }
    den_wants(0);
    matrix_room_changed(&out.matrix, den);
    out_become(out_asked("PUT", PUT), "$line");
    ck_assert(out_ended(1)->sent);
}
END_TEST

START_TEST(what_we_may_not_write_is_told_to_be_late_after_its_time)
{
    post_held(1);
    out_later(INT64_C(3600) * 1000);
    ck_assert_int_eq(out_ended(1)->status, SEND_NOT_SENT);
}
END_TEST

/* matrix.md 3, row 13 */
START_TEST(nothing_goes_into_a_room_that_is_encrypted_or_not_known_to_be_plain)
{
    static const char *const nobody[] = {NULL};
    den->encryption = MATRIX_ENCRYPTED;
    post(1, "Ana sits down.");
    ck_assert_int_eq(out_ended(1)->status, SEND_GONE);
    struct matrix_room *hall = matrix_room_at(&out.matrix, "!hall:house.example");
    out_send(2, SEND_POST, hall->id, NULL, DOC_LINES, out_doc("Ana sits down.", NULL));
    ck_assert_ptr_null(out_asked("PUT", PUT));
    out_answer(out_asked("GET", STATE), ANSWER_DOWN, NULL);
    ck_assert_int_eq(out_ended(2)->status, SEND_NOT_SENT);
    out_send(3, SEND_POST, hall->id, NULL, DOC_LINES, out_doc("Ana sits down.", NULL));
    out_state_of(out_asked("GET", STATE), nobody, "shared", "public", true);
    ck_assert_int_eq(out_ended(3)->status, SEND_GONE);
    ck_assert(!out_ever("Ana sits down."));
}
END_TEST

START_TEST(encryption_that_comes_between_two_parts_stops_the_second)
{
    static char text[20000];
    memset(text, 'x', sizeof text - 1);
    for (size_t i = 80; i < sizeof text - 1; i += 81) {
        text[i] = ' ';
    }
    post(1, text);
    den->encryption = MATRIX_ENCRYPTED;
    out_become(out_asked("PUT", PUT), "$one");
    ck_assert_ptr_null(out_asked("PUT", PUT));
    ck_assert_int_eq(out_ended(1)->status, SEND_GONE);
}
END_TEST

START_TEST(a_long_message_goes_part_after_part_each_with_an_id_of_its_own)
{
    static char text[20000];
    memset(text, 'x', sizeof text - 1);
    for (size_t i = 80; i < sizeof text - 1; i += 81) {
        text[i] = ' ';
    }
    post(1, text);
    unsigned parts = 0;
    for (struct out_request *request = NULL; (request = out_asked("PUT", PUT)) != NULL; parts++) {
        ck_assert_uint_eq(out_open(), 1);
        ck_assert_ptr_nonnull(strstr(request->path, "0123456789012345678901"));
        out_become(request, parts == 0 ? "$first" : "$more");
    }
    ck_assert_uint_gt(parts, 2);
    ck_assert_str_ne(out.request[0].path, out.request[1].path);
    ck_assert_str_ne(out.request[1].path, out.request[2].path);
    ck_assert_int_eq(strncmp(out_ended(1)->id, "$first $more", 12), 0); /* all its parts */
}
END_TEST

START_TEST(what_is_too_large_is_sent_in_smaller_parts_under_other_ids)
{
    static char text[4000];
    memset(text, 'x', sizeof text - 1);
    for (size_t i = 80; i < sizeof text - 1; i += 81) {
        text[i] = ' ';
    }
    post(1, text);
    struct out_request *large = out_asked("PUT", PUT);
    out_answer(large, ANSWER_TOO_LARGE, NULL);
    struct out_request *small = out_asked("PUT", PUT);
    while (strlen(small->json) > 5000) {
        out_answer(small, ANSWER_TOO_LARGE, NULL);
        small = out_asked("PUT", PUT);
    }
    ck_assert_str_ne(large->path, small->path);
    for (; small != NULL; small = out_asked("PUT", PUT)) {
        out_become(small, "$small");
    }
    ck_assert(out_ended(1)->sent);
}
END_TEST

START_TEST(what_no_server_takes_ends)
{
    post(1, "Ana sits down.");
    for (int i = 0; i < 6 && out_asked("PUT", PUT) != NULL; i++) {
        out_answer(out_asked("PUT", PUT), ANSWER_TOO_LARGE, NULL);
    }
    ck_assert_int_eq(out_ended(1)->status, SEND_GONE);
}
END_TEST

START_TEST(an_answer_that_one_person_alone_may_see_is_no_message_in_the_room)
{
    out_send(1, SEND_ANSWER, OUT_DEN, ROOM_ANA, DOC_ANSWER, out_doc("You are the spy.", NULL));
    ck_assert_int_eq(out_ended(1)->status, SEND_REFUSED);
    ck_assert_uint_eq(out.request_count, 0);
}
END_TEST

START_TEST(what_is_no_document_is_given_up)
{
    out_send(1, SEND_POST, OUT_DEN, NULL, DOC_LINES, NULL);
    ck_assert_int_eq(out_ended(1)->status, SEND_GONE);
    out_send(2, SEND_PRIVATE, OUT_DEN, ROOM_ANA, DOC_NO_KIND, NULL);
    ck_assert_int_eq(out_ended(2)->status, SEND_GONE);
}
END_TEST

/* --- reactions -------------------------------------------------------------------------------- */

static const char *const two[] = {"Yes t3.7.vote.answer=yes", "No t3.7.vote.answer=no", NULL};

START_TEST(choices_are_reactions_that_are_kept_with_the_send_and_seeded)
{
    out.roomy = true;
    out_send(1, SEND_POST, OUT_DEN, NULL, DOC_LINES, out_doc("Guilty?", two));
    out_become(out_asked("PUT", PUT), "$vote");
    ck_assert_str_eq(matrix_choice_at(&out.matrix, "$vote", "1️⃣"), "t3.7.vote.answer=yes");
    ck_assert_str_eq(matrix_choice_at(&out.matrix, "$vote", "2\u20e3"), "t3.7.vote.answer=no");
    ck_assert_ptr_nonnull(out_stored("c/$vote"));
    struct out_request *seed = out_asked("PUT", PUT);
    ck_assert_ptr_nonnull(strstr(seed->path, "/send/m.reaction/"));
    ck_assert_int_eq(seed->priority, MATRIX_COSMETIC);
    ck_assert_uint_eq(out_open(), 1); /* one after another, in their order */
    ck_assert_ptr_nonnull(strstr(seed->json, "\"event_id\":\"$vote\",\"key\":\"1️⃣\""));
    out_become(seed, "$seed");
    seed = out_asked("PUT", PUT);
    ck_assert_ptr_nonnull(strstr(seed->json, "\"key\":\"2️⃣\""));
    out_answer(seed, ANSWER_DUPLICATE, NULL); /* it is there already */
    ck_assert_uint_eq(out_open(), 0);
}
END_TEST

START_TEST(choices_outlive_a_restart)
{
    out_send(1, SEND_POST, OUT_DEN, NULL, DOC_LINES, out_doc("Guilty?", two));
    out_become(out_asked("PUT", PUT), "$vote");
    out_restart();
    ck_assert_str_eq(matrix_choice_at(&out.matrix, "$vote", "2️⃣"), "t3.7.vote.answer=no");
    ck_assert_ptr_null(matrix_choice_at(&out.matrix, "$vote", "3️⃣"));
    ck_assert_ptr_null(matrix_choice_at(&out.matrix, "$other", "1️⃣"));
}
END_TEST

/* Nor where nobody knows whether the account's limit has room for it. */
START_TEST(no_reaction_is_seeded_while_words_wait_or_may_have_to)
{
    out.roomy = _i == 0;
    out.queue_ms = _i == 0 ? 15000 : 0;
    out_send(1, SEND_POST, OUT_DEN, NULL, DOC_LINES, out_doc("Guilty?", two));
    out_become(out_asked("PUT", PUT), "$vote");
    ck_assert_uint_eq(out_open(), 0);
    ck_assert_str_eq(matrix_choice_at(&out.matrix, "$vote", "1️⃣"), "t3.7.vote.answer=yes");
}
END_TEST

static void edit_board(bool routine)
{
    const struct sending sending = {.row = 1,
                                    .kind = SEND_EDIT,
                                    .room = OUT_DEN,
                                    .nonce = "0123456789012345678901",
                                    .doc = out_doc("Round 2", NULL),
                                    .head = {.kind = DOC_BOARD},
                                    .edit_of = "$board",
                                    .routine = routine,
                                    .created_ms = out.now_ms};
    out_send_with(&sending);
}

/* What comes to that room after it is not held up by it. */
START_TEST(an_edit_that_nobody_waits_for_gives_way)
{
    out.queue_ms = 12000;
    edit_board(true);
    ck_assert_ptr_null(out_asked("PUT", PUT));
    ck_assert_int_eq(out_ended(1)->status, SEND_NOT_SENT);
    ck_assert_int_le(out_ended(1)->retry_ms, out.now_ms + 5000);
    out.queue_ms = 0;
    edit_board(true);
    ck_assert_int_eq(out_asked("PUT", PUT)->priority, MATRIX_COSMETIC);
}
END_TEST

/* By the usual push rules a text in a room notifies everybody there, a notice nobody. */
START_TEST(who_is_called_in_a_room_is_called_by_an_edit_that_mentions_them_alone)
{
    struct doc *doc = out_doc("", NULL);
    doc_run(doc, doc->blocks, RUN_MENTION, "Ana", false)->person = 1;
    doc_run(doc, doc->blocks, RUN_TEXT, ", your turn", false);
    const struct sending sending = {.row = 1,
                                    .kind = SEND_POST,
                                    .room = OUT_DEN,
                                    .nonce = "0123456789012345678901",
                                    .doc = doc,
                                    .head = {.kind = DOC_CALL},
                                    .notify = true,
                                    .created_ms = out.now_ms};
    out_send_with(&sending);
    struct out_request *put = out_asked("PUT", PUT);
    ck_assert_ptr_nonnull(strstr(put->json, "\"msgtype\":\"m.notice\""));
    ck_assert_ptr_nonnull(strstr(put->json, "\"m.mentions\":{}"));
    out_become(put, "$call");
    ck_assert(!out_has_ended(1));
    put = out_asked("PUT", PUT);
    ck_assert_ptr_nonnull(strstr(put->json, "\"user_ids\":[\"" ROOM_ANA "\"]"));
    ck_assert_ptr_nonnull(strstr(put->json, "\"rel_type\":\"m.replace\",\"event_id\":\"$call\""));
    ck_assert_ptr_null(strstr(put->json, "m.notice"));
    out_become(put, "$edit");
    ck_assert(out_ended(1)->sent);
}
END_TEST

START_TEST(what_answers_a_question_is_not_seeded_but_where_it_asks)
{
    out.roomy = true;
    static const char *const standing[] = {"Help t3.-.help", NULL};
    static const char *const insists[] = {"Still t3.-.clues.insist=yes.same=7", NULL};
    out_direct();
    out_send(1, SEND_PRIVATE, OUT_DEN, ROOM_ANA, DOC_ANSWER, out_doc("Not now.", standing));
    out_become(out_asked("PUT", PUT), "$answer");
    ck_assert_uint_eq(out_open(), 0);
    ck_assert_str_eq(matrix_choice_at(&out.matrix, "$answer", "1️⃣"), "t3.-.help");
    out_send(2, SEND_PRIVATE, OUT_DEN, ROOM_ANA, DOC_ANSWER, out_doc("Sure?", insists));
    out_become(out_asked("PUT", PUT), "$warning");
    ck_assert_ptr_nonnull(out_asked("PUT", PUT));
}
END_TEST

START_TEST(a_seed_that_is_refused_ends_the_seeding_and_nothing_else)
{
    out.roomy = true;
    out_send(1, SEND_POST, OUT_DEN, NULL, DOC_LINES, out_doc("Guilty?", two));
    out_become(out_asked("PUT", PUT), "$vote");
    out_answer(out_asked("PUT", PUT), ANSWER_LIMITED, NULL);
    ck_assert_uint_eq(out_open(), 0);
    ck_assert(out_ended(1)->sent);
}
END_TEST

START_TEST(choices_are_bounded_and_the_oldest_go)
{
    struct adapter_row row;
    const struct matrix_key key = {"👍", "t3.-.join"};
    char event[MATRIX_ID_BYTES];
    for (unsigned i = 0; i <= MATRIX_CHOICES_MAX; i++) {
        snprintf(event, sizeof event, "$%u", i);
        out.now_ms++;
        ck_assert(matrix_choice_put(&out.matrix, event, 3, &key, 1, &row));
        arena_reset(out.matrix.send_arena);
    }
    ck_assert_uint_eq(out.matrix.out->choices.count, MATRIX_CHOICES_MAX);
    ck_assert_ptr_null(matrix_choice_at(&out.matrix, "$0", "👍"));
    ck_assert_ptr_nonnull(matrix_choice_at(&out.matrix, "$1", "👍"));
}
END_TEST

Suite *suite_matrix_send(void)
{
    Suite *suite = suite_create("matrix_send");
    TCase *send = tcase_create("send");
    tcase_add_checked_fixture(send, set_up, out_tear_down);
    tcase_add_test(send, a_line_is_a_notice_in_its_room_under_the_rows_own_nonce);
    tcase_add_test(send, a_room_is_spoken_to_in_its_language);
    tcase_add_test(
        send, what_may_have_arrived_is_sent_again_with_the_same_transaction_and_the_same_words);
    tcase_add_test(send, an_event_that_comes_back_ends_a_send_whose_answer_was_lost);
    tcase_add_test(send, an_answer_without_an_event_is_no_answer);
    tcase_add_test(send, how_long_a_limit_lasts_is_told_to_the_house);
    tcase_add_test(send, what_a_sync_says_of_a_room_is_enough_to_speak_there);
    tcase_add_test(send, what_was_said_in_a_thread_is_answered_there_and_nothing_else_is);
    tcase_add_test(send, each_answer_becomes_a_status_that_the_house_can_act_on);
    tcase_add_test(send, what_is_forbidden_is_gone_when_we_are_out_and_late_when_we_are_in);
    tcase_add_test(send, what_we_may_not_write_goes_when_we_may_and_is_asked_about_anew);
    tcase_add_test(send, what_we_may_not_write_is_told_to_be_late_after_its_time);
    tcase_add_test(send, nothing_goes_into_a_room_that_is_encrypted_or_not_known_to_be_plain);
    tcase_add_test(send, encryption_that_comes_between_two_parts_stops_the_second);
    tcase_add_test(send, a_long_message_goes_part_after_part_each_with_an_id_of_its_own);
    tcase_add_test(send, what_is_too_large_is_sent_in_smaller_parts_under_other_ids);
    tcase_add_test(send, what_no_server_takes_ends);
    tcase_add_test(send, an_answer_that_one_person_alone_may_see_is_no_message_in_the_room);
    tcase_add_test(send, what_is_no_document_is_given_up);
    suite_add_tcase(suite, send);
    TCase *reactions = tcase_create("reactions");
    tcase_add_checked_fixture(reactions, set_up, out_tear_down);
    tcase_add_test(reactions, choices_are_reactions_that_are_kept_with_the_send_and_seeded);
    tcase_add_test(reactions, choices_outlive_a_restart);
    tcase_add_loop_test(reactions, no_reaction_is_seeded_while_words_wait_or_may_have_to, 0, 2);
    tcase_add_test(reactions, an_edit_that_nobody_waits_for_gives_way);
    tcase_add_test(reactions,
                   who_is_called_in_a_room_is_called_by_an_edit_that_mentions_them_alone);
    tcase_add_test(reactions, what_answers_a_question_is_not_seeded_but_where_it_asks);
    tcase_add_test(reactions, a_seed_that_is_refused_ends_the_seeding_and_nothing_else);
    tcase_add_test(reactions, choices_are_bounded_and_the_oldest_go);
    suite_add_tcase(suite, reactions);
    return suite;
}
