/* cJSON asks its hooks for each piece. */
#include "json_tree.h"

#include "heap.h"

#include <stdalign.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#if defined(__SANITIZE_ADDRESS__)
#define TREE_IS_POISONED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define TREE_IS_POISONED 1
#endif
#endif

#ifdef TREE_IS_POISONED
#include <sanitizer/asan_interface.h>
#else
#define ASAN_POISON_MEMORY_REGION(address, size)   ((void)(address), (void)(size))
#define ASAN_UNPOISON_MEMORY_REGION(address, size) ((void)(address), (void)(size))
#endif

enum { TREE_BYTES = 256 * 1024 };

static struct {
    alignas(max_align_t) unsigned char room[TREE_BYTES];
    size_t used;
    size_t trees; /* that have pieces in there */
    bool hooked;
    bool is_split; /* some of this tree's pieces are not in there */
} block;

/* Pieces are taken from there; other threads take from the heap. */
static _Thread_local bool reading;

static bool tree_has(const void *piece)
{
    uintptr_t at = (uintptr_t)piece;
    return at >= (uintptr_t)block.room && at < (uintptr_t)block.room + sizeof block.room;
}

static void *tree_take(size_t size)
{
    const size_t unit = alignof(max_align_t);
    if (!reading) {
        return malloc(size);
    }
    if (size > sizeof block.room - unit || block.used > sizeof block.room - unit - size) {
        block.is_split = true;
        return malloc(size);
    }
    void *piece = block.room + block.used;
    block.used += (size + unit - 1) / unit * unit;
    ASAN_UNPOISON_MEMORY_REGION(piece, size);
    return piece;
}

static void tree_give(void *piece)
{
    if (!tree_has(piece)) {
        free(piece);
    }
}

static void tree_begin(void)
{
    if (!block.hooked) {
        cJSON_Hooks hooks = {.malloc_fn = tree_take, .free_fn = tree_give};
        cJSON_InitHooks(&hooks);
        block.hooked = true;
    }
    reading = true;
    block.is_split = false;
}

static void tree_left(void)
{
    if (--block.trees == 0) {
        ASAN_POISON_MEMORY_REGION(block.room, block.used);
        block.used = 0;
    }
}

cJSON *json_tree_read(const char *text, size_t len)
{
    tree_begin();
    block.trees++;
    cJSON *tree = cJSON_ParseWithLengthOpts(text, len, NULL, false);
    reading = false;
    if (tree == NULL || !tree_has(tree)) {
        tree_left(); /* one that failed has given everything back */
    } else if (block.is_split) {
        tree->type |= cJSON_StringIsConst; /* of the root, which has no name: pieces on the heap */
    }
    return tree;
}

void json_tree_free(cJSON *tree)
{
    if (tree == NULL) {
        return;
    }
    bool ours = tree_has(tree);
    if (!ours || (tree->type & cJSON_StringIsConst) != 0) {
        cJSON_Delete(tree);
    }
    if (ours) {
        tree_left();
    }
}

int64_t json_tree_number(const cJSON *tree, const char *member)
{
    const cJSON *number = cJSON_GetObjectItemCaseSensitive(tree, member);
    return cJSON_IsNumber(number) ? (int64_t)number->valuedouble : 0;
}

char *json_tree_copy(const cJSON *tree, const char *member)
{
    return heap_copy(cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(tree, member)));
}
