/* Events about rooms and about who comes and goes. */
#ifndef ROOM_EVENT_H
#define ROOM_EVENT_H

#include <stdbool.h>

struct inbound;
struct house;
struct inbox_item;

/* Is it such a thing, and not something that a person did? */
bool room_event_is(const struct inbound *inbound);
/* Does what follows of it; all tables of the room are in memory. What it does is safe to do twice:
 * the event is recorded after it. */
void room_event_apply(struct house *house, struct inbox_item *item);

#endif
