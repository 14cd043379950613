/* Who is waited for, and what time or a moderator's skip does about it. */
#include "interceptor_private.h"

#include <assert.h>
#include <string.h>

static struct owed *owed_add(struct owed_list *list, int seat, uint32_t ask, int64_t deadline_ms)
{
    assert(list->count < OWED_MAX);
    assert(ask > 0);
    struct owed *owed = &list->owed[list->count++];
    memset(owed, 0, sizeof *owed);
    owed->seat = (int8_t)seat;
    owed->ask = ask;
    owed->deadline_ms = deadline_ms;
    owed->fallback = MSG_NONE;
    return owed;
}

/* Whether a team has a proposal, and whose, is not for others: to them both still choose. */
static void owed_signals(const struct interceptor *state, struct owed_list *list)
{
    int64_t due = game_clock_due_ms(&state->turn_clock);
    assert(state->common.phase == INTERCEPTOR_AT_SIGNALS);
    for (int seat = 0; seat < INTERCEPTOR_SEATS; seat++) {
        const struct interceptor_team *team = &state->team[interceptor_team_of(seat)];
        if (team->ready || team->proposer == seat) {
            continue;
        }
        struct owed *owed = owed_add(list, seat, team->ask, due);
        owed->actions[0] = team->proposer == SEAT_NONE ? "register" : "confirm";
        if (team->proposer != SEAT_NONE) {
            owed->known_to = seat_bit(seat) | seat_bit(team->proposer);
            owed->others = "register";
            owed->others_seats = owed->known_to;
            owed->others_ask = team->ask % INTERCEPTOR_DRAFT_ASKS;
        }
    }
    assert(list->count > 0);
}

static void owed_leader(const struct interceptor *state, struct owed_list *list)
{
    int64_t due = game_clock_due_ms(&state->turn_clock);
    assert(state->leader == SEAT_NONE);
    for (int seat = INTERCEPTOR_OFFICIALS; seat < INTERCEPTOR_SEATS; seat += 2) {
        struct owed *owed = owed_add(list, seat, state->ask, due);
        owed->actions[0] = "choose_leader";
        owed->fallback = MSG_INTERCEPTOR_BY_TIME_LEADER_0;
    }
    assert(list->count == 2);
}

/* What a player has shown so far is nobody's business: before the card all three are named. */
static void owed_play(const struct interceptor *state, struct owed_list *list)
{
    int seat = interceptor_turn(state);
    bool native = state->common.options.value[INTERCEPTOR_SIGNAL_MODE] != 0;
    bool laid = state->symbol[seat] != SYMBOL_NONE;
    size_t count = 0;
    struct owed *owed = owed_add(list, seat, state->ask, game_clock_due_ms(&state->turn_clock));
    assert(seat != SEAT_NONE);
    assert(!laid || native);
    if (!laid) {
        owed->actions[count++] = "play";
    }
    if (native && state->play % 2 == 0) {
        owed->actions[count++] = "show";
        owed->actions[count++] = "react";
    }
    if (state->common.options.value[OPTION_AUTOPLAY] != 0) {
        owed->fallback = MSG_INTERCEPTOR_BY_TIME_SKIP;
    }
}

static void owed_split(const struct interceptor *state, struct owed_list *list)
{
    int64_t due = game_clock_due_ms(&state->turn_clock);
    assert(state->pot_team >= 0);
    for (int seat = state->pot_team; seat < INTERCEPTOR_SEATS; seat += 2) {
        if (seat == state->split_proposer) {
            continue;
        }
        struct owed *owed = owed_add(list, seat, state->ask, due);
        owed->actions[0] = state->split_proposer == SEAT_NONE ? "split" : "confirm";
        owed->fallback = MSG_INTERCEPTOR_BY_TIME_SPLIT;
    }
    assert(list->count > 0);
}

static void owed_ruling(const struct interceptor *state, struct owed_list *list)
{
    int64_t due = game_clock_due_ms(&state->ruling_clock);
    uint16_t missing = ballot_missing(&state->ruling);
    assert(state->common.phase == INTERCEPTOR_AT_RULING);
    for (int seat = SEAT_MODERATOR; seat < INTERCEPTOR_SEATS; seat++) {
        bool asked = seat == SEAT_MODERATOR ? state->ruling.electorate == 0
                                            : (missing & seat_bit(seat)) != 0;
        if (asked) {
            struct owed *owed = owed_add(list, seat, state->ruling_ask, due);
            owed->actions[0] = "rule";
            owed->fallback = MSG_INTERCEPTOR_BY_TIME_RULING;
        }
    }
    assert(list->count > 0);
}

