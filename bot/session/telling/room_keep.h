/* How long a room keeps what is said and played there: told to everybody who asks, chosen by its
 * moderators, within what the settings allow. The store goes by it (store_upkeep.h). */
#ifndef ROOM_KEEP_H
#define ROOM_KEEP_H

struct house;
struct handling;

/* Answers `keep`, with what was said behind it. */
void room_keep_answer(struct handling *handling);
/* The room is new, and was opened from home: it begins with what that has chosen. */
void room_keep_inherit(struct handling *handling, const char *room, const char *home);

#endif
