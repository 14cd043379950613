#include "watermark.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "heap.h"

enum { WATERMARK_BATCHES = 16 };

static struct watermark_batch *watermark_newest(const struct watermark *watermark)
{
    assert(watermark->count > 0);
    return &watermark->batches[watermark->first + watermark->count - 1];
}

static void watermark_drop_newest(struct watermark *watermark)
{
    free(watermark_newest(watermark)->checkpoint);
    watermark->count--;
    watermark->first = watermark->count == 0 ? 0 : watermark->first;
}

void watermark_deinit(struct watermark *watermark)
{
    while (watermark->count > 0) {
        watermark_drop_newest(watermark);
    }
    free(watermark->batches);
    free(watermark->checkpoint);
    *watermark = (struct watermark){0};
}

void watermark_reset(struct watermark *watermark, int64_t number, const char *checkpoint)
{
    char *copy = heap_copy(checkpoint); /* it may be the watermark's own */
    while (watermark->count > 0) {
        watermark_drop_newest(watermark);
    }
    free(watermark->checkpoint);
    watermark->checkpoint = copy;
    watermark->handled = number;
    watermark->newest = number;
}

/* Room for one more batch behind the newest. */
static void watermark_reserve(struct watermark *watermark)
{
    if (watermark->first + watermark->count < watermark->size) {
        return;
    }
    if (watermark->first > watermark->count) { /* so moving costs no more than what was handled */
        memmove(watermark->batches, watermark->batches + watermark->first,
                watermark->count * sizeof *watermark->batches);
        watermark->first = 0;
        return;
    }
    watermark->size = watermark->size == 0 ? WATERMARK_BATCHES : watermark->size * 2;
    watermark->batches = heap_grow(watermark->batches, watermark->size, sizeof *watermark->batches);
}

void watermark_begin(struct watermark *watermark, int64_t number)
{
    assert(number > watermark->newest);
    assert(watermark->count == 0 || watermark_newest(watermark)->whole);
    watermark_reserve(watermark);
    watermark->batches[watermark->first + watermark->count++] =
        (struct watermark_batch){.number = number};
    watermark->newest = number;
}

bool watermark_is_clear(const struct watermark *watermark)
{
    return watermark->count == 1 && watermark_newest(watermark)->pending == 0;
}

void watermark_add(struct watermark *watermark)
{
    assert(!watermark_newest(watermark)->whole);
    watermark_newest(watermark)->pending++;
}

/* Advances the watermark past every batch that is fully handled. */
static void watermark_advance(struct watermark *watermark)
{
    while (watermark->count > 0) {
        struct watermark_batch *oldest = &watermark->batches[watermark->first];
        if (!oldest->whole || oldest->pending > 0) {
            return;
        }
        free(watermark->checkpoint);
        watermark->checkpoint = oldest->checkpoint;
        watermark->handled = oldest->number;
        watermark->first++;
        watermark->count--;
    }
    watermark->first = 0;
}

void watermark_end(struct watermark *watermark, const char *checkpoint)
{
    struct watermark_batch *newest = watermark_newest(watermark);
    assert(!newest->whole);
    newest->whole = true;
    newest->checkpoint = heap_copy(checkpoint);
    watermark_advance(watermark);
}

void watermark_abandon(struct watermark *watermark)
{
    if (watermark->count > 0 && !watermark_newest(watermark)->whole) {
        watermark_drop_newest(watermark);
    }
}

static struct watermark_batch *watermark_find(const struct watermark *watermark, int64_t number)
{
    size_t low = watermark->first;
    size_t end = watermark->first + watermark->count;
    for (size_t high = end; low < high;) {
        size_t middle = low + (high - low) / 2;
        if (watermark->batches[middle].number < number) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < end && watermark->batches[low].number == number ? &watermark->batches[low] : NULL;
}

void watermark_stored(struct watermark *watermark, int64_t number)
{
    struct watermark_batch *batch = watermark_find(watermark, number);
    if (batch == NULL) {
        return;
    }
    assert(batch->pending > 0);
    batch->pending--;
    watermark_advance(watermark);
}
