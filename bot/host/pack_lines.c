/* One line at a time, so that every mistake has its line. */
#include "pack_lines.h"

#include <assert.h>
#include <string.h>

#include "text.h"

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
