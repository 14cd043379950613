#include "matrix_limit.h"

enum { LIMIT_LEVEL = 1000 };

static uint32_t limit_between(int64_t each_ms)
{
    each_ms = each_ms > MATRIX_LIMIT_EACH_MS_MIN ? each_ms : MATRIX_LIMIT_EACH_MS_MIN;
    return (uint32_t)(each_ms < MATRIX_LIMIT_EACH_MS_MAX ? each_ms : MATRIX_LIMIT_EACH_MS_MAX);
}

int64_t matrix_limit_wait_ms(const struct matrix_limit *limit, int64_t now_ms)
{
    if (!limit->known) {
        return 0;
    }
    int64_t pause_ms = limit->pause_ms > now_ms ? limit->pause_ms - now_ms : 0;
    int64_t bucket_ms = bucket_wait_ms(&limit->bucket, 1, now_ms);
    return pause_ms > bucket_ms ? pause_ms : bucket_ms;
}

void matrix_limit_take(struct matrix_limit *limit, int64_t now_ms)
{
    if (!limit->known) {
        return;
    }
    bucket_take(&limit->bucket, 1, now_ms);
    limit->calm++;
    if (limit->calm >= MATRIX_LIMIT_CALM) {
        limit->calm = 0;
        limit->bucket.each_ms = limit_between((int64_t)limit->bucket.each_ms * 9 / 10);
    }
}

/* The next one comes in wait_ms, and by our count it would have been there now: so long is what
 * one takes too little. Several answers to what went out at the same time are one. */
void matrix_limit_told(struct matrix_limit *limit, int64_t wait_ms, int64_t now_ms)
{
    bool again = limit->known && limit->pause_ms > now_ms;
    if (!limit->known) {
        uint32_t each_ms = limit_between(
            wait_ms > 0 && wait_ms < MATRIX_LIMIT_EACH_MS ? wait_ms : MATRIX_LIMIT_EACH_MS);
        bucket_init(&limit->bucket, MATRIX_LIMIT_BURST, each_ms, now_ms);
    } else if (!again) {
        limit->bucket.each_ms = limit_between((int64_t)limit->bucket.each_ms + wait_ms);
    }
    limit->known = true;
    limit->calm = 0;
    /* full again by one when the pause is over */
    limit->bucket.at_ms = now_ms + wait_ms;
    limit->bucket.level = LIMIT_LEVEL;
    if (now_ms + wait_ms > limit->pause_ms) {
        limit->pause_ms = now_ms + wait_ms;
    }
}
