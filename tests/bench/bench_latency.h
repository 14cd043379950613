/* How long things took: a histogram of microseconds whose steps are at most 1.6 % wide, of a fixed
 * size however many are counted. */
#ifndef BENCH_LATENCY_H
#define BENCH_LATENCY_H

#include <stdint.h>

enum { BENCH_LATENCY_FINE = 64, BENCH_LATENCY_DOUBLINGS = 26 };

struct bench_latency {
    uint64_t count;
    uint64_t most_us;
    uint32_t steps[BENCH_LATENCY_FINE * (BENCH_LATENCY_DOUBLINGS + 1)];
};

void bench_latency_clear(struct bench_latency *latency);
void bench_latency_add(struct bench_latency *latency, double seconds);
/* Milliseconds within which the share q (0 to 1) of all was done; 0 for none. */
double bench_latency_ms(const struct bench_latency *latency, double q);

#endif
