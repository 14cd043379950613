/* End-to-end encryption at work: the machine of crypto/ with a disk and a homeserver. It fills
 * struct matrix_e2ee, makes the requests that are due, and stores what has changed: with the token
 * of the sync that it came by, and before any bytes leave that follow from it. */
#ifndef MATRIX_ENCRYPTION_H
#define MATRIX_ENCRYPTION_H

#include "matrix_base.h"
#include "matrix_e2ee.h"

struct matrix_encryption;
struct matrix_verify;
struct store_row;

/* What it tells of; all are set. None is called from inside a function of struct matrix_e2ee. */
struct matrix_encryption_events {
    /* An event that waited for its key, as it would have come unencrypted. False: the house takes
     * nothing now; it comes again. */
    bool (*read)(struct matrix *matrix, const char *room, const cJSON *event);
    /* What this person wrote there cannot be read: told once for each session of theirs. */
    void (*unreadable)(struct matrix *matrix, const char *room, const char *user);
    /* Who this person is has changed: nothing secret is sent to them in this room for a minute. */
    void (*other)(struct matrix *matrix, const char *room, const char *user);
    /* encrypts had no answer for this person, and has one now. */
    void (*known)(struct matrix *matrix, const char *user);
};

/* Is it switched on in these settings? */
bool matrix_encryption_is_wanted(const struct settings *settings);
/* NULL and a fault: the settings lack something, say. */
struct matrix_encryption *matrix_encryption_new(struct matrix *matrix,
                                                const struct matrix_encryption_events *events,
                                                struct fault *fault);
void matrix_encryption_free(struct matrix_encryption **encryption);
const struct matrix_e2ee *matrix_encryption_e2ee(const struct matrix_encryption *encryption);

/* A row read at the start. False: it is not one of these ("e/…"). */
bool matrix_encryption_restore(struct matrix_encryption *encryption, const char *key,
                               const char *text, size_t len);
/* A row that cannot be read: its key. Without the account's nothing goes on. */
void matrix_encryption_damaged(struct matrix_encryption *encryption, const char *key);
/* All rows were read: -1 and a fault if they cannot be used. */
int matrix_encryption_restored(struct matrix_encryption *encryption, struct fault *fault);
/* Our user and device are known: it begins. */
void matrix_encryption_begin(struct matrix_encryption *encryption);
/* From here on one request to verify the bot is taken, of the person whom wish names; it outlives
 * what it wishes. */
void matrix_encryption_verify(struct matrix_encryption *encryption,
                              const struct matrix_verify *wish);
/* Is what both sides show the same? Nothing where nothing is shown. */
void matrix_encryption_verify_answer(struct matrix_encryption *encryption, bool is_same);
/* Ends it, and says so to the other side. */
void matrix_encryption_verify_stop(struct matrix_encryption *encryption);
/* Somebody is forgotten: drops all that is known of their devices and keys. */
void matrix_encryption_forget(struct matrix_encryption *encryption, const char *user);
/* The process is about to end: stores what has changed since the last sync. */
void matrix_encryption_drain(struct matrix_encryption *encryption);
int64_t matrix_encryption_due_ms(const struct matrix_encryption *encryption);
void matrix_encryption_tick(struct matrix_encryption *encryption, int64_t now_ms);

#endif
