/* Turns: who is next, how one ends, when the mission is won or lost; nab, bide and draw. */
#include "infiltrators_private.h"

#include <assert.h>

bool infiltrators_check_end(struct infiltrators *state, struct outcome *out)
{
    int left = infiltrators_left(state);
    bool hands = false;
    bool act = false;
    if (state->common.over) {
        return true;
    }
    for (int seat = 0; seat < state->common.seats; seat++) {
        hands = hands || state->agent[seat].hand.count > 0;
        act = act || infiltrators_can_act(state, seat);
    }
    bool stuck = infiltrators_option_is(state, INFILTRATORS_EMPTY_RULE, 1);
    if (left == 0) {
        infiltrators_end(state, OUTCOME_WIN, "solved", out);
    } else if (state->bullets < left) {
        infiltrators_end(state, OUTCOME_LOSS, "bullets", out);
    } else if (stuck ? !act : state->hq.count == 0 && !hands) {
        infiltrators_end(state, OUTCOME_LOSS, "used_up", out);
    }
    return state->common.over;
}

bool infiltrators_can_act(const struct infiltrators *state, int seat)
{
    const struct agent *agent = &state->agent[seat];
    bool others = false;
    if (!infiltrators_here(state, seat)) {
        return false;
    }
    for (int other = 0; other < state->common.seats; other++) {
        others = others || (other != seat && state->agent[other].suspect != CARD_NONE);
    }
    return state->hq.count > 0 || (others && state->bullets > 0) ||
           (agent->hand.count > 0 && (others || agent->suspect != CARD_NONE)) ||
           (state->centre.count > 0 && agent->suspect == CARD_NONE);
}

static void turn_say(enum message message, int seat, struct outcome *out)
{
    struct value_tree *args = outcome_say(out, AUDIENCE_CROWD, message);
    value_number(args, "seat", seat);
    outcome_end(out);
}

void infiltrators_begin_turn(struct infiltrators *state, int seat, struct outcome *out)
{
    int seats = state->common.seats;
    assert(!state->common.over);
    for (int i = 0; i < seats; i++) {
        int next = (seat + i) % seats;
        if (infiltrators_can_act(state, next)) {
            state->turn = (uint8_t)next;
            state->common.round = state->turns + 1u;
            infiltrators_wait(state, INFILTRATORS_AT_TURN);
            turn_say(MSG_INFILTRATORS_TURN, next, out);
            return;
        }
        if (infiltrators_here(state, next)) {
            turn_say(MSG_INFILTRATORS_PASSED, next, out);
        }
    }
    /* not while there are two Agents (3.4); should one have stayed alone, nothing is left to do */
    infiltrators_end(state, OUTCOME_LOSS, "used_up", out);
}

int infiltrators_over(const struct infiltrators *state)
{
    int over = state->agent[state->turn].hand.count - state->mission.hand_limit;
    return over > 0 ? over : 0;
}

void infiltrators_end_turn(struct infiltrators *state, bool counted, struct outcome *out)
{
    state->draws_left = 0;
    if (counted) {
        state->turns++;
    }
    if (counted && state->turns_max > 0 && state->turns >= state->turns_max) {
        infiltrators_end(state, OUTCOME_LOSS, "turns", out);
        return;
    }
    infiltrators_begin_turn(state, (state->turn + 1) % state->common.seats, out);
}

void infiltrators_finish_action(struct infiltrators *state, struct outcome *out)
{
    if (infiltrators_check_end(state, out)) {
        return;
    }
    if (infiltrators_over(state) > 0) {
        infiltrators_wait(state, INFILTRATORS_AT_DROP);
        return;
    }
    infiltrators_end_turn(state, true, out);
}

enum refusal infiltrators_check_turn(const struct infiltrators *state, int seat,
                                     struct outcome *out)
{
    if (seat == state->turn) {
        return REFUSAL_NONE;
    }
    struct value_tree *args = outcome_refuse(out, REFUSAL_NOT_YOUR_TURN);
    value_number(args, "turn", state->turn);
    outcome_end(out);
    return REFUSAL_NOT_YOUR_TURN;
}

void infiltrators_discard_top(struct infiltrators *state)
{
    uint8_t top = card_row_shift(&state->hq);
    if (top != CARD_NONE) {
        card_row_add(&state->down, top);
    }
}

int infiltrators_take(struct infiltrators *state, int seat, int count, struct outcome *out)
{
    struct card_row taken = {0};
    struct card_row *hand = &state->agent[seat].hand;
    int room = state->mission.hand_limit - hand->count;
    assert(count >= 0 && count <= INFILTRATORS_BIDE_MAX);
    if (infiltrators_option_is(state, INFILTRATORS_HAND_CAP, 1) && count > room) {
        count = room;
    }
    while (taken.count < count && state->hq.count > 0) {
        uint8_t card = card_row_shift(&state->hq);
        card_row_add(&taken, card);
        card_row_add(hand, card);
    }
    if (taken.count > 0) {
        struct value_tree *args = outcome_say(out, seat_bit(seat), MSG_INFILTRATORS_TOOK);
        infiltrators_write_row(args, "cards", &taken);
        outcome_end(out);
    }
    return taken.count;
}

