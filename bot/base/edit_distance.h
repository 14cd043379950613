/* The name that somebody may have meant. */
#ifndef EDIT_DISTANCE_H
#define EDIT_DISTANCE_H

#include <stddef.h>

/* How many letters have to be changed, added or left out to make one of the other. Texts are looked
 * at up to 63 bytes. */
size_t edit_distance(const char *one, const char *other);
/* Is a distance small enough for these texts that the one may be meant by the other? */
int edit_distance_is_small(const char *wrong, size_t distance);

#endif
