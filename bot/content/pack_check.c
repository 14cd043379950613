/* What entries of a pack may not be to one another. Two names are the same when their normal forms
 * are (rulebook 0.5). Two words are forms of one another when taking an ending off the one leaves
 * the other, or leaves it but for what endings do to a word: "bak(e)ing", "berr(y)ies",
 * "run(n)er"; or when pack_forms.def has them ("leaves", "mice", "flown"). */
#include "pack_private.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <utf8proc.h>

#include "heap.h"
#include "text.h"

enum { CHECK_NORM_BYTES = PACK_ALIAS_CHARACTERS_MAX * 4 * 4 + 1 };

/* An ending, and how many bytes of a word must be left without it. */
struct pack_ending {
    const char *text;
    size_t least;
};

static const struct pack_ending pack_endings[] = {
    {"s", 2},    {"es", 2},   {"'s", 2},   {"s'", 2},   {"d", 3},    {"ed", 2},
    {"r", 3},    {"er", 2},   {"ers", 2},  {"or", 4},   {"ors", 4},  {"ing", 2},
    {"ings", 2}, {"ly", 4},   {"al", 5},   {"ian", 4},  {"ist", 5},  {"ess", 5},
    {"ful", 4},  {"less", 4}, {"ness", 4}, {"ship", 5}, {"hood", 4}, {"ment", 4},
};

enum { PACK_ENDINGS = sizeof pack_endings / sizeof pack_endings[0] };

/* An ending that stands in place of another one. */
struct pack_change {
    const char *ending;
    const char *instead;
    size_t least; /* bytes before it; CHANGE_WHOLE: it is the whole word */
};

enum { CHANGE_WHOLE = 255 };

static const struct pack_change pack_changes[] = {
#define FORM(ending, instead, least) {ending, instead, least},
#define WORD(form, word)             {form, word, CHANGE_WHOLE},
#include "pack_forms.def"
#undef FORM
#undef WORD
};

enum { PACK_CHANGES = sizeof pack_changes / sizeof pack_changes[0] };

/* A name as it is compared. */
struct pack_name {
    char *norm;
    const struct pack_entry *entry;
    bool alias;
};

struct pack_names {
    struct pack_name *name;
    size_t count;
    size_t size;
};

static char *check_norm(const char *word)
{
    struct text text;
    char norm[CHECK_NORM_BYTES];
    size_t len = 0;
    bool read = text_norm(word, &text);
    assert(read);
    for (int i = 0; i < text.count && len + 4 < sizeof norm; i++) {
        len += (size_t)utf8proc_encode_char(text.point[i], (utf8proc_uint8_t *)norm + len);
    }
    return heap_text(norm, len);
}

static void check_add(struct pack_names *names, const struct pack_entry *entry, const char *word,
                      bool alias)
{
    if (names->count == names->size) {
        names->size = names->size * 2 + 64;
        names->name = heap_grow(names->name, names->size, sizeof *names->name);
    }
    names->name[names->count++] = (struct pack_name){check_norm(word), entry, alias};
}

/* By norm, then by line; an entry before its other names. */
static int check_order(const void *a, const void *b)
{
    const struct pack_name *one = a;
    const struct pack_name *other = b;
    int order = strcmp(one->norm, other->norm);
    assert(one->entry != NULL && other->entry != NULL);
    if (order == 0) {
        order = (one->entry->line > other->entry->line) - (one->entry->line < other->entry->line);
    }
    return order != 0 ? order : (int)one->alias - (int)other->alias;
}

static void check_twice(const struct pack_names *names, struct mistakes *mistakes)
{
    for (size_t i = 1; i < names->count; i++) {
        const struct pack_name *before = &names->name[i - 1];
        const struct pack_name *name = &names->name[i];
        if (strcmp(before->norm, name->norm) == 0) {
            mistakes_add(mistakes, name->entry->line,
                         "\"%.60s\"%s is there twice, also in line %u; take one of them out",
                         name->alias ? name->norm : name->entry->text,
                         name->alias ? ", another name," : "", before->entry->line);
        }
    }
}

/* The entry whose norm is the first len bytes of stem and what is behind; NULL when there is none.
 */
