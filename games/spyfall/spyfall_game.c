/* Spyfall as the house knows it: its acts, and who answers for what. Nobody calls this file. */
#include "spyfall_player.h"
#include "spyfall_private.h"

#include <assert.h>
#include <string.h>

static const struct arg_choice spyfall_answer_choices[] = {
    {"yes", "y agree aye"},
    {"no", "n disagree nay"},
};

enum { PLACE_TYPED_MAX = 200 };

#define ROUND_PHASES BIT(SPYFALL_AT_QUESTIONS) | BIT(SPYFALL_AT_VOTE) | BIT(SPYFALL_AT_LAST_CALL)

static const struct action_def spyfall_actions[] = {
    {
        .name = "ask",
        .aliases = {"question"},
        .help = MSG_SPYFALL_HELP_ASK,
        .label = MSG_SPYFALL_LABEL_ASK,
        .phases = ROUND_PHASES,
        .who = WHO_SEATED,
        .surfaces = AS_BUTTON | AS_ADDRESSED,
        .venues = AT_TABLE,
        .arg_count = 2,
        .args = {{.name = "seat",
                  .kind = ARG_SEAT,
                  .flags = ARG_OPTIONAL | ARG_NOT_SELF | ARG_OPEN},
                 {.name = "text",
                  .kind = ARG_TEXT,
                  .flags = ARG_OPTIONAL | ARG_REST,
                  .max = SPYFALL_TEXT_CHARACTERS_MAX}},
        .resolve = spyfall_ask_resolve,
        .apply = spyfall_ask,
    },
    {
        .name = "answer",
        .help = MSG_SPYFALL_HELP_ANSWER,
        .label = MSG_SPYFALL_LABEL_ANSWER,
        .phases = ROUND_PHASES,
        .who = WHO_SEATED,
        .surfaces = AS_BUTTON | AS_REPLY,
        .replies_to = "asker",
        .venues = AT_TABLE,
        .arg_count = 1,
        .args = {{.name = "text",
                  .kind = ARG_TEXT,
                  .flags = ARG_OPTIONAL | ARG_REST,
                  .max = SPYFALL_TEXT_CHARACTERS_MAX}},
        .resolve = spyfall_answer_resolve,
        .apply = spyfall_answer,
    },
    {
        .name = "accuse",
        .aliases = {"indict", "blame"},
        .help = MSG_SPYFALL_HELP_ACCUSE,
        .label = MSG_SPYFALL_LABEL_ACCUSE,
        .phases = ROUND_PHASES | BIT(SPYFALL_AT_FINAL_VOTE),
        .who = WHO_SEATED,
        .surfaces = AS_BUTTON | AS_STANDING | AS_SENTENCE | AS_BOARD,
        .arg_count = 1,
        .args = {{.name = "seat",
                  .kind = ARG_SEAT,
                  .flags = ARG_OPTIONAL | ARG_NOT_SELF | ARG_OPEN}},
        .apply = spyfall_accuse,
    },
    {
        .name = "vote",
        .help = MSG_SPYFALL_HELP_VOTE,
        .label = MSG_SPYFALL_LABEL_VOTE,
        .phases = BIT(SPYFALL_AT_VOTE) | BIT(SPYFALL_AT_FINAL_VOTE),
        .who = WHO_SEATED,
        .surfaces = AS_BUTTON | AS_REPLACING, /* a secret one, until all are in */
        .arg_count = 1,
        .args = {{.name = "answer",
                  .kind = ARG_TERM,
                  .choices = spyfall_answer_choices,
                  .choice_count = 2}},
        .apply = spyfall_cast,
    },
    {
        .name = "guess",
        .help = MSG_SPYFALL_HELP_GUESS,
        .label = MSG_SPYFALL_LABEL_GUESS,
        .phases = ROUND_PHASES | BIT(SPYFALL_AT_LAST_GUESS),
        .who = WHO_SEATED,
        .surfaces = AS_BUTTON | AS_STANDING,
        .venues = IN_PRIVATE,
        .arg_count = 1,
        .args = {{.name = "location",
                  .kind = ARG_TEXT,
                  .flags = ARG_OPTIONAL | ARG_SECRET | ARG_REST | ARG_KNOWN,
                  .max = PLACE_TYPED_MAX}},
        .resolve = spyfall_guess_resolve,
        .apply = spyfall_guess,
    },
    {
        .name = "done",
        .aliases = {"nothing-more"},
        .help = MSG_SPYFALL_HELP_DONE,
        .label = MSG_SPYFALL_LABEL_DONE,
        .phases = BIT(SPYFALL_AT_LAST_CALL) | BIT(SPYFALL_AT_VOTE),
        .who = WHO_SEATED,
        .surfaces = AS_BUTTON,
        .apply = spyfall_done,
    },
    {
        .name = "next",
        .slash = "next-round",
        .aliases = {"go-on"},
        .help = MSG_SPYFALL_HELP_NEXT,
        .label = MSG_SPYFALL_LABEL_NEXT,
        .phases = BIT(SPYFALL_AT_BETWEEN),
        .who = WHO_SEATED,
        .surfaces = AS_BUTTON,
        .apply = spyfall_next,
    },
    {
        .name = "pass",
        .help = MSG_SPYFALL_HELP_PASS,
        .label = MSG_SPYFALL_LABEL_PASS,
        .phases = BIT(SPYFALL_AT_FINAL_VOTE),
        .who = WHO_SEATED,
        .surfaces = AS_BUTTON,
        .apply = spyfall_pass,
    },
    {
        .name = "rounds",
        .slash = "change-rounds",
        .help = MSG_SPYFALL_HELP_ROUNDS,
        .phases = BIT(SPYFALL_AT_BETWEEN),
        .who = WHO_SEATED | WHO_MODERATOR | WHO_HOST,
        .arg_count = 1,
        .args = {{.name = "rounds", .kind = ARG_NUMBER, .min = 1, .max = SPYFALL_ROUNDS_MAX}},
        .apply = spyfall_rounds,
    },
    {
        .name = "join",
        .help = MSG_HELP_JOIN,
        .who = WHO_MODERATOR | WHO_HOUSE,
        .surfaces = AS_HIDDEN,
        .apply = spyfall_join,
    },
};

