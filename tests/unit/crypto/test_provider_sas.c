#include "matrix_provider_sas.h"

#include <check.h>

#include "crypto_kit.h"

START_TEST(two_derive_the_same_and_a_third_does_not)
{
    struct provider_sas *sas[3];
    char key[3][PROVIDER_KEY_TEXT];
    char mac[3][PROVIDER_MAC_TEXT];
    uint8_t bytes[3][6];
    for (unsigned i = 0; i < 3; i++) {
        sas[i] = provider_sas_new(kit_entropy());
        provider_sas_key(sas[i], key[i]);
    }
    ck_assert_int_eq(provider_sas_their_key(sas[0], key[1]), PROVIDER_GOOD);
    ck_assert_int_eq(provider_sas_their_key(sas[1], key[0]), PROVIDER_GOOD);
    ck_assert_int_eq(provider_sas_their_key(sas[2], key[0]), PROVIDER_GOOD);
    for (unsigned i = 0; i < 3; i++) {
        provider_sas_bytes(sas[i], "info", bytes[i], sizeof bytes[i]);
        provider_sas_mac(sas[i], "words", "info", mac[i]);
    }
    ck_assert_mem_eq(bytes[0], bytes[1], sizeof bytes[0]);
    ck_assert_mem_ne(bytes[0], bytes[2], sizeof bytes[0]);
    ck_assert_str_eq(mac[0], mac[1]);
    ck_assert_str_ne(mac[0], mac[2]);
    provider_sas_mac(sas[0], "words", "other", mac[0]);
    ck_assert_str_ne(mac[0], mac[1]);
    for (unsigned i = 0; i < 3; i++) {
        provider_sas_free(&sas[i]);
    }
}
END_TEST

START_TEST(a_key_that_is_none_is_refused)
{
    struct provider_sas *sas = provider_sas_new(kit_entropy());
    ck_assert_int_eq(provider_sas_their_key(sas, "none"), PROVIDER_MALFORMED);
    ck_assert_int_eq(provider_sas_their_key(sas, NULL), PROVIDER_MALFORMED);
    ck_assert_int_eq(provider_sas_their_key(sas, "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"),
                     PROVIDER_MALFORMED);
    provider_sas_free(&sas);
}
END_TEST

Suite *suite_provider_sas(void);

Suite *suite_provider_sas(void)
{
    Suite *suite = suite_create("provider_sas");
    TCase *tcase = tcase_create("all");
    tcase_add_test(tcase, two_derive_the_same_and_a_third_does_not);
    tcase_add_test(tcase, a_key_that_is_none_is_refused);
    suite_add_tcase(suite, tcase);
    return suite;
}
