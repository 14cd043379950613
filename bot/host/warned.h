/* What a seat was warned about and may insist on by one press: the very act, kept in memory beside
 * the table until the next one of that seat. A restart forgets it; the form is still there. */
#ifndef WARNED_H
#define WARNED_H

#include "controls.h"
#include "move.h"

struct command;
struct inbox_item;
struct resident;
struct table_entry;

/* Notes a move that was refused with a warning; writes the control of the button that insists.
 * False: the row knows no insisting, or it does not fit. */
bool warned_note(struct table_entry *entry, const struct move *move, char control[CONTROL_BYTES]);
/* When the press is such a button: makes the command the noted act, insisted on. False: it is not,
 * or what it insists on is not known any more. */
bool warned_read(struct table_entry *entry, const struct inbox_item *item, uint64_t person,
                 struct command *command);
void warned_forget(struct resident *resident);

#endif
