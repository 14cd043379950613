/* Answers to a code: the own team's decode, the opponents' interception. A draft may be replaced
 * until both are in; what is in is revealed at once. */
#include "decrypto_private.h"

#include <assert.h>
#include <string.h>

bool decrypto_half_open(const struct decrypto *state, int team)
{
    return state->common.phase == DECRYPTO_AT_GUESS && decrypto_has_code(state, team) &&
           (decrypto_simultaneous(state) || state->half == team);
}

bool decrypto_may_intercept(const struct decrypto *state)
{
    return decrypto_option_is(state, DECRYPTO_FIRST_INTERCEPT, 1) || state->common.round >= 2;
}

uint16_t decrypto_entitled(const struct decrypto *state, int team, enum decrypto_kind kind)
{
    if (kind == DECRYPTO_INTERCEPT) {
        return decrypto_present(state, decrypto_other(team));
    }
    return (uint16_t)(decrypto_present(state, team) & ~seat_bit(state->team[team].encryptor));
}

void decrypto_clear_answers(struct decrypto *state, int team)
{
    for (int kind = 0; kind < DECRYPTO_KINDS; kind++) {
        struct decrypto_answer *answer = &state->team[team].answer[kind];
        answer->ask = decrypto_new_ask(state);
        answer->confirm_ask = 0;
        answer->code = CODE_NONE;
        answer->by = SEAT_NONE;
        answer->in = false;
    }
}

/* Whose code an answer of this kind by this seat is about. */
static int guess_team(const struct decrypto *state, int seat, enum decrypto_kind kind)
{
    int team = decrypto_team_of(state, seat);
    return kind == DECRYPTO_DECODE ? team : decrypto_other(team);
}

/* May this seat give an answer of this kind now? */
static enum refusal guess_may(const struct decrypto *state, int seat, enum decrypto_kind kind)
{
    int team = guess_team(state, seat, kind);
    if (!decrypto_half_open(state, team)) {
        return REFUSAL_NOT_YOUR_TURN;
    }
    if (kind == DECRYPTO_INTERCEPT && !decrypto_may_intercept(state)) {
        return REFUSAL_TOO_EARLY;
    }
    if ((decrypto_entitled(state, team, kind) & seat_bit(seat)) == 0) {
        return REFUSAL_ENCRYPTOR_SILENT;
    }
    /* only in the simultaneous order is a pair of answers complete before it is revealed */
    const struct decrypto_answer *answer = state->team[team].answer;
    bool both = answer[DECRYPTO_DECODE].in && answer[DECRYPTO_INTERCEPT].in;
    return both ? REFUSAL_LOCKED : REFUSAL_NONE;
}

static enum refusal guess_read(struct move *move, struct outcome *out)
{
    int code = decrypto_code_read(value_text_at(&move->args, "code", ""));
    if (code == CODE_NONE) {
        outcome_refuse(out, REFUSAL_BAD_CODE);
        outcome_end(out);
        return REFUSAL_BAD_CODE;
    }
    move->judgement_count = 1;
    move->judgement[0] = code;
    return REFUSAL_NONE;
}

enum refusal decrypto_decode_resolve(const void *subject, struct move *move, struct outcome *out)
{
    enum refusal refusal = guess_may(subject, move->seat, DECRYPTO_DECODE);
    return refusal != REFUSAL_NONE ? refusal : guess_read(move, out);
}

enum refusal decrypto_intercept_resolve(const void *subject, struct move *move, struct outcome *out)
{
    bool pass = value_bool_at(&move->args, "pass");
    bool code = value_has(&move->args, "code");
    enum refusal refusal = guess_may(subject, move->seat, DECRYPTO_INTERCEPT);
    if (refusal != REFUSAL_NONE) {
        return refusal;
    }
    if (pass && code) {
        return outcome_bad_argument(out, "pass", "not_fitting");
    }
    if (!pass && !code) {
        return outcome_bad_argument(out, "code", "missing");
    }
    if (pass) {
        move->judgement_count = 1;
        move->judgement[0] = CODE_PASS;
        return REFUSAL_NONE;
    }
    return guess_read(move, out);
}

