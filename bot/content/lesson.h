/* Lessons: a guided first round that one person plays with the house. A transcript says how the
 * cards lie, what the house players do, what the person is to do, and when something is explained;
 * the words are the catalogue's (lesson.GAME.N). All of it goes through the same table, rules and
 * house players as any game, so that a person who goes their own way simply plays on. */
#ifndef LESSON_H
#define LESSON_H

#include "compose.h"
#include "fault.h"
#include "table.h"

struct lesson;

/* How far a table has come in its lesson; kept beside it, made again by a replay. */
struct lesson_place {
    uint16_t line;
    uint16_t told; /* lines whose words have been said */
    bool off;      /* the person went another way: the rest of it is a game like any other */
    bool off_told;
};

/* Reads a transcript (lessons.md beside this file). NULL, with a fault that names the line. */
struct lesson *lesson_new(const struct game_def *game, const char *text, size_t len,
                          struct fault *fault);
void lesson_free(struct lesson **lesson);
/* Is there a lesson of the game? */
bool lesson_is_built_in(const struct game_def *game);
/* The lesson that is built in for a game, with what is said in it in this language: "@KEY" stands
 * for its sentence lesson.GAME.KEY. NULL: there is none, or none that can be read. lesson_free()
 * it.
 */
struct lesson *lesson_built_in(const struct game_def *game, const struct catalogue *catalogue);
unsigned lesson_seats(const struct lesson *lesson);
/* The seat of who learns. */
int lesson_seat(const struct lesson *lesson);
/* JSON: what the deal is pinned to. */
const char *lesson_deal(const struct lesson *lesson);
/* Adds the options that the table is opened with, texts by name. */
void lesson_options(const struct lesson *lesson, struct value_tree *options);

/* A move was made at the table: is it the one that comes next? */
void lesson_moved(const struct lesson *lesson, const struct move *move, struct lesson_place *place);
/* May the house players of this table do as they like? Else what this seat does now is written into
 * move, or *does_r is false: it waits. */
bool lesson_is_free(const struct lesson *lesson, const struct lesson_place *place);
void lesson_choose(const struct lesson *lesson, const struct lesson_place *place, struct move *move,
                   bool *does_r);
/* What is due now has been said before (a table that is loaded again). */
void lesson_told(struct lesson_place *place);
/* The words that are due and not said yet, as a document; NULL when there are none. */
const struct doc *lesson_words(const struct lesson *lesson, struct lesson_place *place,
                               const struct compose *compose, const struct view *view);

#endif
