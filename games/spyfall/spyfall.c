/* Spyfall: its rows, and what every file of it needs. The state is plain; which place a guess names
 * is decided in the row's resolve and written into the move. */
#include "spyfall_player.h"
#include "spyfall_private.h"

#include <assert.h>
#include <string.h>

static_assert(sizeof(struct spyfall) <= GAME_STATE_MAX, "state is too large");
static_assert((int)SPYFALL_OPTIONS_END <= (int)OPTIONS_MAX, "too many options");

const char *const spyfall_ends[SPYFALL_ENDS] = {
    "spy_indicted", "innocent_indicted", "spy_guessed", "spy_guessed_wrong", "clock", "void"};

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
        .surfaces = AS_BUTTON | AS_STANDING | AS_SENTENCE,
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
        .surfaces = AS_BUTTON,
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
                  .flags = ARG_OPTIONAL | ARG_SECRET | ARG_REST,
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

#define CHOICE(id, named, ...)                                               \
    [SPYFALL_##id - OPTION_COMMON_COUNT] = {.name = (named),                 \
                                            .kind = OPTION_CHOICE,           \
                                            .help = MSG_SPYFALL_OPTION_##id, \
                                            .choices = {__VA_ARGS__}}
#define NUMBER(id, named, word, least, most, usual)                          \
    [SPYFALL_##id - OPTION_COMMON_COUNT] = {.name = (named),                 \
                                            .kind = OPTION_NUMBER,           \
                                            .help = MSG_SPYFALL_OPTION_##id, \
                                            .choices = {word},               \
                                            .min = (least),                  \
                                            .max = (most),                   \
                                            .live = (usual)}

static const struct option_def spyfall_options[] = {
    NUMBER(ROUNDS, "rounds", NULL, 1, SPYFALL_ROUNDS_MAX, 5),
    NUMBER(MINUTES, "minutes", "auto", 6, 10, 0),
    CHOICE(FIRST_ASKER, "first_asker", "leader", "previous_spy", "rotate", "random"),
    CHOICE(ROLES, "roles", "off", "on"),
    CHOICE(REPEAT_LOCATIONS, "repeat_locations", "off", "on"),
    CHOICE(LOCATIONS, "locations", "builtin", "list"),
    NUMBER(LIST, "list", NULL, 20, SPYFALL_PLACES_MAX, 30),
    CHOICE(VOTE, "vote", "sequential", "simultaneous"),
    [SPYFALL_VOTE_LIMIT - OPTION_COMMON_COUNT] = {.name = "vote_limit",
                                                  .kind = OPTION_SECONDS,
                                                  .help = MSG_SPYFALL_OPTION_VOTE_LIMIT,
                                                  .min = 1,
                                                  .max = 30 * 86400,
                                                  .live = 60,
                                                  .async = 86400},
    CHOICE(SILENT_VOTE, "silent_vote", "no", "yes"),
    CHOICE(CLOCK_IN_VOTE, "clock_in_vote", "stopped", "running"),
    CHOICE(GUESS_DURING_VOTE, "guess_during_vote", "allowed", "blocked"),
    CHOICE(FINAL_VOTE, "final_vote", "off", "on"),
    CHOICE(LAST_GUESS, "last_guess", "off", "on"),
    CHOICE(TABLE_TALK, "table_talk", "free", "turns_only"),
    [SPYFALL_ANSWER_LIMIT - OPTION_COMMON_COUNT] = {.name = "answer_limit",
                                                    .kind = OPTION_SECONDS,
                                                    .help = MSG_SPYFALL_OPTION_ANSWER_LIMIT,
                                                    .choices = {"none"},
                                                    .min = 1,
                                                    .max = 30 * 86400,
                                                    .live = 0,
                                                    .async = 86400},
    NUMBER(BUDGET, "budget", "2_x_minutes", 1, 1000, 0),
    CHOICE(TIE, "tie", "shared", "extra_round"),
};
static_assert(sizeof spyfall_options / sizeof spyfall_options[0] ==
                  SPYFALL_OPTIONS_END - OPTION_COMMON_COUNT,
              "a row for each option");

uint16_t spyfall_present(const struct spyfall *state)
{
    uint16_t all = (uint16_t)((1u << state->common.seats) - 1);
    return (uint16_t)(all & ~state->common.gone & ~state->waiting);
}

