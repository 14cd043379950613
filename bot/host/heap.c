/* Memory of the host. Limits elsewhere keep it small, so running out is a bug and aborts. */

#include "heap.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

void *heap_take(size_t size)
{
    void *memory = calloc(1, size == 0 ? 1 : size);
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
    char *copy = heap_take(len + 1);
    if (len > 0) {
        memcpy(copy, text, len);
    }
    return copy;
}

char *heap_copy(const char *text)
{
    return text == NULL ? NULL : heap_text(text, strlen(text));
}
