/* A leaky bucket kept as one moment: when it will be full again. */
#include "flood.h"

enum { FLOOD_TELL_EVERY_MS = 5000 };

bool flood_take(struct flood *flood, const struct flood_limit *limit, unsigned cost, int64_t now_ms)
{
    if (limit->per_minute == 0) {
        return true;
    }
    int64_t price_ms = (int64_t)cost * 60000 / limit->per_minute;
    int64_t depth_ms = (int64_t)limit->burst * 60000 / limit->per_minute;
    int64_t from_ms = flood->full_ms > now_ms ? flood->full_ms : now_ms;
    if (from_ms + price_ms - now_ms > depth_ms) {
        return false;
    }
    flood->full_ms = from_ms + price_ms;
    return true;
}

bool flood_tell(struct flood *flood, int64_t now_ms)
{
    if (flood->told_ms != 0 && now_ms - flood->told_ms < FLOOD_TELL_EVERY_MS) {
        return false;
    }
    flood->told_ms = now_ms;
    return true;
}
