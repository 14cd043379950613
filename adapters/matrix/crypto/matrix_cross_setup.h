/* The bot's own cross-signing, set up once: three keys are made, stored, uploaded, and the device
 * is signed by them. What is there already is never replaced: keys of an account that somebody else
 * uses too are that person's.
 *
 * It starts no request and stores nothing: who holds it says what has happened. */
#ifndef MATRIX_CROSS_SETUP_H
#define MATRIX_CROSS_SETUP_H

#include "matrix_changes.h"
#include "matrix_cross_signing.h"
#include "matrix_pickle.h"
#include "transitions.h"

#define MATRIX_CROSS_ROW "e/cross"

enum matrix_cross_state {
    MATRIX_CROSS_UNKNOWN,   /* what the homeserver has was not asked yet */
    MATRIX_CROSS_MADE,      /* seeds that are not on disk: nothing leaves */
    MATRIX_CROSS_STORING,   /* they are being stored */
    MATRIX_CROSS_STORED,    /* the keys may be uploaded */
    MATRIX_CROSS_UPLOADING, /* on their way */
    MATRIX_CROSS_UPLOADED,  /* the homeserver has them; the device is to be signed */
    MATRIX_CROSS_SIGNING,   /* its signature is on its way */
    MATRIX_CROSS_DONE,      /* whoever trusts the account trusts this device */
    MATRIX_CROSS_FOREIGN,   /* the account has keys whose seeds are not here: a person is needed */
    MATRIX_CROSS_REFUSED,   /* the homeserver wants a password for it: a person is needed */
    MATRIX_CROSS_STATES
};
extern const struct transitions matrix_cross_transitions;

struct matrix_cross;

/* Nothing is made yet. */
struct matrix_cross *matrix_cross_new(const struct matrix_pickle *pickle);
/* From its row. False: it was stored under another key. */
bool matrix_cross_restore(struct matrix_cross **cross_r, const struct matrix_pickle *pickle,
                          const char *value, size_t len);
void matrix_cross_free(struct matrix_cross **cross);

enum matrix_cross_state matrix_cross_state(const struct matrix_cross *cross);
/* The public master key; "" while there are no seeds. */
const char *matrix_cross_master(const struct matrix_cross *cross);

/* What /keys/query says of our own account (NULL: no such member): its cross-signing keys,
 * and the keys of our own device. From UNKNOWN, or from any state that a person has to end. */
struct matrix_cross_query {
    const char *user;
    const cJSON *master;
    const cJSON *self_signing;
    const cJSON *user_signing; /* by matrix_cross_given alone */
    const cJSON *device_keys;
};
void matrix_cross_queried(struct matrix_cross *cross, const struct matrix_cross_query *query,
                          const struct entropy *entropy);
/* A person has given the seeds of the keys that are there (matrix_secret.h): from FOREIGN to MADE,
 * and then the device is signed by them. False: they are not those of these keys. */
bool matrix_cross_given(struct matrix_cross *cross, const struct matrix_cross_query *query,
                        const struct matrix_cross_seeds *seeds);
/* Adds its row; from MADE to STORING. */
void matrix_cross_write(struct matrix_cross *cross, struct matrix_changes *changes);
void matrix_cross_stored(struct matrix_cross *cross, bool good);
/* The body of /keys/device_signing/upload, then of /keys/signatures/upload; deleted by the caller.
 */
cJSON *matrix_cross_upload(struct matrix_cross *cross, const struct matrix_own_device *own);

/* The body of /keys/signatures/upload by which our user-signing key vouches for this person: their
 * master key's object as /keys/query has it, in DONE alone; deleted by the caller. NULL: it is none
 * of theirs. */
cJSON *matrix_cross_vouch(const struct matrix_cross *cross, const char *own, const char *user,
                          const cJSON *master);

enum matrix_cross_answer {
    MATRIX_CROSS_TAKEN,
    MATRIX_CROSS_AGAIN,   /* the request failed; it may be repeated */
    MATRIX_CROSS_PASSWORD /* user-interactive authentication is asked for */
};
void matrix_cross_answered(struct matrix_cross *cross, enum matrix_cross_answer answer);

#endif
