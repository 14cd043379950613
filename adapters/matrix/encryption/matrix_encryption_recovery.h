/* An account that a person's client uses too: their recovery key ([matrix] recovery_key) opens its
 * secret storage, by which our device is signed as theirs are, and its backup of rooms' keys. */
#ifndef MATRIX_ENCRYPTION_RECOVERY_H
#define MATRIX_ENCRYPTION_RECOVERY_H

#include "matrix_encryption_late.h"
#include "matrix_encryption_rooms.h"

/* NULL where there is no recovery key in the settings. */
struct encryption_recovery *encryption_recovery_new(const struct settings *settings);
void encryption_recovery_free(struct matrix_encryption *encryption);

/* May our identity be looked at: is there no recovery key, or was it tried? */
bool encryption_recovery_is_tried(const struct matrix_encryption *encryption);
/* The account's own seeds, once they are here; NULL. */
const struct matrix_cross_seeds *encryption_recovery_seeds(
    const struct matrix_encryption *encryption);
/* A session of ours was made: the backup gets its key, where there is one. */
void encryption_recovery_made(struct matrix_encryption *encryption, struct encryption_room *entry);

void encryption_recovery_tick(struct matrix_encryption *encryption, int64_t now_ms);
int64_t encryption_recovery_due_ms(const struct matrix_encryption *encryption);

#endif
