/* Tells people in private what they asked for (alerts.h): that a table of a room lacks people, that
 * so many sit in a lobby, that a seat is free where they are willing to step in. Never in their
 * quiet hours, never who sits or sat there, never who may not read the table's room now. */
#ifndef ALERTS_TELL_H
#define ALERTS_TELL_H

#include <stddef.h>

#include "table.h"

enum { ALERTS_OFF_BYTES = 24 };

struct commit;
struct house;
struct table_entry;

/* After a move, and after a load: when this table next tells somebody. */
void alerts_plan(struct house *house, struct table_entry *entry);
/* Tells who is to be told by now; the table is in memory. */
void alerts_run(struct house *house, struct table_entry *entry);

/* Who sat in a lobby before a tick of the house and was dropped by it is told, alone, that they may
 * come back. before: who sat there, by seat. */
void alerts_dropped(struct commit *commit, struct table_entry *entry,
                    const uint64_t before[SEATS_MAX]);
/* What a button says that takes back what that part of the house tells them by this number. */
void alerts_off_print(const struct house *house, unsigned part, unsigned number, char *text,
                      size_t size);

#endif
