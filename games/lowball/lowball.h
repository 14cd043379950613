/* Lowball, the example of a game: in each round everybody picks a number in secret, and the lowest
 * that nobody else has picked scores a point. */
#ifndef LOWBALL_H
#define LOWBALL_H

#include "game.h"
#include "game_clock.h"

enum lowball_phase { LOWBALL_AT_PICKS, LOWBALL_AT_OVER };
enum lowball_option { LOWBALL_GOAL = OPTION_COMMON_COUNT, LOWBALL_TURN_LIMIT, LOWBALL_OPTIONS_END };
enum {
    LOWBALL_SEATS_MIN = 3,
    LOWBALL_SEATS_MAX = 8,
    LOWBALL_ROUNDS_MAX = 30, /* then the most points win */
    LOWBALL_NONE = 0         /* no number picked */
};

struct lowball {
    struct game_state common; /* first in every game's state */
    struct game_clock clock;  /* of the round */
    uint32_t ask;
    uint8_t pick[LOWBALL_SEATS_MAX];
    uint8_t points[LOWBALL_SEATS_MAX];
    uint8_t last[LOWBALL_SEATS_MAX]; /* picks of the last round */
    int8_t last_winner;              /* SEAT_NONE: nobody */
};

extern const struct game_def lowball_game;
extern const struct player_def lowball_player;

/* The highest number that can be picked. */
int lowball_top(const struct lowball *state);
/* Seats that have still to pick, as bits. */
uint16_t lowball_missing(const struct lowball *state);
void lowball_view(const void *subject, int seat, struct view *view);
void lowball_owed(const void *subject, struct owed_list *list);
void lowball_board(const struct view *view, struct board *board);

#endif
