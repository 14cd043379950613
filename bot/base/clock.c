/* The system's clock. Everybody else is handed a struct clock. */

#include "clock.h"

#include <assert.h>
#include <time.h>

static int64_t clock_read_us(clockid_t which)
{
    struct timespec now;
    int done = clock_gettime(which, &now);
    assert(done == 0);
    (void)done;
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

static int64_t clock_system_now_ms(void *context)
{
    (void)context;
    return clock_read_us(CLOCK_REALTIME) / 1000;
}

static int64_t clock_system_monotonic_ms(void *context)
{
    (void)context;
    return clock_read_us(CLOCK_MONOTONIC) / 1000;
}

struct clock clock_system(void)
{
    return (struct clock){
        .now_ms = clock_system_now_ms,
        .monotonic_ms = clock_system_monotonic_ms,
    };
}

int64_t clock_measure_us(void)
{
    return clock_read_us(CLOCK_MONOTONIC);
}
