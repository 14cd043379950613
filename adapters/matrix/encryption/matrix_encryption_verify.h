/* One verification of the bot by somebody whom its operator has named. */
#ifndef MATRIX_ENCRYPTION_VERIFY_H
#define MATRIX_ENCRYPTION_VERIFY_H

#include "matrix_encryption_private.h"

/* An event of to_device whose type begins with m.key.verification. False: it is none that is waited
 * for. */
bool encryption_verify_device(struct matrix_encryption *encryption, const cJSON *event);
/* The same of a room's event. */
bool encryption_verify_room(struct matrix_encryption *encryption, const struct matrix_room *room,
                            const cJSON *event);
void encryption_verify_tick(struct matrix_encryption *encryption, int64_t now_ms);
int64_t encryption_verify_due_ms(const struct matrix_encryption *encryption);
void encryption_verify_free(struct matrix_encryption *encryption);

#endif
