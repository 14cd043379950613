/* Rooms of a team's own (team_room_row.h): what a table needs of them, as orders to its platform.
 */
#ifndef TEAM_ROOM_H
#define TEAM_ROOM_H

#include "team_room_row.h"

struct commit;

/* After a move, before anything of it is shown: orders what the table's teams need now. The row of
 * the table is written by the caller. */
void team_rooms_follow(struct commit *commit, struct table_entry *entry);
/* The table is taken away without a move. */
void team_rooms_close(struct commit *commit, struct table_entry *entry);
/* What a sentence about the room says: game, number of the table, team. */
void team_room_facts(const struct table_entry *entry, int team, struct value_tree *facts);
/* Closed, unless it is gone already; the venue goes by a move of its own (team_room_end.h). */
void team_room_give_up(struct commit *commit, struct team_room *room, bool gone);

#endif
