#include "ed25519.h"

#include <stdint.h>
#include <string.h>

#include <openssl/evp.h>

#include "buf.h"
#include "hash.h"

enum { ED25519_KEY = 32, ED25519_SIGNATURE = 64, ED25519_TIMESTAMP_MAX = 64 };

static bool ed25519_read(uint8_t *bytes, size_t count, const char *hex)
{
    return hex != NULL && strlen(hex) == 2 * count && hash_unhex(bytes, count, hex);
}

static bool ed25519_verify(const uint8_t *key, const uint8_t *signature, const struct buf *said)
{
    EVP_PKEY *public = EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, NULL, key, ED25519_KEY);
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    bool good = public != NULL && context != NULL &&
                EVP_DigestVerifyInit(context, NULL, NULL, NULL, public) == 1 &&
                EVP_DigestVerify(context, signature, ED25519_SIGNATURE, (const uint8_t *)said->text,
                                 said->len) == 1;
    EVP_MD_CTX_free(context);
    EVP_PKEY_free(public);
    return good;
}

bool ed25519_signed(const char *key_hex, const char *signature_hex, const char *timestamp,
                    const void *body, size_t len)
{
    uint8_t key[ED25519_KEY];
    uint8_t signature[ED25519_SIGNATURE];
    struct buf said;
    if (!ed25519_read(key, sizeof key, key_hex) ||
        !ed25519_read(signature, sizeof signature, signature_hex) || timestamp == NULL ||
        strlen(timestamp) > ED25519_TIMESTAMP_MAX || (body == NULL && len > 0)) {
        return false;
    }
    buf_init(&said, ED25519_TIMESTAMP_MAX + len);
    buf_text(&said, timestamp);
    buf_add(&said, body != NULL ? body : "", len);
    bool good = ed25519_verify(key, signature, &said);
    buf_deinit(&said);
    return good;
}
