/* Formatted text into a struct buf. */
#ifndef PRINT_H
#define PRINT_H

#include "buf.h"

/* Adds at most 1023 bytes; what is longer is cut. */
void print_to(struct buf *buf, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
