/* A line that was hidden: its events are redacted, whatever parts it has. */
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "out_kit.h"

Suite *suite_matrix_redact(void);

#define REDACT "/rooms/{}/redact/{}/{}"

static void set_up(void)
{
    out_set_up();
    out_den();
}

static void hide(const char *events)
{
    const struct sending sending = {.row = 7,
                                    .kind = SEND_REDACT,
                                    .room = OUT_DEN,
                                    .edit_of = events,
                                    .nonce = "hhhhhhhhhhhhhhhhhhhhhh",
                                    .doc = out_doc("A moderator has hidden this line.", NULL),
                                    .head = {.kind = DOC_SAY},
                                    .created_ms = out.now_ms};
    out_send_with(&sending);
}

START_TEST(every_part_is_redacted_with_a_reason)
{
    hide("$one $two");
    struct out_request *one = out_asked("PUT", REDACT);
    ck_assert_ptr_nonnull(strstr(one->path, "one"));
    ck_assert_ptr_nonnull(strstr(one->json, "A moderator has hidden this line."));
    out_become(one, "$redaction1");
    struct out_request *two = out_asked("PUT", REDACT);
    ck_assert_ptr_nonnull(strstr(two->path, "two"));
    ck_assert(!out_has_ended(7));
    out_become(two, "$redaction2");
    ck_assert(out_ended(7)->sent);
    ck_assert_uint_eq(out_open(), 0); /* an edit would leave the words in the history */
}
END_TEST

START_TEST(what_is_gone_is_hidden_and_what_failed_is_tried_again)
{
    hide("$one");
    out_answer(out_asked("PUT", REDACT), ANSWER_GONE, NULL);
    ck_assert(out_ended(7)->sent);
    hide("$two");
    out_answer(out_asked("PUT", REDACT), ANSWER_AMBIGUOUS, NULL);
    ck_assert(!out_ended(7)->sent);
    ck_assert_int_eq(out_ended(7)->status, SEND_AMBIGUOUS);
}
END_TEST

START_TEST(a_line_in_parts_is_known_by_all_of_them)
{
    static char words[60000];
    memset(words, 'a', sizeof words - 1);
    for (size_t i = 40; i < sizeof words - 1; i += 40) {
        words[i] = ' ';
    }
    const struct sending sending = {.row = 8,
                                    .kind = SEND_POST,
                                    .room = OUT_DEN,
                                    .nonce = "llllllllllllllllllllll",
                                    .doc = out_doc(words, NULL),
                                    .head = {.kind = DOC_LINES},
                                    .created_ms = out.now_ms};
    out_send_with(&sending);
    out_become(out_asked("PUT", "/rooms/{}/send/{}/{}"), "$part1");
    unsigned parts = 1;
    while (!out_has_ended(8)) {
        char event[16];
        snprintf(event, sizeof event, "$part%u", ++parts);
        out_become(out_asked("PUT", "/rooms/{}/send/{}/{}"), event);
    }
    ck_assert_uint_gt(parts, 1);
    ck_assert_int_eq(strncmp(out_ended(8)->id, "$part1 $part2", 13), 0);
}
END_TEST

Suite *suite_matrix_redact(void)
{
    Suite *suite = suite_create("matrix_redact");
    TCase *tcase = tcase_create("hide");
    tcase_add_checked_fixture(tcase, set_up, out_tear_down);
    tcase_add_test(tcase, every_part_is_redacted_with_a_reason);
    tcase_add_test(tcase, what_is_gone_is_hidden_and_what_failed_is_tried_again);
    tcase_add_test(tcase, a_line_in_parts_is_known_by_all_of_them);
    suite_add_tcase(suite, tcase);
    return suite;
}
