/* Views: what the crowd and each seat may know. Keywords are a team's, a code is its Encryptor's,
 * drafts are a team's; all else here is public. */
#include "decrypto_private.h"

#include <assert.h>
#include <string.h>

enum { VIEW_NOTED_MAX = 24, VIEW_CODES_MAX = 24 };

static void view_keywords(const struct decrypto *state, int team, const char *key,
                          struct value_tree *facts)
{
    if (!decrypto_has_code(state, team)) {
        value_null(facts, key);
        return;
    }
    value_list(facts, key);
    for (int slot = 0; slot < DECRYPTO_SLOTS; slot++) {
        const char *word = state->team[team].keyword[slot];
        value_text(facts, NULL, word, strlen(word));
    }
    value_end(facts);
}

void decrypto_write_words(const struct decrypto *state, struct value_tree *facts)
{
    for (int team = 0; team < DECRYPTO_TEAMS; team++) {
        view_keywords(state, team, decrypto_teams[team], facts);
    }
}

static bool view_is_noted(const struct clue_entry *entry)
{
    return (entry->flags & (CLUE_CHALLENGED | CLUE_INSISTED)) != 0 && entry->slot != 0;
}

static void view_write_noted_clue(const struct decrypto *state, const struct clue_item *item,
                                  struct value_tree *facts)
{
    const char *keyword = state->team[item->entry.team].keyword[item->entry.slot - 1];
    value_object(facts, NULL);
    value_term(facts, "team", decrypto_teams[item->entry.team]);
    value_number(facts, "slot", item->entry.slot);
    value_text(facts, "text", item->text, item->entry.len);
    value_text(facts, "keyword", keyword, strlen(keyword));
    value_bool(facts, "challenged", (item->entry.flags & CLUE_CHALLENGED) != 0);
    value_bool(facts, "upheld", (item->entry.flags & CLUE_UPHELD) != 0);
    value_bool(facts, "insisted", (item->entry.flags & CLUE_INSISTED) != 0);
    value_end(facts);
}

void decrypto_write_noted(const struct decrypto *state, struct value_tree *facts)
{
    struct clue_item item;
    uint16_t next = 0;
    int count = 0;
    while (clue_log_next(&state->log, &next, &item)) {
        count += view_is_noted(&item.entry);
    }
    value_list(facts, "noted");
    for (next = 0; clue_log_next(&state->log, &next, &item);) {
        if (view_is_noted(&item.entry) && count-- <= VIEW_NOTED_MAX) {
            view_write_noted_clue(state, &item, facts);
        }
    }
    value_end(facts);
}

static void view_seats(const char *key, uint16_t seats, struct value_tree *facts)
{
    value_list(facts, key);
    for (int seat = 0; seat < SEATS_MAX; seat++) {
        if ((seats & seat_bit(seat)) != 0) {
            value_number(facts, NULL, seat);
        }
    }
    value_end(facts);
}

static void view_teams(const struct decrypto *state, struct value_tree *facts)
{
    value_object(facts, "teams");
    for (int team = 0; team < DECRYPTO_TEAMS; team++) {
        view_seats(decrypto_teams[team], state->team[team].seats, facts);
    }
    value_end(facts);
    value_object(facts, "encryptors");
    for (int team = 0; team < DECRYPTO_TEAMS; team++) {
        decrypto_write_seat(facts, decrypto_teams[team], state->team[team].encryptor);
    }
    value_end(facts);
}

/* The set of a team, once everybody may read it; with shown off also before. */
static void view_set(const struct decrypto *state, int team, const char *key, bool shown,
                     struct value_tree *facts)
{
    struct clue_item item;
    if (!clue_log_current(&state->log, team, 0, &item) ||
        (shown && (item.entry.flags & CLUE_PUBLISHED) == 0)) {
        value_null(facts, key);
        return;
    }
    value_list(facts, key);
    for (int place = 0; place < DECRYPTO_CLUES; place++) {
        if (clue_log_current(&state->log, team, place, &item)) {
            value_text(facts, NULL, item.text, item.entry.len);
        }
    }
    value_end(facts);
}

static void view_answered(const struct decrypto *state, int team, const char *key,
                          struct value_tree *facts)
{
    value_object(facts, key);
    for (int kind = 0; kind < DECRYPTO_KINDS; kind++) {
        value_bool(facts, decrypto_kinds[kind],
                   state->common.phase <= DECRYPTO_AT_RULING && state->team[team].answer[kind].in);
    }
    value_end(facts);
}

