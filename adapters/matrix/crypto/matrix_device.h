/* Devices by their keys: what we say of our own, and what a /keys/query or /keys/claim says of
 * others'. Pure; nothing that is read is trusted. */
#ifndef MATRIX_DEVICE_H
#define MATRIX_DEVICE_H

#include "matrix_client.h"
#include "matrix_signed.h"

#define MATRIX_OLM    "m.olm.v1.curve25519-aes-sha2"
#define MATRIX_MEGOLM "m.megolm.v1.aes-sha2"

struct matrix_device {
    char user[MATRIX_ID_BYTES];
    char id[MATRIX_ID_BYTES];
    char curve[PROVIDER_KEY_TEXT]; /* sessions know it by this */
    char ed[PROVIDER_KEY_TEXT];    /* and it signs by this */
    bool takes_megolm;             /* what is sent to rooms would be read by it */
};

/* Our own device. */
struct matrix_own_device {
    const char *user;
    const char *id;
    const struct provider_account *account;
};

/* "device_keys", signed; the caller deletes it. */
cJSON *matrix_device_keys(const struct matrix_own_device *own);
/* "one_time_keys": those that are not published yet, each signed. */
cJSON *matrix_device_one_time_keys(const struct matrix_own_device *own);
/* "fallback_keys"; NULL: there is none that is not published. */
cJSON *matrix_device_fallback_key(const struct matrix_own_device *own);

enum matrix_device_verdict {
    MATRIX_DEVICE_SOUND,
    MATRIX_DEVICE_MALFORMED, /* no keys of a device */
    MATRIX_DEVICE_MISPLACED, /* of another user or device than it was asked for */
    MATRIX_DEVICE_UNSIGNED,  /* not signed by the device itself */
    MATRIX_DEVICE_CHANGED    /* its signing key is not the one that was known */
};

/* Reads the keys that stand under this user and device. known: the device as it was before, or
 * NULL. device_r is filled only when they are sound. */
enum matrix_device_verdict matrix_device_read(const cJSON *keys, const char *user, const char *id,
                                              const struct matrix_device *known,
                                              struct matrix_device *device_r);
/* The one-time or fallback key that was claimed of this device: what stands under its id in
 * /keys/claim. False: there is none, or it is not signed by the device. */
bool matrix_device_claimed(const cJSON *claimed, const struct matrix_device *device,
                           char key[PROVIDER_KEY_TEXT]);

#endif
