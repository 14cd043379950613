/* Requests under way are counted against what the last answer said remains. They may be among what
 * it had counted already: then the bucket is a little too careful, never too bold. */
#include "discord_bucket.h"

#include <assert.h>

int64_t discord_bucket_wait_ms(const struct discord_bucket *bucket, int64_t now_ms)
{
    if (now_ms < bucket->pause_ms) {
        return bucket->pause_ms - now_ms;
    }
    if (!bucket->known) {
        return bucket->under_way == 0 ? 0 : -1;
    }
    if (!bucket->limited) {
        return 0;
    }
    uint32_t remaining = now_ms >= bucket->reset_ms ? bucket->limit : bucket->remaining;
    if (bucket->under_way < remaining) {
        return 0;
    }
    /* a limit of nothing at all is none that could be waited for: one at a time then */
    if (now_ms >= bucket->reset_ms) {
        return bucket->under_way == 0 ? 0 : -1;
    }
    return bucket->reset_ms - now_ms;
}

void discord_bucket_begin(struct discord_bucket *bucket)
{
    bucket->under_way++;
}

void discord_bucket_end(struct discord_bucket *bucket)
{
    assert(bucket->under_way > 0);
    bucket->under_way--;
}

void discord_bucket_update(struct discord_bucket *bucket, const struct discord_limit *limit,
                           int64_t now_ms)
{
    discord_bucket_end(bucket);
    bucket->known = true;
    if (!limit->given) {
        return;
    }
    int64_t after = limit->reset_after_ms;
    after = after < 0 ? 0 : after > BUCKET_RESET_MS_MAX ? BUCKET_RESET_MS_MAX : after;
    int64_t reset = now_ms + after + BUCKET_MARGIN_MS;
    /* answers overtake each other: within one window the smaller number is the newer one */
    bool same = bucket->limited && now_ms < bucket->reset_ms &&
                reset < bucket->reset_ms + after / 2 + BUCKET_MARGIN_MS;
    if (!same || limit->remaining < bucket->remaining) {
        bucket->remaining = limit->remaining;
    }
    if (!same || reset > bucket->reset_ms) {
        bucket->reset_ms = reset;
    }
    bucket->limited = true;
    bucket->limit = limit->limit;
}

void discord_bucket_pause(struct discord_bucket *bucket, int64_t wait_ms, int64_t now_ms)
{
    assert(wait_ms >= 0);
    int64_t until = now_ms + wait_ms + BUCKET_MARGIN_MS;
    if (until > bucket->pause_ms) {
        bucket->pause_ms = until;
    }
}
