/* Packs of words and places: lines, grades, other names. What is built in is not compared anew at
 * every deal; the tests do that. */
#include "pack_private.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "embed_packs.h"
#include "embedded.h"
#include "heap.h"
#include "missions.h"
#include "option.h"
#include "pack_lines.h"
#include "text.h"

static const char *const pack_grades[] = {"easy", "medium", "hard"};

enum { PACK_GRADES = sizeof pack_grades / sizeof pack_grades[0] };

/* A reading under way. */
struct pack_reading {
    struct pack *pack;
    struct pack_lines lines;
    struct mistakes *mistakes;
    const char *grade; /* that the line stands in; NULL before the first */
    bool graded;
};

static void pack_wrong(const struct pack_reading *reading, const char *word, const char *why)
{
    mistakes_add(reading->mistakes, reading->lines.number, "\"%.60s\" %s", word, why);
}

/* NULL when a name can be played with; else what is wrong with it. */
static const char *pack_word_wrong(const char *word, unsigned characters_max)
{
    struct text text;
    bool letter = false;
    if (word[0] == '\0') {
        return "is empty; write a name, or take the sign away";
    }
    if (!text_norm(word, &text)) {
        return "cannot be compared; write it shorter";
    }
    for (int i = 0; i < text.count; i++) {
        letter = letter || text_is_letter(text.point[i]);
    }
    if (!letter) {
        return "has no letter; write a word";
    }
    if (pack_lines_characters(word) <= characters_max) {
        return NULL;
    }
    return characters_max == PACK_ENTRY_CHARACTERS_MAX ? "is longer than 20 characters; shorten it"
                                                       : "is longer than 40 characters; shorten it";
}

bool pack_next_alias(const char **at, char alias[PACK_ALIAS_BYTES])
{
    if (*at == NULL || **at == '\0') {
        return false;
    }
    size_t len = strcspn(*at, ",");
    assert(len < PACK_ALIAS_BYTES);
    memcpy(alias, *at, len);
    alias[len] = '\0';
    *at += len;
    *at += strspn(*at, ", ");
    return true;
}

/* Adds a name to what aliases lists. */
static void pack_add_alias(struct pack_entry *entry, const char *alias)
{
    size_t before = entry->aliases == NULL ? 0 : strlen(entry->aliases);
    size_t size = before + strlen(alias) + 3;
    char *list = heap_allocate(size);
    snprintf(list, size, "%s%s%s", before > 0 ? entry->aliases : "", before > 0 ? ", " : "", alias);
    free(entry->aliases);
    entry->aliases = list;
}

/* Reads "alias, alias". */
static void pack_read_aliases(struct pack_reading *reading, struct pack_entry *entry, char *list)
{
    int count = 0;
    for (char *next = list; next != NULL;) {
        char *alias = next;
        char *comma = strchr(alias, ',');
        next = comma == NULL ? NULL : comma + 1;
        if (comma != NULL) {
            *comma = '\0';
        }
        alias = pack_lines_trim(alias);
        const char *why = pack_word_wrong(alias, PACK_ALIAS_CHARACTERS_MAX);
        if (why == NULL && ++count > PACK_ALIASES_MAX) {
            why = "is one name too many; an entry has at most 12 others";
        }
        if (why != NULL) {
            pack_wrong(reading, alias, why);
            return;
        }
        pack_add_alias(entry, alias);
    }
}

/* Reads "NAME" or "NAME = alias, alias". */
static void pack_read_entry(struct pack_reading *reading)
{
    struct pack *pack = reading->pack;
    char *word = reading->lines.text;
    char *aliases = strchr(word, '=');
    if (aliases != NULL) {
        *aliases++ = '\0';
        word = pack_lines_trim(word);
    }
    const char *why = pack_word_wrong(word, PACK_ENTRY_CHARACTERS_MAX);
    if (why == NULL && strpbrk(word, ",[]|") != NULL) {
        why = "has a sign in it that a name may not have: , [ ] |";
    }
    if (why == NULL && pack->count == PACK_ENTRIES_MAX) {
        why = "is one entry too many; a pack has at most 4000";
    }
    if (why != NULL) {
        pack_wrong(reading, word, why);
        return;
    }
    struct pack_entry *entry = &pack->all[pack->count++];
    *entry = (struct pack_entry){
        .text = heap_copy(word), .grade = reading->grade, .line = reading->lines.number};
    if (aliases != NULL) {
        pack_read_aliases(reading, entry, aliases);
    }
}

/* Reads "[grade]". */
static void pack_read_grade(struct pack_reading *reading)
{
    const char *line = reading->lines.text;
    for (int i = 0; i < PACK_GRADES; i++) {
        size_t len = strlen(pack_grades[i]);
        if (strncmp(line + 1, pack_grades[i], len) == 0 && strcmp(line + 1 + len, "]") == 0) {
            if (!reading->graded && reading->pack->count > 0) {
                pack_wrong(reading, line,
                           "stands behind entries; begin the pack with a grade, "
                           "or have none");
            }
            reading->graded = true;
            reading->grade = pack_grades[i];
            return;
        }
    }
    pack_wrong(reading, line, "is no grade; write [easy], [medium] or [hard]");
}

