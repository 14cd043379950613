/* Every block of a document, one after the other: a block before those that it holds. */
#ifndef DOC_WALK_H
#define DOC_WALK_H

#include "doc.h"

enum { DOC_WALK_DEPTH = 4 /* a block with a twin, its table, a row, a cell */ };

struct doc_walk {
    const struct block *at[DOC_WALK_DEPTH];
    unsigned depth; /* of the block that was returned last: 0 for the document's own */
};

/* The first of these blocks; NULL: there are none. */
const struct block *doc_walk_first(struct doc_walk *walk, const struct block *blocks);
/* The next one; NULL: that was the last. */
const struct block *doc_walk_next(struct doc_walk *walk);

#endif
