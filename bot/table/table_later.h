/* Acts of a host that are to happen later, at a moment: they are made then as their host would make
 * them, or it is said that they could not be. */
#ifndef TABLE_LATER_H
#define TABLE_LATER_H

#include <stdbool.h>
#include <stdint.h>

#include "move.h"
#include "owed.h"
#include "refusal.h"

struct action_def;
struct outcome;
struct table;
struct value_tree;

enum { TABLE_LATER_MAX = 10, TABLE_LATER_TERM_BYTES = 4 };

struct table_later {
    int64_t at_ms;
    uint64_t person; /* who has planned it */
    const struct action_def *row;
    uint8_t number;                      /* by which it is called off */
    bool moderator;                      /* they moderated the room when they planned it */
    char length[TABLE_LATER_TERM_BYTES]; /* "1d"; "": the usual one */
};

struct table_plans {
    struct table_later plan[TABLE_LATER_MAX]; /* in the order of their numbers */
    uint8_t count;
};

/* When the next of them is to happen, NO_DEADLINE: none is planned. */
static inline int64_t table_plans_due_ms(const struct table_plans *plans)
{
    int64_t due_ms = NO_DEADLINE;
    for (unsigned i = 0; i < plans->count; i++) {
        due_ms = plans->plan[i].at_ms < due_ms ? plans->plan[i].at_ms : due_ms;
    }
    return due_ms;
}

/* Plans a move of the row, at the moment that the move says. */
enum refusal table_later_plan(struct table *table, const struct move *move,
                              const struct action_def *row, struct outcome *out);
/* Is the time of one up, and of nothing else before it? */
bool table_later_is_first(const struct table *table);
/* Does the next one, whose time has come. */
void table_later_fall_due(struct table *table, struct outcome *out);
/* Writes the list "plans" of {number, act, at_ms, ms or null}. */
void table_later_say(const struct table *table, struct value_tree *facts);

#endif
