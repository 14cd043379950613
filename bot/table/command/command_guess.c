/* Guesses as people say them: "coffee" means money; ends with ? = documents; money: 👍. A guess is a
 * kind, a value and a symbol; the kind may be said or follows from the value. Words for kinds and
 * for "means" are the language's, shapes (quotes, '=', arrows) are everybody's. */
#include "command_private.h"

#include "text.h"

#include <assert.h>
#include <string.h>

enum { GUESS_BYTES_MAX = 640 }; /* two values of 40 characters, and words around them */

static int guess_arg(const struct action_def *row, const char *name)
{
    for (unsigned i = 0; i < row->arg_count; i++) {
        if (strcmp(row->args[i].name, name) == 0) {
            return (int)i;
        }
    }
    return -1;
}

bool guess_is_row(const struct action_def *row)
{
    return guess_arg(row, "kind") >= 0 && guess_arg(row, "value") >= 0 &&
           guess_arg(row, "symbol") >= 0;
}

static struct span guess_from(struct span span, size_t used)
{
    struct span rest = {span.at + used, span.len - used};
    return rest;
}

static struct span guess_to(struct span span, size_t len)
{
    struct span first = {span.at, len};
    return first;
}

/* Without punctuation at the end ("money!!"). */
static struct span guess_bare(struct span span)
{
    span = span_trim(span);
    while (span.len > 0 && strchr(".!?,;:", span.at[span.len - 1]) != NULL) {
        span.len--;
    }
    return span_trim(span);
}

/* The symbol that these words name alone, NULL when they do not. */
static const char *guess_symbol(const struct reading *reading, const struct arg_def *arg,
                                struct span span)
{
    char folded[FOLD_BYTES];
    struct span inside;
    struct span after;
    span = span_trim(span);
    if (span_quoted(span, &inside, &after) && guess_bare(after).len == 0) {
        span = inside;
    }
    span = guess_bare(span);
    for (unsigned i = 0; span.len > 0 && i < arg->choice_count; i++) {
        const struct arg_choice *choice = &arg->choices[i];
        if (span_fold(span, folded) &&
            reading_is_term(reading, folded, choice->name, choice->aliases)) {
            return choice->name;
        }
    }
    return NULL;
}

/* Takes one of the alternatives "a|b c|d" off the front of the text, the longest that is there as
 * whole words. Returns its length in bytes, 0 without one. */
static size_t guess_phrase(struct span text, const char *alternatives)
{
    size_t longest = 0;
    while (alternatives != NULL && *alternatives != '\0') {
        size_t len = strcspn(alternatives, "|");
        struct span one = span_trim(guess_to(span_of(alternatives), len));
        bool fits =
            one.len > longest && one.len <= text.len &&
            (one.len == text.len || span_is_blank(text.at[one.len]) ||
             strchr("\":=(", text.at[one.len]) != NULL || (unsigned char)text.at[one.len] >= 0x80);
        char a[FOLD_BYTES];
        char b[FOLD_BYTES];
        if (fits && span_fold(one, a) && span_fold(guess_to(text, one.len), b) &&
            strcmp(a, b) == 0) {
            longest = one.len;
        }
        alternatives += len + (alternatives[len] == '|');
    }
    return longest;
}

static const char *const guess_links[] = {"=>", "->", "=", "\u2192", "\u21d2", ":"};

/* Length of a link ("means", "=", "→"; loose ones like "is" and "for") at the front of the text, 0
 * without one. Words need a blank before them; the caller sees to that. */
static size_t guess_link(const struct reading *reading, struct span text, bool after_blank,
                         bool loose)
{
    if (loose) {
        return after_blank ? guess_phrase(text, reading_word(reading, "say", "is")) : 0;
    }
    for (size_t i = 0; i < sizeof guess_links / sizeof guess_links[0]; i++) {
        size_t len = strlen(guess_links[i]);
        if (text.len >= len && memcmp(text.at, guess_links[i], len) == 0) {
            return len;
        }
    }
    return after_blank ? guess_phrase(text, reading_word(reading, "say", "means")) : 0;
}

struct guess {
    struct span sign; /* the words for the signal */
    const char *symbol;
    bool loose; /* nothing says that it is a guess but that it could be one */
};

static bool guess_is_edge(struct span text, size_t at)
{
    return at == 0 || span_is_blank(text.at[at - 1]) || text.at[at - 1] == '"' ||
           (unsigned char)text.at[at - 1] >= 0x80;
}

