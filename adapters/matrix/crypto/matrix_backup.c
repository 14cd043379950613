#include "matrix_backup.h"

#include <stdlib.h>
#include <string.h>

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/kdf.h>

#include "hash.h"
#include "heap.h"
#include "json_at.h"
#include "matrix_secret.h"

enum {
    BACKUP_IV_BYTES = 16,
    BACKUP_MAC_BYTES = 8, /* of 32 */
    BACKUP_BLOCK_BYTES = 16
};

/* What both ends make of what they agree on. */
struct backup_keys {
    uint8_t aes[32];
    uint8_t mac[32];
    uint8_t iv[BACKUP_IV_BYTES];
};

static void backup_must(bool good)
{
    if (!good) {
        abort(); /* nothing that can fail here leaves another way out */
    }
}

static EVP_PKEY *backup_private(const uint8_t key[PROVIDER_KEY_BYTES])
{
    EVP_PKEY *made = EVP_PKEY_new_raw_private_key(EVP_PKEY_X25519, NULL, key, PROVIDER_KEY_BYTES);
    backup_must(made != NULL);
    return made;
}

static void backup_public(EVP_PKEY *key, uint8_t bytes[PROVIDER_KEY_BYTES])
{
    size_t len = PROVIDER_KEY_BYTES;
    backup_must(EVP_PKEY_get_raw_public_key(key, bytes, &len) == 1 && len == PROVIDER_KEY_BYTES);
}

/* HKDF-SHA-256 of the secret that ours and theirs have. False: theirs is a key with which everybody
 * would have the same. */
static bool backup_agree(EVP_PKEY *ours, const uint8_t theirs[PROVIDER_KEY_BYTES],
                         struct backup_keys *keys)
{
    static const uint8_t salt[32];
    uint8_t secret[PROVIDER_KEY_BYTES];
    size_t len = sizeof secret;
    size_t made = sizeof *keys;
    EVP_PKEY *other =
        EVP_PKEY_new_raw_public_key(EVP_PKEY_X25519, NULL, theirs, PROVIDER_KEY_BYTES);
    EVP_PKEY_CTX *agree = EVP_PKEY_CTX_new(ours, NULL);
    backup_must(other != NULL && agree != NULL && EVP_PKEY_derive_init(agree) == 1);
    bool good =
        EVP_PKEY_derive_set_peer(agree, other) == 1 && EVP_PKEY_derive(agree, secret, &len) == 1;
    EVP_PKEY_CTX_free(agree);
    EVP_PKEY_free(other);
    if (good) {
        EVP_PKEY_CTX *derive = EVP_PKEY_CTX_new_id(EVP_PKEY_HKDF, NULL);
        backup_must(derive != NULL && EVP_PKEY_derive_init(derive) == 1 &&
                    EVP_PKEY_CTX_set_hkdf_md(derive, EVP_sha256()) == 1 &&
                    EVP_PKEY_CTX_set1_hkdf_salt(derive, salt, sizeof salt) == 1 &&
                    EVP_PKEY_CTX_set1_hkdf_key(derive, secret, sizeof secret) == 1 &&
                    EVP_PKEY_derive(derive, (uint8_t *)keys, &made) == 1);
        EVP_PKEY_CTX_free(derive);
    }
    OPENSSL_cleanse(secret, sizeof secret);
    return good;
}

/* Of nothing at all: what the first library of this did became what all do. */
static void backup_mac(const struct backup_keys *keys, uint8_t mac[32])
{
    unsigned size = 0;
    backup_must(HMAC(EVP_sha256(), keys->mac, sizeof keys->mac, (const uint8_t *)"", 0, mac,
                     &size) != NULL);
}

bool matrix_backup_fits(const cJSON *version, const uint8_t key[PROVIDER_KEY_BYTES])
{
    uint8_t bytes[PROVIDER_KEY_BYTES];
    char text[PROVIDER_KEY_TEXT];
    const char *algorithm = json_at_text(version, "algorithm");
    const char *named = json_at_text(json_at(version, "auth_data"), "public_key");
    EVP_PKEY *ours = backup_private(key);
    backup_public(ours, bytes);
    EVP_PKEY_free(ours);
    matrix_base64(text, bytes, sizeof bytes);
    return algorithm != NULL && named != NULL &&
           strcmp(algorithm, "m.megolm_backup.v1.curve25519-aes-sha2") == 0 &&
           strcmp(named, text) == 0;
}

