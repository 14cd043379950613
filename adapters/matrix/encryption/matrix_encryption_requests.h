/* Requests about keys. */
#ifndef MATRIX_ENCRYPTION_REQUESTS_H
#define MATRIX_ENCRYPTION_REQUESTS_H

#include "matrix_encryption_private.h"

void encryption_requests_advance(struct matrix_encryption *encryption);

#endif
