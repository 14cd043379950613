/* Display names of people, by account. */
#ifndef MATRIX_DISPLAY_NAME_H
#define MATRIX_DISPLAY_NAME_H

#include "matrix_base.h"

void matrix_display_names_new(struct matrix *matrix);
void matrix_display_names_free(struct matrix *matrix);
/* name: as in the room of their last event; NULL forgets it. */
void matrix_display_name_set(struct matrix *matrix, const char *user, const char *name);
/* NULL: not known. */
const char *matrix_display_name(const struct matrix *matrix, const char *user);

#endif
