/* Greetings of rooms that the bot has joined, until they have arrived: in an encrypted room the
 * first exchange of keys comes before, and the process may end meanwhile. Row "g/" and the room:
 * "0" while it is to be greeted, else "1". */
#ifndef MATRIX_GREET_H
#define MATRIX_GREET_H

#include "matrix_base.h"

#define MATRIX_GREET_ROWS "g/"

/* Greets a room. The transaction's id is derived from the room, so that a repetition after a crash
 * is no second line. */
void matrix_room_greet(struct matrix *matrix, const char *room);
/* Its row says that it is to be greeted. */
void matrix_greet_read(struct matrix *matrix, const char *room);
int64_t matrix_greets_due_ms(const struct matrix *matrix);
void matrix_greets_tick(struct matrix *matrix, int64_t now_ms);
void matrix_greets_free(struct matrix *matrix);

#endif
