/* The rules: rounds of secret picks, until somebody has the points. */
#include "lowball.h"

#include <assert.h>
#include <string.h>

static const struct option_def lowball_options[] = {
    {.name = "goal",
     .kind = OPTION_NUMBER,
     .help = MSG_LOWBALL_OPTION_GOAL,
     .min = 1,
     .max = 9,
     .live = 3},
    {.name = "turn_limit",
     .kind = OPTION_SECONDS,
     .help = MSG_LOWBALL_OPTION_TURN_LIMIT,
     .min = 10,
     .max = 30 * 86400,
     .live = 120,
     .async = 86400},
};

int lowball_top(const struct lowball *state)
{
    return state->common.seats + 1;
}

uint16_t lowball_missing(const struct lowball *state)
{
    uint16_t missing = 0;
    for (int seat = 0; seat < state->common.seats; seat++) {
        bool here = (state->common.gone & seat_bit(seat)) == 0;
        if (here && state->pick[seat] == LOWBALL_NONE) {
            missing = (uint16_t)(missing | seat_bit(seat));
        }
    }
    return missing;
}

static void lowball_begin_round(struct lowball *state, struct outcome *out)
{
    state->common.round++;
    state->ask++;
    memset(state->pick, LOWBALL_NONE, sizeof state->pick);
    game_clock_start(&state->clock, game_now_ms(&state->common),
                     option_ms(&lowball_options[LOWBALL_TURN_LIMIT - OPTION_COMMON_COUNT],
                               &state->common.options, LOWBALL_TURN_LIMIT));
    struct value_tree *args = outcome_say(out, AUDIENCE_CROWD, MSG_LOWBALL_ROUND);
    value_number(args, "round", state->common.round);
    outcome_end(out);
}

static void lowball_end(struct lowball *state, enum game_outcome outcome, const char *reason)
{
    struct result *result = &state->common.result;
    game_clock_stop(&state->clock);
    state->common.over = true;
    state->common.phase = LOWBALL_AT_OVER;
    result->outcome = outcome;
    result->reason = reason;
    for (int seat = 0; seat < state->common.seats; seat++) {
        result->scores[seat] = state->points[seat];
    }
}

/* Ends the game for who has the most points of those who are here. */
static void lowball_finish(struct lowball *state, const char *reason)
{
    uint16_t best = 0;
    int most = -1;
    for (int seat = 0; seat < state->common.seats; seat++) {
        bool here = (state->common.gone & seat_bit(seat)) == 0;
        if (here && state->points[seat] > most) {
            most = state->points[seat];
            best = 0;
        }
        if (here && state->points[seat] == most) {
            best = (uint16_t)(best | seat_bit(seat));
        }
    }
    bool one = (best & (best - 1)) == 0;
    lowball_end(state, one ? OUTCOME_WIN : OUTCOME_TIE, reason);
    state->common.result.winners = best;
}

/* Who picked the lowest number that nobody else has; SEAT_NONE. */
static int lowball_lowest(const struct lowball *state)
{
    for (int number = 1; number <= lowball_top(state); number++) {
        int found = SEAT_NONE;
        int count = 0;
        for (int seat = 0; seat < state->common.seats; seat++) {
            if (state->pick[seat] == number) {
                found = seat;
                count++;
            }
        }
        if (count == 1) {
            return found;
        }
    }
    return SEAT_NONE;
}

static void lowball_tell(const struct lowball *state, struct outcome *out)
{
    struct value_tree *args = outcome_say(out, AUDIENCE_CROWD, MSG_LOWBALL_REVEALED);
    value_number(args, "round", state->common.round);
    value_list(args, "picks");
    for (int seat = 0; seat < state->common.seats; seat++) {
        if (state->last[seat] == LOWBALL_NONE) {
            value_null(args, NULL);
        } else {
            value_number(args, NULL, state->last[seat]);
        }
    }
    value_end(args);
    if (state->last_winner != SEAT_NONE) {
        value_number(args, "winner", state->last_winner);
        value_number(args, "number", state->last[state->last_winner]);
    }
    outcome_end(out);
}

/* All have picked, or nobody waits any longer. */
static void lowball_reveal(struct lowball *state, struct outcome *out)
{
    int goal = state->common.options.value[LOWBALL_GOAL];
    memcpy(state->last, state->pick, sizeof state->last);
    state->last_winner = (int8_t)lowball_lowest(state);
    lowball_tell(state, out);
    if (state->last_winner != SEAT_NONE && ++state->points[state->last_winner] >= goal) {
        lowball_finish(state, "points");
    } else if (state->common.round == LOWBALL_ROUNDS_MAX) {
        lowball_finish(state, "rounds");
    } else {
        lowball_begin_round(state, out);
    }
}

