/* Infiltrators: its rows, what every file of it needs, the end. The state is plain; cards that
 * people write are read in the rows' resolve and written into the move. */
#include "infiltrators_private.h"

#include <assert.h>
#include <string.h>

static_assert(sizeof(struct infiltrators) <= GAME_STATE_MAX, "state is too large");
static_assert((int)INFILTRATORS_OPTIONS_END <= (int)OPTIONS_MAX, "too many options");
static_assert((int)MOVE_JUDGEMENTS_MAX >= (int)INFILTRATORS_BIDE_MAX,
              "a drop has a judgement for each card");

/* What is typed longer than this is no card. */
enum { CARD_TYPED_MAX = 2000 };

/* The card is asked for last, so that an act is offered only where everything else fits it. */
#define CARD_ARGUMENT(list, extra)                                                                \
    {                                                                                             \
        .name = "card", .kind = ARG_TEXT, .flags = ARG_OPTIONAL | (extra), .max = CARD_TYPED_MAX, \
        .from = (list)                                                                            \
    }

static const struct arg_choice infiltrators_reward_choices[] = {
    {"down", NULL},
    {"none", NULL},
};

static const struct action_def infiltrators_actions[] = {
    {
        .name = "nab",
        .help = MSG_INFILTRATORS_HELP_NAB,
        .label = MSG_INFILTRATORS_LABEL_NAB,
        .phases = BIT(INFILTRATORS_AT_TURN),
        .who = WHO_SEATED,
        .surfaces = AS_BUTTON,
        .apply = infiltrators_nab,
    },
    {
        .name = "clue",
        .help = MSG_INFILTRATORS_HELP_CLUE,
        .label = MSG_INFILTRATORS_LABEL_CLUE,
        .phases = BIT(INFILTRATORS_AT_TURN),
        .who = WHO_SEATED,
        .surfaces = AS_BUTTON,
        .arg_count = 1,
        .args = {CARD_ARGUMENT("hand", ARG_REST)},
        .resolve = infiltrators_card_resolve,
        .apply = infiltrators_clue,
    },
    {
        .name = "exchange",
        .help = MSG_INFILTRATORS_HELP_EXCHANGE,
        .label = MSG_INFILTRATORS_LABEL_EXCHANGE,
        .phases = BIT(INFILTRATORS_AT_TURN),
        .who = WHO_SEATED,
        .surfaces = AS_BUTTON,
        .arg_count = 2,
        .args = {{.name = "seat", .kind = ARG_SEAT}, CARD_ARGUMENT("hand", ARG_REST)},
        .resolve = infiltrators_card_resolve,
        .apply = infiltrators_exchange,
    },
    {
        .name = "bide",
        .help = MSG_INFILTRATORS_HELP_BIDE,
        .label = MSG_INFILTRATORS_LABEL_BIDE,
        .phases = BIT(INFILTRATORS_AT_TURN),
        .who = WHO_SEATED,
        .surfaces = AS_BUTTON,
        .arg_count = 1,
        .args = {{.name = "draw",
                  .kind = ARG_NUMBER,
                  .flags = ARG_OPTIONAL,
                  .min = 0,
                  .max = INFILTRATORS_BIDE_MAX}},
        .apply = infiltrators_bide,
    },
    {
        .name = "eliminate",
        .aliases = {"shoot"},
        .help = MSG_INFILTRATORS_HELP_ELIMINATE,
        .label = MSG_INFILTRATORS_LABEL_ELIMINATE,
        .phases = BIT(INFILTRATORS_AT_TURN),
        .who = WHO_SEATED,
        .surfaces = AS_BUTTON,
        .arg_count = 3,
        .args = {{.name = "seat", .kind = ARG_SEAT},
                 CARD_ARGUMENT(NULL, ARG_REST),
                 {.name = "insist", .kind = ARG_BOOL, .flags = ARG_OPTIONAL}},
        .resolve = infiltrators_eliminate_resolve,
        .apply = infiltrators_eliminate,
    },
    {
        .name = "draw",
        .help = MSG_INFILTRATORS_HELP_DRAW,
        .label = MSG_INFILTRATORS_LABEL_DRAW,
        .phases = BIT(INFILTRATORS_AT_DRAW),
        .who = WHO_SEATED,
        .surfaces = AS_BUTTON,
        .arg_count = 1,
        .args = {{.name = "take", .kind = ARG_BOOL}},
        .apply = infiltrators_draw_move,
    },
    {
        .name = "retrieve",
        .help = MSG_INFILTRATORS_HELP_RETRIEVE,
        .label = MSG_INFILTRATORS_LABEL_RETRIEVE,
        .phases = BIT(INFILTRATORS_AT_RETRIEVE),
        .who = WHO_SEATED,
        .surfaces = AS_BUTTON,
        .arg_count = 1,
        .args = {{.name = "card",
                  .kind = ARG_TEXT,
                  .flags = ARG_REST,
                  .max = CARD_TYPED_MAX,
                  .choices = infiltrators_reward_choices,
                  .choice_count = 2,
                  .from = "discard.up"}},
        .resolve = infiltrators_retrieve_resolve,
        .apply = infiltrators_retrieve,
    },
    {
        .name = "drop",
        .help = MSG_INFILTRATORS_HELP_DROP,
        .label = MSG_INFILTRATORS_LABEL_DROP,
        .phases = BIT(INFILTRATORS_AT_DROP),
        .who = WHO_SEATED,
        .surfaces = AS_BUTTON,
        .arg_count = 1,
        .args = {{.name = "cards",
                  .kind = ARG_TEXTS,
                  .flags = ARG_OPEN,
                  .min = 1,
                  .max = INFILTRATORS_BIDE_MAX}},
        .resolve = infiltrators_drop_resolve,
        .apply = infiltrators_drop,
    },
};

