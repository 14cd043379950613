/* Views: what one seat, or the crowd, may know (rulebook 1.7). */
#include "interceptor_private.h"

#include <assert.h>
#include <string.h>

static void view_symbol(struct value_tree *facts, const char *key, int symbol)
{
    assert(symbol >= SYMBOL_NONE && symbol < SYMBOLS);
    if (symbol == SYMBOL_NONE) {
        value_null(facts, key);
    } else {
        value_term(facts, key, interceptor_symbols[symbol]);
    }
}

static void view_seat(struct value_tree *facts, const char *key, int seat)
{
    assert(seat < INTERCEPTOR_SEATS);
    if (seat_is_person(seat)) {
        value_number(facts, key, seat);
    } else {
        value_null(facts, key);
    }
}

static void view_pair(struct value_tree *facts, const struct interceptor_signal *pair)
{
    assert(pair != NULL);
    for (int symbol = 0; symbol < SYMBOLS; symbol++) {
        value_object(facts, interceptor_symbols[symbol]);
        signal_write(facts, &pair[symbol]);
        value_end(facts);
    }
}

static void view_cards(const struct interceptor *state, struct value_tree *facts)
{
    value_list(facts, "hands");
    for (int seat = 0; seat < INTERCEPTOR_SEATS; seat++) {
        value_number(facts, NULL, state->hand[seat]);
    }
    value_end(facts);
    value_number(facts, "table", interceptor_table_cards(state));
    value_list(facts, "laid");
    for (int seat = 0; seat < INTERCEPTOR_SEATS; seat++) {
        value_bool(facts, NULL, state->symbol[seat] != SYMBOL_NONE);
    }
    value_end(facts);
    if (state->pot > 0) {
        assert(state->pot_team >= 0);
        value_object(facts, "pot");
        value_term(facts, "team", interceptor_teams[state->pot_team]);
        value_number(facts, "cards", state->pot);
        value_end(facts);
    } else {
        value_null(facts, "pot");
    }
    value_number(facts, "discard", state->discard);
}

static void view_last(const struct interceptor *state, struct value_tree *facts)
{
    if (state->last.round == 0) {
        value_null(facts, "last");
        return;
    }
    value_object(facts, "last");
    value_number(facts, "round", state->last.round);
    value_list(facts, "plays");
    for (int seat = 0; seat < INTERCEPTOR_SEATS; seat++) {
        view_symbol(facts, NULL, state->last.play[seat]);
    }
    value_end(facts);
    value_term(facts, "outcome", interceptor_outcome_name(state->last.outcome));
    value_end(facts);
}

/* Calls and their answers are public; which were near is shown with the signals at the end. */
static void view_calls(const struct interceptor *state, struct value_tree *facts, bool open)
{
    value_list(facts, "calls");
    for (int i = 0; i < state->call_count; i++) {
        const struct interceptor_call *call = &state->call[i];
        value_object(facts, NULL);
        value_number(facts, "seat", call->seat);
        signal_write(facts, &call->guess);
        value_term(facts, "symbol", interceptor_symbols[call->symbol]);
        if (call->result == CALL_PENDING) {
            value_null(facts, "right");
        } else {
            value_bool(facts, "right", call->result == CALL_RIGHT);
        }
        if (open) {
            value_bool(facts, "ruled", call->ruled);
        }
        value_end(facts);
    }
    value_end(facts);
}

static void view_crowd(const struct interceptor *state, struct value_tree *facts, bool open)
{
    const struct game_state *common = &state->common;
    view_seat(facts, "leader", state->leader);
    view_seat(facts, "turn", interceptor_turn(state));
    view_cards(state, facts);
    value_object(facts, "ready");
    for (int team = 0; team < INTERCEPTOR_TEAMS; team++) {
        value_bool(facts, interceptor_teams[team], state->team[team].ready);
    }
    value_end(facts);
    view_last(state, facts);
    view_calls(state, facts, open);
    value_list(facts, "last_calls");
    for (int seat = 0; seat < INTERCEPTOR_SEATS; seat++) {
        if ((state->last_calls & seat_bit(seat)) != 0) {
            value_number(facts, NULL, seat);
        }
    }
    value_end(facts);
    assert(common->options.value[INTERCEPTOR_SIGNAL_MODE] >= 0);
    value_term(facts, "signal_mode",
               common->options.value[INTERCEPTOR_SIGNAL_MODE] == 0 ? "relayed" : "native");
}

