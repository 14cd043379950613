/* All games of the house, as games.def lists them. */
#include "games.h"
#include "game.h"

#include <assert.h>
#include <string.h>

#define TEMPLATE(id)
#define GAME(id)    extern const struct game_def id##_game;
#define EXAMPLE(id) extern const struct game_def id##_game;
#include "games.def"
#undef GAME
#undef EXAMPLE

#define GAME(id)    &id##_game,
#define EXAMPLE(id) &id##_game,
const struct game_def *const games_known[] = {
#include "games.def"
    NULL,
};
#undef EXAMPLE
#define EXAMPLE(id)
const struct game_def *const games_all[] = {
#include "games.def"
    NULL,
};
#undef GAME

#define GAME(id) #id,
const char *const games_names[] = {
#include "games.def"
    NULL,
};
#undef GAME
#undef EXAMPLE
#undef TEMPLATE

const struct game_def *game_find(const char *id)
{
    assert(id != NULL);
    for (const struct game_def *const *game = games_known; *game != NULL; game++) {
        if (strcmp((*game)->id, id) == 0) {
            return *game;
        }
    }
    return NULL;
}
