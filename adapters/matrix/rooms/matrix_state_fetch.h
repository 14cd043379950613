/* Fetches a room's whole state, once for all who ask for it at the same time. */
#ifndef MATRIX_STATE_FETCH_H
#define MATRIX_STATE_FETCH_H

#include "matrix_room.h"

/* complete false: it could not be fetched, for this status; nothing secret goes there. */
typedef void (*matrix_state_fn)(void *context, struct matrix_room *room, bool complete,
                                enum answer_status status);
/* done is never called from inside. */
void matrix_room_fetch_state(struct matrix *matrix, struct matrix_room *room, matrix_state_fn done,
                             void *context);
/* Fetches power levels alone: a small answer where the whole state takes long. */
void matrix_room_fetch_power(struct matrix *matrix, struct matrix_room *room);
/* Cancels all; nobody who asked is notified. */
void matrix_state_fetches_free(struct matrix *matrix);

#endif