static struct value_tree *guess_say(uint16_t to, enum message message, int team,
                                    enum decrypto_kind kind, struct outcome *out)
{
    struct value_tree *args = outcome_say(out, to, message);
    value_term(args, "team", decrypto_teams[team]);
    value_term(args, "of", decrypto_kinds[kind]);
    return args;
}

/* The team whose members give this answer to team's code. */
static int guess_side(int team, enum decrypto_kind kind)
{
    return kind == DECRYPTO_DECODE ? team : decrypto_other(team);
}

static void guess_count(struct decrypto *state, int team, enum decrypto_kind kind,
                        struct outcome *out)
{
    struct decrypto_answer *answer = &state->team[team].answer[kind];
    assert(!answer->in);
    answer->in = true;
    guess_say(AUDIENCE_CROWD, MSG_DECRYPTO_ANSWERED, guess_side(team, kind), kind, out);
    outcome_end(out);
}

/* Does a draft need the word of another member? */
static bool guess_needs_second(const struct decrypto *state, int team, enum decrypto_kind kind)
{
    uint16_t others = (uint16_t)(decrypto_entitled(state, team, kind) &
                                 ~seat_bit(state->team[team].answer[kind].by));
    return decrypto_option_is(state, DECRYPTO_CONFIRM, 1) && others != 0;
}

static void guess_say_draft(const struct decrypto *state, int team, enum decrypto_kind kind,
                            struct outcome *out)
{
    const struct decrypto_answer *answer = &state->team[team].answer[kind];
    struct value_tree *args =
        outcome_say(out, decrypto_present(state, guess_side(team, kind)), MSG_DECRYPTO_DRAFT);
    value_term(args, "of", decrypto_kinds[kind]);
    value_number(args, "seat", answer->by);
    decrypto_write_code(args, "code", answer->code);
    value_bool(args, "pass", answer->code == CODE_PASS);
    value_bool(args, "confirm", guess_needs_second(state, team, kind));
    outcome_end(out);
}

static bool guess_complete(const struct decrypto *state, int team)
{
    const struct decrypto_answer *answer = state->team[team].answer;
    return answer[DECRYPTO_DECODE].in &&
           (answer[DECRYPTO_INTERCEPT].in || !decrypto_may_intercept(state));
}

/* Will the code be shown now, or both codes? */
static bool guess_is_over(const struct decrypto *state)
{
    return guess_complete(state, state->half) &&
           (!decrypto_simultaneous(state) || guess_complete(state, decrypto_other(state->half)));
}

/* An answer waits for a second member; one that counted before does not any more. */
static void guess_propose(struct decrypto *state, int team, enum decrypto_kind kind,
                          struct outcome *out)
{
    struct decrypto_answer *answer = &state->team[team].answer[kind];
    answer->confirm_ask = decrypto_new_ask(state);
    if (answer->in) {
        answer->in = false;
        guess_say(AUDIENCE_CROWD, MSG_DECRYPTO_REOPENED, guess_side(team, kind), kind, out);
        outcome_end(out);
    }
}

static enum refusal guess_make(struct decrypto *state, const struct move *move,
                               enum decrypto_kind kind, struct outcome *out)
{
    int team = guess_team(state, move->seat, kind);
    struct decrypto_answer *answer = &state->team[team].answer[kind];
    enum refusal refusal = guess_may(state, move->seat, kind);
    int code = move->judgement[0];
    if (refusal != REFUSAL_NONE) {
        return refusal;
    }
    if (!decrypto_code_is(code) && (kind != DECRYPTO_INTERCEPT || code != CODE_PASS)) {
        return REFUSAL_BAD_CODE;
    }
    answer->code = (int16_t)code;
    answer->by = (int8_t)move->seat;
    if (guess_needs_second(state, team, kind)) {
        guess_say_draft(state, team, kind, out);
        guess_propose(state, team, kind, out);
        return REFUSAL_NONE;
    }
    if (!answer->in) {
        guess_count(state, team, kind, out);
    }
    if (!guess_is_over(state)) { /* else everybody sees it in a moment */
        guess_say_draft(state, team, kind, out);
    }
    decrypto_settle(state, out);
    return REFUSAL_NONE;
}

enum refusal decrypto_decode(void *subject, const struct move *move, struct outcome *out)
{
    return guess_make(subject, move, DECRYPTO_DECODE, out);
}