static const struct pack_entry *check_find(const struct pack_names *names, const char *stem,
                                           size_t len, const char *behind)
{
    char norm[CHECK_NORM_BYTES + 8];
    const struct pack_entry nowhere = {.line = 0};
    struct pack_name wanted = {norm, &nowhere, false};
    snprintf(norm, sizeof norm, "%.*s%s", (int)len, stem, behind);
    size_t low = 0;
    size_t high = names->count;
    while (low < high) { /* the first that is not before the one wanted */
        size_t middle = (low + high) / 2;
        if (check_order(&names->name[middle], &wanted) < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    while (low < names->count && strcmp(names->name[low].norm, norm) == 0) {
        if (!names->name[low].alias) {
            return names->name[low].entry;
        }
        low++;
    }
    return NULL;
}

/* What is left of a word without an ending, len bytes: as it is, or as it was before. An "e" falls
 * off before endings that begin with a vowel alone. */
static const struct pack_entry *check_stem(const struct pack_names *names, const char *word,
                                           size_t len)
{
    const struct pack_entry *entry = check_find(names, word, len, "");
    if (entry == NULL && strchr("aeiou", word[len]) != NULL) {
        entry = check_find(names, word, len, "e");
    }
    if (entry == NULL && len > 2 && word[len - 1] == 'i') {
        entry = check_find(names, word, len - 1, "y");
    }
    if (entry == NULL && len > 3 && word[len - 1] == word[len - 2]) {
        entry = check_find(names, word, len - 1, "");
    }
    return entry;
}

static bool check_ends(const char *word, size_t len, const char *ending)
{
    size_t size = strlen(ending);
    return len >= size && memcmp(word + len - size, ending, size) == 0;
}

/* The entry of which this word is a form; NULL when there is none but itself. */
static const struct pack_entry *check_base(const struct pack_names *names,
                                           const struct pack_name *name)
{
    size_t len = strlen(name->norm);
    const struct pack_entry *other = NULL;
    for (int i = 0; i < PACK_ENDINGS && other == NULL; i++) {
        size_t ending = strlen(pack_endings[i].text);
        if (len >= ending + pack_endings[i].least &&
            check_ends(name->norm, len, pack_endings[i].text)) {
            other = check_stem(names, name->norm, len - ending);
            other = other != name->entry ? other : NULL;
        }
    }
    for (int i = 0; i < PACK_CHANGES && other == NULL; i++) {
        const struct pack_change *change = &pack_changes[i];
        size_t ending = strlen(change->ending);
        bool whole = change->least == CHANGE_WHOLE;
        if (check_ends(name->norm, len, change->ending) &&
            (whole ? len == ending : len >= ending + change->least)) {
            other = check_find(names, name->norm, len - ending, change->instead);
        }
    }
    return other;
}

/* Tells when the word is a form of another entry. */
static void check_form(const struct pack_names *names, const struct pack_name *name,
                       struct mistakes *mistakes)
{
    const struct pack_entry *one = name->entry;
    const struct pack_entry *other = check_base(names, name);
    if (other == NULL || other == one) {
        return;
    }
    bool later = one->line > other->line;
    mistakes_add(mistakes, later ? one->line : other->line,
                 "\"%.60s\" is a form of \"%.60s\" in line %u; take one of them out",
                 later ? one->text : other->text, later ? other->text : one->text,
                 later ? other->line : one->line);
}

void pack_compare(const struct pack *pack, struct mistakes *mistakes)
{
    struct pack_names names = {NULL, 0, 0};
    for (size_t i = 0; i < pack->count; i++) {
        const struct pack_entry *entry = &pack->all[i];
        const char *at = entry->aliases;
        char alias[PACK_ALIAS_BYTES];
        check_add(&names, entry, entry->text, false);
        while (pack_next_alias(&at, alias)) {
            check_add(&names, entry, alias, true);
        }
    }
    if (names.count > 0) {
        qsort(names.name, names.count, sizeof *names.name, check_order);
    }
    check_twice(&names, mistakes);
    pack_compare_looks(pack, mistakes);
    for (size_t i = 0; i < names.count; i++) {
        if (!names.name[i].alias) {
            check_form(&names, &names.name[i], mistakes);
        }
    }
    for (size_t i = 0; i < names.count; i++) {
        free(names.name[i].norm);
    }
    free(names.name);
}
