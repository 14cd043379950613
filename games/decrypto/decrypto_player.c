/* House players of Decrypto. Who encrypts takes lines of the book for the keywords; a team-mate
 * looks for the keyword that fits a clue best; and of the other team each one keeps, for every
 * keyword number, how likely each entry of the book is behind it, from the clues whose code was
 * revealed. */
#include "decrypto_player.h"

#include <assert.h>
#include <string.h>

#include "decrypto_private.h"
#include "decrypto_reader.h"
#include "decrypto_sense.h"
#include "decrypto_sight.h"
#include "decrypto_spy.h"
#include "text_form.h"

static void act(const struct player_sight *sight, struct move *move, const char *name)
{
    move->row = action_find(sight->game->actions, sight->game->action_count, name);
    assert(move->row != NULL);
}

/* Shows the sheets of both teams every clue that was ever told and still stands there. */
static bool is_on_a_sheet(const struct player_sight *sight, const struct text *clue)
{
    static const char *const slots[DECRYPTO_SLOTS] = {"1", "2", "3", "4"};
    const struct value_tree *view = sight_view(sight);
    uint16_t sheet = value_find(view, VALUE_NONE, "sheet");
    for (int i = 0; sheet != VALUE_NONE && i < DECRYPTO_TEAMS * DECRYPTO_SLOTS; i++) {
        uint16_t team = value_find(view, sheet, decrypto_teams[i / DECRYPTO_SLOTS]);
        uint16_t list =
            team == VALUE_NONE ? team : value_find(view, team, slots[i % DECRYPTO_SLOTS]);
        for (uint16_t at = list == VALUE_NONE ? list : value_first(view, list); at != VALUE_NONE;
             at = value_next(view, list, at)) {
            struct text used;
            if (form_compared(view->fact[at].text, &used) && form_inflected(clue, &used)) {
                return true;
            }
        }
    }
    return false;
}

/* The same for the clues of this round, which no sheet has yet. */
static bool is_being_told(const struct player_sight *sight, const struct text *clue)
{
    const struct value_tree *view = sight_view(sight);
    uint16_t clues = value_find(view, VALUE_NONE, "clues");
    for (int team = 0; clues != VALUE_NONE && team < DECRYPTO_TEAMS; team++) {
        uint16_t list = value_find(view, clues, decrypto_teams[team]);
        bool shown = list != VALUE_NONE && view->fact[list].kind == VALUE_LIST;
        for (unsigned n = 0; shown && n < DECRYPTO_CLUES; n++) {
            struct text used;
            if (form_compared(sight_text(view, list, n), &used) && form_inflected(clue, &used)) {
                return true;
            }
        }
    }
    return false;
}

/* Letters alone, small: "Ice cream" is "icecream". */
static void letters_of(const struct text *text, struct text *letters)
{
    letters->count = 0;
    for (int i = 0; i < text->count; i++) {
        if (form_is_readable(text->point[i])) {
            letters->point[letters->count++] = text->point[i];
        }
    }
}

/* Does the clue say, or hide, one of the own keywords? Its words are looked at as the rules do, and
 * a little more strictly: in any word, also across blanks. */
static bool says_keyword(const struct player_sight *sight, const struct text *clue)
{
    struct text letters;
    letters_of(clue, &letters);
    for (int slot = 0; slot < DECRYPTO_SLOTS; slot++) {
        struct text word;
        struct text inner;
        if (sight_keyword(sight, slot)[0] == '\0' ||
            !form_plain(sight_keyword(sight, slot), &word)) {
            continue;
        }
        letters_of(&word, &inner);
        for (int at = 0; inner.count > 0 && at + inner.count <= letters.count; at++) {
            if (text_span_equal(&letters, (struct text_span){at, inner.count}, &inner,
                                (struct text_span){0, inner.count})) {
                return true;
            }
        }
    }
    return false;
}

static bool has_number(const struct text *clue)
{
    struct text_span word;
    int at = 0;
    for (int i = 0; i < clue->count; i++) {
        if (form_digit(clue->point[i]) >= 0) {
            return true;
        }
    }
    return form_next_word(clue, &at, &word) && form_number(clue, word) >= 0;
}

