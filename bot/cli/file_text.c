/* Reading a file whole, up to a limit. */
#include "file_text.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "heap.h"

char *file_text(const char *path, size_t max, size_t *len_r, struct fault *fault)
{
    size_t room = 65536;
    size_t len = 0;
    FILE *in = fopen(path, "rb");
    if (in == NULL) {
        fault_set(fault, FAULT_USAGE, "%s: %s", path, strerror(errno));
        return NULL;
    }
    char *text = heap_grow(NULL, room, 1);
    for (;;) {
        len += fread(text + len, 1, room - len - 1, in);
        if (len + 1 < room || room > max) {
            break;
        }
        room *= 2;
        text = heap_grow(text, room, 1);
    }
    bool good = ferror(in) == 0 && len <= max;
    if (!good) {
        fault_set(fault, FAULT_USAGE, "%s: %s", path, len > max ? "too long" : strerror(errno));
    }
    fclose(in);
    text[len] = '\0';
    *len_r = len;
    if (!good) {
        free(text);
        return NULL;
    }
    return text;
}
