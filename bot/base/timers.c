/* A binary heap whose timers know their places, so that moving one costs a few swaps. */
#include "timers.h"

#include <stdbool.h>
#include <stdlib.h>

#include "heap.h"

static void put(struct timers *timers, size_t place, struct timer *timer)
{
    timers->heap[place - 1] = timer;
    timer->place = place;
}

/* Never by what else waits, or has waited: in what order things happen would tell of it. */
static bool comes_before(const struct timer *one, const struct timer *other)
{
    return one->due_ms != other->due_ms ? one->due_ms < other->due_ms : one->rank < other->rank;
}

static void sift_up(struct timers *timers, struct timer *timer)
{
    size_t place = timer->place;
    while (place > 1 && comes_before(timer, timers->heap[place / 2 - 1])) {
        put(timers, place, timers->heap[place / 2 - 1]);
        place /= 2;
    }
    put(timers, place, timer);
}

static void sift_down(struct timers *timers, struct timer *timer)
{
    size_t place = timer->place;
    for (;;) {
        size_t child = place * 2;
        if (child < timers->count && comes_before(timers->heap[child], timers->heap[child - 1])) {
            child++;
        }
        if (child > timers->count || !comes_before(timers->heap[child - 1], timer)) {
            break;
        }
        put(timers, place, timers->heap[child - 1]);
        place = child;
    }
    put(timers, place, timer);
}

static void take_out(struct timers *timers, struct timer *timer)
{
    struct timer *last = timers->heap[--timers->count];
    if (last != timer) {
        put(timers, timer->place, last);
        sift_up(timers, last);
        sift_down(timers, last);
    }
    timer->place = 0;
}

void timers_deinit(struct timers *timers)
{
    free(timers->heap);
    timers->heap = NULL;
    timers->count = 0;
    timers->size = 0;
}

void timers_set(struct timers *timers, struct timer *timer, int64_t due_ms)
{
    if (due_ms == TIMERS_NEVER) {
        if (timer->place != 0) {
            take_out(timers, timer);
        }
        timer->due_ms = due_ms;
        return;
    }
    timer->due_ms = due_ms;
    if (timer->place == 0) {
        if (timers->count == timers->size) {
            timers->size = timers->size == 0 ? 64 : timers->size * 2;
            /* NOLINTNEXTLINE(bugprone-sizeof-expression): a heap of pointers */
            timers->heap = heap_grow(timers->heap, timers->size, sizeof *timers->heap);
        }
        timers->count++;
        put(timers, timers->count, timer);
    }
    sift_up(timers, timer);
    sift_down(timers, timer);
}

struct timer *timers_first(const struct timers *timers)
{
    return timers->count == 0 ? NULL : timers->heap[0];
}

void timers_drop(struct timers *timers, struct timer *timer)
{
    timers_set(timers, timer, TIMERS_NEVER);
}
