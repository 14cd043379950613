/* Interceptor: its rows, what every file of it needs, and its invariants. The state is plain; what
 * depends on Unicode tables is decided in the rows' resolve and written into the move. */
#include "interceptor_private.h"

#include <assert.h>
#include <string.h>

static_assert(sizeof(struct interceptor) <= GAME_STATE_MAX, "state is too large");
static_assert((int)INTERCEPTOR_OPTIONS_END <= (int)OPTIONS_MAX, "too many options");

const char interceptor_id[] = "interceptor";
const char *const interceptor_phases[] = {"signals", "leader",    "play", "split",
                                          "ruling",  "last_call", "over", NULL};

const char *const interceptor_symbols[SYMBOLS] = {"documents", "money"};
const char *const interceptor_teams[INTERCEPTOR_TEAMS] = {"officials", "journalists"};

#define CHOICE(id, named, ...)                                                       \
    [INTERCEPTOR_##id - OPTION_COMMON_COUNT] = {.name = (named),                     \
                                                .kind = OPTION_CHOICE,               \
                                                .help = MSG_INTERCEPTOR_OPTION_##id, \
                                                .choices = {__VA_ARGS__}}
#define MSG_INTERCEPTOR_OPTION_TEAM_CHOICE MSG_INTERCEPTOR_OPTION_TEAMS

const struct option_def interceptor_options[INTERCEPTOR_OPTIONS_END - OPTION_COMMON_COUNT] = {
    CHOICE(VARIANT, "variant", "none", "everyone_corrupt"),
    CHOICE(TEAM_CHOICE, "teams", "random", "chosen"),
    CHOICE(SIGNAL_MODE, "signal_mode", "relayed", "native"),
    CHOICE(HONOUR_SIGNALS, "honour_signals", "off", "on"),
    CHOICE(TABLE_TALK, "table_talk", "no_symbols", "silent", "free"),
    CHOICE(TEAM_ROOM, "team_room", "closed", "open"),
    CHOICE(FLOOR, "floor", "on", "off"),
    CHOICE(SPLIT_CONFIRM, "split_confirm", "off", "on"),
    [INTERCEPTOR_CARDLESS - OPTION_COMMON_COUNT] = {.name = "cardless",
                                                    .kind = OPTION_CHOICE,
                                                    .help = MSG_INTERCEPTOR_OPTION_CARDLESS,
                                                    .choices = {"play_on", "end_now"},
                                                    .no_slash = true},
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

int64_t interceptor_ms(const struct interceptor *state, int option)
{
    return option_ms(&interceptor_options[option - OPTION_COMMON_COUNT], &state->common.options,
                     (unsigned)option);
}

void interceptor_wait(struct interceptor *state)
{
    int64_t limit = interceptor_ms(state, INTERCEPTOR_TURN_LIMIT);
    assert(limit > 0);
    state->ask = interceptor_new_ask(state);
    game_clock_start(&state->turn_clock, game_now_ms(&state->common), limit);
}

int interceptor_symbol_of(const struct move *move)
{
    const char *name = value_text_at(&move->args, "symbol", "");
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
    struct value_tree *args = outcome_say(out, AUDIENCE_CROWD, MSG_INTERCEPTOR_SIGNALS);
    for (int team = 0; team < INTERCEPTOR_TEAMS; team++) {
        if (!state->team[team].ready) {
            continue;
        }
        value_object(args, interceptor_teams[team]);
        for (int symbol = 0; symbol < SYMBOLS; symbol++) {
            value_object(args, interceptor_symbols[symbol]);
            signal_write(args, &state->team[team].signal[symbol]);
            value_end(args);
        }
        value_end(args);
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
    if (winner >= 0) {
        course_lead(&state->course, winner, common->round);
    }
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
