/* The end of a round: reveal and outcome (rulebook 1.4), last calls, dividing the pot, and who has
 * no cards left. */
#include "interceptor_private.h"

#include <assert.h>
#include <string.h>

static const char *const round_outcomes[] = {
    [INTERCEPTOR_NOBODY] = "none",
    [INTERCEPTOR_FOLLOW] = "follow",
    [INTERCEPTOR_LEAD] = "lead",
    [INTERCEPTOR_LEAD_TAKES] = "lead_takes",
    [INTERCEPTOR_FOLLOW_TAKES] = "follow_takes",
};

const char *interceptor_outcome_name(unsigned outcome)
{
    assert(outcome < sizeof round_outcomes / sizeof round_outcomes[0]);
    assert(round_outcomes[outcome] != NULL);
    return round_outcomes[outcome];
}

static bool round_matches(const struct interceptor *state, int team)
{
    assert(team >= 0 && team < INTERCEPTOR_TEAMS);
    assert(interceptor_partner(team) == team + 2);
    return state->symbol[team] != SYMBOL_NONE && state->symbol[team] == state->symbol[team + 2];
}

static int round_laid(const struct interceptor *state, int team)
{
    assert(team >= 0 && team < INTERCEPTOR_TEAMS);
    return (state->symbol[team] != SYMBOL_NONE) + (state->symbol[team + 2] != SYMBOL_NONE);
}

static enum interceptor_outcome round_outcome(const struct interceptor *state)
{
    int lead = interceptor_team_of(state->leader);
    bool lead_matches = round_matches(state, lead);
    bool follow_matches = round_matches(state, 1 - lead);
    assert(state->play == INTERCEPTOR_PLAYS);
    if (lead_matches && follow_matches) {
        return state->symbol[0] == state->symbol[1] ? INTERCEPTOR_FOLLOW : INTERCEPTOR_LEAD;
    }
    if (lead_matches) {
        return INTERCEPTOR_LEAD_TAKES;
    }
    return follow_matches ? INTERCEPTOR_FOLLOW_TAKES : INTERCEPTOR_NOBODY;
}

/* Moves what lies on the table to pot and discard. */
static void round_collect(struct interceptor *state, enum interceptor_outcome outcome)
{
    int lead = interceptor_team_of(state->leader);
    int cards = interceptor_table_cards(state);
    assert(state->pot == 0);
    switch (outcome) {
    case INTERCEPTOR_FOLLOW:
        state->pot_team = (int8_t)(1 - lead);
        state->pot = (int8_t)round_laid(state, 1 - lead);
        break;
    case INTERCEPTOR_LEAD:
        state->pot_team = (int8_t)lead;
        state->pot = (int8_t)round_laid(state, lead);
        break;
    case INTERCEPTOR_LEAD_TAKES:
        state->pot_team = (int8_t)lead;
        state->pot = (int8_t)cards;
        break;
    case INTERCEPTOR_FOLLOW_TAKES:
        state->pot_team = (int8_t)(1 - lead);
        state->pot = (int8_t)cards;
        break;
    case INTERCEPTOR_NOBODY:
        state->pot_team = -1;
        break;
    }
    assert(state->pot <= cards);
    for (int team = 0; team < INTERCEPTOR_TEAMS; team++) {
        state->matches[team] = (uint16_t)(state->matches[team] + round_matches(state, team));
    }
    state->discard = (int8_t)(state->discard + cards - state->pot);
    for (int seat = 0; seat < INTERCEPTOR_SEATS; seat++) {
        state->last.play[seat] = state->symbol[seat];
        state->symbol[seat] = SYMBOL_NONE;
    }
    course_mark(&state->course, 0,
                state->pot_team < 0 ? INTERCEPTOR_MARK_NOBODY
                                    : INTERCEPTOR_MARK_OFFICIALS + state->pot_team);
    state->last.outcome = (uint8_t)outcome;
    state->last.round = state->common.round;
}