/* Adds what these bytes are, decrypted. */
static bool backup_decrypt(const struct backup_keys *keys, const uint8_t *bytes, int len,
                           struct buf *words)
{
    uint8_t plain[MATRIX_BACKUP_WORDS_MAX + BACKUP_BLOCK_BYTES];
    int first = 0;
    int last = 0;
    EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
    backup_must(context != NULL &&
                EVP_DecryptInit_ex(context, EVP_aes_256_cbc(), NULL, keys->aes, keys->iv) == 1);
    bool good = EVP_DecryptUpdate(context, plain, &first, bytes, len) == 1 &&
                EVP_DecryptFinal_ex(context, plain + first, &last) == 1;
    if (good) {
        buf_add(words, (const char *)plain, (size_t)first + (size_t)last);
    }
    EVP_CIPHER_CTX_free(context);
    OPENSSL_cleanse(plain, sizeof plain);
    return good;
}

bool matrix_backup_open(const cJSON *data, const uint8_t key[PROVIDER_KEY_BYTES], struct buf *words)
{
    struct backup_keys keys;
    uint8_t theirs[PROVIDER_KEY_BYTES];
    uint8_t claimed[BACKUP_MAC_BYTES];
    uint8_t mac[32];
    uint8_t bytes[MATRIX_BACKUP_WORDS_MAX];
    int len = matrix_secret_bytes(json_at_text(data, "ciphertext"), bytes, sizeof bytes);
    if (len <= 0 ||
        matrix_secret_bytes(json_at_text(data, "ephemeral"), theirs, sizeof theirs) !=
            (int)sizeof theirs ||
        matrix_secret_bytes(json_at_text(data, "mac"), claimed, sizeof claimed) !=
            (int)sizeof claimed) {
        return false;
    }
    EVP_PKEY *ours = backup_private(key);
    bool good = backup_agree(ours, theirs, &keys);
    EVP_PKEY_free(ours);
    if (good) {
        backup_mac(&keys, mac);
        good = hash_equal(mac, claimed, sizeof claimed) && backup_decrypt(&keys, bytes, len, words);
    }
    OPENSSL_cleanse(&keys, sizeof keys);
    return good;
}

static void backup_add(cJSON *object, const char *name, const uint8_t *bytes, size_t len)
{
    char *text = heap_allocate(MATRIX_BASE64_LEN(len) + 1);
    matrix_base64(text, bytes, len);
    cJSON_AddStringToObject(object, name, text);
    free(text);
}

cJSON *matrix_backup_seal(const char *words, const uint8_t key[PROVIDER_KEY_BYTES],
                          const struct entropy *entropy)
{
    struct backup_keys keys;
    uint8_t once[PROVIDER_KEY_BYTES];
    uint8_t theirs[PROVIDER_KEY_BYTES];
    uint8_t mac[32];
    size_t len = strlen(words);
    uint8_t *bytes = heap_allocate(len + BACKUP_BLOCK_BYTES);
    int first = 0;
    int last = 0;
    entropy->fill(entropy->context, once, sizeof once);
    EVP_PKEY *backup = backup_private(key);
    EVP_PKEY *ephemeral = backup_private(once);
    backup_public(backup, theirs);
    backup_must(backup_agree(ephemeral, theirs, &keys));
    EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
    backup_must(context != NULL &&
                EVP_EncryptInit_ex(context, EVP_aes_256_cbc(), NULL, keys.aes, keys.iv) == 1 &&
                EVP_EncryptUpdate(context, bytes, &first, (const uint8_t *)words, (int)len) == 1 &&
                EVP_EncryptFinal_ex(context, bytes + first, &last) == 1);
    EVP_CIPHER_CTX_free(context);
    backup_mac(&keys, mac);
    cJSON *data = cJSON_CreateObject();
    backup_public(ephemeral, theirs);
    backup_add(data, "ephemeral", theirs, sizeof theirs);
    backup_add(data, "ciphertext", bytes, (size_t)first + (size_t)last);
    backup_add(data, "mac", mac, BACKUP_MAC_BYTES);
    EVP_PKEY_free(backup);
    EVP_PKEY_free(ephemeral);
    OPENSSL_cleanse(once, sizeof once);
    OPENSSL_cleanse(&keys, sizeof keys);
    free(bytes);
    return data;
}
