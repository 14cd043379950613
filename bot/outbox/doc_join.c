/* What waits for one room is read as one message. */
#include "doc_join.h"

#include <string.h>

#include "doc_walk.h"

/* Bytes of all texts in it. */
static size_t join_letters(const struct doc *doc)
{
    size_t letters = 0;
    struct doc_walk walk;
    for (const struct block *block = doc_walk_first(&walk, doc->blocks); block != NULL;
         block = doc_walk_next(&walk)) {
        for (const struct run *run = block->runs; run != NULL; run = run->next) {
            letters += strlen(run->text);
        }
    }
    return letters;
}

static size_t join_blocks(const struct doc *doc)
{
    size_t count = 0;
    for (const struct block *block = doc->blocks; block != NULL; block = block->next) {
        count++;
    }
    return count;
}

struct kept_doc *doc_join(const struct kept_doc *first, const struct kept_doc *second)
{
    if (first == NULL || second == NULL || first->doc.panel != NULL || second->doc.panel != NULL) {
        return NULL;
    }
    bool fits = join_blocks(&first->doc) + join_blocks(&second->doc) <= DOC_JOINED_BLOCKS &&
                join_letters(&first->doc) + join_letters(&second->doc) <= DOC_JOINED_LETTERS;
    return fits ? kept_doc_join(first, second) : NULL;
}
