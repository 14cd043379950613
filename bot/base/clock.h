/* The time, as a value that can be passed in: the system's, or a test's. */
#ifndef CLOCK_H
#define CLOCK_H

#include <stdint.h>

struct clock {
    int64_t (*now_ms)(void *context);       /* UTC milliseconds */
    int64_t (*monotonic_ms)(void *context); /* never jumps */
    void *context;
};

/* The system's clock. */
struct clock clock_system(void);

/* Microseconds of a clock that never jumps, for measuring alone: nothing is decided by them. */
int64_t clock_measure_us(void);

#endif
