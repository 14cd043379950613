#include "ed25519.h"

#include <string.h>

#include <check.h>
#include <openssl/evp.h>

#include "hash.h"

/* RFC 8032, 7.1, TEST 2 and TEST 3: the message is split in timestamp and body */
#define KEY_2 "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c"
#define SIGN_2                                                         \
    "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da" \
    "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"

static char key[ED25519_KEY_HEX + 1];
static char signature[ED25519_SIGNATURE_HEX + 1];

static const char timestamp[] = "1900000000";
static const char body[] = "{\"type\":1}";

/* Signs timestamp and body with a key made of one byte. */
static void sign(unsigned char seed)
{
    unsigned char secret[32];
    unsigned char public[32];
    unsigned char out[64];
    char message[100];
    size_t len = sizeof public;
    memset(secret, seed, sizeof secret);
    EVP_PKEY *pair = EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, NULL, secret, sizeof secret);
    ck_assert_int_eq(EVP_PKEY_get_raw_public_key(pair, public, &len), 1);
    hash_hex(key, public, sizeof public);
    memcpy(message, timestamp, sizeof timestamp - 1);
    memcpy(message + sizeof timestamp - 1, body, sizeof body - 1);
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    ck_assert_int_eq(EVP_DigestSignInit(context, NULL, NULL, NULL, pair), 1);
    len = sizeof out;
    ck_assert_int_eq(EVP_DigestSign(context, out, &len, (const unsigned char *)message,
                                    sizeof timestamp + sizeof body - 2),
                     1);
    hash_hex(signature, out, sizeof out);
    EVP_MD_CTX_free(context);
    EVP_PKEY_free(pair);
}

START_TEST(the_vector_of_the_standard_holds)
{
    ck_assert(ed25519_signed(KEY_2, SIGN_2, "", "\x72", 1));
    ck_assert(ed25519_signed(KEY_2, SIGN_2, "r", "", 0)); /* 0x72 */
    ck_assert(!ed25519_signed(KEY_2, SIGN_2, "", "\x73", 1));
    ck_assert(!ed25519_signed(KEY_2, SIGN_2, "", "", 0));
}
END_TEST

START_TEST(what_was_signed_is_taken_and_nothing_else)
{
    sign(7);
    ck_assert(ed25519_signed(key, signature, timestamp, body, sizeof body - 1));
    ck_assert(!ed25519_signed(key, signature, "1900000001", body, sizeof body - 1));
    ck_assert(!ed25519_signed(key, signature, timestamp, "{\"type\":2}", sizeof body - 1));
    ck_assert(!ed25519_signed(key, signature, timestamp, body, sizeof body - 2));
}
END_TEST

START_TEST(every_changed_digit_is_seen)
{
    sign(9);
    for (size_t i = 0; i < ED25519_SIGNATURE_HEX; i++) {
        char was = signature[i];
        signature[i] = was == '0' ? '1' : '0';
        ck_assert_msg(!ed25519_signed(key, signature, timestamp, body, sizeof body - 1), "at %zu",
                      i);
        signature[i] = was;
    }
    ck_assert(ed25519_signed(key, signature, timestamp, body, sizeof body - 1));
}
END_TEST

START_TEST(texts_of_no_shape_are_refused)
{
    static const char *const texts[] = {"", "0", "zz", "0x00", NULL};
    char longer[300];
    sign(3);
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        ck_assert(!ed25519_signed(texts[i], signature, timestamp, body, sizeof body - 1));
        ck_assert(!ed25519_signed(key, texts[i], timestamp, body, sizeof body - 1));
    }
    ck_assert(!ed25519_signed(key, signature, NULL, body, sizeof body - 1));
    ck_assert(!ed25519_signed(key, signature, timestamp, NULL, 5));
    memset(longer, '0', sizeof longer - 1);
    longer[sizeof longer - 1] = '\0';
    ck_assert(!ed25519_signed(key, longer, timestamp, body, sizeof body - 1));
    ck_assert(!ed25519_signed(key, signature, longer, body, sizeof body - 1));
    ck_assert(!ed25519_signed(longer, signature, timestamp, body, sizeof body - 1));
    signature[10] = 'g';
    ck_assert(!ed25519_signed(key, signature, timestamp, body, sizeof body - 1));
}
END_TEST

Suite *suite_ed25519(void);

Suite *suite_ed25519(void)
{
    Suite *suite = suite_create("ed25519");
    TCase *tcase = tcase_create("ed25519");
    tcase_add_test(tcase, the_vector_of_the_standard_holds);
    tcase_add_test(tcase, what_was_signed_is_taken_and_nothing_else);
    tcase_add_test(tcase, every_changed_digit_is_seen);
    tcase_add_test(tcase, texts_of_no_shape_are_refused);
    suite_add_tcase(suite, tcase);
    return suite;
}
