/* Memory of the host. Limits elsewhere keep it small, so running out is a bug and aborts. */

#include "heap.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum {
    HEAP_SMALL_BYTES =
        1024 /* glibc keeps such pieces for each thread, but calloc never takes them */
};

static void *heap_piece(size_t size)
{
    void *memory = malloc(size == 0 ? 1 : size);
    if (memory == NULL) {
        abort();
    }
    return memory;
}

void *heap_allocate(size_t size)
{
    if (size <= HEAP_SMALL_BYTES) {
        return memset(heap_piece(size), 0, size);
    }
    void *memory = calloc(1, size);
    if (memory == NULL) {
        abort();
    }
    return memory;
}

void *heap_grow(void *old, size_t count, size_t size)
{
    if (count == 0 || size == 0 || count > SIZE_MAX / size) {
        abort();
    }
    void *memory = realloc(old, count * size);
    if (memory == NULL) {
        abort();
    }
    return memory;
}

char *heap_text(const char *text, size_t len)
{
    char *copy = heap_piece(len + 1);
    if (len > 0) {
        memcpy(copy, text, len);
    }
    copy[len] = '\0';
    return copy;
}

char *heap_copy(const char *text)
{
    return text == NULL ? NULL : heap_text(text, strlen(text));
}

void heap_wipe(void *memory, size_t size)
{
    if (memory != NULL) {
        explicit_bzero(memory, size);
    }
    free(memory);
}
