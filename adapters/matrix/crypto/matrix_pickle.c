/* AES-256-SIV (RFC 5297), which needs no nonce: the same bytes in the same row are the same text.
 */
#include "matrix_pickle.h"

#include <stdlib.h>
#include <string.h>

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>

#include "hash.h"

enum { PICKLE_TAG_BYTES = 16, PICKLE_SIV_BYTES = 2 * PROVIDER_KEY_BYTES };

static void pickle_must(bool good)
{
    if (!good) {
        abort(); /* nothing that can fail here leaves another way out */
    }
}

bool matrix_pickle_read(struct matrix_pickle *pickle, const char *hex)
{
    return hex != NULL && strlen(hex) == MATRIX_PICKLE_HEX &&
           hash_unhex(pickle->master, sizeof pickle->master, hex);
}

/* HMAC-SHA-256 of what it is for and the row. */
static void pickle_derive(const struct matrix_pickle *pickle, char what, const char *row,
                          uint8_t key[PROVIDER_KEY_BYTES])
{
    unsigned len = 0;
    struct buf text;
    buf_init(&text, strlen(row) + 1);
    buf_add(&text, &what, 1);
    buf_text(&text, row);
    pickle_must(HMAC(EVP_sha256(), pickle->master, sizeof pickle->master,
                     (const uint8_t *)text.text, text.len, key, &len) != NULL &&
                len == PROVIDER_KEY_BYTES);
    buf_deinit(&text);
}

void matrix_pickle_key(const struct matrix_pickle *pickle, const char *row,
                       struct provider_pickle_key *key)
{
    pickle_derive(pickle, 'p', row, key->bytes);
}

static EVP_CIPHER_CTX *pickle_begin(const struct matrix_pickle *pickle, const char *row,
                                    bool encrypts)
{
    uint8_t siv[PICKLE_SIV_BYTES];
    EVP_CIPHER *cipher = EVP_CIPHER_fetch(NULL, "AES-256-SIV", NULL);
    EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
    pickle_derive(pickle, 'm', row, siv);
    pickle_derive(pickle, 'c', row, siv + PROVIDER_KEY_BYTES);
    pickle_must(cipher != NULL && context != NULL &&
                EVP_CipherInit_ex2(context, cipher, siv, NULL, encrypts, NULL) == 1);
    EVP_CIPHER_free(cipher);
    OPENSSL_cleanse(siv, sizeof siv);
    return context;
}

void matrix_pickle_seal(const struct matrix_pickle *pickle, const char *row, const void *bytes,
                        size_t count, struct buf *out)
{
    uint8_t sealed[PICKLE_TAG_BYTES + MATRIX_SEALED_BYTES_MAX];
    char text[MATRIX_BASE64_LEN(sizeof sealed) + 1];
    int wrote = 0;
    pickle_must(count > 0 && count <= MATRIX_SEALED_BYTES_MAX);
    EVP_CIPHER_CTX *context = pickle_begin(pickle, row, true);
    pickle_must(EVP_EncryptUpdate(context, sealed + PICKLE_TAG_BYTES, &wrote, bytes, (int)count) ==
                    1 &&
                EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, PICKLE_TAG_BYTES, sealed) == 1);
    EVP_CIPHER_CTX_free(context);
    matrix_base64(text, sealed, PICKLE_TAG_BYTES + count);
    buf_text(out, text);
}

bool matrix_pickle_open(const struct matrix_pickle *pickle, const char *row, const char *text,
                        void *bytes, size_t count)
{
    uint8_t sealed[PICKLE_TAG_BYTES + MATRIX_SEALED_BYTES_MAX];
    int wrote = 0;
    if (count == 0 || count > MATRIX_SEALED_BYTES_MAX ||
        !matrix_unbase64(sealed, PICKLE_TAG_BYTES + count, text)) {
        return false;
    }
    EVP_CIPHER_CTX *context = pickle_begin(pickle, row, false);
    pickle_must(EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, PICKLE_TAG_BYTES, sealed) == 1);
    bool good =
        EVP_DecryptUpdate(context, bytes, &wrote, sealed + PICKLE_TAG_BYTES, (int)count) == 1;
    EVP_CIPHER_CTX_free(context);
    if (!good) {
        OPENSSL_cleanse(bytes, count);
    }
    return good;
}
