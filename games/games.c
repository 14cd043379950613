/* All games of the house, as games.def lists them. */
#include "game.h"

#include <assert.h>
#include <string.h>

#define GAME(id) extern const struct game_def id##_game;
#include "games.def"
#undef GAME

const struct game_def *const games_all[] = {
#define GAME(id) &id##_game,
#include "games.def"
#undef GAME
    NULL,
};

const struct game_def *game_find(const char *id)
{
    assert(id != NULL);
    for (const struct game_def *const *game = games_all; *game != NULL; game++) {
        if (strcmp((*game)->id, id) == 0) {
            return *game;
        }
    }
    return NULL;
}
