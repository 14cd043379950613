/* What one transaction has to store of encryption: rows as the house takes them, collected by
 * whoever changes something. Either all of them are on disk, or what was changed in memory is read
 * again from the rows that are. */
#ifndef MATRIX_CHANGES_H
#define MATRIX_CHANGES_H

#include "adapter.h"

struct matrix_changes;

struct matrix_changes *matrix_changes_new(void);
/* Wipes the values. */
void matrix_changes_free(struct matrix_changes **changes);
/* Copied; value NULL deletes the row. What was collected for the same key is replaced. */
void matrix_changes_put(struct matrix_changes *changes, const char *key, const char *value,
                        size_t len);
/* Was anything collected for this key? */
bool matrix_changes_has(const struct matrix_changes *changes, const char *key);
/* Lives until the next call. */
const struct adapter_row *matrix_changes_rows(const struct matrix_changes *changes,
                                              size_t *count_r);

#endif
