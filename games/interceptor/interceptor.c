/* Interceptor: its rows, what every file of it needs, and its invariants. The state is plain; what
 * depends on Unicode tables is decided in the rows' resolve and written into the move. */
#include "interceptor_player.h"
#include "interceptor_private.h"

#include <assert.h>
#include <string.h>

static_assert(sizeof(struct interceptor) <= GAME_STATE_MAX, "state is too large");
static_assert((int)INTERCEPTOR_OPTIONS_END <= (int)OPTIONS_MAX, "too many options");

const char *const interceptor_symbols[SYMBOLS] = {"documents", "money"};
const char *const interceptor_teams[INTERCEPTOR_TEAMS] = {"officials", "journalists"};

static const struct arg_choice interceptor_symbol_choices[] = {
    {"documents", "document docs doc d 📄"},
    {"money", "cash m 💰"},
};

static const struct arg_choice interceptor_answer_choices[] = {
    {"yes", "y right true"},
    {"no", "n wrong false"},
};

static const struct arg_choice interceptor_bot_choice[] = {{"bot", NULL}};

#define SYMBOL_ARG                                                                 \
    {                                                                              \
        .name = "symbol", .kind = ARG_TERM, .choices = interceptor_symbol_choices, \
        .choice_count = SYMBOLS                                                    \
    }
#define KIND_ARG(of, more)                                                                    \
    {                                                                                         \
        .name = of "kind", .kind = ARG_TERM, .flags = (more), .choices = signal_kind_choices, \
        .choice_count = SIGNAL_KINDS - 1                                                      \
    }
#define VALUE_ARG(of, most, more)                                                           \
    {                                                                                       \
        .name = of "value", .kind = ARG_TEXT, .flags = ARG_OPTIONAL | ARG_NUMERAL | (more), \
        .max = (most)                                                                       \
    }
/* A value that is too long is a bad signal, and too many cards are a wrong sum, not bad arguments.
 */
enum { SAY_MAX = 2000, EMOJI_MAX = 40, MENTIONS_MAX = 12 };
#define CALL_PHASES                                                                      \
    (BIT(INTERCEPTOR_AT_LEADER) | BIT(INTERCEPTOR_AT_PLAY) | BIT(INTERCEPTOR_AT_SPLIT) | \
     BIT(INTERCEPTOR_AT_LAST_CALL))

