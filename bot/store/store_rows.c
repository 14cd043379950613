/* Rows that were read, on their way from the store's thread: their texts lie in one block, which
 * moves while it grows, so rows keep places, not pointers. */
#include "store_rows.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "heap.h"

struct store_rows_one {
    uint64_t id;
    uint64_t sub;
    int64_t at_ms;
    size_t key;
    size_t extra;
    size_t text;
    size_t text_len;
    bool damaged;
};

static size_t store_rows_copy(struct store_rows *rows, const char *text, size_t len)
{
    size_t place = rows->used;
    while (rows->size - place < len + 1) {
        rows->size = rows->size == 0 ? 1024 : rows->size * 2;
        rows->bytes = heap_grow(rows->bytes, rows->size, 1);
    }
    memcpy(rows->bytes + place, text, len);
    rows->bytes[place + len] = '\0';
    rows->used = place + len + 1;
    return place;
}

void store_rows_add(void *context, const struct store_row *row)
{
    struct store_rows *rows = context;
    if (rows->count == rows->room) {
        rows->room = rows->room == 0 ? 16 : rows->room * 2;
        rows->rows = heap_grow(rows->rows, rows->room, sizeof(*rows->rows));
    }
    rows->rows[rows->count++] = (struct store_rows_one){
        .id = row->id,
        .sub = row->sub,
        .at_ms = row->at_ms,
        .key = store_rows_copy(rows, row->key, strlen(row->key)),
        .extra = store_rows_copy(rows, row->extra, strlen(row->extra)),
        .text = store_rows_copy(rows, row->text, row->text_len),
        .text_len = row->text_len,
        .damaged = row->damaged,
    };
}

void store_rows_deliver(const struct store_rows *rows, store_row_fn row, void *context)
{
    for (size_t i = 0; i < rows->count; i++) {
        const struct store_rows_one *kept = &rows->rows[i];
        struct store_row out = {
            .id = kept->id,
            .sub = kept->sub,
            .at_ms = kept->at_ms,
            .key = rows->bytes + kept->key,
            .extra = rows->bytes + kept->extra,
            .text = rows->bytes + kept->text,
            .text_len = kept->text_len,
            .damaged = kept->damaged,
        };
        row(context, &out);
    }
}

void store_rows_free(struct store_rows *rows)
{
    free(rows->rows);
    heap_wipe(rows->bytes, rows->used);
    *rows = (struct store_rows){0};
}
