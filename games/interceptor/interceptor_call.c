/* "Interceptor!": a guess at one of the rivals' signals and its symbol; rulings on near guesses;
 * last calls. Whether a guess goes to a ruling depends on its signal alone, never on its symbol. */
#include "interceptor_private.h"

#include <assert.h>
#include <string.h>

static uint16_t call_owners(const struct interceptor *state, int caller)
{
    uint16_t seats = interceptor_team_seats(1 - interceptor_team_of(caller));
    assert((seats & seat_bit(caller)) == 0);
    return (uint16_t)(seats & ~state->common.gone);
}

static bool call_still_plays(const struct interceptor *state, int seat)
{
    if (state->common.phase == INTERCEPTOR_AT_LEADER) {
        return true;
    }
    assert(state->common.phase != INTERCEPTOR_AT_RULING);
    return state->common.phase == INTERCEPTOR_AT_PLAY && state->symbol[seat] == SYMBOL_NONE &&
           !state->passed[seat];
}

/* What can be refused without looking at words. */
static enum refusal call_check(const struct interceptor *state, int seat)
{
    const int32_t *option = state->common.options.value;
    assert(seat >= 0 && seat < INTERCEPTOR_SEATS);
    if (option[INTERCEPTOR_CALL_FROM] != 0 && !state->signalled) {
        return REFUSAL_WRONG_PHASE;
    }
    int spare = option[INTERCEPTOR_CALL_NEEDS_SPARE] != 0 && call_still_plays(state, seat);
    if (state->hand[seat] < 1 + spare) {
        return REFUSAL_NO_CARDS;
    }
    if (state->common.phase == INTERCEPTOR_AT_LAST_CALL &&
        (state->last_calls & seat_bit(seat)) == 0) {
        uint16_t partner = seat_bit(interceptor_partner(seat));
        return (state->last_calls & partner) != 0 ? REFUSAL_ALREADY_DONE : REFUSAL_NOT_YOURS;
    }
    return state->call_count < INTERCEPTOR_CALLS_MAX ? REFUSAL_NONE : REFUSAL_NO_CARDS;
}

bool interceptor_may_call(const struct interceptor *state, int seat)
{
    return call_check(state, seat) == REFUSAL_NONE;
}

static bool call_was_wrong_before(const struct interceptor *state, int seat, int symbol,
                                  const struct interceptor_signal *guess)
{
    assert(state->call_count <= INTERCEPTOR_CALLS_MAX);
    for (int i = 0; i < state->call_count; i++) {
        const struct interceptor_call *call = &state->call[i];
        assert(call->result == CALL_WRONG);
        if (interceptor_team_of(call->seat) == interceptor_team_of(seat) &&
            call->symbol == symbol && signal_identical(&call->guess, guess)) {
            return true;
        }
    }
    return false;
}

static int call_grade(const struct interceptor *state, int seat,
                      const struct interceptor_signal *guess)
{
    const struct interceptor_team *rivals = &state->team[1 - interceptor_team_of(seat)];
    int match = state->common.options.value[INTERCEPTOR_MATCH];
    int grade = 0;
    assert(rivals->ready);
    for (int symbol = 0; symbol < SYMBOLS; symbol++) {
        const struct interceptor_signal *signal = &rivals->signal[symbol];
        bool near =
            match == MATCH_REFEREE_ALL || (match == MATCH_FAMILY && signal_near(guess, signal));
        if (signal_same(guess, signal, match == MATCH_STRICT)) {
            grade |= GRADE_SAME << symbol;
        } else if (near) {
            grade |= GRADE_NEAR << symbol;
        }
    }
    return grade;
}

enum refusal interceptor_call_resolve(const void *subject, struct move *move, struct outcome *out)
{
    const struct interceptor *state = subject;
    struct interceptor_signal guess;
    int symbol = interceptor_symbol_of(move);
    enum refusal refusal = call_check(state, move->seat);
    if (refusal != REFUSAL_NONE) {
        return refusal;
    }
    const char *problem = signal_read(&move->args, VALUE_NONE, &guess);
    if (problem != NULL || !signal_fits(&guess)) {
        return outcome_bad_argument(out, "value", problem != NULL ? problem : "not_fitting");
    }
    const struct interceptor_team *own = &state->team[interceptor_team_of(move->seat)];
    bool strict = state->common.options.value[INTERCEPTOR_MATCH] == MATCH_STRICT;
    assert(own->ready);
    if (signal_same(&guess, &own->signal[symbol], strict)) {
        return REFUSAL_OWN_SIGNAL;
    }
    if (state->common.options.value[INTERCEPTOR_REPEAT_GUESS] == 0 &&
        call_was_wrong_before(state, move->seat, symbol, &guess)) {
        return REFUSAL_ALREADY_WRONG;
    }
    move->judgement[0] = call_grade(state, move->seat, &guess);
    move->judgement_count = 1;
    return REFUSAL_NONE;
}