static void round_say_revealed(const struct interceptor *state, int discarded, struct outcome *out)
{
    struct value_tree *args = outcome_say(out, AUDIENCE_CROWD, MSG_INTERCEPTOR_REVEALED);
    assert(discarded >= 0);
    value_number(args, "round", state->last.round);
    value_list(args, "plays");
    for (int seat = 0; seat < INTERCEPTOR_SEATS; seat++) {
        if (state->last.play[seat] == SYMBOL_NONE) {
            value_null(args, NULL);
        } else {
            value_term(args, NULL, interceptor_symbols[state->last.play[seat]]);
        }
    }
    value_end(args);
    value_term(args, "outcome", interceptor_outcome_name(state->last.outcome));
    value_number(args, "discarded", discarded);
    if (state->pot > 0) {
        value_object(args, "pot");
        value_term(args, "team", interceptor_teams[state->pot_team]);
        value_number(args, "cards", state->pot);
        value_end(args);
    } else {
        value_null(args, "pot");
    }
    outcome_end(out);
}

static bool round_team_is_out(const struct interceptor *state, int team)
{
    assert(team >= 0 && team < INTERCEPTOR_TEAMS);
    assert(interceptor_table_cards(state) == 0);
    return state->hand[team] == 0 || state->hand[team + 2] == 0;
}

/* The team that is about to lose, -1 when none is. Who owns the pot is not. */
static int round_doomed(const struct interceptor *state)
{
    bool out[INTERCEPTOR_TEAMS];
    for (int team = 0; team < INTERCEPTOR_TEAMS; team++) {
        out[team] = round_team_is_out(state, team) && state->pot_team != team;
    }
    assert(state->pot_team < INTERCEPTOR_TEAMS);
    if (out[INTERCEPTOR_OFFICIALS] == out[INTERCEPTOR_JOURNALISTS]) {
        return -1;
    }
    return out[INTERCEPTOR_OFFICIALS] ? INTERCEPTOR_OFFICIALS : INTERCEPTOR_JOURNALISTS;
}

/* The cards are back or gone: last calls where they are played with, else on. */
static void round_last_calls(struct interceptor *state, struct outcome *out)
{
    int team = round_doomed(state);
    assert(state->last_calls == 0);
    for (int seat = 0; seat < INTERCEPTOR_SEATS; seat++) {
        if (team >= 0 && interceptor_team_of(seat) == team && state->hand[seat] > 0 &&
            state->common.options.value[INTERCEPTOR_LAST_CALL] != 0) {
            state->last_calls = (uint16_t)(state->last_calls | seat_bit(seat));
        }
    }
    if (state->last_calls == 0) {
        interceptor_after_last_calls(state, out);
        return;
    }
    state->common.phase = INTERCEPTOR_AT_LAST_CALL;
    interceptor_wait(state);
    struct value_tree *args = outcome_say(out, AUDIENCE_CROWD, MSG_INTERCEPTOR_LAST_CALL);
    value_term(args, "team", interceptor_teams[team]);
    value_list(args, "seats");
    for (int seat = 0; seat < INTERCEPTOR_SEATS; seat++) {
        if ((state->last_calls & seat_bit(seat)) != 0) {
            value_number(args, NULL, seat);
        }
    }
    value_end(args);
    outcome_end(out);
}

void interceptor_reveal(struct interceptor *state, struct outcome *out)
{
    int before = state->discard;
    assert(state->common.phase == INTERCEPTOR_AT_PLAY);
    round_collect(state, round_outcome(state));
    assert(interceptor_table_cards(state) == 0);
    round_say_revealed(state, state->discard - before, out);
    round_last_calls(state, out);
}

void interceptor_break_off(struct interceptor *state, int seat, struct outcome *out)
{
    assert(state->common.phase == INTERCEPTOR_AT_PLAY);
    assert(state->hand[seat] == 0);
    struct value_tree *args = outcome_say(out, AUDIENCE_CROWD, MSG_INTERCEPTOR_BROKEN_OFF);
    value_number(args, "seat", seat);
    outcome_end(out);
    state->passed[seat] = true;
    course_mark(&state->course, 0, INTERCEPTOR_MARK_NOBODY);
    for (int owner = 0; owner < INTERCEPTOR_SEATS; owner++) {
        if (state->symbol[owner] != SYMBOL_NONE) {
            state->symbol[owner] = SYMBOL_NONE;
            state->hand[owner]++;
        }
    }
    round_last_calls(state, out);
}

