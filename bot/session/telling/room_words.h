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
struct person;

/* The catalogue of a room's language. */
const struct catalogue *room_words(const struct house *house, const char *adapter,
                                   const char *room);
/* The index of a language's words, made when it is first wanted. */
const struct command_index *room_words_index(struct house *house,
                                             const struct catalogue *catalogue);
/* The catalogue for who did something: that of the room; in private their own, else that of
 * the table at which they sat down last. */
const struct catalogue *room_words_for(const struct house *house, const char *adapter,
                                       const struct inbound *inbound);
/* The catalogue of the language that somebody has chosen for themselves; NULL: of none. */
const struct catalogue *room_words_own(const struct house *house, const struct person *person);
/* The tag of that language, also where there is no catalogue of it; until somebody chooses anew. */
const char *room_language(const struct house *house, const char *adapter, const char *room);
/* What words for the house begin with there; until somebody chooses anew. */
const char *room_prefix(const struct house *house, const char *adapter, const char *room);
/* The room's time zone; NULL: none was chosen. Until somebody chooses anew. */
const char *room_zone(const struct house *house, const char *adapter, const char *room);
/* How long its seasons are (season.h), of a room by its key; "": none was chosen. Until somebody
 * chooses anew. */
const char *room_season(const struct house *house, const char *room_key);
/* The room is new, and was opened from home: it begins with what that has chosen. */
void room_words_inherit(struct handling *handling, const char *room, const char *home);
/* The sentence about one of them, for the room that somebody asks from, or its server. */
const struct doc *room_words_line(struct handling *handling, enum setting setting, bool server);
/* What is chosen there, as it is stored; "": nothing. */
void room_words_print(const struct handling *handling, enum setting setting, bool server,
                      char *text, size_t size);
/* Chooses by what was said. False: it is refused, and why stands in
 * scratch.out. */
bool room_words_choose(struct handling *handling, enum setting setting, const char *said,
                       bool server);
/* A refusal with the languages that there are, into scratch.out. */
void room_words_refuse_language(const struct handling *handling);
/* Is that room part of a server? */
bool room_words_has_server(const struct handling *handling);
/* Takes `server` off the end of what was said; was it there? */
bool room_words_said_server(struct arena *arena, const char **said);

#endif