static bool call_is_same(const struct interceptor_call *call)
{
    assert(call->symbol < SYMBOLS);
    return (call->grade & (GRADE_SAME | GRADE_SAME << 1)) != 0;
}

static bool call_is_near(const struct interceptor_call *call)
{
    assert(call->symbol < SYMBOLS);
    return (call->grade & (GRADE_NEAR | GRADE_NEAR << 1)) != 0;
}

/* What the named symbol makes of a guess that is the same, or that a ruling took for the same. */
static bool call_names_it(const struct interceptor_call *call)
{
    int bit = call_is_same(call) ? GRADE_SAME : GRADE_NEAR;
    assert(call_is_same(call) || call_is_near(call));
    return (call->grade & bit << call->symbol) != 0;
}

static struct value_tree *call_say(const struct interceptor_call *call, uint16_t to,
                                   enum message message, struct outcome *out)
{
    struct value_tree *args = outcome_say(out, to, message);
    assert(call->guess.kind != SIGNAL_NONE);
    value_number(args, "seat", call->seat);
    signal_write(args, &call->guess);
    value_term(args, "symbol", interceptor_symbols[call->symbol]);
    return args;
}

/* Asks whether the whole call holds: is this the signal for the symbol named? Who may know that one
 * signal sees it beside the guess: its owners, or a referee. Never the other one. */
static void call_ask_one(const struct interceptor *state, const struct interceptor_call *call,
                         uint16_t to, struct outcome *out)
{
    const struct interceptor_team *rivals = &state->team[1 - interceptor_team_of(call->seat)];
    bool owners = to == state->ruling.electorate;
    struct value_tree *args = call_say(call, to, MSG_INTERCEPTOR_QUESTION, out);
    assert(rivals->ready);
    value_bool(args, "owners", owners);
    if (owners || state->ruling.electorate == 0) {
        value_object(args, "signal");
        signal_write(args, &rivals->signal[call->symbol]);
        value_end(args);
    }
    outcome_end(out);
}

static void call_ask(const struct interceptor *state, const struct interceptor_call *call,
                     struct outcome *out)
{
    struct value_tree *args = outcome_say(out, AUDIENCE_CROWD, MSG_INTERCEPTOR_RULING);
    value_number(args, "seat", call->seat);
    outcome_end(out);
    if (state->ruling.electorate != 0) {
        call_ask_one(state, call, state->ruling.electorate, out);
    }
    call_ask_one(state, call, AUDIENCE_MODERATORS, out);
}

static void call_open_ruling(struct interceptor *state, struct interceptor_call *call,
                             struct outcome *out)
{
    static const struct ballot_rules rules = {
        .choices = 2, .threshold = 1, .all_no = true, .secret = true, .change = true};
    bool referee = state->common.options.value[OPTION_REFEREE] != 0;
    int64_t limit = interceptor_ms(state, INTERCEPTOR_TURN_LIMIT);
    int64_t now = game_now_ms(&state->common);
    assert(call->result == CALL_PENDING);
    assert(state->common.phase != INTERCEPTOR_AT_RULING);
    call->ruled = true;
    state->ruling_from = state->common.phase;
    state->common.phase = INTERCEPTOR_AT_RULING;
    state->ruling_ask = interceptor_new_ask(state);
    game_clock_hold(&state->turn_clock, now);
    game_clock_start(&state->ruling_clock, now, limit);
    ballot_open(&state->ruling, &rules, referee ? 0 : call_owners(state, call->seat), 0);
    call_ask(state, call, out);
}

/* After a wrong call: a last call is used up; a turn may have nobody left to play it. */
static void call_go_on(struct interceptor *state, int caller, struct outcome *out)
{
    assert(state->common.phase != INTERCEPTOR_AT_RULING);
    if (state->common.phase == INTERCEPTOR_AT_LAST_CALL) {
        state->last_calls = (uint16_t)(state->last_calls & ~seat_bit(caller));
        if (state->last_calls == 0) {
            interceptor_after_last_calls(state, out);
        }
        return;
    }
    if (interceptor_turn(state) == caller && state->hand[caller] == 0 &&
        state->symbol[caller] == SYMBOL_NONE) {
        interceptor_next(state, out);
    }
}

