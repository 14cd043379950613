#include "doc_walk.h"

#include <assert.h>

const struct block *doc_walk_first(struct doc_walk *walk, const struct block *blocks)
{
    walk->depth = 0;
    walk->at[0] = blocks;
    return blocks;
}

const struct block *doc_walk_next(struct doc_walk *walk)
{
    const struct block *children = walk->at[walk->depth]->children;
    if (children != NULL) {
        assert(walk->depth + 1 < DOC_WALK_DEPTH);
        walk->at[++walk->depth] = children;
        return children;
    }
    while (walk->depth > 0 && walk->at[walk->depth]->next == NULL) {
        walk->depth--;
    }
    walk->at[walk->depth] = walk->at[walk->depth]->next;
    return walk->at[walk->depth];
}
