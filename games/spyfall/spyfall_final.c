/* What two options bring: a final vote when the time is up, and a last guess of an indicted spy. */
#include "spyfall_private.h"

#include <assert.h>

static int64_t final_limit(const struct spyfall *state)
{
    return spyfall_ms(state, SPYFALL_VOTE_LIMIT);
}

void spyfall_begin_final(struct spyfall *state, struct outcome *out)
{
    state->common.phase = SPYFALL_AT_FINAL_VOTE;
    state->pending = SEAT_NONE;
    state->barred = SEAT_NONE;
    state->vote.accuser = SEAT_NONE;
    state->final_left = spyfall_present(state);
    state->asker = state->leader;
    struct value_tree *args = outcome_say(out, AUDIENCE_CROWD, MSG_SPYFALL_FINAL_VOTE);
    value_number(args, "seat", state->asker);
    outcome_end(out);
    spyfall_wait(state, final_limit(state));
}

void spyfall_final_next(struct spyfall *state, struct outcome *out)
{
    assert(state->common.phase == SPYFALL_AT_FINAL_VOTE);
    state->final_left = (uint16_t)(state->final_left & ~seat_bit(state->asker));
    uint16_t left = (uint16_t)(state->final_left & spyfall_present(state));
    int next = spyfall_next_of(state, left, state->asker);
    if (next == SEAT_NONE) {
        spyfall_end_round(state, SPYFALL_CLOCK, out);
        return;
    }
    state->asker = (int8_t)next;
    spyfall_wait(state, final_limit(state));
}

void spyfall_final_pass(struct spyfall *state, bool by_time, struct outcome *out)
{
    assert(!spyfall_vote_is_open(state));
    struct value_tree *args = outcome_say(out, AUDIENCE_CROWD, MSG_SPYFALL_PASSED);
    value_number(args, "seat", state->asker);
    value_bool(args, "by_time", by_time);
    outcome_end(out);
    spyfall_final_next(state, out);
}

enum refusal spyfall_pass(void *subject, const struct move *move, struct outcome *out)
{
    struct spyfall *state = subject;
    if (spyfall_vote_is_open(state)) {
        return REFUSAL_VOTE_OPEN;
    }
    if (move->seat != state->asker) {
        return spyfall_not_your_turn(out, state->asker);
    }
    spyfall_final_pass(state, false, out);
    return REFUSAL_NONE;
}

void spyfall_begin_last_guess(struct spyfall *state, struct outcome *out)
{
    state->common.phase = SPYFALL_AT_LAST_GUESS;
    state->pending = SEAT_NONE;
    state->barred = SEAT_NONE;
    state->asker = SEAT_NONE;
    game_clock_stop(&state->clock);
    struct value_tree *args = outcome_say(out, AUDIENCE_CROWD, MSG_SPYFALL_LAST_GUESS);
    value_number(args, "seat", state->spy);
    outcome_end(out);
    spyfall_wait(state, final_limit(state));
}
