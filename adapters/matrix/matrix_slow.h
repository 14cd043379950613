/* Rooms are told when what is said there waits long for the account's limit. */
#ifndef MATRIX_SLOW_H
#define MATRIX_SLOW_H

#include <stdint.h>

struct matrix;

int64_t matrix_slow_due_ms(const struct matrix *matrix);
/* Tells the room that is due, and notes when nothing waits any more. */
void matrix_slow_tick(struct matrix *matrix, int64_t now_ms);

#endif
