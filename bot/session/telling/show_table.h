/* What a move shows to whom: documents from views, as messages of its commit. */
#ifndef SHOW_TABLE_H
#define SHOW_TABLE_H

#include "owed.h"

struct handling;

/* After a move: lines for the crowd, what each seat alone may know or is now asked, the board. */
void show_turn(struct handling *handling, const struct owed_list *before);
/* What somebody says to their team, for each who may hear it; scratch.out has it. */
void show_talk(struct handling *handling, int seat);
/* A frozen table was taken away: a line for its room. */
void show_closed(struct handling *handling);

#endif
