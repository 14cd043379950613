/* The first 64 steps are one microsecond each; after them each doubling has 64. */
#include "bench_latency.h"

#include <string.h>

void bench_latency_clear(struct bench_latency *latency)
{
    memset(latency, 0, sizeof *latency);
}

static uint64_t latency_step(uint64_t us)
{
    unsigned doublings = 0;
    while (us >> doublings >= 2 * (uint64_t)BENCH_LATENCY_FINE &&
           doublings + 1 < BENCH_LATENCY_DOUBLINGS) {
        doublings++;
    }
    uint64_t fine = us >> doublings;
    fine = fine < 2 * (uint64_t)BENCH_LATENCY_FINE ? fine : 2 * (uint64_t)BENCH_LATENCY_FINE - 1;
    return us < BENCH_LATENCY_FINE ? us : doublings * (uint64_t)BENCH_LATENCY_FINE + fine;
}

/* The longest time that is counted in a step. */
static uint64_t latency_us(uint64_t step)
{
    if (step < 2 * (uint64_t)BENCH_LATENCY_FINE) {
        return step;
    }
    uint64_t doublings = step / BENCH_LATENCY_FINE - 1;
    uint64_t fine = step - doublings * BENCH_LATENCY_FINE;
    return ((fine + 1) << doublings) - 1;
}

void bench_latency_add(struct bench_latency *latency, double seconds)
{
    uint64_t us = seconds <= 0 ? 0 : (uint64_t)(seconds * 1e6);
    latency->count++;
    latency->most_us = us > latency->most_us ? us : latency->most_us;
    latency->steps[latency_step(us)]++;
}

double bench_latency_ms(const struct bench_latency *latency, double q)
{
    uint64_t wanted = (uint64_t)(q * (double)latency->count);
    uint64_t seen = 0;
    for (uint64_t step = 0; step < sizeof latency->steps / sizeof latency->steps[0]; step++) {
        seen += latency->steps[step];
        if (seen > wanted) {
            uint64_t us = latency_us(step);
            return (double)(us < latency->most_us ? us : latency->most_us) / 1000;
        }
    }
    return (double)latency->most_us / 1000;
}
