/* What python3-olm has encrypted for the key 44 44 … 44, and what is encrypted here. */
#include "matrix_backup.h"

#include <string.h>

#include <check.h>

#include "crypto_kit.h"

#define PUBLIC "/y7kVgHsG2cxDHeQQEWFrmlzMe7hwfjPJBlzHB//Pms"
#define WORDS  "{\"algorithm\":\"m.megolm.v1.aes-sha2\"}"
#define DATA(ephemeral, mac, ciphertext) \
    "{\"ephemeral\":\"" ephemeral "\",\"mac\":\"" mac "\",\"ciphertext\":\"" ciphertext "\"}"
#define EPHEMERAL  "NUXvuw1jHX05gkq2j9Gf+vpv2xBFNxM/C9vzIEMWKic"
#define MAC        "S0ZoRR9hhyY"
#define CIPHERTEXT "XCflwPeVtuCokAw+6F6myFIa7itSrMcDsRa2Qo/uN7+dNf8ivnreGIaj3sRNGiQF"

static uint8_t key[PROVIDER_KEY_BYTES];

static void setup(void)
{
    memset(key, 0x44, sizeof key);
}

static bool opens(const char *json)
{
    struct buf words;
    cJSON *data = cJSON_ParseWithLength(json, strlen(json));
    buf_init(&words, MATRIX_BACKUP_WORDS_MAX);
    bool good = matrix_backup_open(data, key, &words);
    ck_assert(!good || strcmp(words.text, WORDS) == 0);
    buf_deinit(&words);
    cJSON_Delete(data);
    return good;
}

START_TEST(what_another_has_encrypted_is_opened)
{
    ck_assert(opens(DATA(EPHEMERAL, MAC, CIPHERTEXT)));
    ck_assert(opens(DATA(EPHEMERAL "=", MAC "=", CIPHERTEXT)));
}
END_TEST

START_TEST(what_is_not_for_this_key_is_not)
{
    static const char *const bad[] = {
        DATA(EPHEMERAL, "S0ZoRR9hhyZ", CIPHERTEXT),
        DATA(EPHEMERAL, "T0ZoRR9hhyY", CIPHERTEXT),
        DATA(EPHEMERAL, "", CIPHERTEXT),
        DATA(EPHEMERAL, MAC, ""),
        DATA(EPHEMERAL, MAC, "XCflwPeVtuCokAw"),
        DATA("AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", MAC, CIPHERTEXT),
        DATA("AAAA", MAC, CIPHERTEXT),
        "{}",
        "[]",
        "null"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        ck_assert_msg(!opens(bad[i]), "%s", bad[i]);
    }
    key[3] = 1;
    ck_assert(!opens(DATA(EPHEMERAL, MAC, CIPHERTEXT)));
}
END_TEST

START_TEST(what_is_encrypted_here_is_opened)
{
    cJSON *data = matrix_backup_seal(WORDS, key, kit_entropy());
    char *text = cJSON_PrintUnformatted(data);
    ck_assert(opens(text));
    cJSON_free(text);
    cJSON_Delete(data);
}
END_TEST

START_TEST(a_backup_is_known_by_its_public_key)
{
    cJSON *version = kit_json("{\"algorithm\":\"m.megolm_backup.v1.curve25519-aes-sha2\","
                              "\"auth_data\":{\"public_key\":\"" PUBLIC "\"},\"version\":\"1\"}");
    ck_assert(matrix_backup_fits(version, key));
    key[0] = 1;
    ck_assert(!matrix_backup_fits(version, key));
    setup();
    cJSON_ReplaceItemInObject(version, "algorithm", cJSON_CreateString("m.other"));
    ck_assert(!matrix_backup_fits(version, key));
    ck_assert(!matrix_backup_fits(NULL, key));
    cJSON_Delete(version);
}
END_TEST

Suite *suite_backup(void);

Suite *suite_backup(void)
{
    Suite *suite = suite_create("backup");
    TCase *all = tcase_create("all");
    tcase_add_checked_fixture(all, setup, NULL);
    tcase_add_test(all, what_another_has_encrypted_is_opened);
    tcase_add_test(all, what_is_not_for_this_key_is_not);
    tcase_add_test(all, what_is_encrypted_here_is_opened);
    tcase_add_test(all, a_backup_is_known_by_its_public_key);
    suite_add_tcase(suite, all);
    return suite;
}