/* What a deal draws from. */
static void pack_choose(struct pack *pack, const char *grade)
{
    for (size_t i = 0; i < pack->count; i++) {
        const struct pack_entry *entry = &pack->all[i];
        if (grade == NULL || entry->grade == NULL || strcmp(grade, entry->grade) == 0) {
            pack->aliases[pack->list.count] = entry->aliases;
            pack->entry[pack->list.count++] = entry->text;
        }
    }
    pack->list.entry = pack->entry;
    pack->list.aliases = pack->aliases;
}

struct pack *pack_new_empty(void)
{
    struct pack *pack = heap_allocate(sizeof *pack);
    pack->all = heap_allocate(PACK_ENTRIES_MAX * sizeof *pack->all);
    pack->entry = heap_allocate(PACK_ENTRIES_MAX * sizeof *pack->entry);
    pack->aliases = heap_allocate(PACK_ENTRIES_MAX * sizeof *pack->aliases);
    pack_choose(pack, NULL);
    return pack;
}

void pack_add(struct pack *pack, const char *entry)
{
    assert(pack->count < PACK_ENTRIES_MAX);
    pack->all[pack->count++] = (struct pack_entry){.text = heap_copy(entry)};
    pack->list.count = 0;
    pack_choose(pack, NULL);
}

/* Reads a text; compare: also look for names that are too much alike. */
static struct pack *pack_make(const char *text, size_t len, bool compare, struct mistakes *mistakes)
{
    struct pack *pack = pack_new_empty();
    struct pack_reading reading = {.pack = pack, .mistakes = mistakes};
    pack_lines_init(&reading.lines, text, len, mistakes);
    while (pack_lines_next(&reading.lines, mistakes)) {
        if (reading.lines.text[0] == '[') {
            pack_read_grade(&reading);
        } else {
            pack_read_entry(&reading);
        }
    }
    if (pack->count == 0 && mistakes->count == 0) {
        mistakes_add(mistakes, 0, "there is no entry in it; write one a line");
    }
    if (compare) {
        pack_compare(pack, mistakes);
    }
    mistakes_sort(mistakes);
    return pack;
}

struct pack *pack_trusted(const char *text, size_t len, const char *grade, struct fault *fault)
{
    struct mistakes *mistakes = mistakes_new();
    struct pack *pack = pack_make(text, len, false, mistakes);
    pack_choose(pack, grade);
    if (mistakes->count == 0 && pack->list.count == 0) {
        mistakes_add(mistakes, 0, "there is no entry of the grade %s in it", grade);
    }
    if (mistakes->count > 0) {
        mistakes_fault(mistakes, fault);
        pack_free(&pack);
    }
    free(mistakes);
    return pack;
}

bool pack_check(const char *text, size_t len, struct mistakes *mistakes)
{
    struct pack *pack = pack_make(text, len, true, mistakes);
    pack_free(&pack);
    return mistakes->count == 0;
}

static bool pack_option_is(const char *name, const struct option_def *row)
{
    return name != NULL && strcmp(row->name, name) == 0;
}

const char *pack_grade(const struct game_def *game, const struct options *options)
{
    const struct option_def *row = NULL;
    for (unsigned i = 0; (row = option_row(game, i)) != NULL; i++) {
        if (pack_option_is(game->pack_options.grade, row) && options->value[i] > 0) {
            return row->choices[options->value[i]];
        }
    }
    return NULL;
}

const struct option_def *pack_own_wanted(const struct game_def *game, const struct options *options)
{
    const struct option_def *row = NULL;
    for (unsigned i = 0; (row = option_row(game, i)) != NULL; i++) {
        if (pack_option_is(game->pack_options.own, row) && options->value[i] > 0 &&
            strcmp(row->choices[options->value[i]], "list") == 0) {
            return row;
        }
    }
    return NULL;
}

struct pack *pack_built_in(const struct game_def *game, const char *language,
                           const struct options *options, struct fault *fault)
{
    char name[64];
    fault->code = FAULT_NONE;
    if (game->draw == NULL) {
        return NULL;
    }
    if (game->entry_problem != NULL) {
        return missions_built_in(game);
    }
    snprintf(name, sizeof name, "%s/packs/%s-%s.txt", game->id, game->id, language);
    const struct embedded_file *file = embedded_find(packs, packs_count, name);
    if (file == NULL) {
        fault_set(fault, FAULT_CONFIG, "no pack %s is built in", name);
        return NULL;
    }
    struct pack *pack =
        pack_trusted((const char *)file->bytes, file->size, pack_grade(game, options), fault);
    if (pack == NULL) {
        fault_wrap(fault, "%s", name);
    }
    return pack;
}

const struct deal_pack *pack_list(const struct pack *pack)
{
    return &pack->list;
}

void pack_free(struct pack **pack)
{
    if (*pack == NULL) {
        return;
    }
    for (size_t i = 0; i < (*pack)->count; i++) {
        free((*pack)->all[i].text);
        free((*pack)->all[i].aliases);
    }
    free((*pack)->all);
    free((*pack)->entry);
    free((*pack)->aliases);
    free(*pack);
    *pack = NULL;
}
