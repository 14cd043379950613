/* A verification by short authentication strings, from our side: somebody has asked for it, their
 * client starts it, both show the same, people say whether it is the same, and each side proves
 * that it has seen the other's keys. We never ask, and never start.
 *
 * It starts no request and stores nothing: messages are given to it as they come, and those that
 * are to be sent are taken from it, in their order. It is in memory alone: a process that ends
 * leaves the other side to wait until its time is over. */
#ifndef MATRIX_VERIFICATION_H
#define MATRIX_VERIFICATION_H

#include "matrix_client.h"
#include "matrix_sas.h"
#include "transitions.h"

/* Types of its messages begin so; behind it stands "ready", "start", … */
#define MATRIX_VERIFICATION "m.key.verification."

enum {
    MATRIX_VERIFICATION_MS = 10 * 60 * 1000 /* so long one takes, and a request is good */
};

enum matrix_verification_state {
    MATRIX_VERIFICATION_READY,    /* their start is waited for */
    MATRIX_VERIFICATION_ACCEPTED, /* their key is waited for */
    MATRIX_VERIFICATION_SHOWN,    /* people compare */
    MATRIX_VERIFICATION_AGREED,   /* ours has said that it is the same; theirs is waited for */
    MATRIX_VERIFICATION_PROVED,   /* both have */
    MATRIX_VERIFICATION_CANCELLED,
    MATRIX_VERIFICATION_STATES
};
extern const struct transitions matrix_verification_transitions;

/* One side's keys, as its homeserver has them. */
struct matrix_verification_side {
    char user[MATRIX_ID_BYTES];
    char device[MATRIX_ID_BYTES];
    char device_key[PROVIDER_KEY_TEXT]; /* Ed25519 */
    char master[PROVIDER_KEY_TEXT];     /* "": they have none */
};

struct matrix_verification_setup {
    struct matrix_verification_side own;
    struct matrix_verification_side other;
    char transaction[MATRIX_ID_BYTES]; /* the id of the request's event, in a room */
    bool is_in_room;
};

struct matrix_verification;

/* They have asked: to READY, which is to be sent. */
struct matrix_verification *matrix_verification_new(const struct matrix_verification_setup *setup,
                                                    const struct entropy *entropy);
void matrix_verification_free(struct matrix_verification **verification);
enum matrix_verification_state matrix_verification_state(
    const struct matrix_verification *verification);

/* A message of the other device in this verification. What has come before is passed over; what
 * comes too early, or is not as it has to be, cancels. */
void matrix_verification_take(struct matrix_verification *verification, const char *type,
                              const cJSON *content);
/* What people compare; in SHOWN alone. */
void matrix_verification_see(const struct matrix_verification *verification,
                             struct matrix_sas_seen *seen);
/* What ours has said of it; in SHOWN alone. */
void matrix_verification_answer(struct matrix_verification *verification, bool is_same);
/* Ends it, where it has not ended. code: "m.user", "m.timeout", … */
void matrix_verification_cancel(struct matrix_verification *verification, const char *code,
                                const char *reason);
/* Why it was cancelled, a code; "" it was not. */
const char *matrix_verification_why(const struct matrix_verification *verification);
/* Did they cancel it? */
bool matrix_verification_was_theirs(const struct matrix_verification *verification);
/* Have they vouched for their master key, too? In PROVED. */
bool matrix_verification_proves_master(const struct matrix_verification *verification);

/* The next message to be sent, deleted by the caller; NULL: there is none now. type_r lives as long
 * as the verification. */
cJSON *matrix_verification_next(struct matrix_verification *verification, const char **type_r);
bool matrix_verification_has_next(const struct matrix_verification *verification);
/* Adds what says to which verification a content belongs. */
void matrix_verification_name(cJSON *content, const char *transaction, bool is_in_room);

#endif
