/* One line at a time, so that every mistake has its line. */
#include "pack_lines.h"

#include <assert.h>
#include <string.h>

#include <utf8proc.h>

#include "text.h"
#include "writing.h"

void pack_lines_init(struct pack_lines *lines, const char *text, size_t len,
                     struct mistakes *mistakes)
{
    if (len > PACK_TEXT_MAX) {
        mistakes_add(mistakes, 0, "the file has more than %d bytes; make it shorter",
                     PACK_TEXT_MAX);
        len = 0;
    }
    if (len >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0) { /* some editors begin a file so */
        text += 3;
        len -= 3;
    }
    lines->at = text;
    lines->end = text + len;
    lines->number = 0;
    lines->text[0] = '\0';
}

static bool lines_is_blank(char byte)
{
    return byte == ' ' || byte == '\t' || byte == '\r';
}

/* How much of a line is no note and no blank at its end. */
static size_t lines_used(const char *line, size_t len)
{
    for (size_t i = 0; i < len; i++) {
        if (line[i] == '#' && (i == 0 || lines_is_blank(line[i - 1]))) {
            len = i;
        }
    }
    while (len > 0 && lines_is_blank(line[len - 1])) {
        len--;
    }
    return len;
}

/* The character at *at, which moves behind it; 0 at the end. The text is UTF-8. */
static int32_t lines_point(const char **at)
{
    utf8proc_int32_t point = 0;
    size_t left = strlen(*at);
    if (left == 0) {
        return 0;
    }
    utf8proc_ssize_t used =
        utf8proc_iterate((const utf8proc_uint8_t *)*at, (utf8proc_ssize_t)left, &point);
    assert(used > 0);
    *at += used;
    return point;
}

/* A word's end: what is no letter, no mark and no digit. */
static bool lines_ends_word(int32_t point)
{
    utf8proc_category_t category = utf8proc_category(point);
    return category == UTF8PROC_CATEGORY_CN || category > UTF8PROC_CATEGORY_NO;
}

/* Tells letters of one word that belong to writings which never share one. */
static void lines_check_mixed(const struct pack_lines *lines, struct mistakes *mistakes)
{
    const char *at = lines->text;
    enum writing word = WRITING_SHARED;
    for (int32_t point = lines_point(&at); point != 0; point = lines_point(&at)) {
        enum writing writing = writing_of(point);
        if (lines_ends_word(point) && !writing_is_unseen(point)) {
            word = WRITING_SHARED;
        } else if (!writing_goes_with(word, writing)) {
            mistakes_add(mistakes, lines->number,
                         "\"%.60s\" has %s and %s letters in one word; some only look like what "
                         "they should be: type the word anew",
                         lines->text, writing_name(word), writing_name(writing));
            return;
        } else if (word == WRITING_SHARED || word == WRITING_LATIN) {
            word = writing != WRITING_SHARED ? writing : word;
        }
    }
}

/* Tells a character that nobody sees, but for joiners where a writing needs them. */
static void lines_check_unseen(const struct pack_lines *lines, struct mistakes *mistakes)
{
    enum { NON_JOINER = 0x200C, JOINER = 0x200D };
    const char *at = lines->text;
    enum writing before = WRITING_SHARED;
    for (int32_t point = lines_point(&at); point != 0; point = lines_point(&at)) {
        const char *next = at;
        bool joins = (point == NON_JOINER || point == JOINER) && writing_has_joiners(before) &&
                     writing_of(lines_point(&next)) == before;
        if (point != '\t' && !joins && writing_is_unseen(point)) {
            mistakes_add(mistakes, lines->number,
                         "there is a character in it that cannot be seen, U+%04X; type the line "
                         "anew",
                         (unsigned)point);
            return;
        }
        before = writing_of(point);
    }
}

/* Tells more marks on one letter than any writing has. */
static void lines_check_heap(const struct pack_lines *lines, struct mistakes *mistakes)
{
    enum { MARKS_MAX = 4 };
    const char *at = lines->text;
    int marks = 0;
    for (int32_t point = lines_point(&at); point != 0; point = lines_point(&at)) {
        utf8proc_category_t category = utf8proc_category(point);
        bool mark = category == UTF8PROC_CATEGORY_MN || category == UTF8PROC_CATEGORY_ME;
        marks = mark ? marks + 1 : 0;
        if (marks > MARKS_MAX) {
            mistakes_add(mistakes, lines->number,
                         "there is a heap of marks on one letter; type the line anew");
            return;
        }
    }
}

/* Is it of ASCII that is seen? Then it has nothing of what the checks of letters look for. */
static bool lines_is_plain(const char *text)
{
    const char *at = text;
    while ((*at >= ' ' && *at < 0x7F) || *at == '\t') {
        at++;
    }
    return *at == '\0';
}

static void lines_check_letters(const struct pack_lines *lines, struct mistakes *mistakes)
{
    if (!lines_is_plain(lines->text)) {
        lines_check_unseen(lines, mistakes);
        lines_check_mixed(lines, mistakes);
        lines_check_heap(lines, mistakes);
    }
}

/* Puts the line into lines->text. False when it says nothing, or cannot be read, which is told. */
static bool lines_take(struct pack_lines *lines, const char *line, size_t len,
                       struct mistakes *mistakes)
{
    size_t start = 0;
    len = lines_used(line, len);
    while (start < len && lines_is_blank(line[start])) {
        start++;
    }
    if (len - start >= PACK_LINE_BYTES) {
        mistakes_add(mistakes, lines->number, "longer than %d bytes; make the line shorter",
                     PACK_LINE_BYTES - 1);
        return false;
    }
    memcpy(lines->text, line + start, len - start);
    lines->text[len - start] = '\0';
    if (memchr(line + start, '\0', len - start) != NULL || text_count(lines->text) < 0) {
        mistakes_add(mistakes, lines->number, "not UTF-8; save the file as UTF-8");
        return false;
    }
    return lines->text[0] != '\0';
}

bool pack_lines_next(struct pack_lines *lines, struct mistakes *mistakes)
{
    while (lines->at < lines->end) {
        const char *line = lines->at;
        size_t left = (size_t)(lines->end - line);
        const char *newline = memchr(line, '\n', left);
        size_t len = newline != NULL ? (size_t)(newline - line) : left;
        lines->at = newline != NULL ? newline + 1 : lines->end;
        lines->number++;
        if (lines_take(lines, line, len, mistakes)) {
            lines_check_letters(lines, mistakes);
            return true;
        }
    }
    return false;
}

unsigned pack_lines_characters(const char *text)
{
    int count = text_count(text);
    assert(count >= 0);
    return (unsigned)count;
}

char *pack_lines_trim(char *text)
{
    size_t len = strlen(text);
    while (len > 0 && lines_is_blank(text[len - 1])) {
        text[--len] = '\0';
    }
    while (lines_is_blank(*text)) {
        text++;
    }
    return text;
}
