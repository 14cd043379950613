/* The throttle notice: tells a room that messages for it wait for the account's rate limit. */
#ifndef MATRIX_THROTTLE_H
#define MATRIX_THROTTLE_H

#include <stddef.h>
#include <stdint.h>

struct matrix;

/* A row "s/<room>": when the last notice was sent there. */
void matrix_throttle_read(struct matrix *matrix, const char *room, const char *text, size_t len);
int64_t matrix_throttle_due_ms(const struct matrix *matrix);
/* Sends the notice that is due; ends the episode when nothing waits any more. */
void matrix_throttle_tick(struct matrix *matrix, int64_t now_ms);

#endif
