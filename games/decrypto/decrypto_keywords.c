/* The tie-break: each team guesses the other's keywords, slot by slot, in secret. */
#include "decrypto_private.h"

#include <assert.h>
#include <string.h>

#include "text_form.h"

enum {
    KEYWORDS_GUESS_BYTES_MAX = DECRYPTO_CLUE_CHARACTERS_MAX * 4,
    KEYWORDS_ALL = (1 << DECRYPTO_SLOTS) - 1
};

void decrypto_begin_tiebreak(struct decrypto *state, struct outcome *out)
{
    assert(!state->solo);
    state->common.phase = DECRYPTO_AT_TIEBREAK;
    state->broke_tie = true;
    for (int team = 0; team < DECRYPTO_TEAMS; team++) {
        state->team[team].guess_ask = decrypto_new_ask(state);
    }
    outcome_tell(out, AUDIENCE_CROWD, MSG_DECRYPTO_TIEBREAK);
    decrypto_wait(state, &state->turn_clock);
}

/* Bit slot of pairs[i] is set where guess i fits the keyword of that slot. */
static void keywords_compare(const struct decrypto_team *rivals, const char *const *words,
                             unsigned pairs[DECRYPTO_SLOTS])
{
    for (int i = 0; i < DECRYPTO_SLOTS; i++) {
        struct text guess;
        pairs[i] = 0;
        for (int slot = 0; slot < DECRYPTO_SLOTS; slot++) {
            struct text keyword;
            if (form_compared(words[i], &guess) && guess.count > 0 &&
                form_compared(rivals->keyword[slot], &keyword) &&
                form_inflected(&guess, &keyword)) {
                pairs[i] |= 1u << slot;
            }
        }
    }
}

/* best[slots] is the most right guesses so far that stand for just these slots, -1 for none: one
 * guess more, which fits the slots of its bits. */
static void keywords_take(int best[KEYWORDS_ALL + 1], unsigned fits)
{
    for (int taken = KEYWORDS_ALL; taken >= 0; taken--) {
        for (int slot = 0; slot < DECRYPTO_SLOTS && best[taken] >= 0; slot++) {
            int with = taken | 1 << slot;
            bool free = with != taken && (fits & (1u << slot)) != 0;
            if (free && best[with] <= best[taken]) {
                best[with] = best[taken] + 1;
            }
        }
    }
}

/* The most guesses that can be right with each standing for another slot. */
static int keywords_most(const unsigned pairs[DECRYPTO_SLOTS])
{
    int best[KEYWORDS_ALL + 1];
    int most = 0;
    memset(best, -1, sizeof best);
    best[0] = 0;
    for (int i = 0; i < DECRYPTO_SLOTS; i++) {
        keywords_take(best, pairs[i]);
    }
    for (int taken = 0; taken <= KEYWORDS_ALL; taken++) {
        most = best[taken] > most ? best[taken] : most;
    }
    return most;
}

/* Reads the four words; one withheld by the journal is empty. */
static void keywords_read(const struct move *move, const char *words[DECRYPTO_SLOTS])
{
    uint16_t list = value_find(&move->args, VALUE_NONE, "words");
    for (unsigned slot = 0; slot < DECRYPTO_SLOTS; slot++) {
        uint16_t at = list == VALUE_NONE ? VALUE_NONE : value_member(&move->args, list, slot);
        const char *text = at == VALUE_NONE ? NULL : move->args.fact[at].text;
        words[slot] = text != NULL ? text : "";
    }
}

enum refusal decrypto_keywords_resolve(const void *subject, struct move *move, struct outcome *out)
{
    const struct decrypto *state = subject;
    const char *words[DECRYPTO_SLOTS];
    unsigned pairs[DECRYPTO_SLOTS];
    int rivals = decrypto_other(decrypto_team_of(state, move->seat));
    keywords_read(move, words);
    for (int slot = 0; slot < DECRYPTO_SLOTS; slot++) {
        int count = text_count(words[slot]);
        if (count < 0 || count > DECRYPTO_CLUE_CHARACTERS_MAX) {
            return outcome_bad_argument(out, "words", count < 0 ? "not_a_text" : "too_long");
        }
    }
    keywords_compare(&state->team[rivals], words, pairs);
    move->judgement_count = 2;
    move->judgement[0] = 0;
    move->judgement[1] = keywords_most(pairs);
    for (int slot = 0; slot < DECRYPTO_SLOTS; slot++) {
        move->judgement[0] |= (int32_t)(pairs[slot] & (1u << slot));
    }
    return REFUSAL_NONE;
}

