#include "matrix_base64.h"

#include <stdint.h>
#include <string.h>

#include <check.h>

START_TEST(bytes_have_one_text_without_padding)
{
    /* RFC 4648, section 10 */
    static const char *const texts[] = {"", "Zg", "Zm8", "Zm9v", "Zm9vYg", "Zm9vYmE", "Zm9vYmFy"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        char text[16];
        char bytes[16];
        matrix_base64(text, "foobar", i);
        ck_assert_str_eq(text, texts[i]);
        ck_assert(matrix_unbase64(bytes, i, text));
        ck_assert_mem_eq(bytes, "foobar", i);
    }
}
END_TEST

START_TEST(every_byte_comes_back_in_either_alphabet)
{
    uint8_t bytes[256];
    uint8_t back[256];
    char text[MATRIX_BASE64_LEN(256) + 1];
    for (unsigned i = 0; i < 256; i++) {
        bytes[i] = (uint8_t)i;
    }
    matrix_base64(text, bytes, sizeof bytes);
    ck_assert(strpbrk(text, "-_=") == NULL && strpbrk(text, "+/") != NULL);
    ck_assert(matrix_unbase64(back, sizeof back, text));
    ck_assert_mem_eq(bytes, back, sizeof bytes);
    ck_assert(!matrix_unbase64url(back, sizeof back, text));
    matrix_base64url(text, bytes, sizeof bytes);
    ck_assert(strpbrk(text, "+/=") == NULL && strpbrk(text, "-_") != NULL);
    ck_assert(matrix_unbase64url(back, sizeof back, text));
    ck_assert_mem_eq(bytes, back, sizeof bytes);
}
END_TEST

START_TEST(what_is_no_text_of_so_many_bytes_is_refused)
{
    static const char *const none[] = {"",     "Zg",    "Zm8=", "Zm9",    "Zm9v",      "Zm8 ",
                                       "Z m8", "Zm8\n", "Zm!",  "Zm\xc3", "Zm9v9v9v9v"};
    char bytes[16];
    ck_assert(matrix_unbase64(bytes, 2, "Zm8"));
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        ck_assert_msg(!matrix_unbase64(bytes, 2, none[i]), "%s", none[i]);
    }
    ck_assert(!matrix_unbase64(bytes, 2, NULL));
    ck_assert(!matrix_unbase64(bytes, 1, "Zh")); /* a bit behind the last byte */
}
END_TEST

Suite *suite_base64(void);

Suite *suite_base64(void)
{
    Suite *suite = suite_create("base64");
    TCase *tcase = tcase_create("all");
    tcase_add_test(tcase, bytes_have_one_text_without_padding);
    tcase_add_test(tcase, every_byte_comes_back_in_either_alphabet);
    tcase_add_test(tcase, what_is_no_text_of_so_many_bytes_is_refused);
    suite_add_tcase(suite, tcase);
    return suite;
}
