/* A game goes back: what it was then is made again out of its journal, which takes the store's
 * time; until it is there the table takes no moves (table_undo.h). Lines that count no more are
 * marked where they stand. */
#ifndef TAKE_BACK_H
#define TAKE_BACK_H

struct house;
struct table_entry;

/* Reads the journal where the table has decided to go back, and goes. */
void take_back_follow(struct house *house, struct table_entry *entry);

#endif
