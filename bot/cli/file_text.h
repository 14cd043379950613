/* A whole file as text. */
#ifndef FILE_TEXT_H
#define FILE_TEXT_H

#include "fault.h"

#include <stddef.h>

/* The file's bytes with a zero behind them, for free(); NULL with a fault when it cannot be read or
 * has more than max bytes. */
char *file_text(const char *path, size_t max, size_t *len_r, struct fault *fault);

#endif
