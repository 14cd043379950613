/* Turns: whose it is, laying a card with its signal, passing over. */
#include "interceptor_private.h"

#include <assert.h>
#include <string.h>

int interceptor_seat_at(int leader, int play)
{
    static const int8_t steps[INTERCEPTOR_PLAYS] = {0, 2, 1, 3};
    assert(leader >= 0 && leader < INTERCEPTOR_SEATS);
    assert(play >= 0 && play < INTERCEPTOR_PLAYS);
    return (leader + steps[play]) % INTERCEPTOR_SEATS;
}

int interceptor_turn(const struct interceptor *state)
{
    unsigned phase = state->common.phase;
    if (phase == INTERCEPTOR_AT_RULING) {
        phase = state->ruling_from;
    }
    assert(phase != INTERCEPTOR_AT_RULING);
    return phase == INTERCEPTOR_AT_PLAY ? interceptor_seat_at(state->leader, state->play)
                                        : SEAT_NONE;
}

static void play_say_round(const struct interceptor *state, struct outcome *out)
{
    struct value_tree *args = outcome_say(out, AUDIENCE_CROWD, MSG_INTERCEPTOR_ROUND);
    assert(state->leader >= 0);
    value_number(args, "round", state->common.round);
    value_number(args, "leader", state->leader);
    value_list(args, "order");
    for (int play = 0; play < INTERCEPTOR_PLAYS; play++) {
        value_number(args, NULL, interceptor_seat_at(state->leader, play));
    }
    value_end(args);
    outcome_end(out);
}

void interceptor_begin_round(struct interceptor *state, struct outcome *out)
{
    assert(state->leader >= 0 && state->pot == 0);
    assert(interceptor_table_cards(state) == 0);
    for (int seat = 0; seat < INTERCEPTOR_SEATS; seat++) {
        state->passed[seat] = false;
    }
    state->common.phase = INTERCEPTOR_AT_PLAY;
    state->play = 0;
    state->pot_team = -1;
    state->split_proposer = SEAT_NONE;
    state->signals_given = 0;
    play_say_round(state, out);
    interceptor_next(state, out);
}

static void play_say_passed_over(int seat, const char *why, struct outcome *out)
{
    struct value_tree *args = outcome_say(out, AUDIENCE_CROWD, MSG_INTERCEPTOR_PASSED_OVER);
    assert(seat_is_person(seat));
    value_number(args, "seat", seat);
    value_term(args, "why", why);
    outcome_end(out);
}

void interceptor_next(struct interceptor *state, struct outcome *out)
{
    bool end_now = state->common.options.value[INTERCEPTOR_CARDLESS] != 0;
    assert(state->common.phase == INTERCEPTOR_AT_PLAY);
    state->message_carries = 0;
    state->reaction_carries = 0;
    while (state->play < INTERCEPTOR_PLAYS) {
        int seat = interceptor_seat_at(state->leader, state->play);
        assert(state->symbol[seat] == SYMBOL_NONE);
        if (state->hand[seat] > 0) {
            interceptor_wait(state);
            return;
        }
        if (end_now) {
            interceptor_break_off(state, seat, out);
            return;
        }
        play_say_passed_over(seat, "no_cards", out);
        state->passed[seat] = true;
        state->play++;
    }
    interceptor_reveal(state, out);
}

void interceptor_pass_over(struct interceptor *state, const char *why, struct outcome *out)
{
    int seat = interceptor_turn(state);
    assert(seat != SEAT_NONE && state->common.phase == INTERCEPTOR_AT_PLAY);
    if (state->symbol[seat] != SYMBOL_NONE) { /* native: laid, but never signalled */
        state->symbol[seat] = SYMBOL_NONE;
        state->hand[seat]++;
    }
    play_say_passed_over(seat, why, out);
    state->passed[seat] = true;
    state->play++;
    interceptor_next(state, out);
}

enum refusal interceptor_verdict(const struct interceptor *state, int seat, int symbol,
                                 unsigned carries)
{
    const struct interceptor_team *team = &state->team[interceptor_team_of(seat)];
    int other = 1 - symbol;
    assert(symbol == SYMBOL_DOCUMENTS || symbol == SYMBOL_MONEY);
    assert(team->ready);
    /* nobody can check a custom signal: it counts as given when anything was shown */
    bool need_true = team->signal[symbol].kind == SIGNAL_CUSTOM ? (carries & CARRIES_THERE) != 0
                                                                : (carries & (1u << symbol)) != 0;
    bool other_true = team->signal[other].kind != SIGNAL_CUSTOM && (carries & (1u << other)) != 0;
    if (need_true) {
        return other_true ? REFUSAL_BOTH_SIGNALS : REFUSAL_NONE;
    }
    return other_true ? REFUSAL_WRONG_SIGNAL : REFUSAL_NO_SIGNAL;
}

static bool play_is_signalled(const struct interceptor *state)
{
    assert(state->play < INTERCEPTOR_PLAYS);
    return state->play % 2 == 0;
}

