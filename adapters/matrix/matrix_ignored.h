/* People whom the account ignores. */
#ifndef MATRIX_IGNORED_H
#define MATRIX_IGNORED_H

#include <stdbool.h>
#include <stddef.h>

struct matrix;

/* Asks for the list as it is now; what /sync says of it later counts from then on. */
void matrix_ignored_ask(struct matrix *matrix);
/* An event of the account's own data. */
void matrix_ignored_take(struct matrix *matrix, const char *json, size_t len);
bool matrix_ignores(const struct matrix *matrix, const char *user);
void matrix_ignored_free(struct matrix *matrix);

#endif
