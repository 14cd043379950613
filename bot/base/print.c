/* Formatted text into a struct buf, which knows no formats because the pure layers share it. */

#include "print.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "heap.h"

void print_args(struct buf *buf, const char *format, va_list arguments)
{
    char text[1024];
    va_list again;
    va_copy(again, arguments);
    int len = vsnprintf(text, sizeof text, format, arguments);
    if (len > 0 && (size_t)len >= sizeof text) {
        char *whole = heap_allocate((size_t)len + 1);
        vsnprintf(whole, (size_t)len + 1, format, again);
        buf_add(buf, whole, (size_t)len);
        free(whole);
    } else if (len > 0) {
        buf_add(buf, text, (size_t)len);
    }
    va_end(again);
}

void print_to(struct buf *buf, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    print_args(buf, format, arguments);
    va_end(arguments);
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

const char *print_digits(char digits[PRINT_DIGITS_BYTES], uint64_t number)
{
    size_t at = PRINT_DIGITS_BYTES - 1;
    digits[at] = '\0';
    do {
        digits[--at] = (char)('0' + number % 10);
        number /= 10;
    } while (number > 0);
    return digits + at;
}