int spyfall_count(uint16_t seats)
{
    int count = 0;
    for (; seats != 0; seats = (uint16_t)(seats & (seats - 1))) {
        count++;
    }
    return count;
}

int spyfall_next_of(const struct spyfall *state, uint16_t seats, int seat)
{
    int count = state->common.seats;
    assert(seat >= 0 && seat < count);
    for (int i = 1; i <= count; i++) {
        int next = (seat + i) % count;
        if ((seats & seat_bit(next)) != 0) {
            return next;
        }
    }
    return SEAT_NONE;
}

bool spyfall_option_is(const struct spyfall *state, int option, int value)
{
    assert(option >= 0 && option < SPYFALL_OPTIONS_END);
    return state->common.options.value[option] == value;
}

bool spyfall_is_async(const struct spyfall *state)
{
    return spyfall_option_is(state, OPTION_PACE, PACE_ASYNC);
}

uint32_t spyfall_new_ask(struct spyfall *state)
{
    assert(state->asks < UINT32_MAX);
    return ++state->asks;
}

void spyfall_wait(struct spyfall *state, int64_t ms)
{
    assert(ms >= 0);
    state->wait_ask = spyfall_new_ask(state);
    game_clock_stop(&state->wait);
    if (ms > 0) {
        game_clock_start(&state->wait, game_now_ms(&state->common), ms);
    }
    if (state->common.phase == SPYFALL_AT_VOTE) {
        game_clock_hold(&state->wait, game_now_ms(&state->common));
    }
}

void spyfall_write_seat(struct facts *facts, const char *key, int seat)
{
    if (seat == SEAT_NONE) {
        facts_null(facts, key);
    } else {
        facts_number(facts, key, seat);
    }
}

void spyfall_write_seats(struct facts *facts, const char *key, uint16_t seats)
{
    facts_list(facts, key);
    for (int seat = 0; seat < SEATS_MAX; seat++) {
        if ((seats & seat_bit(seat)) != 0) {
            facts_number(facts, NULL, seat);
        }
    }
    facts_end(facts);
}

void spyfall_write_place(const struct spyfall *state, struct facts *facts, const char *key,
                         int place)
{
    const char *name = spyfall_place_name(&state->places, place);
    facts_text(facts, key, name, strlen(name));
}

enum refusal spyfall_not_your_turn(struct outcome *out, int turn)
{
    struct facts *args = outcome_refuse(out, REFUSAL_NOT_YOUR_TURN);
    facts_number(args, "turn", turn);
    outcome_end(out);
    return REFUSAL_NOT_YOUR_TURN;
}

static int spyfall_team(const void *subject, int seat)
{
    assert(subject != NULL);
    assert(seat_is_person(seat));
    return -1;
}

/* Everybody has had enough. */
static void spyfall_concede(void *subject, int team, struct outcome *out)
{
    assert(team == -1);
    assert(out->event_count > 0);
    spyfall_end_game(subject, "conceded", false);
}

const struct game_def spyfall_game = {
    .id = "spyfall",
    .rules_version = 1,
    .seats_min = SPYFALL_SEATS_MIN,
    .seats_max = SEATS_MAX,
    .state_size = sizeof(struct spyfall),
    .phases = {"questions", "vote", "last_call", "final_vote", "last_guess", "between", "over"},
    .actions = spyfall_actions,
    .action_count = sizeof spyfall_actions / sizeof spyfall_actions[0],
    .options = spyfall_options,
    .option_count = sizeof spyfall_options / sizeof spyfall_options[0],
    .deal_members = spyfall_deal_members,
    .deal = spyfall_deal,
    .draw = spyfall_draw,
    .entries_min = SPYFALL_PLACES_MIN,
    .team = spyfall_team,
    .view = spyfall_view,
    .owed = spyfall_owed,
    .due_ms = spyfall_due_ms,
    .soft_ms = spyfall_soft_ms,
    .fall_due = spyfall_fall_due,
    .skip = spyfall_skip,
    .leave = spyfall_leave,
    .waits = spyfall_waits,
    .concede = spyfall_concede,
    .shift = spyfall_shift,
    .board = spyfall_board,
    .broken = spyfall_broken,
    .player = &spyfall_player,
};
