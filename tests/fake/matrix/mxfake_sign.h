/* Signed JSON, as the Matrix homeserver for tests checks it. */
#ifndef MXFAKE_SIGN_H
#define MXFAKE_SIGN_H

#include <cjson/cJSON.h>
#include <stdbool.h>

/* Has user signed this object with the key of this id ("ed25519:ABC"), whose public half is key, in
 * unpadded base64? */
bool mxfake_signed(const cJSON *json, const char *user, const char *key_id, const char *key);
/* The canonical JSON of it; freed by the caller. */
char *mxfake_canonical(const cJSON *json);
/* Are these the same, signatures and unsigned members aside? Texts are compared as they are. */
bool mxfake_same_unsigned(const cJSON *one, const cJSON *other);

#endif
