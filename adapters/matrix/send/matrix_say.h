/* Public sentences of the adapter's own. */
#ifndef MATRIX_SAY_H
#define MATRIX_SAY_H

#include "matrix_base.h"

/* account: who is mentioned; NULL nobody. */
void matrix_say(struct matrix *matrix, const char *room, const char *key, const char *account);
/* The throttle notice, with how long a message waits now. Sent before everything else. */
void matrix_say_throttled(struct matrix *matrix, const char *room, int64_t wait_ms);
/* The same without a mention, from outside the sending half. */
void matrix_room_say(struct matrix *matrix, const char *room, const char *key);
/* The greeting of a room, under a nonce that is derived from it (matrix_greet.h). */
void matrix_say_hello(struct matrix *matrix, const char *room);

#endif
