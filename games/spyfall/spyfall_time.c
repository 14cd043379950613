/* What happens by time, and at a skip. */
#include "spyfall_private.h"

#include <assert.h>

int64_t spyfall_due_ms(const void *subject)
{
    const struct spyfall *state = subject;
    int64_t due = game_clock_due_ms(&state->clock);
    int64_t wait = game_clock_due_ms(&state->wait);
    int64_t vote = game_clock_due_ms(&state->vote_clock);
    due = wait < due ? wait : due;
    return vote < due ? vote : due;
}

/* What will be left at the next reminder: half of the round, a minute, ten seconds; 0 for none. */
static int64_t time_mark(const struct spyfall *state)
{
    const int64_t marks[] = {state->length_ms / 2, 60000, 10000};
    int64_t next = 0;
    for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++) {
        next = marks[i] < state->reminded_ms && marks[i] > next ? marks[i] : next;
    }
    return next;
}

int64_t spyfall_soft_ms(const void *subject)
{
    const struct spyfall *state = subject;
    int64_t due = game_clock_due_ms(&state->clock);
    int64_t mark = time_mark(state);
    if (due == NO_DEADLINE || mark == 0) {
        return NO_DEADLINE;
    }
    return due - mark > state->common.now_ms ? due - mark : state->common.now_ms;
}

static void time_remind(struct spyfall *state, struct outcome *out)
{
    int64_t left = game_clock_left_ms(&state->clock, state->common.now_ms);
    for (int64_t mark = 0; (mark = time_mark(state)) > 0 && left <= mark;) {
        state->reminded_ms = mark;
    }
    struct value_tree *args = outcome_say(out, AUDIENCE_CROWD, MSG_SPYFALL_REMINDER);
    value_number(args, "ms", left);
    outcome_end(out);
}

static void time_say_overdue(struct spyfall *state, struct outcome *out)
{
    int seat = state->pending != SEAT_NONE ? state->pending : state->asker;
    game_clock_stop(&state->wait);
    struct value_tree *args = outcome_say(out, AUDIENCE_CROWD, MSG_SPYFALL_OVERDUE);
    value_term(args, "phase", spyfall_phases[state->common.phase]);
    spyfall_write_seats(args, "seats", seat_bit(seat));
    outcome_end(out);
}

/* The round's clock has run out. A vote that is open is finished first. */
static void time_clock(struct spyfall *state, struct outcome *out)
{
    game_clock_stop(&state->clock);
    if (state->common.phase == SPYFALL_AT_VOTE) {
        state->vote.zero = true;
    } else {
        spyfall_time_out(state, out);
    }
}

/* The default of who asks, answers, leads, may accuse or guess last. */
static void time_default(struct spyfall *state, bool by_time, struct outcome *out)
{
    switch ((enum spyfall_phase)state->common.phase) {
    case SPYFALL_AT_QUESTIONS:
        if (state->pending != SEAT_NONE) {
            spyfall_skip_answer(state, out);
        } else {
            spyfall_pass_turn(state, "skipped", out);
        }
        return;
    case SPYFALL_AT_LAST_CALL:
        spyfall_time_out(state, out);
        return;
    case SPYFALL_AT_FINAL_VOTE:
        spyfall_final_pass(state, by_time, out);
        return;
    case SPYFALL_AT_LAST_GUESS:
        spyfall_end_round(state, SPYFALL_SPY_INDICTED, out);
        return;
    case SPYFALL_AT_BETWEEN:
        spyfall_go_on(state, out);
        return;
    case SPYFALL_AT_VOTE:
    case SPYFALL_AT_OVER:
        break;
    }
    assert(false && "nobody is waited for beside a vote");
}

void spyfall_fall_due(void *subject, struct outcome *out)
{
    struct spyfall *state = subject;
    int64_t due = spyfall_due_ms(state);
    if (state->common.now_ms < due) {
        time_remind(state, out);
    } else if (game_clock_due_ms(&state->clock) == due) {
        time_clock(state, out);
    } else if (game_clock_due_ms(&state->vote_clock) == due) {
        spyfall_vote_silent(state, out);
    } else if (state->common.phase == SPYFALL_AT_QUESTIONS &&
               spyfall_option_is(state, OPTION_AUTOPLAY, 0)) {
        time_say_overdue(state, out);
    } else {
        time_default(state, true, out);
    }
}

enum refusal spyfall_skip(void *subject, struct outcome *out)
{
    struct spyfall *state = subject;
    if (spyfall_vote_is_open(state)) {
        spyfall_vote_silent(state, out);
    } else {
        time_default(state, false, out);
    }
    return REFUSAL_NONE;
}

void spyfall_shift(void *subject, int64_t ms)
{
    struct spyfall *state = subject;
    assert(ms >= 0);
    game_clock_shift(&state->clock, ms);
    game_clock_shift(&state->wait, ms);
    game_clock_shift(&state->vote_clock, ms);
}
