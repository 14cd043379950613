/* From events of a room's timeline to inbound events of the house. */
#ifndef MATRIX_EVENT_H
#define MATRIX_EVENT_H

#include "matrix_inbound.h"

/* People's reactions, remembered so that their redactions are recognized. */
void matrix_reactions_new(struct matrix *matrix);
void matrix_reactions_free(struct matrix *matrix);
/* Applies a state event to the room, and enqueues what of an event the house has to know. False:
 * the house takes nothing now, and the event has to be processed again later. */
bool matrix_event_process(struct matrix *matrix, struct matrix_room *room, const cJSON *event,
                          const struct matrix_source *source);

/* The same of an event that waited for its key, and was decrypted since (of a person). */
bool matrix_event_decrypted(struct matrix *matrix, struct matrix_room *room, const cJSON *event);

#endif
