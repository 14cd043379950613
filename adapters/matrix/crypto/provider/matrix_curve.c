#include "matrix_curve.h"

#include <stdlib.h>

#include <openssl/evp.h>

#include "matrix_provider.h"

/* A point of small order gives zero with every private key, and OpenSSL refuses that: so one
 * private key, whichever, finds them all. */
static bool curve_agrees(EVP_PKEY *theirs)
{
    static const uint8_t any[PROVIDER_KEY_BYTES] = {1, 2, 3};
    uint8_t secret[PROVIDER_KEY_BYTES];
    size_t len = sizeof secret;
    EVP_PKEY *ours = EVP_PKEY_new_raw_private_key(EVP_PKEY_X25519, NULL, any, sizeof any);
    EVP_PKEY_CTX *context = ours == NULL ? NULL : EVP_PKEY_CTX_new(ours, NULL);
    if (context == NULL || EVP_PKEY_derive_init(context) != 1) {
        abort();
    }
    bool agrees = EVP_PKEY_derive_set_peer(context, theirs) == 1 &&
                  EVP_PKEY_derive(context, secret, &len) == 1;
    EVP_PKEY_CTX_free(context);
    EVP_PKEY_free(ours);
    return agrees;
}

bool matrix_curve_is_sound(const char *key)
{
    uint8_t bytes[PROVIDER_KEY_BYTES];
    if (!matrix_unbase64(bytes, sizeof bytes, key)) {
        return false;
    }
    EVP_PKEY *theirs = EVP_PKEY_new_raw_public_key(EVP_PKEY_X25519, NULL, bytes, sizeof bytes);
    bool sound = theirs != NULL && curve_agrees(theirs);
    EVP_PKEY_free(theirs);
    return sound;
}
