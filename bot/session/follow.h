/* What happens at a table of itself: deadlines that fall, downtime that it is told of, a direct
 * channel that is proven or closed, the start of a game for which everybody is there. */
#ifndef FOLLOW_H
#define FOLLOW_H

#include "table.h"

struct commit;
struct house;
struct table_entry;

/* Lets every deadline up to at_ms fall, after the downtime that the table was not yet told of.
 */
void follow_catch_up(struct house *house, struct table_entry *entry, int64_t at_ms);
/* Of that, tells the table how long the house was away since it was last told. */
void follow_catch_up_downtime(struct house *house, struct table_entry *entry);
/* What follows of itself from an event: the start of a table where all are there. */
void follow_event(struct house *house, struct table_entry *entry);
/* The direct channel to a seat is verified, or closed: a house move in the commit. */
void follow_direct_channel(struct commit *commit, struct table_entry *entry, int seat,
                           enum direct_channel reach);

#endif
