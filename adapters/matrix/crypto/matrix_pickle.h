/* The key by which what is secret is encrypted at rest. Each row has a key of its own, made of the
 * configured one and the row's: what is put into another row does not open there. */
#ifndef MATRIX_PICKLE_H
#define MATRIX_PICKLE_H

#include "matrix_provider.h"

enum { MATRIX_PICKLE_HEX = 64, MATRIX_SEALED_BYTES_MAX = 512 };

struct matrix_pickle {
    uint8_t master[PROVIDER_KEY_BYTES];
};

/* From 64 hex digits; false: it is none. */
bool matrix_pickle_read(struct matrix_pickle *pickle, const char *hex);
/* The key for the objects of the provider that are stored in this row. */
void matrix_pickle_key(const struct matrix_pickle *pickle, const char *row,
                       struct provider_pickle_key *key);
/* Adds the text of up to MATRIX_SEALED_BYTES_MAX bytes of ours, encrypted for this row. */
void matrix_pickle_seal(const struct matrix_pickle *pickle, const char *row, const void *bytes,
                        size_t count, struct buf *out);
/* Exactly count bytes back. False: it was sealed under another key, for another row, or for none.
 */
bool matrix_pickle_open(const struct matrix_pickle *pickle, const char *row, const char *text,
                        void *bytes, size_t count);

#endif
