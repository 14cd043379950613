/* One rate limit of Discord's, as its answers say it. A value; the time is passed in (a clock that
 * does not jump), since Discord's own clock need not agree with ours. */
#ifndef DISCORD_BUCKET_H
#define DISCORD_BUCKET_H

#include <stdbool.h>
#include <stdint.h>

enum { BUCKET_MARGIN_MS = 50, BUCKET_RESET_MS_MAX = 24 * 3600 * 1000 };

/* What the headers of an answer said. */
struct discord_limit {
    bool given; /* there were such headers */
    uint32_t limit;
    uint32_t remaining;
    int64_t reset_after_ms;
};

struct discord_bucket {
    bool known;     /* an answer has come: before the first, one request at a time */
    bool limited;   /* its answers name a limit */
    uint32_t limit; /* in a window */
    uint32_t remaining;
    uint32_t under_way;
    int64_t reset_ms; /* when the window ends */
    int64_t pause_ms; /* nothing before then, after a 429 */
};

/* How long until a request may be sent: 0 now, -1 not before one that is under way is answered. */
int64_t discord_bucket_wait_ms(const struct discord_bucket *bucket, int64_t now_ms);
/* One is sent. */
void discord_bucket_begin(struct discord_bucket *bucket);
/* One is over, without an answer. */
void discord_bucket_end(struct discord_bucket *bucket);
/* One is answered. */
void discord_bucket_update(struct discord_bucket *bucket, const struct discord_limit *limit,
                           int64_t now_ms);
/* A 429: nothing for this time. */
void discord_bucket_pause(struct discord_bucket *bucket, int64_t wait_ms, int64_t now_ms);

#endif
