/* Duplicate client: another process that acts as the same device. */
#ifndef MATRIX_DUPLICATE_H
#define MATRIX_DUPLICATE_H

#include "matrix_base.h"

struct matrix_duplicate {
    int64_t seen_ms, logged_ms; /* 0 never */
};

void matrix_duplicate_new(struct matrix *matrix);
void matrix_duplicate_free(struct matrix *matrix);

/* An event of our own device came by a live poll, with its transaction id. If this process did not
 * send it, that is logged, once an hour. */
void matrix_duplicate_inbound(struct matrix *matrix, const char *transaction);

#endif
