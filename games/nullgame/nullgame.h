/* The template of a game: everybody nods once, and then all have won. Copy it, rename it, and read
 * games/README.md. It is built and tested, never listed. */
#ifndef NULLGAME_H
#define NULLGAME_H

#include "game.h"
#include "game_clock.h"

enum nullgame_phase { NULLGAME_AT_NODS, NULLGAME_AT_OVER };

struct nullgame {
    struct game_state common; /* first in every game's state */
    struct game_clock clock;
    uint32_t ask;
    uint16_t nodded;
};

extern const struct game_def nullgame_game;

#endif
