/* Writing clues: an Encryptor locks a set, and when all sets are locked the first is shown. */
#include "decrypto_private.h"

#include <assert.h>
#include <string.h>

#include "decrypto_check.h"
#include "text_form.h"

enum {
    CLUES_BYTES_MAX = DECRYPTO_CLUE_CHARACTERS_MAX * 4,
    CLUES_LAST = 1 << DECRYPTO_CLUES /* judgement: the sheet has no room for another round */
};

static_assert((int)CLUES_BYTES_MAX == (int)CLUE_LOG_CLUE_BYTES, "the log counts on longest clues");

static const char *const clue_blank = "-";

/* Reads the three texts; a text withheld by the journal is empty. False when they are not three
 * texts. */
static bool clues_read(const struct move *move, const char *clues[DECRYPTO_CLUES])
{
    uint16_t list = value_find(&move->args, VALUE_NONE, "clues");
    for (unsigned place = 0; place < DECRYPTO_CLUES; place++) {
        uint16_t at = list == VALUE_NONE ? VALUE_NONE : value_member(&move->args, list, place);
        const char *text = at == VALUE_NONE ? NULL : move->args.fact[at].text;
        clues[place] = text != NULL ? text : "";
    }
    return list != VALUE_NONE && move->args.fact[list].number == DECRYPTO_CLUES;
}

/* May this seat send clues now? */
static enum refusal clues_may(const struct decrypto *state, int seat, struct outcome *out)
{
    int team = decrypto_team_of(state, seat);
    bool encrypts = state->team[team].encryptor == seat;
    if (state->common.phase != DECRYPTO_AT_CLUES && !encrypts) {
        struct value_tree *args = outcome_refuse(out, REFUSAL_WRONG_PHASE);
        value_term(args, "phase", "guess");
        outcome_end(out);
        return REFUSAL_WRONG_PHASE;
    }
    if (!encrypts) {
        return REFUSAL_NOT_ENCRYPTOR;
    }
    if (state->common.phase != DECRYPTO_AT_CLUES ||
        (state->rewriting != DECRYPTO_NO_TEAM && state->rewriting != team)) {
        return REFUSAL_LOCKED;
    }
    return REFUSAL_NONE;
}

bool decrypto_may_write(const struct decrypto *state, int seat)
{
    struct outcome out;
    outcome_init(&out);
    return clues_may(state, seat, &out) == REFUSAL_NONE;
}

/* In a rewriting all clues but the one in question must be those already shown, or left out. */
static enum refusal clues_keep(const struct decrypto *state, const char *clues[DECRYPTO_CLUES],
                               struct outcome *out)
{
    for (int place = 0; place < DECRYPTO_CLUES; place++) {
        struct clue_item item;
        struct text sent;
        struct text shown;
        if (place == state->clue_place) {
            continue;
        }
        bool there = clue_log_current(&state->log, state->rewriting, place, &item);
        assert(there);
        if (there && clues[place][0] == '\0') {
            clues[place] = item.text; /* a form asks for the one alone */
            continue;
        }
        if (!there || !form_compared(clues[place], &sent) || !form_compared(item.text, &shown) ||
            !form_same(&sent, &shown)) {
            return outcome_bad_argument(out, "clues", "changed");
        }
    }
    return REFUSAL_NONE;
}

enum refusal decrypto_clues_resolve(const void *subject, struct move *move, struct outcome *out)
{
    const struct decrypto *state = subject;
    struct check_set set = {.place = -1, .insist = value_bool_at(&move->args, "insist")};
    enum refusal refusal = clues_may(state, move->seat, out);
    if (refusal != REFUSAL_NONE) {
        return refusal;
    }
    if (!clues_read(move, set.clue)) {
        struct value_tree *args = outcome_refuse(out, REFUSAL_CLUE_SHAPE);
        value_term(args, "problem", "not_three");
        outcome_end(out);
        return REFUSAL_CLUE_SHAPE;
    }
    set.team = decrypto_team_of(state, move->seat);
    if (state->rewriting != DECRYPTO_NO_TEAM) {
        set.place = state->clue_place;
        refusal = clues_keep(state, set.clue, out);
    }
    if (refusal == REFUSAL_NONE) {
        refusal = check_clues(state, &set, &move->judgement[0], out);
    }
    move->judgement_count = 1;
    move->judgement[0] |= decrypto_has_room(state) ? 0 : CLUES_LAST;
    return refusal;
}

static void clues_add(struct decrypto *state, int team, int place, unsigned flags, const char *text)
{
    struct clue_entry entry = {
        .team = (uint8_t)team, .place = (uint8_t)place, .flags = (uint8_t)(flags | CLUE_CURRENT)};
    clue_log_add(&state->log, entry, text);
}

static void clues_write_list(const struct decrypto *state, int team, struct value_tree *args)
{
    struct clue_item item;
    value_list(args, "clues");
    for (int place = 0; place < DECRYPTO_CLUES; place++) {
        if (clue_log_current(&state->log, team, place, &item)) {
            value_text(args, NULL, item.text, item.entry.len);
        }
    }
    value_end(args);
}

bool decrypto_is_timed(const struct decrypto *state, int team)
{
    int other = decrypto_other(team);
    return decrypto_option_is(state, DECRYPTO_TIMER, 1) && state->rewriting == DECRYPTO_NO_TEAM &&
           decrypto_has_code(state, other) && state->team[other].locked &&
           !state->team[team].locked;
}

