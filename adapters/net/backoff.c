/* Full jitter over a doubling bound. */
#include "backoff.h"

#include <assert.h>

enum { BACKOFF_DOUBLINGS_MAX = 32 };

void backoff_init(struct backoff *backoff, uint32_t first_ms, uint32_t most_ms)
{
    assert(first_ms > 0);
    assert(most_ms >= first_ms);
    assert(most_ms < UINT32_MAX);
    backoff->first_ms = first_ms;
    backoff->most_ms = most_ms;
    backoff->failures = 0;
}

uint32_t backoff_bound_ms(const struct backoff *backoff)
{
    uint32_t doublings = backoff->failures;
    if (doublings >= BACKOFF_DOUBLINGS_MAX) {
        return backoff->most_ms;
    }
    uint64_t bound = (uint64_t)backoff->first_ms << doublings;
    return bound < backoff->most_ms ? (uint32_t)bound : backoff->most_ms;
}

/* Evenly from 0 to most: draws above the largest multiple of the span are drawn again. */
static uint32_t backoff_draw(const struct entropy *entropy, uint32_t most)
{
    uint32_t span = most + 1;
    uint32_t fair = UINT32_MAX - UINT32_MAX % span;
    uint32_t drawn = 0;
    do {
        entropy->fill(entropy->context, &drawn, sizeof drawn);
    } while (drawn >= fair);
    return drawn % span;
}

uint32_t backoff_next_ms(struct backoff *backoff, const struct entropy *entropy)
{
    uint32_t bound = backoff_bound_ms(backoff);
    if (backoff->failures < UINT32_MAX) {
        backoff->failures++;
    }
    return backoff_draw(entropy, bound);
}

void backoff_reset(struct backoff *backoff)
{
    backoff->failures = 0;
}
