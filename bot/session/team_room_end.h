/* How orders about rooms of teams end, and what their platforms tell of such rooms. */
#ifndef TEAM_ROOM_END_H
#define TEAM_ROOM_END_H

#include <stdbool.h>

struct commit;
struct house;
struct outbox_row;
struct table_entry;
struct team_room;

/* What is not a move of anybody follows: venues of rooms that were given up. */
void team_rooms_reconcile(struct house *house, struct table_entry *entry);

/* An order has come to its end: platform_id NULL, it never will be done (gone: the room it was
 * about is no more). entry may be NULL: its table is no more. */
void team_room_ordered(struct commit *commit, struct table_entry *entry,
                       const struct outbox_row *row, const char *platform_id, bool gone);
/* The room is no more, or is another one now. */
void team_room_gone(struct commit *commit, struct team_room *room);
void team_room_moved(struct commit *commit, struct team_room *room, const char *moved_to);
/* Nobody can be muted in it any more, as the room's capabilities now say. */
void team_room_changed(struct commit *commit, struct team_room *room);

#endif
