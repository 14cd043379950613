/* Objects of JSON that are signed: "signatures", by user and then by the signing key's id. */
#ifndef MATRIX_SIGNED_H
#define MATRIX_SIGNED_H

#include <cjson/cJSON.h>

#include "matrix_provider.h"

enum { MATRIX_KEY_ID_TEXT = 300 }; /* "ed25519:" and the id of a device, or a key */

enum matrix_signed {
    MATRIX_SIGNED,
    MATRIX_UNSIGNED, /* there is no signature of that key */
    MATRIX_FORGED    /* there is one, and it is not of what is there */
};

/* "ed25519:" and the name. False: it does not fit. */
bool matrix_key_id(char id[MATRIX_KEY_ID_TEXT], const char *algorithm, const char *name);
/* Is the object signed by the key of this id of this user? Anything may be anything. */
enum matrix_signed matrix_signed_by(const cJSON *object, const char *user, const char *key_id,
                                    const char *key);
/* Adds the signature of the account of this device of this user to an object of our own; what it
 * has of others stays. */
void matrix_sign_by_device(cJSON *object, const struct provider_account *account, const char *user,
                           const char *device);
/* The same by a seed, whose key's id is the key itself. */
void matrix_sign_by_seed(cJSON *object, const uint8_t seed[PROVIDER_KEY_BYTES], const char *user);

#endif
