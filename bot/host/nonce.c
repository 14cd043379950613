/* 128 random bits as text, 53 as a number. */
#include "nonce.h"

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

uint64_t nonce_id(const struct entropy *entropy)
{
    uint64_t id = 0;
    while (id == 0) {
        entropy->fill(entropy->context, &id, sizeof id);
        id &= (UINT64_C(1) << 53) - 1;
    }
    return id;
}
