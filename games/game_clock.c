/* Clocks of games, as sums of moments and lengths. */
#include "game_clock.h"

#include <assert.h>
#include <stddef.h>

void game_clock_start(struct game_clock *clock, int64_t now_ms, int64_t length_ms)
{
    assert(clock != NULL);
    assert(length_ms >= 0 && now_ms <= INT64_MAX - length_ms);
    clock->left_ms = length_ms;
    clock->since_ms = now_ms;
    clock->running = 1;
    clock->set = 1;
}

void game_clock_stop(struct game_clock *clock)
{
    assert(clock != NULL);
    clock->left_ms = 0;
    clock->since_ms = 0;
    clock->running = 0;
    clock->set = 0;
}

int64_t game_clock_left_ms(const struct game_clock *clock, int64_t now_ms)
{
    assert(clock != NULL);
    assert(clock->left_ms >= 0);
    int64_t gone = clock->running && now_ms > clock->since_ms ? now_ms - clock->since_ms : 0;
    return clock->left_ms > gone ? clock->left_ms - gone : 0;
}

void game_clock_hold(struct game_clock *clock, int64_t now_ms)
{
    assert(clock->set || !clock->running);
    clock->left_ms = game_clock_left_ms(clock, now_ms);
    clock->since_ms = 0;
    clock->running = 0;
}

void game_clock_go(struct game_clock *clock, int64_t now_ms)
{
    assert(!clock->running);
    if (clock->set) {
        game_clock_start(clock, now_ms, clock->left_ms);
    }
}

int64_t game_clock_due_ms(const struct game_clock *clock)
{
    assert(clock != NULL);
    return clock->running ? clock->since_ms + clock->left_ms : INT64_MAX;
}

void game_clock_shift(struct game_clock *clock, int64_t ms)
{
    assert(ms >= 0);
    if (clock->running) {
        assert(clock->since_ms <= INT64_MAX - ms);
        clock->since_ms += ms;
    }
}
