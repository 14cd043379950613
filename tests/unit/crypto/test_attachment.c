#include "matrix_attachment.h"

#include <stdlib.h>
#include <string.h>

#include <check.h>

#include "crypto_kit.h"
#include "json_at.h"

static struct matrix_file file;
static struct buf uploaded;
static struct buf back;

static void setup(void)
{
    buf_init(&uploaded, 1000000);
    buf_init(&back, 1000000);
    ck_assert(matrix_file_encrypt(&file, "a picture", 9, kit_entropy(), &uploaded));
}

static void teardown(void)
{
    buf_deinit(&uploaded);
    buf_deinit(&back);
}

START_TEST(a_file_comes_back_by_its_key_alone)
{
    ck_assert_uint_eq(uploaded.len, 9);
    ck_assert_str_ne(uploaded.text, "a picture");
    ck_assert(matrix_file_decrypt(&file, uploaded.text, uploaded.len, &back));
    ck_assert_str_eq(back.text, "a picture");
    ck_assert_mem_eq(file.counter + 8, "\0\0\0\0\0\0\0\0", 8);
}
END_TEST

START_TEST(each_file_has_a_key_of_its_own)
{
    struct matrix_file other;
    buf_clear(&back);
    matrix_file_encrypt(&other, "a picture", 9, kit_entropy(), &back);
    ck_assert_mem_ne(file.key, other.key, sizeof file.key);
    ck_assert_mem_ne(file.counter, other.counter, 8);
}
END_TEST

START_TEST(what_is_not_what_was_uploaded_is_not_decrypted)
{
    uploaded.text[4] ^= 1;
    ck_assert(!matrix_file_decrypt(&file, uploaded.text, uploaded.len, &back));
    uploaded.text[4] ^= 1;
    ck_assert(!matrix_file_decrypt(&file, uploaded.text, uploaded.len - 1, &back));
    ck_assert_uint_eq(back.len, 0);
}
END_TEST

START_TEST(an_empty_file_is_one)
{
    struct matrix_file none;
    struct buf empty;
    buf_init(&empty, 10);
    ck_assert(matrix_file_encrypt(&none, "", 0, kit_entropy(), &empty));
    ck_assert_uint_eq(empty.len, 0);
    ck_assert(matrix_file_decrypt(&none, "", 0, &back));
    buf_deinit(&empty);
}
END_TEST

START_TEST(what_does_not_fit_is_said)
{
    struct buf small;
    buf_init(&small, 5);
    ck_assert(!matrix_file_decrypt(&file, uploaded.text, uploaded.len, &small));
    ck_assert(!matrix_file_encrypt(&file, "a picture", 9, kit_entropy(), &small));
    buf_deinit(&small);
}
END_TEST

START_TEST(its_key_travels_in_the_event)
{
    struct matrix_file read;
    cJSON *object = matrix_file_write(&file, "mxc://test/one");
    ck_assert_str_eq(matrix_file_read(object, &read), "mxc://test/one");
    ck_assert_mem_eq(&read, &file, sizeof file);
    cJSON_Delete(object);
}
END_TEST

START_TEST(what_is_no_such_object_is_refused)
{
    static const char *const names[] = {"v", "url", "iv", "hashes", "key"};
    static const char *const values[] = {"null", "7", "\"\"", "{}", "[]", "\"mxc:/\""};
    struct matrix_file read;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        for (size_t j = 0; j < sizeof values / sizeof *values; j++) {
            cJSON *object = matrix_file_write(&file, "mxc://test/one");
            cJSON_ReplaceItemInObjectCaseSensitive(object, names[i], kit_json(values[j]));
            ck_assert_ptr_null(matrix_file_read(object, &read));
            cJSON_Delete(object);
        }
    }
    ck_assert_ptr_null(matrix_file_read(NULL, &read));
}
END_TEST

Suite *suite_attachment(void);

Suite *suite_attachment(void)
{
    Suite *suite = suite_create("attachment");
    TCase *tcase = tcase_create("all");
    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_add_test(tcase, a_file_comes_back_by_its_key_alone);
    tcase_add_test(tcase, each_file_has_a_key_of_its_own);
    tcase_add_test(tcase, what_is_not_what_was_uploaded_is_not_decrypted);
    tcase_add_test(tcase, an_empty_file_is_one);
    tcase_add_test(tcase, what_does_not_fit_is_said);
    tcase_add_test(tcase, its_key_travels_in_the_event);
    tcase_add_test(tcase, what_is_no_such_object_is_refused);
    suite_add_tcase(suite, tcase);
    return suite;
}
