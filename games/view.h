/* A view: the facts that one seat (or the crowd) may know. The only way out of a game's state. */
#ifndef VIEW_H
#define VIEW_H

#include "seat.h"
#include "value_tree.h"

enum { VIEW_FACTS_MAX = 2048, VIEW_TEXT_MAX = 49152 };

struct view {
    struct value_tree facts;
    int seat; /* whose view: a seat or SEAT_CROWD */
    struct value fact[VIEW_FACTS_MAX];
    char text[VIEW_TEXT_MAX];
};

/* Empties view for one reader. Only the bookkeeping is cleared, not the pools. */
void view_init(struct view *view, int seat);

#endif