enum refusal decrypto_intercept(void *subject, const struct move *move, struct outcome *out)
{
    return guess_make(subject, move, DECRYPTO_INTERCEPT, out);
}

/* What a confirmation is about: what it names, or what this seat can answer now. */
static enum decrypto_kind guess_kind_of(const struct decrypto *state, const struct move *move)
{
    const char *of = value_text_at(&move->args, "of", NULL);
    int team = decrypto_team_of(state, move->seat);
    if (of != NULL) {
        return strcmp(of, decrypto_kinds[DECRYPTO_DECODE]) == 0 ? DECRYPTO_DECODE
                                                                : DECRYPTO_INTERCEPT;
    }
    return state->half == team ? DECRYPTO_DECODE : DECRYPTO_INTERCEPT;
}

enum refusal decrypto_confirm(void *subject, const struct move *move, struct outcome *out)
{
    struct decrypto *state = subject;
    enum decrypto_kind kind = guess_kind_of(state, move);
    int team = guess_team(state, move->seat, kind);
    struct decrypto_answer *answer = &state->team[team].answer[kind];
    if (decrypto_option_is(state, DECRYPTO_CONFIRM, 0)) {
        return decrypto_option_off(out, "confirm");
    }
    if (decrypto_simultaneous(state) && !value_has(&move->args, "of")) {
        return outcome_bad_argument(out, "of", "missing");
    }
    enum refusal refusal = guess_may(state, move->seat, kind);
    if (refusal != REFUSAL_NONE) {
        return refusal;
    }
    if (answer->in) {
        return REFUSAL_ALREADY_DONE;
    }
    if (answer->code == CODE_NONE || answer->by == move->seat) {
        return REFUSAL_NOT_YOURS;
    }
    struct value_tree *args =
        outcome_say(out, decrypto_present(state, guess_side(team, kind)), MSG_DECRYPTO_CONFIRMED);
    value_term(args, "of", decrypto_kinds[kind]);
    value_number(args, "seat", move->seat);
    outcome_end(out);
    guess_count(state, team, kind, out);
    decrypto_settle(state, out);
    return REFUSAL_NONE;
}

void decrypto_settle(struct decrypto *state, struct outcome *out)
{
    int half = state->half;
    if (state->common.phase != DECRYPTO_AT_GUESS || !guess_is_over(state)) {
        return;
    }
    if (decrypto_simultaneous(state)) {
        decrypto_reveal(state, DECRYPTO_WHITE, out);
        decrypto_reveal(state, DECRYPTO_BLACK, out);
        decrypto_end_round(state, out);
        return;
    }
    decrypto_reveal(state, half, out);
    if (half == DECRYPTO_WHITE && !state->solo) {
        decrypto_open_half(state, DECRYPTO_BLACK, out);
    } else {
        decrypto_end_round(state, out);
    }
}

void decrypto_recount(struct decrypto *state, struct outcome *out)
{
    for (int team = 0; team < DECRYPTO_TEAMS; team++) {
        for (int kind = 0; kind < DECRYPTO_KINDS && decrypto_half_open(state, team); kind++) {
            const struct decrypto_answer *answer = &state->team[team].answer[kind];
            if (!answer->in && answer->code != CODE_NONE &&
                !guess_needs_second(state, team, (enum decrypto_kind)kind)) {
                guess_count(state, team, (enum decrypto_kind)kind, out);
            }
        }
    }
    decrypto_settle(state, out);
}

void decrypto_answer_missing(struct decrypto *state, struct outcome *out)
{
    for (int team = 0; team < DECRYPTO_TEAMS; team++) {
        struct decrypto_answer *answer = state->team[team].answer;
        if (!decrypto_half_open(state, team)) {
            continue;
        }
        if (!answer[DECRYPTO_DECODE].in) {
            answer[DECRYPTO_DECODE].code = CODE_NONE;
            answer[DECRYPTO_DECODE].in = true;
        }
        if (!answer[DECRYPTO_INTERCEPT].in && decrypto_may_intercept(state)) {
            answer[DECRYPTO_INTERCEPT].code = CODE_PASS;
            answer[DECRYPTO_INTERCEPT].in = true;
        }
    }
    decrypto_settle(state, out);
}
