/* Another process that acts as the same device. */
#ifndef MATRIX_TWIN_H
#define MATRIX_TWIN_H

struct matrix;

/* An event of our own device came by a live poll, with its transaction id: was it sent by us? Warns
 * in the log, once an hour. */
void matrix_twin_heard(struct matrix *matrix, const char *transaction);

#endif
