/* Spyfall: its rows, and what every file of it needs. The state is plain; which place a guess names
 * is decided in the row's resolve and written into the move. */
#include "spyfall_private.h"

#include <assert.h>
#include <string.h>

static_assert(sizeof(struct spyfall) <= GAME_STATE_MAX, "state is too large");
static_assert((int)SPYFALL_OPTIONS_END <= (int)OPTIONS_MAX, "too many options");

const char spyfall_id[] = "spyfall";
const char *const spyfall_phases[] = {"questions",  "vote",    "last_call", "final_vote",
                                      "last_guess", "between", "over",      NULL};

const char *const spyfall_ends[SPYFALL_ENDS + 1] = {
    "spy_indicted", "innocent_indicted", "spy_guessed", "spy_guessed_wrong", "clock", "void", NULL};

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

const struct option_def spyfall_options[SPYFALL_OPTIONS_END - OPTION_COMMON_COUNT] = {
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
    [SPYFALL_CLOCK_IN_VOTE - OPTION_COMMON_COUNT] = {.name = "clock_in_vote",
                                                     .kind = OPTION_CHOICE,
                                                     .help = MSG_SPYFALL_OPTION_CLOCK_IN_VOTE,
                                                     .choices = {"stopped", "running"},
                                                     .no_slash = true},
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
    [SPYFALL_STREAK - OPTION_COMMON_COUNT] = {.name = "streak",
                                              .kind = OPTION_CHOICE,
                                              .help = MSG_SPYFALL_OPTION_STREAK,
                                              .choices = {"off", "soft"},
                                              .later = true,
                                              .no_slash = true},
};

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

int64_t spyfall_ms(const struct spyfall *state, int option)
{
    return option_ms(&spyfall_options[option - OPTION_COMMON_COUNT], &state->common.options,
                     (unsigned)option);
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

void spyfall_write_seat(struct value_tree *facts, const char *key, int seat)
{
    if (seat == SEAT_NONE) {
        value_null(facts, key);
    } else {
        value_number(facts, key, seat);
    }
}

void spyfall_write_seats(struct value_tree *facts, const char *key, uint16_t seats)
{
    value_list(facts, key);
    for (int seat = 0; seat < SEATS_MAX; seat++) {
        if ((seats & seat_bit(seat)) != 0) {
            value_number(facts, NULL, seat);
        }
    }
    value_end(facts);
}

void spyfall_write_place(const struct spyfall *state, struct value_tree *facts, const char *key,
                         int place)
{
    const char *name = spyfall_place_name(&state->places, place);
    value_text(facts, key, name, strlen(name));
}

enum refusal spyfall_not_your_turn(struct outcome *out, int turn)
{
    struct value_tree *args = outcome_refuse(out, REFUSAL_NOT_YOUR_TURN);
    value_number(args, "turn", turn);
    outcome_end(out);
    return REFUSAL_NOT_YOUR_TURN;
}