static enum refusal lowball_choose(void *subject, const struct move *move, struct outcome *out)
{
    struct lowball *state = subject;
    int64_t number = value_number_at(&move->args, "number", LOWBALL_NONE);
    if (number > lowball_top(state)) {
        value_number(outcome_refuse(out, REFUSAL_NUMBER_TOO_HIGH), "top", lowball_top(state));
        outcome_end(out);
        return REFUSAL_NUMBER_TOO_HIGH;
    }
    if (state->pick[move->seat] != LOWBALL_NONE) {
        return REFUSAL_ALREADY_DONE;
    }
    state->pick[move->seat] = (uint8_t)number;
    value_number(outcome_say(out, seat_bit(move->seat), MSG_LOWBALL_YOURS), "number", number);
    outcome_end(out);
    value_number(outcome_say(out, AUDIENCE_CROWD, MSG_LOWBALL_PICKED), "seat", move->seat);
    outcome_end(out);
    if (lowball_missing(state) == 0) {
        lowball_reveal(state, out);
    }
    return REFUSAL_NONE;
}

static const struct action_def lowball_actions[] = {
    {
        .name = "choose",
        .help = MSG_LOWBALL_HELP_CHOOSE,
        .label = MSG_LOWBALL_LABEL_CHOOSE,
        .phases = BIT(LOWBALL_AT_PICKS),
        .who = WHO_SEATED,
        .surfaces = AS_BUTTON,
        .venues = IN_PRIVATE,
        .arg_count = 1,
        .args = {{.name = "number",
                  .kind = ARG_NUMBER,
                  .flags = ARG_SECRET,
                  .min = 1,
                  .max = LOWBALL_SEATS_MAX + 1}},
        .apply = lowball_choose,
    },
};

static enum refusal lowball_deal(void *subject, const struct deal *deal, struct outcome *out)
{
    struct lowball *state = subject;
    assert(deal->seats >= LOWBALL_SEATS_MIN && deal->seats <= LOWBALL_SEATS_MAX);
    state->last_winner = SEAT_NONE;
    struct value_tree *args = outcome_say(out, AUDIENCE_CROWD, MSG_LOWBALL_DEALT);
    value_number(args, "goal", state->common.options.value[LOWBALL_GOAL]);
    value_number(args, "top", lowball_top(state));
    outcome_end(out);
    lowball_begin_round(state, out);
    return REFUSAL_NONE;
}

static int lowball_team(const void *subject, int seat)
{
    assert(subject != NULL && seat_is_person(seat));
    return -1;
}

static int64_t lowball_due_ms(const void *subject)
{
    const struct lowball *state = subject;
    return game_clock_due_ms(&state->clock);
}

/* Who has not picked sits this round out. */
static void lowball_fall_due(void *subject, struct outcome *out)
{
    lowball_reveal(subject, out);
}

static enum refusal lowball_skip(void *subject, struct outcome *out)
{
    lowball_reveal(subject, out);
    return REFUSAL_NONE;
}

static void lowball_leave(void *subject, int seat, struct outcome *out)
{
    assert(seat_is_person(seat) && out->event_count > 0);
    lowball_end(subject, OUTCOME_NONE, "aborted");
}

static void lowball_concede(void *subject, int team, struct outcome *out)
{
    assert(team == -1 && out->event_count > 0);
    lowball_end(subject, OUTCOME_NONE, "conceded");
}

static void lowball_shift(void *subject, int64_t ms)
{
    struct lowball *state = subject;
    game_clock_shift(&state->clock, ms);
}

static const char *lowball_broken(const void *subject)
{
    const struct lowball *state = subject;
    int goal = state->common.options.value[LOWBALL_GOAL];
    for (int seat = 0; seat < LOWBALL_SEATS_MAX; seat++) {
        if (state->pick[seat] > (seat < state->common.seats ? lowball_top(state) : 0)) {
            return "only seats pick, and only numbers there are";
        }
        if (state->points[seat] >= goal && !state->common.over) {
            return "who has the points has won";
        }
    }
    if (!state->common.over && lowball_missing(state) == 0) {
        return "somebody is waited for";
    }
    return state->common.over == (state->common.phase == LOWBALL_AT_OVER) ? NULL
                                                                          : "over is a phase";
}

static const char *const lowball_deal_members[] = {NULL};

const struct game_def lowball_game = {
    .id = "lowball",
    .rules_version = 1,
    .seats_min = LOWBALL_SEATS_MIN,
    .seats_max = LOWBALL_SEATS_MAX,
    .state_size = sizeof(struct lowball),
    .phases = (const char *const[]){"picks", "over", NULL},
    .actions = lowball_actions,
    .action_count = sizeof lowball_actions / sizeof lowball_actions[0],
    .options = lowball_options,
    .option_count = sizeof lowball_options / sizeof lowball_options[0],
    .deal_members = lowball_deal_members,
    .deal = lowball_deal,
    .team = lowball_team,
    .view = lowball_view,
    .owed = lowball_owed,
    .due_ms = lowball_due_ms,
    .fall_due = lowball_fall_due,
    .skip = lowball_skip,
    .leave = lowball_leave,
    .concede = lowball_concede,
    .shift = lowball_shift,
    .board = lowball_board,
    .broken = lowball_broken,
    .player = &lowball_player,
};
