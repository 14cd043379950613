/* What somebody typed is passed on in the house's name, where no filter of the server sees it. */
#ifndef TURN_UNWANTED_H
#define TURN_UNWANTED_H

#include <stdbool.h>

#include "turn.h"

/* Stand in what was typed for this move words that the table's room does not want (unwanted.h)? */
bool turn_has_unwanted(const struct turn *turn, const struct move *move);

#endif
