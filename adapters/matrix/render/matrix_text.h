/* Text as Matrix carries it: in HTML, in the plain twin, in paths. */
#ifndef MATRIX_TEXT_H
#define MATRIX_TEXT_H

#include "arena.h"
#include "buf.h"
#include "doc.h"

/* Adds text so that the allowed HTML shows it as it stands: no tag, no entity, nothing invisible or
 * direction-changing. lines false: line breaks become blanks, else <br>. people: it is a person's,
 * and a client that makes links of what looks like one finds none in it. */
void matrix_escape(struct buf *buf, const char *text, size_t len, bool people, bool lines);
/* The same for the plain twin, whose readers see every sign as it is. */
void matrix_plain(struct buf *buf, const char *text, size_t len, bool lines);
/* The words of a run. What is to be typed begins with the prefix here ("/table", "!ask" become
 * "!table", "!ask"): clients keep the slash for commands of their own. prefix NULL: as it is. */
const char *matrix_run_words(struct arena *arena, const char *prefix, const struct run *run);
/* How many bytes at the front of text are whole characters and at most max. */
size_t matrix_fit(const char *text, size_t len, size_t max);

#endif
