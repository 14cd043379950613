/* Somebody leaves for good (rulebook 4.5, R40). */
#include "spyfall_private.h"

#include <assert.h>

static void leave_new_leader(struct spyfall *state, struct outcome *out)
{
    state->leader = (int8_t)spyfall_next_of(state, spyfall_present(state), state->leader);
    struct value_tree *args = outcome_say(out, AUDIENCE_CROWD, MSG_SPYFALL_LEADER);
    value_number(args, "seat", state->leader);
    outcome_end(out);
    if (state->common.phase == SPYFALL_AT_BETWEEN) {
        state->wait_ask = spyfall_new_ask(state);
    }
}

/* The question of or to somebody who has left. */
static void leave_question(struct spyfall *state, int seat, struct outcome *out)
{
    bool asker_left = (spyfall_present(state) & seat_bit(state->asker)) == 0;
    if (state->barred == seat) {
        state->barred = SEAT_NONE;
    }
    if (state->pending == seat) {
        state->pending = SEAT_NONE;
        spyfall_talk_cancel(&state->talk);
        struct value_tree *args = outcome_say(out, AUDIENCE_CROWD, MSG_SPYFALL_CANCELLED);
        value_number(args, "seat", state->asker);
        value_number(args, "target", seat);
        outcome_end(out);
        if (!asker_left) {
            spyfall_wait_for_question(state);
        }
    }
    if (asker_left && state->pending == SEAT_NONE) {
        spyfall_pass_turn(state, "left", out);
    }
}

/* Nobody else is waited for where the leaver was. */
static void leave_round(struct spyfall *state, int seat, struct outcome *out)
{
    if (state->asker != SEAT_NONE && state->common.phase <= SPYFALL_AT_VOTE) {
        leave_question(state, seat, out);
    }
    if (spyfall_vote_is_open(state)) {
        spyfall_vote_left(state, seat, out);
    } else if (state->common.phase == SPYFALL_AT_FINAL_VOTE && state->asker == seat) {
        spyfall_final_next(state, out);
    } else {
        spyfall_check_done(state, out);
    }
}

void spyfall_leave(void *subject, int seat, struct outcome *out)
{
    struct spyfall *state = subject;
    uint16_t present = spyfall_present(state);
    assert((present & seat_bit(seat)) == 0);
    state->done = (uint16_t)(state->done & ~seat_bit(seat));
    if ((state->waiting & seat_bit(seat)) != 0) {
        return; /* was in no round */
    }
    if (spyfall_option_is(state, OPTION_LEAVE, 1)) {
        spyfall_end_game(state, "aborted", false);
        return;
    }
    if (present == 0) {
        spyfall_end_game(state, "points", true);
        return;
    }
    if (state->leader == seat) {
        leave_new_leader(state, out);
    }
    if (state->common.phase == SPYFALL_AT_BETWEEN) {
        return;
    }
    if (state->common.phase == SPYFALL_AT_LAST_GUESS) {
        if (seat == state->spy || spyfall_count(present) < SPYFALL_CIRCLE_MIN) {
            spyfall_end_round(state, SPYFALL_SPY_INDICTED, out);
        }
        return;
    }
    if (seat == state->spy || spyfall_count(present) < SPYFALL_CIRCLE_MIN) {
        spyfall_end_round(state, SPYFALL_VOID, out);
        return;
    }
    leave_round(state, seat, out);
}
