/* Clue checks. They read the own team's keywords and code, and clues that everybody has read or
 * the own team has used; never the opponents' keywords, code or clues not yet shown. */
#include "decrypto_check.h"

#include <assert.h>
#include <string.h>

#include "decrypto_private.h"
#include "text_form.h"

enum { CHECK_LETTERS_MIN = 3 }; /* a keyword this long may not hide in a longer word */

/* One clue of a set and what it is checked against. */
struct check {
    const struct decrypto *state;
    int team;
    int place;
    bool insist;
    int32_t insisted; /* a bit for each clue that went past a warning */
    const char *clue;
    struct text norm;
    struct text plain;
    struct text compared;
};

/* Domain endings that make a word with a dot a link. */
static const char *const check_endings[] = {"com", "org", "net", "io",  "gg",
                                            "edu", "gov", "dev", "app", "info"};

static bool check_has(const struct text *text, const char *ascii)
{
    int len = (int)strlen(ascii);
    for (int at = 0; at + len <= text->count; at++) {
        if (text_span_is(text, (struct text_span){at, len}, ascii)) {
            return true;
        }
    }
    return false;
}

/* Does a web address begin at a word's start ("www." and not "aww...")? */
static bool check_has_address(const struct text *text)
{
    static const char *const starts[] = {"www.", "mailto:"};
    for (int at = 0; at < text->count; at++) {
        bool first = at == 0 || !form_is_readable(text->point[at - 1]);
        for (size_t i = 0; first && i < sizeof starts / sizeof starts[0]; i++) {
            int len = (int)strlen(starts[i]);
            if (at + len < text->count && form_is_readable(text->point[at + len]) &&
                text_span_is(text, (struct text_span){at, len}, starts[i])) {
                return true;
            }
        }
    }
    return false;
}

/* C1, but for emoji alone, which are C8's: why it has not the shape of a clue, as a term. */
static const char *check_shape(const struct check *check)
{
    int count = text_count(check->clue);
    bool readable = false;
    if (count > DECRYPTO_CLUE_CHARACTERS_MAX) {
        return "too_long";
    }
    for (const unsigned char *at = (const unsigned char *)check->clue; *at != '\0'; at++) {
        if (*at < ' ' || *at == 0x7F) {
            return "lines";
        }
    }
    for (int i = 0; i < check->norm.count; i++) {
        int32_t point = check->norm.point[i];
        if (point < ' ' || point == 0x85 || point == 0x2028 || point == 0x2029) {
            return "lines";
        }
        readable = readable || form_is_readable(point) || form_is_emoji(point);
    }
    return readable ? NULL : "empty";
}

/* Does a name of letters, digits and hyphens with a dot and an ending stand here? */
static bool check_is_domain(const struct text *text, int dot)
{
    int end = dot + 1;
    while (end < text->count && (form_is_readable(text->point[end]) || text->point[end] == '-')) {
        end++;
    }
    if (dot == 0 || !form_is_readable(text->point[dot - 1]) || end - dot < 3 ||
        !text_is_letter(text->point[dot + 1])) {
        return false;
    }
    if (end < text->count && text->point[end] == '/') {
        return true;
    }
    for (size_t i = 0; i < sizeof check_endings / sizeof check_endings[0]; i++) {
        if (text_span_is(text, (struct text_span){dot + 1, end - dot - 1}, check_endings[i])) {
            return true;
        }
    }
    return false;
}

/* Does a mention of a person or room, or a chat program's own markup, begin here? */
static bool check_is_mention(const struct text *text, int at)
{
    int32_t next = at + 1 < text->count ? text->point[at + 1] : ' ';
    if (text->point[at] == '@') {
        return form_is_readable(next) || next == '_' || next == '&' || next == '!';
    }
    return text->point[at] == '<' && (next == '@' || next == '#' || next == ':' || next == '/' ||
                                      (at + 2 < text->count && text->point[at + 2] == ':'));
}

