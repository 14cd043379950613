/* Answers as the specification's own description has them, made up from its schemas: every member
 * that there may be. With mxfake_hostile they are what a parser has to survive. */
#ifndef MXFAKE_SHAPE_H
#define MXFAKE_SHAPE_H

#include <stddef.h>

struct mxfake_shapes;

/* Reads the index that is beside the repository (../shared/data/matrix-spec-index.json, or what
 * DEADDROP_MATRIX_SPEC names), root being the repository's. NULL: it is not there. */
struct mxfake_shapes *mxfake_shapes_new(const char *root);
void mxfake_shapes_free(struct mxfake_shapes **shapes);
size_t mxfake_shapes_count(const struct mxfake_shapes *shapes);
/* Of an operation, from 0: "GET /_matrix/client/v3/sync". */
const char *mxfake_shapes_name(const struct mxfake_shapes *shapes, size_t at);
/* The answer with status 200 as JSON; NULL: it has none. Freed by the caller. */
char *mxfake_shapes_answer(const struct mxfake_shapes *shapes, size_t at);
/* The place of an operation by its name; the count: there is none. */
size_t mxfake_shapes_find(const struct mxfake_shapes *shapes, const char *name);

#endif
