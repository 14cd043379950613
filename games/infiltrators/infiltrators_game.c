/* Infiltrators as the house knows it: its acts, and who answers for what. Nobody calls this file.
 */
#include "infiltrators_private.h"

#include <assert.h>
#include <string.h>

/* What is typed longer than this is no card. */
enum { CARD_TYPED_MAX = 2000 };

/* The card is asked for last, so that an act is offered only where everything else fits it. */
#define CARD_ARGUMENT(list, extra)                                                     \
    {                                                                                  \
        .name = "card", .kind = ARG_TEXT, .flags = ARG_OPTIONAL | ARG_KNOWN | (extra), \
        .max = CARD_TYPED_MAX, .from = (list)                                          \
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
                  .flags = ARG_REST | ARG_KNOWN,
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
                  .flags = ARG_OPEN | ARG_KNOWN,
                  .min = 1,
                  .max = INFILTRATORS_BIDE_MAX}},
        .resolve = infiltrators_drop_resolve,
        .apply = infiltrators_drop,
    },
};

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
    .id = infiltrators_id,
    .rules_version = 1,
    .seats_min = AGENTS_MIN,
    .seats_max = AGENTS_MAX,
    .state_size = sizeof(struct infiltrators),
    .phases = infiltrators_phases,
    .actions = infiltrators_actions,
    .action_count = sizeof infiltrators_actions / sizeof infiltrators_actions[0],
    .options = infiltrators_options,
    .option_count = sizeof infiltrators_options / sizeof infiltrators_options[0],
    .goes_on_without = true,
    .deal_members = infiltrators_deal_members,
    .deal = infiltrators_deal,
    .draw = infiltrators_draw,
    .pack_options = {.entry = "mission"},
    .entry_problem = mission_problem,
    .team = infiltrators_team,
    .view = infiltrators_view,
    .owed = infiltrators_owed,
    .choose = infiltrators_choose,
    .due_ms = infiltrators_due_ms,
    .soft_ms = infiltrators_soft_ms,
    .fall_due = infiltrators_fall_due,
    .skip = infiltrators_skip,
    .leave = infiltrators_leave,
    .concede = infiltrators_concede,
    .shift = infiltrators_shift,
    .board = infiltrators_board,
    .hand = infiltrators_hand,
    .retell = infiltrators_retell,
    .course = infiltrators_course,
    .course_marks = infiltrators_marks,
    .broken = infiltrators_broken,
    .player = &infiltrators_player,
};
