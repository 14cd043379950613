/* An event whose key is not there: keys often come behind the events that need them. It is waited
 * for, then asked for once, and then who wrote it is told once, kindly, for that session. */
#ifndef MATRIX_LATE_KEY_H
#define MATRIX_LATE_KEY_H

#include "transitions.h"

enum {
    MATRIX_LATE_WAIT_MS = 60 * 1000, /* for the key to come by itself */
    MATRIX_LATE_ASKED_MS = 60 * 1000 /* for an answer */
};

enum matrix_late_state {
    MATRIX_LATE_WAITING,
    MATRIX_LATE_ASKED, /* an m.room_key_request is out */
    MATRIX_LATE_TOLD, /* who wrote it was told; what comes of this session is read when it can be */
    MATRIX_LATE_HERE, /* the key has come */
    MATRIX_LATE_STATES
};
extern const struct transitions matrix_late_transitions;

struct matrix_late_key {
    enum matrix_late_state state;
    int64_t since_ms; /* of the state */
};

enum matrix_late_due {
    MATRIX_LATE_NOTHING,
    MATRIX_LATE_ASK, /* send one request to the sender's devices */
    MATRIX_LATE_TELL /* say once that it could not be read */
};

void matrix_late_begin(struct matrix_late_key *key, int64_t now_ms);
/* What is due now, once; the state follows. */
enum matrix_late_due matrix_late_tick(struct matrix_late_key *key, int64_t now_ms);
/* When to look again; -1 never. */
int64_t matrix_late_due_ms(const struct matrix_late_key *key);
/* The key has come. True: a request is out that is to be cancelled. */
bool matrix_late_came(struct matrix_late_key *key, int64_t now_ms);
/* Its owner has said that they keep it from us (m.room_key.withheld): there is nothing to wait for.
 * True: who wrote it is to be told now. */
bool matrix_late_withheld(struct matrix_late_key *key, int64_t now_ms);

#endif
