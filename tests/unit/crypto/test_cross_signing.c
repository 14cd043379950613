#include "matrix_cross_signing.h"
#include "matrix_fingerprint.h"

#include <string.h>

#include <check.h>

#include "crypto_kit.h"
#include "json_at.h"
#include "matrix_ed25519.h"

static struct kit_two two;
static struct matrix_own_device own;
static struct matrix_cross_seeds seeds;
static cJSON *uploaded;
static cJSON *master;
static cJSON *self_signing;

static void setup(void)
{
    kit_two(&two);
    own = (struct matrix_own_device){.user = "@ana:test", .id = "PHONE", .account = two.ana};
    matrix_cross_make(&seeds, kit_entropy());
    uploaded = matrix_cross_keys(&seeds, &own);
    master = cJSON_GetObjectItemCaseSensitive(uploaded, "master_key");
    self_signing = cJSON_GetObjectItemCaseSensitive(uploaded, "self_signing_key");
}

static void teardown(void)
{
    cJSON_Delete(uploaded);
    kit_two_free(&two);
}

static enum matrix_identity_verdict verdict(struct matrix_identity *identity)
{
    return matrix_identity_read(master, self_signing, "@ana:test", identity);
}

START_TEST(the_three_keys_are_a_chain)
{
    struct matrix_identity identity;
    char key[PROVIDER_KEY_TEXT];
    char key_id[MATRIX_KEY_ID_TEXT];
    matrix_ed25519_public(seeds.master, key);
    matrix_key_id(key_id, "ed25519", key);
    ck_assert_int_eq(verdict(&identity), MATRIX_IDENTITY_SOUND);
    ck_assert_str_eq(identity.master, key);
    ck_assert_int_eq(
        matrix_signed_by(json_at(uploaded, "user_signing_key"), "@ana:test", key_id, key),
        MATRIX_SIGNED);
    ck_assert_int_eq(matrix_signed_by(master, "@ana:test", "ed25519:PHONE", two.ana_ed),
                     MATRIX_SIGNED);
}
END_TEST

START_TEST(a_device_is_its_owners_by_the_self_signing_key)
{
    struct matrix_identity identity;
    struct matrix_identity none = {.user = "@ana:test"};
    struct matrix_device device;
    verdict(&identity);
    cJSON *body = matrix_cross_signature(&seeds, &own);
    cJSON *plain = matrix_device_keys(&own);
    const cJSON *keys = json_at(json_at(body, "@ana:test"), "PHONE");
    ck_assert_int_eq(matrix_device_read(keys, "@ana:test", "PHONE", NULL, &device),
                     MATRIX_DEVICE_SOUND);
    ck_assert(matrix_identity_signed(&identity, keys));
    ck_assert(!matrix_identity_signed(&identity, plain));
    ck_assert(!matrix_identity_signed(&none, keys));
    ck_assert(!matrix_identity_signed(&identity, NULL));
    identity.user[1] = 'b';
    ck_assert(!matrix_identity_signed(&identity, keys));
    cJSON_Delete(body);
    cJSON_Delete(plain);
}
END_TEST

START_TEST(a_self_signing_key_of_somebody_else_is_forged)
{
    struct matrix_identity identity;
    struct matrix_cross_seeds other;
    matrix_cross_make(&other, kit_entropy());
    cJSON *theirs = matrix_cross_keys(&other, &own);
    ck_assert_int_eq(
        matrix_identity_read(master, json_at(theirs, "self_signing_key"), "@ana:test", &identity),
        MATRIX_IDENTITY_FORGED);
    ck_assert_str_eq(identity.master, "");
    cJSON_DeleteItemFromObjectCaseSensitive(self_signing, "signatures");
    ck_assert_int_eq(verdict(&identity), MATRIX_IDENTITY_FORGED);
    cJSON_Delete(theirs);
}
END_TEST