static void call_decide(struct interceptor *state, struct interceptor_call *call, bool right,
                        struct outcome *out)
{
    int team = interceptor_team_of(call->seat);
    assert(call->result == CALL_PENDING);
    assert(state->hand[call->seat] > 0);
    call->result = right ? CALL_RIGHT : CALL_WRONG;
    struct value_tree *args =
        outcome_say(out, AUDIENCE_CROWD, right ? MSG_INTERCEPTOR_RIGHT : MSG_INTERCEPTOR_WRONG);
    value_number(args, "seat", call->seat);
    if (right) {
        value_term(args, "team", interceptor_teams[team]);
    }
    outcome_end(out);
    if (right) {
        course_mark(&state->course, 0, INTERCEPTOR_MARK_CALL);
        interceptor_end(state, OUTCOME_WIN, team, "interception", out);
        return;
    }
    state->hand[call->seat]--;
    state->discard++;
    state->short_handed = true;
    call_go_on(state, call->seat, out);
}

enum refusal interceptor_call(void *subject, const struct move *move, struct outcome *out)
{
    struct interceptor *state = subject;
    enum refusal refusal = call_check(state, move->seat);
    const int32_t *option = state->common.options.value;
    if (refusal != REFUSAL_NONE) {
        return refusal;
    }
    struct interceptor_call *call = &state->call[state->call_count];
    const char *problem = signal_read(&move->args, VALUE_NONE, &call->guess);
    if (problem != NULL) {
        return outcome_bad_argument(out, "value", problem);
    }
    assert(state->call_count < INTERCEPTOR_CALLS_MAX);
    state->call_count++;
    call->seat = (int8_t)move->seat;
    call->symbol = (uint8_t)interceptor_symbol_of(move);
    call->grade = (uint8_t)(move->judgement[0] & 0xf);
    call_say(call, AUDIENCE_CROWD, MSG_INTERCEPTOR_CALLED, out);
    outcome_end(out);
    bool rulings = option[INTERCEPTOR_NEAR] == 0;
    bool all = option[INTERCEPTOR_MATCH] == MATCH_REFEREE_ALL;
    if (rulings && (all || (!call_is_same(call) && call_is_near(call)))) {
        call_open_ruling(state, call, out);
        return REFUSAL_NONE;
    }
    call_decide(state, call, call_is_same(call) && call_names_it(call), out);
    return REFUSAL_NONE;
}

void interceptor_ruled(struct interceptor *state, bool yes, struct outcome *out)
{
    struct interceptor_call *call = &state->call[state->call_count - 1];
    assert(state->common.phase == INTERCEPTOR_AT_RULING);
    assert(state->call_count > 0 && call->result == CALL_PENDING);
    state->common.phase = state->ruling_from;
    game_clock_stop(&state->ruling_clock);
    game_clock_go(&state->turn_clock, game_now_ms(&state->common));
    call_decide(state, call, yes && call_names_it(call), out);
}

enum refusal interceptor_rule(void *subject, const struct move *move, struct outcome *out)
{
    struct interceptor *state = subject;
    bool yes = strcmp(value_text_at(&move->args, "answer", ""), "yes") == 0;
    assert(state->common.phase == INTERCEPTOR_AT_RULING);
    if (move->seat == SEAT_MODERATOR) {
        interceptor_ruled(state, yes, out);
        return REFUSAL_NONE;
    }
    assert(seat_is_person(move->seat));
    if ((state->ruling.electorate & seat_bit(move->seat)) == 0) {
        return REFUSAL_NOT_YOURS;
    }
    enum refusal refusal = ballot_cast(&state->ruling, move->seat, yes);
    if (refusal != REFUSAL_NONE) {
        return refusal;
    }
    struct value_tree *args = outcome_say(out, seat_bit(move->seat), MSG_INTERCEPTOR_ANSWERED);
    value_term(args, "answer", yes ? "yes" : "no");
    outcome_end(out);
    int result = ballot_result(&state->ruling);
    if (result != BALLOT_RUNNING) {
        interceptor_ruled(state, result == 1, out);
    }
    return REFUSAL_NONE;
}

enum refusal interceptor_pass(void *subject, const struct move *move, struct outcome *out)
{
    struct interceptor *state = subject;
    int seat = move->seat;
    assert(state->common.phase == INTERCEPTOR_AT_LAST_CALL);
    assert(state->last_calls != 0);
    if ((state->last_calls & seat_bit(seat)) == 0) {
        uint16_t partner = seat_bit(interceptor_partner(seat));
        return (state->last_calls & partner) != 0 ? REFUSAL_ALREADY_DONE : REFUSAL_NOT_YOURS;
    }
    state->last_calls = (uint16_t)(state->last_calls & ~seat_bit(seat));
    struct value_tree *args = outcome_say(out, AUDIENCE_CROWD, MSG_INTERCEPTOR_PASSED);
    value_number(args, "seat", seat);
    outcome_end(out);
    if (state->last_calls == 0) {
        interceptor_after_last_calls(state, out);
    }
    return REFUSAL_NONE;
}
