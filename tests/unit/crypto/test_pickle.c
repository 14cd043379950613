#include "matrix_pickle.h"

#include <string.h>

#include <check.h>

#define ONE   "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff"
#define OTHER "ff112233445566778899aabbccddeeff00112233445566778899aabbccddeeff"

START_TEST(a_key_is_64_hex_digits)
{
    struct matrix_pickle pickle;
    ck_assert(matrix_pickle_read(&pickle, ONE));
    ck_assert_uint_eq(pickle.master[1], 0x11);
    ck_assert(!matrix_pickle_read(&pickle, ""));
    ck_assert(!matrix_pickle_read(&pickle, NULL));
    ck_assert(!matrix_pickle_read(&pickle, ONE "0"));
    ck_assert(!matrix_pickle_read(&pickle,
                                  "x0112233445566778899aabbccddeeff00112233445566778899aabbccd"
                                  "deeff"));
}
END_TEST

START_TEST(each_row_has_a_key_of_its_own)
{
    struct matrix_pickle one;
    struct matrix_pickle other;
    struct provider_pickle_key key[3];
    matrix_pickle_read(&one, ONE);
    matrix_pickle_read(&other, OTHER);
    matrix_pickle_key(&one, "e/a", &key[0]);
    matrix_pickle_key(&one, "e/b", &key[1]);
    ck_assert_mem_ne(key[0].bytes, key[1].bytes, sizeof key[0].bytes);
    matrix_pickle_key(&one, "e/a", &key[2]);
    ck_assert_mem_eq(key[0].bytes, key[2].bytes, sizeof key[0].bytes);
    matrix_pickle_key(&other, "e/a", &key[2]);
    ck_assert_mem_ne(key[0].bytes, key[2].bytes, sizeof key[0].bytes);
}
END_TEST

START_TEST(what_is_sealed_opens_in_its_row_under_its_key)
{
    struct matrix_pickle one;
    struct matrix_pickle other;
    struct buf text;
    char back[6] = "";
    matrix_pickle_read(&one, ONE);
    matrix_pickle_read(&other, OTHER);
    buf_init(&text, 1000);
    matrix_pickle_seal(&one, "e/a", "words", 5, &text);
    ck_assert_ptr_null(strstr(text.text, "words"));
    ck_assert(matrix_pickle_open(&one, "e/a", text.text, back, 5));
    ck_assert_str_eq(back, "words");
    ck_assert(!matrix_pickle_open(&one, "e/b", text.text, back, 5));
    ck_assert_mem_eq(back, "\0\0\0\0\0", 5);
    ck_assert(!matrix_pickle_open(&other, "e/a", text.text, back, 5));
    ck_assert(!matrix_pickle_open(&one, "e/a", text.text, back, 4));
    ck_assert(!matrix_pickle_open(&one, "e/a", NULL, back, 5));
    ck_assert(!matrix_pickle_open(&one, "e/a", "", back, 5));
    text.text[3] = text.text[3] == 'A' ? 'B' : 'A';
    ck_assert(!matrix_pickle_open(&one, "e/a", text.text, back, 5));
    buf_deinit(&text);
}
END_TEST

Suite *suite_pickle(void);

Suite *suite_pickle(void)
{
    Suite *suite = suite_create("pickle");
    TCase *tcase = tcase_create("all");
    tcase_add_test(tcase, a_key_is_64_hex_digits);
    tcase_add_test(tcase, each_row_has_a_key_of_its_own);
    tcase_add_test(tcase, what_is_sealed_opens_in_its_row_under_its_key);
    suite_add_tcase(suite, tcase);
    return suite;
}