/* C8 */
static const char *check_link(const struct check *check)
{
    const struct text *norm = &check->norm;
    bool emoji = decrypto_option_is(check->state, DECRYPTO_EMOJI_CLUES, 1);
    if (check_has(norm, "://") || check_has_address(norm)) {
        return "link";
    }
    for (int i = 0; i < norm->count; i++) {
        if (form_is_emoji(norm->point[i]) && !emoji) {
            return "emoji";
        }
        if (check_is_mention(norm, i)) {
            return "mention";
        }
        if (norm->point[i] == '.' && check_is_domain(norm, i)) {
            return "link";
        }
    }
    return NULL;
}

/* May a clue of the log not be used again by this team? */
static bool check_counts(const struct check *check, const struct clue_entry *entry)
{
    bool own = entry->team == check->team;
    bool both = entry->team == CLUE_BY_BOTH;
    bool published = (entry->flags & CLUE_PUBLISHED) != 0;
    if ((entry->flags & (CLUE_BLANK | CLUE_GUESS)) != 0 || !published) {
        return false;
    }
    return own || both || decrypto_option_is(check->state, DECRYPTO_REPEAT_SCOPE, 0);
}

/* C3, or with inflected the warning of R22. */
static bool check_repeats(const struct check *check, bool inflected)
{
    struct clue_item item;
    uint16_t next = 0;
    while (clue_log_next(&check->state->log, &next, &item)) {
        struct text used;
        if (!check_counts(check, &item.entry) || !form_compared(item.text, &used)) {
            continue;
        }
        if (inflected ? form_inflected(&check->compared, &used)
                      : form_same(&check->compared, &used)) {
            return true;
        }
    }
    return false;
}

static void check_strip(const struct text *text, struct text_span *token)
{
    const int32_t *end = text->point + token->start + token->count;
    if (token->count > 2 && end[-1] == 's' && end[-2] == '\'') {
        token->count -= 2; /* the keyword's own genitive is the keyword */
    }
}

/* Do the words of the keyword stand one after another, from at on? */
static bool check_says_at(const struct text *plain, int at, const struct text *keyword)
{
    struct text_span token;
    struct text_span word;
    int in_keyword = 0;
    bool any = false;
    while (text_next_token(keyword, &in_keyword, &word)) {
        if (!text_next_token(plain, &at, &token)) {
            return false;
        }
        check_strip(plain, &token);
        if (!form_same_word(plain, token, keyword, word)) {
            return false;
        }
        any = true;
    }
    return any;
}

/* The same word by word in the compared forms, for a keyword of several words ("ice-cream"). */
static bool check_spells_out(const struct text *compared, const struct text *keyword)
{
    struct text_span first;
    int start = 0;
    do {
        struct text_span a;
        struct text_span b;
        int at = start;
        int in_keyword = 0;
        int words = 0;
        bool same = true;
        while (same && form_next_word(keyword, &in_keyword, &b)) {
            same = form_next_word(compared, &at, &a) && form_same_word(compared, a, keyword, b);
            words++;
        }
        if (same && words > 1) {
            return true;
        }
    } while (form_next_word(compared, &start, &first));
    return false;
}

static bool check_says(const struct check *check, const char *word)
{
    struct text keyword;
    struct text_span token;
    int at = 0;
    if (form_compared(word, &keyword) && check_spells_out(&check->compared, &keyword)) {
        return true;
    }
    if (!form_plain(word, &keyword)) {
        return false;
    }
    do {
        if (check_says_at(&check->plain, at, &keyword)) {
            return true;
        }
    } while (text_next_token(&check->plain, &at, &token));
    return false;
}

/* C4 */
static bool check_says_keyword(const struct check *check)
{
    for (int slot = 0; slot < DECRYPTO_SLOTS; slot++) {
        if (check_says(check, check->state->team[check->team].keyword[slot])) {
            return true;
        }
    }
    return false;
}

/* The letters and digits of a part of a text in a row, so that "ice cream" hides in "icecreams"
 * and in "ice-creams". */
