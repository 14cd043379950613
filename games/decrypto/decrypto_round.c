/* Rounds: how one begins, what a reveal costs and brings, and who has won at its end. */
#include "decrypto_private.h"

#include <assert.h>
#include <string.h>

static void round_reset_team(struct decrypto *state, int team)
{
    struct decrypto_team *side = &state->team[team];
    if (side->encryptor != SEAT_NONE) {
        side->last = side->encryptor;
    }
    side->encryptor = SEAT_NONE;
    side->locked = false;
    side->charged = false;
    side->interceptions_before = side->interceptions;
    side->miscommunications_before = side->miscommunications;
    decrypto_clear_answers(state, team);
    if (decrypto_has_code(state, team)) {
        decrypto_draw_code(state, team);
    }
}

static void round_say(const struct decrypto *state, const int *encryptor, struct outcome *out)
{
    struct value_tree *args = outcome_say(out, AUDIENCE_CROWD, MSG_DECRYPTO_ROUND);
    value_number(args, "round", state->common.round);
    for (int team = 0; team < DECRYPTO_TEAMS; team++) {
        decrypto_write_seat(args, decrypto_teams[team], encryptor[team]);
    }
    outcome_end(out);
}

void decrypto_begin_round(struct decrypto *state, struct outcome *out)
{
    bool rotate = decrypto_option_is(state, DECRYPTO_ENCRYPTOR, 0);
    int encryptor[DECRYPTO_TEAMS] = {SEAT_NONE, SEAT_NONE};
    state->common.phase = DECRYPTO_AT_CLUES;
    state->half = DECRYPTO_WHITE;
    state->rewriting = DECRYPTO_NO_TEAM;
    game_clock_stop(&state->turn_clock);
    for (int team = 0; team < DECRYPTO_TEAMS; team++) {
        round_reset_team(state, team);
        if (decrypto_has_code(state, team) && rotate) {
            encryptor[team] = decrypto_next_encryptor(state, team);
        }
    }
    round_say(state, encryptor, out);
    for (int team = 0; team < DECRYPTO_TEAMS; team++) {
        if (!decrypto_has_code(state, team)) {
            continue;
        }
        state->team[team].clue_ask = decrypto_new_ask(state);
        if (rotate) {
            decrypto_name(state, team, encryptor[team], out);
        }
        decrypto_start_clue_clock(state, team, out);
    }
}

static void round_token(struct decrypto *state, int team, bool interception, struct outcome *out)
{
    struct decrypto_team *side = &state->team[team];
    uint8_t *tokens = interception ? &side->interceptions : &side->miscommunications;
    if (*tokens == DECRYPTO_TOKENS_MAX && !state->solo) {
        return;
    }
    (*tokens)++;
    struct value_tree *args = outcome_say(out, AUDIENCE_CROWD, MSG_DECRYPTO_TOKEN);
    value_term(args, "team", decrypto_teams[team]);
    value_term(args, "kind", interception ? "interception" : "miscommunication");
    value_number(args, "count", *tokens);
    outcome_end(out);
}

void decrypto_charge(struct decrypto *state, int team, struct outcome *out)
{
    assert(!state->solo);
    if (!state->team[team].charged) {
        state->team[team].charged = true;
        round_token(state, team, false, out);
    }
}

/* Where the two answers put the clue at this place of the code. */
static unsigned round_placed(const struct decrypto_last *last, int place)
{
    static const unsigned right[DECRYPTO_KINDS] = {CLUE_READ, CLUE_CAUGHT};
    static const unsigned wrong[DECRYPTO_KINDS] = {CLUE_MISREAD, CLUE_UNCAUGHT};
    unsigned placed = 0;
    for (int kind = 0; kind < DECRYPTO_KINDS; kind++) {
        int answer = last->answer[kind];
        if (answer != CODE_NONE && answer != CODE_PASS) {
            placed |= decrypto_code_digit(answer, place) == decrypto_code_digit(last->code, place)
                          ? right[kind]
                          : wrong[kind];
        }
    }
    return placed;
}

/* The clues of the set are the public's now, each under its keyword. */
static void round_file_clues(struct decrypto *state, int team)
{
    struct clue_item item;
    for (int place = 0; place < DECRYPTO_CLUES; place++) {
        bool there = clue_log_current(&state->log, team, place, &item);
        assert(there);
        item.entry.slot = (unsigned)decrypto_code_digit(state->team[team].code, place) & 0xf;
        item.entry.placed = round_placed(&state->last, place) & 0xf;
        clue_log_mark(&state->log, &item);
    }
}

static void round_say_reveal(const struct decrypto *state, int team, struct outcome *out)
{
    const struct decrypto_last *last = &state->last;
    struct value_tree *args = outcome_say(out, AUDIENCE_CROWD, MSG_DECRYPTO_REVEALED);
    value_term(args, "team", decrypto_teams[team]);
    value_number(args, "round", last->round);
    decrypto_write_code(args, "code", last->code);
    decrypto_write_code(args, "decode", last->answer[DECRYPTO_DECODE]);
    decrypto_write_code(args, "intercept", last->answer[DECRYPTO_INTERCEPT]);
    value_bool(args, "decoded", last->answer[DECRYPTO_DECODE] == last->code);
    value_bool(args, "intercepted", last->answer[DECRYPTO_INTERCEPT] == last->code);
    value_bool(args, "passed", last->answer[DECRYPTO_INTERCEPT] == CODE_PASS);
    outcome_end(out);
}

