/* Clues: at the own Suspect, at another Agent's; and what is dropped at the end of a turn. */
#include "infiltrators_private.h"

#include <assert.h>

enum refusal infiltrators_no_such_card(struct outcome *out)
{
    outcome_refuse(out, REFUSAL_NO_SUCH_CARD);
    outcome_end(out);
    return REFUSAL_NO_SUCH_CARD;
}

/* The card a text names, if it may be in this mission. */
static uint8_t clue_read(const struct infiltrators *state, const struct value *fact)
{
    uint8_t card = card_read(fact->text);
    bool special = card != CARD_NONE && card_number(card) == NUMBER_SPECIAL;
    if (card == CARD_NONE || (special && !mission_has(&state->mission, MISSION_SPECIALS))) {
        return CARD_NONE;
    }
    return special || infiltrators_in_mission(state, card) ||
                   card_row_has(&state->agent[state->turn].hand, card)
               ? card
               : CARD_NONE;
}

static enum refusal clue_check_own(const struct infiltrators *state, const struct move *move)
{
    return state->agent[move->seat].suspect != CARD_NONE ? REFUSAL_NONE : REFUSAL_NO_SUSPECT;
}

enum refusal infiltrators_card_resolve(const void *subject, struct move *move, struct outcome *out)
{
    const struct infiltrators *state = subject;
    uint16_t at = value_find(&move->args, VALUE_NONE, "card");
    bool other = value_has(&move->args, "seat");
    enum refusal refusal = infiltrators_check_turn(state, move->seat, out);
    if (refusal == REFUSAL_NONE) {
        refusal = other ? infiltrators_check_other(state, move, out) : clue_check_own(state, move);
    }
    if (refusal != REFUSAL_NONE) {
        return refusal;
    }
    if (!value_has(&move->args, "card")) {
        return outcome_bad_argument(out, "card", "missing");
    }
    move->judgement[0] = clue_read(state, &move->args.fact[at]);
    move->judgement_count = 1;
    return REFUSAL_NONE;
}

uint8_t infiltrators_card_of(const struct move *move)
{
    int32_t card = move->judgement_count > 0 ? move->judgement[0] : CARD_NONE;
    return card_is(card) ? (uint8_t)card : CARD_NONE;
}

/* Is it a card, and in the hand of who is at turn? */
static enum refusal clue_check_hand(const struct infiltrators *state, uint8_t card,
                                    struct outcome *out)
{
    if (card == CARD_NONE) {
        return infiltrators_no_such_card(out);
    }
    if (card_row_has(&state->agent[state->turn].hand, card)) {
        return REFUSAL_NONE;
    }
    struct value_tree *args = outcome_refuse(out, REFUSAL_NOT_IN_HAND);
    infiltrators_write_card(args, "card", card);
    outcome_end(out);
    return REFUSAL_NOT_IN_HAND;
}

/* Keeps what a clue has crossed out, if no other did more. */
static void clue_keep_best(struct infiltrators *state, int owner, uint8_t card, int count)
{
    struct agent_deeds *deeds = &state->deeds[state->turn];
    deeds->clues = (uint8_t)(deeds->clues + (deeds->clues < UINT8_MAX));
    if (count > state->best.count) {
        state->best = (struct best_clue){
            .seat = state->turn, .owner = (uint8_t)owner, .card = card, .count = (uint8_t)count};
    }
}

/* Lays a card of the Agent at turn at a Suspect, the way it matches. */
static void clue_lay(struct infiltrators *state, int owner, uint8_t card, struct outcome *out)
{
    struct agent *agent = &state->agent[owner];
    struct card_set before;
    infiltrators_possible(state, owner, &before);
    bool taken = card_row_take(&state->agent[state->turn].hand, card);
    assert(taken && agent->suspect != CARD_NONE);
    card_row_add(&agent->clues, card);
    card_set_add(&state->seen, card);
    struct value_tree *args = outcome_say(out, AUDIENCE_CROWD, MSG_INFILTRATORS_CLUE);
    struct card_set possible;
    infiltrators_possible(state, owner, &possible);
    clue_keep_best(state, owner, card, card_set_count(&before) - card_set_count(&possible));
    value_number(args, "seat", state->turn);
    value_number(args, "owner", owner);
    value_bool(args, "own", owner == state->turn);
    infiltrators_write_card(args, "card", card);
    value_bool(args, "match", card_match(card, agent->suspect));
    if (infiltrators_option_is(state, INFILTRATORS_BOARD, 0)) {
        value_number(args, "candidates", card_set_count(&possible));
    } else {
        value_null(args, "candidates");
    }
    outcome_end(out);
}

enum refusal infiltrators_clue(void *subject, const struct move *move, struct outcome *out)
{
    struct infiltrators *state = subject;
    uint8_t card = infiltrators_card_of(move);
    enum refusal refusal = infiltrators_check_turn(state, move->seat, out);
    if (refusal != REFUSAL_NONE) {
        return refusal;
    }
    refusal = clue_check_own(state, move);
    refusal = refusal != REFUSAL_NONE ? refusal : clue_check_hand(state, card, out);
    if (refusal == REFUSAL_NONE) {
        clue_lay(state, move->seat, card, out);
        infiltrators_finish_action(state, out);
    }
    return refusal;
}

