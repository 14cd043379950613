/* In which language the house speaks in a room, what words for it begin with there, and in which
 * time zone it lies: told to everybody who asks, chosen by the room's moderators for it, by the
 * server's for all of its rooms. The room's choice comes first, or that of the one that it was
 * opened from; then the server's; without any, the settings count. A team's own room goes by the
 * room of its table. */
#ifndef ROOM_WORDS_H
#define ROOM_WORDS_H

#include "catalogue.h"
#include "command.h"

struct house;
struct handling;
struct inbound;

/* The catalogue of a room's language. */
const struct catalogue *room_words(const struct house *house, const char *adapter,
                                   const char *room);
/* The catalogue for who did something: that of the room; in private, where nobody chooses, that of
 * the table at which they sat down last. */
const struct catalogue *room_words_for(const struct house *house, const char *adapter,
                                       const struct inbound *inbound);
/* The tag of that language, also where there is no catalogue of it; until somebody chooses anew. */
const char *room_language(const struct house *house, const char *adapter, const char *room);
/* What words for the house begin with there; until somebody chooses anew. */
const char *room_prefix(const struct house *house, const char *adapter, const char *room);
/* The room's time zone; NULL: none was chosen. Until somebody chooses anew. */
const char *room_zone(const struct house *house, const char *adapter, const char *room);
/* The room is new, and was opened from home: it begins with what that has chosen. */
void room_words_inherit(struct handling *handling, const char *room, const char *home);
/* Answers `language`, `prefix` and `room_zone`, with what was said behind it. */
void room_words_answer(struct handling *handling, enum command_question question);

#endif