void decrypto_reveal(struct decrypto *state, int team, struct outcome *out)
{
    struct decrypto_team *side = &state->team[team];
    struct decrypto_last *last = &state->last;
    int other = decrypto_other(team);
    assert(side->answer[DECRYPTO_DECODE].in);
    last->round = state->common.round;
    last->team = (int8_t)team;
    last->code = side->code;
    last->answer[DECRYPTO_DECODE] = side->answer[DECRYPTO_DECODE].code;
    last->answer[DECRYPTO_INTERCEPT] = side->answer[DECRYPTO_INTERCEPT].code;
    bool decoded = last->answer[DECRYPTO_DECODE] == side->code;
    bool intercepted = last->answer[DECRYPTO_INTERCEPT] == side->code;
    assert(!intercepted || decrypto_may_intercept(state));
    round_file_clues(state, team);
    course_mark(&state->course, team,
                intercepted ? DECRYPTO_CAUGHT
                : decoded   ? DECRYPTO_READ
                            : DECRYPTO_MISREAD);
    round_say_reveal(state, team, out);
    if (!decoded && state->solo) {
        round_token(state, other, true, out);
    } else if (!decoded) {
        decrypto_charge(state, team, out);
    }
    if (intercepted) {
        round_token(state, other, true, out);
    }
}

static bool round_is_favoured(const struct decrypto *state, int team)
{
    return state->team[team].interceptions >= DECRYPTO_TOKENS_MAX ||
           state->team[decrypto_other(team)].miscommunications >= DECRYPTO_TOKENS_MAX;
}

static void round_win(struct decrypto *state, int team, const char *reason, struct outcome *out)
{
    course_lead(&state->course, team, state->common.round);
    decrypto_end(state, OUTCOME_WIN, state->team[team].seats, reason, out);
}

static int round_points(const struct decrypto *state, int team)
{
    return state->team[team].interceptions - state->team[team].miscommunications;
}

/* The team with more points. */
static int round_ahead(const struct decrypto *state)
{
    int white = round_points(state, DECRYPTO_WHITE);
    int black = round_points(state, DECRYPTO_BLACK);
    return white == black ? COURSE_NOBODY : white > black ? DECRYPTO_WHITE : DECRYPTO_BLACK;
}

/* Points, or the keywords when they are equal. */
static void round_break_tie(struct decrypto *state, struct outcome *out)
{
    int ahead = round_ahead(state);
    if (ahead == COURSE_NOBODY) {
        decrypto_begin_tiebreak(state, out);
    } else {
        round_win(state, ahead, "points", out);
    }
}

static void round_next(struct decrypto *state, struct outcome *out)
{
    state->common.round++;
    decrypto_begin_round(state, out);
}

static void round_end_solo(struct decrypto *state, struct outcome *out)
{
    if (state->team[DECRYPTO_BLACK].interceptions >= DECRYPTO_TOKENS_MAX) {
        round_win(state, DECRYPTO_BLACK, "interceptions", out);
    } else if (state->common.round >= DECRYPTO_SOLO_ROUNDS) {
        round_win(state, DECRYPTO_WHITE, "survived", out);
    } else {
        round_next(state, out);
    }
}

/* This round's sets are history: their clues stay on the sheet only. */
static void round_put_away(struct decrypto *state)
{
    struct clue_item item;
    uint16_t next = 0;
    while (clue_log_next(&state->log, &next, &item)) {
        item.entry.flags = (uint8_t)(item.entry.flags & ~CLUE_CURRENT);
        clue_log_mark(&state->log, &item);
    }
}

void decrypto_end_round(struct decrypto *state, struct outcome *out)
{
    int32_t most = state->common.options.value[DECRYPTO_MAX_ROUNDS];
    bool last = state->sheet_full || (most > 0 && state->common.round >= (uint32_t)most);
    bool white = round_is_favoured(state, DECRYPTO_WHITE);
    bool black = round_is_favoured(state, DECRYPTO_BLACK);
    round_put_away(state);
    if (state->solo) {
        round_end_solo(state, out);
        return;
    }
    if (white == black) { /* who wins is ahead, whatever the points say */
        course_lead(&state->course, round_ahead(state), state->common.round);
    }
    if (white != black) {
        int team = white ? DECRYPTO_WHITE : DECRYPTO_BLACK;
        bool intercepted = state->team[team].interceptions >= DECRYPTO_TOKENS_MAX;
        round_win(state, team, intercepted ? "interceptions" : "miscommunications", out);
    } else if (white || last) {
        round_break_tie(state, out);
    } else {
        round_next(state, out);
    }
}