static int round_team_cards(const struct interceptor *state, int team)
{
    assert(team >= 0 && team < INTERCEPTOR_TEAMS);
    assert(state->pot == 0);
    return state->hand[team] + state->hand[team + 2];
}

/* The team with more cards. */
static int round_ahead(const struct interceptor *state)
{
    int officials = round_team_cards(state, INTERCEPTOR_OFFICIALS);
    int journalists = round_team_cards(state, INTERCEPTOR_JOURNALISTS);
    return officials == journalists  ? COURSE_NOBODY
           : officials > journalists ? INTERCEPTOR_OFFICIALS
                                     : INTERCEPTOR_JOURNALISTS;
}

static void round_end_by_count(struct interceptor *state, struct outcome *out)
{
    int ahead = round_ahead(state);
    if (ahead == COURSE_NOBODY) {
        interceptor_end(state, OUTCOME_TIE, -1, "max_rounds", out);
    } else {
        interceptor_end(state, OUTCOME_WIN, ahead, "max_rounds", out);
    }
}

static void round_end(struct interceptor *state, struct outcome *out)
{
    bool officials_out = round_team_is_out(state, INTERCEPTOR_OFFICIALS);
    bool journalists_out = round_team_is_out(state, INTERCEPTOR_JOURNALISTS);
    const int32_t *option = state->common.options.value;
    assert(state->pot == 0);
    state->short_handed = false;
    if (officials_out && journalists_out) {
        interceptor_end(state, OUTCOME_TIE, -1, "tie", out);
        return;
    }
    if (officials_out || journalists_out) {
        interceptor_end(state, OUTCOME_WIN,
                        officials_out ? INTERCEPTOR_JOURNALISTS : INTERCEPTOR_OFFICIALS, "cards",
                        out);
        return;
    }
    if (option[INTERCEPTOR_MAX_ROUNDS] > 0 &&
        state->common.round >= (uint32_t)option[INTERCEPTOR_MAX_ROUNDS]) {
        round_end_by_count(state, out);
        return;
    }
    course_lead(&state->course, round_ahead(state), state->common.round);
    int step = option[INTERCEPTOR_VARIANT] != 0 ? 1 : 2;
    state->leader = (int8_t)((state->leader + step) % INTERCEPTOR_SEATS);
    state->common.round++;
    interceptor_begin_round(state, out);
}

void interceptor_after_last_calls(struct interceptor *state, struct outcome *out)
{
    assert(state->last_calls == 0);
    assert(interceptor_table_cards(state) == 0);
    if (state->pot > 0) {
        state->common.phase = INTERCEPTOR_AT_SPLIT;
        state->split_proposer = SEAT_NONE;
        interceptor_wait(state);
        return;
    }
    round_end(state, out);
}

/* Hands the pot out: a to the lower seat of its team, b to the higher one. */
static void split_apply(struct interceptor *state, int a, int b, bool by_time, struct outcome *out)
{
    int team = state->pot_team;
    assert(a >= 0 && b >= 0 && a + b == state->pot);
    struct value_tree *args = outcome_say(out, AUDIENCE_CROWD, MSG_INTERCEPTOR_SPLIT);
    value_term(args, "team", interceptor_teams[team]);
    value_number(args, "a", a);
    value_number(args, "b", b);
    value_number(args, "lower", team);
    value_number(args, "higher", team + 2);
    value_bool(args, "by_time", by_time);
    outcome_end(out);
    state->hand[team] = (int8_t)(state->hand[team] + a);
    state->hand[team + 2] = (int8_t)(state->hand[team + 2] + b);
    state->pot = 0;
    state->split_proposer = SEAT_NONE;
    round_end(state, out);
}

