/* What is heard about rooms and about who comes and goes. */
#ifndef TURN_ROOM_H
#define TURN_ROOM_H

#include <stdbool.h>

struct heard;
struct house;
struct inbox_item;

/* Is it such a thing, and not something that a person did? */
bool turn_is_of_room(const struct heard *heard);
/* Does what follows of it; all tables of the room are in memory. What it does is safe to do twice:
 * the event is noted as heard after it. */
void turn_room(struct house *house, struct inbox_item *item);

#endif
