/* The lines of a pack or a book: without notes, without the blanks around, and checked for what no
 * such file may have. */
#ifndef PACK_LINES_H
#define PACK_LINES_H

#include "mistakes.h"

enum { PACK_LINE_BYTES = 512, PACK_TEXT_MAX = 4 * 1024 * 1024 };

struct pack_lines {
    const char *at;
    const char *end;
    unsigned number;            /* of the line in text, from 1 */
    char text[PACK_LINE_BYTES]; /* what it says */
};

/* Starts before the first line of a text. What is longer than PACK_TEXT_MAX is a mistake, and not
 * read at all. */
void pack_lines_init(struct pack_lines *lines, const char *text, size_t len,
                     struct mistakes *mistakes);
/* The next line that says something; what cannot be read is told and passed over. False at the
 * end. */
bool pack_lines_next(struct pack_lines *lines, struct mistakes *mistakes);

/* How many characters a text of a line has. */
unsigned pack_lines_characters(const char *text);
/* Takes the blanks off both ends, in place; where the text begins now. */
char *pack_lines_trim(char *text);

#endif
