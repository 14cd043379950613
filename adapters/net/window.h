/* At most so many acts in any stretch of time: a limit that somebody else counts, and which a token
 * bucket would exceed right after a pause. A value; the time is passed in. */
#ifndef WINDOW_H
#define WINDOW_H

#include <stdbool.h>
#include <stdint.h>

enum { WINDOW_ACTS_MAX = 64 };

struct window {
    uint32_t most;  /* acts, at most WINDOW_ACTS_MAX */
    int64_t length; /* milliseconds */
    uint32_t count; /* of acts that are remembered */
    uint32_t next;  /* where the next one goes */
    int64_t at_ms[WINDOW_ACTS_MAX];
};

void window_init(struct window *window, uint32_t most, int64_t length_ms);
/* How long until one more is allowed; 0: now. */
int64_t window_wait_ms(const struct window *window, int64_t now_ms);
/* One more, whether allowed or not. */
void window_put(struct window *window, int64_t now_ms);

#endif
