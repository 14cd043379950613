/* Interceptor as the house knows it: its acts, and who answers for what. Nobody calls this file. */
#include "interceptor_player.h"
#include "interceptor_private.h"

#include <assert.h>
#include <string.h>

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
        .asks_words = REFUSAL_NO_SIGNAL,
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
        .surfaces = AS_BUTTON | AS_STANDING | AS_PLAIN | AS_BOARD,
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

/* Signals that stay secret stay so in the record (R43). */
static const char *interceptor_withheld(const struct options *options)
{
    return options->value[INTERCEPTOR_REVEAL_SIGNALS] == 0 ? NULL : "register";
}

const struct game_def interceptor_game = {
    .id = interceptor_id,
    .rules_version = 1,
    .seats_min = INTERCEPTOR_SEATS,
    .seats_max = INTERCEPTOR_SEATS,
    .state_size = sizeof(struct interceptor),
    .phases = interceptor_phases,
    .teams = {"officials", "journalists"},
    .teams_option = "teams",
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
    .choose = interceptor_choose,
    .due_ms = interceptor_due_ms,
    .fall_due = interceptor_fall_due,
    .skip = interceptor_skip,
    .leave = interceptor_leave,
    .concede = interceptor_concede,
    .withheld = interceptor_withheld,
    .shift = interceptor_shift,
    .board = interceptor_board,
    .hand = interceptor_hand,
    .retell = interceptor_retell,
    .course = interceptor_course,
    .course_marks = interceptor_marks,
    .broken = interceptor_broken,
    .player = &interceptor_player,
};
