#include "matrix_replay.h"

#include <string.h>

#include <check.h>

static struct matrix_replay replay;

static void setup(void)
{
    replay = (struct matrix_replay){0};
}

static void teardown(void)
{
    matrix_replay_free(&replay);
}

static enum matrix_replay_verdict note(uint32_t index, const char *event, int64_t ms)
{
    int64_t dropped = -1;
    return matrix_replay_note(&replay, index, event, ms, &dropped);
}

START_TEST(an_index_belongs_to_one_event)
{
    ck_assert_int_eq(note(0, "$one", 7), MATRIX_REPLAY_FRESH);
    ck_assert_int_eq(note(0, "$one", 7), MATRIX_REPLAY_KNOWN);
    ck_assert_int_eq(note(0, "$two", 7), MATRIX_REPLAY_OTHER);
    ck_assert_int_eq(note(0, "$one", 8), MATRIX_REPLAY_OTHER);
    ck_assert_int_eq(note(1, "$two", 7), MATRIX_REPLAY_FRESH);
    ck_assert_int_eq(note(UINT32_MAX, "$three", 7), MATRIX_REPLAY_FRESH);
    ck_assert_int_eq(note(UINT32_MAX, "$four", 7), MATRIX_REPLAY_OTHER);
    ck_assert_int_eq(note(500, "$five", 7), MATRIX_REPLAY_FRESH);
    ck_assert_int_eq(note(0, "$one", 7), MATRIX_REPLAY_KNOWN);
    ck_assert_uint_eq(replay.count, 3);
}
END_TEST

START_TEST(the_oldest_makes_room_and_is_read_no_more)
{
    int64_t dropped = -1;
    for (uint32_t i = 0; i < MATRIX_REPLAY_PIECES_MAX; i++) {
        ck_assert_int_eq(note(i * MATRIX_REPLAY_PIECE + 5, "$one", i), MATRIX_REPLAY_FRESH);
    }
    ck_assert_int_eq(matrix_replay_note(&replay, MATRIX_REPLAY_PIECES_MAX * MATRIX_REPLAY_PIECE,
                                        "$two", 0, &dropped),
                     MATRIX_REPLAY_FRESH);
    ck_assert_int_eq(dropped, 0);
    ck_assert_uint_eq(replay.count, MATRIX_REPLAY_PIECES_MAX);
    ck_assert_int_eq(note(5, "$one", 0), MATRIX_REPLAY_OLD);
    ck_assert_int_eq(note(MATRIX_REPLAY_PIECE + 5, "$one", 1), MATRIX_REPLAY_KNOWN);
    ck_assert_int_eq(note(MATRIX_REPLAY_PIECE + 6, "$six", 1), MATRIX_REPLAY_FRESH);
}
END_TEST

START_TEST(pieces_come_back_as_they_were_written)
{
    struct buf text;
    struct matrix_replay before;
    buf_init(&text, 4000);
    note(70, "$one", 7);
    note(71, "$two", 7);
    matrix_replay_write(&replay, 70, &text);
    before = replay;
    replay = (struct matrix_replay){0};
    ck_assert(matrix_replay_restore(&replay, 1, text.text, text.len));
    ck_assert_int_eq(note(70, "$one", 7), MATRIX_REPLAY_KNOWN);
    ck_assert_int_eq(note(71, "$one", 7), MATRIX_REPLAY_OTHER);
    ck_assert_int_eq(note(72, "$one", 7), MATRIX_REPLAY_FRESH);
    ck_assert(!matrix_replay_restore(&replay, 1, text.text, text.len)); /* twice */
    ck_assert(!matrix_replay_restore(&replay, 2, text.text, text.len - 1));
    ck_assert(!matrix_replay_restore(&replay, 2, "", 0));
    ck_assert(!matrix_replay_restore(&replay, UINT32_MAX, text.text, text.len));
    text.text[9] = '!';
    ck_assert(!matrix_replay_restore(&replay, 2, text.text, text.len));
    matrix_replay_free(&before);
    buf_deinit(&text);
}
END_TEST

Suite *suite_replay(void);

Suite *suite_replay(void)
{
    Suite *suite = suite_create("replay");
    TCase *tcase = tcase_create("all");
    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_add_test(tcase, an_index_belongs_to_one_event);
    tcase_add_test(tcase, the_oldest_makes_room_and_is_read_no_more);
    tcase_add_test(tcase, pieces_come_back_as_they_were_written);
    suite_add_tcase(suite, tcase);
    return suite;
}
