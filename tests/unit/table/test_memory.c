/* The turn's arena, growing text, and faults told upwards. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <check.h>

#include "arena.h"
#include "buf.h"
#include "fault.h"

START_TEST(arena_gives_zeroed_aligned_memory)
{
    struct arena *arena = arena_new();
    for (size_t size = 0; size < 2000; size += 7) {
        unsigned char *piece = arena_take(arena, size);
        ck_assert_uint_eq((uintptr_t)piece % sizeof(long double), 0);
        for (size_t i = 0; i < size; i++) {
            ck_assert_uint_eq(piece[i], 0);
            piece[i] = 0xff;
        }
    }
    arena_free(&arena);
    ck_assert_ptr_null(arena);
}
END_TEST

START_TEST(arena_gives_zeroed_memory_again_after_a_reset)
{
    struct arena *arena = arena_new();
    for (int turn = 0; turn < 4; turn++) {
        unsigned char *large = arena_take(arena, 3000000);
        unsigned char *small = arena_take(arena, 100);
        ck_assert_uint_eq(large[2999999], 0);
        ck_assert_uint_eq(small[99], 0);
        memset(large, 0xee, 3000000);
        memset(small, 0xee, 100);
        arena_reset(arena);
    }
    char *text = arena_text(arena, "tables", 5);
    ck_assert_str_eq(text, "table");
    arena_free(&arena);
}
END_TEST

START_TEST(buf_keeps_its_maximum)
{
    struct buf buf;
    buf_init(&buf, 10);
    buf_text(&buf, "12345");
    ck_assert(!buf.full);
    buf_text(&buf, "67890");
    ck_assert(!buf.full);
    buf_text(&buf, "x");
    ck_assert(buf.full);
    ck_assert_str_eq(buf.text, "1234567890");
    buf_clear(&buf);
    ck_assert_str_eq(buf.text, "");
    ck_assert(!buf.full);
    buf_deinit(&buf);
    ck_assert_ptr_null(buf.text);
}
END_TEST

START_TEST(buf_prints_numbers_to_their_ends)
{
    struct buf buf;
    buf_init(&buf, 100);
    buf_number(&buf, INT64_MIN);
    buf_text(&buf, " ");
    buf_number(&buf, INT64_MAX);
    buf_text(&buf, " ");
    buf_number(&buf, 0);
    ck_assert_str_eq(buf.text, "-9223372036854775808 9223372036854775807 0");
    buf_deinit(&buf);
}
END_TEST

START_TEST(buf_grows_to_many_bytes)
{
    struct buf buf;
    buf_init(&buf, 100000);
    for (int i = 0; i < 10000; i++) {
        buf_text(&buf, "0123456789");
    }
    ck_assert_uint_eq(buf.len, 100000);
    ck_assert_uint_eq(strlen(buf.text), 100000);
    buf_deinit(&buf);
}
END_TEST

START_TEST(fault_is_one_line_with_context_in_front)
{
    struct fault fault = {0};
    ck_assert_int_eq(fault_set(&fault, FAULT_FULL, "write\nfailed %d", 28), -1);
    ck_assert_int_eq(fault_wrap(&fault, "store %s", "a.db"), -1);
    ck_assert_str_eq(fault.text, "store a.db: write failed 28");
    ck_assert_int_eq(fault.code, FAULT_FULL);
    for (int i = 0; i < 200; i++) {
        fault_wrap(&fault, "deeper and deeper");
    }
    ck_assert_uint_eq(strlen(fault.text), FAULT_TEXT_BYTES - 1);
}
END_TEST

Suite *suite_memory(void);
Suite *suite_memory(void)
{
    Suite *suite = suite_create("memory");
    TCase *tcase = tcase_create("memory");
    tcase_add_test(tcase, arena_gives_zeroed_aligned_memory);
    tcase_add_test(tcase, arena_gives_zeroed_memory_again_after_a_reset);
    tcase_add_test(tcase, buf_keeps_its_maximum);
    tcase_add_test(tcase, buf_prints_numbers_to_their_ends);
    tcase_add_test(tcase, buf_grows_to_many_bytes);
    tcase_add_test(tcase, fault_is_one_line_with_context_in_front);
    suite_add_tcase(suite, tcase);
    return suite;
}
