/* The device's own account: its keys, the one-time keys and the fallback key that the homeserver
 * hands out for it. Keys are on disk before they are uploaded, and the body of an upload with them:
 * after a crash the same bytes leave again, which a homeserver takes as often as they come.
 *
 * It starts no request and stores nothing: who holds it says what has happened. */
#ifndef MATRIX_ACCOUNT_H
#define MATRIX_ACCOUNT_H

#include "matrix_changes.h"
#include "matrix_device.h"
#include "matrix_pickle.h"
#include "transitions.h"

#define MATRIX_ACCOUNT_ROW "e/account"

enum {
    MATRIX_ONE_TIME_MOST = 50,               /* the homeserver is given so many one-time keys, */
    MATRIX_ONE_TIME_LEAST = 25,              /* again when fewer than these are left */
    MATRIX_FALLBACK_KEPT_MS = 60 * 60 * 1000 /* the one before is good for so long */
};

enum matrix_account_state {
    MATRIX_ACCOUNT_IDLE,      /* the homeserver has all keys that there are */
    MATRIX_ACCOUNT_MADE,      /* there are keys that are not on disk: nothing leaves */
    MATRIX_ACCOUNT_STORING,   /* they are being stored */
    MATRIX_ACCOUNT_STORED,    /* they may be uploaded */
    MATRIX_ACCOUNT_UPLOADING, /* on their way, or nobody knows whether they arrived */
    MATRIX_ACCOUNT_TAKEN,     /* the homeserver has them, which is not on disk */
    MATRIX_ACCOUNT_MARKING,   /* that is being stored */
    MATRIX_ACCOUNT_STATES
};
extern const struct transitions matrix_account_transitions;

struct matrix_account;

/* A new device of this user: device keys, one-time keys and a fallback key, in MADE. */
struct matrix_account *matrix_account_new(const struct matrix_pickle *pickle, const char *user,
                                          const char *device, const struct entropy *entropy);
/* From its row. PROVIDER_FORGED: under another key. Never make a new one in its place: others
 * would be told of a device that has changed its keys. */
enum provider_answer matrix_account_restore(struct matrix_account **account_r,
                                            const struct matrix_pickle *pickle, const char *value,
                                            size_t len);
void matrix_account_free(struct matrix_account **account);

enum matrix_account_state matrix_account_state(const struct matrix_account *account);
/* The device that it is. Messages that are read use up its one-time keys. */
const struct matrix_own_device *matrix_account_device(const struct matrix_account *account);
struct provider_account *matrix_account_provider(struct matrix_account *account);
/* Adds its row as it is now. To be called whenever it has changed: what is in MADE or TAKEN is
 * being stored from then on. Returns the number of this writing. */
uint64_t matrix_account_write(struct matrix_account *account, struct matrix_changes *changes);
uint64_t matrix_account_writing(const struct matrix_account *account); /* the last number */
/* The rows of that writing are on disk, or are not; told in their order. */
void matrix_account_stored(struct matrix_account *account, uint64_t writing, bool good);

/* What a sync says: how many one-time keys the homeserver has (absent is 0), and whether its
 * fallback key is unused. Makes new ones when it should have more, and none while others are on
 * their way. True: the account has changed. */
bool matrix_account_counted(struct matrix_account *account, int64_t one_time_keys,
                            bool fallback_unused, const struct entropy *entropy, int64_t now_ms);
/* The homeserver has no keys of this device any more (it was signed out, say): all of them are
 * uploaded again, in IDLE alone. True: the account has changed. */
bool matrix_account_missing(struct matrix_account *account, const struct entropy *entropy);
/* Forgets the fallback key of before when its time is over. True: the account has changed. */
bool matrix_account_tick(struct matrix_account *account, int64_t now_ms);

/* The body of /keys/upload; from STORED to UPLOADING. Lives until the upload has ended. */
const char *matrix_account_upload(struct matrix_account *account);
/* It was taken, or is to be sent again. */
void matrix_account_uploaded(struct matrix_account *account, bool good, int64_t now_ms);

/* It was refused for good: the homeserver has other keys under these names, which are those of a
 * store that was put back from a copy. Others are made, under the next names; to MADE. */
void matrix_account_refused(struct matrix_account *account, const struct entropy *entropy);

#endif
