/* A user whose devices are tracked, because messages are encrypted to them or read from them: who
 * they are, which devices they have, and whether that is still so. Row "e/user/" and their id.
 *
 * What a /keys/query says is taken as far as it is signed. Who they are is kept from the first time
 * on: another master key is told before anything secret is sent to them again. It starts no
 * request: who holds it says what has happened. */
#ifndef MATRIX_TRACKED_H
#define MATRIX_TRACKED_H

#include "matrix_changes.h"
#include "matrix_share.h"
#include "transitions.h"

#define MATRIX_TRACKED_ROWS "e/user/"

enum {
    MATRIX_TRACKED_DEVICES = 200, /* of one user; there are no more */
    MATRIX_TRACKED_AGAIN_MS =
        5 * 60 * 1000 /* their homeserver did not answer: asked again after it */
};

enum matrix_tracked_state {
    MATRIX_TRACKED_OUTDATED,  /* a query is due before anything is encrypted to them */
    MATRIX_TRACKED_QUERIED,   /* it is on its way */
    MATRIX_TRACKED_OVERTAKEN, /* it is, and they have changed something meanwhile */
    MATRIX_TRACKED_CURRENT,
    MATRIX_TRACKED_STATES
};
extern const struct transitions matrix_tracked_transitions;

struct matrix_tracked_device {
    struct matrix_device device;
    bool is_signed; /* by their self-signing key */
};

struct matrix_tracked;

struct matrix_tracked *matrix_tracked_new(const char *user);
/* From its row, outdated where it was not current; NULL: it is none. */
struct matrix_tracked *matrix_tracked_restore(const char *value, size_t len);
void matrix_tracked_free(struct matrix_tracked **tracked);
void matrix_tracked_write(const struct matrix_tracked *tracked, struct matrix_changes *changes);

const char *matrix_tracked_user(const struct matrix_tracked *tracked);
enum matrix_tracked_state matrix_tracked_state(const struct matrix_tracked *tracked);
size_t matrix_tracked_count(const struct matrix_tracked *tracked);
const struct matrix_tracked_device *matrix_tracked_at(const struct matrix_tracked *tracked,
                                                      size_t at);
/* By its Curve25519 key; NULL. */
const struct matrix_tracked_device *matrix_tracked_by_curve(const struct matrix_tracked *tracked,
                                                            const char *curve);

/* They are in device_lists.changed. */
void matrix_tracked_changed(struct matrix_tracked *tracked);
/* They are in device_lists.left: no changes of theirs come any more, and nobody asks for them until
 * they are needed again. Who they are is kept. */
void matrix_tracked_left(struct matrix_tracked *tracked);
void matrix_tracked_needed(struct matrix_tracked *tracked);
/* Is a query due for them now? */
bool matrix_tracked_wants_query(const struct matrix_tracked *tracked, int64_t now_ms);
/* Is what is known of them as good as it gets: current, or their homeserver does not answer? */
bool matrix_tracked_is_settled(const struct matrix_tracked *tracked);
/* A query for them is on its way. */
void matrix_tracked_querying(struct matrix_tracked *tracked);
/* It failed as a whole. */
void matrix_tracked_unanswered(struct matrix_tracked *tracked);
/* Their homeserver did not answer: nobody waits for it. */
void matrix_tracked_failed(struct matrix_tracked *tracked, int64_t now_ms);

/* What a query says of them: members of its answer. */
struct matrix_query_answer {
    const cJSON *devices; /* device_keys[user], an object */
    const cJSON *master;
    const cJSON *self_signing;
};
/* What has changed by it. */
struct matrix_tracked_news {
    bool is_other;     /* they are not who they were: matrix_tracked_accept */
    size_t gone_count; /* devices that are no more, or not signed any more */
    struct matrix_device gone[MATRIX_TRACKED_DEVICES];
};
void matrix_tracked_answered(struct matrix_tracked *tracked,
                             const struct matrix_query_answer *answer,
                             struct matrix_tracked_news *news);

/* Are they not who they were, and has nobody been told? */
bool matrix_tracked_is_other(const struct matrix_tracked *tracked);
/* That was told: who they are now is who they are. */
void matrix_tracked_accept(struct matrix_tracked *tracked);
/* Does this device of theirs get a room's key? */
enum matrix_share_verdict matrix_tracked_share(const struct matrix_tracked *tracked, size_t at,
                                               bool only_signed, bool is_ourselves);

#endif
