/* House players of a table in memory: whether and when they want to be asked. */
#ifndef HOUSE_PLAYER_DUE_H
#define HOUSE_PLAYER_DUE_H

#include <stdint.h>

struct player_def;
struct resident;
struct table_entry;

/* Who plays this game for the house; NULL: nobody does. */
const struct player_def *house_player_of(const struct table_entry *entry);
/* The seat that is due first, and when (UTC ms); SEAT_NONE: nobody wants to be asked. */
int house_player_first_due(const struct table_entry *entry, int64_t *due_ms_r);
/* When one of them wants to be asked, as the table stands; NO_DEADLINE: none does. From what
 * everybody knows (table, seat, step) and the game's thinks_ms(), so that it tells nothing. */
int64_t house_player_due_ms(const struct table_entry *entry);
/* Forgets all that they remember of the table. */
void house_player_forget(struct resident *resident);

#endif
