/* Two documents said one after the other, as one. */
#ifndef DOC_JOIN_H
#define DOC_JOIN_H

#include "kept_doc.h"

enum { DOC_JOINED_LETTERS = 1500, DOC_JOINED_BLOCKS = 20 };

/* The blocks of second behind those of first, under first's head; NULL where that is more than
 * reads well in one message (letters are counted as bytes), where something can be pressed in one
 * of them, or where one is NULL. */
struct kept_doc *doc_join(const struct kept_doc *first, const struct kept_doc *second);

#endif
