/* What the forms of Infiltrators say: which cards can be laid, named, taken and dropped. */
#include "infiltrators_private.h"

#include <assert.h>
#include <string.h>

static void choose_row(const struct card_row *row, struct value_tree *into)
{
    value_list(into, "choices");
    for (int i = 0; i < row->count; i++) {
        value_term(into, NULL, card_name(row->card[i]));
    }
    value_end(into);
}

static void choose_set(const struct card_set *set, struct value_tree *into)
{
    for (uint8_t card = card_set_next(set, CARD_NONE); card != CARD_NONE;
         card = card_set_next(set, card)) {
        value_term(into, NULL, card_name(card));
    }
}

/* Every card that may be a Suspect of this mission, where nobody keeps a clue board. */
static void choose_mission(const struct infiltrators *state, struct card_set *set)
{
    memset(set, 0, sizeof *set);
    for (int card = 1; card < CARD_CODES; card++) {
        if (card_is(card) && card_number((uint8_t)card) != NUMBER_SPECIAL &&
            infiltrators_in_mission(state, (uint8_t)card)) {
            card_set_add(set, (uint8_t)card);
        }
    }
}

/* What the Suspect of another Agent may be, as far as this reader's view says. */
static void choose_suspects(const struct infiltrators *state, int seat, int owner,
                            struct value_tree *into)
{
    struct card_set set;
    if (owner < 0 || owner >= state->common.seats || state->agent[owner].suspect == CARD_NONE) {
        return;
    }
    if (!infiltrators_option_is(state, INFILTRATORS_BOARD, 0)) {
        choose_mission(state, &set);
    } else if (infiltrators_option_is(state, INFILTRATORS_BOARD_PRIVATE, 0)) {
        infiltrators_possible_to(state, owner, seat, &set);
    } else {
        infiltrators_possible(state, owner, &set);
    }
    value_list(into, "choices");
    choose_set(&set, into);
    value_end(into);
}

/* Cards that everybody has seen and that lie at no Suspect: one who has paid attention knows which
 * of them are still in the discard. */
static void choose_remembered(const struct infiltrators *state, int seat, struct value_tree *into)
{
    struct card_set set = state->seen;
    for (int i = 0; i < state->common.seats; i++) {
        for (int k = 0; k < state->agent[i].clues.count; k++) {
            card_set_take(&set, state->agent[i].clues.card[k]);
        }
    }
    for (int k = 0; k < state->agent[seat].hand.count; k++) {
        card_set_take(&set, state->agent[seat].hand.card[k]);
    }
    choose_set(&set, into);
}

static void choose_reward(const struct infiltrators *state, int seat, struct value_tree *into)
{
    value_list(into, "choices");
    if (state->down.count > 0) {
        value_term(into, NULL, "down");
    }
    value_term(into, NULL, "none");
    if (mission_has(&state->mission, MISSION_CLOSED_DISCARD)) {
        choose_remembered(state, seat, into);
    } else {
        for (int i = 0; i < state->up.count; i++) {
            value_term(into, NULL, card_name(state->up.card[i]));
        }
    }
    value_end(into);
}

void infiltrators_choose(const void *subject, int seat, const struct choosing *choosing,
                         struct value_tree *into)
{
    const struct infiltrators *state = subject;
    assert(seat_is_person(seat));
    if (choosing_is(choosing, "clue", "card") || choosing_is(choosing, "exchange", "card")) {
        choose_row(&state->agent[seat].hand, into);
    } else if (choosing_is(choosing, "eliminate", "card")) {
        choose_suspects(state, seat, choosing_number(choosing, "seat", SEAT_NONE), into);
    } else if (choosing_is(choosing, "retrieve", "card")) {
        choose_reward(state, seat, into);
    } else if (choosing_is(choosing, "drop", "cards")) {
        choose_row(&state->agent[seat].hand, into);
        value_number(into, "count", infiltrators_over(state));
    }
}
