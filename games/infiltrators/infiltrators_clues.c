/* The clue board: what a Suspect may still be, by what lies there and what has been seen. */
#include "infiltrators_private.h"

#include <assert.h>
#include <string.h>

bool infiltrators_suit_is_unknown(const struct infiltrators *state)
{
    return state->suit_hidden < SUITS && state->seen.numbers[state->suit_hidden] == 0;
}

unsigned infiltrators_suits_open(const struct infiltrators *state)
{
    if (infiltrators_suit_is_unknown(state)) {
        return (1u << SUITS) - 1;
    }
    return state->suit_hidden < SUITS ? state->suits_known | 1u << state->suit_hidden
                                      : state->suits_known;
}

/* Cards that everybody knows not to be a Suspect, as far as the board shows it: where nobody may
 * look into the discard, it has only what lies on the table and whom we have found. */
static void clues_public(const struct infiltrators *state, struct card_set *known)
{
    if (!mission_has(&state->mission, MISSION_CLOSED_DISCARD)) {
        *known = state->seen;
        return;
    }
    *known = state->solved;
    for (int seat = 0; seat < state->common.seats; seat++) {
        const struct card_row *clues = &state->agent[seat].clues;
        for (int i = 0; i < clues->count; i++) {
            card_set_add(known, clues->card[i]);
        }
    }
}

static bool clues_agree(const struct agent *agent, uint8_t card)
{
    for (int i = 0; i < agent->clues.count; i++) {
        uint8_t clue = agent->clues.card[i];
        if (card_match(clue, card) != card_match(clue, agent->suspect)) {
            return false;
        }
    }
    return true;
}

/* All number cards of these suits that are not known and agree with the clues at the Suspect. */
static void clues_fill(const struct infiltrators *state, int owner, unsigned suits,
                       const struct card_set *known, struct card_set *set)
{
    const struct agent *agent = &state->agent[owner];
    assert(agent->suspect != CARD_NONE);
    memset(set, 0, sizeof *set);
    for (int suit = 0; suit < SUITS; suit++) {
        for (int number = state->mission.lowest;
             number <= state->mission.highest && (suits >> suit & 1) != 0; number++) {
            uint8_t card = card_of(suit, number);
            if (!card_set_has(known, card) && !card_set_has(&agent->wrong, card) &&
                clues_agree(agent, card)) {
                card_set_add(set, card);
            }
        }
    }
}

void infiltrators_possible(const struct infiltrators *state, int owner, struct card_set *set)
{
    struct card_set known;
    clues_public(state, &known);
    clues_fill(state, owner, infiltrators_suits_open(state), &known, set);
}

void infiltrators_possible_to(const struct infiltrators *state, int owner, int reader,
                              struct card_set *set)
{
    const struct agent *agent = &state->agent[reader];
    struct card_set known;
    unsigned suits = infiltrators_suits_open(state);
    unsigned mine = 0;
    clues_public(state, &known);
    for (int i = 0; i < agent->hand.count; i++) {
        card_set_add(&known, agent->hand.card[i]);
        mine |= 1u << card_suit(agent->hand.card[i]);
    }
    if (agent->suspect != CARD_NONE) {
        card_set_add(&known, agent->suspect);
        mine |= 1u << card_suit(agent->suspect);
    }
    if (state->suit_hidden < SUITS && (mine & ~state->suits_known) != 0) {
        suits = state->suits_known | mine; /* a card of the unnamed suit tells which it is */
    }
    clues_fill(state, owner, suits, &known, set);
}
