/* SQL: which tables have rows with sums, and what becomes of damaged ones. */
#ifndef STORE_SQL_ROWS_H
#define STORE_SQL_ROWS_H

#include "store_sql_private.h"

/* A table of rows with sums. */
struct store_rows_kind {
    const char *name;
    const char *tag;     /* that its sums begin with */
    const char *label;   /* SQL: what one of them is called */
    const char *columns; /* that the sum is over, with commas between */
    const char *start;   /* SQL: on which of them a start relies; NULL on none */
    const char *costs;   /* what damage in one of them costs */
    bool aside;          /* no table of players owns them: they may be moved out of the way */
};
extern const struct store_rows_kind store_sql_rows[]; /* ends with a name of NULL */
/* The condition that a row is damaged. */
void store_sql_rows_where(char sql[STORE_SQL_SQL_BYTES], const struct store_rows_kind *kind);
/* Tells of each row of a query, which names something in its first column, but of one that is
 * called besides; how many, or -1. */
int store_rows_tell(const struct store_sql *store, const char *sql, const char *besides,
                    const struct store_damage_listener *listener, struct fault *fault);
/* Tells what is damaged, in all that a start relies on or in everything; how much, or -1. */
int store_sql_find_damage(const struct store_sql *store, bool start,
                          const struct store_damage_listener *listener, struct fault *fault);
/* Fills fault where something is that a start relies on. */
int store_sql_check_start(const struct store_sql *store, struct fault *fault);
/* The same for a file of an older schema, which has no sums: how it is built. */
int store_sql_check_old(const struct store_sql *store, struct fault *fault);
/* How many rows of people, rooms and adapters are damaged: a start goes on without them; or -1. */
int store_sql_contained(const struct store_sql *store, struct fault *fault);
/* Moves the row that this op is about to write or to take away into the table `damaged`, if it is
 * damaged and may be written anew; how many rows that were, or -1. */
int store_sql_move_aside(const struct store_sql *store, const struct store_item *item,
                         struct fault *fault);
/* Damage in it is left as it lies, and what would have been written there is not. */
bool store_sql_leaves(enum store_op op);

#endif