#define CHOICE(id, named, ...)                                                         \
    [INFILTRATORS_##id - OPTION_COMMON_COUNT] = {.name = (named),                      \
                                                 .kind = OPTION_CHOICE,                \
                                                 .help = MSG_INFILTRATORS_OPTION_##id, \
                                                 .choices = {__VA_ARGS__}}

/* What every house has (config/missions). */
static const char *const infiltrators_missions[] = {"T1", "T2", "T3", "M1", "M2",
                                                    "M3", "M4", "M5", "M6", NULL};

static const struct option_def infiltrators_options[] = {
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
static_assert(sizeof infiltrators_options / sizeof infiltrators_options[0] ==
                  INFILTRATORS_OPTIONS_END - OPTION_COMMON_COUNT,
              "a row for each option");

bool infiltrators_option_is(const struct infiltrators *state, int option, int value)
{
    assert(option >= 0 && option < INFILTRATORS_OPTIONS_END);
    return state->common.options.value[option] == value;
}

void infiltrators_wait(struct infiltrators *state, enum infiltrators_phase phase)
{
    int64_t limit = options_ms(&infiltrators_game, &state->common.options, INFILTRATORS_TURN_LIMIT);
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

void infiltrators_write_card(struct facts *facts, const char *key, uint8_t card)
{
    if (card == CARD_NONE) {
        facts_null(facts, key);
    } else {
        facts_term(facts, key, card_name(card));
    }
}

void infiltrators_write_row(struct facts *facts, const char *key, const struct card_row *row)
{
    facts_list(facts, key);
    for (int i = 0; i < row->count; i++) {
        facts_term(facts, NULL, card_name(row->card[i]));
    }
    facts_end(facts);
}

void infiltrators_write_rules(struct facts *facts, const char *key, const struct mission *mission)
{
    facts_list(facts, key);
    for (int rule = 0; rule < MISSION_RULES; rule++) {
        if (mission_has(mission, (enum mission_rule)rule)) {
            facts_term(facts, NULL, mission_rule_names[rule]);
        }
    }
    facts_end(facts);
}

/* The Suspects that were not found. */
static void infiltrators_say_suspects(const struct infiltrators *state, struct outcome *out)
{
    struct facts *args = outcome_say(out, AUDIENCE_CROWD, MSG_INFILTRATORS_SUSPECTS);
    facts_list(args, "cards");
    for (int seat = 0; seat < state->common.seats; seat++) {
        if (state->agent[seat].suspect != CARD_NONE) {
            facts_term(args, NULL, card_name(state->agent[seat].suspect));
        }
    }
    for (int i = 0; i < state->centre.count; i++) {
        facts_term(args, NULL, card_name(state->centre.card[i]));
    }
    facts_end(args);
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

/* All Agents are on one side. */
static int infiltrators_team(const void *subject, int seat)
{
    assert(subject != NULL && seat >= 0);
    return -1;
}

static void infiltrators_concede(void *subject, int team, struct outcome *out)
{
    struct infiltrators *state = subject;
    assert(team < 0);
    infiltrators_end(state, OUTCOME_LOSS, "conceded", out);
}

const struct game_def infiltrators_game = {
    .id = "infiltrators",
    .rules_version = 1,
    .seats_min = AGENTS_MIN,
    .seats_max = AGENTS_MAX,
    .state_size = sizeof(struct infiltrators),
    .phases = {"turn", "draw", "retrieve", "drop", "over"},
    .actions = infiltrators_actions,
    .action_count = sizeof infiltrators_actions / sizeof infiltrators_actions[0],
    .options = infiltrators_options,
    .option_count = sizeof infiltrators_options / sizeof infiltrators_options[0],
    .goes_on_without = true,
    .deal_members = infiltrators_deal_members,
    .deal = infiltrators_deal,
    .draw = infiltrators_draw,
    .entry_problem = mission_problem,
    .team = infiltrators_team,
    .view = infiltrators_view,
    .owed = infiltrators_owed,
    .due_ms = infiltrators_due_ms,
    .soft_ms = infiltrators_soft_ms,
    .fall_due = infiltrators_fall_due,
    .skip = infiltrators_skip,
    .leave = infiltrators_leave,
    .concede = infiltrators_concede,
    .shift = infiltrators_shift,
    .board = infiltrators_board,
    .broken = infiltrators_broken,
    .player = &infiltrators_player,
};
