/* What another implementation (python3-pycryptodome) has encrypted, under the key 00 01 … 1f. */
#include "matrix_secret.h"

#include <string.h>

#include <check.h>

#include "crypto_kit.h"
#include "hash.h"

#define RECOVERY "EsSz ykH7 LCZx 7Cae cmKD wcmY JRXi Ybtu 8iQ3 t8Ez nRwK pUY1"
#define DESCRIPTION                                                                             \
    "{\"algorithm\":\"m.secret_storage.v1.aes-hmac-sha2\",\"iv\":\"BwcHBwcHBwcHBwcHBwcHBw==\"," \
    "\"mac\":\"/JVy5nShnC6ZjT3AXlBmQ9jdjiGDWJTZu5g7uXzaeeM\",\"passphrase\":{\"algorithm\":"    \
    "\"m.pbkdf2\",\"salt\":\"salt\",\"iterations\":1000}}"
#define ENCRYPTED                                                               \
    "{\"iv\":\"BwcHBwcHBwcHBwcHBwcHBw==\",\"ciphertext\":"                      \
    "\"ay7iV+CTgxu+uqWXZ2TU/DJx820Os7On6yM3/FM18LSo1LG7qXg47DXppg==\",\"mac\":" \
    "\"mMs05FpkDOUQLxo1KfVHZ1fYPBRaTZmpLsPSn7p2qvE=\"}"

static uint8_t key[MATRIX_SECRET_KEY_BYTES];

static void setup(void)
{
    ck_assert(matrix_secret_key_read(RECOVERY, key));
}

START_TEST(a_recovery_key_is_read_with_its_blanks_or_without)
{
    uint8_t other[MATRIX_SECRET_KEY_BYTES];
    for (unsigned i = 0; i < sizeof key; i++) {
        ck_assert_uint_eq(key[i], i);
    }
    ck_assert(matrix_secret_key_read("EsSzykH7LCZx7CaecmKDwcmYJRXiYbtu8iQ3t8EznRwKpUY1\n", other));
    ck_assert_mem_eq(key, other, sizeof key);
}
END_TEST

START_TEST(a_recovery_key_with_a_digit_wrong_is_none)
{
    static const char *const bad[] = {
        "",
        "EsSz",
        "EsSz ykH7 LCZx 7Cae cmKD wcmY JRXi Ybtu 8iQ3 t8Ez nRwK pUY2",
        "EsSz ykH7 LCZx 7Cae cmKD wcmY JRXi Ybtu 8iQ3 t8Ez nRwK pUY",
        "EsSz ykH7 LCZx 7Cae cmKD wcmY JRXi Ybtu 8iQ3 t8Ez nRwK pUY1 1111",
        "EsSz ykH7 LCZx 7Cae cmKD wcmY JRXi Ybtu 8iQ3 t8Ez nRwK pUY0",
        "zzzz zzzz zzzz zzzz zzzz zzzz zzzz zzzz zzzz zzzz zzzz zzzz zzzz zzzz zzzz zzzz"};
    uint8_t other[MATRIX_SECRET_KEY_BYTES];
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        ck_assert_msg(!matrix_secret_key_read(bad[i], other), "%s", bad[i]);
    }
}
END_TEST

START_TEST(a_key_fits_its_description_alone)
{
    cJSON *description = kit_json(DESCRIPTION);
    cJSON *none = kit_json("{\"algorithm\":\"m.other\"}");
    ck_assert(matrix_secret_key_fits(description, key));
    ck_assert(!matrix_secret_key_fits(none, key));
    ck_assert(!matrix_secret_key_fits(NULL, key));
    key[3] ^= 1;
    ck_assert(!matrix_secret_key_fits(description, key));
    cJSON_Delete(description);
    cJSON_Delete(none);
}
END_TEST

START_TEST(words_make_a_key_as_its_description_says)
{
    static const char *const bad[] = {
        "{}", "{\"passphrase\":{\"algorithm\":\"m.pbkdf2\"}}",
        "{\"passphrase\":{\"algorithm\":\"m.pbkdf2\",\"salt\":\"s\",\"iterations\":99999999}}"};
    cJSON *description = kit_json(DESCRIPTION);
    char hex[2 * MATRIX_SECRET_KEY_BYTES + 1];
    uint8_t made[MATRIX_SECRET_KEY_BYTES];
    ck_assert(matrix_secret_key_of_words(description, "words", made));
    hash_hex(hex, made, sizeof made);
    ck_assert_str_eq(hex, "4471c5db47a86a81991c26d92530864c9f9a39d1469927e7cfe6903071d85aab");
    cJSON_Delete(description);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        description = kit_json(bad[i]);
        ck_assert(!matrix_secret_key_of_words(description, "words", made));
        cJSON_Delete(description);
    }
}
END_TEST

START_TEST(a_secret_opens_by_its_key_and_name)
{
    char text[MATRIX_SECRET_TEXT_MAX + 1];
    uint8_t seed[MATRIX_SECRET_KEY_BYTES];
    cJSON *encrypted = kit_json(ENCRYPTED);
    ck_assert(matrix_secret_open(encrypted, "m.cross_signing.master", key, text));
    ck_assert(matrix_secret_seed(text, seed));
    for (unsigned i = 0; i < sizeof seed; i++) {
        ck_assert_uint_eq(seed[i], 9);
    }
    ck_assert(!matrix_secret_open(encrypted, "m.cross_signing.self_signing", key, text));
    key[0] ^= 1;
    ck_assert(!matrix_secret_open(encrypted, "m.cross_signing.master", key, text));
    cJSON_Delete(encrypted);
}
END_TEST

START_TEST(what_is_no_secret_is_refused)
{
    static const char *const bad[] = {"null", "{}", "{\"iv\":\"AA\",\"ciphertext\":\"AA\"}",
                                      "{\"iv\":7,\"ciphertext\":[],\"mac\":{}}"};
    char text[MATRIX_SECRET_TEXT_MAX + 1];
    uint8_t seed[MATRIX_SECRET_KEY_BYTES];
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        cJSON *shape = kit_json(bad[i]);
        ck_assert(!matrix_secret_open(shape, "m.cross_signing.master", key, text));
        cJSON_Delete(shape);
    }
    ck_assert(!matrix_secret_seed("AAAA", seed));
    ck_assert(!matrix_secret_seed("", seed));
    ck_assert(matrix_secret_seed("AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=", seed));
}
END_TEST

Suite *suite_secret(void);

Suite *suite_secret(void)
{
    Suite *suite = suite_create("secret");
    TCase *tcase = tcase_create("all");
    tcase_add_checked_fixture(tcase, setup, NULL);
    tcase_add_test(tcase, a_recovery_key_is_read_with_its_blanks_or_without);
    tcase_add_test(tcase, a_recovery_key_with_a_digit_wrong_is_none);
    tcase_add_test(tcase, a_key_fits_its_description_alone);
    tcase_add_test(tcase, words_make_a_key_as_its_description_says);
    tcase_add_test(tcase, a_secret_opens_by_its_key_and_name);
    tcase_add_test(tcase, what_is_no_secret_is_refused);
    suite_add_tcase(suite, tcase);
    return suite;
}
