/* The deal of a week: tables of a game that choose it get the same, in whatever room they are. */
#ifndef TABLE_WEEK_H
#define TABLE_WEEK_H

#include <stdbool.h>
#include <stdint.h>

#include "game.h"

struct move;
struct outcome;
struct table;

enum { TABLE_WEEK_BYTES = 9 };

#define TABLE_WEEK_OPTION "deal" /* "own", "weekly" */

struct table_week {
    char name[TABLE_WEEK_BYTES];    /* "2026-W48"; "": the table has a deal of its own */
    uint8_t commitment[SEED_BYTES]; /* SHA-256 of the secret of that week */
};

/* Is something drawn from a list, so that there are such deals? */
bool table_has_weeks(const struct game_def *game);
/* Is it that option, with a value that it may have? */
bool table_week_option(const struct table *table, const char *name, const char *value);
/* Does the move choose it? */
bool table_week_chosen(const struct move *move);
/* SHA-256 of the secret that the table's deal comes of: that of the week, or its own. */
const uint8_t *table_commitment(const struct table *table);

/* Sets the option by its value. */
enum refusal table_week_choose(struct table *table, const struct move *move, const char *value,
                               struct outcome *out);
/* Takes week and commitment from the move. */
enum refusal table_week_take(struct table *table, const struct move *move, struct outcome *out);

#endif
