/* Packs of words: lines, grades, and what is wrong with them. */
#include "pack.h"

#include "heap.h"
#include "option.h"
#include "text.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "embed_packs.h"
#include "embedded.h"

enum { PACK_LINE_MAX = 200, PACK_NORM_BYTES = PACK_ENTRY_CHARACTERS_MAX * 4 * 4 };

static const char *const pack_grades[] = {"easy", "medium", "hard"};
static const char *const pack_endings[] = {"s", "es", "ed", "ing", "er"};

enum {
    PACK_GRADES = sizeof pack_grades / sizeof pack_grades[0],
    PACK_ENDINGS = sizeof pack_endings / sizeof pack_endings[0]
};

struct pack {
    struct deal_pack list;
    bool trusted;       /* built in, and found good by the tests: words are not compared again */
    const char **entry; /* those of the grade asked for */
    char **text;        /* all entries, */
    char **norm;        /* and as they are compared */
    unsigned *line;
    size_t count;
};

/* The normal form as bytes that compare equal when the words do. */
static char *pack_norm(const char *word)
{
    struct text text;
    char *norm = heap_take(PACK_NORM_BYTES);
    size_t len = 0;
    bool read = text_norm(word, &text);
    assert(read);
    for (int i = 0; i < text.count && len + 9 < PACK_NORM_BYTES; i++) {
        len += (size_t)snprintf(norm + len, PACK_NORM_BYTES - len,
                                text.point[i] < 128 ? "%c" : "<%x>", (unsigned)text.point[i]);
    }
    return norm;
}

static int pack_bad(struct fault *fault, unsigned line, const char *word, const char *why)
{
    return fault_set(fault, FAULT_BAD, "line %u: \"%.60s\" %s", line, word, why);
}

/* Is longer the other with an ending? */
static bool pack_is_form(const char *longer, const char *other)
{
    size_t len = strlen(other);
    for (int i = 0; i < PACK_ENDINGS && strncmp(longer, other, len) == 0; i++) {
        if (strcmp(longer + len, pack_endings[i]) == 0) {
            return true;
        }
    }
    return false;
}

static int pack_check_others(const struct pack *pack, const char *word, const char *norm,
                             unsigned line, struct fault *fault)
{
    char why[160];
    for (size_t i = 0; i < pack->count; i++) {
        if (strcmp(pack->norm[i], norm) == 0) {
            snprintf(why, sizeof why, "is there twice, also in line %u", pack->line[i]);
            return pack_bad(fault, line, word, why);
        }
        if (pack_is_form(pack->norm[i], norm) || pack_is_form(norm, pack->norm[i])) {
            snprintf(why, sizeof why, "is a form of \"%.60s\" in line %u", pack->text[i],
                     pack->line[i]);
            return pack_bad(fault, line, word, why);
        }
    }
    return 0;
}

static int pack_check_word(const char *word, unsigned line, struct fault *fault)
{
    struct text text;
    int count = text_count(word);
    bool letter = false;
    if (count < 0 || !text_norm(word, &text)) {
        return fault_set(fault, FAULT_BAD, "line %u: not UTF-8", line);
    }
    for (int i = 0; i < text.count; i++) {
        letter = letter || text_is_letter(text.point[i]);
    }
    if (!letter) {
        return pack_bad(fault, line, word, "has no letter");
    }
    return count > PACK_ENTRY_CHARACTERS_MAX
               ? pack_bad(fault, line, word, "is longer than 20 characters")
               : 0;
}

static int pack_add(struct pack *pack, const char *word, bool wanted, unsigned line,
                    struct fault *fault)
{
    if (pack_check_word(word, line, fault) != 0) {
        return -1;
    }
    if (pack->count == PACK_ENTRIES_MAX) {
        return fault_set(fault, FAULT_BAD, "line %u: more than %d entries", line, PACK_ENTRIES_MAX);
    }
    char *norm = pack->trusted ? NULL : pack_norm(word);
    if (norm != NULL && pack_check_others(pack, word, norm, line, fault) != 0) {
        free(norm);
        return -1;
    }
    pack->text[pack->count] = heap_copy(word);
    pack->norm[pack->count] = norm;
    pack->line[pack->count] = line;
    if (wanted) {
        pack->entry[pack->list.count++] = pack->text[pack->count];
    }
    pack->count++;
    return 0;
}

