/* All games of the house. */
#include "game.h"

#include <assert.h>
#include <string.h>

#include "interceptor/interceptor.h"

const struct game_def *const games_all[] = {
    &interceptor_game,
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
