/* In which language the house speaks in a room, and what words for it begin with there: told to
 * everybody who asks, chosen by the room's moderators. A room that was opened from another goes by
 * the choice of that one until it has its own; without any, the settings count. */
#ifndef ROOM_WORDS_H
#define ROOM_WORDS_H

#include "catalogue.h"
#include "command.h"

struct house;
struct handling;

/* The catalogue of a room's language. */
const struct catalogue *room_words(struct house *house, const char *adapter, const char *room);
/* What words for the house begin with there; until the room chooses anew. */
const char *room_prefix(struct house *house, const char *adapter, const char *room);
/* The room is new, and was opened from home: it begins with what that has chosen. */
void room_words_inherit(struct handling *handling, const char *room, const char *home);
/* Answers `language` and `prefix`, with what was said behind it. */
void room_words_answer(struct handling *handling, enum command_question question);

#endif
