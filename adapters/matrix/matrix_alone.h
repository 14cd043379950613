/* Rooms that everybody else has left are left. */
#ifndef MATRIX_ALONE_H
#define MATRIX_ALONE_H

#include <stdint.h>

struct matrix;

/* From here on one is looked at now and then. */
void matrix_alone_start(struct matrix *matrix);
int64_t matrix_alone_due_ms(const struct matrix *matrix);
void matrix_alone_tick(struct matrix *matrix, int64_t now_ms);

#endif
