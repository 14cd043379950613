/* Reminders: who owes something for hours is reminded in private when half of their time is over
 * and when a tenth is left, as often as they want it and never in their quiet hours
 * (own_choices.h). A reminder is their card, posted anew. Only for what is owed, by who still owes
 * it, and each once. */
#ifndef NUDGES_H
#define NUDGES_H

#include "owed.h"

struct house;
struct table_entry;

enum { NUDGE_WAIT_MIN_MS = 2 * 60 * 60 * 1000 /* of shorter waits nobody is reminded */ };

/* After a move, and after a load: when this table next reminds somebody. */
void nudges_plan(struct house *house, struct table_entry *entry, const struct owed_list *owed);
/* Reminds of what is due; the table is in memory. */
void nudges_run(struct house *house, struct table_entry *entry);

#endif
