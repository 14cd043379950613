/* Finds a room that we created again by its marker, when the answer to createRoom was lost. */
#ifndef MATRIX_SEARCH_H
#define MATRIX_SEARCH_H

#include "matrix_room.h"

/* The joined room of ours with this marker, as far as is known in memory; NULL: none. */
struct matrix_room *matrix_search_known(const struct matrix *matrix, const char *marker);
/* room NULL: there is none, or it is not known if status is not ANSWER_DONE. */
typedef void (*matrix_search_fn)(void *context, struct matrix_room *room,
                                 enum answer_status status);
/* The same, asked of the server. */
void matrix_search_start(struct matrix *matrix, const char *marker, matrix_search_fn done,
                         void *context);
/* Cancels all; nobody is notified. */
void matrix_searches_free(struct matrix *matrix);

#endif
