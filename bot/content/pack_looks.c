/* Entries that people would take for one another although their normal forms differ: but for marks,
 * blanks, signs or an article ("Cafe", "The Caf\u00e9"), and by letters that look the same in two
 * writings ("cop" in Latin and in Cyrillic ones, "0" for "o"). */
#include "pack_private.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include <utf8proc.h>

#include "heap.h"
#include "text_form.h"

enum { LOOKS_BYTES = PACK_ALIAS_CHARACTERS_MAX * 4 * 4 + 1 };

/* Small letters and digits, since forms have no capitals; those whose capitals look alike are here
 * too. */
static const struct looks_like {
    int32_t point;
    char as;
} looks_like[] = {
    {'0', 'o'},
    {'1', 'l'},
    {0x0131, 'i'},
    {0x0251, 'a'},
    {0x0261, 'g'},
    /* Greek */
    {0x03B1, 'a'},
    {0x03B2, 'b'},
    {0x03B5, 'e'},
    {0x03B6, 'z'},
    {0x03B7, 'h'},
    {0x03B9, 'i'},
    {0x03BA, 'k'},
    {0x03BC, 'm'},
    {0x03BD, 'n'},
    {0x03BF, 'o'},
    {0x03C1, 'p'},
    {0x03C4, 't'},
    {0x03C5, 'y'},
    {0x03C7, 'x'},
    {0x03F2, 'c'},
    {0x03F3, 'j'},
    /* Cyrillic */
    {0x0430, 'a'},
    {0x0432, 'b'},
    {0x0435, 'e'},
    {0x043A, 'k'},
    {0x043C, 'm'},
    {0x043D, 'h'},
    {0x043E, 'o'},
    {0x0440, 'p'},
    {0x0441, 'c'},
    {0x0442, 't'},
    {0x0443, 'y'},
    {0x0445, 'x'},
    {0x0455, 's'},
    {0x0456, 'i'},
    {0x0458, 'j'},
    {0x0475, 'v'},
    {0x04AF, 'y'},
    {0x04BB, 'h'},
    {0x04C0, 'l'},
    {0x04CF, 'l'},
    {0x0501, 'd'},
    {0x051B, 'q'},
    {0x051D, 'w'},
    /* Armenian */
    {0x0578, 'n'},
    {0x057D, 'u'},
    {0x0570, 'h'},
    {0x0581, 'g'},
    {0x0585, 'o'},
};

enum { LOOKS = sizeof looks_like / sizeof looks_like[0] };

/* A name by what is seen of it. */
struct looks {
    char *key;  /* letters and digits alone */
    char *seen; /* the same as if all were Latin */
    const struct pack_entry *entry;
};

static int32_t looks_as(int32_t point)
{
    for (int i = 0; i < LOOKS; i++) {
        if (looks_like[i].point == point) {
            return looks_like[i].as;
        }
    }
    return point;
}

static void looks_make(struct looks *looks, const struct pack_entry *entry, const char *name)
{
    struct text text;
    char key[LOOKS_BYTES];
    char seen[LOOKS_BYTES];
    size_t key_len = 0;
    size_t seen_len = 0;
    bool read = form_compared(name, &text);
    assert(read);
    for (int i = 0; i < text.count && key_len + 4 < LOOKS_BYTES; i++) {
        int32_t point = text.point[i];
        if (point == ' ') {
            continue;
        }
        key_len += (size_t)utf8proc_encode_char(point, (utf8proc_uint8_t *)key + key_len);
        point = looks_as(point);
        seen_len += (size_t)utf8proc_encode_char(point, (utf8proc_uint8_t *)seen + seen_len);
    }
    looks->key = heap_text(key, key_len);
    looks->seen = heap_text(seen, seen_len);
    looks->entry = entry;
}

/* By what is seen, then by what is written, then by line. */
static int looks_order(const void *a, const void *b)
{
    const struct looks *one = a;
    const struct looks *other = b;
    int order = strcmp(one->seen, other->seen);
    assert(one->entry != NULL && other->entry != NULL);
    if (order == 0) {
        order = strcmp(one->key, other->key);
    }
    return order != 0
               ? order
               : (one->entry->line > other->entry->line) - (one->entry->line < other->entry->line);
}

/* Does one of the two have the other's normal form? Then it is there twice, which is told
 * elsewhere. */
static bool looks_is_twice(const struct pack_entry *one, const struct pack_entry *other)
{
    struct text a;
    struct text b;
    return text_norm(one->text, &a) && text_norm(other->text, &b) && a.count == b.count &&
           memcmp(a.point, b.point, (size_t)a.count * sizeof a.point[0]) == 0;
}

static void looks_tell(const struct looks *one, const struct looks *other,
                       struct mistakes *mistakes)
{
    const struct pack_entry *first = one->entry;
    const struct pack_entry *later = other->entry;
    if (first->line > later->line) {
        const struct pack_entry *entry = first;
        first = later;
        later = entry;
    }
    if (first == later || looks_is_twice(first, later)) {
        return;
    }
    const char *how = strcmp(one->key, other->key) == 0
                          ? "differs by no more than marks, blanks or an article from"
                          : "looks like";
    mistakes_add(mistakes, later->line, "\"%.60s\" %s \"%.60s\" in line %u; take one of them out",
                 later->text, how, first->text, first->line);
}

void pack_compare_looks(const struct pack *pack, struct mistakes *mistakes)
{
    size_t count = 0;
    struct looks *looks = heap_allocate((pack->count + 1) * (PACK_ALIASES_MAX + 1) * sizeof *looks);
    for (size_t i = 0; i < pack->count; i++) {
        const char *at = pack->all[i].aliases;
        char alias[PACK_ALIAS_BYTES];
        looks_make(&looks[count++], &pack->all[i], pack->all[i].text);
        while (pack_next_alias(&at, alias)) {
            looks_make(&looks[count++], &pack->all[i], alias);
        }
    }
    qsort(looks, count, sizeof *looks, looks_order);
    for (size_t i = 1; i < count; i++) {
        if (strcmp(looks[i - 1].seen, looks[i].seen) == 0 && looks[i].seen[0] != '\0') {
            looks_tell(&looks[i - 1], &looks[i], mistakes);
        }
    }
    for (size_t i = 0; i < count; i++) {
        free(looks[i].key);
        free(looks[i].seen);
    }
    free(looks);
}
