/* What happens by time, at a skip, and when somebody leaves; who owes what. */
#include "infiltrators_private.h"

#include <assert.h>
#include <string.h>

/* How much is left of the mission's clock when it is announced, in seconds. */
static const int32_t time_marks[] = {600, 300, 120, 60};

enum { TIME_MARKS = sizeof time_marks / sizeof time_marks[0] };

uint8_t infiltrators_clock_marks_over(int32_t seconds)
{
    uint8_t over = 0;
    while (over < TIME_MARKS && time_marks[over] >= seconds) {
        over++;
    }
    return over;
}

int64_t infiltrators_due_ms(const void *subject)
{
    const struct infiltrators *state = subject;
    int64_t turn = game_clock_due_ms(&state->turn_clock);
    int64_t mission = game_clock_due_ms(&state->mission_clock);
    return mission < turn ? mission : turn;
}

int64_t infiltrators_soft_ms(const void *subject)
{
    const struct infiltrators *state = subject;
    int64_t due = game_clock_due_ms(&state->mission_clock);
    if (due == NO_DEADLINE || state->clock_called >= TIME_MARKS) {
        return NO_DEADLINE;
    }
    int64_t mark = due - (int64_t)time_marks[state->clock_called] * 1000;
    return mark > state->common.now_ms ? mark : state->common.now_ms;
}

static void time_announce(struct infiltrators *state, struct outcome *out)
{
    int64_t left = game_clock_left_ms(&state->mission_clock, state->common.now_ms);
    while (state->clock_called < TIME_MARKS &&
           left <= (int64_t)time_marks[state->clock_called] * 1000) {
        state->clock_called++;
    }
    struct value_tree *args = outcome_say(out, AUDIENCE_CROWD, MSG_INFILTRATORS_CLOCK);
    value_number(args, "ms", left);
    outcome_end(out);
}

static void time_turn_due(struct infiltrators *state, struct outcome *out)
{
    if (state->common.phase == INFILTRATORS_AT_DROP ||
        infiltrators_option_is(state, OPTION_AUTOPLAY, 1)) {
        enum refusal refusal = infiltrators_skip(state, out);
        assert(refusal == REFUSAL_NONE);
        (void)refusal;
        return;
    }
    game_clock_stop(&state->turn_clock);
    struct value_tree *args = outcome_say(out, AUDIENCE_CROWD, MSG_INFILTRATORS_OVERDUE);
    value_term(args, "phase", infiltrators_phases[state->common.phase]);
    value_list(args, "seats");
    value_number(args, NULL, state->turn);
    value_end(args);
    outcome_end(out);
}

void infiltrators_fall_due(void *subject, struct outcome *out)
{
    struct infiltrators *state = subject;
    int64_t now = state->common.now_ms;
    assert(!state->common.over);
    if (game_clock_due_ms(&state->mission_clock) <= now) {
        infiltrators_end(state, OUTCOME_LOSS, "clock", out);
    } else if (infiltrators_soft_ms(state) <= now) {
        time_announce(state, out);
    } else {
        time_turn_due(state, out);
    }
}

static bool time_can_nab(const struct infiltrators *state)
{
    return state->centre.count > 0 && state->agent[state->turn].suspect == CARD_NONE;
}

enum refusal infiltrators_skip(void *subject, struct outcome *out)
{
    struct infiltrators *state = subject;
    switch ((enum infiltrators_phase)state->common.phase) {
    case INFILTRATORS_AT_TURN:
        if (state->hq.count > 0) {
            infiltrators_do_bide(state, 0, out);
        } else if (time_can_nab(state)) {
            infiltrators_do_nab(state, out);
        } else {
            infiltrators_end_turn(state, false, out);
        }
        return REFUSAL_NONE;
    case INFILTRATORS_AT_DRAW:
        infiltrators_do_draw(state, false, out);
        return REFUSAL_NONE;
    case INFILTRATORS_AT_RETRIEVE:
        infiltrators_retrieve_nothing(state, out);
        return REFUSAL_NONE;
    case INFILTRATORS_AT_DROP:
        infiltrators_drop_latest(state, out);
        return REFUSAL_NONE;
    case INFILTRATORS_AT_OVER:
        break;
    }
    return REFUSAL_NOTHING_TO_SKIP;
}

void infiltrators_shift(void *subject, int64_t ms)
{
    struct infiltrators *state = subject;
    assert(ms >= 0);
    game_clock_shift(&state->turn_clock, ms);
    game_clock_shift(&state->mission_clock, ms);
}

