/* Files built into the program by bot/embed.cmake come out as they went in. */

#include <string.h>

#include <check.h>

#include "embed_sample.h"

START_TEST(embedded_text_is_whole_and_ends_with_zero)
{
    const struct embedded_file *file = embedded_find(sample, sample_count, "sample/one.txt");
    ck_assert_ptr_nonnull(file);
    ck_assert_uint_eq(file->size, strlen("first line\nsecond line\n"));
    ck_assert_str_eq((const char *)file->bytes, "first line\nsecond line\n");
}
END_TEST

START_TEST(embedded_bytes_of_every_value_are_kept)
{
    const struct embedded_file *file = embedded_find(sample, sample_count, "sample/two.bin");
    ck_assert_ptr_nonnull(file);
    ck_assert_uint_eq(file->size, 256 + 5);
    for (unsigned int i = 0; i < 256; i++) {
        ck_assert_uint_eq(file->bytes[i], i);
    }
    ck_assert_mem_eq(file->bytes + 256, ";\"\\]|", 5);
}
END_TEST

START_TEST(embedded_name_that_is_not_there_is_null)
{
    ck_assert_uint_eq(sample_count, 2);
    ck_assert_ptr_null(embedded_find(sample, sample_count, "sample/three.txt"));
    ck_assert_ptr_null(embedded_find(sample, 0, "sample/one.txt"));
}
END_TEST

Suite *suite_embedded(void);

Suite *suite_embedded(void)
{
    Suite *suite = suite_create("embedded");
    TCase *tcase = tcase_create("embedded");
    tcase_add_test(tcase, embedded_text_is_whole_and_ends_with_zero);
    tcase_add_test(tcase, embedded_bytes_of_every_value_are_kept);
    tcase_add_test(tcase, embedded_name_that_is_not_there_is_null);
    suite_add_tcase(suite, tcase);
    return suite;
}
