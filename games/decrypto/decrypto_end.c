/* How a game of Decrypto ends, and what everybody is told then. */
#include "decrypto_private.h"

#include <assert.h>

void decrypto_end(struct decrypto *state, enum game_outcome outcome, uint16_t winners,
                  const char *reason, struct outcome *out)
{
    struct game_state *common = &state->common;
    assert(!common->over && reason != NULL);
    assert((winners != 0) == (outcome == OUTCOME_WIN || outcome == OUTCOME_TIE));
    common->over = true;
    common->phase = DECRYPTO_AT_OVER;
    common->result.outcome = outcome;
    common->result.reason = reason;
    common->result.winners = (uint16_t)(winners & ~common->gone);
    for (int seat = 0; seat < common->seats; seat++) {
        common->result.scores[seat] = (common->result.winners & seat_bit(seat)) != 0;
    }
    state->rewriting = DECRYPTO_NO_TEAM;
    game_clock_stop(&state->turn_clock);
    game_clock_stop(&state->ruling_clock);
    for (int team = 0; team < DECRYPTO_TEAMS; team++) {
        game_clock_stop(&state->team[team].clue_clock);
    }
    struct value_tree *args = outcome_say(out, AUDIENCE_CROWD, MSG_DECRYPTO_WORDS);
    decrypto_write_words(state, args);
    decrypto_write_noted(state, args);
    outcome_end(out);
}
