/* The ids of a message's parts, as an outbox's row keeps them: a blank between. */
#ifndef SENT_IDS_H
#define SENT_IDS_H

#include <stdbool.h>
#include <stddef.h>

/* The id of the part of this number, from 0. False, and "": there is none, or it does not fit into
 * size. ids may be NULL. */
bool sent_ids_at(const char *ids, unsigned part, char *id, size_t size);

#endif