/* One link between left and right: the symbol alone on one side of it. */
static bool guess_by_sides(const struct reading *reading, const struct arg_def *symbol,
                           struct span name, struct span sign, struct guess *guess)
{
    if (span_trim(sign).len == 0) {
        return false;
    }
    guess->symbol = guess_symbol(reading, symbol, name);
    guess->sign = span_trim(sign);
    return guess->symbol != NULL;
}

/* Tries every link: the symbol alone on the right side, or alone on the left. */
static bool guess_by_link(const struct reading *reading, const struct arg_def *symbol,
                          struct span text, struct guess *guess)
{
    for (unsigned way = 0; way < 4; way++) {
        guess->loose = way >= 2;
        for (size_t i = 0; i < text.len; i++) {
            size_t len =
                guess_link(reading, guess_from(text, i), guess_is_edge(text, i), guess->loose);
            struct span left = guess_to(text, i);
            struct span right = guess_from(text, i + len);
            if (len > 0 && (way % 2 == 0 ? guess_by_sides(reading, symbol, right, left, guess)
                                         : guess_by_sides(reading, symbol, left, right, guess))) {
                return true;
            }
        }
    }
    return false;
}

/* Without a link: the last word or the first names the symbol. */
static bool guess_by_place(const struct reading *reading, const struct arg_def *symbol,
                           struct span text, struct guess *guess)
{
    struct span bare = guess_bare(text);
    size_t last = bare.len;
    while (last > 0 && !span_is_blank(bare.at[last - 1])) {
        last--;
    }
    guess->loose = true;
    if (last > 0 &&
        guess_by_sides(reading, symbol, guess_from(bare, last), guess_to(bare, last), guess)) {
        return true;
    }
    struct span rest = text;
    struct span first = span_take(&rest);
    return guess_by_sides(reading, symbol, first, rest, guess);
}

/* --- the signal ------------------------------------------------------------------------------- */

static const char *const guess_bare_kinds[] = {"long", "digit", "caps", "lines"};

static bool guess_has_value(const char *kind)
{
    for (size_t i = 0; i < sizeof guess_bare_kinds / sizeof guess_bare_kinds[0]; i++) {
        if (strcmp(guess_bare_kinds[i], kind) == 0) {
            return false;
        }
    }
    return true;
}

static const char *guess_kind(const struct arg_def *kinds, const char *name)
{
    for (unsigned i = 0; i < kinds->choice_count; i++) {
        assert(kinds->choices[i].name != NULL && name != NULL);
        if (strcmp(kinds->choices[i].name, name) == 0) {
            return kinds->choices[i].name;
        }
    }
    return NULL;
}

/* A kind said in front: its name, an alias, or the language's phrase for it. The longest wins; a
 * kind without a value must be all there is, one with a value must not. */
static const char *guess_said_kind(const struct reading *reading, const struct arg_def *kinds,
                                   struct span sign, size_t *used_r)
{
    const char *found = NULL;
    struct span rest = sign;
    struct span first = span_take(&rest);
    char folded[FOLD_BYTES];
    *used_r = 0;
    if (!span_fold(first, folded)) {
        folded[0] = '\0';
    }
    for (unsigned i = 0; i < kinds->choice_count; i++) {
        const struct arg_choice *kind = &kinds->choices[i];
        size_t used = guess_phrase(sign, reading_word(reading, "say.kind", kind->name));
        if (used == 0 && first.at == sign.at &&
            reading_is_term(reading, folded, kind->name, kind->aliases)) {
            used = first.len;
        }
        if (used == 0) {
            continue;
        }
        bool alone = span_trim(guess_from(sign, used)).len == 0;
        if (used > *used_r && alone != guess_has_value(kind->name)) {
            found = kind->name;
            *used_r = used;
        }
    }
    return found;
}

/* Is it one of the marks of kind ends_punct (or, all of them, has_punct)? */
static const char *guess_mark(const struct arg_def *kinds, struct span value)
{
    static const char *const ends[] = {".", "!", "?", "...", ",", ";", ":", ")", "\u2026"};
    static const char *const has[] = {"(", "\"", "*", "-"};
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        if (value.len == strlen(ends[i]) && memcmp(value.at, ends[i], value.len) == 0) {
            return guess_kind(kinds, "ends_punct");
        }
    }
    for (size_t i = 0; i < sizeof has / sizeof has[0]; i++) {
        if (value.len == strlen(has[i]) && memcmp(value.at, has[i], value.len) == 0) {
            return guess_kind(kinds, "has_punct");
        }
    }
    return NULL;
}

