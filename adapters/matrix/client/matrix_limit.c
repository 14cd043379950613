#include "matrix_limit.h"

enum { LIMIT_LEVEL = 1000, LIMIT_SPARE = 2 };

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
        limit->first_ms = limit->all == 0 ? now_ms : limit->first_ms;
        limit->all++;
        return;
    }
    limit->measures = limit->measures && !bucket_is_full(&limit->bucket, now_ms);
    bucket_take(&limit->bucket, 1, now_ms);
    limit->sent++;
    limit->calm++;
    if (limit->calm >= MATRIX_LIMIT_CALM) {
        limit->calm = 0;
        limit->bucket.each_ms = limit_between((int64_t)limit->bucket.each_ms * 9 / 10);
    }
}

bool matrix_limit_is_roomy(const struct matrix_limit *limit, int64_t now_ms)
{
    int64_t usual = MATRIX_LIMIT_BURST + (now_ms - limit->first_ms) / MATRIX_LIMIT_EACH_MS;
    return !limit->known && (int64_t)limit->all > usual + LIMIT_SPARE;
}

/* The one that was refused comes in wait_ms, and all that were sent before it came since the last
 * refusal: so long takes one. Never faster than it was. A wait of minutes is a pause, and says
 * nothing of the pace behind it. */
static uint32_t limit_measured(const struct matrix_limit *limit, int64_t wait_ms, int64_t now_ms)
{
    uint32_t each_ms = limit->bucket.each_ms;
    if (!limit->measures || limit->sent < 2 || wait_ms > MATRIX_LIMIT_EACH_MS_MAX) {
        return each_ms;
    }
    uint32_t seen_ms = limit_between((now_ms + wait_ms - limit->since_ms) / (limit->sent - 1));
    return seen_ms > each_ms ? seen_ms : each_ms;
}

/* Several answers to what went out at the same time are one. */
void matrix_limit_update(struct matrix_limit *limit, int64_t wait_ms, int64_t now_ms)
{
    bool again = limit->known && limit->pause_ms > now_ms;
    if (!limit->known) {
        uint32_t each_ms = limit_between(
            wait_ms > 0 && wait_ms < MATRIX_LIMIT_EACH_MS ? wait_ms : MATRIX_LIMIT_EACH_MS);
        bucket_init(&limit->bucket, MATRIX_LIMIT_BURST, each_ms, now_ms);
    } else if (!again) {
        limit->bucket.each_ms = limit_measured(limit, wait_ms, now_ms);
    }
    limit->known = true;
    limit->calm = 0;
    /* full again by one when the pause is over */
    limit->bucket.at_ms = now_ms + wait_ms;
    limit->bucket.level = LIMIT_LEVEL;
    limit->since_ms = now_ms + wait_ms;
    limit->sent = 0;
    limit->measures = true;
    if (now_ms + wait_ms > limit->pause_ms) {
        limit->pause_ms = now_ms + wait_ms;
    }
}
