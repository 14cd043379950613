/* Random names: idempotency keys of sends, internal ids of people. Never from a counter, which a
 * restored backup would use again. */
#ifndef NONCE_H
#define NONCE_H

#include <stdint.h>

#include "entropy.h"

enum { NONCE_BYTES = 23 }; /* 22 characters of base64url and the zero */

void nonce_make(const struct entropy *entropy, char nonce[NONCE_BYTES]);
/* The one that follows from it, and from nothing else: so it need not be stored before it is used.
 */
void nonce_next(char nonce[NONCE_BYTES]);
/* From 1 to 2^53 - 1, so that it fits into any reader's number. */
uint64_t nonce_id(const struct entropy *entropy);

#endif
