/* All games of the house, as games.def lists them. */
#include "games.h"
#include "game.h"

#include <assert.h>
#include <string.h>

#define TEMPLATE(id)
#define GAME(id)      extern const struct game_def id##_game;
#define EXAMPLE(id)   extern const struct game_def id##_game;
#define GATHERING(id) extern const struct game_def id##_game;
#include "games.def"
#undef GAME
#undef EXAMPLE
#undef GATHERING

#define GAME(id)    &id##_game,
#define EXAMPLE(id) &id##_game,
#define GATHERING(id)
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

#undef GATHERING
#define GAME(id)
#define GATHERING(id) &id##_game,
const struct game_def *const games_gathering[] = {
#include "games.def"
    NULL,
};
#undef GAME
#undef GATHERING
#define GATHERING(id)

#define GAME(id) #id,
const char *const games_names[] = {
#include "games.def"
    NULL,
};
#undef GAME
#undef EXAMPLE
#undef TEMPLATE
#undef GATHERING

const struct game_def *game_find(const char *id)
{
    const struct game_def *found = NULL;
    assert(id != NULL);
    for (const struct game_def *const *game = games_known; *game != NULL; game++) {
        found = strcmp((*game)->id, id) == 0 ? *game : found;
    }
    for (const struct game_def *const *game = games_gathering; *game != NULL; game++) {
        found = strcmp((*game)->id, id) == 0 ? *game : found;
    }
    return found;
}