enum refusal infiltrators_check_other(const struct infiltrators *state, const struct move *move,
                                      struct outcome *out)
{
    int owner = (int)value_number_at(&move->args, "seat", SEAT_NONE);
    assert(owner >= 0 && owner < state->common.seats);
    if (owner == move->seat) {
        return REFUSAL_OWN_SUSPECT;
    }
    if (state->agent[owner].suspect != CARD_NONE) {
        return REFUSAL_NONE;
    }
    struct value_tree *args = outcome_refuse(out, REFUSAL_NO_SUSPECT);
    value_number(args, "seat", owner);
    outcome_end(out);
    return REFUSAL_NO_SUSPECT;
}

enum refusal infiltrators_exchange(void *subject, const struct move *move, struct outcome *out)
{
    struct infiltrators *state = subject;
    uint8_t card = infiltrators_card_of(move);
    enum refusal refusal = infiltrators_check_turn(state, move->seat, out);
    refusal = refusal != REFUSAL_NONE ? refusal : infiltrators_check_other(state, move, out);
    refusal = refusal != REFUSAL_NONE ? refusal : clue_check_hand(state, card, out);
    if (refusal != REFUSAL_NONE) {
        return refusal;
    }
    clue_lay(state, (int)value_number_at(&move->args, "seat", 0), card, out);
    if (infiltrators_check_end(state, out)) {
        return REFUSAL_NONE;
    }
    if (state->hq.count > 0) { /* a card less in hand than the limit: also a capped hand may draw */
        infiltrators_wait(state, INFILTRATORS_AT_DRAW);
    } else {
        infiltrators_finish_action(state, out);
    }
    return REFUSAL_NONE;
}

/* --- drop ---------------------------------------------------------------------------------------
 */

enum refusal infiltrators_drop_resolve(const void *subject, struct move *move, struct outcome *out)
{
    const struct infiltrators *state = subject;
    uint16_t list = value_find(&move->args, VALUE_NONE, "cards");
    enum refusal refusal = infiltrators_check_turn(state, move->seat, out);
    assert(list != VALUE_NONE);
    if (refusal != REFUSAL_NONE) {
        return refusal;
    }
    int over = infiltrators_over(state);
    if (move->args.fact[list].number != over || over > MOVE_JUDGEMENTS_MAX) {
        struct value_tree *args = outcome_refuse(out, REFUSAL_WRONG_NUMBER);
        value_number(args, "count", over);
        outcome_end(out);
        return REFUSAL_WRONG_NUMBER;
    }
    move->judgement_count = 0;
    for (uint16_t at = value_first(&move->args, list); at != VALUE_NONE;
         at = value_next(&move->args, list, at)) {
        move->judgement[move->judgement_count++] = clue_read(state, &move->args.fact[at]);
    }
    return REFUSAL_NONE;
}

static void clue_drop(struct infiltrators *state, const struct card_row *cards, struct outcome *out)
{
    struct value_tree *args = outcome_say(out, AUDIENCE_CROWD, MSG_INFILTRATORS_DROPPED);
    value_number(args, "seat", state->turn);
    infiltrators_write_row(args, "cards", cards);
    outcome_end(out);
    for (int i = 0; i < cards->count; i++) {
        bool taken = card_row_take(&state->agent[state->turn].hand, cards->card[i]);
        assert(taken);
        card_row_add(&state->up, cards->card[i]);
        card_set_add(&state->seen, cards->card[i]);
    }
    infiltrators_end_turn(state, true, out);
}

enum refusal infiltrators_drop(void *subject, const struct move *move, struct outcome *out)
{
    struct infiltrators *state = subject;
    struct card_row cards = {0};
    enum refusal refusal = infiltrators_check_turn(state, move->seat, out);
    if (refusal != REFUSAL_NONE) {
        return refusal;
    }
    if (move->judgement_count != infiltrators_over(state)) {
        return REFUSAL_WRONG_NUMBER;
    }
    for (int i = 0; i < move->judgement_count; i++) {
        int32_t judged = move->judgement[i];
        uint8_t card = card_is(judged) ? (uint8_t)judged : CARD_NONE;
        refusal = clue_check_hand(state, card, out);
        if (refusal != REFUSAL_NONE) {
            return refusal;
        }
        if (card_row_has(&cards, card)) {
            return outcome_bad_argument(out, "cards", "twice");
        }
        card_row_add(&cards, card);
    }
    clue_drop(state, &cards, out);
    return REFUSAL_NONE;
}

void infiltrators_drop_latest(struct infiltrators *state, struct outcome *out)
{
    const struct card_row *hand = &state->agent[state->turn].hand;
    struct card_row cards = {0};
    for (int over = infiltrators_over(state); over > 0; over--) {
        card_row_add(&cards, hand->card[hand->count - over]);
    }
    clue_drop(state, &cards, out);
}
