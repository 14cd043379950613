/* Keys of Curve25519 that come from others. */
#ifndef MATRIX_CURVE_H
#define MATRIX_CURVE_H

#include <stdbool.h>

/* Is this a key, and none of the few with which everybody would agree on the same secret? libolm
 * does not ask. The text may be anything, NULL too. */
bool matrix_curve_is_sound(const char *key);

#endif
