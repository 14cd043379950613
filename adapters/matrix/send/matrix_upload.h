/* The media repository. */
#ifndef MATRIX_UPLOAD_H
#define MATRIX_UPLOAD_H

#include "matrix_base.h"

/* url NULL: it failed; why says how. */
typedef void (*matrix_upload_fn)(void *context, const char *url, const struct answer *why);
struct matrix_bytes {
    const char *name;
    const char *type;
    const void *bytes;
    size_t len;
    enum matrix_priority priority;
};
void matrix_upload_start(struct matrix *matrix, const struct matrix_bytes *bytes,
                         matrix_upload_fn done, void *context);
/* The same for a room: where that is encrypted the bytes are encrypted first, and go without name
 * and type. Returns the object "file" of its event, without the URL, freed by the caller; NULL: it
 * is not encrypted. */
char *matrix_upload_for(struct matrix *matrix, const char *room, const struct matrix_bytes *bytes,
                        matrix_upload_fn done, void *context);
void matrix_upload_forget(struct matrix *matrix, const void *context);
void matrix_uploads_free(struct matrix *matrix);

#endif
