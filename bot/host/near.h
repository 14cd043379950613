/* The name that somebody may have meant. */
#ifndef NEAR_H
#define NEAR_H

#include <stddef.h>

/* How many letters have to be changed, added or left out to make one of the other. Texts are looked
 * at up to 63 bytes. */
size_t near_distance(const char *one, const char *other);
/* Is a distance small enough for these texts that the one may be meant by the other? */
int near_is_meant(const char *wrong, size_t distance);

#endif
