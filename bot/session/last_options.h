/* The options of a room's last table of a game: the next one that somebody opens there without a
 * word about options begins with them. */
#ifndef LAST_OPTIONS_H
#define LAST_OPTIONS_H

#include "game.h"
#include "value_tree.h"

struct handling;
struct move;
struct table;

/* Those of a table that are not the usual ones, "name=value" with blanks between, as many as fit.
 */
void last_options_print(const struct table *table, char *text, size_t size);
/* After a move: a start is what the room goes by from then on. */
void last_options_keep(const struct handling *handling, const struct move *move);
/* Adds those of the room to the options of a table that is opened with these words, as texts by
 * their names. full_r: it starts when it is full. False: it opens with the usual ones. */
bool last_options_add(const struct handling *handling, const struct value_tree *said,
                      struct value_tree *options, bool *full_r);

#endif
