/* When somebody's time to act stands still: in their quiet hours, on their days off and on
 * vacation, by the clocks of where they live. Nobody is reminded then. Moments are UTC
 * milliseconds. */
#ifndef OWN_CLOCK_H
#define OWN_CLOCK_H

#include "days_off.h"
#include "quiet_hours.h"
#include "vacation.h"

/* So long may it stand still in one wait; from then on it runs, whatever was chosen. */
#define OWN_CLOCK_STANDS_MS ((int64_t)29 * CALENDAR_DAY_MS)

struct own_clock {
    char zone[CALENDAR_ZONE_BYTES]; /* "": UTC */
    struct quiet_hours quiet;
    struct days_off off;
    struct vacation vacation;
};

/* The zone that counts. */
const char *own_clock_zone(const struct own_clock *clock);
/* The moment itself where the clock runs, else when it runs again. */
int64_t own_clock_runs_ms(const struct own_clock *clock, int64_t at_ms);
/* When it has run for so long since from_ms: at most OWN_CLOCK_STANDS_MS later than any clock. */
int64_t own_clock_later(const struct own_clock *clock, int64_t from_ms, int64_t length_ms);
/* How long it runs between two moments. */
int64_t own_clock_length(const struct own_clock *clock, int64_t from_ms, int64_t to_ms);

#endif
