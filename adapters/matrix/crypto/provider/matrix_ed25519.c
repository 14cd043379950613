#include "matrix_ed25519.h"

#include <stdlib.h>

#include <openssl/evp.h>

static EVP_PKEY *ed25519_of_seed(const uint8_t seed[PROVIDER_KEY_BYTES])
{
    EVP_PKEY *pair = EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, NULL, seed, PROVIDER_KEY_BYTES);
    if (pair == NULL) {
        abort(); /* every seed is one */
    }
    return pair;
}

void matrix_ed25519_public(const uint8_t seed[PROVIDER_KEY_BYTES], char key[PROVIDER_KEY_TEXT])
{
    uint8_t bytes[PROVIDER_KEY_BYTES];
    size_t len = sizeof bytes;
    EVP_PKEY *pair = ed25519_of_seed(seed);
    if (EVP_PKEY_get_raw_public_key(pair, bytes, &len) != 1 || len != sizeof bytes) {
        abort();
    }
    EVP_PKEY_free(pair);
    matrix_base64(key, bytes, sizeof bytes);
}

void matrix_ed25519_sign(const uint8_t seed[PROVIDER_KEY_BYTES], const void *bytes, size_t len,
                         char signature[PROVIDER_SIGNATURE_TEXT])
{
    uint8_t made[PROVIDER_SIGNATURE_BYTES];
    size_t size = sizeof made;
    EVP_PKEY *pair = ed25519_of_seed(seed);
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    if (context == NULL || EVP_DigestSignInit(context, NULL, NULL, NULL, pair) != 1 ||
        EVP_DigestSign(context, made, &size, bytes, len) != 1 || size != sizeof made) {
        abort();
    }
    EVP_MD_CTX_free(context);
    EVP_PKEY_free(pair);
    matrix_base64(signature, made, sizeof made);
}

bool matrix_ed25519_signed(const char *key, const char *signature, const void *bytes, size_t len)
{
    uint8_t public_key[PROVIDER_KEY_BYTES];
    uint8_t claimed[PROVIDER_SIGNATURE_BYTES];
    if (!matrix_unbase64(public_key, sizeof public_key, key) ||
        !matrix_unbase64(claimed, sizeof claimed, signature)) {
        return false;
    }
    EVP_PKEY *owner =
        EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, NULL, public_key, sizeof public_key);
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    bool good = owner != NULL && context != NULL &&
                EVP_DigestVerifyInit(context, NULL, NULL, NULL, owner) == 1 &&
                EVP_DigestVerify(context, claimed, sizeof claimed, bytes, len) == 1;
    EVP_MD_CTX_free(context);
    EVP_PKEY_free(owner);
    return good;
}
