#include "matrix_secret.h"

#include <stdlib.h>
#include <string.h>

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/kdf.h>

#include "hash.h"
#include "json_at.h"
#include "matrix_base64.h"

enum {
    SECRET_IV_BYTES = 16,
    SECRET_MAC_BYTES = 32,
    SECRET_RECOVERY_BYTES = 2 + MATRIX_SECRET_KEY_BYTES + 1, /* prefix, key, parity */
    SECRET_BASE64_MAX = 2 * MATRIX_SECRET_TEXT_MAX
};

static void secret_must(bool good)
{
    if (!good) {
        abort(); /* nothing that can fail here leaves another way out */
    }
}

/* --- keys ------------------------------------------------------------------------------------- */

/* Multiplies the number by 58 and adds a digit. False: it does not fit. */
static bool secret_add_digit(uint8_t number[SECRET_RECOVERY_BYTES], unsigned digit)
{
    unsigned carry = digit;
    for (size_t i = SECRET_RECOVERY_BYTES; i-- > 0;) {
        carry += 58U * number[i];
        number[i] = (uint8_t)carry;
        carry >>= 8;
    }
    return carry == 0;
}

bool matrix_secret_key_read(const char *text, uint8_t key[MATRIX_SECRET_KEY_BYTES])
{
    static const char digits[] = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
    uint8_t number[SECRET_RECOVERY_BYTES] = {0};
    uint8_t parity = 0;
    for (; *text != '\0'; text++) {
        const char *digit = strchr(digits, *text);
        if (*text == ' ' || *text == '\n' || *text == '\r' || *text == '\t') {
            continue;
        }
        if (digit == NULL || !secret_add_digit(number, (unsigned)(digit - digits))) {
            return false;
        }
    }
    for (size_t i = 0; i < sizeof number; i++) {
        parity ^= number[i];
    }
    bool good = number[0] == 0x8b && number[1] == 0x01 && parity == 0;
    if (good) {
        memcpy(key, number + 2, MATRIX_SECRET_KEY_BYTES);
    }
    OPENSSL_cleanse(number, sizeof number);
    return good;
}

bool matrix_secret_key_of_words(const cJSON *description, const char *words,
                                uint8_t key[MATRIX_SECRET_KEY_BYTES])
{
    const cJSON *how = json_at(description, "passphrase");
    const char *algorithm = json_at_text(how, "algorithm");
    const char *salt = json_at_text(how, "salt");
    int64_t rounds = json_at_number(how, "iterations", 1, MATRIX_SECRET_ROUNDS_MAX, 0);
    int64_t bits = json_at_number(how, "bits", 0, 4096, 256);
    if (algorithm == NULL || strcmp(algorithm, "m.pbkdf2") != 0 || salt == NULL || rounds == 0 ||
        bits != INT64_C(8) * MATRIX_SECRET_KEY_BYTES) {
        return false;
    }
    secret_must(PKCS5_PBKDF2_HMAC(words, (int)strlen(words), (const uint8_t *)salt,
                                  (int)strlen(salt), (int)rounds, EVP_sha512(),
                                  MATRIX_SECRET_KEY_BYTES, key) == 1);
    return true;
}

/* --- what is encrypted ------------------------------------------------------------------------ */

/* The two keys of a secret: HKDF-SHA-256 of the key, by the secret's name. */
static void secret_derive(const uint8_t key[MATRIX_SECRET_KEY_BYTES], const char *name,
                          uint8_t derived[2 * MATRIX_SECRET_KEY_BYTES])
{
    static const uint8_t salt[MATRIX_SECRET_KEY_BYTES];
    size_t len = (size_t)2 * MATRIX_SECRET_KEY_BYTES;
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_id(EVP_PKEY_HKDF, NULL);
    secret_must(context != NULL && EVP_PKEY_derive_init(context) == 1 &&
                EVP_PKEY_CTX_set_hkdf_md(context, EVP_sha256()) == 1 &&
                EVP_PKEY_CTX_set1_hkdf_salt(context, salt, sizeof salt) == 1 &&
                EVP_PKEY_CTX_set1_hkdf_key(context, key, MATRIX_SECRET_KEY_BYTES) == 1 &&
                EVP_PKEY_CTX_add1_hkdf_info(context, (const uint8_t *)name, (int)strlen(name)) ==
                    1 &&
                EVP_PKEY_derive(context, derived, &len) == 1);
    EVP_PKEY_CTX_free(context);
}

