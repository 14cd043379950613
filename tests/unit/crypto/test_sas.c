#include "matrix_sas.h"

#include <string.h>

#include <check.h>

#include "crypto_kit.h"
#include "json_at.h"

static struct provider_sas *ana;
static struct provider_sas *ben;
static char ana_key[PROVIDER_KEY_TEXT];
static char ben_key[PROVIDER_KEY_TEXT];
static struct matrix_sas_talk talk;

static const struct matrix_sas_key keys[] = {{"ed25519:PHONE", "key of the phone"},
                                             {"ed25519:master", "master key"}};

static void setup(void)
{
    ana = provider_sas_new(kit_entropy());
    ben = provider_sas_new(kit_entropy());
    provider_sas_key(ana, ana_key);
    provider_sas_key(ben, ben_key);
    provider_sas_their_key(ana, ben_key);
    provider_sas_their_key(ben, ana_key);
    talk = (struct matrix_sas_talk){.from = {"@ana:test", "PHONE", ana_key},
                                    .to = {"@ben:test", "LAPTOP", ben_key},
                                    .transaction = "one"};
}

static void teardown(void)
{
    provider_sas_free(&ana);
    provider_sas_free(&ben);
}

START_TEST(both_see_the_same)
{
    struct matrix_sas_seen one;
    struct matrix_sas_seen other;
    matrix_sas_see(ana, &talk, &one);
    matrix_sas_see(ben, &talk, &other);
    for (unsigned i = 0; i < MATRIX_SAS_NUMBERS; i++) {
        ck_assert_uint_eq(one.number[i], other.number[i]);
        ck_assert(one.number[i] >= 1000 && one.number[i] <= 9191);
    }
    for (unsigned i = 0; i < MATRIX_SAS_EMOJI; i++) {
        ck_assert_ptr_eq(one.emoji[i], other.emoji[i]);
        ck_assert_uint_gt(strlen(one.emoji[i]->word), 2);
    }
    talk.transaction = "two";
    matrix_sas_see(ben, &talk, &other);
    ck_assert(one.number[0] != other.number[0] || one.number[1] != other.number[1]);
}
END_TEST

START_TEST(a_commitment_is_of_the_key_and_the_start)
{
    char one[PROVIDER_KEY_TEXT];
    char other[PROVIDER_KEY_TEXT];
    cJSON *start = kit_json("{\"method\":\"m.sas.v1\",\"from_device\":\"PHONE\"}");
    cJSON *same = kit_json("{\"from_device\":\"PHONE\",\"method\":\"m.sas.v1\"}");
    cJSON *none = kit_json("{\"a\":0.5}");
    ck_assert(matrix_sas_commitment(ana_key, start, one));
    ck_assert(matrix_sas_commitment(ana_key, same, other));
    ck_assert_str_eq(one, other);
    ck_assert(matrix_sas_commitment(ben_key, start, other));
    ck_assert_str_ne(one, other);
    ck_assert(!matrix_sas_commitment(ana_key, none, other));
    cJSON_Delete(start);
    cJSON_Delete(same);
    cJSON_Delete(none);
}
END_TEST

START_TEST(who_vouches_for_keys_is_believed_for_those)
{
    uint32_t vouched = 0;
    struct matrix_sas_key known[] = {keys[0], keys[1], {"ed25519:other", "other"}};
    cJSON *content = matrix_sas_mac(ana, &talk, keys, 2);
    ck_assert(matrix_sas_proved(ben, &talk, content, known, 3, &vouched));
    ck_assert_uint_eq(vouched, 3);
    known[1].key = NULL; /* not known here */
    ck_assert(matrix_sas_proved(ben, &talk, content, known, 3, &vouched));
    ck_assert_uint_eq(vouched, 1);
    known[1].key = "another master key";
    ck_assert(!matrix_sas_proved(ben, &talk, content, known, 3, &vouched));
    ck_assert_uint_eq(vouched, 0);
    cJSON_Delete(content);
}
END_TEST

START_TEST(what_does_not_vouch_for_the_device_proves_nothing)
{
    static const char *const bad[] = {"null", "{}", "{\"mac\":7,\"keys\":\"K\"}",
                                      "{\"mac\":{},\"keys\":\"K\"}",
                                      "{\"mac\":{\"ed25519:PHONE\":7},\"keys\":7}"};
    uint32_t vouched = 0;
    cJSON *content = matrix_sas_mac(ana, &talk, keys + 1, 1); /* its master key alone */
    ck_assert(!matrix_sas_proved(ben, &talk, content, keys, 2, &vouched));
    cJSON_Delete(content);
    content = matrix_sas_mac(ana, &talk, keys, 2);
    cJSON *macs = cJSON_GetObjectItemCaseSensitive(content, "mac");
    cJSON_DeleteItemFromObjectCaseSensitive(macs, "ed25519:master"); /* the list is another */
    ck_assert(!matrix_sas_proved(ben, &talk, content, keys, 2, &vouched));
    cJSON_Delete(content);
    content = matrix_sas_mac(ana, &talk, keys, 2);
    talk.transaction = "two";
    ck_assert(!matrix_sas_proved(ben, &talk, content, keys, 2, &vouched));
    cJSON_Delete(content);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        content = kit_json(bad[i]);
        ck_assert(!matrix_sas_proved(ben, &talk, content, keys, 2, &vouched));
        cJSON_Delete(content);
    }
}
END_TEST

Suite *suite_sas(void);

Suite *suite_sas(void)
{
    Suite *suite = suite_create("sas");
    TCase *tcase = tcase_create("all");
    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_add_test(tcase, both_see_the_same);
    tcase_add_test(tcase, a_commitment_is_of_the_key_and_the_start);
    tcase_add_test(tcase, who_vouches_for_keys_is_believed_for_those);
    tcase_add_test(tcase, what_does_not_vouch_for_the_device_proves_nothing);
    suite_add_tcase(suite, tcase);
    return suite;
}
