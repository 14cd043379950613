/* People whom the account ignores. */
#ifndef MATRIX_IGNORED_H
#define MATRIX_IGNORED_H

#include <stdbool.h>
#include <stddef.h>

struct matrix;

void matrix_ignored_new(struct matrix *matrix);
/* Fetches the list; later changes come by the sync. */
void matrix_ignored_ask(struct matrix *matrix);
/* An event of account data; others than the list are left alone. */
void matrix_ignored_apply(struct matrix *matrix, const char *json, size_t len);
bool matrix_ignores(const struct matrix *matrix, const char *user);
void matrix_ignored_free(struct matrix *matrix);

#endif