static int spyfall_team(const void *subject, int seat)
{
    assert(subject != NULL);
    assert(seat_is_person(seat));
    return -1;
}

/* In a single round it is the spy against all others; in several, in which the spy changes, each
 * counts for themselves. */
static int spyfall_side(const void *subject, int seat)
{
    const struct spyfall *state = subject;
    return state->last.round > 1 ? seat : seat == state->last.spy;
}

static const char *spyfall_role(const void *subject, int seat)
{
    const struct spyfall *state = subject;
    bool single = state->last.round == 1;
    return !single ? NULL : seat == state->last.spy ? "spy" : "agent";
}

/* All but one may know the location. */
static int spyfall_side_most(const void *subject)
{
    const struct game_state *common = subject;
    return common->seats - 1;
}

/* Everybody has had enough. */
static void spyfall_concede(void *subject, int team, struct outcome *out)
{
    assert(team == -1);
    assert(out->event_count > 0);
    spyfall_end_game(subject, "conceded", false);
}

const struct game_def spyfall_game = {
    .id = spyfall_id,
    .rules_version = 2,
    .seats_min = SPYFALL_SEATS_MIN,
    .seats_max = SEATS_MAX,
    .state_size = sizeof(struct spyfall),
    .phases = spyfall_phases,
    .actions = spyfall_actions,
    .action_count = sizeof spyfall_actions / sizeof spyfall_actions[0],
    .options = spyfall_options,
    .option_count = sizeof spyfall_options / sizeof spyfall_options[0],
    .deal_members = spyfall_deal_members,
    .deal = spyfall_deal,
    .draw = spyfall_draw,
    .drawn = spyfall_drawn,
    .pack_options = {.own = "locations"},
    .entries_min = SPYFALL_PLACES_MIN,
    .team = spyfall_team,
    .side = spyfall_side,
    .role = spyfall_role,
    .side_most = spyfall_side_most,
    .view = spyfall_view,
    .owed = spyfall_owed,
    .choose = spyfall_choose,
    .due_ms = spyfall_due_ms,
    .soft_ms = spyfall_soft_ms,
    .fall_due = spyfall_fall_due,
    .skip = spyfall_skip,
    .leave = spyfall_leave,
    .waits = spyfall_waits,
    .concede = spyfall_concede,
    .shift = spyfall_shift,
    .board = spyfall_board,
    .hand = spyfall_hand,
    .retell = spyfall_retell,
    .course = spyfall_course,
    .course_marks = spyfall_ends,
    .broken = spyfall_broken,
    .player = &spyfall_player,
};
