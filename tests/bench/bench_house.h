/* The measurements of the house. */
#ifndef BENCH_HOUSE_H
#define BENCH_HOUSE_H

#include "bench.h"

/* Moves of the pure layers; seconds of each run. */
void bench_pure(double seconds);

#endif