static void secret_apply(const uint8_t key[MATRIX_SECRET_KEY_BYTES],
                         const uint8_t iv[SECRET_IV_BYTES], const uint8_t *bytes, size_t len,
                         uint8_t *into)
{
    int wrote = 0;
    EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
    secret_must(context != NULL &&
                EVP_EncryptInit_ex(context, EVP_aes_256_ctr(), NULL, key, iv) == 1 &&
                EVP_EncryptUpdate(context, into, &wrote, bytes, (int)len) == 1);
    EVP_CIPHER_CTX_free(context);
}

static void secret_mac(const uint8_t key[MATRIX_SECRET_KEY_BYTES], const uint8_t *bytes, size_t len,
                       uint8_t mac[SECRET_MAC_BYTES])
{
    unsigned size = 0;
    secret_must(HMAC(EVP_sha256(), key, MATRIX_SECRET_KEY_BYTES, bytes, len, mac, &size) != NULL &&
                size == SECRET_MAC_BYTES);
}

int matrix_secret_bytes(const char *text, uint8_t *bytes, size_t most)
{
    char bare[SECRET_BASE64_MAX + 1];
    size_t len = text == NULL ? SECRET_BASE64_MAX + 1 : strnlen(text, SECRET_BASE64_MAX + 1);
    if (len > SECRET_BASE64_MAX) {
        return -1;
    }
    memcpy(bare, text, len);
    while (len > 0 && bare[len - 1] == '=') {
        len--;
    }
    bare[len] = '\0';
    size_t count = len * 3 / 4;
    return count <= most && matrix_unbase64(bytes, count, bare) ? (int)count : -1;
}

bool matrix_secret_key_fits(const cJSON *description, const uint8_t key[MATRIX_SECRET_KEY_BYTES])
{
    static const uint8_t nothing[MATRIX_SECRET_KEY_BYTES];
    uint8_t derived[2 * MATRIX_SECRET_KEY_BYTES];
    uint8_t encrypted[sizeof nothing];
    uint8_t iv[SECRET_IV_BYTES];
    uint8_t claimed[SECRET_MAC_BYTES];
    uint8_t mac[SECRET_MAC_BYTES];
    const char *algorithm = json_at_text(description, "algorithm");
    if (algorithm == NULL || strcmp(algorithm, "m.secret_storage.v1.aes-hmac-sha2") != 0 ||
        matrix_secret_bytes(json_at_text(description, "iv"), iv, sizeof iv) != SECRET_IV_BYTES ||
        matrix_secret_bytes(json_at_text(description, "mac"), claimed, sizeof claimed) !=
            SECRET_MAC_BYTES) {
        return false;
    }
    secret_derive(key, "", derived);
    secret_apply(derived, iv, nothing, sizeof nothing, encrypted);
    secret_mac(derived + MATRIX_SECRET_KEY_BYTES, encrypted, sizeof encrypted, mac);
    OPENSSL_cleanse(derived, sizeof derived);
    return hash_equal(mac, claimed, sizeof mac);
}

bool matrix_secret_open(const cJSON *encrypted, const char *name,
                        const uint8_t key[MATRIX_SECRET_KEY_BYTES],
                        char text[MATRIX_SECRET_TEXT_MAX + 1])
{
    uint8_t derived[2 * MATRIX_SECRET_KEY_BYTES];
    uint8_t bytes[MATRIX_SECRET_TEXT_MAX];
    uint8_t iv[SECRET_IV_BYTES];
    uint8_t claimed[SECRET_MAC_BYTES];
    uint8_t mac[SECRET_MAC_BYTES];
    int len = matrix_secret_bytes(json_at_text(encrypted, "ciphertext"), bytes, sizeof bytes);
    if (len < 0 ||
        matrix_secret_bytes(json_at_text(encrypted, "iv"), iv, sizeof iv) != SECRET_IV_BYTES ||
        matrix_secret_bytes(json_at_text(encrypted, "mac"), claimed, sizeof claimed) !=
            SECRET_MAC_BYTES) {
        return false;
    }
    secret_derive(key, name, derived);
    secret_mac(derived + MATRIX_SECRET_KEY_BYTES, bytes, (size_t)len, mac);
    bool good = hash_equal(mac, claimed, sizeof mac);
    if (good) {
        secret_apply(derived, iv, bytes, (size_t)len, (uint8_t *)text);
        text[len] = '\0';
    }
    OPENSSL_cleanse(derived, sizeof derived);
    return good;
}

bool matrix_secret_seed(const char *text, uint8_t seed[MATRIX_SECRET_KEY_BYTES])
{
    return matrix_secret_bytes(text, seed, MATRIX_SECRET_KEY_BYTES) == MATRIX_SECRET_KEY_BYTES;
}