static const struct action_def interceptor_actions[] = {
    {
        .name = "register",
        .aliases = {"signals", "signal"},
        .help = MSG_INTERCEPTOR_HELP_REGISTER,
        .label = MSG_INTERCEPTOR_LABEL_REGISTER,
        .phases = BIT(INTERCEPTOR_AT_SIGNALS),
        .who = WHO_SEATED,
        .surfaces = AS_BUTTON | AS_REPLACING,
        .venues = IN_PRIVATE | IN_TEAM,
        .arg_count = 6,
        .args = {{.name = "documents", .kind = ARG_OBJECT},
                 KIND_ARG("documents.", ARG_OPEN | ARG_SECRET),
                 VALUE_ARG("documents.", SIGNAL_CHARACTERS_MAX, ARG_SECRET | ARG_OPEN),
                 {.name = "money", .kind = ARG_OBJECT},
                 KIND_ARG("money.", ARG_OPEN | ARG_SECRET),
                 VALUE_ARG("money.", SIGNAL_CHARACTERS_MAX, ARG_SECRET | ARG_OPEN)},
        .resolve = interceptor_register_resolve,
        .apply = interceptor_register,
    },
    {
        .name = "confirm",
        .aliases = {"agree"},
        .help = MSG_INTERCEPTOR_HELP_CONFIRM,
        .label = MSG_INTERCEPTOR_LABEL_CONFIRM,
        .phases = BIT(INTERCEPTOR_AT_SIGNALS) | BIT(INTERCEPTOR_AT_SPLIT),
        .who = WHO_SEATED,
        .surfaces = AS_BUTTON,
        .venues = IN_PRIVATE | IN_TEAM,
        .apply = interceptor_confirm,
    },
    {
        .name = "choose_leader",
        .slash = "leader",
        .aliases = {"leader", "lead"},
        .help = MSG_INTERCEPTOR_HELP_CHOOSE_LEADER,
        .label = MSG_INTERCEPTOR_LABEL_CHOOSE_LEADER,
        .phases = BIT(INTERCEPTOR_AT_LEADER),
        .who = WHO_SEATED,
        .surfaces = AS_BUTTON,
        .arg_count = 1,
        .args = {{.name = "seat", .kind = ARG_SEAT}},
        .apply = interceptor_choose_leader,
    },
    {
        .name = "play",
        .slash = "card",
        .aliases = {"card"},
        .help = MSG_INTERCEPTOR_HELP_PLAY,
        .label = MSG_INTERCEPTOR_LABEL_PLAY,
        .phases = BIT(INTERCEPTOR_AT_PLAY),
        .who = WHO_SEATED,
        .surfaces = AS_BUTTON,
        .venues = IN_PRIVATE,
        .arg_count = 2,
        .args = {SYMBOL_ARG,
                 {.name = "say",
                  .kind = ARG_TEXT,
                  .flags = ARG_OPTIONAL | ARG_REST | ARG_LONG | ARG_SECRET,
                  .max = SAY_MAX}},
        .resolve = interceptor_play_resolve,
        .apply = interceptor_play,
    },
    {
        .name = "show",
        .help = MSG_INTERCEPTOR_HELP_SHOW,
        .phases = BIT(INTERCEPTOR_AT_PLAY),
        .who = WHO_SEATED,
        .surfaces = AS_HIDDEN,
        .venues = AT_TABLE,
        .arg_count = 4,
        .args =
            {{.name = "text",
              .kind = ARG_TEXT,
              .flags = ARG_OPTIONAL | ARG_REST | ARG_LONG,
              .max = SAY_MAX},
             {.name = "reply_to",
              .kind = ARG_SEAT,
              .flags = ARG_OPTIONAL,
              .choices = interceptor_bot_choice,
              .choice_count = 1},
             {.name = "mentions", .kind = ARG_SEATS, .flags = ARG_OPTIONAL, .max = MENTIONS_MAX},
             {.name = "media",
              .kind = ARG_TERM,
              .flags = ARG_OPTIONAL,
              .choices = signal_media_choices,
              .choice_count = 4}},
        .resolve = interceptor_show_resolve,
        .apply = interceptor_show,
    },
    {
        .name = "react",
        .help = MSG_INTERCEPTOR_HELP_REACT,
        .phases = BIT(INTERCEPTOR_AT_PLAY),
        .who = WHO_SEATED,
        .surfaces = AS_HIDDEN,
        .venues = AT_TABLE,
        .arg_count = 1,
        .args = {{.name = "emoji", .kind = ARG_TEXT, .max = EMOJI_MAX}},
        .resolve = interceptor_react_resolve,
        .apply = interceptor_react,
    },
    {
        .name = "call",
        .aliases = {"interceptor", "intercept"},
        .help = MSG_INTERCEPTOR_HELP_CALL,
        .label = MSG_INTERCEPTOR_LABEL_CALL,
        .phases = CALL_PHASES,
        .who = WHO_SEATED,
        .surfaces = AS_BUTTON | AS_STANDING | AS_PLAIN,
        .arg_count = 3,
        .args = {KIND_ARG("", 0), VALUE_ARG("", SIGNAL_CHARACTERS_MAX, 0), SYMBOL_ARG},
        .resolve = interceptor_call_resolve,
        .apply = interceptor_call,
    },
    {
        .name = "pass",
        .help = MSG_INTERCEPTOR_HELP_PASS,
        .label = MSG_INTERCEPTOR_LABEL_PASS,
        .phases = BIT(INTERCEPTOR_AT_LAST_CALL),
        .who = WHO_SEATED,
        .surfaces = AS_BUTTON,
        .apply = interceptor_pass,
    },
    {
        .name = "split",
        .aliases = {"divide"},
        .help = MSG_INTERCEPTOR_HELP_SPLIT,
        .label = MSG_INTERCEPTOR_LABEL_SPLIT,
        .phases = BIT(INTERCEPTOR_AT_SPLIT),
        .who = WHO_SEATED,
        .surfaces = AS_BUTTON,
        .arg_count = 2,
        .args = {{.name = "a",
                  .kind = ARG_NUMBER,
                  .flags = ARG_OPEN,
                  .min = 0,
                  .max = INTERCEPTOR_CARDS},
                 {.name = "b",
                  .kind = ARG_NUMBER,
                  .flags = ARG_OPEN,
                  .min = 0,
                  .max = INTERCEPTOR_CARDS}},
        .apply = interceptor_split,
    },
    {
        .name = "rule",
        .slash = "ruling",
        .aliases = {"ruling"},
        .help = MSG_INTERCEPTOR_HELP_RULE,
        .label = MSG_INTERCEPTOR_LABEL_RULE,
        .phases = BIT(INTERCEPTOR_AT_RULING),
        .who = WHO_SEATED | WHO_MODERATOR,
        .surfaces = AS_BUTTON,
        .venues = IN_PRIVATE,
        .arg_count = 1,
        .args = {{.name = "answer",
                  .kind = ARG_TERM,
                  .choices = interceptor_answer_choices,
                  .choice_count = 2}},
        .apply = interceptor_rule,
    },
};

