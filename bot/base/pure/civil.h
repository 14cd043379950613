/* Moments of UTC as a date and a time of day, by arithmetic alone: no system's clock, no zones. */
#ifndef CIVIL_H
#define CIVIL_H

#include <stdint.h>

/* Puts the digits of a moment into a form of its own: each letter of "YYYY-MM-DD hh:mm:ss" is one
 * of them, everything else stays ("YYYYMMDDThhmmssZ"). Years before 0 and after 9999 are clamped.
 */
void civil_fill(int64_t time_ms, char *form);

#endif
