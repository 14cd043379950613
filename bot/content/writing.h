/* Which writing a letter belongs to (Latin, Cyrillic, Greek, …), and which characters cannot be
 * seen: so that no word of a file is made of letters that only look alike. */
#ifndef WRITING_H
#define WRITING_H

#include <stdbool.h>
#include <stdint.h>

enum writing {
    WRITING_SHARED, /* digits, punctuation, marks: of all */
#define WRITING(id, name) WRITING_##id,
#define WRITING_RANGE(first, last, id)
#define WRITING_UNSEEN(first, last)
#include "writing.def"
#undef WRITING
#undef WRITING_RANGE
#undef WRITING_UNSEEN
    WRITINGS
};

/* What is unknown counts as shared. */
enum writing writing_of(int32_t point);
/* "Old Italic"; "" for WRITING_SHARED. */
const char *writing_name(enum writing writing);
/* Do letters of both stand in one word of some language? Han, kana, bopomofo and Hangul as those
 * languages mix them, and Latin among any of these. */
bool writing_goes_with(enum writing one, enum writing other);
/* Leaves it nothing on the screen, or nothing that says what it is: controls, marks of direction,
 * fillers, selectors, private characters. Blanks are seen. */
bool writing_is_unseen(int32_t point);
/* May an unseen joiner stand after a letter of this writing and before another one? */
bool writing_has_joiners(enum writing writing);

#endif
