/* How long a room keeps what is said and played there: told to everybody who asks, chosen by its
 * moderators, within what the settings allow. The store goes by it (store_upkeep.h). */
#ifndef ROOM_KEEP_H
#define ROOM_KEEP_H

#include <stdbool.h>
#include <stddef.h>

struct doc;
struct house;
struct handling;

/* The sentence about it, for the room that somebody asks from; changed: it was just chosen. */
const struct doc *room_keep_line(const struct handling *handling, bool changed);
/* What the room has chosen, as it is offered ("30d", "forever"); "": nothing. */
void room_keep_print(const struct handling *handling, char *text, size_t size);
/* Do the settings allow that, which is offered? */
bool room_keep_allows(const struct handling *handling, const char *said);
/* Chooses by what was said; what is no length of time changes nothing. False: it is refused, and
 * why stands in scratch.out. */
bool room_keep_choose(struct handling *handling, const char *said);
/* The room is new, and was opened from home: it begins with what that has chosen. */
void room_keep_inherit(struct handling *handling, const char *room, const char *home);

#endif
