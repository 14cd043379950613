/* Leaves abandoned rooms: those that everybody else has left. */
#ifndef MATRIX_ABANDONED_H
#define MATRIX_ABANDONED_H

#include <stdint.h>

struct matrix;

void matrix_abandoned_new(struct matrix *matrix);
void matrix_abandoned_free(struct matrix *matrix);
/* From here on rooms are checked now and then. */
void matrix_abandoned_start(struct matrix *matrix);
int64_t matrix_abandoned_due_ms(const struct matrix *matrix);
void matrix_abandoned_tick(struct matrix *matrix, int64_t now_ms);

#endif
