/* A public key as people compare it: in groups of four. Pure. */
#ifndef MATRIX_FINGERPRINT_H
#define MATRIX_FINGERPRINT_H

#include <stdbool.h>

enum { MATRIX_FINGERPRINT_KEY = 43 /* characters of a key */, MATRIX_FINGERPRINT_TEXT = 56 };

/* Is that the text of a key? NULL is none. */
bool matrix_fingerprint_is_key(const char *text);
void matrix_fingerprint(const char *key, char text[MATRIX_FINGERPRINT_TEXT]);

#endif
