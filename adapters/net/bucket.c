/* Token bucket in thousandths of an act, so that no time is lost to rounding down. */
#include "bucket.h"

#include <assert.h>

enum { BUCKET_ACT = 1000 };

static int64_t bucket_level(const struct bucket *bucket, int64_t now_ms)
{
    int64_t full = (int64_t)bucket->burst * BUCKET_ACT;
    int64_t missing = full - bucket->level;
    if (now_ms <= bucket->at_ms) {
        return bucket->level;
    }
    /* a gap long enough to fill it needs no multiplication that could overflow */
    int64_t gap_ms = now_ms - bucket->at_ms;
    if (gap_ms >= missing * bucket->each_ms / BUCKET_ACT + 1) {
        return full;
    }
    int64_t level = bucket->level + gap_ms * BUCKET_ACT / bucket->each_ms;
    return level < full ? level : full;
}

void bucket_init(struct bucket *bucket, uint32_t burst, uint32_t each_ms, int64_t now_ms)
{
    assert(burst > 0);
    assert(each_ms > 0);
    bucket->at_ms = now_ms;
    bucket->level = (int64_t)burst * BUCKET_ACT;
    bucket->burst = burst;
    bucket->each_ms = each_ms;
}

bool bucket_take(struct bucket *bucket, uint32_t cost, int64_t now_ms)
{
    int64_t level = bucket_level(bucket, now_ms);
    int64_t wanted = (int64_t)cost * BUCKET_ACT;
    if (level < wanted) {
        return false;
    }
    bucket->level = level - wanted;
    if (now_ms > bucket->at_ms) {
        bucket->at_ms = now_ms;
    }
    assert(bucket->level >= 0);
    return true;
}

int64_t bucket_wait_ms(const struct bucket *bucket, uint32_t cost, int64_t now_ms)
{
    if (cost > bucket->burst) {
        return -1;
    }
    int64_t missing = (int64_t)cost * BUCKET_ACT - bucket_level(bucket, now_ms);
    if (missing <= 0) {
        return 0;
    }
    return (missing * bucket->each_ms + BUCKET_ACT - 1) / BUCKET_ACT;
}

bool bucket_is_full(const struct bucket *bucket, int64_t now_ms)
{
    return bucket_level(bucket, now_ms) == (int64_t)bucket->burst * BUCKET_ACT;
}
