/* Codes, how people write them, and who of a team encrypts. */
#include "decrypto_private.h"

#include <assert.h>
#include <string.h>

int decrypto_code_read(const char *text)
{
    size_t len = strlen(text);
    size_t step = len == 0 ? 0 : 1 + strspn(text + 1, " .,-"); /* from digit to digit */
    bool spaced = step == 3 && text[1] == ',' && text[2] == ' ';
    int code = 0;
    if (step == 0 || (step > 2 && !spaced) || len != step * (DECRYPTO_CLUES - 1) + 1) {
        return CODE_NONE;
    }
    for (size_t i = 0; i < DECRYPTO_CLUES; i++) {
        char digit = text[i * step];
        bool alike = i == 0 || memcmp(text + 1, text + (i - 1) * step + 1, step - 1) == 0;
        if (digit < '1' || digit > '4' || !alike) {
            return CODE_NONE;
        }
        code = code * 10 + (digit - '0');
    }
    return decrypto_code_is(code) ? code : CODE_NONE;
}

/* The code with this number, from 0, in rising order. */
static int16_t code_at(uint32_t number)
{
    for (int code = 123; code <= 432; code++) {
        if (decrypto_code_is(code) && number-- == 0) {
            return (int16_t)code;
        }
    }
    assert(false && "there are 24 codes");
    return CODE_NONE;
}

void decrypto_draw_code(struct decrypto *state, int team)
{
    struct decrypto_team *side = &state->team[team];
    assert(decrypto_has_code(state, team));
    if (side->pinned_next < side->pinned_count) {
        side->code = side->pinned[side->pinned_next++];
    } else {
        side->code = code_at(rng_below(&state->rng, DECRYPTO_CODES));
    }
    assert(decrypto_code_is(side->code));
}

uint16_t decrypto_hushed(const void *subject)
{
    const struct decrypto *state = subject;
    bool writing = state->common.phase == DECRYPTO_AT_CLUES && state->rewriting == DECRYPTO_NO_TEAM;
    uint16_t hushed = 0;
    for (int team = 0; team < DECRYPTO_TEAMS && state->common.phase <= DECRYPTO_AT_RULING; team++) {
        int seat = state->team[team].encryptor;
        bool open = writing || decrypto_simultaneous(state) || state->half == team;
        if (seat != SEAT_NONE && open) {
            hushed = (uint16_t)(hushed | seat_bit(seat));
        }
    }
    return hushed;
}

uint16_t decrypto_aside(const void *subject)
{
    const struct decrypto *state = subject;
    bool read = state->common.phase == DECRYPTO_AT_GUESS ||
                state->common.phase == DECRYPTO_AT_RULING || state->rewriting != DECRYPTO_NO_TEAM;
    return decrypto_simultaneous(state) && read ? decrypto_hushed(state) : 0;
}

uint16_t decrypto_candidates(const struct decrypto *state, int team)
{
    uint16_t present = decrypto_present(state, team);
    uint16_t fresh = (uint16_t)(present & ~seat_bit(state->team[team].last));
    return fresh != 0 ? fresh : present;
}

int decrypto_next_encryptor(const struct decrypto *state, int team)
{
    const struct decrypto_team *side = &state->team[team];
    uint16_t candidates = decrypto_candidates(state, team);
    int after = side->encryptor != SEAT_NONE ? side->encryptor : side->last;
    assert(candidates != 0);
    for (int step = 1; step <= SEATS_MAX; step++) {
        int seat = after < 0 ? step - 1 : (after + step) % SEATS_MAX;
        if ((candidates & seat_bit(seat)) != 0) {
            return seat;
        }
    }
    assert(false && "a candidate sits somewhere");
    return SEAT_NONE;
}

static void code_tell(const struct decrypto *state, int team, struct outcome *out)
{
    const struct decrypto_team *side = &state->team[team];
    struct value_tree *args = outcome_say(out, seat_bit(side->encryptor), MSG_DECRYPTO_CODE);
    decrypto_write_code(args, "code", side->code);
    value_list(args, "words");
    for (int place = 0; place < DECRYPTO_CLUES; place++) {
        const char *word = side->keyword[decrypto_code_digit(side->code, place) - 1];
        value_text(args, NULL, word, strlen(word));
    }
    value_end(args);
    outcome_end(out);
}

static void code_name(struct decrypto *state, int team, int seat)
{
    struct decrypto_team *side = &state->team[team];
    assert((decrypto_present(state, team) & seat_bit(seat)) != 0);
    side->encryptor = (int8_t)seat;
    side->clue_ask = decrypto_new_ask(state);
}

void decrypto_name(struct decrypto *state, int team, int seat, struct outcome *out)
{
    code_name(state, team, seat);
    code_tell(state, team, out);
}

/* Says who is next in rotation, and why. */
static int code_say_next(const struct decrypto *state, int team, const char *why,
                         struct outcome *out)
{
    int seat = decrypto_next_encryptor(state, team);
    struct value_tree *args = outcome_say(out, AUDIENCE_CROWD, MSG_DECRYPTO_ENCRYPTOR);
    value_term(args, "team", decrypto_teams[team]);
    value_number(args, "seat", seat);
    value_term(args, "why", why);
    outcome_end(out);
    return seat;
}

void decrypto_name_next(struct decrypto *state, int team, const char *why, struct outcome *out)
{
    decrypto_name(state, team, code_say_next(state, team, why, out), out);
}

void decrypto_name_blank(struct decrypto *state, int team, struct outcome *out)
{
    code_name(state, team, code_say_next(state, team, "time", out));
}

enum refusal decrypto_volunteer(void *subject, const struct move *move, struct outcome *out)
{
    struct decrypto *state = subject;
    int team = decrypto_team_of(state, move->seat);
    if (decrypto_option_is(state, DECRYPTO_ENCRYPTOR, 0)) {
        return decrypto_option_off(out, "encryptor");
    }
    if (!decrypto_has_code(state, team)) {
        return REFUSAL_NOT_YOURS;
    }
    if (state->team[team].encryptor != SEAT_NONE) {
        return REFUSAL_ALREADY_DONE;
    }
    if ((decrypto_candidates(state, team) & seat_bit(move->seat)) == 0) {
        return REFUSAL_NOT_YOURS;
    }
    struct value_tree *args = outcome_say(out, AUDIENCE_CROWD, MSG_DECRYPTO_ENCRYPTOR);
    value_term(args, "team", decrypto_teams[team]);
    value_number(args, "seat", move->seat);
    value_term(args, "why", "volunteered");
    outcome_end(out);
    decrypto_name(state, team, move->seat, out);
    decrypto_start_clue_clock(state, team, out);
    return REFUSAL_NONE;
}
