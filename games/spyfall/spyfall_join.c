/* What may change while a game runs: somebody joins at the end of the circle and plays from the
 * next round on (rulebook 4.5, R35), and the host agrees on another number of rounds between two of
 * them (R31). */
#include "spyfall_private.h"

#include <assert.h>

bool spyfall_waits(const void *subject, int seat)
{
    const struct spyfall *state = subject;
    return (state->waiting & ~state->common.gone & seat_bit(seat)) != 0;
}

uint16_t spyfall_coming(const struct spyfall *state)
{
    return (uint16_t)(spyfall_present(state) | (state->waiting & ~state->common.gone));
}

enum refusal spyfall_is_in(const struct spyfall *state, int seat, struct outcome *out)
{
    if ((spyfall_present(state) & seat_bit(seat)) != 0) {
        return REFUSAL_NONE;
    }
    return outcome_bad_argument(out, "seat", spyfall_waits(state, seat) ? "waiting" : "gone");
}

/* A seat whose person left before any round stays one in which nobody has played. */
void spyfall_admit(struct spyfall *state)
{
    state->waiting = (uint16_t)(state->waiting & state->common.gone);
}

/* The seat at the end of the circle: a new one, or the last where nobody has ever played in it;
 * SEAT_NONE when the circle is full. */
static int join_seat(const struct spyfall *state)
{
    int last = state->common.seats - 1;
    if ((state->waiting & state->common.gone & seat_bit(last)) != 0) {
        return last;
    }
    return last + 1 < SEATS_MAX ? last + 1 : SEAT_NONE;
}

enum refusal spyfall_join(void *subject, const struct move *move, struct outcome *out)
{
    struct spyfall *state = subject;
    int seat = join_seat(state);
    assert(move->seat == SEAT_HOUSE || move->seat == SEAT_MODERATOR);
    if (seat == SEAT_NONE) {
        value_number(outcome_refuse(out, REFUSAL_TABLE_FULL), "seats", state->common.seats);
        outcome_end(out);
        return REFUSAL_TABLE_FULL;
    }
    state->common.seats = (uint8_t)(seat + 1);
    state->common.gone = (uint16_t)(state->common.gone & ~seat_bit(seat));
    state->common.conceded = (uint16_t)(state->common.conceded & ~seat_bit(seat));
    state->waiting = (uint16_t)(state->waiting | seat_bit(seat));
    assert(state->scores[seat] == 0 && state->last.points[seat] == 0);
    value_number(outcome_say(out, AUDIENCE_CROWD, MSG_SPYFALL_JOINED), "seat", seat);
    outcome_end(out);
    return REFUSAL_NONE;
}

static enum refusal rounds_check(const struct spyfall *state, const struct move *move,
                                 struct outcome *out)
{
    int64_t rounds = value_number_at(&move->args, "rounds", 0);
    if (seat_is_person(move->seat) && move->seat != state->leader) {
        return REFUSAL_NOT_YOURS;
    }
    if (rounds < state->common.round) {
        return outcome_bad_argument(out, "rounds", "out_of_range");
    }
    return rounds == state->planned ? REFUSAL_ALREADY_DONE : REFUSAL_NONE;
}

enum refusal spyfall_rounds(void *subject, const struct move *move, struct outcome *out)
{
    struct spyfall *state = subject;
    enum refusal refusal = rounds_check(state, move, out);
    if (refusal != REFUSAL_NONE) {
        return refusal;
    }
    state->planned = (uint32_t)value_number_at(&move->args, "rounds", 0);
    bool ends = spyfall_was_last(state);
    struct value_tree *args = outcome_say(out, AUDIENCE_CROWD, MSG_SPYFALL_ROUNDS);
    value_number(args, "rounds", state->planned);
    value_number(args, "left", state->planned - state->common.round);
    outcome_end(out);
    if (ends) {
        spyfall_end_game(state, "points", true);
    }
    return REFUSAL_NONE;
}