#define CHOICE(id, named, ...)                                                       \
    [INTERCEPTOR_##id - OPTION_COMMON_COUNT] = {.name = (named),                     \
                                                .kind = OPTION_CHOICE,               \
                                                .help = MSG_INTERCEPTOR_OPTION_##id, \
                                                .choices = {__VA_ARGS__}}
#define MSG_INTERCEPTOR_OPTION_TEAM_CHOICE MSG_INTERCEPTOR_OPTION_TEAMS

static const struct option_def interceptor_options[] = {
    CHOICE(VARIANT, "variant", "none", "everyone_corrupt"),
    CHOICE(TEAM_CHOICE, "teams", "random", "chosen"),
    CHOICE(SIGNAL_MODE, "signal_mode", "relayed", "native"),
    CHOICE(HONOUR_SIGNALS, "honour_signals", "off", "on"),
    CHOICE(TABLE_TALK, "table_talk", "no_symbols", "silent", "free"),
    CHOICE(TEAM_ROOM, "team_room", "closed", "open"),
    CHOICE(FLOOR, "floor", "on", "off"),
    CHOICE(SPLIT_CONFIRM, "split_confirm", "off", "on"),
    CHOICE(CARDLESS, "cardless", "play_on", "end_now"),
    CHOICE(CALL_NEEDS_SPARE, "call_needs_spare", "off", "on"),
    CHOICE(CALL_FROM, "call_from", "start", "first_signal"),
    CHOICE(LAST_CALL, "last_call", "off", "on"),
    CHOICE(REPEAT_GUESS, "repeat_guess", "refuse", "charge"),
    CHOICE(MATCH, "match", "family", "strict", "referee_all"),
    CHOICE(NEAR, "near", "referee_or_owner", "always_wrong"),
    [INTERCEPTOR_MAX_ROUNDS - OPTION_COMMON_COUNT] = {.name = "max_rounds",
                                                      .kind = OPTION_NUMBER,
                                                      .help = MSG_INTERCEPTOR_OPTION_MAX_ROUNDS,
                                                      .min = 0,
                                                      .max = 10000},
    [INTERCEPTOR_TURN_LIMIT - OPTION_COMMON_COUNT] = {.name = "turn_limit",
                                                      .kind = OPTION_SECONDS,
                                                      .help = MSG_INTERCEPTOR_OPTION_TURN_LIMIT,
                                                      .min = 1,
                                                      .max = 30 * 86400,
                                                      .live = 120,
                                                      .async = 86400},
    CHOICE(REVEAL_SIGNALS, "reveal_signals", "on", "off"),
};
static_assert(sizeof interceptor_options / sizeof interceptor_options[0] ==
                  INTERCEPTOR_OPTIONS_END - OPTION_COMMON_COUNT,
              "a row for each option");

int interceptor_team_of(int seat)
{
    assert(seat >= 0 && seat < INTERCEPTOR_SEATS);
    return seat & 1;
}

int interceptor_partner(int seat)
{
    assert(seat >= 0 && seat < INTERCEPTOR_SEATS);
    return (seat + 2) % INTERCEPTOR_SEATS;
}

uint16_t interceptor_team_seats(int team)
{
    assert(team >= 0 && team < INTERCEPTOR_TEAMS);
    return (uint16_t)(seat_bit(team) | seat_bit(team + 2));
}

