/* Paths of requests: every segment percent-encoded, since ids hold "!", ":", "#", "/" and "+". */
#ifndef MATRIX_PATH_H
#define MATRIX_PATH_H

#include "arena.h"
#include "buf.h"

/* A segment, or a value of a query, all but letters, digits and -._~ encoded. */
void matrix_path_add(struct buf *path, const char *segment);
/* "/_matrix/client/v3" and the route, its {} replaced by segments in their order, as many as it
 * has. In the arena. */
char *matrix_path(struct arena *arena, const char *route, const char *const *segments);

#endif
