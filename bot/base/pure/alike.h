/* Does one name pass for another? */
#ifndef ALIKE_H
#define ALIKE_H

#include "text.h"

#include <stdbool.h>

enum { ALIKE_BYTES = 200 };

/* What a name looks like: folded, letters of other scripts as the Latin ones they resemble, without
 * blanks and marks. "" for what is no text. */
void alike_looks(const char *name, char looks[ALIKE_BYTES]);
/* Does a name look like that? looks is of alike_looks; what looks like nothing is like nothing. */
bool alike_to(const char *looks, const char *name);
/* Do both look like the same name? What looks like nothing is like nothing. */
bool alike(const char *a, const char *b);

#endif