/* Own signals while the game runs; at the end both teams' as well. */
static void view_signals(const struct interceptor *state, int seat, struct value_tree *facts,
                         bool open)
{
    const struct interceptor_team *own =
        seat == SEAT_CROWD ? NULL : &state->team[interceptor_team_of(seat)];
    bool own_there = own != NULL && own->ready;
    bool any = own_there || (open && (state->team[INTERCEPTOR_OFFICIALS].ready ||
                                      state->team[INTERCEPTOR_JOURNALISTS].ready));
    if (!any) {
        value_null(facts, "signals");
        return;
    }
    value_object(facts, "signals");
    if (own_there) {
        view_pair(facts, own->signal);
    }
    for (int team = 0; open && team < INTERCEPTOR_TEAMS; team++) {
        if (state->team[team].ready) {
            value_object(facts, interceptor_teams[team]);
            view_pair(facts, state->team[team].signal);
            value_end(facts);
        }
    }
    value_end(facts);
}

static void view_proposals(const struct interceptor *state, int seat, struct value_tree *facts)
{
    int team = interceptor_team_of(seat);
    const struct interceptor_team *own = &state->team[team];
    if (own->proposer != SEAT_NONE && !own->ready) {
        value_object(facts, "proposal");
        value_number(facts, "by", own->proposer);
        view_pair(facts, own->proposal);
        value_end(facts);
    } else {
        value_null(facts, "proposal");
    }
    if (state->split_proposer != SEAT_NONE && state->pot_team == team) {
        assert(state->pot > 0);
        value_object(facts, "split");
        value_number(facts, "by", state->split_proposer);
        value_number(facts, "a", state->split[0]);
        value_number(facts, "b", state->split[1]);
        value_end(facts);
    } else {
        value_null(facts, "split");
    }
}

/* The own symbol of this round, also once it has been revealed. */
static int view_played(const struct interceptor *state, int seat)
{
    bool revealed = state->last.round == state->common.round;
    assert(seat >= 0 && seat < INTERCEPTOR_SEATS);
    assert(!revealed || state->symbol[seat] == SYMBOL_NONE);
    return revealed ? state->last.play[seat] : state->symbol[seat];
}

static void view_own(const struct interceptor *state, int seat, struct value_tree *facts)
{
    bool turn = interceptor_turn(state) == seat;
    bool asked = state->common.phase == INTERCEPTOR_AT_RULING &&
                 (state->ruling.electorate & seat_bit(seat)) != 0;
    value_term(facts, "team", interceptor_teams[interceptor_team_of(seat)]);
    value_number(facts, "partner", interceptor_partner(seat));
    view_symbol(facts, "played", view_played(state, seat));
    value_bool(facts, "shown", turn && (state->message_carries | state->reaction_carries) != 0);
    view_proposals(state, seat, facts);
    if (asked && state->ruling.vote[seat] != BALLOT_SILENT) {
        value_term(facts, "answer", state->ruling.vote[seat] == 1 ? "yes" : "no");
    } else {
        value_null(facts, "answer");
    }
    value_bool(facts, "asked", asked);
    value_list(facts, "conceded");
    for (int mate = interceptor_team_of(seat); mate < INTERCEPTOR_SEATS; mate += 2) {
        if ((state->common.conceded & seat_bit(mate)) != 0) {
            value_number(facts, NULL, mate);
        }
    }
    value_end(facts);
}

void interceptor_view(const void *subject, int seat, struct view *view)
{
    const struct interceptor *state = subject;
    bool open = state->common.over && state->common.options.value[INTERCEPTOR_REVEAL_SIGNALS] == 0;
    assert(seat == SEAT_CROWD || (seat >= 0 && seat < INTERCEPTOR_SEATS));
    view_crowd(state, &view->facts, open);
    if (seat != SEAT_CROWD || state->common.over) {
        view_signals(state, seat, &view->facts, open);
    }
    if (seat != SEAT_CROWD) {
        view_own(state, seat, &view->facts);
    }
    assert(!view->facts.full);
}
