/* Formatted text into a struct buf; texts side by side. */
#ifndef PRINT_H
#define PRINT_H

#include <stdarg.h>
#include <stdint.h>

#include "buf.h"

/* Adds all of it, however long; the buffer has its own limit. */
void print_to(struct buf *buf, const char *format, ...) __attribute__((format(printf, 2, 3)));
void print_args(struct buf *buf, const char *format, va_list arguments)
    __attribute__((format(printf, 2, 0)));

/* What snprintf makes of "%s%s%s", a fraction of the time: keys are made by each turn. Returns the
 * length of all three; when that is size and more, the text was cut. size is above 0. */
size_t print_join(char *text, size_t size, const char *one, const char *two, const char *three);

enum { PRINT_DIGITS_BYTES = 21 };
/* The number in digits, for print_join; in the array that is given. */
const char *print_digits(char digits[PRINT_DIGITS_BYTES], uint64_t number);

#endif
