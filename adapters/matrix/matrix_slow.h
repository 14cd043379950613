/* Rooms are told when what is said there waits long for the account's limit. */
#ifndef MATRIX_SLOW_H
#define MATRIX_SLOW_H

#include <stddef.h>
#include <stdint.h>

struct matrix;

/* A row "s/<room>": when the room was last told. */
void matrix_slow_read(struct matrix *matrix, const char *room, const char *text, size_t len);
int64_t matrix_slow_due_ms(const struct matrix *matrix);
/* Tells the room that is due, and notes when nothing waits any more. */
void matrix_slow_tick(struct matrix *matrix, int64_t now_ms);

#endif