static void view_clues(const struct decrypto *state, struct value_tree *facts)
{
    value_object(facts, "clues");
    for (int team = 0; team < DECRYPTO_TEAMS; team++) {
        view_set(state, team, decrypto_teams[team], true, facts);
    }
    value_end(facts);
    view_answered(state, state->half, "answered", facts);
    if (decrypto_simultaneous(state)) {
        value_object(facts, "answers");
        for (int team = 0; team < DECRYPTO_TEAMS; team++) {
            view_answered(state, team, decrypto_teams[team], facts);
        }
        value_end(facts);
    }
    bool doubted = state->common.phase == DECRYPTO_AT_RULING;
    int team = doubted ? state->ruling_team : state->rewriting;
    if (team == DECRYPTO_NO_TEAM) {
        value_null(facts, "doubt");
        return;
    }
    value_object(facts, "doubt");
    value_term(facts, "team", decrypto_teams[team]);
    value_number(facts, "clue", state->clue_place + 1);
    value_bool(facts, "rewriting", !doubted);
    value_end(facts);
}

static void view_tokens(const struct decrypto *state, struct value_tree *facts)
{
    value_object(facts, "tokens");
    for (int team = 0; team < DECRYPTO_TEAMS; team++) {
        value_object(facts, decrypto_teams[team]);
        value_number(facts, "interceptions", state->team[team].interceptions);
        value_number(facts, "miscommunications", state->team[team].miscommunications);
        value_end(facts);
    }
    value_end(facts);
}

static void view_sheet_slot(const struct decrypto *state, int team, int slot,
                            struct value_tree *facts)
{
    static const char *const slots[DECRYPTO_SLOTS] = {"1", "2", "3", "4"};
    struct clue_item item;
    uint16_t next = 0;
    value_list(facts, slots[slot - 1]);
    while (clue_log_next(&state->log, &next, &item)) {
        if (item.entry.team == team && item.entry.slot == slot &&
            (item.entry.flags & (CLUE_STRUCK | CLUE_GUESS)) == 0) {
            value_text(facts, NULL, item.text, item.entry.len);
        }
    }
    value_end(facts);
}

/* A set that everybody knows by now: which numbers its clues were for. */
struct view_set_code {
    char digits[DECRYPTO_CLUES + 1];
    int clues;
};

/* Takes the next whole set of a team out of the log. False at its end. */
static bool view_next_code(const struct decrypto *state, int team, uint16_t *next,
                           struct view_set_code *set)
{
    struct clue_item item;
    memset(set, 0, sizeof *set);
    while (set->clues < DECRYPTO_CLUES && clue_log_next(&state->log, next, &item)) {
        if (item.entry.team == team && item.entry.slot != 0 &&
            (item.entry.flags & (CLUE_STRUCK | CLUE_GUESS)) == 0) {
            set->digits[item.entry.place] = (char)('0' + item.entry.slot);
            set->clues++;
        }
    }
    return set->clues == DECRYPTO_CLUES && strlen(set->digits) == DECRYPTO_CLUES;
}

/* The codes that were revealed, the latest last. */
static void view_codes(const struct decrypto *state, int team, struct value_tree *facts)
{
    struct view_set_code set;
    uint16_t next = 0;
    int skip = -VIEW_CODES_MAX;
    while (view_next_code(state, team, &next, &set)) {
        skip++;
    }
    value_list(facts, decrypto_teams[team]);
    for (next = 0; view_next_code(state, team, &next, &set);) {
        if (skip-- <= 0) {
            value_text(facts, NULL, set.digits, DECRYPTO_CLUES);
        }
    }
    value_end(facts);
}

static void view_sheet(const struct decrypto *state, struct value_tree *facts)
{
    value_object(facts, "sheet");
    for (int team = 0; team < DECRYPTO_TEAMS; team++) {
        value_object(facts, decrypto_teams[team]);
        for (int slot = 1; slot <= DECRYPTO_SLOTS; slot++) {
            view_sheet_slot(state, team, slot, facts);
        }
        value_end(facts);
    }
    value_end(facts);
    value_object(facts, "codes");
    for (int team = 0; team < DECRYPTO_TEAMS; team++) {
        view_codes(state, team, facts);
    }
    value_end(facts);
}

static void view_last(const struct decrypto *state, struct value_tree *facts)
{
    const struct decrypto_last *last = &state->last;
    if (last->round == 0) {
        value_null(facts, "last");
        return;
    }
    value_object(facts, "last");
    value_term(facts, "team", decrypto_teams[last->team]);
    decrypto_write_code(facts, "code", last->code);
    decrypto_write_code(facts, "decode", last->answer[DECRYPTO_DECODE]);
    decrypto_write_code(facts, "intercept", last->answer[DECRYPTO_INTERCEPT]);
    value_bool(facts, "passed", last->answer[DECRYPTO_INTERCEPT] == CODE_PASS);
    value_number(facts, "round", last->round);
    value_end(facts);
}

