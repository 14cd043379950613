/* Randomness for secrets, nonces and ids. Only entropy.c asks the kernel. */
#ifndef ENTROPY_H
#define ENTROPY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct entropy {
    void (*fill)(void *context, void *bytes, size_t count); /* aborts rather than fail */
    void *context;
};

struct entropy entropy_system(void);
/* Does the kernel give random bytes? To be asked once, at the start: a system that refuses them
 * (a filter of system calls, a kernel without them) is told of before anything depends on it. */
bool entropy_works(void);
/* The same bytes for the same seed: scripts, tests, the simulator. state stays the caller's. */
struct entropy entropy_seeded(uint64_t *state, uint64_t seed);

#endif
