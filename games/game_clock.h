/* A clock of a game: running towards a moment, held with what it had left, or off. Plain data;
 * the moments come from moves. */
#ifndef GAME_CLOCK_H
#define GAME_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

struct game_clock {
    int64_t left_ms;  /* how much it had left at since_ms */
    int64_t since_ms; /* running: since when */
    int32_t running;  /* 0 or 1 */
    int32_t set;      /* 0 when off: never falls due */
};

void game_clock_start(struct game_clock *clock, int64_t now_ms, int64_t length_ms);
void game_clock_stop(struct game_clock *clock);
/* Stands still with what it has left; nothing when it is off. */
void game_clock_hold(struct game_clock *clock, int64_t now_ms);
/* Goes on with what it had left; nothing when it is off. */
void game_clock_go(struct game_clock *clock, int64_t now_ms);
/* The moment it falls due; INT64_MAX while it is off or held. */
int64_t game_clock_due_ms(const struct game_clock *clock);
/* What it has left at now_ms, never below 0. */
int64_t game_clock_left_ms(const struct game_clock *clock, int64_t now_ms);
/* Moves a running clock by ms. */
void game_clock_shift(struct game_clock *clock, int64_t ms);

#endif
