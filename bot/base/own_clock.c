#include "own_clock.h"

/* A time in which it does not change whether the clock runs. */
struct own_span {
    bool stands;
    int64_t end_ms;
};

const char *own_clock_zone(const struct own_clock *clock)
{
    return clock->zone[0] == '\0' ? "UTC" : clock->zone;
}

static bool own_clock_is_plain(const struct own_clock *clock)
{
    return clock->quiet.from == clock->quiet.to && clock->off.days == 0 &&
           clock->vacation.count == 0;
}

/* From that moment on: until the next edge of the day there, or the clocks are changed. */
static struct own_span own_span(const struct own_clock *clock, int64_t at_ms)
{
    enum { MINUTE_MS = 60000 };
    struct calendar_span even = calendar_span(own_clock_zone(clock), at_ms);
    int64_t local_ms = at_ms + even.offset_ms;
    int64_t day = local_ms / CALENDAR_DAY_MS;
    int minute = (int)(local_ms % CALENDAR_DAY_MS / MINUTE_MS);
    struct own_span span = {.stands = days_off_has(&clock->off, (int32_t)day) ||
                                      vacation_has(&clock->vacation, (int32_t)day)};
    int until = CALENDAR_DAY_MINUTES;
    if (!span.stands) {
        span.stands = quiet_hours_at(&clock->quiet, minute);
        until = quiet_hours_until(&clock->quiet, minute);
    }
    span.end_ms = day * CALENDAR_DAY_MS + (int64_t)until * MINUTE_MS - even.offset_ms;
    span.end_ms = even.end_ms < span.end_ms ? even.end_ms : span.end_ms;
    return span;
}

int64_t own_clock_runs_ms(const struct own_clock *clock, int64_t at_ms)
{
    int64_t most_ms = at_ms + OWN_CLOCK_STANDS_MS;
    if (own_clock_is_plain(clock)) {
        return at_ms;
    }
    for (struct own_span span = own_span(clock, at_ms); span.stands && at_ms < most_ms;
         span = own_span(clock, at_ms)) {
        at_ms = span.end_ms;
    }
    return at_ms < most_ms ? at_ms : most_ms;
}

int64_t own_clock_later(const struct own_clock *clock, int64_t from_ms, int64_t length_ms)
{
    int64_t stands_ms = OWN_CLOCK_STANDS_MS;
    int64_t at_ms = from_ms;
    while (length_ms > 0 && stands_ms > 0 && !own_clock_is_plain(clock)) {
        struct own_span span = own_span(clock, at_ms);
        int64_t *left_ms = span.stands ? &stands_ms : &length_ms;
        int64_t step_ms = span.end_ms - at_ms < *left_ms ? span.end_ms - at_ms : *left_ms;
        *left_ms -= step_ms;
        at_ms += step_ms;
    }
    return at_ms + length_ms;
}

int64_t own_clock_length(const struct own_clock *clock, int64_t from_ms, int64_t to_ms)
{
    int64_t stands_ms = 0;
    int64_t at_ms = from_ms;
    while (at_ms < to_ms && stands_ms < OWN_CLOCK_STANDS_MS && !own_clock_is_plain(clock)) {
        struct own_span span = own_span(clock, at_ms);
        int64_t end_ms = span.end_ms < to_ms ? span.end_ms : to_ms;
        stands_ms += span.stands ? end_ms - at_ms : 0;
        at_ms = end_ms;
    }
    stands_ms = stands_ms < OWN_CLOCK_STANDS_MS ? stands_ms : OWN_CLOCK_STANDS_MS;
    return to_ms > from_ms ? to_ms - from_ms - stands_ms : 0;
}
