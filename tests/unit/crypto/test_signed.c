#include "matrix_signed.h"

#include <stdlib.h>
#include <string.h>

#include <check.h>

#include "crypto_kit.h"
#include "matrix_canonical.h"
#include "matrix_ed25519.h"

static uint8_t seed[PROVIDER_KEY_BYTES];
static char key[PROVIDER_KEY_TEXT];

static void setup(void)
{
    /* Matrix specification, appendices, "Test Vectors"; its last digit there has a bit too many */
    matrix_unbase64(seed, sizeof seed, "YJDBA9Xnr2sVqXD9Vj7XVUnmFZcZrlw8Md7kMW+3XA0");
    matrix_ed25519_public(seed, key);
}

static enum matrix_signed verdict(const char *text)
{
    cJSON *object = kit_json(text);
    enum matrix_signed is = matrix_signed_by(object, "domain", "ed25519:1", key);
    cJSON_Delete(object);
    return is;
}

#define EMPTY_SIGNATURE                                               \
    "K8280/U9SSy9IVtjBuVeLr+HpOB4BQFWbg+UZaADMtTdGYI7Geitb76LTrr5QV/" \
    "7Xg4ahLwYGYZzuHGZKM5ZAQ"
#define DATA_SIGNATURE \
    "KqmLSbO39/Bzb0QIYE82zqLwsA+PDzYIpIRA2sRQ4sL53+sN6/fpNSoqE7BP7vBZhG6kYdD13EIMJpvhJI+6Bw"

#define SIGNED_AS(members, user, key_id, signature) \
    "{" members "\"signatures\":{\"" user "\":{\"" key_id "\":\"" signature "\"}}}"

START_TEST(the_examples_of_the_specification_are_signed)
{
    ck_assert_int_eq(
        verdict("{\"signatures\":{\"domain\":{\"ed25519:1\":\"" EMPTY_SIGNATURE "\"}}}"),
        MATRIX_SIGNED);
    ck_assert_int_eq(verdict("{\"two\":\"Two\",\"one\":1,\"signatures\":{\"domain\":{\"ed25519:1\":"
                             "\"" DATA_SIGNATURE "\"}},\"unsigned\":{\"age\":3}}"),
                     MATRIX_SIGNED);
    ck_assert_int_eq(verdict("{\"two\":\"Two\",\"one\":2,\"signatures\":{\"domain\":{\"ed25519:1\":"
                             "\"" DATA_SIGNATURE "\"}}}"),
                     MATRIX_FORGED);
}
END_TEST

START_TEST(what_is_no_signed_object_is_not_signed)
{
    static const char *const none[] = {"{}",
                                       "[]",
                                       "7",
                                       "null",
                                       "\"\"",
                                       "{\"signatures\":7}",
                                       "{\"signatures\":{\"domain\":[]}}",
                                       "{\"signatures\":{\"domain\":{\"ed25519:1\":7}}}",
                                       SIGNED_AS("", "other", "ed25519:1", EMPTY_SIGNATURE),
                                       SIGNED_AS("", "domain", "ed25519:2", EMPTY_SIGNATURE)};
    static const char *const forged[] = {
        SIGNED_AS("", "domain", "ed25519:1", ""),
        SIGNED_AS("", "domain", "ed25519:1", EMPTY_SIGNATURE "="),
        SIGNED_AS("\"a\":0.5,", "domain", "ed25519:1", EMPTY_SIGNATURE)};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        ck_assert_int_eq(verdict(none[i]), MATRIX_UNSIGNED);
    }
    for (size_t i = 0; i < sizeof forged / sizeof *forged; i++) {
        ck_assert_int_eq(verdict(forged[i]), MATRIX_FORGED);
    }
    ck_assert_int_eq(matrix_signed_by(NULL, "domain", "ed25519:1", key), MATRIX_UNSIGNED);
}
END_TEST

START_TEST(signatures_of_several_stand_side_by_side)
{
    struct kit_two two;
    char key_id[MATRIX_KEY_ID_TEXT];
    kit_two(&two);
    cJSON *object = kit_json("{\"a\":1,\"signatures\":{\"@other:test\":{\"ed25519:X\":\"text\"}}}");
    matrix_sign_by_device(object, two.ana, "@ana:test", "PHONE");
    matrix_sign_by_seed(object, seed, "@ana:test");
    matrix_sign_by_seed(object, seed, "@ana:test"); /* once more is the same */
    matrix_key_id(key_id, "ed25519", key);
    ck_assert_int_eq(matrix_signed_by(object, "@ana:test", "ed25519:PHONE", two.ana_ed),
                     MATRIX_SIGNED);
    ck_assert_int_eq(matrix_signed_by(object, "@ana:test", key_id, key), MATRIX_SIGNED);
    ck_assert_int_eq(matrix_signed_by(object, "@ana:test", "ed25519:PHONE", two.ben_ed),
                     MATRIX_FORGED);
    char *text = kit_text(object);
    ck_assert_ptr_nonnull(strstr(text, "\"ed25519:X\":\"text\""));
    free(text);
    cJSON_Delete(object);
    kit_two_free(&two);
}
END_TEST

START_TEST(a_key_id_that_does_not_fit_is_none)
{
    char id[MATRIX_KEY_ID_TEXT];
    char name[MATRIX_KEY_ID_TEXT];
    memset(name, 'x', sizeof name);
    name[sizeof name - 1] = '\0';
    ck_assert(!matrix_key_id(id, "ed25519", name));
    ck_assert(matrix_key_id(id, "ed25519", "PHONE"));
    ck_assert_str_eq(id, "ed25519:PHONE");
}
END_TEST

Suite *suite_signed(void);

Suite *suite_signed(void)
{
    Suite *suite = suite_create("signed");
    TCase *tcase = tcase_create("all");
    tcase_add_checked_fixture(tcase, setup, NULL);
    tcase_add_test(tcase, the_examples_of_the_specification_are_signed);
    tcase_add_test(tcase, what_is_no_signed_object_is_not_signed);
    tcase_add_test(tcase, signatures_of_several_stand_side_by_side);
    tcase_add_test(tcase, a_key_id_that_does_not_fit_is_none);
    suite_add_tcase(suite, tcase);
    return suite;
}
