#include "doc_blocks.h"

#include "inert.h"

#include <string.h>

enum { COLUMN_GAP = 2 };

bool doc_blocks_is_page(const char *name)
{
    static const char ending[] = ".html";
    size_t len = strlen(name);
    return len >= sizeof ending && strcmp(name + len - (sizeof ending - 1), ending) == 0;
}

static void walk_list(const struct block *list, const struct doc_blocks *platform, void *context)
{
    for (const struct block *item = list->children; item != NULL; item = item->next) {
        platform->text(context, item);
    }
}

static void walk_one(const struct block *block, const struct doc_blocks *platform, void *context)
{
    switch (block->kind) {
    case BLOCK_HEADING:
    case BLOCK_PARAGRAPH:
    case BLOCK_QUOTE:
    case BLOCK_COUNTDOWN:
    case BLOCK_ITEM:
        platform->text(context, block);
        break;
    case BLOCK_LIST:
        walk_list(block, platform, context);
        break;
    case BLOCK_TABLE:
        platform->table(context, block);
        break;
    case BLOCK_FILE:
        platform->file(context, block);
        break;
    case BLOCK_PICTURE:
        platform->picture(context, block);
        break;
    case BLOCK_SEATS:
    case BLOCK_OPTIONS:
    case BLOCK_CARDS:
    case BLOCK_TILES:
        break; /* the twin says it */
    }
}

void doc_blocks_walk(const struct block *blocks, const struct doc_blocks *platform, void *context)
{
    for (const struct block *block = blocks; block != NULL; block = block->next) {
        walk_one(block, platform, context);
        const struct block *twin = doc_has_twin(block->kind) ? block->children : NULL;
        for (; twin != NULL; twin = twin->next) {
            walk_one(twin, platform, context);
        }
    }
}

bool doc_blocks_columns(const struct block *table,
                        const char *(*cell)(void *context, const struct block *cell), void *context,
                        unsigned widths[DOC_COLUMNS_MAX])
{
    unsigned all = 0;
    for (const struct block *row = table->children; row != NULL; row = row->next) {
        unsigned column = 0;
        for (const struct block *at = row->children; at != NULL; at = at->next) {
            const char *text = column < DOC_COLUMNS_MAX ? cell(context, at) : NULL;
            if (text == NULL) {
                return false;
            }
            unsigned width = inert_columns(text);
            widths[column] = width > widths[column] ? width : widths[column];
            column++;
        }
    }
    for (unsigned i = 0; i < DOC_COLUMNS_MAX; i++) {
        all += widths[i];
    }
    return all <= DOC_COLUMNS_WIDTH;
}

void doc_blocks_cell(struct buf *buf, const struct block *cell, const char *text, unsigned width)
{
    buf_text(buf, text);
    for (unsigned used = inert_columns(text); cell->next != NULL && used < width + COLUMN_GAP;
         used++) {
        buf_text(buf, " ");
    }
}
