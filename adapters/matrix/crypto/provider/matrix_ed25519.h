/* Signatures by Ed25519 (RFC 8032) over keys as Matrix writes them. Cross-signing keys are seeds of
 * our own; whoever else signs, it is checked here: OpenSSL refuses the second form that a signature
 * has in libolm. */
#ifndef MATRIX_ED25519_H
#define MATRIX_ED25519_H

#include "matrix_provider.h"

/* The public key of a seed. */
void matrix_ed25519_public(const uint8_t seed[PROVIDER_KEY_BYTES], char key[PROVIDER_KEY_TEXT]);
void matrix_ed25519_sign(const uint8_t seed[PROVIDER_KEY_BYTES], const void *bytes, size_t len,
                         char signature[PROVIDER_SIGNATURE_TEXT]);
/* Did the owner of the key sign these bytes? The texts may be anything, NULL too. */
bool matrix_ed25519_signed(const char *key, const char *signature, const void *bytes, size_t len);

#endif
