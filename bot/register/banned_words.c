#include "banned_words.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "heap.h"
#include "text.h"

enum { UNWANTED_SCOPE_BYTES = 192 };

struct banned_word {
    char *scope; /* "discord/123"; NULL: everywhere */
    int count;
    int32_t *point; /* in the normal form of rulebook 0.5 */
};

struct banned_words {
    struct banned_word *word;
    size_t count;
    size_t size;
};

/* --- reading ---------------------------------------------------------------------------------- */

static bool banned_words_add(struct banned_words *banned_words, const char *scope, const char *line)
{
    static struct text text;
    if (!text_norm(line, &text)) {
        return false;
    }
    const struct text_span span = text_trimmed(&text);
    if (span.count == 0) {
        return true;
    }
    if (banned_words->count == banned_words->size) {
        banned_words->size = banned_words->size == 0 ? 64 : banned_words->size * 2;
        banned_words->word =
            heap_grow(banned_words->word, banned_words->size, sizeof *banned_words->word);
    }
    struct banned_word *word = &banned_words->word[banned_words->count++];
    size_t bytes = (size_t)span.count * sizeof *word->point;
    word->scope = scope[0] == '\0' ? NULL : heap_copy(scope);
    word->count = span.count;
    word->point = heap_allocate(bytes);
    memcpy(word->point, text.point + span.start, bytes);
    return true;
}

/* "[adapter/id]". */
static bool banned_words_scope(const char *line, char scope[UNWANTED_SCOPE_BYTES])
{
    size_t len = strlen(line);
    if (len < 5 || len - 2 >= UNWANTED_SCOPE_BYTES || line[len - 1] != ']' ||
        memchr(line, '/', len) == NULL) {
        return false;
    }
    memcpy(scope, line + 1, len - 2);
    scope[len - 2] = '\0';
    return true;
}

static const char *banned_words_line(struct banned_words *banned_words, char *line, char *scope)
{
    line[strcspn(line, "\r\n")] = '\0';
    line += strspn(line, " \t");
    if (line[0] == '\0' || line[0] == '#') {
        return NULL;
    }
    if (line[0] == '[') {
        return banned_words_scope(line, scope) ? NULL : "is no [adapter/id of a server or room]";
    }
    if (banned_words->count == BANNED_WORDS_MAX) {
        return "is one word too many";
    }
    return banned_words_add(banned_words, scope, line) ? NULL : "is not UTF-8, or far too long";
}

static int banned_words_lines(struct banned_words *banned_words, FILE *file, const char *path,
                              struct fault *fault)
{
    char scope[UNWANTED_SCOPE_BYTES] = "";
    char line[1024];
    size_t bytes = 0;
    for (unsigned number = 1; fgets(line, sizeof line, file) != NULL; number++) {
        bytes += strlen(line);
        const char *problem = bytes > BANNED_WORDS_FILE_BYTES_MAX
                                  ? "is beyond a megabyte"
                                  : banned_words_line(banned_words, line, scope);
        if (problem != NULL) {
            return fault_set(fault, FAULT_CONFIG, "%s:%u: the line %s", path, number, problem);
        }
    }
    return 0;
}

struct banned_words *banned_words_read(const char *path, struct fault *fault)
{
    struct banned_words *banned_words = heap_allocate(sizeof *banned_words);
    if (path[0] == '\0') {
        return banned_words;
    }
    FILE *file = fopen(path, "re");
    int result = file == NULL ? fault_set(fault, FAULT_CONFIG, "[bot] unwanted_words: %s: %s", path,
                                          strerror(errno))
                              : banned_words_lines(banned_words, file, path, fault);
    if (file != NULL) {
        fclose(file);
    }
    if (result != 0) {
        banned_words_free(&banned_words);
    }
    return banned_words;
}

void banned_words_free(struct banned_words **banned_words)
{
    struct banned_words *freed = *banned_words;
    *banned_words = NULL;
    for (size_t i = 0; freed != NULL && i < freed->count; i++) {
        free(freed->word[i].scope);
        free(freed->word[i].point);
    }
    if (freed != NULL) {
        free(freed->word);
        free(freed);
    }
}

/* --- looking ---------------------------------------------------------------------------------- */

static bool banned_words_is_inner(const struct text *text, int at)
{
    return at < text->count && (text_is_letter(text->point[at]) || text_is_digit(text->point[at]));
}

/* As whole words: neither before nor behind it goes on. */
static bool banned_words_stands(const struct banned_word *word, const struct text *text)
{
    size_t bytes = (size_t)word->count * sizeof *word->point;
    for (int at = 0; at + word->count <= text->count; at++) {
        bool begins = at == 0 || !banned_words_is_inner(text, at - 1);
        if (begins && !banned_words_is_inner(text, at + word->count) &&
            memcmp(text->point + at, word->point, bytes) == 0) {
            return true;
        }
    }
    return false;
}

static bool banned_words_is_of(const char *scope, const char *adapter, const char *id)
{
    size_t len = strlen(adapter);
    return id != NULL && strncmp(scope, adapter, len) == 0 && scope[len] == '/' &&
           strcmp(scope + len + 1, id) == 0;
}

bool banned_words_has(const struct banned_words *banned_words, const char *adapter,
                      const char *server, const char *room, const char *text)
{
    static struct text normal;
    if (banned_words->count == 0 || !text_norm(text, &normal)) {
        return false;
    }
    for (size_t i = 0; i < banned_words->count; i++) {
        const struct banned_word *word = &banned_words->word[i];
        bool counts = word->scope == NULL || banned_words_is_of(word->scope, adapter, server) ||
                      banned_words_is_of(word->scope, adapter, room);
        if (counts && banned_words_stands(word, &normal)) {
            return true;
        }
    }
    return false;
}
