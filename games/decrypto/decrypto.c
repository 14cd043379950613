/* Decrypto: its rows, what every file of it needs, and its invariants. The state is plain; what
 * depends on Unicode tables is decided in the rows' resolve and written into the move. */
#include "decrypto_player.h"
#include "decrypto_private.h"

#include <assert.h>
#include <string.h>

static_assert(sizeof(struct decrypto) <= GAME_STATE_MAX, "state is too large");
static_assert((int)DECRYPTO_OPTIONS_END <= (int)OPTIONS_MAX, "too many options");

const char *const decrypto_teams[DECRYPTO_TEAMS] = {"white", "black"};
const char *const decrypto_kinds[DECRYPTO_KINDS] = {"decode", "intercept"};

static const struct arg_choice decrypto_answer_choices[] = {
    {"yes", "y right true"},
    {"no", "n wrong false"},
};

static const struct arg_choice decrypto_kind_choices[] = {
    {"decode", "d code"},
    {"intercept", "i interception"},
};

enum { CODE_TYPED_MAX = 20 }; /* whatever is longer is no code, and refused as such */

static const struct action_def decrypto_actions[] = {
    {
        .name = "clues",
        .aliases = {"clue", "encrypt"},
        .help = MSG_DECRYPTO_HELP_CLUES,
        .label = MSG_DECRYPTO_LABEL_CLUES,
        .phases = BIT(DECRYPTO_AT_CLUES) | BIT(DECRYPTO_AT_GUESS),
        .who = WHO_SEATED,
        .surfaces = AS_BUTTON | AS_REPLACING,
        .venues = IN_PRIVATE,
        .arg_count = 2,
        .args = {{.name = "clues",
                  .kind = ARG_TEXTS,
                  .flags = ARG_SECRET | ARG_OPEN,
                  .min = DECRYPTO_CLUES,
                  .max = DECRYPTO_CLUES},
                 {.name = "insist", .kind = ARG_BOOL, .flags = ARG_OPTIONAL}},
        .resolve = decrypto_clues_resolve,
        .apply = decrypto_clues,
    },
    {
        .name = "decode",
        .help = MSG_DECRYPTO_HELP_DECODE,
        .label = MSG_DECRYPTO_LABEL_DECODE,
        .phases = BIT(DECRYPTO_AT_GUESS),
        .who = WHO_SEATED,
        .surfaces = AS_BUTTON | AS_REPLACING,
        .venues = IN_PRIVATE | IN_TEAM,
        .arg_count = 1,
        .args = {{.name = "code",
                  .kind = ARG_TEXT,
                  .flags = ARG_SECRET | ARG_REST | ARG_OPEN,
                  .max = CODE_TYPED_MAX}},
        .resolve = decrypto_decode_resolve,
        .apply = decrypto_decode,
    },
    {
        .name = "intercept",
        .help = MSG_DECRYPTO_HELP_INTERCEPT,
        .label = MSG_DECRYPTO_LABEL_INTERCEPT,
        .phases = BIT(DECRYPTO_AT_GUESS),
        .who = WHO_SEATED,
        .surfaces = AS_BUTTON | AS_REPLACING,
        .venues = IN_PRIVATE | IN_TEAM,
        .arg_count = 2,
        .args = {{.name = "code",
                  .kind = ARG_TEXT,
                  .flags = ARG_SECRET | ARG_OPTIONAL | ARG_OPEN,
                  .max = CODE_TYPED_MAX},
                 {.name = "pass", .kind = ARG_BOOL, .flags = ARG_OPTIONAL}},
        .resolve = decrypto_intercept_resolve,
        .apply = decrypto_intercept,
    },
    {
        .name = "confirm",
        .aliases = {"agree"},
        .help = MSG_DECRYPTO_HELP_CONFIRM,
        .label = MSG_DECRYPTO_LABEL_CONFIRM,
        .phases = BIT(DECRYPTO_AT_GUESS),
        .who = WHO_SEATED,
        .surfaces = AS_BUTTON,
        .venues = IN_PRIVATE | IN_TEAM,
        .arg_count = 1,
        .args = {{.name = "of",
                  .kind = ARG_TERM,
                  .flags = ARG_OPTIONAL,
                  .choices = decrypto_kind_choices,
                  .choice_count = DECRYPTO_KINDS}},
        .apply = decrypto_confirm,
    },
    {
        .name = "challenge",
        .aliases = {"doubt"},
        .help = MSG_DECRYPTO_HELP_CHALLENGE,
        .label = MSG_DECRYPTO_LABEL_CHALLENGE,
        .phases = BIT(DECRYPTO_AT_GUESS),
        .who = WHO_SEATED,
        .surfaces = AS_BUTTON | AS_STANDING,
        .arg_count = 1,
        .args = {{.name = "clue", .kind = ARG_NUMBER, .min = 1, .max = DECRYPTO_CLUES}},
        .apply = decrypto_challenge,
    },
    {
        .name = "volunteer",
        .help = MSG_DECRYPTO_HELP_VOLUNTEER,
        .label = MSG_DECRYPTO_LABEL_VOLUNTEER,
        .phases = BIT(DECRYPTO_AT_CLUES),
        .who = WHO_SEATED,
        .surfaces = AS_BUTTON,
        .apply = decrypto_volunteer,
    },
    {
        .name = "keywords",
        .slash = "guess-keywords",
        .help = MSG_DECRYPTO_HELP_KEYWORDS,
        .label = MSG_DECRYPTO_LABEL_KEYWORDS,
        .phases = BIT(DECRYPTO_AT_TIEBREAK),
        .who = WHO_SEATED,
        .surfaces = AS_BUTTON | AS_REPLACING,
        .venues = IN_PRIVATE | IN_TEAM,
        .arg_count = 1,
        .args = {{.name = "words",
                  .kind = ARG_TEXTS,
                  .flags = ARG_SECRET,
                  .min = DECRYPTO_SLOTS,
                  .max = DECRYPTO_SLOTS}},
        .resolve = decrypto_keywords_resolve,
        .apply = decrypto_keywords,
    },
    {
        .name = "rule",
        .slash = "ruling",
        .aliases = {"ruling"},
        .help = MSG_DECRYPTO_HELP_RULE,
        .label = MSG_DECRYPTO_LABEL_RULE,
        .phases = BIT(DECRYPTO_AT_RULING),
        .who = WHO_SEATED | WHO_MODERATOR,
        .surfaces = AS_BUTTON,
        .venues = IN_PRIVATE,
        .arg_count = 1,
        .args = {{.name = "answer",
                  .kind = ARG_TERM,
                  .choices = decrypto_answer_choices,
                  .choice_count = 2}},
        .apply = decrypto_rule,
    },
};

