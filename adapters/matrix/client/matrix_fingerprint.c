#include "matrix_fingerprint.h"

#include <stddef.h>
#include <string.h>

bool matrix_fingerprint_is_key(const char *text)
{
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    return text != NULL && strlen(text) == MATRIX_FINGERPRINT_KEY &&
           strspn(text, letters) == MATRIX_FINGERPRINT_KEY;
}

void matrix_fingerprint(const char *key, char text[MATRIX_FINGERPRINT_TEXT])
{
    size_t at = 0;
    for (size_t i = 0; key[i] != '\0' && at + 2 < MATRIX_FINGERPRINT_TEXT; i++) {
        if (i > 0 && i % 4 == 0) {
            text[at++] = ' ';
        }
        text[at++] = key[i];
    }
    text[at] = '\0';
}