/* --- nab ---------------------------------------------------------------------------------------
 */

void infiltrators_do_nab(struct infiltrators *state, struct outcome *out)
{
    struct agent *agent = &state->agent[state->turn];
    assert(agent->suspect == CARD_NONE && agent->clues.count == 0);
    agent->suspect = card_row_shift(&state->centre);
    infiltrators_discard_top(state);
    struct value_tree *args = outcome_say(out, AUDIENCE_CROWD, MSG_INFILTRATORS_NABBED);
    value_number(args, "seat", state->turn);
    value_number(args, "centre", state->centre.count);
    value_number(args, "hq", state->hq.count);
    outcome_end(out);
    args = outcome_say(out, seat_bit(state->turn), MSG_INFILTRATORS_SUSPECT);
    infiltrators_write_card(args, "card", agent->suspect);
    outcome_end(out);
    infiltrators_finish_action(state, out);
}

enum refusal infiltrators_nab(void *subject, const struct move *move, struct outcome *out)
{
    struct infiltrators *state = subject;
    enum refusal refusal = infiltrators_check_turn(state, move->seat, out);
    if (refusal != REFUSAL_NONE) {
        return refusal;
    }
    if (state->agent[move->seat].suspect != CARD_NONE) {
        return REFUSAL_ALREADY_HOLDING;
    }
    if (state->centre.count == 0) {
        return REFUSAL_CENTRE_EMPTY;
    }
    infiltrators_do_nab(state, out);
    return REFUSAL_NONE;
}

/* --- bide and draw ------------------------------------------------------------------------------
 */

static void turn_say_bided(const struct infiltrators *state, int drawn, struct outcome *out)
{
    struct value_tree *args = outcome_say(out, AUDIENCE_CROWD, MSG_INFILTRATORS_BIDED);
    value_number(args, "seat", state->turn);
    value_number(args, "drawn", drawn);
    value_number(args, "hq", state->hq.count);
    outcome_end(out);
}

void infiltrators_do_bide(struct infiltrators *state, int count, struct outcome *out)
{
    infiltrators_discard_top(state);
    int drawn = infiltrators_take(state, state->turn, count, out);
    turn_say_bided(state, drawn, out);
    infiltrators_finish_action(state, out);
}

/* May the Agent at turn still draw a card? */
static bool turn_may_draw(const struct infiltrators *state)
{
    bool capped = infiltrators_option_is(state, INFILTRATORS_HAND_CAP, 1);
    return state->hq.count > 0 &&
           (!capped || state->agent[state->turn].hand.count < state->mission.hand_limit);
}

/* One by one: the discard is made, and up to three cards are asked for. */
static void turn_bide_slowly(struct infiltrators *state, struct outcome *out)
{
    infiltrators_discard_top(state);
    turn_say_bided(state, 0, out);
    if (infiltrators_check_end(state, out)) {
        return;
    }
    if (!turn_may_draw(state)) {
        infiltrators_finish_action(state, out);
        return;
    }
    state->draws_left = INFILTRATORS_BIDE_MAX;
    infiltrators_wait(state, INFILTRATORS_AT_DRAW);
}

enum refusal infiltrators_bide(void *subject, const struct move *move, struct outcome *out)
{
    struct infiltrators *state = subject;
    bool slowly = infiltrators_option_is(state, INFILTRATORS_DRAW, 1);
    bool named = value_has(&move->args, "draw");
    enum refusal refusal = infiltrators_check_turn(state, move->seat, out);
    if (refusal != REFUSAL_NONE) {
        return refusal;
    }
    if (state->hq.count == 0) {
        return REFUSAL_HQ_EMPTY;
    }
    if (named == slowly) {
        return outcome_bad_argument(out, "draw", slowly ? "not_now" : "missing");
    }
    if (slowly) {
        turn_bide_slowly(state, out);
    } else {
        infiltrators_do_bide(state, (int)value_number_at(&move->args, "draw", 0), out);
    }
    return REFUSAL_NONE;
}

void infiltrators_do_draw(struct infiltrators *state, bool take, struct outcome *out)
{
    if (take) {
        int drawn = infiltrators_take(state, state->turn, 1, out);
        assert(drawn == 1);
        struct value_tree *args = outcome_say(out, AUDIENCE_CROWD, MSG_INFILTRATORS_DREW);
        value_number(args, "seat", state->turn);
        value_number(args, "count", drawn);
        value_number(args, "hq", state->hq.count);
        outcome_end(out);
    } else {
        turn_say(MSG_INFILTRATORS_DECLINED, state->turn, out);
    }
    if (state->draws_left > 0) {
        state->draws_left--;
    }
    if (take && state->draws_left > 0 && turn_may_draw(state)) {
        infiltrators_wait(state, INFILTRATORS_AT_DRAW);
        return;
    }
    state->draws_left = 0;
    infiltrators_finish_action(state, out);
}

enum refusal infiltrators_draw_move(void *subject, const struct move *move, struct outcome *out)
{
    struct infiltrators *state = subject;
    enum refusal refusal = infiltrators_check_turn(state, move->seat, out);
    if (refusal == REFUSAL_NONE) {
        infiltrators_do_draw(state, value_bool_at(&move->args, "take"), out);
    }
    return refusal;
}
