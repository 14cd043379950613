/* Limits and waiting times of REST. */
#ifndef DISCORD_REST_LIMITS_H
#define DISCORD_REST_LIMITS_H

enum {
    REST_SECOND_MAX = 45,     /* requests a second in all; Discord allows 50 */
    REST_UNDER_WAY_MAX = 64,  /* calls at once, answers aside */
    REST_WAITING_MAX = 16384, /* requests; more end as ANSWER_DOWN */
    REST_TIME_MS = 60000,
    REST_ANSWER_TIME_MS = 2500,
    REST_TRY_MS = 10000,       /* for one try */
    REST_FILES_TRY_MS = 30000, /* with pictures to upload */
    REST_BACKOFF_MS = 500,
    REST_BACKOFF_MS_MAX = 16000,
    REST_ANSWER_BACKOFF_MS = 100,
    REST_NOT_SENT_TRIES = 5,      /* repeats when surely nothing happened */
    REST_NOT_SENT_TRIES_ONCE = 2, /* the same for what must not happen twice */
    REST_AMBIGUOUS_TRIES = 3,     /* repeats when it may have happened, where that is safe */
    REST_NONCE_MS = 120000,       /* so long Discord knows a nonce */
    REST_BLOCKED_MS = 10000,      /* the first pause after a 429 without JSON; doubles */
    REST_BLOCKED_MS_MAX = 600000,
    REST_UNAUTHORIZED_MS = 1000, /* before a refused token is tried once more */
    REST_WARM_MS = 50000,
    REST_IDLE_MS = 300000, /* an empty queue is forgotten after that */
    REST_INVALID_SLOTS = 10,
    REST_INVALID_SLOT_MS = 60000,
    REST_INVALID_HELD = 500,      /* in ten minutes: all but answers are held back */
    REST_INVALID_STOP = 2000,     /* nothing at all for REST_STOP_MS */
    REST_INVALID_HELD_LEAST = 50, /* however many processes share what Discord allows */
    REST_INVALID_STOP_LEAST = 150,
    REST_STOP_MS = 600000,
    REST_REFUSALS_MAX = 3, /* of one channel, then it is held back */
    REST_CHANNEL_MS = 1800000,
    REST_CHANNELS_MAX = 4096,
    REST_SPLITS_MAX = 4096, /* resources with a bucket of another name than their route's */
    REST_KEY_BYTES = 512,
    REST_HASH_BYTES = 128,
    REST_URL_BYTES = 2048
};

#endif
