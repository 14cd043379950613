/* Secret storage, where an account is shared with a person's client: their recovery key opens what
 * that client has put into the account's data (m.secret_storage.v1.aes-hmac-sha2), their
 * cross-signing keys among it. Only read here. */
#ifndef MATRIX_SECRET_H
#define MATRIX_SECRET_H

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    MATRIX_SECRET_KEY_BYTES = 32,
    MATRIX_SECRET_TEXT_MAX = 1024,
    MATRIX_SECRET_ROUNDS_MAX = 10 * 1000 * 1000 /* of a passphrase; clients take 500,000 */
};

/* A recovery key as clients show it, with or without its blanks. False: it is none, or has a digit
 * wrong. */
bool matrix_secret_key_read(const char *text, uint8_t key[MATRIX_SECRET_KEY_BYTES]);
/* The key of a passphrase, by the description of the key (m.secret_storage.key.…). False: that key
 * has none. It takes as long as the description says. */
bool matrix_secret_key_of_words(const cJSON *description, const char *words,
                                uint8_t key[MATRIX_SECRET_KEY_BYTES]);
/* Is it the key that is described? */
bool matrix_secret_key_fits(const cJSON *description, const uint8_t key[MATRIX_SECRET_KEY_BYTES]);
/* The secret of this name, from what is encrypted for this key. False: it is not, or is too long.
 */
bool matrix_secret_open(const cJSON *encrypted, const char *name,
                        const uint8_t key[MATRIX_SECRET_KEY_BYTES],
                        char text[MATRIX_SECRET_TEXT_MAX + 1]);
/* Bytes of a text of base64 with padding or without: clients write both. Returns how many, -1: it
 * is none, or too long, or has more bytes than most. The text may be anything, NULL too. */
int matrix_secret_bytes(const char *text, uint8_t *bytes, size_t most);
/* The 32 bytes of a secret that is a key, as its text has them. */
bool matrix_secret_seed(const char *text, uint8_t seed[MATRIX_SECRET_KEY_BYTES]);

#endif