START_TEST(malformed_identities_are_nobodys)
{
    static const char *const bad[] = {
        "7",
        "[]",
        "{}",
        "{\"user_id\":\"@ana:test\",\"usage\":[\"master\"],\"keys\":{}}",
        "{\"user_id\":\"@ana:test\",\"usage\":[\"master\"],\"keys\":{\"ed25519:A\":\"B\"}}",
        "{\"user_id\":\"@ana:test\",\"usage\":[7],\"keys\":{\"ed25519:A\":7}}"};
    struct matrix_identity identity;
    cJSON *right = master;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        master = kit_json(bad[i]);
        ck_assert_int_eq(verdict(&identity), MATRIX_IDENTITY_MALFORMED);
        ck_assert_str_eq(identity.master, "");
        cJSON_Delete(master);
    }
    master = right;
    ck_assert_int_eq(matrix_identity_read(master, NULL, "@ana:test", &identity),
                     MATRIX_IDENTITY_MALFORMED);
    ck_assert_int_eq(matrix_identity_read(master, self_signing, "@ben:test", &identity),
                     MATRIX_IDENTITY_MALFORMED);
    ck_assert_int_eq(matrix_identity_read(self_signing, self_signing, "@ana:test", &identity),
                     MATRIX_IDENTITY_MALFORMED);
    ck_assert_int_eq(matrix_identity_read(NULL, self_signing, "@ana:test", &identity),
                     MATRIX_IDENTITY_NONE);
    ck_assert_str_eq(identity.user, "@ana:test");
    cJSON_AddStringToObject(cJSON_GetObjectItemCaseSensitive(master, "keys"), "ed25519:B", "B");
    ck_assert_int_eq(verdict(&identity), MATRIX_IDENTITY_MALFORMED);
}
END_TEST

START_TEST(somebody_is_who_they_were_by_the_master_key_alone)
{
    struct matrix_identity nobody = {.user = "@ana:test"};
    struct matrix_identity identity;
    verdict(&identity);
    struct matrix_identity other = identity;
    ck_assert_int_eq(matrix_identity_compare(&nobody, &identity), MATRIX_IDENTITY_FIRST);
    ck_assert_int_eq(matrix_identity_compare(&nobody, &nobody), MATRIX_IDENTITY_FIRST);
    memcpy(other.self_signing, two.ben_ed, sizeof other.self_signing);
    ck_assert_int_eq(matrix_identity_compare(&identity, &other), MATRIX_IDENTITY_SAME);
    ck_assert_int_eq(matrix_identity_compare(&identity, &nobody), MATRIX_IDENTITY_LOST);
    memcpy(other.master, two.ben_ed, sizeof other.master);
    ck_assert_int_eq(matrix_identity_compare(&identity, &other), MATRIX_IDENTITY_CHANGED);
}
END_TEST

START_TEST(a_fingerprint_is_read_in_groups_of_four)
{
    char text[MATRIX_FINGERPRINT_TEXT];
    matrix_fingerprint("K8280/U9SSy9IVtjBuVeLr+HpOB4BQFWbg+UZaADMtT", text);
    ck_assert_str_eq(text, "K828 0/U9 SSy9 IVtj BuVe Lr+H pOB4 BQFW bg+U ZaAD MtT");
    matrix_fingerprint("", text);
    ck_assert_str_eq(text, "");
}
END_TEST

Suite *suite_cross_signing(void);

Suite *suite_cross_signing(void)
{
    Suite *suite = suite_create("cross_signing");
    TCase *tcase = tcase_create("all");
    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_add_test(tcase, the_three_keys_are_a_chain);
    tcase_add_test(tcase, a_device_is_its_owners_by_the_self_signing_key);
    tcase_add_test(tcase, a_self_signing_key_of_somebody_else_is_forged);
    tcase_add_test(tcase, malformed_identities_are_nobodys);
    tcase_add_test(tcase, somebody_is_who_they_were_by_the_master_key_alone);
    tcase_add_test(tcase, a_fingerprint_is_read_in_groups_of_four);
    suite_add_tcase(suite, tcase);
    return suite;
}