#define CHOICE(id, named, ...)                                                 \
    [DECRYPTO_##id - OPTION_COMMON_COUNT] = {.name = (named),                  \
                                             .kind = OPTION_CHOICE,            \
                                             .help = MSG_DECRYPTO_OPTION_##id, \
                                             .choices = {__VA_ARGS__}}

#define MSG_DECRYPTO_OPTION_WHO_IS_WHITE MSG_DECRYPTO_OPTION_WHITE

static const struct option_def decrypto_options[] = {
    [DECRYPTO_MAX_TEAM - OPTION_COMMON_COUNT] = {.name = "max_team",
                                                 .kind = OPTION_NUMBER,
                                                 .help = MSG_DECRYPTO_OPTION_MAX_TEAM,
                                                 .min = DECRYPTO_TEAM_MIN,
                                                 .max = SEATS_MAX,
                                                 .live = 4},
    CHOICE(WORDS, "words", "builtin", "list"),
    CHOICE(GRADE, "grade", "all", "easy", "medium", "hard"),
    CHOICE(WHO_IS_WHITE, "white", "random", "chosen"),
    CHOICE(ENCRYPTOR, "encryptor", "rotate", "volunteer"),
    CHOICE(ORDER, "order", "sequential", "simultaneous"),
    CHOICE(CONFIRM, "confirm", "off", "on"),
    CHOICE(FIRST_INTERCEPT, "first_intercept", "2", "1"),
    [DECRYPTO_MAX_ROUNDS - OPTION_COMMON_COUNT] = {.name = "max_rounds",
                                                   .kind = OPTION_NUMBER,
                                                   .help = MSG_DECRYPTO_OPTION_MAX_ROUNDS,
                                                   .min = 0,
                                                   .max = 10000,
                                                   .live = 8},
    CHOICE(TIEBREAK_SLOTS, "tiebreak_slots", "positional", "any_order"),
    CHOICE(REPEAT_SCOPE, "repeat_scope", "game", "team"),
    CHOICE(EMOJI_CLUES, "emoji_clues", "off", "on"),
    CHOICE(CHALLENGE, "challenge", "on", "off"),
    CHOICE(ILLEGAL_CLUE, "illegal_clue", "rewrite", "miscommunication"),
    CHOICE(TIMER, "timer", "off", "30s"),
    [DECRYPTO_GUESS_LIMIT - OPTION_COMMON_COUNT] = {.name = "guess_limit",
                                                    .kind = OPTION_SECONDS,
                                                    .help = MSG_DECRYPTO_OPTION_GUESS_LIMIT,
                                                    .min = 1,
                                                    .max = 30 * 86400,
                                                    .live = 180,
                                                    .async = 86400},
};
static_assert(sizeof decrypto_options / sizeof decrypto_options[0] ==
                  DECRYPTO_OPTIONS_END - OPTION_COMMON_COUNT,
              "a row for each option");