/* May this line be the clue at a place of the set, beside those chosen before it? */
static bool is_fit_clue(const struct player_sight *sight, const char *line,
                        const char *const chosen[DECRYPTO_CLUES])
{
    struct text clue;
    if (text_count(line) > DECRYPTO_CLUE_CHARACTERS_MAX || line[strcspn(line, "/;|@<.")] != 0 ||
        !form_compared(line, &clue) || form_is_one_letter(&clue) || has_number(&clue) ||
        says_keyword(sight, &clue) || is_on_a_sheet(sight, &clue) || is_being_told(sight, &clue)) {
        return false;
    }
    for (int i = 0; i < DECRYPTO_CLUES; i++) {
        struct text other;
        if (chosen[i] != NULL && form_compared(chosen[i], &other) &&
            form_inflected(&clue, &other)) {
            return false;
        }
    }
    return true;
}

/* Could a team-mate take the line for another keyword of ours? */
static bool is_plain_clue(const struct player_sight *sight, const char *line, int slot)
{
    for (int other = 0; other < DECRYPTO_SLOTS; other++) {
        if (other != slot && sense_fit(sight_entry(sight, other), line, SENSE_ALL) > 0.2F) {
            return false;
        }
    }
    return true;
}

/* A line for a slot: any that tells it from the others, else any that may be told, else (the book
 * has no more) one of another entry. */
static const char *choose_line(const struct player_sight *sight, int slot,
                               const char *const chosen[DECRYPTO_CLUES])
{
    const struct player_book *book = sight_book(sight);
    const struct player_entry *entry = sight_entry(sight, slot);
    for (int strict = 1; strict >= 0; strict--) {
        size_t first = rng_below(sight->rng, (uint32_t)entry->line_count);
        for (size_t i = 0; i < entry->line_count; i++) {
            const struct player_line *line = &entry->line[(first + i) % entry->line_count];
            bool said = sense_is_said(line);
            bool plain = said && (strict == 0 || is_plain_clue(sight, line->text, slot));
            if (plain && is_fit_clue(sight, line->text, chosen)) {
                return line->text;
            }
        }
    }
    for (size_t tries = 0; tries < 200; tries++) {
        const struct player_entry *any = &book->entry[rng_below(sight->rng, (uint32_t)book->count)];
        const struct player_line *line =
            &any->line[rng_below(sight->rng, (uint32_t)any->line_count)];
        if (sense_is_said(line) && is_fit_clue(sight, line->text, chosen)) {
            return line->text;
        }
    }
    return NULL;
}

static bool choose_clues(const struct player_sight *sight, struct move *move)
{
    const struct value_tree *view = sight_view(sight);
    const char *code = value_text_at(view, "code", NULL);
    const char *chosen[DECRYPTO_CLUES] = {NULL};
    int anew = value_bool_at(view, "doubt.rewriting")
                   ? (int)value_number_at(view, "doubt.clue", 0) - 1
                   : -1;
    uint16_t written = value_find(view, VALUE_NONE, "written");
    if (code == NULL || strlen(code) != DECRYPTO_CLUES) {
        return false;
    }
    for (int place = 0; place < DECRYPTO_CLUES; place++) {
        chosen[place] = anew >= 0 ? sight_text(view, written, (unsigned)place) : NULL;
    }
    for (int place = 0; place < DECRYPTO_CLUES; place++) {
        if (anew >= 0 && anew != place) {
            continue;
        }
        chosen[place] = choose_line(sight, code[place] - '1', chosen);
        if (chosen[place] == NULL) {
            return false;
        }
    }
    act(sight, move, "clues");
    value_list(&move->args, "clues");
    for (int place = 0; place < DECRYPTO_CLUES; place++) {
        value_text(&move->args, NULL, chosen[place], strlen(chosen[place]));
    }
    value_end(&move->args);
    return true;
}

