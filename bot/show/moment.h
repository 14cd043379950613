/* Moments as text where no reader's zone is known: UTC, by arithmetic, without the system's clock
 * and time zones. */
#ifndef MOMENT_H
#define MOMENT_H

#include <stdint.h>

enum { MOMENT_BYTES = 32 };

/* "2030-01-01 12:00 UTC" for UTC milliseconds; years before 0 and after 9999 are clamped. */
void moment_print(int64_t time_ms, char text[MOMENT_BYTES]);

#endif