/* A line without its note and the blanks around. False when it is too long. */
static bool pack_trim(const char *text, size_t len, char line[PACK_LINE_MAX])
{
    size_t start = 0;
    for (size_t i = 0; i < len; i++) {
        if (text[i] == '#' && (i == 0 || text[i - 1] == ' ' || text[i - 1] == '\t')) {
            len = i;
        }
    }
    while (start < len && (text[start] == ' ' || text[start] == '\t')) {
        start++;
    }
    while (len > start && strchr(" \t\r", text[len - 1]) != NULL) {
        len--;
    }
    if (len - start >= PACK_LINE_MAX) {
        return false;
    }
    memcpy(line, text + start, len - start);
    line[len - start] = '\0';
    return true;
}

static const char *pack_grade(const char *line)
{
    for (int i = 0; i < PACK_GRADES; i++) {
        size_t len = strlen(pack_grades[i]);
        if (line[0] == '[' && strncmp(line + 1, pack_grades[i], len) == 0 &&
            strcmp(line + 1 + len, "]") == 0) {
            return pack_grades[i];
        }
    }
    return NULL;
}

/* Reads one line; grade is the one it stands in. */
static int pack_read_line(struct pack *pack, const char *line, unsigned number, const char **grade,
                          const char *only, struct fault *fault)
{
    if (line[0] == '\0') {
        return 0;
    }
    if (line[0] == '[') {
        *grade = pack_grade(line);
        return *grade != NULL ? 0 : pack_bad(fault, number, line, "is no grade");
    }
    if (*grade == NULL) {
        return pack_bad(fault, number, line, "stands before the first grade");
    }
    return pack_add(pack, line, only == NULL || strcmp(only, *grade) == 0, number, fault);
}

static int pack_read(struct pack *pack, const char *text, size_t len, const char *only,
                     struct fault *fault)
{
    const char *grade = NULL;
    const char *end = text + len;
    for (unsigned number = 1; text < end; number++) {
        char line[PACK_LINE_MAX];
        const char *newline = memchr(text, '\n', (size_t)(end - text));
        size_t used = newline != NULL ? (size_t)(newline - text) : (size_t)(end - text);
        if (memchr(text, '\0', used) != NULL || !pack_trim(text, used, line)) {
            return fault_set(fault, FAULT_BAD, "line %u: longer than a line may be", number);
        }
        if (pack_read_line(pack, line, number, &grade, only, fault) != 0) {
            return -1;
        }
        text += used + 1;
    }
    return pack->list.count > 0 ? 0 : fault_set(fault, FAULT_BAD, "there is no entry in it");
}

static struct pack *pack_make(const char *text, size_t len, const char *grade, bool trusted,
                              struct fault *fault)
{
    struct pack *pack = heap_take(sizeof *pack);
    pack->trusted = trusted;
    pack->entry = heap_take(PACK_ENTRIES_MAX * sizeof *pack->entry);
    pack->text = heap_take(PACK_ENTRIES_MAX * sizeof *pack->text);
    pack->norm = heap_take(PACK_ENTRIES_MAX * sizeof *pack->norm);
    pack->line = heap_take(PACK_ENTRIES_MAX * sizeof *pack->line);
    if (pack_read(pack, text, len, grade, fault) != 0) {
        pack_free(&pack);
        return NULL;
    }
    pack->list.entry = pack->entry;
    return pack;
}

struct pack *pack_new(const char *text, size_t len, const char *grade, struct fault *fault)
{
    return pack_make(text, len, grade, false, fault);
}

/* The grade a table has chosen; NULL for all. */
static const char *pack_grade_of(const struct game_def *game, const struct options *options)
{
    const struct option_def *row = NULL;
    for (unsigned i = 0; (row = option_row(game, i)) != NULL; i++) {
        if (strcmp(row->name, "grade") == 0 && options->value[i] > 0) {
            return row->choices[options->value[i]];
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
    snprintf(name, sizeof name, "%s-%s.txt", game->id, language);
    const struct embedded_file *file = embedded_find(packs, packs_count, name);
    if (file == NULL) {
        fault_set(fault, FAULT_CONFIG, "no pack %s is built in", name);
        return NULL;
    }
    struct pack *pack =
        pack_make((const char *)file->bytes, file->size, pack_grade_of(game, options), true, fault);
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
        free((*pack)->text[i]);
        free((*pack)->norm[i]);
    }
    free((*pack)->entry);
    free((*pack)->text);
    free((*pack)->norm);
    free((*pack)->line);
    free(*pack);
    *pack = NULL;
}
