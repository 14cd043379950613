/* How fast the account may send, as its 429s have shown. Until the first there is no limit; from
 * then on a bucket of ten. Its pace is measured: each 429 says when there was one to be had, and so
 * much has gone between two of them; after a while without one it is tried a little faster. What
 * others send for the account slows it down by no more than their share. A value. */
#ifndef MATRIX_LIMIT_H
#define MATRIX_LIMIT_H

#include "bucket.h"

enum {
    MATRIX_LIMIT_BURST = 10,
    MATRIX_LIMIT_EACH_MS = 5000, /* Synapse's own default: 0.2 a second */
    MATRIX_LIMIT_EACH_MS_MAX = 60000,
    MATRIX_LIMIT_EACH_MS_MIN = 20,
    MATRIX_LIMIT_CALM = 40 /* sends without a 429, after which it is tried faster */
};

struct matrix_limit {
    struct bucket bucket;
    int64_t pause_ms; /* nothing before then, as the server said */
    unsigned calm;
    int64_t since_ms; /* at which moment the server had just one, as it said */
    unsigned sent;    /* since then */
    unsigned all;     /* that went before the first refusal, */
    int64_t first_ms; /* since then */
    bool known;       /* that there is a limit */
    bool measures;    /* since then nothing was left unused, so that it says how fast they come */
};

/* How long the next one has to wait; 0: it may go now. */
int64_t matrix_limit_wait_ms(const struct matrix_limit *limit, int64_t now_ms);
/* One goes. */
void matrix_limit_take(struct matrix_limit *limit, int64_t now_ms);
/* No refusal yet, though more went than a homeserver allows whose limits were left as they come. */
bool matrix_limit_is_roomy(const struct matrix_limit *limit, int64_t now_ms);
/* A 429 that asks to wait so long. */
void matrix_limit_update(struct matrix_limit *limit, int64_t wait_ms, int64_t now_ms);

#endif
