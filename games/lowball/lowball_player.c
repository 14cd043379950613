/* A house player of Lowball: any number there is, the lower of two dice, so that low ones come more
 * often. It keeps nothing in mind. */
#include "lowball.h"

#include "rules.h"

enum { PLAYER_POOR_NUMBERS = 8 }; /* the first numbers of a poor seed are alike */

static bool player_choose(void *memory, const struct player_sight *sight, struct move *move)
{
    (void)memory;
    uint32_t top = (uint32_t)value_number_at(&sight->view->facts, "top", 1);
    if (sight->owed->count == 0) {
        return false;
    }
    for (int i = 0; i < PLAYER_POOR_NUMBERS; i++) {
        rng_next(sight->rng);
    }
    uint32_t one = rng_below(sight->rng, top);
    uint32_t other = rng_below(sight->rng, top);
    move->row = rules_action(sight->game, "choose");
    value_number(&move->args, "number", (one < other ? one : other) + 1);
    return true;
}

const struct player_def lowball_player = {
    .memory_size = 1,
    .choose = player_choose,
};
