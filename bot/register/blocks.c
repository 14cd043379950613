/* In a row: "blocked":["12","34"], ids as texts, since a number of JSON may lose their last digits.
 */
#include "blocks.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "heap.h"
#include "json_out.h"

enum { BLOCK_TEXT_BYTES = 24 };

/* Their place among the blocked; count: they are not. */
static unsigned block_place(const struct blocks *blocks, uint64_t person)
{
    unsigned at = 0;
    while (at < blocks->count && blocks->person[at] != person) {
        at++;
    }
    return at;
}

bool blocks_have(const struct blocks *blocks, uint64_t person)
{
    return blocks != NULL && block_place(blocks, person) < blocks->count;
}

bool blocks_add(struct blocks **blocks, uint64_t person)
{
    struct blocks *all = *blocks == NULL ? heap_allocate(sizeof *all) : *blocks;
    *blocks = all;
    if (block_place(all, person) < all->count) {
        return true;
    }
    if (all->count == BLOCKS_MAX) {
        return false;
    }
    all->person[all->count++] = person;
    return true;
}

bool blocks_remove(struct blocks *blocks, uint64_t person)
{
    if (!blocks_have(blocks, person)) {
        return false;
    }
    unsigned at = block_place(blocks, person);
    blocks->count--;
    memmove(&blocks->person[at], &blocks->person[at + 1],
            (blocks->count - at) * sizeof blocks->person[0]);
    return true;
}

void blocks_fill(struct blocks **blocks, const struct blocks *others)
{
    for (unsigned i = 0; others != NULL && i < others->count; i++) {
        if (!blocks_have(*blocks, others->person[i])) {
            blocks_add(blocks, others->person[i]);
        }
    }
}

void blocks_write(const struct blocks *blocks, struct buf *json)
{
    if (blocks == NULL || blocks->count == 0) {
        return;
    }
    json_out_key(json, "blocked");
    buf_add(json, "[", 1);
    for (unsigned i = 0; i < blocks->count; i++) {
        char text[BLOCK_TEXT_BYTES];
        int len = snprintf(text, sizeof text, "%" PRIu64, blocks->person[i]);
        json_out_next(json);
        json_out_string(json, text, (size_t)len);
    }
    buf_add(json, "]", 1);
}

struct blocks *blocks_read(const struct cJSON *json)
{
    struct blocks *blocks = NULL;
    const cJSON *item = NULL;
    cJSON_ArrayForEach(item, cJSON_GetObjectItemCaseSensitive(json, "blocked"))
    {
        uint64_t person = cJSON_IsString(item) ? strtoull(item->valuestring, NULL, 10) : 0;
        if (person != 0) {
            blocks_add(&blocks, person);
        }
    }
    return blocks;
}
