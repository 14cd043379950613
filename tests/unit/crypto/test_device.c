#include "matrix_device.h"

#include <stdlib.h>
#include <string.h>

#include <check.h>

#include "crypto_kit.h"
#include "json_at.h"

static struct kit_two two;
static struct matrix_own_device own;
static cJSON *keys;

static void setup(void)
{
    kit_two(&two);
    own = (struct matrix_own_device){.user = "@ana:test", .id = "PHONE", .account = two.ana};
    keys = matrix_device_keys(&own);
}

static void teardown(void)
{
    cJSON_Delete(keys);
    kit_two_free(&two);
}

static enum matrix_device_verdict verdict(struct matrix_device *device)
{
    memset(device, 0, sizeof *device);
    return matrix_device_read(keys, "@ana:test", "PHONE", NULL, device);
}

/* Signs anew what a test has changed. */
static void sign(void)
{
    cJSON_DeleteItemFromObjectCaseSensitive(keys, "signatures");
    matrix_sign_by_device(keys, two.ana, "@ana:test", "PHONE");
}

static void put(cJSON *object, const char *name, cJSON *value)
{
    cJSON_DeleteItemFromObjectCaseSensitive(object, name);
    cJSON_AddItemToObject(object, name, value);
}

START_TEST(what_a_device_says_of_itself_is_taken)
{
    struct matrix_device device;
    struct matrix_device again;
    ck_assert_int_eq(verdict(&device), MATRIX_DEVICE_SOUND);
    ck_assert_str_eq(device.user, "@ana:test");
    ck_assert_str_eq(device.id, "PHONE");
    ck_assert_str_eq(device.curve, two.ana_curve);
    ck_assert_str_eq(device.ed, two.ana_ed);
    ck_assert(device.takes_megolm);
    ck_assert_int_eq(matrix_device_read(keys, "@ana:test", "PHONE", &device, &again),
                     MATRIX_DEVICE_SOUND);
    put(keys, "unsigned", kit_json("{\"device_display_name\":\"Phone\"}"));
    ck_assert_int_eq(verdict(&device), MATRIX_DEVICE_SOUND);
}
END_TEST

START_TEST(keys_of_another_user_or_device_are_misplaced)
{
    struct matrix_device device;
    ck_assert_int_eq(matrix_device_read(keys, "@ben:test", "PHONE", NULL, &device),
                     MATRIX_DEVICE_MISPLACED);
    ck_assert_int_eq(matrix_device_read(keys, "@ana:test", "LAPTOP", NULL, &device),
                     MATRIX_DEVICE_MISPLACED);
}
END_TEST

START_TEST(a_device_must_sign_itself)
{
    struct matrix_device device;
    put(keys, "algorithms", kit_json("[]"));
    ck_assert_int_eq(verdict(&device), MATRIX_DEVICE_UNSIGNED);
    ck_assert_str_eq(device.ed, ""); /* nothing of it is handed out */
    sign();
    ck_assert_int_eq(verdict(&device), MATRIX_DEVICE_SOUND);
    ck_assert(!device.takes_megolm);
    cJSON_DeleteItemFromObjectCaseSensitive(keys, "signatures");
    ck_assert_int_eq(verdict(&device), MATRIX_DEVICE_UNSIGNED);
    matrix_sign_by_device(keys, two.ben, "@ana:test", "PHONE");
    ck_assert_int_eq(verdict(&device), MATRIX_DEVICE_UNSIGNED);
}
END_TEST

START_TEST(a_devices_signing_key_never_changes)
{
    struct matrix_device known = {0};
    struct matrix_device device = {0};
    ck_assert_int_eq(verdict(&known), MATRIX_DEVICE_SOUND);
    cJSON_Delete(keys);
    own.account = two.ben;
    keys = matrix_device_keys(&own);
    ck_assert_int_eq(matrix_device_read(keys, "@ana:test", "PHONE", &known, &device),
                     MATRIX_DEVICE_CHANGED);
    ck_assert_str_eq(device.ed, "");
}
END_TEST

