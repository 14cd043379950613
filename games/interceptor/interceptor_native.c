/* Native signals: who plays 1 or 3 writes or reacts in the channel himself, before or after the
 * card; the turn ends when both are there and fit, and until then the card may be changed. Evidence
 * is the last message shown together with the reactions of this turn. */
#include "interceptor_private.h"

#include <assert.h>
#include <string.h>

/* Whose turn is it to show something? */
static enum refusal native_check(const struct interceptor *state, const struct move *move,
                                 struct outcome *out)
{
    int turn = interceptor_turn(state);
    assert(turn != SEAT_NONE);
    assert(state->play < INTERCEPTOR_PLAYS);
    if (state->common.options.value[INTERCEPTOR_SIGNAL_MODE] == 0) {
        struct value_tree *args = outcome_refuse(out, REFUSAL_OPTION_OFF);
        value_term(args, "option", "signal_mode");
        outcome_end(out);
        return REFUSAL_OPTION_OFF;
    }
    if (move->seat != turn) {
        struct value_tree *args = outcome_refuse(out, REFUSAL_NOT_YOUR_TURN);
        value_number(args, "turn", turn);
        outcome_end(out);
        return REFUSAL_NOT_YOUR_TURN;
    }
    return state->play % 2 == 0 ? REFUSAL_NONE : REFUSAL_NOT_YOURS;
}

/* Does the evidence stand for the card that lies there, or for any card before one does? */
static enum refusal native_verdict(const struct interceptor *state, int seat, unsigned carries)
{
    int symbol = state->symbol[seat];
    assert((carries & CARRIES_THERE) != 0);
    if (symbol != SYMBOL_NONE) {
        return interceptor_verdict(state, seat, symbol, carries);
    }
    enum refusal documents = interceptor_verdict(state, seat, SYMBOL_DOCUMENTS, carries);
    enum refusal money = interceptor_verdict(state, seat, SYMBOL_MONEY, carries);
    assert(documents != REFUSAL_WRONG_SIGNAL || money == REFUSAL_NONE);
    return money == REFUSAL_NONE ? REFUSAL_NONE : documents;
}

static void native_judge(const struct interceptor *state, struct move *move,
                         const struct evidence *evidence)
{
    const struct interceptor_team *team = &state->team[interceptor_team_of(move->seat)];
    int carries = CARRIES_THERE;
    for (int symbol = 0; symbol < SYMBOLS; symbol++) {
        carries |= signal_carried(&team->signal[symbol], evidence) ? 1 << symbol : 0;
    }
    move->judgement[0] = carries;
    move->judgement_count = 1;
}

static int8_t native_reply_to(const struct move *move)
{
    const char *word = value_text_at(&move->args, "reply_to", NULL);
    if (word != NULL) {
        assert(strcmp(word, "bot") == 0);
        return SEAT_HOUSE;
    }
    return (int8_t)value_number_at(&move->args, "reply_to", SEAT_NONE);
}

static uint16_t native_mentions(const struct move *move)
{
    uint16_t seats = 0;
    uint16_t list = value_path(&move->args, "mentions");
    if (list == VALUE_NONE || move->args.fact[list].kind != VALUE_LIST) {
        return 0;
    }
    for (uint16_t at = value_first(&move->args, list); at != VALUE_NONE;
         at = value_next(&move->args, list, at)) {
        seats = (uint16_t)(seats | seat_bit((int)move->args.fact[at].number));
    }
    return seats;
}

enum refusal interceptor_show_resolve(const void *subject, struct move *move, struct outcome *out)
{
    const struct interceptor *state = subject;
    enum refusal refusal = native_check(state, move, out);
    if (refusal != REFUSAL_NONE) {
        return refusal;
    }
    if (!value_has(&move->args, "text") && !value_has(&move->args, "media")) {
        return outcome_bad_argument(out, "text", "missing");
    }
    struct evidence evidence = {.text = value_text_at(&move->args, "text", ""),
                                .media = value_text_at(&move->args, "media", NULL),
                                .mentions = native_mentions(move),
                                .reply_to = native_reply_to(move),
                                .seat = (int8_t)move->seat};
    native_judge(state, move, &evidence);
    return REFUSAL_NONE;
}

enum refusal interceptor_react_resolve(const void *subject, struct move *move, struct outcome *out)
{
    const struct interceptor *state = subject;
    enum refusal refusal = native_check(state, move, out);
    if (refusal != REFUSAL_NONE) {
        return refusal;
    }
    struct evidence evidence = {.text = "",
                                .reaction = value_text_at(&move->args, "emoji", ""),
                                .reply_to = SEAT_NONE,
                                .seat = (int8_t)move->seat};
    native_judge(state, move, &evidence);
    return REFUSAL_NONE;
}

static uint8_t native_carries(const struct move *move)
{
    assert(move->judgement_count <= MOVE_JUDGEMENTS_MAX);
    assert(move->row != NULL);
    return (uint8_t)((move->judgement[0] & (CARRIES_DOCUMENTS | CARRIES_MONEY)) | CARRIES_THERE);
}

/* New evidence is there: keep it, and end the turn when the card lies there too. */
static enum refusal native_evidence(struct interceptor *state, int seat, struct outcome *out)
{
    unsigned carries = state->message_carries | state->reaction_carries;
    enum refusal refusal = native_verdict(state, seat, carries);
    if (refusal != REFUSAL_NONE) {
        return refusal;
    }
    assert(interceptor_turn(state) == seat);
    if (state->symbol[seat] == SYMBOL_NONE) {
        outcome_tell(out, seat_bit(seat), MSG_INTERCEPTOR_HEARD);
    } else {
        interceptor_played(state, out);
    }
    return REFUSAL_NONE;
}

enum refusal interceptor_show(void *subject, const struct move *move, struct outcome *out)
{
    struct interceptor *state = subject;
    enum refusal refusal = native_check(state, move, out);
    if (refusal != REFUSAL_NONE) {
        return refusal;
    }
    state->message_carries = native_carries(move);
    return native_evidence(state, move->seat, out);
}

enum refusal interceptor_react(void *subject, const struct move *move, struct outcome *out)
{
    struct interceptor *state = subject;
    enum refusal refusal = native_check(state, move, out);
    if (refusal != REFUSAL_NONE) {
        return refusal;
    }
    state->reaction_carries = (uint8_t)(state->reaction_carries | native_carries(move));
    return native_evidence(state, move->seat, out);
}

enum refusal interceptor_play_native(struct interceptor *state, int seat, int symbol,
                                     struct outcome *out)
{
    unsigned carries = state->message_carries | state->reaction_carries;
    bool shown = (carries & CARRIES_THERE) != 0;
    assert(interceptor_turn(state) == seat);
    if (shown) {
        enum refusal refusal = interceptor_verdict(state, seat, symbol, carries);
        if (refusal != REFUSAL_NONE) {
            return refusal;
        }
    }
    enum refusal refusal = interceptor_lay(state, seat, symbol, !shown, out);
    assert(refusal != REFUSAL_NONE || state->symbol[seat] == symbol);
    if (refusal == REFUSAL_NONE && shown) {
        interceptor_played(state, out);
    }
    return refusal;
}
