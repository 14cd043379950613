/* A token bucket: how many acts are allowed at once, and how fast they come back. A value; the time
 * is passed in (any clock that does not run backwards; one that does is taken as standing still).
 */
#ifndef BUCKET_H
#define BUCKET_H

#include <stdbool.h>
#include <stdint.h>

struct bucket {
    int64_t at_ms;    /* when level was true */
    int64_t level;    /* thousandths of an act that are there */
    uint32_t burst;   /* acts at the most */
    uint32_t each_ms; /* one act comes back in this time; at least 1 */
};

/* Full. */
void bucket_init(struct bucket *bucket, uint32_t burst, uint32_t each_ms, int64_t now_ms);
/* Takes cost acts, or none and false. */
bool bucket_take(struct bucket *bucket, uint32_t cost, int64_t now_ms);
/* How long until cost acts are there; 0 when they are, -1 when they never will be (over burst). */
int64_t bucket_wait_ms(const struct bucket *bucket, uint32_t cost, int64_t now_ms);
/* Is it full again, so that forgetting it changes nothing? */
bool bucket_is_full(const struct bucket *bucket, int64_t now_ms);

#endif
