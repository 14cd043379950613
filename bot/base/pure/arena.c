/* The turn's memory: blocks of growing size in a row. A reset keeps what an ordinary turn needs and
 * gives the rest back, so that one large turn does not stay in memory for ever. */
#include "arena.h"

#include <assert.h>
#include <stdalign.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { ARENA_BLOCK_BYTES = 64 * 1024, ARENA_KEEP_BYTES = 1024 * 1024 };

struct arena_block {
    struct arena_block *next;
    size_t size; /* bytes of room */
    size_t used;
    alignas(max_align_t) unsigned char room[];
};

struct arena {
    struct arena_block *first;
    struct arena_block *now; /* where the next piece is taken; those before it are full */
};

static struct arena_block *arena_block_new(size_t size)
{
    struct arena_block *block = malloc(sizeof *block + size);
    if (block == NULL) {
        abort();
    }
    block->next = NULL;
    block->size = size;
    block->used = 0;
    return block;
}

struct arena *arena_new(void)
{
    struct arena *arena = malloc(sizeof *arena);
    if (arena == NULL) {
        abort();
    }
    arena->first = arena_block_new(ARENA_BLOCK_BYTES);
    arena->now = arena->first;
    return arena;
}

static void arena_free_from(struct arena_block *block)
{
    while (block != NULL) {
        struct arena_block *next = block->next;
        free(block);
        block = next;
    }
}

void arena_free(struct arena **arena)
{
    if (*arena != NULL) {
        arena_free_from((*arena)->first);
        free(*arena);
        *arena = NULL;
    }
}

/* The block where size bytes fit: this one, the next one that was kept, or a new one. */
static struct arena_block *arena_room(struct arena *arena, size_t size)
{
    while (arena->now->size - arena->now->used < size) {
        struct arena_block *next = arena->now->next;
        if (next == NULL || next->size < size) {
            struct arena_block *block =
                arena_block_new(size > ARENA_BLOCK_BYTES ? size : ARENA_BLOCK_BYTES);
            block->next = next;
            arena->now->next = block;
        }
        arena->now = arena->now->next;
        arena->now->used = 0;
    }
    return arena->now;
}

void *arena_spare(struct arena *arena, size_t size)
{
    const size_t unit = alignof(max_align_t);
    assert(size < SIZE_MAX / 2);
    size_t whole = (size + unit - 1) / unit * unit;
    struct arena_block *block = arena_room(arena, whole);
    void *piece = block->room + block->used;
    block->used += whole;
    return piece;
}

void *arena_take(struct arena *arena, size_t size)
{
    return memset(arena_spare(arena, size), 0, size);
}

char *arena_text(struct arena *arena, const char *text, size_t len)
{
    char *copy = arena_spare(arena, len + 1);
    memcpy(copy, text, len);
    copy[len] = '\0';
    return copy;
}

void arena_reset(struct arena *arena)
{
    size_t kept = 0;
    struct arena_block **link = &arena->first;
    while (*link != NULL && kept + (*link)->size <= ARENA_KEEP_BYTES) {
        kept += (*link)->size;
        (*link)->used = 0;
        link = &(*link)->next;
    }
    arena_free_from(*link);
    *link = NULL;
    if (arena->first == NULL) {
        arena->first = arena_block_new(ARENA_BLOCK_BYTES);
    }
    arena->now = arena->first;
}
