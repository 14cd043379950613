/* Signs that hide, or that turn the direction of text round. What came from people has none
 * (inert.h); a platform drops them once more from all that it writes. */
#ifndef UNSEEN_H
#define UNSEEN_H

#include <stddef.h>

/* The bytes of such a sign at text: U+061C, U+200B, U+200E, U+200F, U+2028 to U+202E, U+2060 to
 * U+2069, U+FEFF; 0 for anything else. A joiner between two letters stays. */
size_t unseen_sign(const char *text, size_t len);

#endif
