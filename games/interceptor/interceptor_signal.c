/* Signals as values: reading and writing them, which values a kind can have, which pairs may be
 * agreed on, and how a guess compares with a signal. */
#include "interceptor_signal.h"

#include <assert.h>
#include <string.h>

#include "interceptor_evidence.h"

/* In the order of enum signal_kind, from SIGNAL_WORD on. */
const struct arg_choice signal_kind_choices[SIGNAL_KINDS - 1] = {
    {"word", NULL},
    {"phrase", NULL},
    {"first_word", "first firstword first-word"},
    {"last_word", "last lastword last-word"},
    {"emoji", NULL},
    {"last_emoji", "lastemoji last-emoji"},
    {"ends_punct", "ends end ends-with"},
    {"has_punct", "has punct punctuation"},
    {"words", NULL},
    {"long", NULL},
    {"digit", NULL},
    {"number", NULL},
    {"caps", "capitals"},
    {"lines", "line"},
    {"reply", NULL},
    {"mention", NULL},
    {"reaction", "react"},
    {"media", NULL},
    {"custom", NULL},
};

const struct arg_choice signal_media_choices[4] = {
    {"image", "picture photo"},
    {"gif", NULL},
    {"sticker", NULL},
    {"voice", NULL},
};

static const char *const signal_marks[] = {".", "!", "?", "...", ",", ";",
                                           ":", ")", "(", "\"",  "*", "-"};
enum { SIGNAL_END_MARKS = 8, SIGNAL_MARKS = 12 };

const char *signal_kind_name(unsigned kind)
{
    assert(kind > SIGNAL_NONE && kind < SIGNAL_KINDS);
    return signal_kind_choices[kind - 1].name;
}

static bool signal_has_value(unsigned kind)
{
    return kind != SIGNAL_LONG && kind != SIGNAL_DIGIT && kind != SIGNAL_CAPS &&
           kind != SIGNAL_LINES;
}

static unsigned signal_kind_find(const char *name)
{
    for (unsigned kind = SIGNAL_NONE + 1; name != NULL && kind < SIGNAL_KINDS; kind++) {
        if (strcmp(signal_kind_name(kind), name) == 0) {
            return kind;
        }
    }
    return SIGNAL_NONE;
}

static void signal_number(int64_t number, char *value)
{
    char digits[24];
    size_t at = sizeof digits;
    uint64_t rest = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
    do {
        digits[--at] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest > 0);
    if (number < 0) {
        digits[--at] = '-';
    }
    memcpy(value, digits + at, sizeof digits - at);
    value[sizeof digits - at] = '\0';
}

const char *signal_read(const struct value_tree *facts, uint16_t parent,
                        struct interceptor_signal *signal)
{
    uint16_t kind = value_find(facts, parent, "kind");
    uint16_t value = value_find(facts, parent, "value");
    memset(signal, 0, sizeof *signal);
    if (kind == VALUE_NONE) {
        return "missing";
    }
    signal->kind = (uint8_t)signal_kind_find(facts->fact[kind].text);
    if (signal->kind == SIGNAL_NONE) {
        return "not_a_choice";
    }
    if (value == VALUE_NONE || facts->fact[value].kind == VALUE_NULL) {
        return NULL;
    }
    const struct value *fact = &facts->fact[value];
    if (fact->kind == VALUE_NUMBER) {
        signal_number(fact->number, signal->value);
        return NULL;
    }
    if (fact->kind != VALUE_TEXT && fact->kind != VALUE_TERM) {
        return "not_a_text";
    }
    int count = text_count(fact->text);
    if (count < 0 || count > SIGNAL_CHARACTERS_MAX) {
        return count < 0 ? "not_a_text" : "too_long";
    }
    bool none = !signal_has_value(signal->kind) && strcmp(fact->text, "-") == 0;
    memcpy(signal->value, fact->text, none ? 0 : strlen(fact->text));
    return NULL;
}

void signal_write(struct value_tree *facts, const struct interceptor_signal *signal)
{
    assert(signal->kind > SIGNAL_NONE && signal->kind < SIGNAL_KINDS);
    assert(memchr(signal->value, 0, sizeof signal->value) != NULL);
    value_term(facts, "kind", signal_kind_name(signal->kind));
    if (signal->value[0] != '\0') {
        value_text(facts, "value", signal->value, strlen(signal->value));
    } else {
        value_null(facts, "value");
    }
}

static bool signal_is_tokens(unsigned kind)
{
    return kind == SIGNAL_WORD || kind == SIGNAL_PHRASE || kind == SIGNAL_FIRST_WORD ||
           kind == SIGNAL_LAST_WORD || kind == SIGNAL_NUMBER;
}

static bool signal_is_emoji(unsigned kind)
{
    return kind == SIGNAL_EMOJI || kind == SIGNAL_LAST_EMOJI;
}

