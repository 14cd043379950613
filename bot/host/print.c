/* Formatted text into a struct buf, which knows no formats because the pure layers share it. */

#include "print.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void print_to(struct buf *buf, const char *format, ...)
{
    char text[1024];
    va_list arguments;
    va_start(arguments, format);
    int len = vsnprintf(text, sizeof(text), format, arguments);
    va_end(arguments);
    if (len > 0) {
        buf_text(buf, text);
    }
}

size_t print_join(char *text, size_t size, const char *one, const char *two, const char *three)
{
    const char *const parts[] = {one, two, three};
    size_t all = 0;
    size_t used = 0;
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        size_t len = strlen(parts[i]);
        size_t fits = len < size - 1 - used ? len : size - 1 - used;
        memcpy(text + used, parts[i], fits);
        used += fits;
        all += len;
    }
    text[used] = '\0';
    return all;
}
