/* A batch: what one transaction writes, as a list of ops with their texts copied into one block.
 * The block moves while it grows, so items keep places, not pointers. */

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "heap.h"
#include "store_private.h"

enum {
    STORE_BATCH_ITEMS_FIRST = 8,
    STORE_BATCH_BYTES_FIRST = 1000, /* malloc has the likes of it at hand */
    STORE_BATCH_ITEMS_MAX = 1 << 16,
    STORE_BATCH_BYTES_MAX = 1 << 28
};

struct store_batch_entry {
    enum store_op op;
    uint64_t id;
    uint64_t sub;
    int64_t at_ms;
    uint32_t key; /* places in bytes; each text ends with a zero */
    uint32_t extra;
    uint32_t text;
    uint32_t end;
};

struct store_batch {
    struct store_batch_entry *entries;
    size_t count;
    size_t room;
    char *bytes;
    size_t used;
    size_t size;
};

struct store_batch *store_batch_new(void)
{
    struct store_batch *batch = heap_allocate(sizeof(*batch));
    batch->room = STORE_BATCH_ITEMS_FIRST;
    batch->entries = heap_grow(NULL, batch->room, sizeof(*batch->entries));
    batch->size = STORE_BATCH_BYTES_FIRST;
    batch->bytes = heap_grow(NULL, batch->size, 1);
    return batch;
}

void store_batch_free(struct store_batch **batch)
{
    if (*batch == NULL) {
        return;
    }
    free((*batch)->entries);
    heap_wipe((*batch)->bytes, (*batch)->used);
    free(*batch);
    *batch = NULL;
}

/* Copies a text and its zero; returns where it stands. */
static uint32_t store_batch_copy(struct store_batch *batch, const char *text, size_t len)
{
    size_t place = batch->used;
    assert(len < STORE_BATCH_BYTES_MAX - place);
    while (batch->size - place < len + 1) {
        batch->size *= 2;
        batch->bytes = heap_grow(batch->bytes, batch->size, 1);
    }
    if (len > 0) {
        memcpy(batch->bytes + place, text, len);
    }
    batch->bytes[place + len] = '\0';
    batch->used = place + len + 1;
    return (uint32_t)place;
}

void store_put(struct store_batch *batch, enum store_op op, const struct store_row *row)
{
    assert(batch->count < STORE_BATCH_ITEMS_MAX);
    assert(row->id <= INT64_MAX && row->sub <= INT64_MAX);
    assert(row->text != NULL || row->text_len == 0);
    if (batch->count == batch->room) {
        batch->room *= 2;
        batch->entries = heap_grow(batch->entries, batch->room, sizeof(*batch->entries));
    }
    const char *text = row->text == NULL ? "" : row->text;
    const char *key = row->key == NULL ? "" : row->key;
    const char *extra = row->extra == NULL ? "" : row->extra;
    struct store_batch_entry *entry = &batch->entries[batch->count++];
    entry->op = op;
    entry->id = row->id;
    entry->sub = row->sub;
    entry->at_ms = row->at_ms;
    entry->key = store_batch_copy(batch, key, strlen(key));
    entry->extra = store_batch_copy(batch, extra, strlen(extra));
    entry->text = store_batch_copy(batch, text, row->text_len == 0 ? strlen(text) : row->text_len);
    entry->end = (uint32_t)batch->used;
}

size_t store_batch_count(const struct store_batch *batch)
{
    return batch->count;
}

void store_batch_item(const struct store_batch *batch, size_t index, struct store_item *item_r)
{
    assert(index < batch->count);
    const struct store_batch_entry *entry = &batch->entries[index];
    *item_r = (struct store_item){
        .op = entry->op,
        .id = entry->id,
        .sub = entry->sub,
        .at_ms = entry->at_ms,
        .key = {batch->bytes + entry->key, entry->extra - entry->key - 1},
        .extra = {batch->bytes + entry->extra, entry->text - entry->extra - 1},
        .text = {batch->bytes + entry->text, entry->end - entry->text - 1},
    };
}
