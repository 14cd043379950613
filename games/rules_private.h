/* What the files of the rules' door share; nobody else includes this. */
#ifndef RULES_PRIVATE_H
#define RULES_PRIVATE_H

#include "rules.h"

/* Rows that every game has, in the order of rules_common_actions(). */
enum common_row {
    COMMON_TICK,
    COMMON_SKIP,
    COMMON_LEAVE,
    COMMON_PAUSE,
    COMMON_RESUME,
    COMMON_CONCEDE,
    COMMON_COUNT
};

/* One attempt at a move. */
struct attempt {
    const struct game_def *game;
    void *state;
    struct move *move;
    struct outcome *out;
    bool live; /* heard now; false: read from the journal, where words may be withheld */
};

/* Which common row the move has, or COMMON_COUNT: the row is the game's own. */
enum common_row rules_common_row(const struct action_def *row);
/* What the row alone decides: over, time, who, paused, phase, arguments. */
enum refusal rules_check(const struct attempt *attempt);
/* The arguments against the row. */
enum refusal rules_check_args(const struct attempt *attempt);
/* Makes a move of a common row. */
enum refusal rules_common_apply(const struct attempt *attempt, enum common_row row);

#endif
