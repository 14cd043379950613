/* What a copy says of itself, so that who copies the parts of a house can go on where they ended.
 */
#ifndef STORE_COPY_NOTE_H
#define STORE_COPY_NOTE_H

#include "fault.h"

#include <stdbool.h>

struct store_sql;

/* A setting of the store's own: the store that it was copied from, how far that had come, and into
 * how many parts it was divided (0: not). */
#define STORE_COPY_NOTE "copied"

/* Puts it, in the transaction that is open in to. */
int store_copy_note(const struct store_sql *from, const struct store_sql *to, unsigned parts,
                    struct fault *fault);
/* Is to such a copy of from as it is now, and nothing was written to it since? */
int store_copy_is_there(const struct store_sql *from, const struct store_sql *to, unsigned parts,
                        bool *there_r, struct fault *fault);

#endif
