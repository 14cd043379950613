/* Seasons: spans of UTC in which ratings of a room begin anew. Which span that is the room has
 * chosen; a season is called by when it was, and its name tells its span by itself. */
#ifndef SEASON_H
#define SEASON_H

#include <stdbool.h>
#include <stdint.h>

enum { SEASON_BYTES = 8 /* "2026-11", "2026-Q4", "2026", "ever" */ };

enum season_kind { SEASON_MONTH, SEASON_QUARTER, SEASON_YEAR, SEASON_EVER, SEASON_KINDS };

struct season {
    enum season_kind kind;
    int64_t from_ms;
    int64_t to_ms; /* the first moment that it does not have */
    char name[SEASON_BYTES];
};

/* By a room's choice: "month", "quarter", "year", "ever"; a quarter for "" and all else. */
enum season_kind season_kind(const char *choice);
/* The season that a moment from 1970 to 9999 is in. */
struct season season_at(enum season_kind kind, int64_t at_ms);
/* The one before, as long; of a season that is "ever" itself. */
struct season season_before(const struct season *season);
/* Reads a name as it stands in a season, and "q4 2026", "2026/11" as people write it. False: it is
 * none. */
bool season_named(const char *name, struct season *season);

#endif
