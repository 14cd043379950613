/* 128 random bits as text, 53 as a number. */
#include "nonce.h"

#include <string.h>

#include "hash.h"

enum { NONCE_RANDOM_BYTES = 16 }; /* what 22 characters hold */

void nonce_make(const struct entropy *entropy, char nonce[NONCE_BYTES])
{
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    unsigned char bytes[NONCE_BYTES - 1];
    entropy->fill(entropy->context, bytes, sizeof bytes);
    for (int i = 0; i < NONCE_BYTES - 1; i++) {
        nonce[i] = letters[bytes[i] & 63];
    }
    nonce[NONCE_BYTES - 1] = '\0';
}

void nonce_next(char nonce[NONCE_BYTES])
{
    char text[2 * HASH_BYTES];
    uint8_t hash[HASH_BYTES];
    hash_of(hash, nonce, strlen(nonce));
    hash_base64url(text, hash, NONCE_RANDOM_BYTES);
    memcpy(nonce, text, NONCE_BYTES);
}

uint64_t nonce_id(const struct entropy *entropy)
{
    uint64_t id = 0;
    while (id == 0) {
        entropy->fill(entropy->context, &id, sizeof id);
        id &= (UINT64_C(1) << 53) - 1;
    }
    return id;
}
