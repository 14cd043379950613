/* How much one person, or one room, may do: a bucket that fills with time and pays for acts. */
#ifndef FLOOD_H
#define FLOOD_H

#include <stdbool.h>
#include <stdint.h>

struct flood_limit {
    uint32_t burst;      /* what a full bucket holds */
    uint32_t per_minute; /* how fast it fills; 0: no limit at all */
};

struct flood {
    int64_t full_ms; /* when the bucket will be full again; one that is all zero is full */
    int64_t told_ms; /* when its person was last told */
};

/* Takes cost out. False when there is not enough; nothing is taken then. */
bool flood_take(struct flood *flood, const struct flood_limit *limit, unsigned cost,
                int64_t now_ms);
/* Should the person be told that it was too fast? Once in a while, so that answers cannot flood
 * either. */
bool flood_tell(struct flood *flood, int64_t now_ms);

#endif
