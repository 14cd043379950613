/* At which tables with the deal of a week somebody has played: they know it, and it comes only
 * once. Kept in the person's row. */
#ifndef PLAYED_WEEKS_H
#define PLAYED_WEEKS_H

#include <stdbool.h>
#include <stdint.h>

#include "buf.h"
#include "table_week.h"

struct cJSON;

enum { PLAYED_WEEKS_MAX = 12, PLAYED_GAME_BYTES = 24 };

struct played_week {
    uint64_t table;
    char game[PLAYED_GAME_BYTES];
    char week[TABLE_WEEK_BYTES];
};

struct played_weeks {
    uint8_t count;
    struct played_week
        item[PLAYED_WEEKS_MAX]; /* the oldest first, which goes when there are more */
};

/* Notes it in *weeks, which is made where it is NULL. False when it was noted before. */
bool played_weeks_note(struct played_weeks **weeks, const struct played_week *played);
/* Was it played at another table than that one? weeks may be NULL. */
bool played_weeks_elsewhere(const struct played_weeks *weeks, const struct played_week *asked);

/* Adds a member to the JSON of a person's row, and reads it from there. */
void played_weeks_write(const struct played_weeks *weeks, struct buf *json);
/* NULL where nothing was played; the caller frees it. */
struct played_weeks *played_weeks_read(const struct cJSON *json);

#endif
