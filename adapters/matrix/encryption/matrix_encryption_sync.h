/* What a sync brings of keys. */
#ifndef MATRIX_ENCRYPTION_SYNC_H
#define MATRIX_ENCRYPTION_SYNC_H

#include "matrix_encryption_private.h"

void encryption_to_device(const struct matrix_e2ee *e2ee, const char *json, size_t len);
void encryption_about_keys(const struct matrix_e2ee *e2ee, enum matrix_about_keys about,
                           const char *json, size_t len);
void encryption_synced(const struct matrix_e2ee *e2ee, bool initial);

#endif
