/* The deal of a week: its secret at a table's choice and start, who may play it, and when the
 * secret is told. */
#ifndef WEEKLY_H
#define WEEKLY_H

#include "handling.h"
#include "table.h"

/* Puts week and commitment into a move that chooses the deal of this week, or starts with it. */
void weekly_resolve(struct house *house, const struct table *table, struct move *move);
/* The seed of a table that starts with it, by the week in the move. */
void weekly_seed(const struct house *house, const struct table *table, const struct move *move,
                 char hex[SEED_BYTES * 2 + 1]);
/* Why the move cannot be made: somebody who would play this deal has played it elsewhere. Fills
 * scratch.out. */
enum refusal weekly_check(struct house *house, const struct table *table, const struct move *move);
/* The same for a table that is to be opened with these options, and sat down at. */
enum refusal weekly_check_open(const struct handling *handling, const struct game_def *game,
                               const struct value_tree *options);
/* The move was made: who sits at a running table has played its deal from here on; before the
 * rows of people go into the commit. */
void weekly_note(struct house *house, const struct table *table);
/* The move was made: the secrets that it rests on go into its commit. */
void weekly_keep(const struct handling *handling, const struct move *move);
/* All secrets are told to the other parts of the house. */
void weekly_tell_all(struct commit *commit);

/* The secret of the table's deal, once it may be told to all: the game is over, and of a week's
 * deal the week is too, and nobody plays it any more. NULL before. own: the table's. */
const uint8_t *weekly_secret_told(const struct house *house, const struct table *table,
                                  const uint8_t own[SEED_BYTES]);
/* Adds to what is said of a table with the deal of a week: until_ms, told; weeks [{week, secret}]:
 * the newest secrets of its game that are told. */
void weekly_facts(const struct house *house, const struct table *table, struct value_tree *facts);

#endif
