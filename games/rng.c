/* xoshiro256** 1.0 (Blackman and Vigna, public domain), and draws without bias. */
#include "rng.h"

#include <assert.h>
#include <string.h>

enum { RNG_ELEMENT_MAX = 64 };

void rng_init(struct rng *rng, const uint8_t seed[RNG_SEED_BYTES])
{
    uint64_t any = 0;
    assert(rng != NULL && seed != NULL);
    for (int i = 0; i < 4; i++) {
        rng->word[i] = 0;
        for (int byte = 7; byte >= 0; byte--) {
            rng->word[i] = rng->word[i] << 8 | seed[i * 8 + byte];
        }
        any |= rng->word[i];
    }
    if (any == 0) {
        rng->word[0] = UINT64_C(0x9E3779B97F4A7C15);
    }
}

static uint64_t rng_rotate(uint64_t word, unsigned by)
{
    return word << by | word >> (64 - by);
}

uint64_t rng_next(struct rng *rng)
{
    uint64_t *word = rng->word;
    assert((word[0] | word[1] | word[2] | word[3]) != 0);
    uint64_t drawn = rng_rotate(word[1] * 5, 7) * 9;
    uint64_t shifted = word[1] << 17;
    word[2] ^= word[0];
    word[3] ^= word[1];
    word[1] ^= word[2];
    word[0] ^= word[3];
    word[2] ^= shifted;
    word[3] = rng_rotate(word[3], 45);
    return drawn;
}

uint32_t rng_below(struct rng *rng, uint32_t count)
{
    assert(count > 0);
    uint64_t rest = (UINT64_MAX % count + 1) % count; /* 2^64 modulo count */
    uint64_t drawn = rng_next(rng);
    while (rest != 0 && drawn > UINT64_MAX - rest) {
        drawn = rng_next(rng);
    }
    return (uint32_t)(drawn % count);
}

void rng_shuffle(struct rng *rng, void *elements, size_t count, size_t size)
{
    unsigned char *at = elements;
    unsigned char held[RNG_ELEMENT_MAX];
    assert(size > 0 && size <= sizeof held);
    assert(count <= UINT32_MAX);
    for (size_t place = count; place > 1; place--) {
        size_t from = rng_below(rng, (uint32_t)place);
        if (from != place - 1) {
            memcpy(held, at + (place - 1) * size, size);
            memcpy(at + (place - 1) * size, at + from * size, size);
            memcpy(at + from * size, held, size);
        }
    }
}
