/* Buckets: each request adds one, time takes away; more than the burst is 429. */
#include "mxfake_call.h"

#include <assert.h>

enum { MXFAKE_ONE = 1000 };

/* How long to wait; 0: it is taken. */
static int64_t mxfake_bucket_wait_ms(const struct mxfake_bucket *bucket,
                                     const struct mxfake_limit *limit, int64_t now_ms,
                                     int64_t *level)
{
    int64_t gone = (now_ms - bucket->at_ms) * limit->per_1000_s / 1000;
    *level = bucket->level > gone ? bucket->level - gone : 0;
    int64_t over = *level + MXFAKE_ONE - (int64_t)limit->burst * MXFAKE_ONE;
    return over <= 0 ? 0 : (over * 1000 + limit->per_1000_s - 1) / limit->per_1000_s;
}

bool mxfake_limit_take(struct mxfake_call *call, struct mxfake_bucket *bucket,
                       const struct mxfake_limit *limit)
{
    struct mxfake *fake = call->fake;
    int64_t level = 0;
    assert(bucket != NULL);
    bool spared = call->user != NULL && call->user->unlimited;
    if (!fake->knobs.limits || limit->per_1000_s == 0 || spared) {
        return true;
    }
    int64_t wait_ms = mxfake_bucket_wait_ms(bucket, limit, fake->now_ms, &level);
    if (wait_ms > 0) {
        fake->counts.limited++;
        mxfake_limited(call, wait_ms, true, true);
        return false;
    }
    bucket->level = level + MXFAKE_ONE;
    bucket->at_ms = fake->now_ms;
    return true;
}

bool mxfake_limit_message(struct mxfake_call *call)
{
    return mxfake_limit_take(call, &call->user->messages, &call->fake->knobs.messages);
}

bool mxfake_limit_invite(struct mxfake_call *call, struct mxfake_room *room,
                         struct mxfake_user *whom)
{
    const struct mxfake_knobs *knobs = &call->fake->knobs;
    return (room == NULL || mxfake_limit_take(call, &room->invites, &knobs->invites_room)) &&
           mxfake_limit_take(call, &call->user->invites, &knobs->invites_issuer) &&
           mxfake_limit_take(call, &whom->invited, &knobs->invites_user);
}
