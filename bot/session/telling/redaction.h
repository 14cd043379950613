/* Lines that the house posted for somebody and that a moderator hides: what stands in the rooms,
 * what is still to be sent there, who is told, and the audit. Which words are hidden is the table's
 * own knowledge (table_line.h). */
#ifndef REDACTION_H
#define REDACTION_H

#include <stdbool.h>

struct commit;
struct move;
struct outbox_row;
struct table_entry;
struct handling;

/* Before the move `hide` of somebody who replied to a message: which line is meant. True when that
 * was talk inside a team, which is no move: it is hidden, or why not has been said. */
bool redaction_resolve(struct handling *handling, struct move *move);
/* After the move: takes the words out of the rooms, and answers who did it. */
void redaction_show(struct handling *handling, const struct move *move);
/* Is this row a line that was hidden while it was on its way? */
bool redaction_covers(const struct table_entry *entry, const struct outbox_row *row);
/* It has arrived, and is hidden after all. */
void redaction_delivered(struct commit *commit, struct table_entry *entry);

#endif
