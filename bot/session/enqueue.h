/* The upward calls of adapter.h fill the inbox; each event is checked against the store for a
 * duplicate before it is handled. */
#ifndef ENQUEUE_H
#define ENQUEUE_H

#include "fault.h"

#include <stdbool.h>

struct house;

/* Is nothing new taken now? */
bool enqueue_is_full(const struct house *house);
/* Starts the duplicate check of events that have had none, in order. */
void enqueue_check_duplicates(struct house *house);
/* Reads the deferred events of the store; blocking, for the start. 0, or -1 with a fault. */
int enqueue_load(struct house *house, struct fault *fault);

#endif