static const char *guess_text_kind(const struct arg_def *kinds, const struct text *text)
{
    struct text_span token;
    int at = 0;
    int tokens = 0;
    bool digits = true;
    while (text_next_token(text, &at, &token)) {
        tokens++;
        for (int i = 0; i < token.count; i++) {
            digits = digits && text_is_digit(text->point[token.start + i]);
        }
    }
    if (tokens == 1) {
        return guess_kind(kinds, digits ? "number" : "word");
    }
    if (tokens > 1) {
        return tokens <= 5 ? guess_kind(kinds, "phrase") : NULL;
    }
    at = 0;
    bool one = text_next_cluster(text, &at, &token) && text_is_emoji(text, token);
    return one && !text_next_cluster(text, &at, &token) ? guess_kind(kinds, "emoji") : NULL;
}

/* What kind of signal a value by itself stands for. */
static const char *guess_inferred(const struct arg_def *kinds, struct span value)
{
    char copy[FOLD_BYTES];
    struct text text;
    if (value.len == 0 || value.len >= sizeof copy) {
        return NULL;
    }
    memcpy(copy, value.at, value.len);
    copy[value.len] = '\0';
    if (!text_norm(copy, &text)) {
        return NULL;
    }
    const char *mark = guess_mark(kinds, value);
    return mark != NULL ? mark : guess_text_kind(kinds, &text);
}

/* "three words": a number and the word for words. */
static const char *guess_count(const struct reading *reading, const struct arg_def *kinds,
                               struct span sign, struct span *value_r)
{
    struct span rest = sign;
    struct span number = span_take(&rest);
    const char *kind = guess_kind(kinds, "words");
    char folded[FOLD_BYTES];
    rest = span_trim(rest);
    if (kind == NULL || number.len == 0 || number.len > 2 || number.at[0] < '0' ||
        number.at[0] > '9' || !span_fold(rest, folded)) {
        return NULL;
    }
    *value_r = number;
    bool words = guess_phrase(rest, reading_word(reading, "say.kind", kind)) == rest.len;
    return rest.len > 0 && (words || reading_is_term(reading, folded, kind, NULL)) ? kind : NULL;
}

/* "ends with" and "contains" are said of words and emoji too. */
static const char *guess_meant(const struct arg_def *kinds, const char *kind, struct span value)
{
    bool ends = strcmp(kind, "ends_punct") == 0;
    const char *inferred = guess_inferred(kinds, value);
    if (inferred == NULL || (!ends && strcmp(kind, "has_punct") != 0)) {
        return kind;
    }
    bool mark = strcmp(inferred, "ends_punct") == 0 || strcmp(inferred, "has_punct") == 0;
    if (mark || !ends) {
        return mark ? kind : inferred;
    }
    const char *last = strcmp(inferred, "emoji") == 0 ? guess_kind(kinds, "last_emoji")
                                                      : guess_kind(kinds, "last_word");
    return strcmp(inferred, "phrase") != 0 && last != NULL ? last : inferred;
}

/* Kind and value of a signal's words. */
static const char *guess_sign(const struct reading *reading, const struct arg_def *kinds,
                              struct span sign, struct span *value_r)
{
    struct span inside;
    struct span after;
    sign = span_trim(sign);
    if (span_quoted(sign, &inside, &after) && span_trim(after).len == 0) {
        *value_r = inside;
        return guess_inferred(kinds, span_trim(inside));
    }
    size_t used = 0;
    const char *kind = guess_said_kind(reading, kinds, sign, &used);
    if (kind != NULL) {
        struct span value = span_trim(guess_from(sign, used));
        bool quoted = span_quoted(value, &inside, &after) && span_trim(after).len == 0;
        *value_r = quoted ? inside : value;
        bool by_name = span_fold_is(guess_to(sign, used), kind);
        return by_name ? kind : guess_meant(kinds, kind, *value_r);
    }
    kind = guess_count(reading, kinds, sign, value_r);
    if (kind != NULL) {
        return kind;
    }
    *value_r = sign;
    return span_quoted(sign, &inside, &after) ? NULL : guess_inferred(kinds, sign);
}

/* Without a clear link a wrong reading would cost a card: several bare words are then no guess. */
static bool guess_is_sure(struct span sign, struct span value)
{
    struct span trimmed = span_trim(sign);
    bool whole = value.at == trimmed.at && value.len == trimmed.len;
    for (size_t i = 0; whole && i < trimmed.len; i++) {
        if (span_is_blank(trimmed.at[i])) {
            return false;
        }
    }
    return true;
}

static void guess_give(struct raw *raw, int arg, struct span value)
{
    raw->value[arg] = value;
    raw->given[arg] = true;
}

