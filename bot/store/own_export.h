/* What `deaddrop export` prints, and what somebody gets who asks for it themselves. */
#ifndef OWN_EXPORT_H
#define OWN_EXPORT_H

#include "own.h"

enum { OWN_EXPORT_MAX = 256 * 1024 * 1024 };

/* Writes all of it into json (room for OWN_EXPORT_MAX), without the braces around it. person 0:
 * nobody whom the house knows. How many rows are theirs, or -1 with a fault. */
int own_export(struct own *own, const struct own_reader *reader, uint64_t person, struct buf *json,
               struct fault *fault);

#endif
