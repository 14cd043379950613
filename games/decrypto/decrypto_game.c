/* Decrypto as the house knows it: its acts, and who answers for what. Nobody calls this file. */
#include "decrypto_player.h"
#include "decrypto_private.h"

#include <assert.h>
#include <string.h>

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
                  .flags = ARG_SECRET | ARG_REST | ARG_OPEN | ARG_KNOWN,
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
                  .flags = ARG_REST | ARG_SECRET | ARG_OPTIONAL | ARG_OPEN | ARG_KNOWN,
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
        .resolve = decrypto_rule_resolve,
        .apply = decrypto_rule,
    },
};

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

/* Of three players one is alone against the others. */
static const char *decrypto_role(const void *subject, int seat)
{
    const struct decrypto *state = subject;
    uint16_t team = state->team[decrypto_team_of(state, seat)].seats;
    return state->common.seats == 3 && (team & (team - 1)) == 0 ? "interceptor" : NULL;
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

static const char *const decrypto_words_in[] = {"clues", "sheet", NULL};

const struct game_def decrypto_game = {
    .id = decrypto_id,
    .rules_version = 2,
    .seats_min = DECRYPTO_SEATS_MIN,
    .seats_max = SEATS_MAX,
    .seats_most = decrypto_seats_most,
    .state_size = sizeof(struct decrypto),
    .phases = decrypto_phases,
    .teams = {"white", "black"},
    .teams_option = "white",
    .actions = decrypto_actions,
    .action_count = sizeof decrypto_actions / sizeof decrypto_actions[0],
    .options = decrypto_options,
    .option_count = sizeof decrypto_options / sizeof decrypto_options[0],
    .deal_members = decrypto_deal_members,
    .deal = decrypto_deal,
    .draw = decrypto_draw,
    .pack_options = {.own = "words", .grade = "grade"},
    .entries_min = 2 * DECRYPTO_SLOTS,
    .team = decrypto_team_row,
    .role = decrypto_role,
    .hushed = decrypto_hushed,
    .aside = decrypto_aside,
    .rooms = decrypto_rooms,
    .view = decrypto_view,
    .words_in = decrypto_words_in,
    .owed = decrypto_owed,
    .choose = decrypto_choose,
    .due_ms = decrypto_due_ms,
    .fall_due = decrypto_fall_due,
    .skip = decrypto_skip,
    .leave = decrypto_leave,
    .concede = decrypto_concede,
    .shift = decrypto_shift,
    .board = decrypto_board,
    .hand = decrypto_hand,
    .retell = decrypto_retell,
    .course = decrypto_course,
    .course_marks = decrypto_marks,
    .broken = decrypto_broken,
    .player = &decrypto_player,
};