int decrypto_team_of(const struct decrypto *state, int seat)
{
    assert(seat >= 0 && seat < state->common.seats);
    return (state->team[DECRYPTO_WHITE].seats & seat_bit(seat)) != 0 ? DECRYPTO_WHITE
                                                                     : DECRYPTO_BLACK;
}

int decrypto_other(int team)
{
    assert(team >= 0 && team < DECRYPTO_TEAMS);
    return DECRYPTO_BLACK - team;
}

uint16_t decrypto_present(const struct decrypto *state, int team)
{
    assert(team >= 0 && team < DECRYPTO_TEAMS);
    return (uint16_t)(state->team[team].seats & ~state->common.gone);
}

int decrypto_count(uint16_t seats)
{
    int count = 0;
    for (; seats != 0; seats = (uint16_t)(seats & (seats - 1))) {
        count++;
    }
    return count;
}

bool decrypto_simultaneous(const struct decrypto *state)
{
    return !state->solo && decrypto_option_is(state, DECRYPTO_ORDER, 1);
}

bool decrypto_has_code(const struct decrypto *state, int team)
{
    assert(team >= 0 && team < DECRYPTO_TEAMS);
    return team == DECRYPTO_WHITE || !state->solo;
}

bool decrypto_option_is(const struct decrypto *state, int option, int value)
{
    assert(option >= 0 && option < DECRYPTO_OPTIONS_END);
    return state->common.options.value[option] == value;
}

uint32_t decrypto_new_ask(struct decrypto *state)
{
    assert(state->asks < UINT32_MAX);
    return ++state->asks;
}

void decrypto_wait(struct decrypto *state, struct game_clock *clock)
{
    int64_t limit = options_ms(&decrypto_game, &state->common.options, DECRYPTO_GUESS_LIMIT);
    assert(limit > 0);
    game_clock_start(clock, game_now_ms(&state->common), limit);
}

void decrypto_write_code(struct facts *facts, const char *key, int code)
{
    char text[DECRYPTO_CLUES];
    if (!decrypto_code_is(code)) {
        facts_null(facts, key);
        return;
    }
    for (int place = 0; place < DECRYPTO_CLUES; place++) {
        text[place] = (char)('0' + decrypto_code_digit(code, place));
    }
    facts_text(facts, key, text, sizeof text);
}