static int keywords_right(const struct decrypto *state, int team)
{
    const struct decrypto_team *side = &state->team[team];
    int right = 0;
    if (decrypto_option_is(state, DECRYPTO_TIEBREAK_SLOTS, 1)) {
        return side->right_anywhere;
    }
    for (int slot = 0; slot < DECRYPTO_SLOTS; slot++) {
        right += (side->right_at_slot >> slot) & 1;
    }
    return right;
}

static void keywords_say_guesses(const struct decrypto *state, struct outcome *out)
{
    static const char *const rights[DECRYPTO_TEAMS] = {"white_right", "black_right"};
    struct value_tree *args = outcome_say(out, AUDIENCE_CROWD, MSG_DECRYPTO_GUESSES);
    for (int team = 0; team < DECRYPTO_TEAMS; team++) {
        struct clue_item item;
        uint16_t next = 0;
        value_list(args, decrypto_teams[team]);
        while (clue_log_next(&state->log, &next, &item)) {
            if ((item.entry.flags & CLUE_GUESS) != 0 && item.entry.team == team) {
                value_text(args, NULL, item.text, item.entry.len);
            }
        }
        value_end(args);
        value_number(args, rights[team], keywords_right(state, team));
    }
    outcome_end(out);
}

static void keywords_finish(struct decrypto *state, struct outcome *out)
{
    int white = keywords_right(state, DECRYPTO_WHITE);
    int black = keywords_right(state, DECRYPTO_BLACK);
    keywords_say_guesses(state, out);
    if (white == black) {
        uint16_t all = state->team[DECRYPTO_WHITE].seats | state->team[DECRYPTO_BLACK].seats;
        decrypto_end(state, OUTCOME_TIE, all, "shared", out);
        return;
    }
    int winner = white > black ? DECRYPTO_WHITE : DECRYPTO_BLACK;
    decrypto_end(state, OUTCOME_WIN, state->team[winner].seats, "keywords", out);
}

static void keywords_keep(struct decrypto *state, int team, const char *const *words)
{
    clue_log_drop_all(&state->log, team, CLUE_GUESS);
    for (int slot = 0; slot < DECRYPTO_SLOTS; slot++) {
        struct clue_entry entry = {
            .team = (uint8_t)team, .place = (uint8_t)slot, .flags = CLUE_GUESS};
        clue_log_add(&state->log, entry, words[slot]);
    }
}

static void keywords_count(struct decrypto *state, int team, struct outcome *out)
{
    state->team[team].guessed = true;
    struct value_tree *args = outcome_say(out, AUDIENCE_CROWD, MSG_DECRYPTO_GUESSED);
    value_term(args, "team", decrypto_teams[team]);
    outcome_end(out);
}

enum refusal decrypto_keywords(void *subject, const struct move *move, struct outcome *out)
{
    struct decrypto *state = subject;
    const char *words[DECRYPTO_SLOTS];
    int team = decrypto_team_of(state, move->seat);
    keywords_read(move, words);
    for (int slot = 0; slot < DECRYPTO_SLOTS; slot++) {
        if (strlen(words[slot]) > KEYWORDS_GUESS_BYTES_MAX) {
            return REFUSAL_TOO_LONG;
        }
    }
    keywords_keep(state, team, words);
    state->team[team].right_at_slot = (uint8_t)(move->judgement[0] & KEYWORDS_ALL);
    state->team[team].right_anywhere = (uint8_t)(move->judgement[1] & 7);
    if (!state->team[team].guessed) {
        keywords_count(state, team, out);
    }
    if (state->team[decrypto_other(team)].guessed) {
        keywords_finish(state, out);
        return REFUSAL_NONE;
    }
    struct value_tree *args = outcome_say(out, decrypto_present(state, team), MSG_DECRYPTO_GUESS);
    value_number(args, "seat", move->seat);
    value_list(args, "words");
    for (int slot = 0; slot < DECRYPTO_SLOTS; slot++) {
        value_text(args, NULL, words[slot], strlen(words[slot]));
    }
    value_end(args);
    outcome_end(out);
    return REFUSAL_NONE;
}

void decrypto_guess_missing(struct decrypto *state, struct outcome *out)
{
    for (int team = 0; team < DECRYPTO_TEAMS; team++) {
        static const char *const nothing[DECRYPTO_SLOTS] = {"", "", "", ""};
        if (!state->team[team].guessed) {
            keywords_keep(state, team, nothing);
            state->team[team].guessed = true;
        }
    }
    keywords_finish(state, out);
}
