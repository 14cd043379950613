/* What a row alone decides about a move, before any handler is asked. */
#include "rules_private.h"

#include <assert.h>
#include <string.h>

static enum refusal check_time(const struct attempt *attempt)
{
    const struct game_state *common = rules_state(attempt->state);
    if (attempt->move->at_ms < common->now_ms) {
        struct value_tree *args = outcome_refuse(attempt->out, REFUSAL_BAD_INPUT);
        value_term(args, "argument", "at_ms");
        value_term(args, "problem", "out_of_range");
        outcome_end(attempt->out);
        return REFUSAL_BAD_INPUT;
    }
    if (rules_common_row(attempt->move->row) != COMMON_TICK && common->paused_ms == NO_DEADLINE &&
        attempt->game->due_ms(attempt->state) < attempt->move->at_ms) {
        return REFUSAL_TICK_FIRST;
    }
    return REFUSAL_NONE;
}

static enum refusal check_who(const struct attempt *attempt)
{
    const struct game_state *common = rules_state(attempt->state);
    const struct move *move = attempt->move;
    unsigned who = move->row->who;
    if (move->seat == SEAT_HOUSE) {
        return (who & WHO_HOUSE) != 0 ? REFUSAL_NONE : REFUSAL_NOT_SEATED;
    }
    if (move->seat == SEAT_MODERATOR) {
        return (who & WHO_MODERATOR) != 0 ? REFUSAL_NONE : REFUSAL_NOT_SEATED;
    }
    if (move->seat < 0 || move->seat >= common->seats ||
        (common->gone & seat_bit(move->seat)) != 0) {
        return REFUSAL_NOT_SEATED;
    }
    return (who & WHO_SEATED) != 0 ? REFUSAL_NONE : REFUSAL_NOT_YOURS;
}

static enum refusal check_phase(const struct attempt *attempt)
{
    const struct game_state *common = rules_state(attempt->state);
    const char *phase = attempt->game->phases[common->phase];
    const struct move *move = attempt->move;
    bool listed = (move->row->phases & BIT(common->phase)) != 0;
    if (!listed && seat_is_person(move->seat) && strcmp(phase, "ruling") == 0) {
        return REFUSAL_RULING_PENDING;
    }
    if (!listed && move->row->phases != 0) {
        struct value_tree *args = outcome_refuse(attempt->out, REFUSAL_WRONG_PHASE);
        value_term(args, "phase", phase);
        outcome_end(attempt->out);
        return REFUSAL_WRONG_PHASE;
    }
    return REFUSAL_NONE;
}

enum refusal rules_check(const struct attempt *attempt)
{
    const struct game_state *common = rules_state(attempt->state);
    assert(attempt->game != NULL && attempt->state != NULL);
    assert(attempt->move != NULL && attempt->out != NULL);
    if (common->over) {
        return REFUSAL_GAME_OVER;
    }
    if (attempt->move->row == NULL) {
        return REFUSAL_UNKNOWN_ACTION;
    }
    enum common_row row = rules_common_row(attempt->move->row);
    enum refusal refusal = check_time(attempt);
    if (refusal == REFUSAL_NONE) {
        refusal = check_who(attempt);
    }
    if (refusal == REFUSAL_NONE && common->paused_ms != NO_DEADLINE && row != COMMON_RESUME &&
        row != COMMON_LEAVE && row != COMMON_TICK) {
        refusal = REFUSAL_PAUSED;
    }
    if (refusal == REFUSAL_NONE) {
        refusal = check_phase(attempt);
    }
    return refusal != REFUSAL_NONE ? refusal : rules_check_args(attempt);
}
