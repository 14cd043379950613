/* The invariants of rulebook 7, and those the files of Infiltrators rely on. */
#include "infiltrators_private.h"

#include <assert.h>
#include <string.h>

/* Counts the cards of a row into seen; false when one is there twice. */
static bool broken_count(const struct card_row *row, struct card_set *seen)
{
    for (int i = 0; i < row->count; i++) {
        if (!card_is(row->card[i]) || card_set_has(seen, row->card[i])) {
            return false;
        }
        card_set_add(seen, row->card[i]);
    }
    return true;
}

static const char *broken_cards(const struct infiltrators *state)
{
    struct card_set all;
    memset(&all, 0, sizeof all);
    bool once = broken_count(&state->hq, &all) && broken_count(&state->centre, &all) &&
                broken_count(&state->up, &all) && broken_count(&state->down, &all);
    for (int seat = 0; seat < state->common.seats && once; seat++) {
        const struct agent *agent = &state->agent[seat];
        once = broken_count(&agent->hand, &all) && broken_count(&agent->clues, &all);
        if (once && agent->suspect != CARD_NONE) {
            once = !card_set_has(&all, agent->suspect);
            card_set_add(&all, agent->suspect);
        }
    }
    if (!once || memcmp(&all, &state->deck, sizeof all) != 0) {
        return "every card of the mission is in one place";
    }
    return NULL;
}

static const char *broken_agent(const struct infiltrators *state, int seat)
{
    const struct agent *agent = &state->agent[seat];
    struct card_set possible;
    if (agent->suspect == CARD_NONE) {
        return agent->clues.count == 0 ? NULL : "clues lie at a Suspect";
    }
    if (card_number(agent->suspect) < NUMBER_LOWEST) {
        return "a Suspect has a number";
    }
    infiltrators_possible(state, seat, &possible);
    return card_set_has(&possible, agent->suspect)
               ? NULL
               : "the Suspect is among the candidates of its clue board";
}

static const char *broken_numbers(const struct infiltrators *state)
{
    int left = infiltrators_left(state);
    int upper = card_set_count(&state->deck) + 2 * state->left_first + state->bullets_first;
    if (state->bullets + state->misses + state->hits != state->bullets_first) {
        return "bullets and shots are the bullets of the deal";
    }
    if (left + state->hits != state->left_first) {
        return "Suspects left and found are those of the deal";
    }
    if (state->turns - state->turns_first > upper && state->common.gone == 0) {
        return "there are no more turns than cards and shots allow";
    }
    return NULL;
}

static const char *broken_phase(const struct infiltrators *state)
{
    const struct game_state *common = &state->common;
    if (common->over != (common->phase == INFILTRATORS_AT_OVER)) {
        return "over is a phase";
    }
    if (common->over && common->result.reason == NULL) {
        return "an end has a reason";
    }
    if (common->over) {
        return NULL;
    }
    for (int seat = 0; seat < common->seats; seat++) {
        bool open = seat == state->turn && common->phase != INFILTRATORS_AT_TURN;
        if (state->agent[seat].hand.count > state->mission.hand_limit && !open) {
            return "a hand is within the limit when a turn begins";
        }
    }
    if (!infiltrators_here(state, state->turn)) {
        return "who is at turn has not left";
    }
    if (common->phase == INFILTRATORS_AT_TURN && !infiltrators_can_act(state, state->turn)) {
        return "who is at turn has a legal action";
    }
    if (state->bullets < infiltrators_left(state) || infiltrators_left(state) == 0) {
        return "the game goes on while it is neither won nor lost";
    }
    if (common->phase == INFILTRATORS_AT_DRAW && state->hq.count == 0) {
        return "there is a card to draw";
    }
    return NULL;
}

const char *infiltrators_broken(const void *subject)
{
    const struct infiltrators *state = subject;
    assert(state->common.phase <= INFILTRATORS_AT_OVER);
    const char *broken = broken_phase(state);
    if (broken == NULL) {
        broken = broken_cards(state);
    }
    if (broken == NULL) {
        broken = broken_numbers(state);
    }
    for (int seat = 0; seat < state->common.seats && broken == NULL; seat++) {
        broken = broken_agent(state, seat);
    }
    return broken;
}
