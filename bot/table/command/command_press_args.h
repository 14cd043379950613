/* What buttons, menus and forms give of the arguments of a row. */
#ifndef COMMAND_PRESS_ARGS_H
#define COMMAND_PRESS_ARGS_H

#include "command_private.h"
#include "controls.h"

enum { PRESS_JOINED_MAX = 512 };

/* The argument of this name that people give; -1: the row has none. */
int press_arg(const struct action_def *row, const char *name);
/* "clues.1": an item of a list that a form asks for one by one. */
bool press_item(const struct action_def *row, const struct value *fact, struct raw *raw);
/* The first argument that is wanted and missing; -1 when nothing is. */
int press_missing(const struct action_def *row, const struct raw *raw);
/* The argument that a menu without a name gives: the first that is wanted, else the first that may
 * be given. -1 when nothing is left. */
int press_next(const struct action_def *row, const struct raw *raw);
/* All values of a menu of several, as one list. */
struct span press_joined(const struct inbound *inbound, char joined[PRESS_JOINED_MAX]);
/* Values that give several arguments at once, of a menu or a field. False when one is no such. */
bool press_picks(const struct inbound *inbound, struct control *control);

#endif
