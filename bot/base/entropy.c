/* Randomness: the kernel's, or for repeatable runs splitmix64 (Steele, Lea and Flood 2014), which
 * takes any seed. */

#include "entropy.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

enum { ENTROPY_KEPT = 512 };

static void entropy_take(unsigned char *to, size_t count)
{
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

/* A turn wants several small pieces: they are asked for together, and each is gone from memory when
 * it has been given. */
static void entropy_system_fill(void *context, void *bytes, size_t count)
{
    static _Thread_local unsigned char kept[ENTROPY_KEPT];
    static _Thread_local size_t left;
    (void)context;
    if (count > sizeof kept / 4) {
        entropy_take(bytes, count);
        return;
    }
    if (left < count) {
        entropy_take(kept, sizeof kept);
        left = sizeof kept;
    }
    left -= count;
    memcpy(bytes, kept + left, count);
    explicit_bzero(kept + left, count);
}

struct entropy entropy_system(void)
{
    return (struct entropy){.fill = entropy_system_fill};
}

bool entropy_works(void)
{
    unsigned char byte;
    ssize_t got = 0;
    do {
        got = getrandom(&byte, 1, 0);
    } while (got < 0 && errno == EINTR);
    return got == 1;
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
