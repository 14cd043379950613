/* The file behind the parts of a message. */
#ifndef MATRIX_ATTACHED_H
#define MATRIX_ATTACHED_H

#include "matrix_shape.h"

struct matrix_delivery;

/* A file that goes behind the parts as a message of its own. */
struct matrix_attached {
    char *bytes; /* NULL: none */
    size_t len;
    char *name;
    char *file;    /* by what it is decrypted; NULL: it is not encrypted */
    bool pictured; /* it is a picture: drawn once the parts have arrived, */
    bool asked;    /* which was asked for */
    uint32_t width, height;
};

/* Takes that of a shape. */
void matrix_attached_keep(struct matrix_delivery *delivery, const struct matrix_shape *shape);
void matrix_attached_free(struct matrix_delivery *delivery);
/* Draws or uploads it, and makes it the next part. False: there is none (any more). */
bool matrix_attached_add(struct matrix_delivery *delivery);

#endif
