/* Unpadded base64 (RFC 4648 without "="), the form in which Matrix writes keys and signatures. One
 * text for the same bytes: what has padding, or bits set behind its last byte, is none. */
#ifndef MATRIX_BASE64_H
#define MATRIX_BASE64_H

#include <stdbool.h>
#include <stddef.h>

/* Characters for so many bytes, without the zero. */
#define MATRIX_BASE64_LEN(count) (((count)*4 + 2) / 3)

/* text has room for MATRIX_BASE64_LEN(count) characters and the zero. */
void matrix_base64(char *text, const void *bytes, size_t count);
/* Exactly count bytes out of a text that may be anything, NULL too. False: it is not their text. */
bool matrix_unbase64(void *bytes, size_t count, const char *text);
/* The same in the alphabet of URLs ("-" and "_"), as JSON Web Keys are written. */
void matrix_base64url(char *text, const void *bytes, size_t count);
bool matrix_unbase64url(void *bytes, size_t count, const char *text);

#endif
