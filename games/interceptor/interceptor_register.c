/* Before the first round: agreeing on two signals, and naming the leader. */
#include "interceptor_private.h"

#include <assert.h>
#include <string.h>

static enum refusal register_refuse(struct outcome *out, enum refusal refusal, int symbol,
                                    const char *problem)
{
    struct value_tree *args = outcome_refuse(out, refusal);
    assert(symbol >= 0 && symbol < SYMBOLS);
    value_term(args, "argument", interceptor_symbols[symbol]);
    if (problem != NULL) {
        value_term(args, "problem", problem);
    }
    outcome_end(out);
    return refusal;
}

/* Why a signal may not be agreed on at this table; NULL when it may. */
static const char *register_problem(const struct interceptor *state,
                                    const struct interceptor_signal *signal)
{
    bool native = state->common.options.value[INTERCEPTOR_SIGNAL_MODE] != 0;
    bool honour = state->common.options.value[INTERCEPTOR_HONOUR_SIGNALS] != 0;
    assert(signal->kind != SIGNAL_NONE);
    if (signal->value[0] == '/' || signal->value[0] == '@') {
        return "bad_start";
    }
    if (signal->kind == SIGNAL_CUSTOM && !honour) {
        return "needs_honour";
    }
    if (signal->kind >= SIGNAL_REPLY && signal->kind <= SIGNAL_MEDIA && !native) {
        return "needs_native";
    }
    return signal_fits(signal) ? NULL : "not_fitting";
}

static const char *register_read(const struct move *move, int symbol,
                                 struct interceptor_signal *signal)
{
    uint16_t at = value_find(&move->args, VALUE_NONE, interceptor_symbols[symbol]);
    memset(signal, 0, sizeof *signal);
    return at == VALUE_NONE ? "missing" : signal_read(&move->args, at, signal);
}

enum refusal interceptor_register_resolve(const void *subject, struct move *move,
                                          struct outcome *out)
{
    const struct interceptor *state = subject;
    struct interceptor_signal signal[SYMBOLS];
    assert(state->common.phase == INTERCEPTOR_AT_SIGNALS);
    if (state->team[interceptor_team_of(move->seat)].ready) {
        return REFUSAL_LOCKED;
    }
    move->judgement[0] = 0;
    move->judgement_count = 1;
    for (int symbol = 0; symbol < SYMBOLS; symbol++) {
        const char *problem = register_read(move, symbol, &signal[symbol]);
        if (problem == NULL && signal_names_symbol(signal[symbol].value)) {
            return register_refuse(out, REFUSAL_SYMBOL_WORD, symbol, NULL);
        }
        if (problem == NULL) {
            problem = register_problem(state, &signal[symbol]);
        }
        if (problem != NULL) {
            return register_refuse(out, REFUSAL_BAD_SIGNAL, symbol, problem);
        }
        if (signal_is_common(&signal[symbol])) {
            move->judgement[0] |= 1 << symbol;
        }
    }
    return signal_overlaps(&signal[0], &signal[1]) ? REFUSAL_SIGNALS_OVERLAP : REFUSAL_NONE;
}

static void register_say(const struct interceptor_team *team, int seat, struct outcome *out)
{
    uint16_t to = interceptor_team_seats(interceptor_team_of(seat));
    struct value_tree *args = outcome_say(out, to, MSG_INTERCEPTOR_PROPOSED);
    value_number(args, "seat", seat);
    for (int symbol = 0; symbol < SYMBOLS; symbol++) {
        value_object(args, interceptor_symbols[symbol]);
        signal_write(args, &team->proposal[symbol]);
        value_end(args);
    }
    outcome_end(out);
}

static void register_warn(const struct interceptor_team *team, int seat, int symbol,
                          struct outcome *out)
{
    const char *value = team->proposal[symbol].value;
    struct value_tree *args = outcome_say(out, seat_bit(seat), MSG_INTERCEPTOR_COMMON);
    assert(memchr(value, 0, SIGNAL_BYTES_MAX) != NULL);
    value_term(args, "symbol", interceptor_symbols[symbol]);
    value_text(args, "value", value, strlen(value));
    outcome_end(out);
}

