/* Rooms for tests, as state events would have made them. */
#ifndef ROOM_KIT_H
#define ROOM_KIT_H

#include "matrix_room.h"

#define ROOM_BOT "@bot:house.example"
#define ROOM_ANA "@ana:house.example"
#define ROOM_BEN "@ben:house.example"
#define ROOM_EVE "@eve:elsewhere.example"

/* A member of a room from now on, of this membership; counted. */
void room_member(struct matrix_room *room, const char *user, enum matrix_membership membership);
/* A room of which all is known: plain, invite-only, unreadable for who comes later, the bot in it.
 */
void room_make(struct matrix_room *room);
void room_clear(struct matrix_room *room);

#endif
