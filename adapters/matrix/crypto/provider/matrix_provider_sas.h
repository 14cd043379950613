/* A short authentication string, by which two people see that nobody stands between their devices:
 * an exchange of keys for the time of one verification (curve25519-hkdf-sha256). */
#ifndef MATRIX_PROVIDER_SAS_H
#define MATRIX_PROVIDER_SAS_H

#include "matrix_provider.h"

enum { PROVIDER_MAC_TEXT = MATRIX_BASE64_LEN(32) + 1 };

struct provider_sas;

struct provider_sas *provider_sas_new(const struct entropy *entropy);
void provider_sas_free(struct provider_sas **sas);
void provider_sas_key(const struct provider_sas *sas, char key[PROVIDER_KEY_TEXT]);
/* Their key, once; the two calls below need it. */
enum provider_answer provider_sas_their_key(struct provider_sas *sas, const char *key);
/* The bytes that both sides derive, of which people compare what they see. */
void provider_sas_bytes(const struct provider_sas *sas, const char *info, uint8_t *bytes,
                        size_t count);
/* hkdf-hmac-sha256.v2 of a text. */
void provider_sas_mac(const struct provider_sas *sas, const char *text, const char *info,
                      char mac[PROVIDER_MAC_TEXT]);

#endif
