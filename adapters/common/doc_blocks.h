/* What a document says, block by block, for platforms that make texts of it. */
#ifndef DOC_BLOCKS_H
#define DOC_BLOCKS_H

#include "buf.h"
#include "doc.h"

enum {
    DOC_COLUMNS_MAX = 8,
    DOC_COLUMNS_WIDTH = 60 /* a table that is wider together is written as lines */
};

/* What a platform makes of each kind. Blocks of tiles are their text twin. */
struct doc_blocks {
    /* Runs: a paragraph, heading, quote, countdown, or an item of a list. */
    void (*text)(void *context, const struct block *block);
    void (*table)(void *context, const struct block *table);
    void (*file)(void *context, const struct block *file);
    void (*picture)(void *context, const struct block *picture); /* its twin follows by itself */
};

/* Is a file a page, by its name? All others are plain text. */
bool doc_blocks_is_page(const char *name);
/* All of them in their order. */
void doc_blocks_walk(const struct block *blocks, const struct doc_blocks *platform, void *context);

/* How wide the columns of a table are; false when they do not stand beside each other: there are
 * too many, they are too wide, or cell returns NULL for one that cannot. */
bool doc_blocks_columns(const struct block *table,
                        const char *(*cell)(void *context, const struct block *cell), void *context,
                        unsigned widths[DOC_COLUMNS_MAX]);
/* A cell in a column of that width, with what parts it from the next. */
void doc_blocks_cell(struct buf *buf, const struct block *cell, const char *text, unsigned width);

#endif
