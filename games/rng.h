/* Chance, dealt: xoshiro256** seeded from the 32 bytes of the deal. The same seed draws the same
 * on every machine; the sequence is part of the fairness record and never changes. */
#ifndef RNG_H
#define RNG_H

#include <stddef.h>
#include <stdint.h>

enum { RNG_SEED_BYTES = 32 };

struct rng {
    uint64_t word[4];
};

/* The seed as four little-endian words; a seed of zeros gets a fixed one (the generator needs a
 * bit that is set). */
void rng_init(struct rng *rng, const uint8_t seed[RNG_SEED_BYTES]);
uint64_t rng_next(struct rng *rng);
/* A number from 0 to count - 1, each equally likely; count is at least 1. */
uint32_t rng_below(struct rng *rng, uint32_t count);
/* Puts count elements of size bytes (at most 64) into an order, each equally likely: from the last
 * place down, each place takes one of those not placed yet. */
void rng_shuffle(struct rng *rng, void *elements, size_t count, size_t size);

#endif
