/* Which part of a house (store_part.h) everything in a store is of: rooms as their adapters say, a
 * table as its room, all else of part 0. */
#ifndef STORE_DIVISION_H
#define STORE_DIVISION_H

#include "row_rules.h"
#include "store.h"

struct store_division;

struct store_division *store_division_new(const struct row_rules *const *rules, unsigned parts);
void store_division_free(struct store_division **division);

/* Of this adapter rows are to be read that tell of rooms; NULL after the last one. */
bool store_division_question(const struct store_division *division, size_t at,
                             struct store_question *question_r);
/* Reads such a row: a store_row_fn whose context is the division. */
void store_division_learn(void *context, const struct store_row *row);
/* Could one of them not be read? Then it is not known what is whose. */
bool store_division_is_damaged(const struct store_division *division);

/* "adapter/room"; part 0's where nobody knows it. */
unsigned store_division_room(const struct store_division *division, const char *room);
/* A row of STORE_TABLE. */
unsigned store_division_table(const struct store_division *division, const struct store_row *row);
/* A row of STORE_ADAPTER_ALL. False: every part has it. */
bool store_division_row(const struct store_division *division, const struct store_row *row,
                        unsigned *part_r);

/* Is anything open or unsent in parts of the house that there are no more, when it is divided into
 * so many? FAULT_CONFIG then, with how to mend it. says: those that hold nothing open are logged.
 */
int store_division_leaves(struct store *store, unsigned parts, bool says, struct fault *fault);
/* The same for who opens a store as this part; and are all open tables in it in rooms of that part?
 * Those of others would hear of nothing there: FAULT_CONFIG too. */
int store_division_check(struct store *store, const struct row_rules *const *rules, unsigned part,
                         unsigned parts, struct fault *fault);

#endif
