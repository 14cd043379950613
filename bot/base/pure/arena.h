/* Memory of one turn: taken piece by piece, dropped whole. Allocation cannot fail (it aborts). */
#ifndef ARENA_H
#define ARENA_H

#include <stddef.h>

struct arena;

struct arena *arena_new(void);
void arena_free(struct arena **arena);
/* Zeroed memory until the next reset, aligned for anything. */
void *arena_take(struct arena *arena, size_t size);
/* The same, with whatever was in it. */
void *arena_spare(struct arena *arena, size_t size);
/* A zero-terminated copy. */
char *arena_text(struct arena *arena, const char *text, size_t len);
/* Forgets everything taken; keeps the first blocks for the next turn. */
void arena_reset(struct arena *arena);

#endif