START_TEST(malformed_keys_are_refused)
{
    static const char *const bad[][2] = {
        {"curve25519:PHONE", "\"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\""},
        {"curve25519:PHONE", "7"},
        {"curve25519:PHONE", "\"short\""},
        {"ed25519:PHONE", "null"},
        {"ed25519:PHONE", "\"\""}};
    static const char *const shapes[] = {
        "null",
        "7",
        "[]",
        "{}",
        "\"text\"",
        "{\"user_id\":\"@ana:test\"}",
        "{\"user_id\":[],\"device_id\":{}}",
        "{\"user_id\":\"@ana:test\",\"device_id\":\"PHONE\"}",
        "{\"user_id\":\"@ana:test\",\"device_id\":\"PHONE\",\"keys\":[]}"};
    struct matrix_device device;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        put(cJSON_GetObjectItemCaseSensitive(keys, "keys"), bad[i][0], kit_json(bad[i][1]));
        sign();
        ck_assert_int_eq(verdict(&device), MATRIX_DEVICE_MALFORMED);
        cJSON_Delete(keys);
        keys = matrix_device_keys(&own);
    }
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        cJSON *shape = kit_json(shapes[i]);
        ck_assert_int_eq(matrix_device_read(shape, "@ana:test", "PHONE", NULL, &device),
                         MATRIX_DEVICE_MALFORMED);
        cJSON_Delete(shape);
    }
    ck_assert_int_eq(matrix_device_read(NULL, "@ana:test", "PHONE", NULL, &device),
                     MATRIX_DEVICE_MALFORMED);
}
END_TEST

/* One of the keys that we would upload, as another device gets it. */
static cJSON *claimed(cJSON *uploaded)
{
    cJSON *one = cJSON_CreateObject();
    cJSON *item = uploaded->child;
    cJSON_AddItemToObject(one, item->string, cJSON_Duplicate(item, true));
    cJSON_Delete(uploaded);
    return one;
}

START_TEST(one_time_keys_are_signed_and_can_be_used)
{
    struct matrix_device device;
    char key[PROVIDER_KEY_TEXT];
    verdict(&device);
    cJSON *uploaded = matrix_device_one_time_keys(&own);
    ck_assert_ptr_null(uploaded->child);
    cJSON_Delete(uploaded);
    provider_account_make_one_time(two.ana, 3, kit_entropy());
    uploaded = matrix_device_one_time_keys(&own);
    ck_assert_int_eq(cJSON_GetArraySize(uploaded), 3);
    cJSON *one = claimed(uploaded);
    ck_assert_int_eq(strncmp(one->child->string, "signed_curve25519:", 18), 0);
    ck_assert(matrix_device_claimed(one, &device, key));
    ck_assert_str_eq(key, json_at_text(one->child, "key"));
    memcpy(device.ed, two.ben_ed, sizeof device.ed);
    ck_assert(!matrix_device_claimed(one, &device, key));
    cJSON_Delete(one);
}
END_TEST

START_TEST(a_fallback_key_says_that_it_is_one)
{
    struct matrix_device device;
    char key[PROVIDER_KEY_TEXT];
    verdict(&device);
    ck_assert_ptr_null(matrix_device_fallback_key(&own));
    provider_account_make_fallback(two.ana, kit_entropy());
    cJSON *one = matrix_device_fallback_key(&own);
    ck_assert(json_at_flag(one->child, "fallback"));
    ck_assert(matrix_device_claimed(one, &device, key));
    put(one->child, "fallback", cJSON_CreateFalse()); /* it is signed, too */
    ck_assert(!matrix_device_claimed(one, &device, key));
    cJSON_Delete(one);
}
END_TEST

START_TEST(what_is_no_claimed_key_is_refused)
{
    static const char *const bad[] = {"null",
                                      "{}",
                                      "[]",
                                      "{\"signed_curve25519:A\":7}",
                                      "{\"signed_curve25519:A\":{}}",
                                      "{\"curve25519:A\":\"AAAA\"}",
                                      "{\"signed_curve25519:A\":{\"key\":\"AAAA\"}}"};
    struct matrix_device device;
    char key[PROVIDER_KEY_TEXT];
    verdict(&device);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        cJSON *one = kit_json(bad[i]);
        ck_assert(!matrix_device_claimed(one, &device, key));
        cJSON_Delete(one);
    }
    ck_assert(!matrix_device_claimed(NULL, &device, key));
}
END_TEST

Suite *suite_device(void);

Suite *suite_device(void)
{
    Suite *suite = suite_create("device");
    TCase *tcase = tcase_create("all");
    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_add_test(tcase, what_a_device_says_of_itself_is_taken);
    tcase_add_test(tcase, keys_of_another_user_or_device_are_misplaced);
    tcase_add_test(tcase, a_device_must_sign_itself);
    tcase_add_test(tcase, a_devices_signing_key_never_changes);
    tcase_add_test(tcase, malformed_keys_are_refused);
    tcase_add_test(tcase, one_time_keys_are_signed_and_can_be_used);
    tcase_add_test(tcase, a_fallback_key_says_that_it_is_one);
    tcase_add_test(tcase, what_is_no_claimed_key_is_refused);
    suite_add_tcase(suite, tcase);
    return suite;
}
