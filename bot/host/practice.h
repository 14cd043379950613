/* Practice rounds: a table at which one person plays a game's lesson (lesson.h) with the house. */
#ifndef PRACTICE_H
#define PRACTICE_H

#include <stdbool.h>

struct house;
struct move;
struct table_entry;
struct turn;

/* A move was made or replayed. */
void practice_noticed(struct table_entry *entry, const struct move *move);
/* Adds what the lesson has to say now to the turn's messages. */
void practice_show(struct turn *turn);
/* What follows of itself: the seats of a table that has just been opened are filled. */
void practice_follow(struct house *house, struct table_entry *entry);
/* Does the lesson say what this seat of the house does? Then move and *does_r are filled. */
bool practice_chooses(const struct table_entry *entry, struct move *move, bool *does_r);

#endif
