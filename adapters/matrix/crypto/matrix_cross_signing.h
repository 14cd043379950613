/* Cross-signing: three keys of a person, of which the master key is who they are, the self-signing
 * key signs their devices and the user-signing key other people. Ours are seeds; others' are read
 * from a /keys/query. Pure. */
#ifndef MATRIX_CROSS_SIGNING_H
#define MATRIX_CROSS_SIGNING_H

#include "matrix_device.h"

/* --- our own ---------------------------------------------------------------------------------- */

struct matrix_cross_seeds {
    uint8_t master[PROVIDER_KEY_BYTES];
    uint8_t self_signing[PROVIDER_KEY_BYTES];
    uint8_t user_signing[PROVIDER_KEY_BYTES];
};

void matrix_cross_make(struct matrix_cross_seeds *seeds, const struct entropy *entropy);
/* The body of /keys/device_signing/upload: the three keys, two of them signed by the master key.
 * The master key is signed by our device too, so that it counts where only the device is known. */
cJSON *matrix_cross_keys(const struct matrix_cross_seeds *seeds,
                         const struct matrix_own_device *own);
/* The body of /keys/signatures/upload: our device's keys, signed by the self-signing key. */
cJSON *matrix_cross_signature(const struct matrix_cross_seeds *seeds,
                              const struct matrix_own_device *own);

/* --- others' ---------------------------------------------------------------------------------- */

/* Who somebody is. */
struct matrix_identity {
    char user[MATRIX_ID_BYTES];
    char master[PROVIDER_KEY_TEXT]; /* "": they have none */
    char self_signing[PROVIDER_KEY_TEXT];
};

enum matrix_identity_verdict {
    MATRIX_IDENTITY_SOUND,
    MATRIX_IDENTITY_NONE,      /* they have no cross-signing keys */
    MATRIX_IDENTITY_MALFORMED, /* what is there are no such keys, or somebody else's */
    MATRIX_IDENTITY_FORGED     /* the self-signing key is not signed by the master key */
};

/* Reads master_keys[user] and self_signing_keys[user] of a /keys/query (NULL: not there). Whatever
 * is not sound gives an identity without a master key. */
enum matrix_identity_verdict matrix_identity_read(const cJSON *master, const cJSON *self_signing,
                                                  const char *user,
                                                  struct matrix_identity *identity_r);

enum matrix_identity_change {
    MATRIX_IDENTITY_FIRST, /* nobody was known: this is who they are from here on */
    MATRIX_IDENTITY_SAME,
    MATRIX_IDENTITY_CHANGED, /* another master key */
    MATRIX_IDENTITY_LOST     /* there was a master key, and there is none any more */
};
/* known: who they were ("" as master: nobody was known). */
enum matrix_identity_change matrix_identity_compare(const struct matrix_identity *known,
                                                    const struct matrix_identity *now);
/* Are these keys of a device, as matrix_device_read took them, signed by their owner? */
bool matrix_identity_signed(const struct matrix_identity *identity, const cJSON *device_keys);

#endif