static void check_join(const struct text *text, struct text_span part, struct text *joined)
{
    joined->count = 0;
    for (int i = part.start; i < part.start + part.count; i++) {
        if (form_is_readable(text->point[i])) {
            joined->point[joined->count++] = text->point[i];
        }
    }
}

static bool check_contains(const struct text *text, const struct text *part)
{
    struct text_span whole = {0, part->count};
    for (int at = 0; at + part->count <= text->count; at++) {
        if (text_span_equal(text, (struct text_span){at, part->count}, part, whole)) {
            return true;
        }
    }
    return false;
}

/* Does the keyword stand inside a longer word of the clue? */
static bool check_hides(const struct check *check, const char *word)
{
    struct text plain;
    struct text keyword;
    struct text joined;
    struct text_span token;
    int at = 0;
    form_plain(word, &plain);
    check_join(&plain, (struct text_span){0, plain.count}, &keyword);
    while (form_letters(&keyword) >= CHECK_LETTERS_MIN &&
           text_next_token(&check->plain, &at, &token)) {
        check_join(&check->plain, token, &joined);
        if (check_contains(&joined, &keyword)) {
            return true;
        }
    }
    return false;
}

/* C9: a keyword inside a longer word. */
static bool check_hides_keyword(const struct check *check)
{
    for (int slot = 0; slot < DECRYPTO_SLOTS; slot++) {
        if (check_hides(check, check->state->team[check->team].keyword[slot])) {
            return true;
        }
    }
    return false;
}

/* Is the whole clue a number? Its value when it is one word, -2 for several, -1 for none. */
static int check_number(const struct check *check)
{
    struct text_span word;
    int at = 0;
    int words = 0;
    int value = -1;
    while (form_next_word(&check->compared, &at, &word)) {
        value = form_number(&check->compared, word);
        if (value < 0) {
            return -1;
        }
        words++;
    }
    return words > 1 ? -2 : value;
}

/* C6 */
static bool check_counts_keyword(const struct check *check)
{
    const struct decrypto_team *team = &check->state->team[check->team];
    int slot = decrypto_code_digit(team->code, check->place);
    int number = check_number(check);
    struct text keyword;
    form_plain(team->keyword[slot - 1], &keyword);
    return number >= 0 && (number == slot || number == form_letters(&keyword));
}

/* C7 */
static bool check_spells_code(const struct check *check)
{
    int code = check->state->team[check->team].code;
    int digits = 0;
    for (int i = 0; i < check->norm.count; i++) {
        int digit = form_digit(check->norm.point[i]);
        if (digit >= 0 &&
            (digits == DECRYPTO_CLUES || digit != decrypto_code_digit(code, digits++))) {
            return false;
        }
    }
    return digits == DECRYPTO_CLUES;
}

/* C9: why a clue is doubtful, as a term. */
static const char *check_warning(const struct check *check)
{
    if (check_hides_keyword(check)) {
        return "contains_keyword";
    }
    if (check_number(check) != -1) {
        return "number";
    }
    if (check_has(&check->norm, "/") || check_has(&check->norm, ";") ||
        check_has(&check->norm, "|")) {
        return "separator";
    }
    return check_repeats(check, true) ? "inflected" : NULL;
}

static enum refusal check_refuse(struct outcome *out, enum refusal refusal, int place,
                                 const char *problem)
{
    struct value_tree *args = outcome_refuse(out, refusal);
    assert(place >= 0 && place < DECRYPTO_CLUES);
    value_number(args, "clue", place + 1);
    if (problem != NULL) {
        value_term(args, "problem", problem);
    }
    outcome_end(out);
    return refusal;
}

static enum refusal check_prepare(struct check *check, struct outcome *out)
{
    if (text_count(check->clue) < 0) {
        return outcome_bad_argument(out, "clues", "not_a_text");
    }
    if (!text_norm(check->clue, &check->norm) || !form_plain(check->clue, &check->plain) ||
        !form_compared(check->clue, &check->compared)) {
        return check_refuse(out, REFUSAL_CLUE_SHAPE, check->place, "too_long");
    }
    const char *problem = check_shape(check);
    return problem == NULL ? REFUSAL_NONE
                           : check_refuse(out, REFUSAL_CLUE_SHAPE, check->place, problem);
}