/* The code whose three digits are likeliest together; of equal ones any. */
static void best_code(float rate[DECRYPTO_CLUES][DECRYPTO_SLOTS], struct rng *rng, char code[4])
{
    float best = -1.0F;
    uint32_t equal = 0;
    for (int n = 0; n < DECRYPTO_SLOTS * DECRYPTO_SLOTS * DECRYPTO_SLOTS; n++) {
        const int digit[DECRYPTO_CLUES] = {n / 16, n / 4 % 4, n % 4};
        if (digit[0] == digit[1] || digit[0] == digit[2] || digit[1] == digit[2]) {
            continue;
        }
        float all = rate[0][digit[0]] * rate[1][digit[1]] * rate[2][digit[2]];
        equal = all > best ? 1 : equal + (all >= best);
        if (all > best || (all >= best && rng_below(rng, equal) == 0)) {
            best = all;
            for (int place = 0; place < DECRYPTO_CLUES; place++) {
                code[place] = (char)('1' + digit[place]);
            }
        }
    }
    code[DECRYPTO_CLUES] = '\0';
}

enum { SAID_MAX = 24 }; /* clues of one slot that are remembered */

/* An own keyword, with the clues that stood for it before; said has room for SAID_MAX. */
static struct reader_word own_word(const struct player_sight *sight, int slot, const char **said)
{
    static const char *const slots[DECRYPTO_SLOTS] = {"1", "2", "3", "4"};
    const struct value_tree *view = sight_view(sight);
    struct reader_word own = {.entry = sight_entry(sight, slot), .said = said};
    uint16_t at = value_find(view, VALUE_NONE, "sheet");
    at = at == VALUE_NONE ? at : value_find(view, at, decrypto_teams[sight_team(sight)]);
    at = at == VALUE_NONE ? at : value_find(view, at, slots[slot]);
    for (uint16_t one = at == VALUE_NONE ? at : value_first(view, at);
         one != VALUE_NONE && own.said_count < SAID_MAX; one = value_next(view, at, one)) {
        if (view->fact[one].text != NULL) {
            said[own.said_count++] = view->fact[one].text;
        }
    }
    return own;
}

/* How each clue fits each own keyword when people wrote it, or some of it. */
static void read_clues(const struct player_sight *sight, const char *const clue[DECRYPTO_CLUES],
                       float rate[DECRYPTO_CLUES][DECRYPTO_SLOTS])
{
    struct reader_word own[DECRYPTO_SLOTS];
    const char *said[DECRYPTO_SLOTS][SAID_MAX];
    for (int slot = 0; slot < DECRYPTO_SLOTS; slot++) {
        own[slot] = own_word(sight, slot, said[slot]);
    }
    reader_rate(sight_book(sight), own, clue, rate);
}

/* What a keyword has even when nothing speaks for it. */
static const float slight = 0.02F;

static bool choose_decode(const struct player_sight *sight, struct move *move)
{
    float rate[DECRYPTO_CLUES][DECRYPTO_SLOTS] = {{0}};
    const char *clue[DECRYPTO_CLUES];
    char code[DECRYPTO_CLUES + 1];
    uint16_t list = sight_clues(sight, sight_team(sight));
    bool known = true;
    if (list == VALUE_NONE) {
        return false;
    }
    for (int place = 0; place < DECRYPTO_CLUES; place++) {
        clue[place] = sight_text(sight_view(sight), list, (unsigned)place);
        known = known && sense_is_known(sight_book(sight), clue[place], SENSE_ALL);
    }
    if (!known) {
        read_clues(sight, clue, rate);
    }
    for (int place = 0; place < DECRYPTO_CLUES; place++) {
        for (int slot = 0; slot < DECRYPTO_SLOTS; slot++) {
            const struct player_entry *entry = sight_entry(sight, slot);
            rate[place][slot] += slight;
            rate[place][slot] += known ? sense_fit(entry, clue[place], SENSE_ALL)
                                       : (float)sense_has(entry, clue[place], SENSE_ALL);
        }
    }
    best_code(rate, sight->rng, code);
    act(sight, move, "decode");
    value_text(&move->args, "code", code, DECRYPTO_CLUES);
    return true;
}

static bool choose_intercept(const struct spy *spy, const struct player_sight *sight,
                             struct move *move)
{
    float rate[DECRYPTO_CLUES][DECRYPTO_SLOTS];
    char code[DECRYPTO_CLUES + 1];
    uint16_t list = sight_clues(sight, decrypto_other(sight_team(sight)));
    if (list == VALUE_NONE) {
        return false;
    }
    for (int place = 0; place < DECRYPTO_CLUES; place++) {
        const char *clue = sight_text(sight_view(sight), list, (unsigned)place);
        spy_rate(spy, sight, clue, rate[place]);
    }
    best_code(rate, sight->rng, code);
    act(sight, move, "intercept");
    value_text(&move->args, "code", code, DECRYPTO_CLUES);
    return true;
}