bool decrypto_has_room(const struct decrypto *state)
{
    return clue_log_has_room(&state->log, 2 * DECRYPTO_ROUND_CLUES + DECRYPTO_TIEBREAK_CLUES,
                             2 * DECRYPTO_ROUND_ENTRIES + DECRYPTO_TIEBREAK_CLUES);
}

void decrypto_start_clue_clock(struct decrypto *state, int team, struct outcome *out)
{
    struct game_clock *clock = &state->team[team].clue_clock;
    if (!decrypto_is_timed(state, team)) {
        decrypto_wait(state, clock);
        return;
    }
    if (!clock->running) {
        game_clock_start(clock, game_now_ms(&state->common), DECRYPTO_TIMER_MS);
        struct value_tree *args = outcome_say(out, AUDIENCE_CROWD, MSG_DECRYPTO_TIMER);
        value_term(args, "team", decrypto_teams[team]);
        value_number(args, "ms", DECRYPTO_TIMER_MS);
        outcome_end(out);
    }
}

/* The set of a team is complete for the first time. */
static void clues_lock(struct decrypto *state, int team, struct outcome *out)
{
    int other = decrypto_other(team);
    assert(!state->team[team].locked);
    state->team[team].locked = true;
    game_clock_stop(&state->team[team].clue_clock);
    if (decrypto_has_code(state, other) && decrypto_is_timed(state, other)) {
        game_clock_stop(&state->team[other].clue_clock);
        decrypto_start_clue_clock(state, other, out);
    }
}

void decrypto_leave_blank(struct decrypto *state, int team, struct outcome *out)
{
    assert(!state->team[team].locked);
    if (state->team[team].encryptor == SEAT_NONE) {
        decrypto_name_blank(state, team, out);
    }
    for (int place = 0; place < DECRYPTO_CLUES; place++) {
        clues_add(state, team, place, CLUE_BLANK, clue_blank);
    }
    state->team[team].locked = true;
    game_clock_stop(&state->team[team].clue_clock);
}

static void clues_publish(struct decrypto *state, int team, struct outcome *out)
{
    struct clue_item item;
    for (int place = 0; place < DECRYPTO_CLUES; place++) {
        bool there = clue_log_current(&state->log, team, place, &item);
        assert(there);
        item.entry.flags = (uint8_t)(item.entry.flags | CLUE_PUBLISHED);
        clue_log_mark(&state->log, &item);
    }
    struct value_tree *args = outcome_say(out, AUDIENCE_CROWD, MSG_DECRYPTO_PUBLISHED);
    value_term(args, "team", decrypto_teams[team]);
    value_number(args, "round", state->common.round);
    clues_write_list(state, team, args);
    outcome_end(out);
}

void decrypto_open_half(struct decrypto *state, int team, struct outcome *out)
{
    state->common.phase = DECRYPTO_AT_GUESS;
    state->half = (int8_t)team;
    clues_publish(state, team, out);
    decrypto_clear_answers(state, team);
    decrypto_wait(state, &state->turn_clock);
}

void decrypto_publish_when_ready(struct decrypto *state, struct outcome *out)
{
    for (int team = 0; team < DECRYPTO_TEAMS; team++) {
        if (decrypto_has_code(state, team) && !state->team[team].locked) {
            return;
        }
    }
    if (state->sheet_full) {
        outcome_tell(out, AUDIENCE_CROWD, MSG_DECRYPTO_SHEET_FULL);
    }
    decrypto_open_half(state, DECRYPTO_WHITE, out);
    if (decrypto_simultaneous(state)) {
        decrypto_open_half(state, DECRYPTO_BLACK, out);
        state->half = DECRYPTO_WHITE;
    }
}

static unsigned clues_insisted(const struct move *move, int place)
{
    return (move->judgement[0] & (1 << place)) != 0 ? CLUE_INSISTED : 0;
}

enum refusal decrypto_clues(void *subject, const struct move *move, struct outcome *out)
{
    struct decrypto *state = subject;
    int team = decrypto_team_of(state, move->seat);
    const char *clues[DECRYPTO_CLUES];
    enum refusal refusal = clues_may(state, move->seat, out);
    if (refusal != REFUSAL_NONE) {
        return refusal;
    }
    clues_read(move, clues);
    for (int place = 0; place < DECRYPTO_CLUES; place++) {
        if (strlen(clues[place]) > CLUES_BYTES_MAX) {
            return REFUSAL_CLUE_SHAPE;
        }
    }
    if (state->rewriting != DECRYPTO_NO_TEAM) {
        int place = state->clue_place;
        decrypto_rewritten(state, clues[place], clues_insisted(move, place), out);
        return REFUSAL_NONE;
    }
    state->sheet_full = state->sheet_full || (move->judgement[0] & CLUES_LAST) != 0;
    clue_log_drop_all(&state->log, team, CLUE_CURRENT);
    for (int place = 0; place < DECRYPTO_CLUES; place++) {
        clues_add(state, team, place, clues_insisted(move, place), clues[place]);
    }
    struct value_tree *args = outcome_say(out, seat_bit(move->seat), MSG_DECRYPTO_LOCKED);
    clues_write_list(state, team, args);
    outcome_end(out);
    if (!state->team[team].locked) {
        clues_lock(state, team, out);
        decrypto_publish_when_ready(state, out);
    }
    return REFUSAL_NONE;
}
