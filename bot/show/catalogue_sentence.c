/* A sentence of a catalogue, parsed once when the file is read. The grammar is the simple core of
 * ICU message format with three marks of its own:
 *
 *   sentence  text with {argument} and {argument, format} and **strong** *emphasis* `code`
 *   plural    {path, plural, =0 {sentence} one {sentence} other {sentence}}, # is the number
 *   select    {path, select, documents {sentence} other {sentence}}
 *   \         takes the next character as it is
 *
 * The styles of a branch end where the branch ends. */
#include "catalogue_private.h"

#include <string.h>

struct sentence {
    struct arena *arena;
    const char *at;
    const char *mistake; /* the first one */
    unsigned depth;      /* of branches */
    unsigned plurals;    /* of plurals around */
    enum run_kind style;
    struct piece *first;
    struct piece *last;
};

static struct piece *sentence_pieces(struct sentence *sentence, bool inside);

/* Notes the first mistake. Always false. */
static bool sentence_fail(struct sentence *sentence, const char *mistake)
{
    if (sentence->mistake == NULL) {
        sentence->mistake = mistake;
    }
    return false;
}

static void sentence_blanks(struct sentence *sentence)
{
    sentence->at += strspn(sentence->at, " ");
}

static bool sentence_take(struct sentence *sentence, char expected)
{
    sentence_blanks(sentence);
    if (*sentence->at != expected) {
        return false;
    }
    sentence->at++;
    return true;
}

/* A name out of the letters allowed, NULL when there is none. */
static const char *sentence_name(struct sentence *sentence, const char *letters)
{
    sentence_blanks(sentence);
    size_t len = strspn(sentence->at, letters);
    const char *name = len > 0 ? arena_text(sentence->arena, sentence->at, len) : NULL;
    sentence->at += len;
    return name;
}

#define SENTENCE_WORD "abcdefghijklmnopqrstuvwxyz0123456789_"

static struct piece *sentence_add(struct sentence *sentence, enum piece_kind kind)
{
    struct piece *piece = arena_take(sentence->arena, sizeof *piece);
    piece->kind = kind;
    piece->style = sentence->style;
    if (sentence->last != NULL) {
        sentence->last->next = piece;
    } else {
        sentence->first = piece;
    }
    sentence->last = piece;
    return piece;
}

/* One branch: selector {sentence}. */
static struct branch *sentence_branch(struct sentence *sentence)
{
    struct branch *branch = arena_take(sentence->arena, sizeof *branch);
    branch->selector = sentence_name(sentence, SENTENCE_WORD "=");
    if (branch->selector == NULL) {
        sentence_fail(sentence, "a branch needs a name before its {");
        return NULL;
    }
    if (!sentence_take(sentence, '{')) {
        sentence_fail(sentence, "a branch needs a sentence in { }");
        return NULL;
    }
    struct sentence inner = *sentence;
    inner.depth++;
    inner.first = inner.last = NULL;
    branch->pieces = sentence_pieces(&inner, true); /* NOLINT(misc-no-recursion): depth is kept */
    sentence->at = inner.at;
    if (inner.mistake != NULL) {
        sentence_fail(sentence, inner.mistake);
        return NULL;
    }
    return branch;
}

static bool sentence_is_category(const char *selector)
{
    static const char *const categories[] = {"zero", "one", "two", "few", "many", "other"};
    for (size_t i = 0; i < sizeof categories / sizeof *categories; i++) {
        if (strcmp(categories[i], selector) == 0) {
            return true;
        }
    }
    size_t digits = selector[0] == '=' ? strlen(selector + 1) : 0;
    return digits > 0 && digits < 10 && strspn(selector + 1, "0123456789") == digits;
}

static bool sentence_branches(struct sentence *sentence, struct piece *piece)
{
    struct branch **link = &piece->branches;
    bool other = false;
    if (sentence->depth >= CATALOGUE_DEPTH_MAX) {
        return sentence_fail(sentence, "branches within branches are too deep");
    }
    while (!sentence_take(sentence, '}')) {
        struct branch *branch = sentence_branch(sentence);
        if (branch == NULL) {
            return false;
        }
        if (piece->kind == PIECE_PLURAL && !sentence_is_category(branch->selector)) {
            return sentence_fail(sentence, "a plural knows zero one two few many other and =N");
        }
        other = other || strcmp(branch->selector, "other") == 0;
        *link = branch;
        link = &branch->next;
    }
    return other || sentence_fail(sentence, "the branch “other” is missing");
}

static const struct {
    const char *name;
    enum piece_format format;
} sentence_formats[] = {
    {"person", FORMAT_PERSON}, {"mention", FORMAT_MENTION}, {"people", FORMAT_PEOPLE},
    {"seats", FORMAT_SEATS},   {"number", FORMAT_NUMBER},   {"time", FORMAT_TIME},
    {"length", FORMAT_LENGTH}, {"word", FORMAT_WORD},       {"typed", FORMAT_TYPED},
    {"entry", FORMAT_ENTRY},
};

