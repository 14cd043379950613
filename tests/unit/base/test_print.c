/* Formatted text: all of it, however long. */
#include "print.h"

#include <check.h>
#include <string.h>

START_TEST(nothing_is_cut)
{
    static char words[70000];
    struct buf buf;
    buf_init(&buf, sizeof words * 2);
    for (size_t len = 1000; len < sizeof words; len = len * 2 + 11) {
        memset(words, 'w', len);
        words[len] = '\0';
        buf_clear(&buf);
        print_to(&buf, "<%s|%d>", words, 7);
        ck_assert_uint_eq(buf.len, len + strlen("<|7>"));
        ck_assert_int_eq(buf.text[0], '<');
        ck_assert_str_eq(buf.text + 1 + len, "|7>");
    }
    buf_deinit(&buf);
}
END_TEST

START_TEST(digits_are_those_of_the_number)
{
    char digits[PRINT_DIGITS_BYTES];
    char key[16];
    ck_assert_str_eq(print_digits(digits, 0), "0");
    ck_assert_str_eq(print_digits(digits, 1090), "1090");
    ck_assert_str_eq(print_digits(digits, UINT64_MAX), "18446744073709551615");
    ck_assert_uint_eq(print_join(key, sizeof key, "shard/", print_digits(digits, 7), "!"), 8);
    ck_assert_str_eq(key, "shard/7!");
}
END_TEST

Suite *suite_print(void);

Suite *suite_print(void)
{
    Suite *suite = suite_create("print");
    TCase *tcase = tcase_create("print");
    tcase_add_test(tcase, nothing_is_cut);
    tcase_add_test(tcase, digits_are_those_of_the_number);
    suite_add_tcase(suite, tcase);
    return suite;
}
