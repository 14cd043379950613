/* Between a room and the reading of its whole state. */
#ifndef MATRIX_LEARN_H
#define MATRIX_LEARN_H

#include "matrix_room.h"

/* Something has changed in the room while its state is being read, if it is. */
void matrix_learning_stale(struct matrix_room *room);
/* Nobody who asked is told. */
void matrix_learning_free(struct matrix_room *room);
/* A room of the same id, of which nothing is known but that it is encrypted, if it is. */
struct matrix_room *matrix_room_shadow(struct matrix *matrix, const struct matrix_room *room);
void matrix_room_shadow_free(struct matrix_room **shadow);
/* What the shadow has been told takes the place of what the room was; the shadow is freed. */
void matrix_room_become(struct matrix_room *room, struct matrix_room **shadow);

#endif