enum refusal interceptor_register(void *subject, const struct move *move, struct outcome *out)
{
    struct interceptor *state = subject;
    struct interceptor_team *team = &state->team[interceptor_team_of(move->seat)];
    assert(state->common.phase == INTERCEPTOR_AT_SIGNALS);
    if (team->ready) {
        return REFUSAL_LOCKED;
    }
    for (int symbol = 0; symbol < SYMBOLS; symbol++) {
        struct interceptor_signal *proposal = &team->proposal[symbol];
        const char *problem = register_read(move, symbol, proposal);
        if (problem != NULL) {
            return register_refuse(out, REFUSAL_BAD_SIGNAL, symbol, problem);
        }
    }
    team->proposer = (int8_t)move->seat;
    team->ask += INTERCEPTOR_DRAFT_ASKS;
    register_say(team, move->seat, out);
    for (int symbol = 0; symbol < SYMBOLS; symbol++) {
        if ((move->judgement[0] & 1 << symbol) != 0) {
            register_warn(team, move->seat, symbol, out);
        }
    }
    return REFUSAL_NONE;
}

static void confirm_say(int seat, struct outcome *out)
{
    int team = interceptor_team_of(seat);
    struct value_tree *args =
        outcome_say(out, interceptor_team_seats(team), MSG_INTERCEPTOR_CONFIRMED);
    value_number(args, "seat", seat);
    outcome_end(out);
    args = outcome_say(out, AUDIENCE_CROWD, MSG_INTERCEPTOR_READY);
    value_term(args, "team", interceptor_teams[team]);
    outcome_end(out);
}

enum refusal interceptor_confirm(void *subject, const struct move *move, struct outcome *out)
{
    struct interceptor *state = subject;
    struct interceptor_team *team = &state->team[interceptor_team_of(move->seat)];
    if (state->common.phase == INTERCEPTOR_AT_SPLIT) {
        return interceptor_split_confirm(state, move->seat, out);
    }
    assert(state->common.phase == INTERCEPTOR_AT_SIGNALS);
    if (team->ready) {
        return REFUSAL_LOCKED;
    }
    if (team->proposer != interceptor_partner(move->seat)) {
        return REFUSAL_NOT_YOURS;
    }
    memcpy(team->signal, team->proposal, sizeof team->signal);
    team->ready = true;
    confirm_say(move->seat, out);
    if (state->team[INTERCEPTOR_OFFICIALS].ready && state->team[INTERCEPTOR_JOURNALISTS].ready) {
        interceptor_signals_done(state, out);
    }
    return REFUSAL_NONE;
}

void interceptor_signals_done(struct interceptor *state, struct outcome *out)
{
    assert(state->team[INTERCEPTOR_OFFICIALS].ready);
    assert(state->team[INTERCEPTOR_JOURNALISTS].ready);
    if (state->leader >= 0) { /* pinned */
        interceptor_begin_round(state, out);
        return;
    }
    state->common.phase = INTERCEPTOR_AT_LEADER;
    interceptor_wait(state);
    outcome_tell(out, AUDIENCE_CROWD, MSG_INTERCEPTOR_LEADER_WANTED);
}

void interceptor_lead(struct interceptor *state, int seat, int by, struct outcome *out)
{
    assert(state->common.phase == INTERCEPTOR_AT_LEADER);
    assert(interceptor_team_of(seat) == INTERCEPTOR_OFFICIALS);
    state->leader = (int8_t)seat;
    struct value_tree *args = outcome_say(out, AUDIENCE_CROWD, MSG_INTERCEPTOR_LEADER);
    value_number(args, "seat", seat);
    if (seat_is_person(by)) {
        value_number(args, "by", by);
    } else {
        value_null(args, "by");
    }
    outcome_end(out);
    interceptor_begin_round(state, out);
}

enum refusal interceptor_choose_leader(void *subject, const struct move *move, struct outcome *out)
{
    struct interceptor *state = subject;
    int seat = (int)value_number_at(&move->args, "seat", SEAT_NONE);
    assert(state->common.phase == INTERCEPTOR_AT_LEADER);
    assert(seat >= 0 && seat < INTERCEPTOR_SEATS);
    if (interceptor_team_of(move->seat) != INTERCEPTOR_OFFICIALS) {
        return REFUSAL_NOT_YOURS;
    }
    if (interceptor_team_of(seat) != INTERCEPTOR_OFFICIALS) {
        return outcome_bad_argument(out, "seat", "not_official");
    }
    interceptor_lead(state, seat, move->seat, out);
    return REFUSAL_NONE;
}