/* C3 to C8 for one clue. */
static enum refusal check_one(const struct check *check, struct outcome *out)
{
    const char *link = check_link(check);
    if (check_repeats(check, false)) {
        return check_refuse(out, REFUSAL_CLUE_REPEATED, check->place, "used");
    }
    if (check_says_keyword(check)) {
        return check_refuse(out, REFUSAL_CLUE_KEYWORD, check->place, NULL);
    }
    if (form_is_one_letter(&check->compared)) {
        return check_refuse(out, REFUSAL_CLUE_SPELLING, check->place, NULL);
    }
    if (check_counts_keyword(check)) {
        return check_refuse(out, REFUSAL_CLUE_NUMBER, check->place, NULL);
    }
    if (check_spells_code(check)) {
        return check_refuse(out, REFUSAL_CLUE_CODE, check->place, NULL);
    }
    return link == NULL ? REFUSAL_NONE : check_refuse(out, REFUSAL_CLUE_LINK, check->place, link);
}

static bool check_is_new(const struct check_set *set, int place)
{
    return set->place < 0 || set->place == place;
}

/* C2: a new clue is none of the others. */
static enum refusal check_different(const struct check_set *set, struct outcome *out)
{
    for (int i = 1; i < DECRYPTO_CLUES; i++) {
        struct text a;
        form_compared(set->clue[i], &a);
        for (int j = 0; j < i; j++) {
            struct text b;
            form_compared(set->clue[j], &b);
            if ((check_is_new(set, i) || check_is_new(set, j)) && form_same(&a, &b)) {
                return check_refuse(out, REFUSAL_CLUE_REPEATED, check_is_new(set, i) ? i : j,
                                    "twice");
            }
        }
    }
    return REFUSAL_NONE;
}

/* Looks at each new clue of a set until one is refused. */
static enum refusal check_each(struct check *check, const struct check_set *set,
                               enum refusal (*look)(struct check *check, struct outcome *out),
                               struct outcome *out)
{
    enum refusal refusal = REFUSAL_NONE;
    for (int i = 0; i < DECRYPTO_CLUES && refusal == REFUSAL_NONE; i++) {
        check->clue = set->clue[i];
        check->place = i;
        if (check_is_new(set, i)) {
            refusal = look(check, out);
        }
    }
    return refusal;
}

static enum refusal check_rules(struct check *check, struct outcome *out)
{
    enum refusal refusal = check_prepare(check, out);
    return refusal != REFUSAL_NONE ? refusal : check_one(check, out);
}

static enum refusal check_doubts(struct check *check, struct outcome *out)
{
    enum refusal refusal = check_prepare(check, out);
    const char *warning = refusal == REFUSAL_NONE ? check_warning(check) : NULL;
    if (warning != NULL && !check->insist) {
        return check_refuse(out, REFUSAL_WARNING, check->place, warning);
    }
    check->insisted |= warning != NULL ? 1 << check->place : 0;
    return refusal;
}

enum refusal check_clues(const struct decrypto *state, const struct check_set *set,
                         int32_t *insisted_r, struct outcome *out)
{
    struct check check = {.state = state, .team = set->team, .insist = set->insist};
    assert(set->team >= 0 && set->team < DECRYPTO_TEAMS);
    assert(set->place < DECRYPTO_CLUES);
    enum refusal refusal = check_each(&check, set, check_prepare, out);
    if (refusal == REFUSAL_NONE) {
        refusal = check_different(set, out);
    }
    if (refusal == REFUSAL_NONE) {
        refusal = check_each(&check, set, check_rules, out);
    }
    if (refusal == REFUSAL_NONE) {
        refusal = check_each(&check, set, check_doubts, out);
    }
    *insisted_r = check.insisted;
    return refusal;
}
