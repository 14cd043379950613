#include "matrix_account.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include <check.h>

#include "crypto_kit.h"
#include "json_at.h"
#include "transitions_kit.h"

enum { NOW_MS = 1000000000 };

static struct matrix_pickle pickle;
static struct matrix_account *account;
static char *row; /* what is on disk */

static void setup(void)
{
    memset(&pickle, 7, sizeof pickle);
    account = matrix_account_new(&pickle, "@ana:test", "PHONE", kit_entropy());
    row = NULL;
}

static void teardown(void)
{
    matrix_account_free(&account);
    free(row);
}

static uint64_t write_row(char **into)
{
    struct matrix_changes *changes = matrix_changes_new();
    size_t count = 0;
    uint64_t writing = matrix_account_write(account, changes);
    const struct adapter_row *rows = matrix_changes_rows(changes, &count);
    ck_assert_uint_eq(count, 1);
    ck_assert_str_eq(rows[0].key, MATRIX_ACCOUNT_ROW);
    free(*into);
    *into = strndup(rows[0].value, rows[0].len);
    matrix_changes_free(&changes);
    return writing;
}

/* Written, and on disk. */
static void store(void)
{
    matrix_account_stored(account, write_row(&row), true);
}

/* The process ends, and another begins with what is on disk. */
static void crash(void)
{
    matrix_account_free(&account);
    ck_assert_int_eq(matrix_account_restore(&account, &pickle, row, strlen(row)), PROVIDER_GOOD);
}

static void is_in(enum matrix_account_state state)
{
    ck_assert_int_eq(matrix_account_state(account), state);
}

/* Until the homeserver has everything. */
static void upload(void)
{
    store();
    matrix_account_upload(account);
    matrix_account_uploaded(account, true, NOW_MS);
    store();
    is_in(MATRIX_ACCOUNT_IDLE);
}

START_TEST(nothing_is_uploaded_that_is_not_on_disk)
{
    kit_transitions_are_sound(&matrix_account_transitions, STATE_BIT(MATRIX_ACCOUNT_IDLE),
                              MATRIX_ACCOUNT_IDLE);
    for (unsigned state = 0; state < MATRIX_ACCOUNT_STATES; state++) {
        ck_assert_int_eq(
            transitions_allow(&matrix_account_transitions, state, MATRIX_ACCOUNT_UPLOADING),
            state == MATRIX_ACCOUNT_STORED);
        ck_assert_int_eq(
            transitions_allow(&matrix_account_transitions, state, MATRIX_ACCOUNT_STORED),
            state == MATRIX_ACCOUNT_STORING || state == MATRIX_ACCOUNT_UPLOADING);
    }
    is_in(MATRIX_ACCOUNT_MADE);
    uint64_t writing = write_row(&row);
    is_in(MATRIX_ACCOUNT_STORING);
    matrix_account_stored(account, writing, false);
    is_in(MATRIX_ACCOUNT_MADE);
    store();
    is_in(MATRIX_ACCOUNT_STORED);
}
END_TEST

START_TEST(a_new_device_uploads_all_its_keys_signed)
{
    struct matrix_device device;
    ck_assert_str_eq(matrix_account_device(account)->id, "PHONE");
    store();
    cJSON *body = kit_json(matrix_account_upload(account));
    ck_assert_int_eq(
        matrix_device_read(json_at(body, "device_keys"), "@ana:test", "PHONE", NULL, &device),
        MATRIX_DEVICE_SOUND);
    ck_assert_int_eq(cJSON_GetArraySize(json_at(body, "one_time_keys")), MATRIX_ONE_TIME_MOST);
    ck_assert_int_eq(cJSON_GetArraySize(json_at(body, "fallback_keys")), 1);
    cJSON_Delete(body);
}
END_TEST

START_TEST(after_a_crash_the_same_bytes_are_uploaded_again)
{
    store();
    char *before = strdup(matrix_account_upload(account));
    crash(); /* nobody knows whether the homeserver has them */
    is_in(MATRIX_ACCOUNT_STORED);
    ck_assert_str_eq(matrix_account_upload(account), before);
    matrix_account_uploaded(account, false, NOW_MS);
    ck_assert_str_eq(matrix_account_upload(account), before);
    matrix_account_uploaded(account, true, NOW_MS);
    is_in(MATRIX_ACCOUNT_TAKEN);
    crash(); /* it has them, which is not on disk */
    ck_assert_str_eq(matrix_account_upload(account), before);
    free(before);
}
END_TEST

START_TEST(a_key_that_was_used_while_its_upload_was_under_way_is_in_the_body_still)
{
    struct provider_session *ana = NULL;
    struct provider_session *ben = NULL;
    struct provider_one_time_key keys[PROVIDER_ONE_TIME_MAX];
    struct kit_two two;
    struct buf text;
    struct buf words;
    char curve[PROVIDER_KEY_TEXT];
    char ed[PROVIDER_KEY_TEXT];
    kit_two(&two);
    store();
    char *before = strdup(matrix_account_upload(account));
    struct provider_account *provider = matrix_account_provider(account);
    provider_account_keys(provider, curve, ed);
    provider_account_one_time(provider, keys);
    provider_session_outbound(&ben, two.ben, curve, keys[0].key, kit_entropy());
    struct provider_message message = kit_encrypt(ben, "first", &text);
    buf_init(&words, 100);
    ck_assert_int_eq(provider_session_inbound(&ana, provider, two.ben_curve, &message, &words),
                     PROVIDER_GOOD);
    store();
    is_in(MATRIX_ACCOUNT_UPLOADING);
    crash();
    ck_assert_str_eq(matrix_account_upload(account), before);
    ck_assert_uint_eq(provider_account_one_time(matrix_account_provider(account), keys),
                      MATRIX_ONE_TIME_MOST - 1);
    free(before);
    buf_deinit(&text);
    buf_deinit(&words);
    provider_session_free(&ana);
    provider_session_free(&ben);
    kit_two_free(&two);
}
END_TEST