int interceptor_table_cards(const struct interceptor *state)
{
    int cards = 0;
    for (int seat = 0; seat < INTERCEPTOR_SEATS; seat++) {
        cards += state->symbol[seat] != SYMBOL_NONE;
    }
    assert(cards <= INTERCEPTOR_PLAYS);
    return cards;
}

uint32_t interceptor_new_ask(struct interceptor *state)
{
    assert(state->asks < UINT32_MAX);
    return ++state->asks;
}

void interceptor_wait(struct interceptor *state)
{
    int64_t limit = options_ms(&interceptor_game, &state->common.options, INTERCEPTOR_TURN_LIMIT);
    assert(limit > 0);
    state->ask = interceptor_new_ask(state);
    game_clock_start(&state->turn_clock, game_now_ms(&state->common), limit);
}

int interceptor_symbol_of(const struct move *move)
{
    const char *name = facts_text_at(&move->args, "symbol", "");
    for (int symbol = 0; symbol < SYMBOLS; symbol++) {
        if (strcmp(name, interceptor_symbols[symbol]) == 0) {
            return symbol;
        }
    }
    assert(false && "the row has only these choices");
    return SYMBOL_NONE;
}

static void interceptor_say_signals(const struct interceptor *state, struct outcome *out)
{
    struct facts *args = outcome_say(out, AUDIENCE_CROWD, MSG_INTERCEPTOR_SIGNALS);
    for (int team = 0; team < INTERCEPTOR_TEAMS; team++) {
        if (!state->team[team].ready) {
            continue;
        }
        facts_object(args, interceptor_teams[team]);
        for (int symbol = 0; symbol < SYMBOLS; symbol++) {
            facts_object(args, interceptor_symbols[symbol]);
            signal_write(args, &state->team[team].signal[symbol]);
            facts_end(args);
        }
        facts_end(args);
    }
    outcome_end(out);
}

void interceptor_end(struct interceptor *state, enum game_outcome outcome, int winner,
                     const char *reason, struct outcome *out)
{
    struct game_state *common = &state->common;
    assert(!common->over);
    assert((winner >= 0) == (outcome == OUTCOME_WIN));
    common->over = true;
    common->phase = INTERCEPTOR_AT_OVER;
    common->result.outcome = outcome;
    common->result.reason = reason;
    common->result.winners = winner >= 0 ? interceptor_team_seats(winner) : 0;
    for (int seat = 0; seat < INTERCEPTOR_SEATS; seat++) {
        common->result.scores[seat] = (common->result.winners & seat_bit(seat)) != 0;
    }
    game_clock_stop(&state->turn_clock);
    game_clock_stop(&state->ruling_clock);
    state->last_calls = 0;
    if (common->options.value[INTERCEPTOR_REVEAL_SIGNALS] == 0) {
        interceptor_say_signals(state, out);
    }
}

static int interceptor_team_row(const void *subject, int seat)
{
    assert(subject != NULL);
    return interceptor_team_of(seat);
}

/* Rulebook R06: what a team agrees on, it agrees on while the signals are chosen. */
static uint16_t interceptor_hushed(const void *subject)
{
    const struct interceptor *state = subject;
    bool closed = state->common.options.value[INTERCEPTOR_TEAM_ROOM] == 0;
    bool agreed = state->common.phase != INTERCEPTOR_AT_SIGNALS && !state->common.over;
    return closed && agreed ? (1u << INTERCEPTOR_SEATS) - 1 : 0;
}

/* With the room closed they have little to say: two signals, once. */
static bool interceptor_rooms(const void *subject)
{
    return ((const struct interceptor *)subject)->common.options.value[INTERCEPTOR_TEAM_ROOM] != 0;
}

static void interceptor_leave(void *subject, int seat, struct outcome *out)
{
    struct interceptor *state = subject;
    assert(seat >= 0 && seat < INTERCEPTOR_SEATS);
    if (state->common.options.value[OPTION_LEAVE] != 0) {
        interceptor_end(state, OUTCOME_NONE, -1, "aborted", out);
        return;
    }
    interceptor_end(state, OUTCOME_WIN, 1 - interceptor_team_of(seat), "forfeit", out);
}

static void interceptor_concede(void *subject, int team, struct outcome *out)
{
    assert(team >= 0 && team < INTERCEPTOR_TEAMS);
    interceptor_end(subject, OUTCOME_WIN, 1 - team, "conceded", out);
}