static void view_guess(const struct decrypto *state, int team, const char *key,
                       struct value_tree *facts)
{
    struct clue_item item;
    uint16_t next = 0;
    value_list(facts, key);
    while (clue_log_next(&state->log, &next, &item)) {
        if (item.entry.team == team && (item.entry.flags & CLUE_GUESS) != 0) {
            value_text(facts, NULL, item.text, item.entry.len);
        }
    }
    value_end(facts);
}

static void view_tiebreak(const struct decrypto *state, struct value_tree *facts)
{
    value_object(facts, "guessed");
    for (int team = 0; team < DECRYPTO_TEAMS; team++) {
        value_bool(facts, decrypto_teams[team], state->team[team].guessed);
    }
    value_end(facts);
    if (state->common.over) {
        value_object(facts, "guesses");
        for (int team = 0; team < DECRYPTO_TEAMS; team++) {
            view_guess(state, team, decrypto_teams[team], facts);
        }
        value_end(facts);
    }
}

static void view_crowd(const struct decrypto *state, struct value_tree *facts)
{
    int64_t agreed = state->sheet_full ? (int64_t)state->common.round
                                       : state->common.options.value[DECRYPTO_MAX_ROUNDS];
    value_number(facts, "max_rounds", state->solo ? DECRYPTO_SOLO_ROUNDS : agreed);
    value_term(facts, "half", decrypto_teams[state->half]);
    view_teams(state, facts);
    view_clues(state, facts);
    view_tokens(state, facts);
    view_sheet(state, facts);
    view_last(state, facts);
    if (state->broke_tie) {
        view_tiebreak(state, facts);
    }
    if (state->common.over) {
        value_object(facts, "keywords");
        decrypto_write_words(state, facts);
        value_end(facts);
        decrypto_write_noted(state, facts);
    }
}

static void view_draft(const struct decrypto *state, const struct decrypto_answer *answer,
                       const char *key, struct value_tree *facts)
{
    if (state->common.phase > DECRYPTO_AT_RULING) {
        value_null(facts, key);
    } else if (answer->code == CODE_PASS) {
        value_term(facts, key, "pass");
    } else {
        decrypto_write_code(facts, key, answer->code);
    }
}

/* What the own team has said so far: to its own code, and to the rivals'. */
static void view_drafts(const struct decrypto *state, int team, struct value_tree *facts)
{
    const struct decrypto_answer *decode = &state->team[team].answer[DECRYPTO_DECODE];
    const struct decrypto_answer *intercept =
        &state->team[decrypto_other(team)].answer[DECRYPTO_INTERCEPT];
    bool own =
        decrypto_has_code(state, team) && (decrypto_simultaneous(state) || state->half == team);
    view_draft(state, own ? decode : intercept, "draft", facts);
    value_object(facts, "drafts");
    view_draft(state, decode, decrypto_kinds[DECRYPTO_DECODE], facts);
    view_draft(state, intercept, decrypto_kinds[DECRYPTO_INTERCEPT], facts);
    value_end(facts);
}

/* Was the set of a team left empty? Its code is for nobody then: who is named for it in the end may
 * never have seen it. */
static bool view_is_empty(const struct decrypto *state, int team)
{
    struct clue_item item;
    bool empty = state->rewriting != team;
    for (int place = 0; place < DECRYPTO_CLUES && empty; place++) {
        empty = clue_log_current(&state->log, team, place, &item) &&
                (item.entry.flags & CLUE_BLANK) != 0;
    }
    return empty;
}

static void view_seat(const struct decrypto *state, int seat, struct value_tree *facts)
{
    int team = decrypto_team_of(state, seat);
    const struct decrypto_team *side = &state->team[team];
    bool encrypts = side->encryptor == seat && state->common.phase <= DECRYPTO_AT_RULING;
    value_term(facts, "team", decrypto_teams[team]);
    if (!state->common.over) {
        view_keywords(state, team, "keywords", facts);
    }
    bool knows = encrypts && !view_is_empty(state, team);
    decrypto_write_code(facts, "code", knows ? side->code : CODE_NONE);
    view_drafts(state, team, facts);
    if (encrypts) {
        view_set(state, team, "written", false, facts);
    }
    if (state->common.phase == DECRYPTO_AT_TIEBREAK) {
        view_guess(state, team, "guess", facts);
    }
}

void decrypto_view(const void *subject, int seat, struct view *view)
{
    const struct decrypto *state = subject;
    view_crowd(state, &view->facts);
    if (seat != SEAT_CROWD) {
        view_seat(state, seat, &view->facts);
    }
    assert(!view->facts.full);
}
