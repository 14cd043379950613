/* Memory of the host that outlives a turn. Taking it cannot fail: it aborts, here and nowhere else.
 * What is given back goes through free(). */
#ifndef HEAP_H
#define HEAP_H

#include <stddef.h>

/* Zeroed memory. */
void *heap_allocate(size_t size);
/* Room for count items of size bytes, with what old held; what is new is not zeroed. */
void *heap_grow(void *old, size_t count, size_t size);
/* A zero-terminated copy of len bytes. */
char *heap_text(const char *text, size_t len);
/* Wipes so many bytes of what it frees; NULL is freed too. */
void heap_wipe(void *memory, size_t size);
/* A copy of a string; NULL stays NULL. */
char *heap_copy(const char *text);

#endif
