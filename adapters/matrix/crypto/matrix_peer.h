/* Our sessions with one device of somebody, by the user and its Curve25519 key (which another user
 * may claim, too, without being able to use it): which one is used, and how a new one comes to be
 * when they are of no use any more. At rest they are as they are stored: row "e/peer/", the key,
 * "/" and the user.
 *
 * A device whose message cannot be read has lost its half of a session, or we have lost ours: a new
 * session is begun from our side, once an hour at most, and its first message says nothing
 * (m.dummy), so that they use it from then on. It starts no request: who holds it says what has
 * happened. */
#ifndef MATRIX_PEER_H
#define MATRIX_PEER_H

#include "matrix_changes.h"
#include "matrix_pickle.h"
#include "transitions.h"

#define MATRIX_PEER_ROWS "e/peer/"

enum {
    MATRIX_PEER_SESSIONS = 5,              /* of one device; the least used one makes room */
    MATRIX_PEER_RENEW_MS = 60 * 60 * 1000, /* between two sessions that are begun for want of one */
    MATRIX_PEER_KEYS_MS = 10 * 60 * 1000   /* a device had no one-time key: asked again after it */
};

enum matrix_peer_state {
    MATRIX_PEER_NONE,     /* no session: a one-time key is to be claimed before anything is sent */
    MATRIX_PEER_CLAIMING, /* it is being claimed */
    MATRIX_PEER_READY,    /* there is a session */
    MATRIX_PEER_WEDGED,   /* what came could not be read: a session is due */
    MATRIX_PEER_RENEWING, /* a key for it is being claimed */
    MATRIX_PEER_KEYLESS,  /* the device had no one-time key left */
    MATRIX_PEER_STATES
};
extern const struct transitions matrix_peer_transitions;

struct matrix_peer;

struct matrix_peer *matrix_peer_new(const struct matrix_pickle *pickle, const char *user,
                                    const char *curve);
/* From its row; NULL: it is none, or says so little that it is as good as none. */
struct matrix_peer *matrix_peer_restore(const struct matrix_pickle *pickle, const char *value,
                                        size_t len);
void matrix_peer_free(struct matrix_peer **peer);
/* Adds its row as it is now. */
void matrix_peer_write(const struct matrix_peer *peer, struct matrix_changes *changes);

const char *matrix_peer_user(const struct matrix_peer *peer);
/* Key, "/" and user. */
const char *matrix_peer_name(const struct matrix_peer *peer);
const char *matrix_peer_curve(const struct matrix_peer *peer);
enum matrix_peer_state matrix_peer_state(const struct matrix_peer *peer);
unsigned matrix_peer_sessions(const struct matrix_peer *peer);

/* Reads a message of this device. The words are added to out. Whatever it is, peer has changed and
 * is to be written; the account, too, when *account_changed_r. Anything but PROVIDER_GOOD: it could
 * not be read. */
enum provider_answer matrix_peer_read(struct matrix_peer *peer, struct provider_account *account,
                                      const struct provider_message *message, int64_t now_ms,
                                      struct buf *out, bool *account_changed_r);
/* Encrypts by the session that last read something. Write peer before the message leaves. False:
 * there is no session. *type_r is the message's. */
bool matrix_peer_encrypt(struct matrix_peer *peer, const struct buf *words,
                         const struct entropy *entropy, struct buf *out, unsigned *type_r);

/* Is a one-time key to be claimed now? wanted: something is to be sent to it. */
bool matrix_peer_wants_key(const struct matrix_peer *peer, bool wanted, int64_t now_ms);
/* The claim is on its way. */
void matrix_peer_claiming(struct matrix_peer *peer);
/* What came of it: a key (checked: matrix_device_claimed), or NULL where the device has none. True:
 * the session is there, and owes the device an m.dummy if that is all there is to say to it. */
bool matrix_peer_claimed(struct matrix_peer *peer, const struct provider_account *account,
                         const char *one_time, const struct entropy *entropy, int64_t now_ms);
/* The request failed: nobody knows. */
void matrix_peer_unclaimed(struct matrix_peer *peer);

#endif