static enum refusal split_check(const struct interceptor *state, int64_t a, int64_t b,
                                struct outcome *out)
{
    int team = state->pot_team;
    assert(state->pot > 0 && team >= 0);
    if (a > state->pot || b != state->pot - a) {
        struct value_tree *args = outcome_refuse(out, REFUSAL_WRONG_SUM);
        value_number(args, "cards", state->pot);
        outcome_end(out);
        return REFUSAL_WRONG_SUM;
    }
    bool floor = state->common.options.value[INTERCEPTOR_FLOOR] == 0;
    bool below = state->hand[team] + a == 0 || state->hand[team + 2] + b == 0;
    return floor && below ? REFUSAL_BELOW_FLOOR : REFUSAL_NONE;
}

static void split_propose(struct interceptor *state, int seat, int a, int b, struct outcome *out)
{
    uint16_t to = interceptor_team_seats(state->pot_team);
    assert((to & seat_bit(seat)) != 0);
    state->split_proposer = (int8_t)seat;
    state->split[0] = (int8_t)a;
    state->split[1] = (int8_t)b;
    state->ask = interceptor_new_ask(state);
    struct value_tree *args = outcome_say(out, to, MSG_INTERCEPTOR_SPLIT_PROPOSED);
    value_number(args, "seat", seat);
    value_number(args, "a", a);
    value_number(args, "b", b);
    outcome_end(out);
}

enum refusal interceptor_split(void *subject, const struct move *move, struct outcome *out)
{
    struct interceptor *state = subject;
    int64_t a = value_number_at(&move->args, "a", -1);
    int64_t b = value_number_at(&move->args, "b", -1);
    assert(state->common.phase == INTERCEPTOR_AT_SPLIT);
    assert(a >= 0 && b >= 0);
    if (interceptor_team_of(move->seat) != state->pot_team) {
        return REFUSAL_NOT_YOURS;
    }
    enum refusal refusal = split_check(state, a, b, out);
    if (refusal != REFUSAL_NONE) {
        return refusal;
    }
    if (state->common.options.value[INTERCEPTOR_SPLIT_CONFIRM] != 0) {
        split_propose(state, move->seat, (int)a, (int)b, out);
    } else {
        split_apply(state, (int)a, (int)b, false, out);
    }
    return REFUSAL_NONE;
}

enum refusal interceptor_split_confirm(struct interceptor *state, int seat, struct outcome *out)
{
    assert(state->common.phase == INTERCEPTOR_AT_SPLIT);
    assert(state->pot > 0);
    if (state->common.options.value[INTERCEPTOR_SPLIT_CONFIRM] == 0) {
        struct value_tree *args = outcome_refuse(out, REFUSAL_WRONG_PHASE);
        value_term(args, "phase", "split");
        outcome_end(out);
        return REFUSAL_WRONG_PHASE;
    }
    if (state->split_proposer != interceptor_partner(seat)) {
        return REFUSAL_NOT_YOURS;
    }
    enum refusal refusal = split_check(state, state->split[0], state->split[1], out);
    if (refusal == REFUSAL_NONE) {
        split_apply(state, state->split[0], state->split[1], false, out);
    }
    return refusal;
}

void interceptor_split_default(struct interceptor *state, struct outcome *out)
{
    int team = state->pot_team;
    int given[2] = {0, 0};
    int first = -1; /* which of the two comes earlier in this round's order */
    assert(state->common.phase == INTERCEPTOR_AT_SPLIT);
    for (int play = 0; play < INTERCEPTOR_PLAYS && first < 0; play++) {
        int seat = interceptor_seat_at(state->leader, play);
        first = interceptor_team_of(seat) == team ? seat / 2 : -1;
    }
    assert(first == 0 || first == 1);
    for (int card = 0; card < state->pot; card++) {
        int lower = state->hand[team] + given[0];
        int higher = state->hand[team + 2] + given[1];
        int to = lower == higher ? first : lower > higher;
        given[to]++;
    }
    split_apply(state, given[0], given[1], true, out);
}
