/* An act of a seat that was refused with a warning and can be confirmed by one press: kept in
 * memory beside the table until the next act of that seat. A restart forgets it; the form is still
 * there. */
#ifndef CONFIRMATION_H
#define CONFIRMATION_H

#include "controls.h"
#include "move.h"

struct command;
struct inbox_item;
struct resident;
struct table_entry;

/* Notes a move that was refused with a warning; writes the control of the button that confirms it.
 * False: the row takes no confirmation, or it does not fit. */
bool confirmation_note(struct table_entry *entry, const struct move *move,
                       char control[CONTROL_BYTES]);
/* When the press is such a button: makes the command the noted act, confirmed. False: it is not, or
 * what it confirms is not known any more. */
bool confirmation_read(struct table_entry *entry, const struct inbox_item *item, uint64_t person,
                       struct command *command);
void confirmation_forget(struct resident *resident);

#endif