static void interceptor_shift(void *subject, int64_t ms)
{
    struct interceptor *state = subject;
    assert(ms >= 0);
    game_clock_shift(&state->turn_clock, ms);
    game_clock_shift(&state->ruling_clock, ms);
}

static const char *interceptor_broken_cards(const struct interceptor *state)
{
    int cards = interceptor_table_cards(state) + state->pot + state->discard;
    for (int seat = 0; seat < INTERCEPTOR_SEATS; seat++) {
        if (state->hand[seat] < 0) {
            return "nobody has fewer than no cards";
        }
        cards += state->hand[seat];
    }
    if (state->pot < 0 || state->discard < 0) {
        return "no pile has fewer than no cards";
    }
    return cards == INTERCEPTOR_CARDS ? NULL : "cards are 16";
}

static const char *interceptor_broken_round(const struct interceptor *state)
{
    bool starts = state->common.phase == INTERCEPTOR_AT_PLAY && state->play == 0;
    bool revealed = state->common.phase == INTERCEPTOR_AT_SPLIT ||
                    state->common.phase == INTERCEPTOR_AT_LAST_CALL;
    int passes = 0;
    for (int seat = 0; seat < INTERCEPTOR_SEATS; seat++) {
        passes += state->passed[seat];
        if (starts && !state->short_handed && state->hand[seat] < 1 &&
            state->symbol[seat] == SYMBOL_NONE) {
            return "a round starts with cards in all hands";
        }
    }
    if (revealed && passes == 0 && state->signals_given != 2) {
        return "a round has two signals";
    }
    if (state->common.phase == INTERCEPTOR_AT_SPLIT && (state->pot == 0 || state->pot_team < 0)) {
        return "what is split is a pot";
    }
    return state->signals_given > 2 ? "a round has at most two signals" : NULL;
}

const char *interceptor_broken(const void *subject)
{
    const struct interceptor *state = subject;
    const struct game_state *common = &state->common;
    bool floor = common->options.value[INTERCEPTOR_FLOOR] == 0;
    assert(common->phase <= INTERCEPTOR_AT_OVER);
    if (common->over != (common->phase == INTERCEPTOR_AT_OVER)) {
        return "over is a phase";
    }
    if (common->over && common->result.reason == NULL) {
        return "an end has a reason";
    }
    if (common->over && strcmp(common->result.reason, "tie") == 0 && floor &&
        state->pot_team >= 0) {
        return "a tie has no pot";
    }
    if (state->call_count > INTERCEPTOR_CALLS_MAX) {
        return "a call takes a card";
    }
    if (common->phase == INTERCEPTOR_AT_PLAY &&
        (state->leader < 0 || state->play >= INTERCEPTOR_PLAYS)) {
        return "a round has a leader and four plays";
    }
    const char *broken = interceptor_broken_cards(state);
    return broken != NULL ? broken : interceptor_broken_round(state);
}

/* Signals that stay secret stay so in the record (R43). */
static const char *interceptor_withheld(const struct options *options)
{
    return options->value[INTERCEPTOR_REVEAL_SIGNALS] == 0 ? NULL : "register";
}

const struct game_def interceptor_game = {
    .id = "interceptor",
    .rules_version = 1,
    .seats_min = INTERCEPTOR_SEATS,
    .seats_max = INTERCEPTOR_SEATS,
    .state_size = sizeof(struct interceptor),
    .phases = {"signals", "leader", "play", "split", "ruling", "last_call", "over"},
    .teams = {"officials", "journalists"},
    .actions = interceptor_actions,
    .action_count = sizeof interceptor_actions / sizeof interceptor_actions[0],
    .options = interceptor_options,
    .option_count = sizeof interceptor_options / sizeof interceptor_options[0],
    .deal_members = interceptor_deal_members,
    .deal = interceptor_deal,
    .team = interceptor_team_row,
    .hushed = interceptor_hushed,
    .rooms = interceptor_rooms,
    .view = interceptor_view,
    .owed = interceptor_owed,
    .due_ms = interceptor_due_ms,
    .fall_due = interceptor_fall_due,
    .skip = interceptor_skip,
    .leave = interceptor_leave,
    .concede = interceptor_concede,
    .withheld = interceptor_withheld,
    .shift = interceptor_shift,
    .board = interceptor_board,
    .broken = interceptor_broken,
    .player = &interceptor_player,
};
