#include "doc_tiles.h"

#include "seat.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

struct block *doc_tiles(struct doc *doc, enum block_kind kind, struct block *after)
{
    assert(doc_has_twin(kind) && kind != BLOCK_PICTURE);
    struct block **link = after == NULL ? &doc->blocks : &after->next;
    struct block *twin = *link;
    struct block *last = twin == NULL ? NULL : doc->last_block;
    *link = NULL;
    doc->last_block = after;
    struct block *block = doc_block(doc, kind);
    block->tiles = arena_take(doc->arena, sizeof *block->tiles);
    block->children = twin;
    block->last_child = last;
    return block;
}

struct tile *doc_tile(struct doc *doc, struct block *block)
{
    struct tile *tile = arena_take(doc->arena, sizeof *tile);
    struct tiles *tiles = block->tiles;
    tile->seat = SEAT_NONE;
    *(tiles->first == NULL ? &tiles->first : &tiles->last->next) = tile;
    tiles->last = tile;
    return tile;
}

const char *const tile_text_names[TILE_TEXTS] = {"kind", "name", "label", "title", "symbol",
                                                 "text", "help", "act",   "value"};

static const size_t tile_text_at[TILE_TEXTS] = {
    offsetof(struct tile, kind),  offsetof(struct tile, name),   offsetof(struct tile, label),
    offsetof(struct tile, title), offsetof(struct tile, symbol), offsetof(struct tile, text),
    offsetof(struct tile, help),  offsetof(struct tile, act),    offsetof(struct tile, value),
};

const char *tile_text(const struct tile *tile, size_t index)
{
    const char *text = NULL;
    assert(index < TILE_TEXTS);
    memcpy(&text, (const char *)tile + tile_text_at[index], sizeof(text));
    return text;
}

void tile_set_text(struct tile *tile, size_t index, const char *text)
{
    assert(index < TILE_TEXTS);
    memcpy((char *)tile + tile_text_at[index], &text, sizeof(text));
}
