/* One move through the table: its journal line and its documents, all in one commit. */
#ifndef HANDLE_H
#define HANDLE_H

#include "handling.h"
#include "table.h"

struct command;
struct table_entry;

/* Makes the move. On a refusal nothing has changed, scratch.out says why, and the commit is as it
 * was. */
enum refusal handle_move(struct handling *handling, struct move *move);

/* A house move in a commit of its own; false when it was refused. */
bool handle_house_move(struct house *house, struct table_entry *entry, struct move *move);

/* Opens a table as the command says, and sets handling->entry; fills scratch.out and returns why
 * when it cannot. */
enum refusal handle_open(struct handling *handling, const struct command *command);
/* Puts what the row's resolved arguments need from outside into the move: names, event ids, the
 * seed. */
void handle_resolve(const struct handling *handling, struct move *move);

/* Handles an item of the inbox; it is freed, or waits for a table. */
void handle_item(struct house *house, struct inbox_item *item);

#endif
