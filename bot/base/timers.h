/* What falls due next: a heap of moments, each in the thing that waits for it. */
#ifndef TIMERS_H
#define TIMERS_H

#include <stddef.h>
#include <stdint.h>

/* A moment that never comes. */
#define TIMERS_NEVER INT64_MAX

struct timer {
    int64_t due_ms;
    uint64_t rank; /* of those that are due at the same moment the lowest comes first */
    size_t place;  /* in the heap, from 1; 0: not in it */
};

struct timers {
    struct timer **heap;
    size_t count;
    size_t size;
};

void timers_deinit(struct timers *timers);
/* Puts the timer in, or moves it; TIMERS_NEVER takes it out. */
void timers_set(struct timers *timers, struct timer *timer, int64_t due_ms);
/* Takes it out; one that is not in it stays so. */
void timers_drop(struct timers *timers, struct timer *timer);
/* The earliest; NULL when nothing waits. */
struct timer *timers_first(const struct timers *timers);

#endif