static void owed_last_call(const struct interceptor *state, struct owed_list *list)
{
    int64_t due = game_clock_due_ms(&state->turn_clock);
    assert(state->last_calls != 0);
    for (int seat = 0; seat < INTERCEPTOR_SEATS; seat++) {
        if ((state->last_calls & seat_bit(seat)) != 0) {
            struct owed *owed = owed_add(list, seat, state->ask, due);
            owed->actions[0] = "call";
            owed->actions[1] = "pass";
            owed->fallback = MSG_INTERCEPTOR_BY_TIME_PASS;
        }
    }
    assert(list->count > 0);
}

void interceptor_owed(const void *subject, struct owed_list *list)
{
    const struct interceptor *state = subject;
    assert(list->count == 0);
    switch ((enum interceptor_phase)state->common.phase) {
    case INTERCEPTOR_AT_SIGNALS:
        owed_signals(state, list);
        break;
    case INTERCEPTOR_AT_LEADER:
        owed_leader(state, list);
        break;
    case INTERCEPTOR_AT_PLAY:
        owed_play(state, list);
        break;
    case INTERCEPTOR_AT_SPLIT:
        owed_split(state, list);
        break;
    case INTERCEPTOR_AT_RULING:
        owed_ruling(state, list);
        break;
    case INTERCEPTOR_AT_LAST_CALL:
        owed_last_call(state, list);
        break;
    case INTERCEPTOR_AT_OVER:
        break;
    }
    assert(list->count <= INTERCEPTOR_SEATS);
}

int64_t interceptor_due_ms(const void *subject)
{
    const struct interceptor *state = subject;
    int64_t turn = game_clock_due_ms(&state->turn_clock);
    int64_t ruling = game_clock_due_ms(&state->ruling_clock);
    assert(turn == NO_DEADLINE || ruling == NO_DEADLINE);
    return turn < ruling ? turn : ruling;
}

static void due_pass_all(struct interceptor *state, struct outcome *out)
{
    assert(state->last_calls != 0);
    for (int seat = 0; seat < INTERCEPTOR_SEATS; seat++) {
        if ((state->last_calls & seat_bit(seat)) != 0) {
            struct value_tree *args = outcome_say(out, AUDIENCE_CROWD, MSG_INTERCEPTOR_PASSED);
            value_number(args, "seat", seat);
            outcome_end(out);
        }
    }
    state->last_calls = 0;
    interceptor_after_last_calls(state, out);
}

/* What has no default is said to be late, once, without saying more than everybody sees. */
static void due_say_overdue(const struct interceptor *state, struct outcome *out)
{
    struct value_tree *args = outcome_say(out, AUDIENCE_CROWD, MSG_INTERCEPTOR_OVERDUE);
    value_term(args, "phase", interceptor_phases[state->common.phase]);
    if (state->common.phase == INTERCEPTOR_AT_PLAY) {
        value_number(args, "seat", interceptor_turn(state));
    } else {
        assert(state->common.phase == INTERCEPTOR_AT_SIGNALS);
        value_list(args, "teams");
        for (int team = 0; team < INTERCEPTOR_TEAMS; team++) {
            if (!state->team[team].ready) {
                value_term(args, NULL, interceptor_teams[team]);
            }
        }
        value_end(args);
    }
    outcome_end(out);
}

enum refusal interceptor_skip(void *subject, struct outcome *out)
{
    struct interceptor *state = subject;
    assert(!state->common.over);
    switch ((enum interceptor_phase)state->common.phase) {
    case INTERCEPTOR_AT_LEADER:
        interceptor_lead(state, 0, SEAT_NONE, out);
        return REFUSAL_NONE;
    case INTERCEPTOR_AT_PLAY:
        interceptor_pass_over(state, "skipped", out);
        return REFUSAL_NONE;
    case INTERCEPTOR_AT_SPLIT:
        interceptor_split_default(state, out);
        return REFUSAL_NONE;
    case INTERCEPTOR_AT_RULING:
        interceptor_ruled(state, false, out);
        return REFUSAL_NONE;
    case INTERCEPTOR_AT_LAST_CALL:
        due_pass_all(state, out);
        return REFUSAL_NONE;
    case INTERCEPTOR_AT_SIGNALS:
    case INTERCEPTOR_AT_OVER:
        break;
    }
    return REFUSAL_NOTHING_TO_SKIP;
}

void interceptor_fall_due(void *subject, struct outcome *out)
{
    struct interceptor *state = subject;
    bool signals = state->common.phase == INTERCEPTOR_AT_SIGNALS;
    bool plays = state->common.phase == INTERCEPTOR_AT_PLAY;
    assert(interceptor_due_ms(state) == state->common.now_ms);
    if (signals || (plays && state->common.options.value[OPTION_AUTOPLAY] == 0)) {
        game_clock_stop(&state->turn_clock);
        due_say_overdue(state, out);
        return;
    }
    if (plays) {
        game_clock_stop(&state->turn_clock);
    }
    enum refusal refusal = interceptor_skip(state, out);
    assert(refusal == REFUSAL_NONE);
    (void)refusal;
}
