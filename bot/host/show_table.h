/* What a turn shows to whom: documents from views, as messages of the turn's commit. */
#ifndef SHOW_TABLE_H
#define SHOW_TABLE_H

#include "doc.h"
#include "message.h"
#include "owed.h"

struct commit;
struct facts;
struct move;
struct house;
struct outcome;
struct person;
struct table_entry;
struct turn;
struct view;

/* After a move: lines for the crowd, what each seat alone may know or is now asked, the board. */
void show_turn(struct turn *turn, const struct owed_list *before);
/* What somebody says to their team, for each who may hear it; scratch.out has it. */
void show_talk(struct turn *turn, int seat);
/* The board as the table stands in memory; in the arena. */
const struct doc *show_board(struct house *house, const struct table_entry *entry);
/* A document for the person in a seat, in private. */
void show_private(struct turn *turn, int seat, const struct doc *doc);
/* What a reader may know of the table, in the house's scratch view; the secret too once it is over.
 */
const struct view *show_view(struct house *house, const struct table_entry *entry, int reader);
/* A private answer to who did what was heard: at once where that is possible. kind is "answer" or
 * "private". While the store is down it is sent without it. */
void show_answer(struct turn *turn, const struct doc *doc, const char *kind);
/* Why not, privately; scratch.out has the refusal. */
void show_refusal(struct turn *turn);
/* The same for a warning that can be insisted on: with a button that does. */
void show_warning(struct turn *turn, const struct move *move);
/* A sentence of the house to a room, or (account) to one person. */
void show_say(struct commit *commit, const char *room_key, enum message message,
              const struct facts *facts);
/* The same to one person about a table. */
void show_say_to(struct commit *commit, struct table_entry *entry, const struct person *person,
                 enum message message, const struct facts *facts);
/* A frozen table was taken away: a line for its room. */
void show_closed(struct turn *turn);
/* The reader whom a person is at a table: a seat, a moderator, the crowd. */
int show_reader(const struct turn *turn);
/* All of one document behind another. */
void show_append(struct doc *doc, const struct doc *more);

#endif