void decrypto_write_seat(struct facts *facts, const char *key, int seat)
{
    if (seat == SEAT_NONE) {
        facts_null(facts, key);
    } else {
        facts_number(facts, key, seat);
    }
}

enum refusal decrypto_option_off(struct outcome *out, const char *option)
{
    struct facts *args = outcome_refuse(out, REFUSAL_OPTION_OFF);
    assert(option != NULL);
    facts_term(args, "option", option);
    outcome_end(out);
    return REFUSAL_OPTION_OFF;
}

void decrypto_end(struct decrypto *state, enum game_outcome outcome, uint16_t winners,
                  const char *reason, struct outcome *out)
{
    struct game_state *common = &state->common;
    assert(!common->over && reason != NULL);
    assert((winners != 0) == (outcome == OUTCOME_WIN || outcome == OUTCOME_TIE));
    common->over = true;
    common->phase = DECRYPTO_AT_OVER;
    common->result.outcome = outcome;
    common->result.reason = reason;
    common->result.winners = (uint16_t)(winners & ~common->gone);
    for (int seat = 0; seat < common->seats; seat++) {
        common->result.scores[seat] = (common->result.winners & seat_bit(seat)) != 0;
    }
    state->rewriting = DECRYPTO_NO_TEAM;
    game_clock_stop(&state->turn_clock);
    game_clock_stop(&state->ruling_clock);
    for (int team = 0; team < DECRYPTO_TEAMS; team++) {
        game_clock_stop(&state->team[team].clue_clock);
    }
    struct facts *args = outcome_say(out, AUDIENCE_CROWD, MSG_DECRYPTO_WORDS);
    decrypto_write_words(state, args);
    decrypto_write_noted(state, args);
    outcome_end(out);
}

static uint8_t decrypto_seats_most(const struct options *options)
{
    int32_t most = options->value[DECRYPTO_MAX_TEAM] * DECRYPTO_TEAMS;
    return (uint8_t)(most < SEATS_MAX ? most : SEATS_MAX);
}

static int decrypto_team_row(const void *subject, int seat)
{
    const struct decrypto *state = subject;
    assert(subject != NULL);
    /* before the deal, when only seats are counted: as teams are dealt by default */
    return state->team[DECRYPTO_WHITE].seats == 0 ? seat % DECRYPTO_TEAMS
                                                  : decrypto_team_of(state, seat);
}

static bool decrypto_rooms(const void *subject)
{
    (void)subject;
    return true;
}

static void decrypto_concede(void *subject, int team, struct outcome *out)
{
    struct decrypto *state = subject;
    assert(team >= 0 && team < DECRYPTO_TEAMS);
    decrypto_end(state, OUTCOME_WIN, state->team[decrypto_other(team)].seats, "conceded", out);
}

const struct game_def decrypto_game = {
    .id = "decrypto",
    .rules_version = 1,
    .seats_min = DECRYPTO_SEATS_MIN,
    .seats_max = SEATS_MAX,
    .seats_most = decrypto_seats_most,
    .state_size = sizeof(struct decrypto),
    .phases = {"clues", "guess", "ruling", "tiebreak", "over"},
    .teams = {"white", "black"},
    .actions = decrypto_actions,
    .action_count = sizeof decrypto_actions / sizeof decrypto_actions[0],
    .options = decrypto_options,
    .option_count = sizeof decrypto_options / sizeof decrypto_options[0],
    .deal_members = decrypto_deal_members,
    .deal = decrypto_deal,
    .draw = decrypto_draw,
    .entries_min = 2 * DECRYPTO_SLOTS,
    .team = decrypto_team_row,
    .hushed = decrypto_hushed,
    .aside = decrypto_aside,
    .rooms = decrypto_rooms,
    .view = decrypto_view,
    .owed = decrypto_owed,
    .due_ms = decrypto_due_ms,
    .fall_due = decrypto_fall_due,
    .skip = decrypto_skip,
    .leave = decrypto_leave,
    .concede = decrypto_concede,
    .shift = decrypto_shift,
    .board = decrypto_board,
    .broken = decrypto_broken,
    .player = &decrypto_player,
};
