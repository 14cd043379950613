/* Infiltrators: its rows, what every file of it needs, the end. The state is plain; cards that
 * people write are read in the rows' resolve and written into the move. */
#include "infiltrators_private.h"

#include <assert.h>
#include <string.h>

static_assert(sizeof(struct infiltrators) <= GAME_STATE_MAX, "state is too large");
static_assert((int)INFILTRATORS_OPTIONS_END <= (int)OPTIONS_MAX, "too many options");
static_assert((int)MOVE_JUDGEMENTS_MAX >= (int)INFILTRATORS_BIDE_MAX,
              "a drop has a judgement for each card");

const char infiltrators_id[] = "infiltrators";
const char *const infiltrators_phases[] = {"turn", "draw", "retrieve", "drop", "over", NULL};

#define CHOICE(id, named, ...)                                                         \
    [INFILTRATORS_##id - OPTION_COMMON_COUNT] = {.name = (named),                      \
                                                 .kind = OPTION_CHOICE,                \
                                                 .help = MSG_INFILTRATORS_OPTION_##id, \
                                                 .choices = {__VA_ARGS__}}

/* What every house has (missions/). */
static const char *const infiltrators_missions[] = {"T1", "T2", "T3", "M1", "M2",
                                                    "M3", "M4", "M5", "M6", NULL};

const struct option_def infiltrators_options[INFILTRATORS_OPTIONS_END - OPTION_COMMON_COUNT] = {
    [INFILTRATORS_MISSION - OPTION_COMMON_COUNT] = {.name = "mission",
                                                    .kind = OPTION_CODE,
                                                    .help = MSG_INFILTRATORS_OPTION_MISSION,
                                                    .choices = {"T1"},
                                                    .menu = infiltrators_missions,
                                                    .label = MSG_INFILTRATORS_LABEL_MISSION},
    CHOICE(SPECIALS, "specials", "off", "on"),
    CHOICE(T1_SCALE, "t1_scale", "fixed", "players_minus_1"),
    [INFILTRATORS_SUITS - OPTION_COMMON_COUNT] = {.name = "suits",
                                                  .kind = OPTION_CODE,
                                                  .help = MSG_INFILTRATORS_OPTION_SUITS,
                                                  .choices = {"mission_default"},
                                                  .letters = "RKYGB"},
    CHOICE(FIRST, "first", "random", "host"),
    CHOICE(HAND_CAP, "hand_cap", "discard_down", "no_draw_over"),
    CHOICE(DRAW, "draw", "declare", "one_by_one"),
    CHOICE(FACEDOWN, "facedown", "latest", "random"),
    CHOICE(EMPTY_RULE, "empty_rule", "immediate", "stuck"),
    CHOICE(T3_CLOCK, "t3_clock", "by_pace", "real_15min", "turns", "off"),
    CHOICE(BOARD, "board", "public", "off"),
    CHOICE(BOARD_PRIVATE, "board_private", "on", "off"),
    CHOICE(WARN_IMPOSSIBLE, "warn_impossible", "on", "off"),
    [INFILTRATORS_TURN_LIMIT - OPTION_COMMON_COUNT] = {.name = "turn_limit",
                                                       .kind = OPTION_SECONDS,
                                                       .help = MSG_INFILTRATORS_OPTION_TURN_LIMIT,
                                                       .min = 1,
                                                       .max = 30 * 86400,
                                                       .live = INFILTRATORS_TURN_LIVE_S,
                                                       .async = INFILTRATORS_TURN_ASYNC_S},
};

bool infiltrators_option_is(const struct infiltrators *state, int option, int value)
{
    assert(option >= 0 && option < INFILTRATORS_OPTIONS_END);
    return state->common.options.value[option] == value;
}

int64_t infiltrators_ms(const struct infiltrators *state, int option)
{
    return option_ms(&infiltrators_options[option - OPTION_COMMON_COUNT], &state->common.options,
                     (unsigned)option);
}

void infiltrators_wait(struct infiltrators *state, enum infiltrators_phase phase)
{
    int64_t limit = infiltrators_ms(state, INFILTRATORS_TURN_LIMIT);
    assert(limit > 0 && state->ask < UINT32_MAX);
    state->common.phase = (uint8_t)phase;
    state->ask++;
    game_clock_start(&state->turn_clock, game_now_ms(&state->common), limit);
}

int infiltrators_left(const struct infiltrators *state)
{
    int left = state->centre.count;
    for (int seat = 0; seat < state->common.seats; seat++) {
        left += state->agent[seat].suspect != CARD_NONE;
    }
    return left;
}

bool infiltrators_here(const struct infiltrators *state, int seat)
{
    assert(seat >= 0 && seat < state->common.seats);
    return (state->common.gone & seat_bit(seat)) == 0;
}

bool infiltrators_in_mission(const struct infiltrators *state, uint8_t card)
{
    assert(card_is(card));
    return (infiltrators_suits_open(state) >> card_suit(card) & 1) != 0 &&
           card_number(card) >= state->mission.lowest &&
           card_number(card) <= state->mission.highest;
}

void infiltrators_write_card(struct value_tree *facts, const char *key, uint8_t card)
{
    if (card == CARD_NONE) {
        value_null(facts, key);
    } else {
        value_term(facts, key, card_name(card));
    }
}

void infiltrators_write_row(struct value_tree *facts, const char *key, const struct card_row *row)
{
    value_list(facts, key);
    for (int i = 0; i < row->count; i++) {
        value_term(facts, NULL, card_name(row->card[i]));
    }
    value_end(facts);
}

void infiltrators_write_rules(struct value_tree *facts, const char *key,
                              const struct mission *mission)
{
    value_list(facts, key);
    for (int rule = 0; rule < MISSION_RULES; rule++) {
        if (mission_has(mission, (enum mission_rule)rule)) {
            value_term(facts, NULL, mission_rule_names[rule]);
        }
    }
    value_end(facts);
}

/* The Suspects that were not found. */
static void infiltrators_say_suspects(const struct infiltrators *state, struct outcome *out)
{
    struct value_tree *args = outcome_say(out, AUDIENCE_CROWD, MSG_INFILTRATORS_SUSPECTS);
    value_list(args, "cards");
    for (int seat = 0; seat < state->common.seats; seat++) {
        if (state->agent[seat].suspect != CARD_NONE) {
            value_term(args, NULL, card_name(state->agent[seat].suspect));
        }
    }
    for (int i = 0; i < state->centre.count; i++) {
        value_term(args, NULL, card_name(state->centre.card[i]));
    }
    value_end(args);
    outcome_end(out);
}

void infiltrators_end(struct infiltrators *state, enum game_outcome outcome, const char *reason,
                      struct outcome *out)
{
    struct game_state *common = &state->common;
    assert(!common->over && reason != NULL);
    common->over = true;
    common->phase = INFILTRATORS_AT_OVER;
    common->result.outcome = outcome;
    common->result.reason = reason;
    for (int seat = 0; seat < common->seats && outcome == OUTCOME_WIN; seat++) {
        if (infiltrators_here(state, seat)) {
            common->result.winners = (uint16_t)(common->result.winners | seat_bit(seat));
            common->result.scores[seat] = 1;
        }
    }
    game_clock_stop(&state->turn_clock);
    game_clock_stop(&state->mission_clock);
    if (infiltrators_left(state) > 0) {
        infiltrators_say_suspects(state, out);
    }
}
