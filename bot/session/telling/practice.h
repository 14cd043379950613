/* Practice rounds: a table at which one person plays a game's lesson (lesson.h) with the house. */
#ifndef PRACTICE_H
#define PRACTICE_H

#include <stdbool.h>

struct lesson;
struct move;
struct table_entry;
struct handling;
struct house;
struct game_def;

/* The lesson of a game in the language of a room, read when it is first wanted; NULL: there is
 * none.
 */
const struct lesson *practice_lesson_in(struct house *house, const struct game_def *game,
                                        const char *adapter, const char *room);
/* The lesson that is played at a table in memory; NULL: it is no practice round. */
const struct lesson *practice_lesson(struct house *house, const struct table_entry *entry);
/* A move was made or replayed. */
void practice_noticed(struct house *house, struct table_entry *entry, const struct move *move);
/* Adds what the lesson has to say now to the messages of this event. */
void practice_show(struct handling *handling);
/* Does the lesson say what this seat of the house does? Then move and *does_r are filled. */
bool practice_chooses(struct house *house, const struct table_entry *entry, struct move *move,
                      bool *does_r);

#endif