START_TEST(what_was_stored_before_keys_were_made_does_not_speak_for_them)
{
    upload();
    char *other = NULL;
    uint64_t earlier = write_row(&other);
    ck_assert(matrix_account_counted(account, 0, true, kit_entropy(), NOW_MS));
    uint64_t later = write_row(&other);
    matrix_account_stored(account, earlier, true);
    is_in(MATRIX_ACCOUNT_STORING);
    matrix_account_stored(account, later, true);
    is_in(MATRIX_ACCOUNT_STORED);
    free(other);
}
END_TEST

START_TEST(keys_are_topped_up_when_half_are_gone)
{
    upload();
    ck_assert(!matrix_account_counted(account, MATRIX_ONE_TIME_MOST, true, kit_entropy(), NOW_MS));
    ck_assert(!matrix_account_counted(account, MATRIX_ONE_TIME_LEAST, true, kit_entropy(), NOW_MS));
    ck_assert(
        matrix_account_counted(account, MATRIX_ONE_TIME_LEAST - 1, true, kit_entropy(), NOW_MS));
    is_in(MATRIX_ACCOUNT_MADE);
    ck_assert(!matrix_account_counted(account, 0, false, kit_entropy(), NOW_MS)); /* under way */
    store();
    cJSON *body = kit_json(matrix_account_upload(account));
    ck_assert_ptr_null(json_at(body, "device_keys")); /* the homeserver has them */
    ck_assert_ptr_null(json_at(body, "fallback_keys"));
    ck_assert_int_eq(cJSON_GetArraySize(json_at(body, "one_time_keys")),
                     MATRIX_ONE_TIME_MOST - MATRIX_ONE_TIME_LEAST + 1);
    cJSON_Delete(body);
    matrix_account_uploaded(account, true, NOW_MS);
    store();
    ck_assert(matrix_account_counted(account, -7, true, kit_entropy(), NOW_MS));
}
END_TEST

START_TEST(a_used_fallback_key_is_replaced_and_good_for_another_hour)
{
    upload();
    ck_assert(!matrix_account_tick(account, NOW_MS));
    ck_assert(matrix_account_counted(account, MATRIX_ONE_TIME_MOST, false, kit_entropy(), NOW_MS));
    ck_assert(!matrix_account_tick(account, NOW_MS + MATRIX_FALLBACK_KEPT_MS)); /* not out yet */
    store();
    cJSON *body = kit_json(matrix_account_upload(account));
    ck_assert_int_eq(cJSON_GetArraySize(json_at(body, "fallback_keys")), 1);
    ck_assert_int_eq(cJSON_GetArraySize(json_at(body, "one_time_keys")), 0);
    cJSON_Delete(body);
    matrix_account_uploaded(account, true, NOW_MS + 5000);
    store();
    crash();
    ck_assert(!matrix_account_tick(account, NOW_MS + MATRIX_FALLBACK_KEPT_MS));
    ck_assert(matrix_account_tick(account, NOW_MS + MATRIX_FALLBACK_KEPT_MS + 5000));
    ck_assert(!matrix_account_tick(account, NOW_MS + MATRIX_FALLBACK_KEPT_MS + 5000));
}
END_TEST

START_TEST(a_row_that_cannot_be_read_is_no_account)
{
    struct matrix_account *none = NULL;
    struct matrix_pickle other;
    static const char *const bad[] = {"", "{}", "null", "[",
                                      "{\"user\":\"@a:b\",\"device\":\"A\",\"pickle\":\"text\"}"};
    memset(&other, 8, sizeof other);
    store();
    ck_assert_int_eq(matrix_account_restore(&none, &other, row, strlen(row)), PROVIDER_FORGED);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        ck_assert_int_ne(matrix_account_restore(&none, &pickle, bad[i], strlen(bad[i])),
                         PROVIDER_GOOD);
        ck_assert_ptr_null(none);
    }
}
END_TEST

START_TEST(keys_are_not_uploaded_before_they_are_stored)
{
    matrix_account_upload(account);
}
END_TEST

Suite *suite_account(void);

Suite *suite_account(void)
{
    Suite *suite = suite_create("account");
    TCase *tcase = tcase_create("all");
    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_add_test(tcase, nothing_is_uploaded_that_is_not_on_disk);
    tcase_add_test(tcase, a_new_device_uploads_all_its_keys_signed);
    tcase_add_test(tcase, after_a_crash_the_same_bytes_are_uploaded_again);
    tcase_add_test(tcase, a_key_that_was_used_while_its_upload_was_under_way_is_in_the_body_still);
    tcase_add_test(tcase, what_was_stored_before_keys_were_made_does_not_speak_for_them);
    tcase_add_test(tcase, keys_are_topped_up_when_half_are_gone);
    tcase_add_test(tcase, a_used_fallback_key_is_replaced_and_good_for_another_hour);
    tcase_add_test(tcase, a_row_that_cannot_be_read_is_no_account);
    tcase_add_test_raise_signal(tcase, keys_are_not_uploaded_before_they_are_stored, SIGABRT);
    suite_add_tcase(suite, tcase);
    return suite;
}
