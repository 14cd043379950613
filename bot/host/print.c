/* Formatted text into a struct buf, which knows no formats because the pure layers share it. */

#include "print.h"

#include <stdarg.h>
#include <stdio.h>

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