/* What stands after the comma of {path, …}. */
static bool sentence_format(struct sentence *sentence, struct piece *piece)
{
    const char *name = sentence_name(sentence, SENTENCE_WORD);
    if (name != NULL && (strcmp(name, "plural") == 0 || strcmp(name, "select") == 0)) {
        piece->kind = name[0] == 'p' ? PIECE_PLURAL : PIECE_SELECT;
        sentence->plurals += piece->kind == PIECE_PLURAL;
        bool fine = sentence_take(sentence, ',')
                        ? sentence_branches(sentence, piece)
                        : sentence_fail(sentence, "branches come after a comma");
        sentence->plurals -= piece->kind == PIECE_PLURAL;
        return fine;
    }
    for (size_t i = 0; name != NULL && i < sizeof sentence_formats / sizeof *sentence_formats;
         i++) {
        if (strcmp(sentence_formats[i].name, name) != 0) {
            continue;
        }
        piece->format = sentence_formats[i].format;
        if (piece->format == FORMAT_WORD) {
            piece->key = sentence_name(sentence, SENTENCE_WORD);
        }
        if (piece->format == FORMAT_ENTRY) {
            piece->key = sentence_name(sentence, SENTENCE_WORD ".");
            if (piece->key == NULL) {
                return sentence_fail(sentence, "which entry? write {argument, entry KEY}");
            }
        }
        return sentence_take(sentence, '}') || sentence_fail(sentence, "a } is missing");
    }
    return sentence_fail(
        sentence, "no such format: person mention people seats number time length word typed "
                  "entry plural select");
}

static bool sentence_argument(struct sentence *sentence)
{
    const char *path = sentence_name(sentence, SENTENCE_WORD ".@");
    if (path == NULL) {
        return sentence_fail(sentence, "a { needs the name of an argument");
    }
    struct piece *piece = sentence_add(sentence, PIECE_ARG);
    piece->text = path;
    if (sentence_take(sentence, '}')) {
        return true;
    }
    if (!sentence_take(sentence, ',')) {
        return sentence_fail(sentence, "a } is missing");
    }
    return sentence_format(sentence, piece);
}

/* A mark: begins its style, or ends it. */
static bool sentence_style(struct sentence *sentence, enum run_kind style, size_t len)
{
    if (sentence->style != RUN_TEXT && sentence->style != style) {
        return sentence_fail(sentence, "one style inside another");
    }
    sentence->style = sentence->style == style ? RUN_TEXT : style;
    sentence->at += len;
    return true;
}

/* Text up to the next sign that means something. */
static bool sentence_text(struct sentence *sentence)
{
    const char *stops = sentence->plurals > 0 ? "{}*`\\#" : "{}*`\\";
    struct piece *piece = sentence_add(sentence, PIECE_TEXT);
    if (*sentence->at == '\\') {
        sentence->at++;
        if (*sentence->at == '\0' || strchr("{}*`\\#", *sentence->at) == NULL) {
            return sentence_fail(sentence, "a \\ stands before one of { } * ` # \\ alone");
        }
        piece->text = arena_text(sentence->arena, sentence->at, 1);
        sentence->at++;
        return true;
    }
    size_t len = strcspn(sentence->at, stops);
    piece->text = arena_text(sentence->arena, sentence->at, len);
    sentence->at += len;
    return true;
}

static bool sentence_step(struct sentence *sentence)
{
    switch (*sentence->at) {
    case '{':
        sentence->at++;
        return sentence_argument(sentence); /* NOLINT(misc-no-recursion): depth is kept */
    case '`':
        return sentence_style(sentence, RUN_CODE, 1);
    case '*':
        return sentence->at[1] == '*' ? sentence_style(sentence, RUN_STRONG, 2)
                                      : sentence_style(sentence, RUN_EMPHASIS, 1);
    case '#':
        if (sentence->plurals > 0) {
            sentence->at++;
            sentence_add(sentence, PIECE_NUMBER);
            return true;
        }
        return sentence_text(sentence);
    default:
        return sentence_text(sentence);
    }
}

/* Pieces up to the end of the sentence, or up to and with the } of a branch. */
static struct piece *sentence_pieces(struct sentence *sentence, bool inside)
{
    enum run_kind outer = sentence->style;
    while (*sentence->at != '\0' && *sentence->at != '}') {
        if (!sentence_step(sentence)) { /* NOLINT(misc-no-recursion): depth is kept */
            return NULL;
        }
    }
    if (inside != (*sentence->at == '}')) {
        sentence_fail(sentence, inside ? "a } is missing" : "a } without its {");
        return NULL;
    }
    if (sentence->style != outer) {
        sentence_fail(sentence, "**, * or ` is opened and not closed");
        return NULL;
    }
    sentence->at += inside;
    if (sentence->first == NULL) {
        sentence_add(sentence, PIECE_TEXT)->text = "";
    }
    return sentence->first;
}

struct piece *sentence_parse(struct arena *arena, const char *text, const char **mistake_r)
{
    struct sentence sentence = {.arena = arena, .at = text, .style = RUN_TEXT};
    struct piece *pieces = sentence_pieces(&sentence, false);
    *mistake_r = sentence.mistake;
    return sentence.mistake == NULL ? pieces : NULL;
}
