/* People's words, made harmless: whatever somebody typed becomes text that can only be read. What
 * looks like markup or a mention stays as they wrote it, in runs marked as people's, and is shown
 * literally by every renderer. */
#ifndef INERT_H
#define INERT_H

#include "arena.h"

#include <stdbool.h>
#include <stddef.h>

enum {
    INERT_LETTERS_MAX = 2000, /* user-perceived characters of one text */
    INERT_MARKS_MAX = 4,      /* combining marks on one letter */
    INERT_LINES_MAX = 40
};

/* A copy of len bytes without invisible, direction-changing and control characters, in NFC, with at
 * most INERT_MARKS_MAX marks on a letter, at most max letters (then it ends with "…"), and of the
 * line breaks only those between lines, or none at all. Broken UTF-8 becomes U+FFFD. */
const char *inert_text(struct arena *arena, const char *text, size_t len, unsigned max, bool lines);

/* At most max letters of a text that is already inert, the last one "…" when something is cut;
 * letters are what people see as one, so nothing is cut in the middle of an emoji. */
const char *inert_shorten(struct arena *arena, const char *text, unsigned max);

/* How many columns of a fixed-width screen the text takes; wide letters and emoji take two. */
unsigned inert_columns(const char *text);

#endif