bool guess_read(const struct reading *reading, const struct action_def *row, struct span text,
                struct raw *raw)
{
    int kind = guess_arg(row, "kind");
    int value = guess_arg(row, "value");
    int symbol = guess_arg(row, "symbol");
    struct guess guess;
    struct span said = {NULL, 0};
    text = span_trim(text);
    if (text.len > GUESS_BYTES_MAX) {
        return false;
    }
    if (!guess_by_link(reading, &row->args[symbol], text, &guess) &&
        !guess_by_place(reading, &row->args[symbol], text, &guess)) {
        return false;
    }
    const char *name = guess_sign(reading, &row->args[kind], guess.sign, &said);
    if (name == NULL || (guess.loose && !guess_is_sure(guess.sign, said))) {
        return false;
    }
    guess_give(raw, kind, span_of(name));
    if (guess_has_value(name)) {
        guess_give(raw, value, said);
    }
    guess_give(raw, symbol, span_of(guess.symbol));
    raw->loose = guess.loose;
    return true;
}

static int guess_member(const struct action_def *row, const char *object, const char *name)
{
    size_t len = strlen(object);
    for (unsigned i = 0; i < row->arg_count; i++) {
        const char *full = row->args[i].name;
        if (strncmp(full, object, len) == 0 && full[len] == '.' &&
            strcmp(full + len + 1, name) == 0) {
            return (int)i;
        }
    }
    return -1;
}

static bool guess_is_section(const struct action_def *row, unsigned arg)
{
    const struct arg_def *def = &row->args[arg];
    return def->kind == ARG_OBJECT && guess_member(row, def->name, "kind") >= 0 &&
           guess_member(row, def->name, "value") >= 0;
}

bool guess_has_sections(const struct action_def *row)
{
    for (unsigned i = 0; i < row->arg_count; i++) {
        if (guess_is_section(row, i)) {
            return true;
        }
    }
    return false;
}

/* The section whose label ("documents:", "docs =") stands at the front; its length in used_r. */
static int guess_label(const struct reading *reading, const struct action_def *row,
                       struct span text, size_t *used_r)
{
    size_t len = 0;
    while (len < text.len && !span_is_blank(text.at[len]) && strchr(":=", text.at[len]) == NULL) {
        len++;
    }
    size_t end = len;
    while (end < text.len && span_is_blank(text.at[end])) {
        end++;
    }
    char folded[FOLD_BYTES];
    if (end == text.len || strchr(":=", text.at[end]) == NULL ||
        !span_fold(guess_to(text, len), folded)) {
        return -1;
    }
    *used_r = end + 1;
    for (unsigned i = 0; i < row->arg_count; i++) {
        if (guess_is_section(row, i) && reading_is_term(reading, folded, row->args[i].name, NULL)) {
            return (int)i;
        }
    }
    return -1;
}

static bool guess_section(const struct reading *reading, const struct action_def *row, int section,
                          struct span text, struct raw *raw)
{
    const char *object = row->args[section].name;
    int kind = guess_member(row, object, "kind");
    int value = guess_member(row, object, "value");
    struct span said = {NULL, 0};
    text = span_trim(text);
    while (text.len > 0 && strchr(",;", text.at[text.len - 1]) != NULL && text.len > 1 &&
           span_is_blank(text.at[text.len - 2]) == false) {
        struct span shorter = guess_to(text, text.len - 1);
        if (guess_sign(reading, &row->args[kind], shorter, &said) == NULL) {
            break;
        }
        text = shorter;
    }
    const char *name = guess_sign(reading, &row->args[kind], text, &said);
    if (name == NULL || raw->given[kind]) {
        return false;
    }
    guess_give(raw, kind, span_of(name));
    if (guess_has_value(name)) {
        guess_give(raw, value, said);
    }
    return true;
}

bool guess_read_sections(const struct reading *reading, const struct action_def *row,
                         struct span text, struct raw *raw)
{
    int section = -1;
    size_t begin = 0;
    bool any = false;
    if (text.len > GUESS_BYTES_MAX) {
        return false;
    }
    for (size_t i = 0; i <= text.len; i++) {
        size_t used = 0;
        bool word = i == text.len || i == 0 || span_is_blank(text.at[i - 1]);
        int next =
            word && i < text.len ? guess_label(reading, row, guess_from(text, i), &used) : -1;
        if (next < 0 && i < text.len) {
            continue;
        }
        struct span said = guess_to(guess_from(text, begin), i - begin);
        if (section >= 0 && !guess_section(reading, row, section, said, raw)) {
            return false;
        }
        any = any || section >= 0;
        section = next;
        begin = i + used;
    }
    return any;
}