/* The hand goes face down to the discard, the clues face up, the Suspect under the centre. */
static void time_dissolve(struct infiltrators *state, int seat, struct outcome *out)
{
    struct agent *agent = &state->agent[seat];
    struct value_tree *args = outcome_say(out, AUDIENCE_CROWD, MSG_INFILTRATORS_DISSOLVED);
    value_number(args, "seat", seat);
    value_number(args, "cards", agent->hand.count);
    value_bool(args, "suspect", agent->suspect != CARD_NONE);
    outcome_end(out);
    while (agent->hand.count > 0) {
        card_row_add(&state->down, card_row_shift(&agent->hand));
    }
    while (agent->clues.count > 0) {
        card_row_add(&state->up, card_row_shift(&agent->clues));
    }
    if (agent->suspect != CARD_NONE) {
        card_row_add(&state->centre, agent->suspect);
    }
    agent->suspect = CARD_NONE;
    memset(&agent->wrong, 0, sizeof agent->wrong);
}

void infiltrators_leave(void *subject, int seat, struct outcome *out)
{
    struct infiltrators *state = subject;
    int here = 0;
    for (int other = 0; other < state->common.seats; other++) {
        here += infiltrators_here(state, other);
    }
    if (!infiltrators_option_is(state, OPTION_LEAVE, LEAVE_DISSOLVE) || here < AGENTS_MIN) {
        infiltrators_end(state, OUTCOME_NONE, "aborted", out);
        return;
    }
    time_dissolve(state, seat, out);
    if (infiltrators_check_end(state, out)) {
        return;
    }
    bool stuck =
        state->common.phase == INFILTRATORS_AT_TURN && !infiltrators_can_act(state, state->turn);
    if (state->turn == seat || stuck) {
        infiltrators_end_turn(state, false, out);
    }
}

/* --- owed ---------------------------------------------------------------------------------------
 */

static void owed_actions(const struct infiltrators *state, struct owed *owed)
{
    const struct agent *agent = &state->agent[state->turn];
    bool others = false;
    int count = 0;
    for (int other = 0; other < state->common.seats; other++) {
        others = others || (other != state->turn && state->agent[other].suspect != CARD_NONE);
    }
    if (time_can_nab(state)) {
        owed->actions[count++] = "nab";
    }
    if (agent->suspect != CARD_NONE && agent->hand.count > 0) {
        owed->actions[count++] = "clue";
    }
    if (others && agent->hand.count > 0) {
        owed->actions[count++] = "exchange";
    }
    if (state->hq.count > 0) {
        owed->actions[count++] = "bide";
    }
    if (others && state->bullets > 0) {
        owed->actions[count++] = "eliminate";
    }
    assert(count > 0 && count <= OWED_ACTIONS_MAX);
}

static enum message owed_by_time(const struct infiltrators *state)
{
    switch ((enum infiltrators_phase)state->common.phase) {
    case INFILTRATORS_AT_TURN:
        if (state->hq.count > 0) {
            return MSG_INFILTRATORS_BY_TIME_BIDE;
        }
        return time_can_nab(state) ? MSG_INFILTRATORS_BY_TIME_NAB : MSG_INFILTRATORS_BY_TIME_PASS;
    case INFILTRATORS_AT_DRAW:
        return MSG_INFILTRATORS_BY_TIME_NO_DRAW;
    case INFILTRATORS_AT_RETRIEVE:
        return MSG_INFILTRATORS_BY_TIME_NONE;
    case INFILTRATORS_AT_DROP:
        return MSG_INFILTRATORS_BY_TIME_LATEST;
    case INFILTRATORS_AT_OVER:
        break;
    }
    return MSG_NONE;
}

void infiltrators_owed(const void *subject, struct owed_list *list)
{
    const struct infiltrators *state = subject;
    struct owed *owed = &list->owed[list->count++];
    bool by_time = state->common.phase == INFILTRATORS_AT_DROP ||
                   infiltrators_option_is(state, OPTION_AUTOPLAY, 1);
    memset(owed, 0, sizeof *owed);
    owed->seat = (int8_t)state->turn;
    owed->ask = state->ask;
    owed->deadline_ms = game_clock_due_ms(&state->turn_clock);
    owed->fallback = by_time ? owed_by_time(state) : MSG_NONE;
    if (state->common.phase == INFILTRATORS_AT_TURN) {
        owed_actions(state, owed);
    } else {
        owed->actions[0] = infiltrators_phases[state->common.phase];
    }
}