static bool choose_keywords(const struct spy *spy, const struct player_sight *sight,
                            struct move *move)
{
    size_t taken[DECRYPTO_SLOTS];
    act(sight, move, "keywords");
    value_list(&move->args, "words");
    for (int slot = 0; slot < DECRYPTO_SLOTS; slot++) {
        taken[slot] = spy_guess(spy, sight, slot, taken);
        const char *name = sight_book(sight)->entry[taken[slot]].name;
        value_text(&move->args, NULL, name, strlen(name));
    }
    value_end(&move->args);
    return true;
}

/* Has the own team said something to a code already? */
static bool is_drafted(const struct player_sight *sight, const char *kind)
{
    const struct value_tree *view = sight_view(sight);
    uint16_t drafts = value_find(view, VALUE_NONE, "drafts");
    uint16_t at = drafts == VALUE_NONE ? drafts : value_find(view, drafts, kind);
    return at != VALUE_NONE && view->fact[at].kind != VALUE_NULL;
}

/* Agrees to what a team-mate has said. */
static bool choose_confirm(const struct spy *spy, const struct player_sight *sight,
                           struct move *move)
{
    for (int kind = 0; kind < DECRYPTO_KINDS; kind++) {
        if (sight_is_asked(sight, decrypto_kinds[kind]) &&
            is_drafted(sight, decrypto_kinds[kind]) && !spy->mine[kind]) {
            act(sight, move, "confirm");
            value_term(&move->args, "of", decrypto_kinds[kind]);
            return true;
        }
    }
    return false;
}

static bool player_choose(void *memory, const struct player_sight *sight, struct move *move)
{
    const struct spy *spy = memory;
    if (sight_book_count(sight) == 0) {
        return false; /* without words there is nothing to say */
    }
    if (sight_is_asked(sight, "volunteer")) {
        act(sight, move, "volunteer");
        return true;
    }
    if (sight_is_asked(sight, "clues")) {
        return choose_clues(sight, move);
    }
    if (sight_is_asked(sight, "confirm") && choose_confirm(spy, sight, move)) {
        return true;
    }
    if (sight_is_asked(sight, "decode") && !is_drafted(sight, "decode")) {
        return choose_decode(sight, move);
    }
    if (sight_is_asked(sight, "intercept") && !is_drafted(sight, "intercept")) {
        return choose_intercept(spy, sight, move);
    }
    return sight_is_asked(sight, "keywords") && choose_keywords(spy, sight, move);
}

/* What people of the own team can answer as well, they are left most of the time for. Who sits
 * where, who encrypts and what a team owes is public. */
static int64_t player_thinks_ms(const struct player_sight *sight)
{
    static const char *const shared[] = {"decode", "intercept", "keywords", "volunteer"};
    const struct value_tree *view = sight_view(sight);
    uint16_t teams = value_find(view, VALUE_NONE, "teams");
    int team = sight_team(sight);
    uint16_t mates = teams == VALUE_NONE ? teams : value_find(view, teams, decrypto_teams[team]);
    int encryptor =
        (int)value_number_at(view, team == 0 ? "encryptors.white" : "encryptors.black", SEAT_NONE);
    bool asked = false;
    bool people = false;
    for (size_t i = 0; i < sizeof shared / sizeof shared[0]; i++) {
        asked = asked || sight_is_asked(sight, shared[i]);
    }
    for (uint16_t at = mates == VALUE_NONE ? mates : value_first(view, mates); at != VALUE_NONE;
         at = value_next(view, mates, at)) {
        int seat = (int)view->fact[at].number;
        bool silent = seat == encryptor && sight_is_asked(sight, "decode");
        people = people || (!silent && (sight->house & seat_bit(seat)) == 0);
    }
    int64_t limit = options_ms(sight->game, sight->options, DECRYPTO_GUESS_LIMIT);
    return asked && people ? limit / 10 * 6 : 0;
}

const struct player_def decrypto_player = {
    .memory_size = sizeof(struct spy),
    .notice = spy_notice,
    .choose = player_choose,
    .thinks_ms = player_thinks_ms,
};
