/* What is said waits for the account's limit: its room is told, once. */
#include <check.h>
#include <string.h>

#include "out_kit.h"

Suite *suite_matrix_throttle(void);

#define PUT   "/rooms/{}/send/{}/{}"
#define HAVEN "!haven:house.example"

static void set_up(void)
{
    out_set_up();
    out_den();
}

static void post(uint64_t row, const char *room)
{
    out_send(row, SEND_POST, room, NULL, DOC_LINES, out_doc("Ana sits down.", NULL));
}

/* The open request with the words; NULL: it was not told. */
static struct out_request *told(const char *room)
{
    struct out_request *found = NULL;
    for (unsigned i = 0; i < out.request_count; i++) {
        struct out_request *one = &out.request[i];
        bool says = one->open && one->json != NULL && strstr(one->json, "lets me write") != NULL;
        found = says && strstr(one->path, room) != NULL ? one : found;
    }
    return found;
}

/* The limit lets nothing through for so long. */
static void limited(int64_t wait_ms, int64_t ms)
{
    out.talk_ms = wait_ms;
    out.queue_ms = wait_ms;
    for (; ms > 0; ms -= 1000) {
        out_later(1000);
    }
}

START_TEST(who_waits_longer_than_a_moment_gets_one_notice_before_all_else)
{
    post(1, OUT_DEN);
    limited(22000, 14000);
    ck_assert_ptr_null(told("den"));
    limited(22000, 1000);
    struct out_request *line = told("den");
    ck_assert_ptr_nonnull(line);
    ck_assert_int_eq(line->priority, MATRIX_SECRET);
    ck_assert_ptr_nonnull(strstr(line->json, "25 seconds"));
    ck_assert_ptr_nonnull(strstr(line->json, "m.notice"));
    out_become(out_asked("PUT", PUT), "$line");
    out_become(line, "$told");
    post(2, OUT_DEN);
    limited(40000, 3600000); /* one stretch, however long */
    ck_assert_ptr_null(told("den"));
}
END_TEST

START_TEST(a_later_episode_has_a_notice_again_and_not_within_ten_minutes)
{
    post(1, OUT_DEN);
    limited(20000, 15000);
    ck_assert_ptr_nonnull(told("den"));
    out_become(told("den"), "$told");
    out_become(out_asked("PUT", PUT), "$line");
    limited(0, 1000);
    post(2, OUT_DEN);
    limited(20000, 580000);
    ck_assert_ptr_null(told("den"));
    limited(20000, 25000);
    ck_assert_ptr_nonnull(told("den"));
}
END_TEST

START_TEST(a_restart_is_no_reason_to_say_it_again)
{
    post(1, OUT_DEN);
    limited(20000, 15000);
    ck_assert_ptr_nonnull(told("den"));
    out_restart();
    out_den();
    post(2, OUT_DEN);
    limited(20000, 590000);
    ck_assert_ptr_null(told("den"));
    limited(20000, 20000);
    ck_assert_ptr_nonnull(told("den"));
}
END_TEST

/* An edit of a board may come late, and nobody has to know; nor is it the limit when a homeserver
 * is slow to answer. */
START_TEST(edits_and_slow_answers_are_no_reason)
{
    out_send_with(&(struct sending){.row = 1,
                                    .kind = SEND_EDIT,
                                    .room = OUT_DEN,
                                    .edit_of = "$board",
                                    .nonce = "0123456789012345678901",
                                    .doc = out_doc("Interceptor #3", NULL),
                                    .head = {.kind = DOC_BOARD},
                                    .created_ms = out.now_ms});
    limited(20000, 60000);
    ck_assert_ptr_null(told("den"));
    post(2, OUT_DEN);
    limited(0, 60000);
    ck_assert_ptr_null(told("den"));
}
END_TEST

START_TEST(two_rooms_get_no_notice_in_the_same_minute)
{
    struct matrix_room *haven = matrix_room_at(&out.matrix, HAVEN);
    room_make(haven);
    post(1, OUT_DEN);
    post(2, HAVEN);
    limited(30000, 20000);
    ck_assert((told("den") != NULL) != (told("haven") != NULL));
    limited(30000, 56000);
    ck_assert(told("den") != NULL && told("haven") != NULL);
}
END_TEST

/* What is told in private is of a table, and its room is the table's. */
START_TEST(a_secret_that_waits_is_told_in_the_room_without_a_word_of_it)
{
    out_direct();
    out_send_with(&(struct sending){.row = 1,
                                    .kind = SEND_PRIVATE,
                                    .room = OUT_DEN,
                                    .account = ROOM_ANA,
                                    .nonce = "0123456789012345678901",
                                    .doc = out_doc("Your code is 314.", NULL),
                                    .head = {.kind = DOC_PRIVATE},
                                    .created_ms = out.now_ms});
    limited(20000, 15000);
    ck_assert_ptr_nonnull(told("den"));
    ck_assert_ptr_null(strstr(told("den")->json, "314"));
    ck_assert_ptr_null(strstr(told("den")->json, ROOM_ANA));
}
END_TEST

Suite *suite_matrix_throttle(void)
{
    Suite *suite = suite_create("matrix_throttle");
    TCase *slow = tcase_create("slow");
    tcase_add_checked_fixture(slow, set_up, out_tear_down);
    tcase_add_test(slow, who_waits_longer_than_a_moment_gets_one_notice_before_all_else);
    tcase_add_test(slow, a_later_episode_has_a_notice_again_and_not_within_ten_minutes);
    tcase_add_test(slow, a_restart_is_no_reason_to_say_it_again);
    tcase_add_test(slow, edits_and_slow_answers_are_no_reason);
    tcase_add_test(slow, two_rooms_get_no_notice_in_the_same_minute);
    tcase_add_test(slow, a_secret_that_waits_is_told_in_the_room_without_a_word_of_it);
    suite_add_tcase(suite, slow);
    return suite;
}