static bool signal_is_mark(unsigned kind)
{
    return kind == SIGNAL_ENDS_PUNCT || kind == SIGNAL_HAS_PUNCT;
}

static bool value_is_one_of(const struct text *value, const char *const *words, int count)
{
    for (int i = 0; i < count; i++) {
        if (text_span_is(value, text_trimmed(value), words[i])) {
            return true;
        }
    }
    return false;
}

static bool value_is_token(const struct text *value)
{
    int at = 0;
    struct text_span token;
    return text_next_token(value, &at, &token) &&
           text_span_equal(value, token, value, text_trimmed(value));
}

static bool value_is_digits(const struct text *value)
{
    struct text_span span = text_trimmed(value);
    for (int i = 0; i < span.count; i++) {
        int32_t point = value->point[span.start + i];
        if (point < '0' || point > '9') {
            return false;
        }
    }
    return span.count > 0;
}

static bool value_is_emoji(const struct text *value)
{
    int at = 0;
    struct text_span cluster;
    return text_next_cluster(value, &at, &cluster) && text_is_emoji(value, cluster) &&
           text_span_equal(value, cluster, value, text_trimmed(value));
}

static bool value_is_phrase(const struct text *value)
{
    int tokens = evidence_tokens(value);
    return tokens >= 2 && tokens <= 5;
}

bool signal_fits(const struct interceptor_signal *signal)
{
    static const char *const people[] = {"partner", "opponent", "bot"};
    static const char *const media[] = {"image", "gif", "sticker", "voice"};
    static const char *const counts[] = {"1", "2", "3", "4", "5", "6"};
    struct text value;
    if (!text_norm(signal->value, &value)) {
        return false;
    }
    switch ((enum signal_kind)signal->kind) {
    case SIGNAL_WORD:
    case SIGNAL_FIRST_WORD:
    case SIGNAL_LAST_WORD:
        return value_is_token(&value);
    case SIGNAL_PHRASE:
        return value_is_phrase(&value);
    case SIGNAL_EMOJI:
    case SIGNAL_LAST_EMOJI:
    case SIGNAL_REACTION:
        return value_is_emoji(&value);
    case SIGNAL_ENDS_PUNCT:
        return value_is_one_of(&value, signal_marks, SIGNAL_END_MARKS);
    case SIGNAL_HAS_PUNCT: /* all but the closing bracket */
        return value_is_one_of(&value, signal_marks, SIGNAL_END_MARKS - 1) ||
               value_is_one_of(&value, signal_marks + SIGNAL_END_MARKS,
                               SIGNAL_MARKS - SIGNAL_END_MARKS);
    case SIGNAL_WORDS:
        return value_is_one_of(&value, counts, 6);
    case SIGNAL_NUMBER:
        return value_is_digits(&value);
    case SIGNAL_LONG:
    case SIGNAL_DIGIT:
    case SIGNAL_CAPS:
    case SIGNAL_LINES:
        return text_trimmed(&value).count == 0;
    case SIGNAL_REPLY:
        return value_is_one_of(&value, people, 3);
    case SIGNAL_MENTION:
        return value_is_one_of(&value, people, 2);
    case SIGNAL_MEDIA:
        return value_is_one_of(&value, media, 4);
    case SIGNAL_CUSTOM:
        return text_trimmed(&value).count > 0;
    case SIGNAL_NONE:
    case SIGNAL_KINDS:
        break;
    }
    return false;
}

bool signal_identical(const struct interceptor_signal *a, const struct interceptor_signal *b)
{
    struct text value_a;
    struct text value_b;
    assert(a->kind < SIGNAL_KINDS && b->kind < SIGNAL_KINDS);
    if (a->kind != b->kind) {
        return false;
    }
    if (!signal_has_value(a->kind)) {
        return true;
    }
    if (!text_norm(a->value, &value_a) || !text_norm(b->value, &value_b)) {
        return false;
    }
    if (signal_is_tokens(a->kind)) {
        return evidence_same_tokens(&value_a, &value_b);
    }
    return text_span_equal(&value_a, text_trimmed(&value_a), &value_b, text_trimmed(&value_b));
}

bool signal_same(const struct interceptor_signal *guess, const struct interceptor_signal *signal,
                 bool strict)
{
    if (strict || guess->kind == signal->kind) {
        return signal_identical(guess, signal);
    }
    struct text value;
    struct text other;
    if (!text_norm(guess->value, &value) || !text_norm(signal->value, &other)) {
        return false;
    }
    if (signal_is_tokens(guess->kind) && signal_is_tokens(signal->kind)) {
        return evidence_same_tokens(&value, &other);
    }
    bool family = (signal_is_mark(guess->kind) && signal_is_mark(signal->kind)) ||
                  (signal_is_emoji(guess->kind) && signal_is_emoji(signal->kind));
    return family && text_span_equal(&value, text_trimmed(&value), &other, text_trimmed(&other));
}