static bool play_is_native(const struct interceptor *state)
{
    assert(state->common.phase == INTERCEPTOR_AT_PLAY);
    return state->common.options.value[INTERCEPTOR_SIGNAL_MODE] != 0;
}

/* What can be refused without looking at words. */
static enum refusal play_check(const struct interceptor *state, const struct move *move,
                               struct outcome *out)
{
    int turn = interceptor_turn(state);
    assert(turn != SEAT_NONE);
    if (move->seat != turn) {
        struct value_tree *args = outcome_refuse(out, REFUSAL_NOT_YOUR_TURN);
        value_number(args, "turn", turn);
        outcome_end(out);
        return REFUSAL_NOT_YOUR_TURN;
    }
    if ((!play_is_signalled(state) || play_is_native(state)) && value_has(&move->args, "say")) {
        return outcome_bad_argument(out, "say", "not_now");
    }
    return REFUSAL_NONE;
}

enum refusal interceptor_play_resolve(const void *subject, struct move *move, struct outcome *out)
{
    const struct interceptor *state = subject;
    enum refusal refusal = play_check(state, move, out);
    if (refusal != REFUSAL_NONE || !play_is_signalled(state) || play_is_native(state)) {
        return refusal;
    }
    const char *say = value_text_at(&move->args, "say", "");
    bool free_talk = state->common.options.value[INTERCEPTOR_TABLE_TALK] == TABLE_TALK_FREE;
    if (!free_talk && signal_names_symbol(say)) {
        return REFUSAL_SYMBOL_WORD;
    }
    const struct interceptor_team *team = &state->team[interceptor_team_of(move->seat)];
    struct evidence evidence = {
        .text = say, .seat = (int8_t)move->seat, .reply_to = SEAT_NONE, .mentions = 0};
    int carries = CARRIES_THERE;
    for (int symbol = 0; symbol < SYMBOLS; symbol++) {
        carries |= signal_carried(&team->signal[symbol], &evidence) ? 1 << symbol : 0;
    }
    move->judgement[0] = carries;
    move->judgement_count = 1;
    return interceptor_verdict(state, move->seat, interceptor_symbol_of(move), (unsigned)carries);
}

static void play_post(const struct move *move, struct outcome *out)
{
    const char *say = value_text_at(&move->args, "say", "");
    assert(seat_is_person(move->seat));
    if (say[0] == '\0') {
        return;
    }
    struct value_tree *args = outcome_say(out, AUDIENCE_CROWD, MSG_INTERCEPTOR_POSTED);
    value_number(args, "seat", move->seat);
    value_text(args, "text", say, strlen(say));
    outcome_end(out);
}

void interceptor_played(struct interceptor *state, struct outcome *out)
{
    assert(state->common.phase == INTERCEPTOR_AT_PLAY);
    assert(state->symbol[interceptor_turn(state)] != SYMBOL_NONE);
    if (play_is_signalled(state)) {
        state->signals_given++;
        state->signalled = true;
    }
    state->play++;
    interceptor_next(state, out);
}

static void play_say_chosen(int seat, int symbol, bool laid, bool waiting, struct outcome *out)
{
    assert(symbol >= 0 && symbol < SYMBOLS);
    if (laid) {
        struct value_tree *args = outcome_say(out, AUDIENCE_CROWD, MSG_INTERCEPTOR_PLAYED);
        value_number(args, "seat", seat);
        outcome_end(out);
    }
    struct value_tree *args = outcome_say(out, seat_bit(seat), MSG_INTERCEPTOR_CHOSEN);
    value_term(args, "symbol", interceptor_symbols[symbol]);
    value_bool(args, "waiting", waiting);
    outcome_end(out);
}

enum refusal interceptor_lay(struct interceptor *state, int seat, int symbol, bool waiting,
                             struct outcome *out)
{
    bool laid = state->symbol[seat] == SYMBOL_NONE;
    if (laid && state->hand[seat] < 1) {
        return REFUSAL_NO_CARDS;
    }
    assert(symbol == SYMBOL_DOCUMENTS || symbol == SYMBOL_MONEY);
    state->hand[seat] = (int8_t)(state->hand[seat] - laid);
    state->symbol[seat] = (int8_t)symbol;
    play_say_chosen(seat, symbol, laid, waiting, out);
    return REFUSAL_NONE;
}

enum refusal interceptor_play(void *subject, const struct move *move, struct outcome *out)
{
    struct interceptor *state = subject;
    enum refusal refusal = play_check(state, move, out);
    int symbol = interceptor_symbol_of(move);
    if (refusal != REFUSAL_NONE) {
        return refusal;
    }
    if (play_is_signalled(state) && play_is_native(state)) {
        return interceptor_play_native(state, move->seat, symbol, out);
    }
    if (play_is_signalled(state)) {
        refusal = interceptor_verdict(state, move->seat, symbol, (unsigned)move->judgement[0]);
        if (refusal != REFUSAL_NONE) {
            return refusal;
        }
        play_post(move, out);
    }
    refusal = interceptor_lay(state, move->seat, symbol, false, out);
    if (refusal == REFUSAL_NONE) {
        interceptor_played(state, out);
    }
    return refusal;
}
