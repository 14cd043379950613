/* Decrypto: its rows, what every file of it needs, and its invariants. The state is plain; what
 * depends on Unicode tables is decided in the rows' resolve and written into the move. */
#include "decrypto_private.h"

#include <assert.h>
#include <string.h>

static_assert(sizeof(struct decrypto) <= GAME_STATE_MAX, "state is too large");
static_assert((int)DECRYPTO_OPTIONS_END <= (int)OPTIONS_MAX, "too many options");

const char decrypto_id[] = "decrypto";
const char *const decrypto_phases[] = {"clues", "guess", "ruling", "tiebreak", "over", NULL};

const char *const decrypto_teams[DECRYPTO_TEAMS] = {"white", "black"};
const char *const decrypto_kinds[DECRYPTO_KINDS] = {"decode", "intercept"};

#define CHOICE(id, named, ...)                                                 \
    [DECRYPTO_##id - OPTION_COMMON_COUNT] = {.name = (named),                  \
                                             .kind = OPTION_CHOICE,            \
                                             .help = MSG_DECRYPTO_OPTION_##id, \
                                             .choices = {__VA_ARGS__}}

#define MSG_DECRYPTO_OPTION_WHO_IS_WHITE MSG_DECRYPTO_OPTION_WHITE

const struct option_def decrypto_options[DECRYPTO_OPTIONS_END - OPTION_COMMON_COUNT] = {
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

int64_t decrypto_ms(const struct decrypto *state, int option)
{
    return option_ms(&decrypto_options[option - OPTION_COMMON_COUNT], &state->common.options,
                     (unsigned)option);
}

void decrypto_wait(struct decrypto *state, struct game_clock *clock)
{
    int64_t limit = decrypto_ms(state, DECRYPTO_GUESS_LIMIT);
    assert(limit > 0);
    game_clock_start(clock, game_now_ms(&state->common), limit);
}

int decrypto_code_digit(int code, int place)
{
    static const int powers[DECRYPTO_CLUES] = {100, 10, 1};
    assert(decrypto_code_is(code));
    assert(place >= 0 && place < DECRYPTO_CLUES);
    return code / powers[place] % 10;
}

bool decrypto_code_is(int code)
{
    int a = code / 100;
    int b = code / 10 % 10;
    int c = code % 10;
    bool digits = a >= 1 && a <= DECRYPTO_SLOTS && b >= 1 && b <= DECRYPTO_SLOTS && c >= 1 &&
                  c <= DECRYPTO_SLOTS;
    return digits && a != b && b != c && a != c;
}

void decrypto_write_code(struct value_tree *facts, const char *key, int code)
{
    char text[DECRYPTO_CLUES];
    if (!decrypto_code_is(code)) {
        value_null(facts, key);
        return;
    }
    for (int place = 0; place < DECRYPTO_CLUES; place++) {
        text[place] = (char)('0' + decrypto_code_digit(code, place));
    }
    value_text(facts, key, text, sizeof text);
}

void decrypto_write_seat(struct value_tree *facts, const char *key, int seat)
{
    if (seat == SEAT_NONE) {
        value_null(facts, key);
    } else {
        value_number(facts, key, seat);
    }
}

enum refusal decrypto_option_off(struct outcome *out, const char *option)
{
    struct value_tree *args = outcome_refuse(out, REFUSAL_OPTION_OFF);
    assert(option != NULL);
    value_term(args, "option", option);
    outcome_end(out);
    return REFUSAL_OPTION_OFF;
}