static int span_letters(const struct text *text, struct text_span span)
{
    int letters = 0;
    for (int i = 0; i < span.count; i++) {
        letters += text_is_letter(text->point[span.start + i]);
    }
    return letters;
}

/* Two single words of four letters or more, a letter apart or one the beginning of the other. */
static bool tokens_are_alike(const struct text *a, const struct text *b)
{
    struct text_span one;
    struct text_span other;
    int at_a = 0;
    int at_b = 0;
    if (evidence_tokens(a) != 1 || evidence_tokens(b) != 1 || !text_next_token(a, &at_a, &one) ||
        !text_next_token(b, &at_b, &other)) {
        return false;
    }
    if (span_letters(a, one) < 4 || span_letters(b, other) < 4) {
        return false;
    }
    int shorter = one.count < other.count ? one.count : other.count;
    struct text_span head = {one.start, shorter};
    struct text_span other_head = {other.start, shorter};
    return text_span_equal(a, head, b, other_head) || text_distance(a, one, b, other) == 1;
}

static bool tokens_share_one(const struct text *a, const struct text *b)
{
    struct text_span one;
    int at = 0;
    while (text_next_token(a, &at, &one)) {
        struct text_span other;
        int at_b = 0;
        while (text_next_token(b, &at_b, &other)) {
            if (text_span_equal(a, one, b, other)) {
                return true;
            }
        }
    }
    return false;
}

bool signal_near(const struct interceptor_signal *guess, const struct interceptor_signal *signal)
{
    struct text value;
    struct text other;
    assert(guess->kind < SIGNAL_KINDS && signal->kind < SIGNAL_KINDS);
    if (guess->kind == SIGNAL_CUSTOM || signal->kind == SIGNAL_CUSTOM) {
        return true;
    }
    if (!signal_is_tokens(guess->kind) || !signal_is_tokens(signal->kind) ||
        !text_norm(guess->value, &value) || !text_norm(signal->value, &other)) {
        return false;
    }
    return tokens_share_one(&value, &other) || tokens_are_alike(&value, &other);
}

bool signal_is_common(const struct interceptor_signal *signal)
{
    static const char *const common[] = {
        "a",  "an", "and", "are", "as",   "at", "be",   "but",  "can", "do",   "for", "have",
        "he", "i",  "if",  "in",  "is",   "it", "just", "like", "me",  "my",   "no",  "not",
        "of", "on", "or",  "so",  "that", "to", "the",  "this", "was", "what", "you", "yes",
    };
    struct text value;
    bool word = signal->kind == SIGNAL_WORD || signal->kind == SIGNAL_FIRST_WORD ||
                signal->kind == SIGNAL_LAST_WORD;
    return word && text_norm(signal->value, &value) &&
           value_is_one_of(&value, common, (int)(sizeof common / sizeof common[0]));
}

/* The least that every message with the signal has in it. False for signals of which nothing in
 * particular can be said. */
static bool signal_sample(const struct interceptor_signal *signal, struct text *sample)
{
    struct text value;
    sample->count = 0;
    if (!text_norm(signal->value, &value)) {
        return false;
    }
    if (!signal_is_tokens(signal->kind)) {
        memcpy(sample->point, value.point, (size_t)value.count * sizeof value.point[0]);
        sample->count = value.count;
        return signal_is_mark(signal->kind) || signal_is_emoji(signal->kind);
    }
    struct text_span token;
    int at = 0;
    while (text_next_token(&value, &at, &token)) {
        if (sample->count > 0) {
            sample->point[sample->count++] = ' ';
        }
        memcpy(sample->point + sample->count, value.point + token.start,
               (size_t)token.count * sizeof value.point[0]);
        sample->count += token.count;
    }
    return true;
}

/* Does whatever carries a carry b too? Only for kinds of b that more words cannot undo. */
static bool signal_implies(const struct interceptor_signal *a, const struct interceptor_signal *b)
{
    struct text sample;
    bool lasting = b->kind == SIGNAL_WORD || b->kind == SIGNAL_PHRASE || b->kind == SIGNAL_NUMBER ||
                   b->kind == SIGNAL_EMOJI || b->kind == SIGNAL_HAS_PUNCT ||
                   b->kind == SIGNAL_DIGIT;
    return lasting && signal_sample(a, &sample) && evidence_text_carries(b, &sample);
}

bool signal_overlaps(const struct interceptor_signal *a, const struct interceptor_signal *b)
{
    assert(a != b);
    assert(a->kind < SIGNAL_KINDS && b->kind < SIGNAL_KINDS);
    return signal_identical(a, b) || signal_implies(a, b) || signal_implies(b, a);
}
