/* How long to wait before trying again: full jitter (anything from nothing to a bound that doubles
 * with each failure), so that many who failed together do not come back together. A value. */
#ifndef BACKOFF_H
#define BACKOFF_H

#include "entropy.h"

#include <stdint.h>

struct backoff {
    uint32_t first_ms; /* the bound after the first failure */
    uint32_t most_ms;  /* the bound never grows beyond */
    uint32_t failures;
};

void backoff_init(struct backoff *backoff, uint32_t first_ms, uint32_t most_ms);
/* Counts a failure; how long to wait, from 0 to the bound, both included. */
uint32_t backoff_next_ms(struct backoff *backoff, const struct entropy *entropy);
/* The bound that the next failure will have. */
uint32_t backoff_bound_ms(const struct backoff *backoff);
/* It worked. */
void backoff_reset(struct backoff *backoff);

#endif
