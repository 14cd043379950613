/* Randomness: the kernel's, or for repeatable runs splitmix64 (Steele, Lea and Flood 2014), which
 * takes any seed. */

#include "entropy.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

static void entropy_system_fill(void *context, void *bytes, size_t count)
{
    unsigned char *to = bytes;
    (void)context;
    while (count > 0) {
        ssize_t got = getrandom(to, count, 0);
        if (got < 0 && errno != EINTR) {
            abort();
        }
        if (got > 0) {
            to += got;
            count -= (size_t)got;
        }
    }
}

struct entropy entropy_system(void)
{
    return (struct entropy){.fill = entropy_system_fill};
}

static uint64_t entropy_next(uint64_t *state)
{
    *state += 0x9e3779b97f4a7c15U;
    uint64_t mixed = *state;
    mixed = (mixed ^ mixed >> 30) * 0xbf58476d1ce4e5b9U;
    mixed = (mixed ^ mixed >> 27) * 0x94d049bb133111ebU;
    return mixed ^ mixed >> 31;
}

static void entropy_seeded_fill(void *context, void *bytes, size_t count)
{
    unsigned char *to = bytes;
    for (size_t i = 0; i < count; i += sizeof(uint64_t)) {
        uint64_t next = entropy_next(context);
        size_t left = count - i;
        for (size_t j = 0; j < sizeof(next) && j < left; j++) {
            to[i + j] = (unsigned char)(next >> 8 * j);
        }
    }
}

struct entropy entropy_seeded(uint64_t *state, uint64_t seed)
{
    *state = seed;
    return (struct entropy){.fill = entropy_seeded_fill, .context = state};
}
