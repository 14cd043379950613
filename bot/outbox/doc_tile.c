#include "doc_tile.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

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
