/* Requests to verify the bot, declined: nobody is there who could compare anything. */
#ifndef MATRIX_ENCRYPTION_DECLINE_H
#define MATRIX_ENCRYPTION_DECLINE_H

#include "matrix_encryption_private.h"

/* One that came to our device. */
void encryption_decline_device(struct matrix_encryption *encryption, const cJSON *event);
/* One that came into a room, as a message; others are passed over. False: it is none. */
bool encryption_decline_room(const struct matrix_e2ee *e2ee, const struct matrix_room *room,
                             const cJSON *event);
void encryption_declines_free(struct matrix_encryption *encryption);

#endif
