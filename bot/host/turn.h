/* A turn: one move through the table, its journal line, its documents, all in one commit. */
#ifndef TURN_H
#define TURN_H

#include "commit.h"
#include "people.h"
#include "table.h"

struct command;
struct table_entry;

struct turn {
    struct house *house;
    struct table_entry *entry; /* resident */
    struct commit *commit;
    struct inbox_item *item; /* what was heard; NULL for the house's own moves */
    struct person *person;   /* who did it; NULL the house */
    bool talks;              /* what it says is talk inside a team, which does not last */
    bool spoke;              /* its person has been told something in private */
};

/* Makes the move. On a refusal nothing has changed, scratch.out says why, and the commit is as it
 * was. */
enum refusal turn_make(struct turn *turn, struct move *move);

/* A house move in a commit of its own; false when it was refused. */
bool turn_house(struct house *house, struct table_entry *entry, struct move *move);
/* Lets all fall due that does so up to at_ms, after what the table was not yet told of being away.
 */
void turn_catch_up(struct house *house, struct table_entry *entry, int64_t at_ms);
/* What follows of itself from a turn: the start of a table where all are there. */
void turn_follow(struct house *house, struct table_entry *entry);
/* The private way to a seat is proven, or closed: a house move in the commit. */
void turn_reach(struct commit *commit, struct table_entry *entry, int seat, enum table_reach reach);

/* Opens a table as the command says, and sets turn->entry; fills scratch.out and returns why when
 * it cannot. */
enum refusal turn_open(struct turn *turn, const struct command *command);
/* Puts what the row's resolved arguments need from outside into the move: names, event ids, the
 * seed. */
void turn_resolve(const struct turn *turn, struct move *move);

/* Sends off the commit of a turn that began with something heard; the item is not freed. */
void turn_finish(struct turn *turn, struct inbox_item *item);
/* Takes an item out of the inbox through its turn; it is freed, or waits for a table. */
void turn_item(struct house *house, struct inbox_item *item);

#endif
