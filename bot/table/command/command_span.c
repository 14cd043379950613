/* Pieces of text: words, quotes of all shapes, and a folded form in which words are compared. */
#include "command_private.h"

#include "text.h"

#include <string.h>
#include <utf8proc.h>

bool span_is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

struct span span_of(const char *text)
{
    struct span span = {text, text == NULL ? 0 : strlen(text)};
    return span;
}

struct span span_trim(struct span span)
{
    while (span.len > 0 && span_is_blank(span.at[0])) {
        span.at++;
        span.len--;
    }
    while (span.len > 0 && span_is_blank(span.at[span.len - 1])) {
        span.len--;
    }
    return span;
}

struct quote {
    const char *open;
    const char *close;
    const char *close_too; /* another shape that ends it, or NULL */
};

static const struct quote span_quotes[] = {
    {"\"", "\"", NULL},
    {"\u201c", "\u201d", "\u201c"},
    {"\u201e", "\u201c", "\u201d"},
    {"\u00ab", "\u00bb", NULL},
    {"\u00bb", "\u00ab", NULL},
    {"\u2018", "\u2019", NULL},
    {"\u300c", "\u300d", NULL},
    {"`", "`", NULL},
    {"'", "'", NULL},
};

static bool span_begins(struct span span, const char *with)
{
    size_t len = strlen(with);
    return span.len >= len && memcmp(span.at, with, len) == 0;
}

/* Where the closing quote stands; its length in len_r. An apostrophe inside a word ends nothing. */
static size_t span_closing(struct span inside, const struct quote *quote, size_t *len_r)
{
    for (size_t i = 0; i < inside.len; i++) {
        struct span here = {inside.at + i, inside.len - i};
        const char *close = span_begins(here, quote->close) ? quote->close : NULL;
        if (close == NULL && quote->close_too != NULL && span_begins(here, quote->close_too)) {
            close = quote->close_too;
        }
        if (close == NULL) {
            continue;
        }
        size_t len = strlen(close);
        bool apostrophe = strcmp(close, "'") == 0 || strcmp(close, "\u2019") == 0;
        bool ends =
            i + len == inside.len || !((unsigned char)inside.at[i + len] >= 0x80 ||
                                       (inside.at[i + len] >= 'a' && inside.at[i + len] <= 'z'));
        if (!apostrophe || ends) {
            *len_r = len;
            return i;
        }
    }
    return inside.len;
}

bool span_quoted(struct span span, struct span *inside_r, struct span *after_r)
{
    for (size_t i = 0; i < sizeof span_quotes / sizeof span_quotes[0]; i++) {
        const struct quote *quote = &span_quotes[i];
        if (!span_begins(span, quote->open)) {
            continue;
        }
        size_t open = strlen(quote->open);
        struct span inside = {span.at + open, span.len - open};
        size_t close = 0;
        size_t len = span_closing(inside, quote, &close);
        if (len < inside.len) {
            after_r->at = inside.at + len + close;
            after_r->len = inside.len - len - close;
            inside_r->at = inside.at;
            inside_r->len = len;
            return true;
        }
    }
    return false;
}

struct span span_take(struct span *rest)
{
    struct span inside;
    *rest = span_trim(*rest);
    if (span_quoted(*rest, &inside, rest)) {
        return inside;
    }
    struct span word = {rest->at, 0};
    while (word.len < rest->len && !span_is_blank(rest->at[word.len])) {
        word.len++;
    }
    rest->at += word.len;
    rest->len -= word.len;
    return word;
}

/* What norm(t) makes of letters, digits and marks of ASCII; false when there is anything else. */
static bool span_fold_ascii(struct span span, char folded[FOLD_BYTES])
{
    for (size_t i = 0; i < span.len; i++) {
        char c = span.at[i];
        if (c <= ' ' || c > '~') {
            return false;
        }
        folded[i] = (char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c == '-' ? '_' : c);
    }
    folded[span.len] = '\0';
    return true;
}

bool span_fold(struct span span, char folded[FOLD_BYTES])
{
    char copy[FOLD_BYTES];
    struct text text;
    size_t len = 0;
    folded[0] = '\0';
    if (span.len >= sizeof copy) {
        return false;
    }
    if (span_fold_ascii(span, folded)) {
        return true;
    }
    memcpy(copy, span.at, span.len);
    copy[span.len] = '\0';
    if (!text_norm(copy, &text)) {
        return false;
    }
    for (int i = 0; i < text.count; i++) {
        utf8proc_uint8_t bytes[4];
        int32_t point = text.point[i] == '-' ? '_' : text.point[i];
        size_t wrote = (size_t)utf8proc_encode_char(point, bytes);
        if (len + wrote >= FOLD_BYTES) {
            return false;
        }
        memcpy(folded + len, bytes, wrote);
        len += wrote;
    }
    folded[len] = '\0';
    return true;
}

bool span_fold_is(struct span span, const char *word)
{
    char folded[FOLD_BYTES];
    char other[FOLD_BYTES];
    return span_fold(span, folded) && span_fold(span_of(word), other) &&
           strcmp(folded, other) == 0 && folded[0] != '\0';
}

bool fold_in_list(const char *folded, const char *list)
{
    struct span rest = span_of(list);
    while (rest.len > 0) {
        rest = span_trim(rest);
        struct span word = {rest.at, 0};
        while (word.len < rest.len && !span_is_blank(rest.at[word.len])) {
            word.len++;
        }
        rest.at += word.len;
        rest.len -= word.len;
        char other[FOLD_BYTES];
        if (word.len > 0 && span_fold(word, other) && strcmp(folded, other) == 0) {
            return true;
        }
    }
    return false;
}

const char *reading_word(const struct reading *reading, const char *group, const char *name)
{
    const char *const parts[] = {group, ".", name};
    char key[96];
    size_t len = 0;
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        for (const char *at = parts[i]; *at != '\0' && len + 1 < sizeof key; at++) {
            key[len++] = *at;
        }
    }
    key[len] = '\0';
    if (reading->words->word == NULL) {
        return NULL;
    }
    return reading->words->word(reading->words->catalogue, key);
}

bool reading_is_term(const struct reading *reading, const char *folded, const char *name,
                     const char *aliases)
{
    char other[FOLD_BYTES];
    bool is_name = span_fold(span_of(name), other) && strcmp(folded, other) == 0;
    return is_name || fold_in_list(folded, aliases) ||
           fold_in_list(folded, reading_word(reading, "alias.term", name));
}
